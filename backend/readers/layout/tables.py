"""Tables found by what people see: rows of figures whose right edges stand under each other.

A row is a label with figures apart from it. Rows of one table follow closely; their figures form
columns by their right edges; the rows above whose text stands over the columns are the header.
Labels that run over two lines are put together. Two tables beside each other are read one after the
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from backend.readers.layout.bold_names import named_tables
from backend.readers.layout.cell_words import are_bold
from backend.readers.layout.cells import (
    RowCell,
    RowCells,
    cells_of,
    is_amount,
    is_note,
    is_period,
    speaks_of_periods,
)
from backend.readers.layout.printed_contents import are_entries
from backend.readers.layout.row_numbers import with_row_numbers
from backend.readers.layout.rows import line_of
from backend.readers.layout.shapes import FragmentRow, PrintedLine, PrintedTable
from backend.readers.layout.side_by_side import are_two, crosses, gutter_of, parted
from backend.readers.layout.table_columns import (
    ColumnSpan,
    TableLine,
    figure_columns,
    in_columns,
    text_columns,
)
from backend.readers.layout.table_header import header_paths
from backend.readers.layout.white_columns import words_in
from backend.tables.printed_captions import caption_number

MAX_GAP = 3.0
"""Rows further apart than so many font boxes are not of one table."""
MAX_BETWEEN = 3
"""Most label-only rows between two rows of figures."""
MAX_HEADER_ROWS = 7
PROSE_SHARE = 0.75
"""A row whose ink covers more of its column's width than this is prose if a cell is long."""
LONG_CELL = 20
MAX_HEADER_GAP = 1.8
MAX_WIDE_HEADER_GAP = 3.0
"""The same where a header of several texts stands alone."""
HEADER_OVERHANG = 6.0
"""In font boxes."""
LINES_APART = 0.6
"""Lines of one header are closer than so many font boxes."""
HEADING_SIZE = 1.15
"""A heading's font is so much larger than that of a table's rows."""
MOST_NAMED = 2
"""So few rows are read as they are."""
MIN_FILL = 0.3
"""A table of many columns has figures in at least this share of its places."""
ALIGNED = 3.0
"""Points by which the lines of one text in a column may begin apart."""


@dataclass(slots=True)
class _Candidate:
    row: FragmentRow
    cells: RowCells
    kind: str  # "figures", "period" (a header of years), "label" or "prose"


@dataclass(slots=True)
class _Entry:
    """A table's row in the making: its label, where wide gaps part it, and its cells."""

    line: PrintedLine
    pieces: tuple[RowCell, ...]
    cells: tuple[RowCell, ...]

    @property
    def label(self) -> str:
        return "  ".join(piece.text for piece in self.pieces)


def arrange(rows: Sequence[FragmentRow], column: int) -> list[PrintedLine | PrintedTable]:
    """A column of text as lines and tables, from top to bottom; tables by their columns of figures
    alone."""
    if not rows:
        return []
    return _by_figures(rows, column, *_edges(rows))


def arrange_with_names(
    rows: Sequence[FragmentRow], column: int
) -> list[PrintedLine | PrintedTable]:
    """The same, with the tables of words below bold names."""
    if not rows:
        return []
    left, right = _edges(rows)
    items: list[PrintedLine | PrintedTable] = []
    position = 0
    for named in named_tables(rows):
        items += _by_figures(rows[position : named.first], column, left, right)
        items.append(named.table)
        position = named.last
    return items + _by_figures(rows[position:], column, left, right)


def _edges(rows: Sequence[FragmentRow]) -> tuple[float, float]:
    return min(row.left for row in rows), max(row.right for row in rows)


def _by_figures(
    rows: Sequence[FragmentRow], column: int, left: float, right: float
) -> list[PrintedLine | PrintedTable]:
    parts = with_row_numbers([cells_of(row) for row in rows])
    candidates = [
        _candidate(row, cells, left, right) for row, cells in zip(rows, parts, strict=True)
    ]
    items: list[PrintedLine | PrintedTable] = []
    position = 0
    for first, last in _runs(candidates):
        two = _two_tables(candidates, position, first, last)
        if two is not None:
            items.extend(
                line_of(candidate.row, column, left, right)
                for candidate in candidates[position : two[0]]
            )
            for side in parted([candidate.row for candidate in candidates[two[0] : last]], two[1]):
                items.extend(arrange(side, column))
            position = last
            continue
        start, end = _header(candidates, position, first, last)
        if start == first and _is_of_names(candidates[first:last]):
            end = first + 1
        table = _table(candidates[start:end], candidates[end:last], column, left, right)
        if table is None:
            continue
        items.extend(
            line_of(candidate.row, column, left, right) for candidate in candidates[position:start]
        )
        items.append(table)
        position = last
    items.extend(line_of(candidate.row, column, left, right) for candidate in candidates[position:])
    return items


def _is_of_names(run: Sequence[_Candidate]) -> bool:
    """Whether the first row of some is set in bold, no other one is, and its numbers are whole and
    rise: “Item, 50, 100, 250” over what so many pieces cost names the columns."""
    bold = [are_bold([*words_in(candidate.row)]) for candidate in run]
    if len(run) <= MOST_NAMED or not bold[0] or any(bold[1:]):
        return False
    numbers = [cell.text for cell in run[0].cells.cells if cell.numeric]
    if not all(number.isdigit() for number in numbers):
        return False
    return all(int(lower) < int(upper) for lower, upper in pairwise(numbers))


def _candidate(
    row: FragmentRow, cells: RowCells, column_left: float, column_right: float
) -> _Candidate:
    width = column_right - column_left
    numbers = [cell for cell in cells.cells if cell.numeric]
    if not cells.label and all(is_note(cell.text) for cell in cells.cells):
        return _Candidate(row, RowCells("", row.left, ()), "label")
    covered = sum(fragment.right - fragment.left for fragment in row.fragments)
    if covered > PROSE_SHARE * width and any(
        len(cell.text) > LONG_CELL for cell in cells.cells if not cell.numeric
    ):
        return _Candidate(row, cells, "prose")
    if numbers and all(is_period(cell.text) for cell in numbers):
        if len(cells.cells) == 1 and not cells.label and row.right < column_left + 0.3 * width:
            # a year where labels stand heads the rows below it
            year = cells.cells[0]
            return _Candidate(row, RowCells(year.text, year.right, (), (year,)), "label")
        if not cells.label or speaks_of_periods(cells.label) or cells.label.startswith("("):
            return _Candidate(row, cells, "period")
        if _successive([cell.text for cell in numbers]):
            return _Candidate(row, cells, "period")
        if len(numbers) > 1 and not cells.label[:1].islower() and len(cells.label) < 40:
            return _Candidate(row, cells, "figures")
    if numbers and (cells.label or len(numbers) > 1) and len(numbers) * 2 >= len(cells.cells):
        return _Candidate(row, cells, "figures")
    if covered < PROSE_SHARE * width or len(row.fragments) > 1:
        return _Candidate(row, cells, "label")
    return _Candidate(row, cells, "prose")


def _successive(texts: Sequence[str]) -> bool:
    """Whether the texts are years that follow each other, as only headers have them."""
    years = [int(text) for text in texts if text.isdigit()]
    steps = {lower - upper for upper, lower in pairwise(years)}
    return len(years) == len(texts) > 1 and steps <= {-1, 0, 1} and steps != {0}


# --- which rows belong together ------------------------------------------------------------------


def _runs(candidates: Sequence[_Candidate]) -> list[tuple[int, int]]:
    """Spans [first, last) of rows that may be one table each, beginning and ending with figures."""
    runs: list[tuple[int, int]] = []
    first = last = -1
    for position, candidate in enumerate(candidates):
        broken = first >= 0 and (
            candidate.kind in ("prose", "period")
            or position - last > MAX_BETWEEN
            or _gap(candidates[position - 1], candidate) > MAX_GAP
            or (candidate.kind == "label" and _reaches_figures(candidate, candidates[first:last]))
            or _heads_another(candidate, candidates[first:last])
            or _is_caption(candidate, _gap(candidates[position - 1], candidate))
        )
        if broken:
            runs.append((first, last))
            first = -1
        if candidate.kind == "figures":
            if first < 0:
                first = position
            last = position + 1
    if first >= 0:
        runs.append((first, last))
    return [(first, _with_last_wrap(candidates, first, last)) for first, last in runs]


def _two_tables(
    candidates: Sequence[_Candidate], floor: int, first: int, last: int
) -> tuple[int, float] | None:
    """Where two tables beside each other begin with what stands over them, not above `floor`, and
    the gutter between them; None where the run is of one table."""
    body = [candidate.row for candidate in candidates[first:last]]
    gutter = gutter_of(body)
    if gutter is None:
        return None
    start = first
    while (
        start > max(floor, first - MAX_HEADER_ROWS)
        and candidates[start - 1].kind != "prose"
        and not crosses(candidates[start - 1].row, gutter)
        and _gap(candidates[start - 1], candidates[start]) <= MAX_WIDE_HEADER_GAP
    ):
        start -= 1
    above = [candidate.row for candidate in candidates[start:first]]
    return (start, gutter) if are_two(above, body, gutter) else None


def _with_last_wrap(candidates: Sequence[_Candidate], first: int, last: int) -> int:
    """Take in the second line of the last row's label."""
    if last >= len(candidates) or last - first < 2:
        return last
    following = candidates[last]
    wraps = (
        following.kind == "label"
        and following.cells.label[:1].islower()
        and not following.cells.cells
        and _gap(candidates[last - 1], following) < 0.5
        and following.row.right < _figures_left(candidates[first:last])
    )
    return last + 1 if wraps else last


def _gap(upper: _Candidate, lower: _Candidate) -> float:
    return (lower.row.top - upper.row.bottom) / max(upper.row.size, lower.row.size, 1.0)


def _figures_left(candidates: Sequence[_Candidate]) -> float:
    """Where the first column of figures begins, give or take one wide label."""
    lefts = sorted(
        next(cell.left for cell in candidate.cells.cells if cell.numeric)
        for candidate in candidates
        if candidate.kind == "figures"
    )
    return lefts[len(lefts) // 2] if lefts else float("inf")


def _reaches_figures(candidate: _Candidate, run: Sequence[_Candidate]) -> bool:
    """Whether a row without figures runs on under them, as a line of prose does."""
    first = candidate.row.fragments[0]
    return first.left < _figures_left(run) - 20 and first.right > _figures_left(run) + 40


def _heads_another(candidate: _Candidate, run: Sequence[_Candidate]) -> bool:
    """Whether a text is set clearly larger than the rows above it: a heading, and no group of the
    same table."""
    return (
        candidate.kind == "label"
        and len(candidate.row.fragments) == 1
        and candidate.row.size > HEADING_SIZE * max(each.row.size for each in run)
    )


def _is_caption(candidate: _Candidate, gap: float) -> bool:
    """Whether a text that is set apart from the row above it is the caption of a next table."""
    return (
        candidate.kind == "label"
        and len(candidate.row.fragments) == 1
        and gap > LINES_APART
        and caption_number(candidate.cells.label) is not None
    )


def _header(candidates: Sequence[_Candidate], floor: int, first: int, last: int) -> tuple[int, int]:
    """Span of the header above the run, not above `floor`.

    Between it and the first figures may stand labels that open the table's first part.
    """
    run = candidates[first:last]
    columns = figure_columns(
        [
            TableLine(each.cells.pieces, each.cells.cells, each.row.size)
            for each in run
            if each.kind == "figures"
        ]
    )
    figures, inner = columns[0].left, _figures_left(run)
    left, right = min(each.row.left for each in run), max(each.row.right for each in run)
    start = end = first
    labels = 0
    for position in range(first - 1, max(floor, first - MAX_HEADER_ROWS) - 1, -1):
        candidate = candidates[position]
        apart = start == first and (
            len(candidate.row.fragments) > 1 or _closes_header(candidates, position, floor, figures)
        )
        gap = _gap(candidate, candidates[position + 1])
        if gap > (MAX_WIDE_HEADER_GAP if apart else MAX_HEADER_GAP):
            break
        over = candidate.kind == "period" or _over_columns(candidate, figures)
        if over and not _is_title(candidate, figures, left, right):
            start = position
            end = position + 1 if end == first and labels else end
            labels = 0
        elif (
            candidate.kind != "label"
            or candidate.row.right >= inner
            or labels >= MAX_BETWEEN
            or (start < first and not _heads_labels(candidates, position, floor, figures))
        ):
            break
        else:
            labels += 1
    return start, end if start < first else first


def _closes_header(
    candidates: Sequence[_Candidate], position: int, floor: int, figures: float
) -> bool:
    """Whether a text left of the figures stands close below a row of several texts over them: what
    is said of the labels, with the header rather than with the first row."""
    candidate = candidates[position]
    if position <= floor or candidate.kind != "label" or candidate.row.right >= figures:
        return False
    above = candidates[position - 1]
    close = _gap(above, candidate) < LINES_APART
    wide = len(above.row.fragments) > 1
    return close and wide and (above.kind == "period" or _over_columns(above, figures))


def _heads_labels(
    candidates: Sequence[_Candidate], position: int, floor: int, figures: float
) -> bool:
    """Whether a text left of a header's rows belongs to it: "(in millions)", "Year ended", or one
    with more of the header close above."""
    text = candidates[position].cells.label
    if text.startswith("(") or speaks_of_periods(text):
        return True
    if position <= floor or _gap(candidates[position], candidates[position + 1]) >= LINES_APART:
        return False
    above = candidates[position - 1]
    return len(above.row.fragments) > 1 and _over_columns(above, figures)


def _is_title(candidate: _Candidate, figures: float, left: float, right: float) -> bool:
    """Whether a row is one text in the middle of the table rather than of its columns."""
    row = candidate.row
    if len(row.fragments) > 1 or speaks_of_periods(candidate.cells.label):
        return False
    middle = (row.left + row.right) / 2
    return abs(middle - (left + right) / 2) < abs(middle - (figures + right) / 2)


def _over_columns(candidate: _Candidate, figures: float) -> bool:
    """Whether everything but a label at the left stands over the figures.

    What is printed over a column may begin left of its figures, but not by much.
    """
    zone = figures - HEADER_OVERHANG * candidate.row.size
    if candidate.kind == "prose" or any(
        is_amount(word.text) for piece in candidate.row.fragments for word in piece.words
    ):
        return False
    over = [
        piece for piece in candidate.row.fragments if piece.left >= zone and piece.right > figures
    ]
    before = [piece for piece in candidate.row.fragments if all(piece is not o for o in over)]
    return bool(over) and all(piece.right < figures for piece in before)


# --- from rows to a table ------------------------------------------------------------------------


def _table(
    header: Sequence[_Candidate],
    body: Sequence[_Candidate],
    column: int,
    left: float,
    right: float,
) -> PrintedTable | None:
    if are_entries([each.row for each in body], bool(header)):
        return None
    entries = _entries(body, column, left, right)
    lines = [TableLine(entry.pieces, entry.cells, entry.line.size) for entry in entries]
    with_figures = [line for line in lines if any(cell.numeric for cell in line.cells)]
    many = sum(1 for line in with_figures if len(line.cells) > 1)
    if len(with_figures) < 2 or (many < 2 and len(with_figures) < 3):
        return None
    figures = figure_columns(with_figures)
    if not figures or _scattered(with_figures, figures):
        return None
    texts = text_columns(lines, figures)
    rows: list[tuple[PrintedLine, tuple[str, ...]]] = []
    for entry, line in zip(entries, lines, strict=True):
        label, cells = in_columns(line, texts, figures)
        printed = ["  ".join(piece.text for piece in label), *map(_text, cells)]
        entry.line.text = "  ".join(cell for cell in printed if cell)
        entry.line.cells = tuple(_box(entry.line, cell) for cell in (label, *cells))
        rows.append((entry.line, tuple(printed)))
    label_path, paths = header_paths([each.row for each in header], [*texts, *figures])
    return PrintedTable(
        [line_of(each.row, column, left, right) for each in header],
        (label_path, *paths) if header else (),
        rows,
    )


def _scattered(lines: Sequence[TableLine], figures: Sequence[ColumnSpan]) -> bool:
    """Whether so few of the places are filled that the rows are no table: lists of telephone
    numbers, sentences with figures in them."""
    filled = sum(1 for line in lines for cell in line.cells if cell.numeric)
    return len(figures) > 4 and filled < MIN_FILL * len(lines) * len(figures)


def _text(cells: Sequence[RowCell]) -> str:
    return " ".join(cell.text for cell in cells)


def _box(line: PrintedLine, cells: Sequence[RowCell]) -> tuple[float, float, float, float] | None:
    if not cells:
        return None
    return (
        min(cell.left for cell in cells),
        line.top,
        max(cell.right for cell in cells),
        line.bottom,
    )


def _entries(body: Sequence[_Candidate], column: int, left: float, right: float) -> list[_Entry]:
    """The rows with labels put together that run over several lines."""
    entries: list[_Entry] = []
    open_label: _Entry | None = None
    for candidate in body:
        entry = _Entry(
            line_of(candidate.row, column, left, right),
            candidate.cells.pieces,
            candidate.cells.cells,
        )
        label = entry.label
        continues = label.lstrip("(")[:1].islower() or (
            open_label is not None and open_label.label.endswith((",", ";"))
        )
        if open_label is not None and continues and entry.cells:
            entry = _merged(open_label, entry)
            entries[-1] = entry
        elif entries and continues and not entry.cells:
            entries[-1] = _merged(entries[-1], entry)
        elif entries and not label and entry.cells and open_label is not None:
            entries[-1] = _merged(open_label, entry)
        else:
            entries.append(entry)
        open_label = entries[-1] if not entries[-1].cells else None
    # a row of leader dots alone says nothing
    return [entry for entry in entries if entry.pieces or entry.cells]


def _merged(upper: _Entry, lower: _Entry) -> _Entry:
    line = replace(
        upper.line,
        left=min(upper.line.left, lower.line.left),
        right=max(upper.line.right, lower.line.right),
        top=min(upper.line.top, lower.line.top),
        bottom=max(upper.line.bottom, lower.line.bottom),
        slack=min(upper.line.slack, lower.line.slack),
    )
    return _Entry(line, _pieces_merged(upper.pieces, lower.pieces), upper.cells + lower.cells)


def _pieces_merged(upper: Sequence[RowCell], lower: Sequence[RowCell]) -> tuple[RowCell, ...]:
    """The pieces of a label's two lines: those that begin under each other are one text."""
    merged = list(upper)
    for number, piece in enumerate(lower):
        place = next(
            (k for k, each in enumerate(merged) if number == k == 0 or _aligned(each, piece)), -1
        )
        if place < 0:
            merged.append(piece)
            continue
        above = merged[place]
        merged[place] = above._replace(
            text=f"{above.text} {piece.text}".strip(),
            left=min(above.left, piece.left),
            right=max(above.right, piece.right),
        )
    return tuple(sorted(merged, key=lambda each: each.left))


def _aligned(upper: RowCell, lower: RowCell) -> bool:
    return abs(upper.left - lower.left) < ALIGNED
