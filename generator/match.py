"""A game in the terminal between a person and the computer, whatever the game is."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from crossfall.generator.clocks import Clock
from crossfall.generator.output import write_output
from crossfall.generator.players import Player
from crossfall.generator.players.strength import FULL, Strength, choose
from crossfall.solver.budget import Budget
from crossfall.solver.errors import InputError
from crossfall.solver.records import dump_records

HELP = """\
Type a move, or one of:
  hint        a hint; ask again for a stronger one
  why         what is to be said for or against the last move
  undo        take back your last move
  board       draw the board again
  save FILE   save the position as a puzzle file
  help        this page
  quit        stop"""


@dataclass
class Match:
    """One game. `human` is the person's side, 0 for the one who began; `say` takes what to print.

    Every position since the start is kept, so that moves can be taken back and asked about.
    clock: the person's, if there is one; `now` gives the time in seconds.
    """

    player: Player
    position: Any
    human: int
    rng: random.Random
    say: Callable[[str], None]
    past: list[tuple[Any, Any]] = field(default_factory=list)  # (position before, move)
    hints_told: int = 0
    clock: Clock | None = None
    now: Callable[[], float] = time.monotonic
    strength: Strength = FULL
    thinking: float = 0.0  # seconds since the person was to move

    def run(self, lines: Iterable[str]) -> None:
        """Play until the game is over, the person quits, or `lines` end."""
        if self.strength.about:
            self.say(self.strength.about)
        self.say(self.player.show(self.position))
        self._computer_moves()
        for line in self._until_over(lines):
            word, _, rest = line.strip().partition(" ")
            if not word:
                continue
            command = getattr(self, f"_do_{word.lower()}", None)
            if word.lower() in ("quit", "exit", "q"):
                return
            try:
                if command is not None:
                    command(rest.strip())
                else:
                    self._person_moves(line)
            except InputError as error:
                for fault in error.faults:
                    self.say(f"{fault}. (help: type help)")

    def _until_over(self, lines: Iterable[str]) -> Iterable[str]:
        source = iter(lines)
        while not self._told_result():
            asked = self.now()
            line = next(source, None)
            self.thinking += self.now() - asked
            if line is None:
                return
            yield line

    def _told_result(self) -> bool:
        if self.clock is not None and self.clock.is_spent:
            self.say("Your time is spent. The computer wins.")
            return True
        winner = self.player.result(self.position)
        if winner is None:
            return False
        self.say("You win." if winner == self.human else "The computer wins.")
        return True

    def _make(self, move: Any) -> str:
        before = self.position
        self.position, told = self.player.play(before, move)
        self.past.append((before, move))
        if self.clock is not None:
            self.clock.moved(before, self.position)
        self.hints_told = 0
        return told

    def _person_moves(self, text: str) -> None:
        move = self.player.read_move(self.position, text)
        if self.clock is not None:
            self.clock.charge(self.thinking)
            self.thinking = 0.0
            if self.clock.is_spent:
                return
        self.say(self._make(move))
        self._computer_moves()
        if self.clock is not None:
            self.say(self.clock.told())

    def _computer_moves(self) -> None:
        """The computer plays as long as it is to move, then the board is drawn."""
        moved = False
        while self.player.result(self.position) is None:
            if self.player.mover(self.position) == self.human:
                break
            choice = choose(self.player, self.strength, self.position, self.rng, Budget())
            self.say(f"Computer: {self._make(choice.move)} {choice.comment}".rstrip())
            moved = True
        if moved or self.player.result(self.position) is not None:
            self.say(self.player.show(self.position))

    def _do_help(self, _: str) -> None:
        self.say(HELP)

    def _do_board(self, _: str) -> None:
        self.say(self.player.show(self.position))

    def _do_hint(self, _: str) -> None:
        hints = self.player.hints(self.position, Budget())
        self.say(hints[min(self.hints_told, len(hints) - 1)])
        self.hints_told += 1

    def _do_why(self, _: str) -> None:
        if not self.past:
            self.say("No move has been made yet.")
            return
        before, move = self.past[-1]
        self.say(self.player.why(before, move, Budget()))

    def _do_undo(self, _: str) -> None:
        """Back to the person's last choice; the computer's moves since then go too."""
        mine = [i for i, (before, _) in enumerate(self.past) if self._is_mine(before)]
        if not mine:
            self.say("There is nothing of yours to take back.")
            return
        self.position = self.past[mine[-1]][0]
        del self.past[mine[-1] :]
        self.hints_told = 0
        self.say(self.player.show(self.position))

    def _is_mine(self, position: Any) -> bool:
        return self.player.mover(position) == self.human

    def _do_save(self, target: str) -> None:
        if not target:
            raise InputError("save where? expected: save FILE.toml")
        write_output(target, dump_records([self.player.record(self.position)]))
        self.say(f"Saved to {target}.")
