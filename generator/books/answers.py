"""An answer of a book: its number, its board, what is told, and the way back to the puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from crossfall.generator.books import measure
from crossfall.generator.books.blocks import Badge, Block, BoardBlock, Reference, TextBlock
from crossfall.generator.books.setting import Setting
from crossfall.generator.design import Box
from crossfall.generator.drawing import Drawing
from crossfall.generator.sheets import SheetItem
from crossfall.generator.words import Key

LISTED = 2.6  # mm: how far the lines of a list in a key stand in
KEY_STEP, KEY_SHARE = 5.4, 0.44  # a street in an answer's board, in mm; its share of the column


class Answer:
    """One answer laid out for a column of that width.

    blocks: its parts, measured from its own corner. height: how far down they reach.
    """

    def __init__(self, setting: Setting, width: float, item: SheetItem, key: Key) -> None:
        self.blocks: list[Block] = []
        style, back = setting.style("key"), setting.style("back")
        badge = setting.type.badge
        left = badge + 2.0
        boards = item.key_boards
        inner = width - left
        self.blocks.append(Badge(Box(0, 0, badge, badge), item.number))
        beside = lowest = 0.0
        top = (badge - style.line) / 2
        if len(boards) == 1:
            board = boards[0]
            scale = min(KEY_STEP / board.step, KEY_SHARE * width / board.width)
            size = board.width * scale, board.height * scale
            self.blocks.append(BoardBlock(Box(width - size[0], 0, *size), board))
            beside = size[0] + 3.0
            lowest = size[1]
        y = top
        for told in key.paragraphs:
            # What begins under the board has the whole column.
            inset = LISTED if told.listed else 0.0
            room = inner - inset - (beside if y < lowest + 1.0 else 0.0)
            high = measure.height(told, style, room)
            self.blocks.append(TextBlock(Box(left + inset, y, room, high), told, style))
            y += high + style.after
        place = Box(left, y, inner - (beside if y < lowest + 1.0 else 0.0), back.line)
        anchor = f"puzzle-{item.number}"
        self.blocks.append(
            Reference(place, setting.tongue.say("Puzzle on page {page}"), anchor, back)
        )
        y += back.line
        if len(boards) > 1:
            y = self._rows(boards, left, y + 1.5, inner)
        self.height = max(y, lowest, badge)

    def _rows(self, boards: Sequence[Drawing], left: float, top: float, inner: float) -> float:
        """Several boards in rows under the text."""
        across = min(len(boards), max(1, int((inner + 3.0) // 27.0)))
        across = ceil(len(boards) / ceil(len(boards) / across))
        each = (inner - 3.0 * (across - 1)) / across
        scale = min(min(KEY_STEP * 1.1 / b.step, each / b.width) for b in boards)
        for start in range(0, len(boards), across):
            x = left
            row = boards[start : start + across]
            for board in row:
                size = board.width * scale, board.height * scale
                self.blocks.append(BoardBlock(Box(x, top, *size), board))
                x += size[0] + 3.0
            top += max(b.height for b in row) * scale + 2.0
        return top - 2.0

    def at(self, x: float, y: float) -> list[Block]:
        """The blocks, moved."""
        return [
            replace(
                block,
                box=replace(block.box, x=round(block.box.x + x, 3), y=round(block.box.y + y, 3)),
            )
            for block in self.blocks
        ]
