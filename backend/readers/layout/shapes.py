"""The values that the layout steps hand to each other. Points from the page's top left corner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Word(NamedTuple):
    """A printed word. `size` is the height of its font's box, whatever the letters are; `fixed`
    says whether all letters of its font are of one width, as those of listings are."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    bold: bool
    fixed: bool = False


@dataclass(slots=True)
class Fragment:
    """Words of one line that stand close together."""

    words: list[Word]
    left: float
    top: float
    right: float
    bottom: float
    size: float

    @property
    def centre(self) -> float:
        """Height of its middle on the page."""
        return (self.top + self.bottom) / 2


@dataclass(slots=True)
class FragmentRow:
    """Fragments at one height within a column of text, from left to right."""

    fragments: list[Fragment]
    top: float
    bottom: float
    size: float

    @property
    def left(self) -> float:
        """Its leftmost edge."""
        return self.fragments[0].left

    @property
    def right(self) -> float:
        """Its rightmost edge."""
        return max(fragment.right for fragment in self.fragments)


@dataclass(slots=True)
class PrintedLine:
    """A line of running text, or one row of a table.

    `shown` is its box on the page as shown where that differs, because the text was printed
    sideways. `column` numbers the column of text on the page; `indent` and `slack` are the
    distances of its ends from that column's left and right edge. `cells` are the boxes of a table's
    cells, that of the label first, None where a cell is empty. `fixed` says whether its letters are
    of one width.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    bold: bool
    column: int = 0
    indent: float = 0.0
    slack: float = 0.0
    shown: tuple[float, float, float, float] | None = None
    cells: tuple[tuple[float, float, float, float] | None, ...] = ()
    fixed: bool = False


@dataclass(slots=True)
class PrintedTable:
    """A table: its header's printed lines, the path of headers per column from the top down (that
    of the labels first; none without a header), and rows with their cells. `drawn` says that rules
    on the page part its cells."""

    header_lines: list[PrintedLine]
    header: tuple[tuple[str, ...], ...]
    rows: list[tuple[PrintedLine, tuple[str, ...]]]
    drawn: bool = False


@dataclass(slots=True)
class Figure:
    """What was read in a picture on a page of text: lines and tables in reading order, and the
    edges of the picture on the page as its text is read."""

    items: list[PrintedLine | PrintedTable]
    left: float
    top: float
    right: float
    bottom: float


@dataclass(slots=True)
class PageLayout:
    """A page's lines and tables in reading order, and what its pictures say besides."""

    width: float
    height: float
    items: list[PrintedLine | PrintedTable]
    figures: list[Figure] = field(default_factory=list)


def lines_of(page: PageLayout) -> list[PrintedLine]:
    """All lines of a page, those of its tables as well; none of its pictures."""
    return lines_in(page.items)


def lines_in(items: Iterable[PrintedLine | PrintedTable]) -> list[PrintedLine]:
    """All lines, those of tables as well."""
    lines: list[PrintedLine] = []
    for item in items:
        if isinstance(item, PrintedLine):
            lines.append(item)
        else:
            lines.extend(item.header_lines)
            lines.extend(line for line, _ in item.rows)
    return lines


class Bookmark(NamedTuple):
    """An entry of the document's outline. `level` counts from 1, `page` from 0 (-1: nowhere)."""

    title: str
    level: int
    page: int
