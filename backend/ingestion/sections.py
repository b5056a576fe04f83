"""A document's sections, from its headings."""

from __future__ import annotations

from itertools import pairwise

from backend.identity import section_id
from backend.types import Block, Reading, Section

MAX_TITLE = 200


def sections_of(reading: Reading, document_id: str) -> tuple[Section, ...]:
    """Cut a document at its headings; the sections' spans follow each other and cover the text.

    A heading's parent is the nearest one before it with a smaller level. Text before the first
    heading is a section of level 0 under the document's title, and no one's parent; a document
    without headings is one such section.
    """
    headings = [block for block in reading.blocks if block.kind == "heading"]
    sections: list[Section] = []
    starts = [heading.start for heading in headings]
    if not headings or reading.text[: starts[0]].strip():
        end = starts[0] if starts else len(reading.text)
        sections.append(_section(document_id, 0, reading.title, (), "", 0, 0, (0, end)))
    else:
        starts[0] = 0
    open_sections: list[Section] = []
    spans = pairwise([*starts, len(reading.text)])
    for heading, span in zip(headings, spans, strict=True):
        while open_sections and open_sections[-1].level >= heading.level:
            open_sections.pop()
        parent = open_sections[-1] if open_sections else None
        section = _section(
            document_id,
            len(sections),
            _title(reading, heading),
            parent.path if parent else (),
            parent.id if parent else "",
            heading.level,
            heading.page,
            span,
        )
        sections.append(section)
        open_sections.append(section)
    return tuple(sections)


def _section(
    document_id: str,
    ordinal: int,
    title: str,
    path: tuple[str, ...],
    parent_id: str,
    level: int,
    page: int,
    span: tuple[int, int],
) -> Section:
    start, end = span
    return Section(
        id=section_id(document_id, ordinal, start, title),
        document_id=document_id,
        parent_id=parent_id,
        title=title,
        path=(*path, title),
        level=level,
        page=page,
        start=start,
        end=end,
    )


def _title(reading: Reading, heading: Block) -> str:
    """A heading's text without Markdown's marks and without line ends."""
    text = " ".join(reading.text[heading.start : heading.end].split())
    marks = len(text) - len(text.lstrip("#"))
    if 0 < marks <= 6 and text[marks : marks + 1] == " ":
        text = text[marks:].rstrip("#").strip()
    return text[:MAX_TITLE] or reading.title
