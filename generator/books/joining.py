"""Joins PDF files that WeasyPrint made, with their tags; what a plain merge of pages would lose.

A page says under which number of the parent tree its tags are found, and the tags point to their
page. Copied page by page, both would be lost: so the numbers are moved up, and the trees hung
under one root (ISO 32000-1, 14.7).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name


class Joiner:
    """Appends files to a first one."""

    def __init__(self, first: str) -> None:
        self.pdf: Any = pikepdf.open(first)
        self._open: list[Any] = [self.pdf]
        self._kids: list[Any] = []
        self._parents: list[tuple[int, Any]] = []
        self._next = 0
        root = self.pdf.Root.StructTreeRoot
        self._take(root, 0)

    def _take(self, root: Any, offset: int) -> None:
        """Note the tags of a file, its numbers moved up."""
        kids = root.K
        self._kids += list(kids) if isinstance(kids, Array) else [kids]
        for number, parent in _numbers(root.ParentTree):
            self._parents.append((number + offset, parent))
            self._next = max(self._next, number + offset + 1)

    def append(self, path: str) -> None:
        """Append the pages of a file, and its tags."""
        source: Any = pikepdf.open(path)
        self._open.append(source)
        offset = self._next
        start = len(self.pdf.pages)
        self.pdf.pages.extend(source.pages)
        for page in self.pdf.pages[start:]:
            if "/StructParents" in page.obj:
                page.obj.StructParents = int(page.obj.StructParents) + offset
            for note in page.obj.get("/Annots", []):
                if "/StructParent" in note:
                    note.StructParent = int(note.StructParent) + offset
        # The pages were copied before: the tags find them.
        root = self.pdf.copy_foreign(source.Root.StructTreeRoot)
        self._take(root, offset)

    def finish_tags(self) -> None:
        """Hang all tags under one root."""
        root = self.pdf.Root.StructTreeRoot
        documents = []
        for kid in self._kids:
            if kid.get("/S") == Name.Document:
                children = kid.get("/K", Array([]))
                documents += list(children) if isinstance(children, Array) else [children]
            else:
                documents.append(kid)
        top = self._kids[0]
        if top.get("/S") != Name.Document:
            top = self.pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document))
        top.P = root
        for child in documents:
            if isinstance(child, Dictionary):
                child.P = top
        top.K = Array(documents)
        root.K = Array([top])
        flat = Array([])
        for number, parent in sorted(self._parents, key=lambda pair: pair[0]):
            flat.append(number)
            flat.append(parent)
        root.ParentTree = self.pdf.make_indirect(Dictionary(Nums=flat))
        root.ParentTreeNextKey = self._next

    def jumps(self, prefix: str) -> None:
        """Turn links that begin with `prefix` into jumps to the page that follows it."""
        pages = [page.obj for page in self.pdf.pages]
        for page in pages:
            for note in page.get("/Annots", []):
                action = note.get("/A")
                if action is None or action.get("/S") != Name.URI:
                    continue
                address = str(action.URI)
                if not address.startswith(prefix):
                    continue
                number = int(address.removeprefix(prefix))
                del note["/A"]
                note.Dest = Array([pages[number - 1], Name.Fit])

    def bookmarks(self, entries: Sequence[tuple[int, str, int]]) -> None:
        """The outline: level (1 or 2), title, page from 1."""
        with self.pdf.open_outline() as outline:
            outline.root.clear()
            last = None
            for level, title, number in entries:
                item = pikepdf.OutlineItem(title, number - 1, "Fit")
                if level > 1 and last is not None:
                    last.children.append(item)
                else:
                    outline.root.append(item)
                    last = item
                    last.is_closed = True

    def close(self) -> None:
        """Close every file."""
        for source in self._open:
            source.close()


def _numbers(tree: Any) -> list[tuple[int, Any]]:
    """The pairs of a number tree, in order."""
    pairs = []
    if "/Nums" in tree:
        flat = list(tree.Nums)
        pairs += [(int(flat[i]), flat[i + 1]) for i in range(0, len(flat), 2)]
    for kid in tree.get("/Kids", []):
        pairs += _numbers(kid)
    return pairs
