"""What a reader returns: a document's text with its layout, page by page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

BlockKind = Literal["heading", "paragraph", "list", "table"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PageSize:
    """Width and height of a page in points, as it is shown (rotation applied)."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line: the span of the document's text that it holds, and where it stands."""

    start: int
    end: int
    page: int
    box: Box


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list or table in reading order. `level` is 1.. for headings, else 0."""

    kind: BlockKind
    start: int
    end: int
    page: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table: its span in the document's text and its cells (first cell: the label).

    `boxes` say where the cells stand on the page, None for empty ones; files without pages have
    none. `reach` says over how many rows each cell's figure reaches, this one among them; it is
    empty where no figure does.
    """

    start: int
    end: int
    cells: tuple[str, ...]
    boxes: tuple[Box | None, ...] = ()
    reach: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its header. `title` is the nearest heading or caption above it, or empty.

    `paths` are the headers over each column from the top down, that over the labels first; `header`
    is the same in one text each. Both are empty where no header was found.
    """

    start: int
    end: int
    page: int
    title: str
    header: tuple[str, ...]
    rows: tuple[TableRow, ...]
    paths: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as text with its layout: everything that ingestion needs to know of a file.

    `text` is the whole document in reading order, blocks separated by blank lines. `page_starts[p]`
    is the offset at which page p begins; text files without pages have one page and no lines'
    boxes.
    """

    text: str
    title: str
    page_sizes: tuple[PageSize, ...]
    page_starts: tuple[int, ...]
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    lines: tuple[Line, ...]
    metadata: dict[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
