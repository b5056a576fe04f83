"""The engine for ODT: headings, lists, tables, notes. A child process of
`backend.readers.office`."""

from __future__ import annotations

from pathlib import PurePosixPath
from xml.etree import ElementTree as Xml

from backend.guarded_process import serve
from backend.readers.engines.office_parts import OfficeParts, attribute, child, local, whole
from backend.readers.engines.office_text import OfficeText
from backend.readers.engines.protocol import EngineRequest, FileRefusal, Report, converse
from backend.readers.layout.spanned_cells import MAX_SPAN, SpannedCell
from backend.readers.layout.titles import MAX_TITLE, title_of_name
from backend.types import Reading

MAX_DEPTH = 60
MAX_REPEATED = 1_000
_LEFT_OUT = frozenset(
    ["annotation", "tracked-changes", "sequence-decls", "variable-decls", "user-field-decls",
     "forms", "index-title", "table-of-content", "alphabetical-index", "ruby-text", "desc"]
)  # fmt: skip


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole document."""
    report(0, 1)
    with OfficeParts(request.path) as parts:
        manifest = parts.xml("META-INF/manifest.xml")
        if manifest is not None and any(
            local(each) == "encryption-data" for each in manifest.iter()
        ):
            raise FileRefusal("encrypted")
        body = child(parts.needed("content.xml"), "body", "text")
        if body is None:
            raise FileRefusal("broken")
        document = _OdtBlocks()
        document.blocks(body)
        document.text.end_list()
        builder = document.text.builder
        if not builder.length:
            raise FileRefusal("empty")
        title = child(parts.xml("meta.xml"), "meta", "title")
        said = " ".join((title.text or "").split()) if title is not None else ""
        said = said or title_of_name(PurePosixPath(request.name.replace("\\", "/")).name)
        warnings = list(parts.warnings())
        if any(local(each) == "tracked-changes" for each in body):
            warnings.append(
                "The document holds tracked changes: it was read as if all were accepted."
            )
    report(1, 1)
    return builder.reading(said[:MAX_TITLE], {"Format": "ODT"}, warnings)


class _OdtBlocks:
    """The document's blocks as they are written into the text."""

    def __init__(self) -> None:
        self.text = OfficeText()
        self.text.builder.page()
        self._notes: list[str] = []

    def blocks(self, parent: Xml.Element, depth: int = 0) -> None:
        """Write what stands in a body, a section or a box."""
        if depth > MAX_DEPTH:
            return
        for element in parent:
            name = local(element)
            if name == "h":
                level = whole(attribute(element, "outline-level", "1"), 1)
                self.text.heading(self._words(element), max(1, min(level, 6)))
                self._end(element, depth)
            elif name == "p":
                self.text.paragraph(self._words(element))
                self._end(element, depth)
            elif name == "list":
                self._list(element, depth)
                self.text.end_list()
            elif name == "table":
                self.text.table(self._rows(element, depth))
                self._write_notes()
            elif name not in _LEFT_OUT:
                self.blocks(element, depth + 1)

    def _end(self, paragraph: Xml.Element, depth: int) -> None:
        """Write the boxes that are anchored in a paragraph, and its notes."""
        for box in paragraph.iter():
            if local(box) == "text-box":
                self.blocks(box, depth + 1)
        self._write_notes()

    def _write_notes(self) -> None:
        for number, note in enumerate(self._notes, start=1):
            self.text.paragraph(f"[{number}] {note}")
        self._notes.clear()

    def _list(self, element: Xml.Element, depth: int) -> None:
        if depth > MAX_DEPTH:
            return
        for item in element:
            if local(item) not in ("list-item", "list-header"):
                continue
            for each in item:
                if local(each) == "list":
                    self._list(each, depth + 1)
                elif local(each) == "p":
                    self.text.item(self._words(each))
                elif local(each) == "h":
                    self.text.heading(
                        self._words(each), whole(attribute(each, "outline-level", "1"), 1)
                    )

    def _rows(
        self, table: Xml.Element, depth: int, *, header: bool = False
    ) -> list[list[SpannedCell]]:
        rows: list[list[SpannedCell]] = []
        for each in table:
            name = local(each)
            if name in ("table-header-rows", "table-rows", "table-row-group") and depth < MAX_DEPTH:
                inside = header or name == "table-header-rows"
                rows += self._rows(each, depth + 1, header=inside)
            elif name == "table-row":
                cells = self._cells(each, depth, header=header)
                times = whole(attribute(each, "number-rows-repeated", "1"), 1)
                filled = any(cell.text for cell in cells)
                rows += [cells] * (min(max(times, 1), MAX_REPEATED) if filled else 1)
        return rows

    def _cells(self, row: Xml.Element, depth: int, *, header: bool) -> list[SpannedCell]:
        cells: list[SpannedCell] = []
        for cell in row:
            if local(cell) != "table-cell":  # what another cell covers is no place of its own
                continue
            words = " ".join(self._words(each) for each in cell.iter() if local(each) in ("p", "h"))
            columns = whole(attribute(cell, "number-columns-spanned", "1"), 1)
            down = whole(attribute(cell, "number-rows-spanned", "1"), 1)
            times = whole(attribute(cell, "number-columns-repeated", "1"), 1)
            spanned_cell = SpannedCell(
                words.strip(), max(1, min(columns, MAX_SPAN)), max(1, min(down, MAX_SPAN)), header
            )
            cells += [spanned_cell] * max(1, min(times, MAX_SPAN))
        while cells and not cells[-1].text and cells[-1].columns == 1:
            cells.pop()  # empty cells fill a sheet's rows to their end
        return cells

    def _words(self, element: Xml.Element) -> str:
        """The words of a paragraph; its notes are remembered, its boxes come after it."""
        return " ".join(self._pieces(element, 0).split(" ")).strip()

    def _pieces(self, element: Xml.Element, depth: int) -> str:
        pieces = [element.text or ""]
        for each in element:
            name = local(each)
            if name in ("s", "tab"):
                pieces.append(" ")
            elif name == "line-break":
                pieces.append("\n")
            elif name == "note":
                note = child(each, "note-body")
                said = " ".join(self._pieces(note, depth + 1).split()) if note is not None else ""
                self._notes.append(said)
                pieces.append(f"[{len(self._notes)}]")
            elif name not in _LEFT_OUT and name not in ("text-box", "frame") and depth < MAX_DEPTH:
                pieces.append(self._pieces(each, depth + 1))
            pieces.append(each.tail or "")
        return "".join(pieces)


if __name__ == "__main__":
    serve(converse(read))
