"""Proofs that a person can write down: the player to move has lost.

Each technique is a way to see that a position is lost, harder ones resting on easier ones:

R0  no safe closure is left;
R1  only rings are left (blocks that one closure ends), an even number of them;
R2  equal blocks cancel (same shape, turned or mirrored as they may be); what is left is R0 or R1;
R3  equal blocks cancel, the others are on the cards (`crossfall.solver.roadworks.cards`) and the
    nim-sum of their numbers is 0;
R4  every safe closure has a reply that leaves a position proven by R0 to R3;
R5  the same with R0 to R4.

A technique never claims a position that is not lost: R1 to R3 are the theory of sums (Sprague,
Grundy), R4 and R5 are the definition of losing. The converse does not hold; that is what makes
one position harder than another.

The lines of a proof are what stands under each other on paper. R0 to R3 take one line. For R4 and
R5 the safe closures that a reply turns into one and the same board share the lines of that
board's proof: "a2 or c3: close c1; two rings are left".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from crossfall.solver.budget import Budget
from crossfall.solver.roadworks.blocks import Block, BlockKeys
from crossfall.solver.roadworks.cards import Card, cards
from crossfall.solver.roadworks.nimbers import distinct_closures, oracle
from crossfall.solver.roadworks.rules import Board

TECHNIQUES = ("R0", "R1", "R2", "R3", "R4", "R5")
DEEPEST = 2  # closures and replies ahead
SHEET_LINES = 12  # a longer proof is too long for a sheet
CHALLENGE_LINES = 40  # and this is too long for a challenge page
SHORT_LINES = 6  # up to here an R4 is short

MIRRORS = ("", "half turn", "diagonal through A and B", "other diagonal")


@dataclass(frozen=True)
class Case:
    """Some of the opponent's closures with their replies, which all leave one board.

    replies: pairs of masks (closures that leave one board, every reply to them that leaves
    `proof.live`), in the order of the least closures.
    """

    replies: tuple[tuple[int, int], ...]
    proof: Proof


@dataclass(frozen=True)
class Proof:
    """That whoever is to move at `live` has lost.

    level: which technique, 0 to 5. lines: how many lines it takes.
    twins: pairs of equal blocks that cancel (R2, R3).
    blocks: the other blocks of more than a street with their cards (R1 to R3).
    cases: what to reply to what (R4, R5); together they hold every safe closure.
    """

    level: int
    live: int
    lines: int = 1
    twins: tuple[tuple[Block, Block], ...] = ()
    blocks: tuple[tuple[Block, Card], ...] = ()
    cases: tuple[Case, ...] = ()

    @property
    def technique(self) -> str:
        """The code of the technique: `R0` to `R5`."""
        return TECHNIQUES[self.level]


@dataclass(frozen=True)
class Grade:
    """How hard it is to see that the player to move at a position has lost.

    proof: the easiest proof, of its technique one with few lines.
    stars: difficulty 1 to 5. mirror: the symmetry by which copying the opponent wins, or "".
    """

    proof: Proof
    stars: int
    mirror: str

    @property
    def technique(self) -> str:
        """The code of the technique that the proof needs."""
        return self.proof.technique

    @property
    def lines(self) -> int:
        """How many lines the proof has."""
        return self.proof.lines


def grade(board: Board, live: int, budget: Budget | None = None) -> Grade | None:
    """The grade of the live set `live` of a falling board; None if no technique up to R5 proves
    it lost within CHALLENGE_LINES. Raises BudgetError.

    >>> from crossfall.solver.roadworks.rules import board
    >>> b = board(1, 1)
    >>> grade(b, b.full), grade(b, b.full & ~0b10).technique
    (None, 'R0')
    """
    proof = prover(board).easiest(live, budget or Budget())
    if proof is None or proof.lines > CHALLENGE_LINES:
        return None
    return Grade(proof, stars(proof), mirror(board, live))


def stars(proof: Proof) -> int:
    """The difficulty of a proof, 1 to 5."""
    if proof.level <= 1:
        return 1
    if proof.level <= 3:
        return 2 if len(proof.blocks) + 2 * len(proof.twins) <= 3 else 3
    if proof.level == 4 and proof.lines <= SHEET_LINES:
        return 3 if proof.lines <= SHORT_LINES else 4
    return 5


# The techniques that a proof of each difficulty can need; see `stars`.
BY_STARS = {1: ("R0", "R1"), 2: ("R2", "R3"), 3: ("R2", "R3", "R4"), 4: ("R4",), 5: ("R4", "R5")}


@lru_cache(maxsize=64)
def prover(board: Board, numbers: bool = True) -> Prover:
    """The prover of a board, the same one each time so that its memory is shared."""
    return Prover(board, numbers)


class Prover:
    """Writes proofs about the positions of one falling board; remembers them.

    numbers: whether the cards may be used; without them R3 is left out, at every depth.
    """

    def __init__(self, board: Board, numbers: bool = True) -> None:
        self.board = board
        self.numbers = numbers
        self._cards = cards(board.grid)
        self._keys = BlockKeys(max(board.grid.columns, board.grid.rows))
        self._proofs: dict[tuple[int, int], Proof | None] = {}

    def easiest(self, live: int, budget: Budget) -> Proof | None:
        """The proof by the easiest technique that has one; None if none has. Raises BudgetError."""
        for depth in range(DEEPEST + 1):
            proof = self.prove(live, depth, budget)
            if proof is not None:
                return proof
        return None

    def prove(self, live: int, depth: int, budget: Budget) -> Proof | None:
        """A proof that looks at most `depth` closures and replies ahead. Raises BudgetError."""
        key = (live, depth)
        if key not in self._proofs:
            self._proofs[key] = self._at_sight(live) or (
                self._ahead(live, depth, budget) if depth else None
            )
        return self._proofs[key]

    def _at_sight(self, live: int) -> Proof | None:
        """A proof by R0 to R3."""
        board = self.board
        blocks = [
            block
            for block in board.grid.chain(live, 0, board.b)
            if block[0].bit_count() > 2  # else a single street
        ]
        if not blocks:
            return Proof(0, live)
        kinds = [(block, self._cards.read(block)) for block in blocks]
        known = [(block, card) for block, card in kinds if card is not None]
        if len(known) == len(kinds) and _even_rings(known):
            return Proof(1, live, blocks=tuple(known))
        twins, single = self._cancel(kinds)
        known = [(block, card) for block, card in single if card is not None]
        if len(known) < len(single):
            return None
        if _even_rings(known):
            return Proof(2, live, twins=twins, blocks=tuple(known))
        total = 0
        for _, card in known:
            total ^= card.number
        if total == 0 and self.numbers:
            return Proof(3, live, twins=twins, blocks=tuple(known))
        return None

    def _cancel(
        self, kinds: list[tuple[Block, Card | None]]
    ) -> tuple[tuple[tuple[Block, Block], ...], list[tuple[Block, Card | None]]]:
        """Pairs of equal blocks, and what is left."""
        waiting: dict[int, tuple[Block, Card | None]] = {}
        twins = []
        for block, card in kinds:
            key = self._keys.shape(self.board.grid, block).key
            if key in waiting:
                twins.append((waiting.pop(key)[0], block))
            else:
                waiting[key] = (block, card)
        return tuple(twins), list(waiting.values())

    def _ahead(self, live: int, depth: int, budget: Budget) -> Proof | None:
        """A proof that replies to every safe closure."""
        board = self.board
        ways: dict[int, list[tuple[int, int]]] = {}  # board left → (closures, replies)
        proofs: dict[int, Proof] = {}
        closures = distinct_closures(board, live)
        for mask, left in closures:
            budget.spend()
            answered = False
            for replies, after in distinct_closures(board, left):
                # Looking two ahead at replies that do not win would take for ever.
                if depth > 1 and not oracle(board).is_lost(after, budget):
                    continue
                proof = self.prove(after, depth - 1, budget)
                if proof is None:
                    continue
                answered = True
                proofs[after] = proof
                ways.setdefault(after, []).append((mask, replies))
            if not answered:
                return None
        cases = _fewest_lines([mask for mask, _ in closures], ways, proofs)
        level = 4 if all(case.proof.level <= 3 for case in cases) else 5
        return Proof(level, live, lines=sum(case.proof.lines for case in cases), cases=cases)


def _even_rings(blocks: list[tuple[Block, Card]]) -> bool:
    return len(blocks) % 2 == 0 and all(card.longest == 1 for _, card in blocks)


def _fewest_lines(
    closures: list[int], ways: dict[int, list[tuple[int, int]]], proofs: dict[int, Proof]
) -> tuple[Case, ...]:
    """Boards that answer every closure, chosen greedily for few lines (Chvátal 1979)."""
    waiting = set(closures)
    chosen: dict[int, list[tuple[int, int]]] = {}

    def cost(after: int) -> tuple[float, int, int]:
        covered = sum(mask in waiting for mask, _ in ways[after])
        lines = proofs[after].lines
        return (lines / covered if covered else float("inf"), proofs[after].level, after)

    while waiting:
        best = min(ways, key=cost)
        chosen[best] = [(mask, replies) for mask, replies in ways[best] if mask in waiting]
        waiting -= {mask for mask, _ in chosen[best]}
    cases = [Case(tuple(replies), proofs[after]) for after, replies in chosen.items()]
    return tuple(sorted(cases, key=lambda case: case.replies[0][0] & -case.replies[0][0]))


def mirror(board: Board, live: int) -> str:
    """The symmetry, one of MIRRORS, by which the opponent of the player to move wins: closing the
    image of every closure is possible and safe to the end. "" if there is none, or nothing is
    left to close.

    Verified along every line of play, not believed: an image may have fallen, lie on the axis,
    or be cut off by the closure itself.
    """
    if not distinct_closures(board, live):
        return ""
    for symmetry, name in zip(board.symmetries[1:], MIRRORS[1:], strict=False):
        if _copies(board, live, symmetry, set()):
            return name
    return ""


def _copies(board: Board, live: int, symmetry: tuple[int, ...], seen: set[int]) -> bool:
    """Whether copying by `symmetry` answers every closure at `live` and ever after."""
    if board.image(live, symmetry) != live:
        return False
    for mask, left in distinct_closures(board, live):
        images = board.image(mask, symmetry)
        # The image of a street's crossings is again a street's, so one reply or none.
        after = next((a for m, a in distinct_closures(board, left) if m & images == images), None)
        if after is None:
            return False
        if after not in seen:
            if not _copies(board, after, symmetry, seen):
                return False
            seen.add(after)
    return True


def techniques_used(proof: Proof) -> Counter[str]:
    """How often each technique stands in a proof, its own included."""
    used = Counter([proof.technique])
    for case in proof.cases:
        used += techniques_used(case.proof)
    return used
