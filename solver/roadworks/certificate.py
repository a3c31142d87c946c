"""Writes down why a Roadworks position is won or lost: the numbers of its blocks.

An entry says that a block has a number, or that it has not some number and which closure leaves
that number. As few as the question needs: whether a row of blocks has the number 0 needs the exact
numbers of all its blocks but the largest, and of that only one number that it has or has not.
"""

from __future__ import annotations

from collections.abc import Iterator

from crossfall.solver.budget import Budget
from crossfall.solver.certificates import Proof
from crossfall.solver.deep import deep_recursion
from crossfall.solver.grids import LETTERS, bits
from crossfall.solver.position import Puzzle
from crossfall.solver.roadworks.blocks import BlockKeys, Reply, block_closures, cancelled
from crossfall.solver.roadworks.nimbers import distinct_closures
from crossfall.solver.roadworks.rules import Board, Position
from crossfall.solver.roadworks.search import Search

Row = tuple[int, ...]  # keys of blocks, the largest last


def prove_positions(task: str, positions: tuple[Position, ...], budget: Budget) -> Proof:
    """The proof of every answer of a `winning-move`, `answer-table` or `lost-board`.

    Raises BudgetError.
    """
    writer = _Writer(positions[0].board, budget)
    with deep_recursion():
        for position in positions:
            board = position.board
            if task == "lost-board":
                writer.settle(writer.row(board, position.open))
                continue
            for _, left in distinct_closures(board, position.open):
                if task == "winning-move":
                    writer.settle(writer.row(board, left))
                    continue
                rows = [writer.row(board, after) for _, after in distinct_closures(board, left)]
                if True not in list(map(writer.settle, rows)):
                    break  # that closure has no answer, so there is no table
        return Proof(" / ".join(map(_told, positions)), writer.entries())


def prove_puzzle(puzzle: Puzzle, boards: tuple[Position, ...], budget: Budget) -> Proof | None:
    """The proof of a puzzle's answers; None where its task, or a board without falling, needs no
    search."""
    from crossfall.solver.roadworks.certificate_lengths import prove_fewest

    falling = all(at.board.falling for at in boards)
    if puzzle.task == "long-and-short" or (puzzle.task == "closures-left" and not falling):
        return Proof(_told(boards[0]), prove_fewest(boards[0], budget))
    if puzzle.task not in ("winning-move", "answer-table", "lost-board") or not falling:
        return None
    return prove_positions(puzzle.task, boards, budget)


def _told(position: Position) -> str:
    board = position.board
    size = f"{board.size}{'' if board.falling else '-plain'}"
    return f"{size} without {' '.join(board.names(board.full & ~position.open)) or 'none'}"


class _Writer:
    """Collects what the questions asked of it need."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self._keys = BlockKeys(max(board.grid.columns, board.grid.rows))
        self._search = Search(board.grid)
        self._budget = budget
        self._equal: dict[int, int] = {}
        self._unequal: dict[tuple[int, int], tuple[int, Row]] = {}
        self._asked: list[tuple[Row, int]] = []
        self._replies: dict[int, list[tuple[int, Row]]] = {}

    def row(self, board: Board, open_: int) -> Row:
        """The blocks of a position, equal ones cancelled."""
        return cancelled(self._keys, board.grid, board.grid.chain(open_, 0, board.b)).keys

    def settle(self, row: Row) -> bool:
        """Whether the player to move loses at a row of blocks, and what proves it."""
        self._asked.append((row, 0))
        lost = self._has(row, 0)
        if lost:
            self._prove_has(row, 0)
        else:
            self._prove_has_not(row, 0)
        return lost

    def entries(self) -> frozenset[str]:
        """The entries that what was asked needs, without those that later ones made needless."""
        needed: set[str] = set()
        unfinished = list(self._asked)
        while unfinished:
            row, number = unfinished.pop()
            for key in row:
                if key in self._equal:
                    number ^= self._equal[key]
                    told = f"{self._block(key)} = {self._equal[key]}"
                    if told not in needed:
                        needed.add(told)
                        replies = self._replies_to(key)
                        unfinished.extend((left, self._equal[key]) for _, left in replies)
            open_ = [key for key in row if key not in self._equal]
            if open_:
                closure, left = self._unequal[open_[0], number]
                told = f"{self._block(open_[0])} ! {number} {self._name(closure)}"
                if told not in needed:
                    needed.add(told)
                    unfinished.append((left, number))
        return frozenset(needed)

    def _prove_has(self, row: Row, number: int) -> None:
        for key in row[:-1]:
            number ^= self._prove_value(key)
        if row:
            self._prove_equal(row[-1], number)

    def _prove_has_not(self, row: Row, number: int) -> None:
        open_ = [key for key in row if key not in self._equal]
        for key in set(row) - set(open_):
            number ^= self._equal[key]
        for key in open_[:-1]:
            number ^= self._prove_value(key)
        if open_:
            self._prove_unequal(open_[-1], number)

    def _prove_value(self, key: int) -> int:
        number = self._equal.get(key)
        if number is None:
            number = self._search.value([self._keys.block(key)], self._budget, self._keys.grid)
            self._prove_equal(key, number)
        return number

    def _prove_equal(self, key: int, number: int) -> None:
        if key in self._equal:
            return
        self._equal[key] = number
        self._budget.spend()
        replies = self._replies_to(key)
        # Lesser numbers first: what they need may spare the others an entry.
        for lesser in range(number):
            for _, row in replies:
                if self._has(row, lesser):
                    self._prove_has(row, lesser)
                    break
        for _, row in replies:
            self._prove_has_not(row, number)

    def _prove_unequal(self, key: int, number: int) -> None:
        if (key, number) in self._unequal or key in self._equal:
            return
        self._budget.spend()
        best: tuple[tuple[int, int], int, Row] | None = None
        for closure, row in self._replies_to(key):
            unproven = [one for one in row if one not in self._equal]
            cost = len(unproven), sum(one.bit_length() for one in unproven)
            if (best is None or cost < best[0]) and self._has(row, number):
                best = cost, closure, row
                if not unproven:
                    break
        if best is None:  # its number is greater: say which
            self._prove_value(key)
            return
        _, closure, row = best
        self._unequal[key, number] = closure, row
        self._prove_has(row, number)

    def _has(self, row: Row, number: int) -> bool:
        total = 0
        for key in row:
            known = self._equal.get(key)
            if known is None:
                break
            total ^= known
        else:
            return total == number
        if len(row) == 1 and (row[0], number) in self._unequal:
            return False
        blocks = [self._keys.block(key) for key in row]
        return self._search.has_value(blocks, number, self._budget, self._keys.grid)

    def _replies_to(self, key: int) -> list[tuple[int, Row]]:
        """The closures in a block that differ in what they leave, and that; few closures first."""
        known = self._replies.get(key)
        if known is None:
            square = self._keys.grid
            left: dict[Reply, int] = {}
            for closures, blocks in block_closures(square, *self._keys.block(key)):
                left.setdefault(cancelled(self._keys, square, blocks), next(bits(closures)))
            ordered = sorted((reply.closures, reply.keys, at) for reply, at in left.items())
            known = self._replies[key] = [(at, row) for _, row, at in ordered]
        return known

    def _block(self, key: int) -> str:
        return block_text(self._keys, key)

    def _name(self, point: int) -> str:
        return self._keys.grid.name(point)


def block_text(keys: BlockKeys, key: int) -> str:
    """A block as entries write it: its columns in base 16, and its ends."""
    return " ".join(_written(keys, key))


def _written(keys: BlockKeys, key: int) -> Iterator[str]:
    mask, near, far = keys.block(key)
    rows = keys.grid.rows
    columns = []
    while mask:
        columns.append(f"{mask & (1 << rows) - 1:x}")
        mask >>= rows
    yield ".".join(columns)
    for end in (near, far):
        yield f"{LETTERS[end // rows]}{end % rows + 1}"
