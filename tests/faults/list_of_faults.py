"""The faults that are planted, each with the test that catches it."""

from __future__ import annotations

from tests.faults.planting import Fault

BOTH = "tests/audit/test_both_ways.py::test_solver_and_audit_find_the_same_answers"
NIMBERS = "tests/roadworks/test_nimbers.py"
LITERAL = f"{NIMBERS}::test_every_position_of_a_small_board_has_its_literal_answers"
TURNS = "tests/clear_path/test_turns.py"
CLEAR_PATH = "tests/clear_path/test_tasks.py::test_solver_and_audit_agree_on_every_task"
PATHING = "tests/pathing_boxes/test_tasks.py"
WAVE = "tests/pathing_boxes/test_wave.py::test_forced_lines_agree_with_the_audits_search"
CERTIFICATES = "tests/audit/test_certificates.py"
SMALLEST = "tests/audit/test_clear_path_smallest.py"
FEWEST = "tests/audit/test_fewest_swaps.py"
FORGED = "tests/audit/test_certificates_forged.py"
LENGTHS = "tests/audit/test_certificates_lengths.py"
FENCES = "tests/audit/test_roadworks_fences.py"


def _flip_one_bit_of_a_table() -> None:
    """The table of 3×3 with one bit of its content flipped, as a bad disk might."""
    from crossfall.solver.roadworks import tables

    whole = tables.unpack

    def spoiled(packed: bytes, wanted: object, place: str) -> bytes:
        content = bytearray(whole(packed, wanted, place))  # type: ignore[arg-type]
        content[-7] ^= 4
        return bytes(content)

    tables.unpack = spoiled  # type: ignore[assignment]


def _drop_a_lost_set_from_a_table() -> None:
    """A table sealed anew after one lost set was left out: its checksum fits."""
    from crossfall.solver.roadworks import nimbers, tables

    whole = tables.lost_sets

    def spoiled(board: object) -> frozenset[int] | None:
        lost = whole(board)  # type: ignore[arg-type]
        return lost and lost - {sorted(lost)[len(lost) // 2]}

    nimbers.lost_sets = spoiled  # type: ignore[assignment]


def _wrong_card() -> None:
    """A card that says 2 where the block has 3: the technique R3 claims too much."""
    from dataclasses import replace

    from crossfall.solver.roadworks import cards

    for leaves, card in cards._BY_LEAVES.items():
        if card.name == "triple d":
            cards._BY_LEAVES[leaves] = replace(card, number=2)


def _mix_up_long_edges() -> None:
    """The finals' long boxes of top and left side exchanged."""
    from crossfall.solver.pathing_boxes import board

    boxes = list(board.FINALS.boxes)
    boxes[9], boxes[10] = boxes[10], boxes[9]
    for name, edges in list(vars(board.FINALS).items()):
        if edges == board.FINALS.boxes and name == "boxes":
            object.__setattr__(board.FINALS, "boxes", tuple(boxes))


FAULTS: tuple[Fault, ...] = (
    # --- Roadworks: what falls ---------------------------------------------------------------
    Fault(
        "nothing that hangs loose falls",
        "roadworks.rules:Board.settle",
        "self.grid.core(open_, 0, self.b)",
        "self.grid.flood(1, open_)",
        f"{BOTH}[what-falls-(3, 3)-12]",
    ),
    Fault(
        "a loop hung on one crossing stays",
        "grids:Grid.chain",
        "if low >= len(path) - 1:",
        "if low > len(path) - 1:",
        "tests/test_grids.py::test_the_chain_is_the_row_of_blocks_on_the_way_from_a_to_b",
    ),
    Fault(
        "a crossing with seven of its eight neighbours counts as inner",
        "roadworks.blocks:block_closures",
        "if ring and ring & mask == ring:",
        "if ring and (ring & mask).bit_count() >= 7:",
        f"{LITERAL}[3x3-search]",
    ),
    Fault(
        "the closed crossing is told as fallen",
        "roadworks.tasks:WhatFalls.examine",
        "before.open & ~position.open & ~(1 << closures[-1])",
        "before.open & ~position.open",
        f"{BOTH}[what-falls-(2, 3)-12]",
    ),
    # --- Roadworks: who wins -----------------------------------------------------------------
    Fault(
        "a block's mirror image is taken for itself with the ends where they were",
        "roadworks.blocks:BlockKeys._place",
        "if flip_y:",
        "if flip_y and flip_x:",
        "tests/roadworks/test_fast.py"
        "::test_a_key_is_equal_for_the_eight_images_of_a_block_and_for_no_other",
    ),
    Fault(
        "boards that are no squares are mirrored at the diagonal",
        "roadworks.rules:Board.symmetries",
        "if self.width != self.height:",
        "if False:",
        "tests/roadworks/test_tables.py::test_a_sample_of_each_installed_table_agrees_with_the_search",
    ),
    Fault(
        "the numbers of blocks are added, not xored",
        "roadworks.blocks:BlockSearch._row_has",
        "value ^= self._value(key, budget)",
        "value += self._value(key, budget)",
        f"{LITERAL}[3x3-search]",
    ),
    Fault(
        "one lesser number too few is looked for",
        "roadworks.blocks:BlockSearch._has",
        "for lesser in range(value):",
        "for lesser in range(value - 1):",
        f"{LITERAL}[3x3-search]",
    ),
    Fault(
        "equal blocks do not cancel but count once",
        "roadworks.blocks:cancelled",
        "del odd[shape.key]",
        "pass",
        f"{LITERAL}[3x3-search]",
    ),
    Fault(
        "odd for even where nothing falls",
        "roadworks.nimbers:plain_parity",
        "board.height + 1",
        "board.height",
        "tests/audit/test_both_ways.py::test_they_do_without_falling_too[winning-move-False]",
    ),
    Fault(
        "one flipped bit in a table",
        _flip_one_bit_of_a_table,
        "",
        "",
        f"{LITERAL}[3x3-table]",
    ),
    Fault(
        "a lost set missing in a table whose checksum fits",
        _drop_a_lost_set_from_a_table,
        "",
        "",
        f"{LITERAL}[3x3-table]",
    ),
    Fault(
        "the board of the second winning crossing is not compared",
        "roadworks.tasks:grouped",
        "groups.setdefault(position.after(crossing), [])",
        "groups.setdefault(0, [])",
        f"{BOTH}[great-fall-(3, 3)-12]",
    ),
    Fault(
        "the last closure of the longest game is not counted",
        "roadworks.line_tasks:LongAndShort.examine",
        "most_closures(position.board, position.open)",
        "most_closures(position.board, position.open) - 1",
        f"{BOTH}[long-and-short-(3, 3)-12]",
    ),
    Fault(
        "the wrong player is to move",
        "roadworks.rules:Position.turn",
        "% 2",
        "% 2 ^ 1",
        "tests/test_prove.py::test_who_wins_the_empty_roadworks_board",
    ),
    Fault(
        "a fallen crossing can be closed",
        "roadworks.rules:replay",
        "elif crossing in fell_with:",
        "elif False:",
        "tests/roadworks/test_rules.py",
    ),
    Fault(
        "any drawing has an order of play",
        "roadworks.rules:can_reopen_all",
        "return left == kept",
        "return True",
        "tests/roadworks/test_rules.py",
    ),
    Fault(
        "a technique overclaims: a card with a wrong number",
        _wrong_card,
        "",
        "",
        "tests/roadworks/test_techniques.py"
        "::test_the_eight_cards_have_the_numbers_of_their_examples",
    ),
    Fault(
        "a technique overclaims: a nim-sum of 1 is lost too",
        "roadworks.techniques:Prover._at_sight",
        "if total == 0 and self.numbers:",
        "if total <= 1 and self.numbers:",
        "tests/roadworks/test_techniques.py::test_every_proof_holds_line_by_line",
    ),
    Fault(
        "a technique overclaims: a mirror believed without copying to the end",
        "roadworks.techniques:_copies",
        "if not _copies(board, after, symmetry, seen):",
        "if False:",
        "tests/roadworks/test_techniques.py"
        "::test_a_mirror_is_believed_only_where_copying_works_to_the_end",
    ),
    # --- budgets -------------------------------------------------------------------------------
    Fault(
        "a budget that ran out is read as no",
        "prove:ProofSearch.wins",
        "return None",
        "return False",
        "tests/test_prove.py::test_a_budget_that_runs_out_is_unknown",
    ),
    Fault(
        "an unfinished search is called proven",
        "roadworks.fewest_fences:FewestFences.examine",
        "proven=False",
        "proven=True",
        "tests/roadworks/test_fewest_fences.py::test_a_budget_that_runs_out_is_unknown",
    ),
    Fault(
        "two answers pass for one",
        "verify:verify",
        "if count > 1:\n        problems",
        "if count > 2:\n        problems",
        f"{BOTH}[winning-move-(2, 3)-12]",
    ),
    # --- Clear Path ------------------------------------------------------------------------------
    Fault(
        "a point with two free neighbours is surrounded",
        "clear_path.board:Board.roomy",
        "up & down | right & left |",
        "up & down |",
        f"{TURNS}::test_placing_again_is_for_every_surrounded_point_where_that_stone_does_not_win",
    ),
    Fault(
        "cutting the other off is legal",
        "clear_path.turns:quiet_turns",
        "last = roomy & ~blocking",
        "last = roomy",
        CLEAR_PATH,
    ),
    Fault(
        "a diagonal path is no path of the board's corners",
        "clear_path.turns:quiet_turns",
        "flood_diagonal",
        "flood",
        CLEAR_PATH,
    ),
    Fault(
        "only replies that stop one threat are looked at, also where there is none",
        "clear_path.search:Search._wins_next",
        "if reply & threat or not threat",
        "if reply & threat",
        "tests/clear_path/test_search.py::test_known_positions_come_out_right",
    ),
    Fault(
        "of the longest turns only the first is found",
        "clear_path.wins:longest_turns",
        "if 1 - minus_size < best:",
        "if 1 - minus_size <= best:",
        f"{TURNS}::test_minimal_smallest_and_longest_sets_are_those_among_all_turns",
    ),
    Fault(
        "of the smallest wins those of equal size are dropped",
        "clear_path.wins:_smallest_by_leaving_out",
        "if missing is None or missing + 1 > least:",
        "if missing is None or missing + 1 >= least:",
        f"{TURNS}::test_minimal_smallest_and_longest_sets_are_those_among_all_turns",
    ),
    # --- Pathing Dots & Boxes ----------------------------------------------------------------------
    Fault(
        "a double line goes to the mover under all rules",
        "pathing_boxes.rules:RuleSet.tie_winner",
        '1 - mover if self.tie == "opponent" else mover',
        "mover",
        "tests/pathing_boxes/test_rules.py::test_both_lines_at_once_follow_the_tie_rule",
    ),
    Fault(
        "one swap closes one box at most",
        "pathing_boxes.board:Board.boxes_closed_by",
        "closed |= 1 << box",
        "closed = 1 << box",
        "tests/pathing_boxes/test_rules.py"
        "::test_a_swap_that_closes_two_boxes_gives_both_and_one_extra_turn",
    ),
    Fault(
        "the search sees only one box beside an edge",
        "pathing_boxes.wave:PlainSearch._children",
        "filled & box == box or filled & other_box == other_box",
        "filled & box == box",
        f"{PATHING}::test_solve_reports_all_forcing_and_holding_swaps",
    ),
    Fault(
        "a box gives no extra turn",
        "pathing_boxes.rules:PathingPosition.play",
        "self.turn if closed else 1 - self.turn",
        "1 - self.turn",
        "tests/pathing_boxes/test_rules.py::test_random_play_leaves_the_same_position_in_the_audit",
    ),
    Fault(
        "a line that lacks as many pieces as it has gates is given up",
        "pathing_boxes.wave:PlainSearch._line_possible",
        ">= SIDE",
        "> SIDE",
        f"{WAVE}[original-False]",
    ),
    Fault(
        "the attacker's turns are not counted",
        "pathing_boxes.wave:PlainSearch._children",
        "limit_over = limit - 1 if attacking else limit",
        "limit_over = limit",
        "tests/pathing_boxes/test_wave.py::test_a_line_that_needs_three_turns_is_not_forced_in_two",
    ),
    Fault(
        "a full board is converted by emptying under all rules",
        "pathing_boxes.rules:PathingPosition.converted",
        "was_empty or not self.rules.emptying",
        "was_empty",
        "tests/pathing_boxes/test_rules.py"
        "::test_with_no_empty_cell_the_loser_gives_up_a_piece_of_its_own",
    ),
    Fault(
        "the loser begins the next wave",
        "pathing_boxes.rules:PathingPosition.converted",
        "turn=self.turn if self.last is None else self.last,",
        "turn=loser,",
        f"{PATHING}::test_conversions_agree_with_the_audit_at_the_end_of_random_waves[False]",
    ),
    Fault(
        "two long boxes of the finals belong to each other's sides",
        _mix_up_long_edges,
        "",
        "",
        f"{WAVE}[waves-True]",
    ),
    # --- clauses ---------------------------------------------------------------------------------
    Fault(
        "a witness path may lead where nothing is: its clause is dropped",
        "sat.encodings:witness_path",
        "add(-path[v], on[v])",
        "pass",
        "tests/sat/test_encodings.py"
        "::test_a_witness_path_exists_exactly_if_a_start_and_a_goal_are_joined",
    ),
    # --- the second opinion itself -----------------------------------------------------------------
    Fault(
        "the audit lets everything off the path stay",
        "audit.roadworks_play:City._grow",
        "if not first:\n        return False",
        "if not first:\n        return True",
        "tests/audit/test_roadworks_play.py",
    ),
    Fault(
        "the audit forgets boxes",
        "audit.pathing_boxes_play:State.swap",
        "self.mover if closed else other(self.mover)",
        "other(self.mover)",
        "tests/pathing_boxes/test_rules.py::test_random_play_leaves_the_same_position_in_the_audit",
    ),
    Fault(
        "the audit takes a point with two free sides for surrounded",
        "audit.clear_path:Field.meaning",
        "len(free) <= 1",
        "len(free) <= 2",
        CLEAR_PATH,
    ),
    Fault(
        "the audit fills a point before all that must be filled before it",
        "audit.clear_path_smallest:_fillings",
        "before = [(w, v) for w in beside[v] if w != u]",
        "before = [(w, v) for w in beside[v] if w != u][:1]",
        f"{SMALLEST}::test_both_find_the_same_on_random_boards",
    ),
    Fault(
        "the audit keeps one of several equally short ways to a win",
        "audit.clear_path_smallest:_Side._walk",
        "self._before[after].append(number)",
        "self._before[after] = [number]",
        f"{SMALLEST}::test_in_a_maze_solver_and_audit_find_the_same",
    ),
    Fault(
        "two streets to one live crossing are kept apart",
        "audit.roadworks_fences:_rim",
        "faces if met[i - 1] == met[i] else gaps",
        "gaps",
        f"{FENCES}::test_on_larger_boards_they_are_those_of_the_sat_search[(5, 5)-40]",
    ),
    Fault(
        "the first smallest set of fences is taken for the only one",
        "audit.roadworks_fences:_smallest",
        "known < 2 or",
        "known < 0 and",
        f"{FENCES}::test_a_large_hole_has_very_many_sets_and_is_never_called_single[(7, 5)]",
    ),
    Fault(
        "the audit counts a way back over an edge as a swap more",
        "audit.pathing_boxes_fewest:_least_flow",
        "(-1 if (there, here) in used else 1)",
        "1",
        f"{FEWEST}::test_a_flow_has_as_many_edges_as_the_least_one_of_networkx",
    ),
    Fault(
        "the audit keeps one of several smallest sets of swaps",
        "audit.pathing_boxes_fewest:smallest_sets",
        "found.add(swapped | step)",
        "found = {swapped | step}",
        f"{FEWEST}::test_the_fewest_swaps_are_those_of_whole_positions",
    ),
    # --- certificates ------------------------------------------------------------------------------
    Fault(
        "a number is believed though a closure leaves it",
        "audit.roadworks_certified:Certified._check_number",
        "if self._is(row, number, line):",
        "if self._is(row, number, line) and False:",
        f"{FORGED}::test_no_block_of_roadworks_has_another_number[less]",
    ),
    Fault(
        "a number is believed though a lesser one is not left",
        "audit.roadworks_certified:Certified._check_number",
        "if lesser:",
        "if False:",
        f"{FORGED}::test_no_block_of_roadworks_has_another_number[more]",
    ),
    Fault(
        "the proof of the fewest closures leaves out a way to close",
        "roadworks.shortest:Shortest.ways_of",
        "in block_closures(grid, mask, near, far)",
        "in block_closures(grid, mask, near, far)[:-1]",
        f"{LENGTHS}::test_every_live_set_has_the_numbers_that_playing_everything_finds[(3, 3)]",
    ),
    Fault(
        "more closures are believed than the entries show",
        "audit.roadworks_lengths:CertifiedLengths._check_bound",
        "if number != right:",
        "if number < right:",
        f"{LENGTHS}::test_no_block_is_said_to_allow_more_or_less_than_its_entries_show[more-falling]",
    ),
    Fault(
        "a path may be shortened by a street",
        "audit.roadworks_lengths:CertifiedLengths._walked",
        "if streets == len(steps)",
        "if streets >= len(steps)",
        f"{LENGTHS}::test_a_play_or_path_that_does_not_show_it_is_refused",
    ),
    Fault(
        "a crossing of three streets is thought to end one ring",
        "audit.roadworks_lengths:another_length",
        "> 2:",
        "> 3:",
        f"{LENGTHS}::test_every_live_set_has_the_numbers_that_playing_everything_finds[(2, 3)]",
    ),
    Fault(
        "entries that nobody needs are let through",
        "audit.certificate:Ledger.check_needed",
        "if key not in self._needed:",
        "if False:",
        f"{CERTIFICATES}::test_an_entry_that_is_true_but_not_needed_is_refused",
    ),
    Fault(
        "the swap of an entry is believed",
        "audit.pathing_boxes_certified:Certified.check",
        "if self._after(state, chosen, turns, line) != forced:",
        "if self._after(state, chosen, turns, line) != forced and swap is None:",
        f"{FORGED}::test_who_forces_a_line_cannot_be_exchanged[5]",
    ),
    Fault(
        "the reply of a refutation is believed",
        "audit.clear_path_certified:_check_refuted",
        "if can_win(after.after(reply)):",
        "if False:",
        f"{FORGED}::test_a_won_turn_of_clear_path_cannot_be_refuted",
    ),
)
