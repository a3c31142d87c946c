"""A search by proof numbers (df-pn, A. Nagai 2002) of the same question, to compare with."""

from dataclasses import dataclass, field

from crossfall.solver.pathing_boxes.rules import PathingPosition
from crossfall.solver.pathing_boxes.wave import position_key

INFINITE = 10**9


@dataclass
class ProofNumbers:
    """Whether `attacker` forces its line in the wave; proven and disproven by the literal rules."""

    attacker: int
    nodes: int = 0
    _table: dict[int, tuple[int, int]] = field(default_factory=dict)

    def forces(self, here: PathingPosition) -> bool:
        self._search(here, INFINITE, INFINITE)
        return self._numbers(here)[0] == 0

    def _numbers(self, here: PathingPosition) -> tuple[int, int]:
        winner = here.winner()
        if winner is not None or here.is_wave_over():
            return (0, INFINITE) if winner == self.attacker else (INFINITE, 0)
        return self._table.get(position_key(here.x, here.y, here.filled, here.turn), (1, 1))

    def _search(self, here: PathingPosition, proof: int, disproof: int) -> None:
        self.nodes += 1
        children = [here.play(edge) for edge in here.moves()]
        attacking = here.turn == self.attacker
        while True:
            numbers = [self._numbers(child) for child in children]
            least = 0 if attacking else 1  # the number of which the least child counts
            order = sorted(range(len(children)), key=lambda i: numbers[i][least])
            best = order[0]
            second = numbers[order[1]][least] if len(order) > 1 else INFINITE
            total = min(INFINITE, sum(pair[1 - least] for pair in numbers))
            lowest = numbers[best][least]
            own = (lowest, total) if attacking else (total, lowest)
            key = position_key(here.x, here.y, here.filled, here.turn)
            self._table[key] = own
            if own[0] >= proof or own[1] >= disproof or 0 in own:
                return
            bounds = (proof, disproof)
            first_bound = min(bounds[least], second + 1)
            other_bound = min(INFINITE, bounds[1 - least] - total + numbers[best][1 - least])
            child_bounds = (first_bound, other_bound) if attacking else (other_bound, first_bound)
            self._search(children[best], *child_bounds)


def proof_number_nodes(here: PathingPosition) -> int:
    """How many nodes the search visits for the player to move."""
    search = ProofNumbers(here.turn)
    search.forces(here)
    return search.nodes
