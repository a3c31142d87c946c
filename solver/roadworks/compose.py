"""Positions to a wish: SAT proposes, an exact judge decides, its refusal comes back as a clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from crossfall.solver.budget import Budget
from crossfall.solver.errors import BudgetError, InputError
from crossfall.solver.grids import bits, mask_of
from crossfall.solver.position import WARNING
from crossfall.solver.records import Record
from crossfall.solver.roadworks.clauses import differs, mask_from, needed_fences
from crossfall.solver.roadworks.record_falls import FallSearch
from crossfall.solver.roadworks.rules import Board, Position, can_reopen_all, least_order, replay
from crossfall.solver.roadworks.wishes import Wish, WishClauses, symmetries
from crossfall.solver.sat.proofs import Proof, refute
from crossfall.solver.sat.search import Search, Status
from crossfall.solver.verify import SOUND, UNKNOWN, Verdict, read_puzzle, verify

TRIES = 5000  # proposals, unless told otherwise
JUDGING = 200_000  # units of work for one proposal; beyond, it is unknown and the next one comes


@dataclass(frozen=True)
class Judgement:
    """What a judge says of a proposal.

    accepted: None for unknown. crossings: the refusal holds for every position that agrees with
    the proposal on these crossings (live or gone); None: on the whole board.
    """

    accepted: bool | None
    verdict: Verdict | None = None
    crossings: int | None = None


Judge = Callable[[Position, Budget], Judgement]


@dataclass(frozen=True)
class Composed:
    """A position that meets the wish, and the verdict on the puzzle it makes, if a task is wished."""

    position: Position
    verdict: Verdict | None = None


@dataclass
class Progress:
    """How far a composer is: proposals judged, and found."""

    proposals: int = 0
    found: int = 0
    unknown: int = 0
    told: Callable[[Progress], None] = field(default=lambda _: None)


class Composer:
    """Composes positions of one board to a wish.

    `positions` gives one after another, no two the same up to the board's symmetries (where the
    wish is about live crossings alone), and ends when it is proven that there are no more. It
    raises BudgetError when that is unknown: after `tries` proposals, when the budget runs out, or
    at the end if some proposal could not be judged. The same arguments give the same positions.

    >>> from crossfall.solver.roadworks.rules import board
    >>> composer = Composer(board(2, 2), Wish(blocks=(8,)))
    >>> [composed.position.board.names(composed.position.closed) for composed in composer.positions()]
    [('a3',), ('b2',)]
    """

    def __init__(
        self,
        board: Board,
        wish: Wish,
        judge: Judge | None = None,
        budget: Budget | None = None,
        rng: Random | None = None,
        tries: int = TRIES,
        progress: Progress | None = None,
    ) -> None:
        if not board.falling:
            raise InputError("compose is about boards on which crossings fall; expected no --plain")
        self.board, self.wish = board, wish
        self.progress = progress or Progress()
        self._judge = judge
        self._budget = budget or Budget()
        self._rng = rng
        self._tries = tries
        self.clauses = WishClauses(board, wish)

    def positions(self) -> Iterator[Composed]:
        """See the class."""
        clauses = self.clauses
        with Search(clauses.formula, budget=self._budget, rng=self._rng) as search:
            while (status := search.solve()) is Status.SATISFIABLE:
                broken = clauses.refusal(search)
                if not broken:
                    yield from self._propose(search)
                    search.shuffle()
                clauses.formula.extend(broken)
        if status is Status.UNKNOWN:
            raise BudgetError("the search was cut off: it is unknown whether the wish can be met")
        if self.progress.unknown:
            raise BudgetError(f"{self.progress.unknown} positions could not be judged")

    def _propose(self, search: Search) -> Iterator[Composed]:
        formula, live = self.clauses.formula, mask_from(search, self.clauses.live)
        if self.clauses.fences is not None:
            fences = mask_from(search, self.clauses.fences)
            stuck = _stuck(self.board, fences)
            if stuck:
                # Whatever else is fenced, these can never all have been closed.
                formula.add(*(-self.clauses.fences[crossing] for crossing in bits(stuck)))
                return
        else:
            fences = needed_fences(self.board, live, rng=self._rng)
        if self.progress.proposals == self._tries:
            raise BudgetError(
                f"none of {self._tries} proposals was accepted since the last one found; "
                "it is unknown whether there is more"
                if self.progress.found
                else f"none of {self._tries} proposals was accepted; "
                "it is unknown whether the wish can be met"
            )
        self.progress.proposals += 1
        order = least_order(self.board, self._fewer(fences, live))
        assert order is not None
        position = replay(self.board, order)
        judgement = self._judge(position, self._budget) if self._judge else Judgement(True)
        if judgement.accepted:
            self.progress.found += 1
        self.progress.unknown += judgement.accepted is None
        self.progress.told(self.progress)
        if judgement.accepted:
            yield Composed(position, judgement.verdict)
        self._refuse(live, judgement)

    def _fewer(self, fences: int, live: int) -> int:
        """The fences without those that the wish does not need."""
        wish = self.wish
        if self.clauses.fences is None or wish.closures is not None:
            return fences
        orbits = [1 << crossing for crossing in bits(fences & ~wish.closed)]
        if wish.symmetry is not None:
            image = symmetries(self.board)[wish.symmetry]
            orbits = list(_orbits(fences & ~wish.closed, image))
        for orbit in orbits:
            fewer = fences & ~orbit
            if self.board.settle(self.board.full & ~fewer) == live and can_reopen_all(
                self.board, fewer
            ):
                fences = fewer
        return fences

    def _refuse(self, live: int, judgement: Judgement) -> None:
        """Propose neither this position again nor what the judgement says of others."""
        within = self.board.full if judgement.crossings is None else judgement.crossings
        for symmetry in self.board.symmetries:
            image = self.board.image(live, symmetry)
            places = bits(self.board.image(within, symmetry))
            self.clauses.formula.add(*differs(self.clauses.live, image, places))

    def refutation(self, budget: Budget | None = None) -> Proof:
        """A proof for an outside checker that no position meets the wish, all that the judge
        refused stated as clauses. ValueError if one does, or if not all were proposed."""
        proof = refute(self.clauses.formula, (), budget)
        if proof is None:
            raise ValueError("not all positions have been proposed")
        return proof


def falls_to_wish(
    board: Board,
    least: int,
    task: str,
    exactly: bool = False,
    budget: Budget | None = None,
    rng: Random | None = None,
    tries: int = TRIES,
    progress: Progress | None = None,
) -> Iterator[Composed]:
    """Puzzles about a fall of at least (or exactly) `least` crossings, until none is left.

    `what-falls` asks what the last closure makes fall; `great-fall` asks for the closure, and is
    kept only where it is the only answer. Raises BudgetError as `Composer.positions` does.
    """
    budget, progress = budget or Budget(), progress or Progress()
    every_closure = task == "what-falls"  # another closure is another puzzle
    for fall in FallSearch(board, budget, rng).falls(least, exactly, every_closure):
        if progress.proposals == tries:
            raise BudgetError(f"{tries} proposals were judged; it is unknown whether there is more")
        progress.proposals += 1
        turned = rng.choice(board.symmetries) if rng else board.symmetries[0]
        live, closure = board.image(fall.live, turned), turned[fall.closure]
        order = least_order(board, needed_fences(board, live, rng=rng))
        assert order is not None
        closures = (*order, closure) if task == "what-falls" else order
        position = replay(board, closures)
        verdict = verify(read_puzzle(record_of(position, task)), budget)
        sound = verdict.verdict == SOUND and not verdict.problems
        if task == "great-fall" and sound:
            greatest = verdict.findings.facts["greatest"]
            sound = greatest == least if exactly else greatest >= least
        progress.found += sound
        progress.told(progress)
        if sound:
            yield Composed(position, verdict)


def _stuck(board: Board, fences: int) -> int:
    """Fences that no order of play leads to: what is left after reopening any that is then live.

    No position has all of them, whatever else it has: to reopen the first of them among more
    fences is no easier. 0 if some order leads to all.
    """
    left = fences
    progress = True
    while left and progress:
        progress = False
        for crossing in bits(left):
            if board.settle(board.full & ~left | 1 << crossing) >> crossing & 1:
                left &= ~(1 << crossing)
                progress = True
    return left


def _orbits(mask: int, image: tuple[int, ...]) -> Iterator[int]:
    """The parts of `mask` that a permutation keeps together."""
    while mask:
        crossing = (mask & -mask).bit_length() - 1
        orbit = 0
        while not orbit >> crossing & 1:
            orbit |= 1 << crossing
            crossing = image[crossing]
        yield orbit & mask
        mask &= ~orbit


def judge_of_task(task: str, accept: Callable[[Verdict], bool] = lambda _: True) -> Judge:
    """A judge who wants the position to make a sound puzzle of this task, fit to be printed.

    `accept` may ask for more of the verdict. Of `fewest-fences` it also says which piece of what is
    gone has more than one smallest set: every board that looks the same there has two as well.
    """

    def judge(position: Position, budget: Budget) -> Judgement:
        verdict = verify(read_puzzle(record_of(position, task)), budget.part(JUDGING))
        if verdict.verdict == UNKNOWN:
            return Judgement(None, verdict)
        fit = not any(problem.severity == WARNING for problem in verdict.problems)
        try:
            if verdict.verdict == SOUND and fit and accept(verdict):
                return Judgement(True, verdict)
        except BudgetError:
            return Judgement(None, verdict)
        if task == "fewest-fences" and len(verdict.answers) > 1:
            return Judgement(False, verdict, _ambiguous_piece(position, budget))
        return Judgement(False, verdict)

    return judge


def _ambiguous_piece(position: Position, budget: Budget) -> int | None:
    """The least piece of what is gone with two smallest sets of fences, and what is beside it."""
    from crossfall.solver.roadworks.fences import smallest_fences

    board = position.board
    several = [
        p.gone for p in smallest_fences(board, position.open, budget, 2).pieces if len(p.sets) > 1
    ]
    if not several:
        return None
    gone = min(several, key=int.bit_count)
    return gone | board.grid.around(gone) & position.open


def record_of(position: Position, task: str, closures: Iterable[int] | None = None) -> Record:
    """The puzzle that a position makes of a task, as a file says it; `closures` if not its own."""
    board = position.board
    fields: dict[str, object] = {"game": "roadworks", "task": task}
    if task == "fewest-fences":
        from crossfall.solver.roadworks.notation import write_drawing

        fields["board"] = write_drawing(Position(board, position.open, None)) + "\n"
        return Record(fields)
    order = position.closures if closures is None else tuple(closures)
    fields["size"] = board.size
    fields["closed"] = " ".join(board.name(crossing) for crossing in order or ())
    return Record(fields)


def marked(board: Board, names: str) -> int:
    """The mask of the crossings of these names; InputError if the board lacks one.

    >>> from crossfall.solver.roadworks.rules import board
    >>> marked(board(1, 1), "a2 b1")
    6
    """
    from crossfall.solver.roadworks.notation import read_crossings

    return mask_of(read_crossings(board, names))
