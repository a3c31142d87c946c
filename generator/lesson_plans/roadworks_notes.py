"""What the teacher reads: aims, minutes, questions to ask, wrong guesses; and open answers."""

from __future__ import annotations

from crossfall.generator.tongues import msg

# Answers to the questions at the foot of the pupils' pages.
SAID = {
    "plain": msg(
        "**Does it matter?** No. On these boards the number of safe closures is the same however "
        "you both play; the player to move wins exactly if it is odd."
    ),
    "falls": msg(
        "**Why?** One closure makes many crossings fall, another none. So your choice can change "
        "how many closures are still to come, and whether that number is odd or even."
    ),
    "rings": msg(
        "**When?** With an odd number of rings. Every safe closure uses up one ring; with an odd "
        "number you make the last one, and your opponent must cut A from B."
    ),
}

# For each section its title and its paragraphs.
NOTES = (
    (
        msg("What this pack is for"),
        msg(
            "Eight pages lead from a first game to a short proof. Pages 1 to 3 fit one lesson of 45 "
            "minutes, pages 4 and 5 a second, pages 6 and 7 a third; page 8 is for the end of "
            "another day. Ages 9 and up; no arithmetic beyond odd and even is needed before page 6."
        ),
        msg(
            "Copy one set of pages 1 to 8 for each pupil. For each pair copy the blank boards, and on "
            "thicker paper the counters; for page 6 also the cards. Everything can be printed "
            "in black and white: the two kinds of fence differ in shape."
        ),
    ),
    (
        msg("1 · Play in pairs (15 minutes)"),
        msg(
            "*Aim:* know the rules by heart. Let pairs play without advice, and collect all results on "
            "the board: who started, who won."
        ),
        msg(
            "*Ask:* When did you know that you had lost? Which crossings did nobody dare to close?"
        ),
        msg(
            "*Wrong guess:* “Whoever closes the last crossing wins.” It is the other way round for the "
            "closure that cuts A from B: whoever makes it loses."
        ),
    ),
    (
        msg("2 · What falls? (10 minutes)"),
        msg(
            "*Aim:* see dead ends and hanging loops. Let pupils trace a path with a finger: in, and "
            "out again without using a crossing twice."
        ),
        msg("*Ask:* Which crossing do all these hang from? Does A hold anything up?"),
        msg(
            "*Wrong guess:* a loop stays because one can walk round it. A path from A to B would have "
            "to go in and come out through the same crossing."
        ),
    ),
    (
        msg("3 · What must never be closed? (10 minutes)"),
        msg(
            "*Aim:* find the crossings that all paths share, and meet a game in which nothing falls."
        ),
        msg(
            "*Ask:* Can you go from A to B without it? How many closures are left on board 3? Play it "
            "twice, as differently as you can, and count again."
        ),
        msg(
            "*Wrong guess:* “A crossing with two streets must stay.” It may be passed on another way."
        ),
    ),
    (
        msg("4 · Long games and short games (15 minutes)"),
        msg(
            "*Aim:* see that with falling crossings the number of closures depends on the choices. "
            "Compare with page 3."
        ),
        msg("*Ask:* Which closure made most crossings fall? Whom does a shorter game help?"),
        msg("*Wrong guess:* “The biggest fall is always best.” It is often not."),
    ),
    (
        msg("5 · Rings (15 minutes)"),
        msg(
            "*Aim:* split a board into parts that do not touch each other’s fate, and win by counting. "
            "Cut crossings are where the parts meet."
        ),
        msg("*Ask:* How many rings are there? Odd or even? Who closes the last one?"),
        msg("*Wrong guess:* a larger ring gives more closures. Every ring gives one."),
    ),
    (
        msg("6 · Blocks as heaps (25 minutes)"),
        msg(
            "*Aim:* give each block a number. Do *ring* and *double* together, then let groups share "
            "out the other six cards. Compare the numbers before you go on."
        ),
        msg(
            "*Ask:* What can you leave? Which is the smallest number that you cannot leave? Why do "
            "two equal blocks cancel out?"
        ),
        msg(
            "*Wrong guess:* the number is the count of closures. *Triple a* allows up to three, yet its "
            "number is 0: whatever is closed in it can be answered."
        ),
    ),
    (
        msg("7 · Find the winning closure (20 minutes)"),
        msg(
            "*Aim:* leave an even number of rings, twin blocks, or heaps that add to 0. Pupils write "
            "the crossing and say why the opponent cannot win."
        ),
        msg("*Ask:* Which blocks are left after your closure? What do you answer to each closure?"),
    ),
    (
        msg("8 · Exit ticket (10 minutes)"),
        msg(
            "*Aim:* see who can explain. The challenge is for those who are quick: it needs one "
            "closure and reply ahead."
        ),
    ),
)
