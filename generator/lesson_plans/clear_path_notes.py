"""What the teacher reads: aims, minutes, questions to ask, wrong guesses; and open answers."""

from __future__ import annotations

from crossfall.generator.tongues import msg

# Answers to the questions at the foot of the pupils' pages.
SAID = {
    "corner": msg(
        "**The corner.** Two of its sides are edges. It is surrounded as soon as one of its two "
        "neighbours is a stone."
    ),
    "draw": msg(
        "**No draw.** Whoever is not cut off still has room for a path, and no turn may end with "
        "the other side cut off. So both can always still win, until one of them does; and there "
        "is always a legal turn."
    ),
    "long": msg(
        "**Not always.** Long turns use up dead ends that you may need later, and stones of "
        "either colour surround points for the other side too."
    ),
}

# For each section its title and its paragraphs.
NOTES = (
    (
        msg("What this pack is for"),
        msg(
            "Six pages lead from a first game of Clear Path to turns that win in two. Pages 1 to 3 fit "
            "one lesson of 45 minutes, pages 4 and 5 a second, page 6 a third. Ages 10 and up."
        ),
        msg(
            "Copy one set of pages for each pupil, and for each pair a blank board and a sheet of "
            "stones. Everything can be printed in black and white: stones carry letters, the two "
            "kinds of edge differ in their pattern."
        ),
        msg(
            "Pupils who look for the game elsewhere should know that a newer game of the same name is "
            "played one stone at a time; these pages are about the *chain-reaction* game."
        ),
    ),
    (
        msg("1 · Play in pairs (20 minutes)"),
        msg(
            "*Aim:* know the rules by heart. Begin on 5 × 5 points. One pupil places, the other says "
            "“surrounded” or “your turn is over” for every stone."
        ),
        msg("*Ask:* Who began, who won? Did anyone change sides after Red's first stone, and why?"),
        msg(
            "*Wrong guess:* one may stop in the middle of a chain. The turn goes on until a stone is "
            "placed on a point that is not surrounded."
        ),
    ),
    (
        msg("2 · Who must place again? (10 minutes)"),
        msg("*Aim:* count the sides of a point: stones of both colours and the edge."),
        msg("*Ask:* Which of its four sides are taken? Does the colour matter?"),
        msg("*Wrong guess:* only the opponent's stones surround a point."),
    ),
    (
        msg("3 · Where may you not start? (15 minutes)"),
        msg("*Aim:* see that stones joined by diagonal steps already cut the other side off."),
        msg(
            "*Ask:* Trace a way for the other side with a finger, along the lines. Where is it blocked?"
        ),
        msg(
            "*Wrong guess:* a gap at a corner lets a path through. Paths run along the lines only."
        ),
    ),
    (
        msg("4 · Long turns (15 minutes)"),
        msg("*Aim:* fill dead ends in the right order, and see what surrounds the next point."),
        msg(
            "*Ask:* What would end your turn too early? Which point becomes surrounded by this stone?"
        ),
        msg("*Wrong guess:* every stone of a chain must touch the one before it."),
    ),
    (
        msg("5 · Win this turn (20 minutes)"),
        msg("*Aim:* work backwards from the missing stones of a path."),
        msg("*Ask:* Which stones are missing? Which of them can come last?"),
        msg(
            "*Wrong guess:* the shortest gap is the answer. Often it would end the turn too early."
        ),
    ),
    (
        msg("6 · Win in two turns (20 minutes)"),
        msg(
            "*Aim:* go through all turns of the other side. Work in pairs: one plays the other side."
        ),
        msg("*Ask:* Which turns are left to the other side? Is there one that does not help you?"),
        msg("*Wrong guess:* without a threat there is no danger. Nobody may pass."),
    ),
)
