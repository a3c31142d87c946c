"""What the teacher reads: aims, minutes, questions to ask, wrong guesses."""

from __future__ import annotations

from crossfall.generator.tongues import msg

# For each section its title and its paragraphs.
NOTES = (
    (
        msg("What this pack is for"),
        msg(
            "Five pages lead from a first game to a line that nobody can stop. Pages 1 and 2 fit one "
            "lesson of 45 minutes, pages 3 and 4 a second, page 5 a third. Ages 10 and up."
        ),
        msg(
            "Each pair needs a copy of page 1 or of the blank boards, and about seven counters of each "
            "kind; there is a page of them to cut out. The answers of all puzzles are the same under "
            "all three sets of rules."
        ),
    ),
    (
        msg("1 · Play in pairs (15 minutes)"),
        msg(
            "*Aim:* the two games in one. *Ask:* what decides who swaps twice? Who begins the next "
            "wave? *Common mistake:* forgetting that a swap also moves the other's piece."
        ),
    ),
    (
        msg("2 · The shortest way to a line (20 minutes)"),
        msg(
            "*Aim:* to see both ends of a swap. *Ask:* which line lacks fewest pieces? Does the order "
            "of your swaps matter? *Wrong guess:* the line with most pieces, when no open edge leads "
            "to its gap."
        ),
    ),
    (
        msg("3 · A box, then the line (20 minutes)"),
        msg(
            "*Aim:* a box as a means, not an end. *Ask:* which edges close a box now? What does each "
            "of them move? *Wrong guess:* the box that is there for the taking."
        ),
    ),
    (
        msg("4 · Stop the threat (20 minutes)"),
        msg(
            "*Aim:* to think for the other side. Let one of a pair play the threat, the other try to "
            "stop it, in the blank copies. *Wrong guess:* building a line of one's own meanwhile."
        ),
    ),
    (
        msg("5 · A line that cannot be stopped (20 minutes)"),
        msg(
            "*Aim:* two turns ahead, for those who want more. *Ask:* if the other did nothing, what "
            "would you do? What can it do against that?"
        ),
    ),
)
