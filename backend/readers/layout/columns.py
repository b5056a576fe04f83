"""Reading order on pages with several columns of text.

A gutter is a vertical band that no fragment crosses over a run of rows, with running text on both
sides. The page is cut above, left, right and below the longest such run and each part is looked at
again, so that three columns, and columns under a heading across the page, come out in order. The
columns of a table do not count: numbers and short cells are no running text, and its rows end the
columns above them. Nor do the comments beside the lines of a listing count.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from backend.leaders import leads_to_pages
from backend.readers.layout.across_columns import across
from backend.readers.layout.rows import rows
from backend.readers.layout.shapes import Fragment, FragmentRow

EDGE_TOLERANCE = 3.0
MIN_LINES = 4
MIN_GUTTER = 6.0
MIN_FILL = 0.55
"""Running text fills its column: the median line covers at least this share of its width."""
MIN_WORDS = 2.5
MOSTLY_ENTRIES = 0.5
"""Share of a side's lines that dots lead to their pages from which it is a column of an index."""
MIN_COLUMN_SHARE = 0.18
MAX_DEPTH = 6
FIXED_SHARE = 0.8
"""Share of the letters in a font of one width from which text is a listing."""
TYPED_SHARE = 0.5
"""The same share of a page from which it is written so as a whole, columns and all."""


class _Cut(NamedTuple):
    gutter: float
    top: float
    bottom: float
    lines: int


class TablePlace(NamedTuple):
    """Where a table stands that was found already: the height at which it begins, and from where to
    where it reaches."""

    top: float
    left: float
    right: float


def regions(pieces: list[Fragment], tables: Sequence[TablePlace] = ()) -> list[list[Fragment]]:
    """Split a page's fragments into columns of text, in reading order.

    Args:
        tables: those of the page whose words are not among the fragments.
    """
    return _regions(pieces, tables, _fixed_share(pieces) > TYPED_SHARE, 0)


def _regions(
    pieces: list[Fragment], tables: Sequence[TablePlace], typed: bool, depth: int
) -> list[list[Fragment]]:
    if depth >= MAX_DEPTH or len(pieces) < 2 * MIN_LINES:
        return [pieces] if pieces else []
    cut = _best_cut(pieces, tables, typed)
    if cut is None:
        return [pieces]
    above = [piece for piece in pieces if piece.centre < cut.top]
    below = [piece for piece in pieces if piece.centre > cut.bottom]
    inside = [piece for piece in pieces if cut.top <= piece.centre <= cut.bottom]
    left = [piece for piece in inside if piece.left < cut.gutter]
    right = [piece for piece in inside if piece.left >= cut.gutter]
    return [
        region
        for part in (above, left, right, below)
        for region in _regions(part, tables, typed, depth + 1)
    ]


def _best_cut(pieces: list[Fragment], tables: Sequence[TablePlace], typed: bool) -> _Cut | None:
    edges = _left_edges(pieces)
    if not edges:
        return None
    ordered = sorted(pieces, key=lambda piece: piece.top + piece.bottom)
    best: _Cut | None = None
    for edge in edges:
        cut = _longest_run(ordered, edge, tables, typed)
        if cut is not None and (best is None or cut.lines > best.lines):
            best = cut
    return best


def _left_edges(pieces: list[Fragment]) -> list[float]:
    """Left edges that several lines of text share, away from the left edge of them all."""
    left = min(piece.left for piece in pieces)
    width = max(piece.right for piece in pieces) - left
    edges = sorted(
        piece.left
        for piece in pieces
        if piece.left - left >= MIN_COLUMN_SHARE * width
        and piece.right - piece.left >= MIN_FILL * MIN_COLUMN_SHARE * width
    )
    groups: list[list[float]] = []
    for edge in edges:
        if groups and edge - groups[-1][0] <= EDGE_TOLERANCE:
            groups[-1].append(edge)
        else:
            groups.append([edge])
    return [group[0] for group in groups if len(group) >= MIN_LINES]


def _longest_run(
    ordered: list[Fragment], edge: float, tables: Sequence[TablePlace], typed: bool
) -> _Cut | None:
    """The longest run of heights at which nothing crosses the band left of the edge."""
    gutter = edge - 1.0
    best: _Cut | None = None
    left = [piece for piece in ordered if piece.right <= edge - MIN_GUTTER]
    right = [piece for piece in ordered if piece.left >= gutter]
    tops = [table.top for table in tables if table.left < edge - MIN_GUTTER < edge < table.right]
    crossing = across(left, right, tops)
    left, right = [], []
    for piece in [*ordered, None]:
        if (
            piece is not None
            and id(piece) not in crossing
            and (piece.left >= gutter or piece.right <= edge - MIN_GUTTER)
        ):
            (right if piece.left >= gutter else left).append(piece)
            continue
        most = min(len(left), len(right))
        if most >= MIN_LINES and (best is None or most > best.lines):
            cut = _cut(left, right, gutter, typed)
            if cut is not None and (best is None or cut.lines > best.lines):
                best = cut
        left, right = [], []
    return best


def _cut(left: list[Fragment], right: list[Fragment], gutter: float, typed: bool) -> _Cut | None:
    left, right = _facing(left, right)
    if not typed and min(_fixed_share(left), _fixed_share(right)) > FIXED_SHARE:
        return None  # a listing with its comments
    lines = min(_entry_lines(left), _entry_lines(right))
    lines = lines or min(_text_lines(left), _text_lines(right))
    if not lines:
        return None
    both = left + right
    return _Cut(
        gutter, min(piece.centre for piece in both), max(piece.centre for piece in both), lines
    )


def _facing(left: list[Fragment], right: list[Fragment]) -> tuple[list[Fragment], list[Fragment]]:
    """Leave out what stands alone above or below the part where both sides have text.

    A column may be longer than the other one: what follows it without a wide gap stays.
    """
    top = max(min(piece.centre for piece in left), min(piece.centre for piece in right))
    bottom = min(max(piece.centre for piece in left), max(piece.centre for piece in right))
    return _attached(left, top, bottom), _attached(right, top, bottom)


def _attached(side: list[Fragment], top: float, bottom: float) -> list[Fragment]:
    ordered = side  # from top to bottom already
    inside = [k for k, piece in enumerate(ordered) if top <= piece.centre <= bottom]
    if not inside:
        return []
    first, last = inside[0], inside[-1]
    while first > 0 and _near(ordered[first - 1], ordered[first]):
        first -= 1
    while last + 1 < len(ordered) and _near(ordered[last], ordered[last + 1]):
        last += 1
    return ordered[first : last + 1]


def _near(upper: Fragment, lower: Fragment) -> bool:
    return lower.top - upper.bottom <= 1.5 * max(upper.size, lower.size)


def _fixed_share(pieces: list[Fragment]) -> float:
    """Share of the letters that stand in fonts of one width."""
    words = [word for piece in pieces for word in piece.words]
    letters = sum(len(word.text) for word in words)
    return sum(len(word.text) for word in words if word.fixed) / letters if letters else 0.0


def _text_lines(side: list[Fragment]) -> int:
    """How many lines of running text a side holds; 0 if it looks like cells of a table."""
    if len(side) < MIN_LINES:
        return 0
    left = min(piece.left for piece in side)
    width = max(piece.right for piece in side) - left
    lines = rows(side)
    if len(lines) < MIN_LINES or width <= 0:
        return 0
    fills = [sum(piece.right - piece.left for piece in line.fragments) / width for line in lines]
    texts = [word.text for line in lines for piece in line.fragments for word in piece.words]
    wordlike = sum(1 for text in texts if any(character.isalpha() for character in text))
    dense = sum(len(text) for text in texts) / len(lines)
    if (
        median(fills) < MIN_FILL
        or wordlike < 0.7 * len(texts)
        or dense < 5 * MIN_WORDS  # letters, since Chinese and Japanese have no spaces
    ):
        return 0
    return len(lines)


def _entry_lines(side: list[Fragment]) -> int:
    """How many lines a side holds if it is a column of an index, however short its words are: most
    of its lines are words that dots lead to their pages. 0 if it is none."""
    if len(side) < MIN_LINES:
        return 0
    lines = rows(side)
    entries = sum(map(_is_entry, lines))
    return len(lines) if entries >= max(MIN_LINES, MOSTLY_ENTRIES * len(lines)) else 0


def _is_entry(line: FragmentRow) -> bool:
    """Whether words are led to their pages; dots and a page alone are the end of an entry."""
    text = " ".join(word.text for piece in line.fragments for word in piece.words)
    return not text.startswith((". .", "..", "…")) and leads_to_pages(text)
