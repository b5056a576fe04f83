"""What is printed over a table's columns, as a path of headers for each, from the top down.

A header of one column is centred over it, or ends or begins where it does. A header of several is
centred over them all. So each row of headers is laid over the columns in the way that moves its
pieces least: every piece gets neighbouring columns of its own, and a column without a piece costs a
little. Rows that are laid out alike are lines of one header, and are joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from backend.readers.layout.cells import (
    WORD_SPACE,
    RowCell,
    date_spans,
    is_note,
    is_period,
    speaks_of_periods,
)
from backend.readers.layout.header_lines import whole_rows
from backend.readers.layout.shapes import FragmentRow, Word
from backend.readers.layout.table_columns import ColumnSpan

Path = tuple[str, ...]

UNOWNED = 0.3
"""What a column without a piece costs, in font boxes."""
SPANNING = 0.1
STRETCHED = 0.5
"""What each further column of a piece costs; a narrow word that is centred over an odd number of
columns more likely belongs to the middle one alone."""
STACKED = 0.3
"""Lines of one header are centred alike, give or take this share of the font's box."""
AT_EDGE = 1.5
"""Points by which a header that is set flush right may miss the end of its column's figures."""
OUTSIDE = 1.5
"""What it costs per font box that a piece stands over a column which is not its own."""


def header_paths(
    rows: Sequence[FragmentRow], columns: Sequence[ColumnSpan]
) -> tuple[Path, list[Path]]:
    """The header of the labels and those of the columns.

    Args:
        rows: the header's printed rows, from top to bottom.
    """
    if not columns:
        return (), []
    labels: list[str] = []
    laid: list[tuple[list[RowCell], list[int]]] = []
    columns = list(columns)
    for row in reversed(whole_rows(rows)):
        over: list[RowCell] = []
        before: list[str] = []
        for piece in _pieces(row, columns):
            if is_note(piece.text):
                continue
            if _stands_before(piece, columns):
                before.append(piece.text)
            else:
                over.append(piece)
        labels[:0] = before
        if over:
            below = [" ".join(_path(laid, place)) for place in range(len(columns))]
            periods = [is_period(text) for text in below]
            owners = _in_blocks(over, columns, below) or _laid(over, columns, periods, row.size)
            if laid:
                owners = _stacked(over, owners, *laid[0], row.size)
            laid.insert(0, (over, owners))
            _widen(columns, over, owners)
    label = (" ".join(labels),) if labels else ()
    return label, [_path(laid, position) for position in range(len(columns))]


def _in_blocks(
    pieces: Sequence[RowCell], columns: Sequence[ColumnSpan], below: Sequence[str]
) -> list[int]:
    """Blocks of columns of one length, where the headers below repeat with that length ("2022 2021
    2022 2021") and each piece stands over a block of its own; empty if they do not."""
    count, length = len(pieces), len(columns) // max(1, len(pieces))
    if count < 2 or length < 2 or count * length != len(columns) or not all(below):
        return []
    repeat = all(text == below[place % length] for place, text in enumerate(below))
    if not repeat or len(set(below)) < length:
        return []
    for number, piece in enumerate(pieces):
        block = columns[number * length : (number + 1) * length]
        if not block[0].left <= (piece.left + piece.right) / 2 <= block[-1].right:
            return []
    return [place // length for place in range(len(columns))]


def _stacked(
    pieces: Sequence[RowCell],
    owners: Sequence[int],
    lower: Sequence[RowCell],
    below: Sequence[int],
    size: float,
) -> list[int]:
    """The owners, where a piece that is centred over one of the row below is a line of that one.

    A period over one column, or what stands over one, may be centred over an odd number of them,
    and stays as it was laid.
    """
    found = list(owners)
    for number, piece in enumerate(pieces):
        middle = piece.left + piece.right
        for place, row_cell in enumerate(lower):
            columns = [column for column, owner in enumerate(below) if owner == place]
            if (
                abs(middle - row_cell.left - row_cell.right) > 2 * STACKED * size
                or not columns
                or (len(columns) == 1 and (_spans_gladly(piece.text) or is_period(row_cell.text)))
                or any(found[column] not in (-1, number) for column in columns)
            ):
                continue
            found = [-1 if owner == number else owner for owner in found]
            for column in columns:
                found[column] = number
    return found


def _widen(columns: list[ColumnSpan], pieces: Sequence[RowCell], owners: Sequence[int]) -> None:
    """Let columns reach as far as the headers of their own, so that wider headers find them."""
    for place, owner in enumerate(owners):
        if owner < 0 or list(owners).count(owner) > 1:
            continue
        column, piece = columns[place], pieces[owner]
        left = max(piece.left, columns[place - 1].right) if place else piece.left
        right = piece.right
        if place + 1 < len(columns):
            right = min(right, columns[place + 1].left)
        columns[place] = column._replace(
            left=min(column.left, left), right=max(column.right, right)
        )


def _path(laid: Sequence[tuple[list[RowCell], list[int]]], column: int) -> Path:
    """Headers over one column; those that lie over the same columns are lines of one."""
    path: list[str] = []
    latest: frozenset[int] = frozenset()
    for pieces, owners in laid:
        owner = owners[column]
        if owner < 0:
            continue
        extent = frozenset(place for place, each in enumerate(owners) if each == owner)
        if path and extent == latest:
            path[-1] = _lines_joined(path[-1], pieces[owner].text)
        else:
            path.append(pieces[owner].text)
        latest = extent
    return tuple(path)


def _lines_joined(upper: str, lower: str) -> str:
    joint = "" if upper.endswith("-") and lower[:1].islower() else " "
    return f"{upper}{joint}{lower}"


def _stands_before(piece: RowCell, columns: Sequence[ColumnSpan]) -> bool:
    """Whether a piece heads the labels: it ends before the first column, or hardly reaches it."""
    first = columns[0]
    if piece.right <= first.left:
        gap = first.left - piece.right
        # texts begin where their header does
        is_wide = gap > 0.5 * (first.right - first.left) or piece.right - piece.left > gap
        return first.texts or is_wide
    return piece.left < first.left - 3 * (first.right - first.left) and (
        piece.right < (first.left + first.right) / 2
    )


def _laid(
    pieces: Sequence[RowCell], columns: Sequence[ColumnSpan], periods: Sequence[bool], size: float
) -> list[int]:
    """Per column the piece that lies over it, or -1.

    Args:
        periods: per column whether the header below is a period: what stands over several of
            those belongs to them all.
    """
    if len(pieces) > len(columns):
        return _by_overlap(pieces, columns)
    return _best(pieces, columns, periods, size)


def _spans_gladly(text: str) -> bool:
    """Whether a header is of the sort that stands over several columns: a period, or capitals."""
    return speaks_of_periods(text) or is_period(text) or (len(text) > 3 and text.isupper())


def _best(
    pieces: Sequence[RowCell],
    columns: Sequence[ColumnSpan],
    periods: Sequence[bool],
    size: float,
) -> list[int]:
    """The cheapest way to give each piece neighbouring columns, as the owner of each column."""
    count = len(columns)
    # cost[k][j]: the first k pieces lie on the first j columns
    cost = [[inf] * (count + 1) for _ in range(len(pieces) + 1)]
    back: list[list[int]] = [[-1] * (count + 1) for _ in range(len(pieces) + 1)]
    cost[0][0] = 0.0
    for k in range(len(pieces) + 1):
        for j in range(1, count + 1):
            if cost[k][j - 1] + UNOWNED < cost[k][j]:
                cost[k][j], back[k][j] = cost[k][j - 1] + UNOWNED, j - 1 + count + 1
            for i in range(j) if k else ():
                if cost[k - 1][i] == inf:
                    continue
                price = cost[k - 1][i] + _price(
                    pieces[k - 1], columns, i, j, size, over_periods=all(periods[i:j])
                )
                if price < cost[k][j]:
                    cost[k][j], back[k][j] = price, i
    owners = [-1] * count
    k, j = len(pieces), count
    while j:
        step = back[k][j]
        if step > count:
            j -= 1
        else:
            k -= 1
            owners[step:j] = [k] * (j - step)
            j = step
    return owners


def _price(
    piece: RowCell,
    columns: Sequence[ColumnSpan],
    first: int,
    last: int,
    size: float,
    *,
    over_periods: bool,
) -> float:
    """How ill a piece lies on the columns [first, last), in font boxes."""
    left, right = columns[first].left, columns[last - 1].right
    apart = min(
        abs((piece.left + piece.right) - (left + right)) / 2,
        abs(piece.right - right) if last - first == 1 else inf,
        abs(piece.left - left) if last - first == 1 and columns[first].texts else inf,
    )
    outside = 0.0
    if first:
        outside += max(0.0, columns[first - 1].right - piece.left)
    if last < len(columns):
        outside += max(0.0, piece.right - columns[last].left)
    count = last - first
    wide = piece.right - piece.left > 0.6 * (right - left)
    gladly = _spans_gladly(piece.text) or over_periods
    stretched = count > 1 and count % 2 == 1 and not wide and not gladly
    length = STRETCHED if stretched else 0.0 if gladly else SPANNING
    return (apart + OUTSIDE * outside) / max(size, 1.0) + length * (count - 1)


def _by_overlap(pieces: Sequence[RowCell], columns: Sequence[ColumnSpan]) -> list[int]:
    """More pieces than columns: each column takes the piece that covers it best."""
    owners: list[int] = []
    for column in columns:
        overlaps = [
            min(column.right, piece.right) - max(column.left, piece.left) for piece in pieces
        ]
        best = max(range(len(pieces)), key=lambda number: overlaps[number])
        owners.append(best if overlaps[best] > 0 else -1)
    return owners


def _pieces(row: FragmentRow, columns: Sequence[ColumnSpan]) -> list[RowCell]:
    """A header row's texts; those that stand close together are parted.

    They are years or dates ("2022 2021"), or each begins with the same word ("December 2,
    December 3,").
    """
    pieces: list[RowCell] = []
    for fragment in row.fragments:
        words = fragment.words
        starts = [0]
        if len(columns) > 1:
            dates = [start for start, _ in date_spans(words)]
            if len(dates) > 1:
                starts = [0 if number == 0 else start for number, start in enumerate(dates)]
            elif _are_listed([is_period(word.text) for word in words]):
                starts = _before_periods([is_period(word.text) for word in words])
            else:
                starts = [k for k, word in enumerate(words) if word.text == words[0].text]
                starts = starts if len(starts) > 1 else _at_edges(words, columns)
        for start, end in pairwise([*starts, len(words)]):
            part = words[start:end]
            right = max(word.right for word in part)
            text = " ".join(word.text for word in part)
            pieces.append(RowCell(text, min(word.left for word in part), right, right, False))
    return pieces


def _at_edges(words: Sequence[Word], columns: Sequence[ColumnSpan]) -> list[int]:
    """Where pieces begin: behind each word that ends where the figures of a column do, with a gap
    behind it, if the last one ends with another column."""
    edges = [column.edge for column in columns if not column.texts]
    starts = [0]
    for place, (word, following) in enumerate(pairwise(words), start=1):
        # between letters of one width every blank is wide
        apart = not word.fixed and following.left - word.right >= WORD_SPACE * word.size
        if apart and any(abs(word.right - edge) <= AT_EDGE for edge in edges):
            starts.append(place)
    return starts if any(abs(words[-1].right - edge) <= AT_EDGE for edge in edges) else [0]


def _are_listed(periods: Sequence[bool]) -> bool:
    """Whether several years follow each other with nothing between them ("2022 vs. 2021" not)."""
    if sum(periods) < 2:
        return False
    first = periods.index(True)
    return all(periods[first : first + sum(periods)])


def _before_periods(periods: Sequence[bool]) -> list[int]:
    """Where pieces begin: at each year, and where words follow the last ("2022 2021 Change")."""
    starts = [
        place for place, period in enumerate(periods) if period or (place and periods[place - 1])
    ]
    return [0, *(start for start in starts if start)]
