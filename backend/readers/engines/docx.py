"""The engine for DOCX: headings, numbered and plain lists, tables, footnotes. A child process of
`backend.readers.office`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from xml.etree import ElementTree as Xml

from backend.guarded_process import serve
from backend.readers.engines.docx_numbering import Numbering
from backend.readers.engines.docx_styles import Styles
from backend.readers.engines.office_parts import OfficeParts, attribute, child, local, whole
from backend.readers.engines.office_text import OfficeText
from backend.readers.engines.protocol import EngineRequest, FileRefusal, Report, converse
from backend.readers.layout.spanned_cells import MAX_SPAN, SpannedCell
from backend.readers.layout.titles import MAX_TITLE, title_of_name
from backend.types import Reading

MAX_DEPTH = 60
"""Tables within tables and boxes within boxes are followed so far."""
_LEFT_OUT = frozenset(["del", "moveFrom", "Fallback", "instrText", "delText", "rPr", "pPr"])
_SIGNS = {
    "tab": " ",
    "br": "\n",
    "cr": "\n",
    "noBreakHyphen": "-",
    "ptab": " ",
}


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole document."""
    report(0, 1)
    with OfficeParts(request.path) as parts:
        name = _main_part(parts)
        body = child(parts.needed(name), "body")
        if body is None:
            raise FileRefusal("broken")
        relations = parts.relations(name).values()
        related = {relation.kind: relation.target for relation in relations if not relation.outside}
        document = _DocxBlocks(parts, related)
        document.blocks(body)
        document.text.end_list()
        builder = document.text.builder
        if not builder.length:
            raise FileRefusal("empty")
        warnings = list(parts.warnings())
        if document.changes:
            warnings.append(
                "The document holds tracked changes: it was read as if all were accepted."
            )
        core = parts.xml("docProps/core.xml")
        title = (
            document.title
            or _core_title(core)
            or title_of_name(PurePosixPath(request.name.replace("\\", "/")).name)
        )
    report(1, 1)
    return builder.reading(title[:MAX_TITLE], {"Format": "DOCX"}, warnings)


def _main_part(parts: OfficeParts) -> str:
    """The name of the part that holds the text."""
    for relation in parts.relations("").values():
        if relation.kind == "officeDocument" and not relation.outside:
            return relation.target
    return "word/document.xml"


def _core_title(core: Xml.Element | None) -> str:
    title = child(core, "title")
    return " ".join((title.text or "").split()) if title is not None else ""


class _DocxBlocks:
    """The document's blocks as they are written into the text."""

    def __init__(self, parts: OfficeParts, related: dict[str, str]) -> None:
        self.text = OfficeText()
        self.text.builder.page()
        self.title = ""
        self.changes = False
        self._styles = Styles(parts.xml(related.get("styles", "")))
        self._numbering = Numbering(parts.xml(related.get("numbering", "")))
        self._notes = {
            **_notes(parts.xml(related.get("footnotes", "")), "footnote"),
            **_notes(parts.xml(related.get("endnotes", "")), "endnote"),
        }
        self._called: list[tuple[str, str]] = []
        self._list = ""

    def blocks(self, parent: Xml.Element, depth: int = 0) -> None:
        """Write what stands in a body, a box or a control."""
        if depth > MAX_DEPTH:
            return
        for element in parent:
            name = local(element)
            if name == "p":
                self._paragraph(element, depth)
            elif name == "tbl":
                self._table(element, depth)
            elif name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"):
                self.blocks(element, depth + 1)

    def _paragraph(self, element: Xml.Element, depth: int) -> None:
        text = self._text_of(element)
        properties = child(element, "pPr")
        style = self._styles.of(attribute(child(properties, "pStyle"), "val"))
        number = child(properties, "numPr")
        number_id, level = style.number_id, style.number_level
        if number is not None:
            number_id = attribute(child(number, "numId"), "val")
            level = whole(attribute(child(number, "ilvl"), "val", str(level)))
        outline = attribute(child(properties, "outlineLvl"), "val")
        heading = whole(outline, 9) + 1 if outline else style.heading
        if text.strip():
            mark = self._numbering.next(number_id, level)
            if style.is_title and not self.title:
                self.title = " ".join(text.split())
            if style.is_title or 1 <= heading <= 9:
                prefix = f"{mark} " if any(map(str.isalnum, mark)) else ""
                self.text.heading(prefix + text, min(max(heading, 1), 6))
            elif mark:
                if number_id != self._list:
                    self.text.end_list()
                self.text.item(text, mark)
            else:
                self.text.paragraph(text)
        self._list = number_id
        for box in _boxes(element):
            self.blocks(box, depth + 1)
        for mark, note in self._called:
            self.text.paragraph(f"{mark} {note}")
        self._called.clear()

    def _text_of(self, element: Xml.Element) -> str:
        """The words of a paragraph or a cell; notes that it calls are remembered."""
        pieces: list[str] = []
        for run in _runs(element):
            name = local(run)
            if name == "t":
                pieces.append(run.text or "")
            elif name in _SIGNS:
                pieces.append(_SIGNS[name])
            elif name in ("footnoteReference", "endnoteReference"):
                kind = name.removesuffix("Reference")
                note = self._notes.get((kind, attribute(run, "id")))
                if note:
                    mark = f"[{len(self._called) + 1}]"
                    self._called.append((mark, note))
                    pieces.append(mark)
            elif name in ("ins", "del"):
                self.changes = True
        return re.sub(r"[ \t]+", " ", "".join(pieces)).strip()

    def _table(self, table: Xml.Element, depth: int) -> None:
        rows: list[list[SpannedCell]] = []
        above: dict[int, tuple[int, int]] = {}
        """Per column the row and place of the cell that a merge downwards goes on with."""
        for row in _children(table, "tr"):
            is_header = child(row, "trPr", "tblHeader") is not None
            cells: list[SpannedCell] = []
            column = 0
            for cell in _children(row, "tc"):
                properties = child(cell, "tcPr")
                span = whole(attribute(child(properties, "gridSpan"), "val", "1"), 1)
                span = max(1, min(span, MAX_SPAN))
                merge = child(properties, "vMerge")
                goes_on = merge is not None and attribute(merge, "val", "continue") == "continue"
                if goes_on and column in above:
                    at, place = above[column]
                    upper = rows[at][place]
                    rows[at][place] = upper._replace(rows=min(upper.rows + 1, MAX_SPAN))
                else:
                    above.pop(column, None)
                    if merge is not None:
                        above[column] = (len(rows), len(cells))
                    cells.append(SpannedCell(self._cell(cell, depth), span, 1, is_header))
                column += span
            rows.append(cells)
        self.text.table(rows)
        for mark, note in self._called:
            self.text.paragraph(f"{mark} {note}")
        self._called.clear()

    def _cell(self, cell: Xml.Element, depth: int) -> str:
        """A cell's words; a table within it is one line a row."""
        if depth > MAX_DEPTH:
            return ""
        pieces = []
        for each in cell:
            if local(each) == "p":
                pieces.append(self._text_of(each))
            elif local(each) == "tbl":
                pieces += [
                    " ".join(self._cell(inner, depth + 1) for inner in _children(row, "tc"))
                    for row in _children(each, "tr")
                ]
            elif local(each) in ("sdt", "sdtContent"):
                pieces.append(self._cell(each, depth + 1))
        return " ".join(piece for piece in pieces if piece)


def _runs(element: Xml.Element) -> Iterator[Xml.Element]:
    """What stands in a paragraph, in order; boxes, deletions and second versions are left out."""
    waiting = list(reversed(element))
    while waiting:
        each = waiting.pop()
        name = local(each)
        yield each
        if name not in _LEFT_OUT and name not in ("txbxContent", "tbl"):
            waiting.extend(reversed(each))


def _boxes(paragraph: Xml.Element) -> Iterator[Xml.Element]:
    """Text boxes that are anchored in a paragraph."""
    waiting = list(reversed(paragraph))
    while waiting:
        each = waiting.pop()
        if local(each) == "txbxContent":
            yield each
        elif local(each) not in _LEFT_OUT:
            waiting.extend(reversed(each))


def _children(parent: Xml.Element, name: str, depth: int = 0) -> Iterator[Xml.Element]:
    """Rows or cells, those in controls and of tracked insertions as well."""
    for each in parent:
        if local(each) == name:
            yield each
        elif local(each) in ("sdt", "sdtContent", "customXml", "ins") and depth < MAX_DEPTH:
            yield from _children(each, name, depth + 1)


def _notes(tree: Xml.Element | None, kind: str) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for note in tree if tree is not None else ():
        if local(note) == kind and attribute(note, "type") not in (
            "separator",
            "continuationSeparator",
            "continuationNotice",
        ):
            words = "".join(
                run.text or "" if local(run) == "t" else _SIGNS.get(local(run), "")
                for run in _runs(note)
            )
            found[kind, attribute(note, "id")] = " ".join(words.split())
    return found


if __name__ == "__main__":
    serve(converse(read))
