"""The engine for PPTX: slides as pages, with tables, diagrams and speaker notes. A child process of
`backend.readers.office`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from xml.etree import ElementTree as Xml

from backend.guarded_process import serve
from backend.readers.engines.office_parts import (
    OfficeParts,
    Relation,
    attribute,
    child,
    local,
    whole,
)
from backend.readers.engines.office_text import OfficeText
from backend.readers.engines.protocol import EngineRequest, FileRefusal, Report, converse
from backend.readers.layout.spanned_cells import MAX_SPAN, SpannedCell
from backend.readers.layout.titles import MAX_TITLE, title_of_name
from backend.types import Reading

MAX_DEPTH = 60
_TITLES = frozenset(["title", "ctrTitle"])
_OF_EVERY_SLIDE = frozenset(["ftr", "dt", "sldNum", "hdr"])
_PLAIN = frozenset(["subTitle"])


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole presentation."""
    with OfficeParts(request.path) as parts:
        names = _slides(parts)
        if len(names) > request.max_pages:
            raise FileRefusal("too_many_pages", len(names))
        text = OfficeText()
        hidden: list[int] = []
        for number, name in enumerate(names, start=1):
            report(number - 1, len(names))
            tree = parts.needed(name)
            if attribute(tree, "show", "1") in ("0", "false"):
                hidden.append(number)
            text.page()
            if number not in hidden:
                _Slide(parts, text, parts.relations(name)).write(tree)
        text.end_list()
        builder = text.builder
        if not builder.length:
            raise FileRefusal("empty")
        warnings = list(parts.warnings())
        if hidden:
            numbers = ", ".join(map(str, hidden[:12]))
            warnings.append(f"Hidden slides were left out: {numbers}.")
        first = builder.blocks[0]
        said = "".join(builder.parts)[first.start : first.end]
        title = said if first.kind == "heading" else ""
        title = title or title_of_name(PurePosixPath(request.name.replace("\\", "/")).name)
    report(len(names), len(names))
    return builder.reading(title[:MAX_TITLE], {"Format": "PPTX"}, warnings)


def _slides(parts: OfficeParts) -> list[str]:
    """The names of the slides' parts in the order in which they are shown."""
    main = "ppt/presentation.xml"
    for each in parts.relations("").values():
        if each.kind == "officeDocument" and not each.outside:
            main = each.target
    relations = parts.relations(main)
    found: list[str] = []
    for slide in child(parts.needed(main), "sldIdLst") or ():
        wanted = [key for key in slide.attrib if key.endswith("}id")]
        relation = relations.get(slide.attrib[wanted[0]]) if wanted else None
        if relation is not None and not relation.outside and relation.target in parts.names:
            found.append(relation.target)
    return found


class _Slide:
    """One slide as it is written into the text."""

    def __init__(
        self, parts: OfficeParts, text: OfficeText, relations: dict[str, Relation]
    ) -> None:
        self._parts = parts
        self._text = text
        self._relations = relations

    def write(self, slide: Xml.Element) -> None:
        """Title, shapes as they stand from the top down, diagrams, speaker notes."""
        tree = child(slide, "cSld", "spTree")
        shapes = list(_shapes(tree, 0)) if tree is not None else []
        titles = [each for each in shapes if _kind(each) in _TITLES]
        for shape in titles:
            self._text.heading(" ".join(line for _, line in _lines(shape)), 1)
        others = [each for each in shapes if not any(each is title for title in titles)]
        for shape in sorted(others, key=_height):
            self._shape(shape)
        for relation in self._relations.values():
            if relation.kind == "diagramData" and not relation.outside:
                self._diagram(relation.target)
        for relation in self._relations.values():
            if relation.kind == "notesSlide" and not relation.outside:
                self._notes(relation.target)
        self._text.end_list()

    def _shape(self, shape: Xml.Element) -> None:
        kind = _kind(shape)
        if kind in _OF_EVERY_SLIDE:
            return
        table = child(shape, "graphic", "graphicData", "tbl")
        if table is not None:
            self._table(table)
            return
        lines = list(_lines(shape))
        is_list = bool(kind) and kind not in _PLAIN and len(lines) > 1
        for properties, line in lines:
            marked = any(local(each) in ("buChar", "buAutoNum") for each in properties)
            plain = any(local(each) == "buNone" for each in properties)
            if marked or (is_list and not plain):
                self._text.item(line)
            else:
                self._text.paragraph(line)
        self._text.end_list()

    def _table(self, table: Xml.Element) -> None:
        first = attribute(child(table, "tblPr"), "firstRow", "0") in ("1", "true")
        rows: list[list[SpannedCell]] = []
        for row in table:
            if local(row) != "tr":
                continue
            cells: list[SpannedCell] = []
            for cell in row:
                if local(cell) != "tc" or attribute(cell, "hMerge") or attribute(cell, "vMerge"):
                    continue
                said = " ".join(line for _, line in _lines(cell))
                columns = whole(attribute(cell, "gridSpan", "1"), 1)
                down = whole(attribute(cell, "rowSpan", "1"), 1)
                cells.append(
                    SpannedCell(
                        said,
                        max(1, min(columns, MAX_SPAN)),
                        max(1, min(down, MAX_SPAN)),
                        first and not rows,
                    )
                )
            rows.append(cells)
        self._text.table(rows)

    def _diagram(self, name: str) -> None:
        tree = self._parts.xml(name)
        for paragraph in tree.iter() if tree is not None else ():
            if local(paragraph) == "p":
                self._text.item(_words(paragraph))
        self._text.end_list()

    def _notes(self, name: str) -> None:
        tree = child(self._parts.xml(name), "cSld", "spTree")
        for shape in _shapes(tree, 0) if tree is not None else ():
            if _kind(shape) == "body":
                said = "\n".join(line for _, line in _lines(shape))
                if said:
                    self._text.paragraph(f"Speaker notes: {said}")


def _shapes(tree: Xml.Element, depth: int) -> Iterator[Xml.Element]:
    """Shapes and frames, those of groups as well."""
    for each in tree:
        if local(each) in ("sp", "graphicFrame"):
            yield each
        elif local(each) in ("grpSp", "AlternateContent", "Choice") and depth < MAX_DEPTH:
            yield from _shapes(each, depth + 1)


def _kind(shape: Xml.Element) -> str:
    """The kind of place that a shape fills (`title`, `body` …); empty for a free one."""
    place = child(shape, "nvSpPr", "nvPr", "ph")
    return attribute(place, "type", "body") if place is not None else ""


def _height(shape: Xml.Element) -> tuple[int, int, int]:
    """Where a shape stands from the top down; what its layout places comes first."""
    frame = child(shape, "xfrm") if local(shape) == "graphicFrame" else child(shape, "spPr", "xfrm")
    corner = child(frame, "off")
    if corner is None:
        return (0, 0, 0)
    return (1, whole(attribute(corner, "y")), whole(attribute(corner, "x")))


def _lines(shape: Xml.Element) -> Iterator[tuple[list[Xml.Element], str]]:
    """The properties and the words of each paragraph that has some."""
    body = child(shape, "txBody")
    for paragraph in body if body is not None else ():
        if local(paragraph) == "p":
            words = _words(paragraph)
            if words:
                properties = child(paragraph, "pPr")
                yield (list(properties) if properties is not None else []), words


def _words(paragraph: Xml.Element) -> str:
    pieces = []
    for each in paragraph.iter():
        if local(each) == "t":
            pieces.append(each.text or "")
        elif local(each) in ("br", "tab"):
            pieces.append(" ")
    return " ".join("".join(pieces).split())


if __name__ == "__main__":
    serve(converse(read))
