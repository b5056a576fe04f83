"""Tables found by what people see: rows of figures whose right edges stand under each other.

A row is a label with figures apart from it. Rows of one table follow closely; their figures form
columns by their right edges; the rows above whose text stands over the columns are the header.
Labels that run over two lines are put together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from backend.readers.layout.cells import Cell, Cells, cells_of, is_period, speaks_of_periods
from backend.readers.layout.rows import line_of
from backend.readers.layout.shapes import PrintedLine, PrintedTable, Row

EDGE_TOLERANCE = 0.6
"""Right edges closer than this share of the font's box belong to one column."""
MAX_GAP = 3.0
"""Rows further apart than so many font boxes are not of one table."""
MAX_BETWEEN = 3
"""Most label-only rows between two rows of figures."""
MAX_HEADER_ROWS = 7
PROSE_SHARE = 0.75
"""A row whose ink covers more of its column's width than this is prose if a cell is long."""
LONG_CELL = 20
MAX_HEADER_GAP = 1.8
HEADER_OVERHANG = 6.0
"""In font boxes."""


@dataclass(slots=True)
class _Candidate:
    row: Row
    cells: Cells
    kind: str  # "figures", "period" (a header of years), "label" or "prose"


@dataclass(slots=True)
class _Entry:
    """A table's row in the making."""

    line: PrintedLine
    label: str
    cells: tuple[Cell, ...]


def arrange(rows: Sequence[Row], column: int) -> list[PrintedLine | PrintedTable]:
    """A column of text as lines and tables, from top to bottom."""
    if not rows:
        return []
    left, right = min(row.left for row in rows), max(row.right for row in rows)
    candidates = [_candidate(row, right - left) for row in rows]
    items: list[PrintedLine | PrintedTable] = []
    position = 0
    for first, last in _runs(candidates):
        start, end = _header(candidates, position, first, last)
        table = _table(candidates[start:end], candidates[end:last], column, left, right)
        if table is None:
            continue
        items.extend(line_of(each.row, column, left, right) for each in candidates[position:start])
        items.append(table)
        position = last
    items.extend(line_of(each.row, column, left, right) for each in candidates[position:])
    return items


def _candidate(row: Row, width: float) -> _Candidate:
    cells = cells_of(row)
    numbers = [cell for cell in cells.cells if cell.numeric]
    covered = sum(fragment.right - fragment.left for fragment in row.fragments)
    if covered > PROSE_SHARE * width and any(
        len(cell.text) > LONG_CELL for cell in cells.cells if not cell.numeric
    ):
        return _Candidate(row, cells, "prose")
    if numbers and all(is_period(cell.text) for cell in numbers):
        if not cells.label or speaks_of_periods(cells.label) or cells.label.startswith("("):
            return _Candidate(row, cells, "period")
        if len(numbers) > 1 and not cells.label[:1].islower() and len(cells.label) < 40:
            return _Candidate(row, cells, "figures")
    if numbers and (cells.label or len(numbers) > 1) and len(numbers) * 2 >= len(cells.cells):
        return _Candidate(row, cells, "figures")
    if covered < PROSE_SHARE * width or len(row.fragments) > 1:
        return _Candidate(row, cells, "label")
    return _Candidate(row, cells, "prose")


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
        next(cell.left for cell in each.cells.cells if cell.numeric)
        for each in candidates
        if each.kind == "figures"
    )
    return lefts[len(lefts) // 2] if lefts else float("inf")


def _reaches_figures(candidate: _Candidate, run: Sequence[_Candidate]) -> bool:
    """Whether a row without figures runs on under them, as a line of prose does."""
    first = candidate.row.fragments[0]
    return first.left < _figures_left(run) - 20 and first.right > _figures_left(run) + 40


def _header(candidates: Sequence[_Candidate], floor: int, first: int, last: int) -> tuple[int, int]:
    """Span of the header above the run, not above `floor`.

    Between it and the first figures may stand labels that open the table's first part.
    """
    run = candidates[first:last]
    figures = _figures_left(run)
    start = end = first
    labels = 0
    for position in range(first - 1, max(floor, first - MAX_HEADER_ROWS) - 1, -1):
        candidate = candidates[position]
        if _gap(candidate, candidates[position + 1]) > MAX_HEADER_GAP:
            break
        if candidate.kind == "period" or _over_columns(candidate, figures):
            start = position
            end = position + 1 if end == first and labels else end
            labels = 0
        elif candidate.kind == "label" and candidate.row.right < figures and labels < MAX_BETWEEN:
            labels += 1
        else:
            break
    return start, end if start < first else first


def _over_columns(candidate: _Candidate, figures: float) -> bool:
    """Whether everything but a label at the left stands over the figures.

    What is printed over a column may begin left of its figures, but not by much.
    """
    zone = figures - HEADER_OVERHANG * candidate.row.size
    if candidate.kind == "prose":
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
    entries = _entries(body, column, left, right)
    figures = [entry for entry in entries if any(cell.numeric for cell in entry.cells)]
    many = sum(1 for entry in figures if len(entry.cells) > 1)
    if len(figures) < 2 or (many < 2 and len(figures) < 3):
        return None
    edges = _columns(figures)
    if not edges:
        return None
    bounds = _bounds(edges, figures)
    printed = [line_of(each.row, column, left, right) for each in header]
    rows = [_cells_in_columns(entry, edges) for entry in entries]
    for entry, cells in zip(entries, rows, strict=True):
        entry.line.text = "  ".join(cell for cell in cells if cell)
    return PrintedTable(
        printed,
        _header_cells(header, bounds),
        [(entry.line, cells) for entry, cells in zip(entries, rows, strict=True)],
    )


def _entries(body: Sequence[_Candidate], column: int, left: float, right: float) -> list[_Entry]:
    """The rows with labels put together that run over several lines."""
    entries: list[_Entry] = []
    open_label: _Entry | None = None
    for candidate in body:
        entry = _Entry(
            line_of(candidate.row, column, left, right),
            candidate.cells.label,
            candidate.cells.cells,
        )
        continues = entry.label[:1].islower() or (
            open_label is not None and open_label.label.endswith((",", ";"))
        )
        if open_label is not None and continues and entry.cells:
            entry = _merged(open_label, entry)
            entries[-1] = entry
        elif entries and continues and not entry.cells:
            entries[-1] = _merged(entries[-1], entry)
        elif entries and not entry.label and entry.cells and open_label is not None:
            entries[-1] = _merged(open_label, entry)
        else:
            entries.append(entry)
        open_label = entries[-1] if not entries[-1].cells else None
    # a row of leader dots alone says nothing
    return [entry for entry in entries if entry.label or entry.cells]


def _merged(upper: _Entry, lower: _Entry) -> _Entry:
    line = replace(
        upper.line,
        left=min(upper.line.left, lower.line.left),
        right=max(upper.line.right, lower.line.right),
        top=min(upper.line.top, lower.line.top),
        bottom=max(upper.line.bottom, lower.line.bottom),
        slack=min(upper.line.slack, lower.line.slack),
    )
    label = " ".join(part for part in (upper.label, lower.label) if part)
    return _Entry(line, label, upper.cells + lower.cells)


def _columns(entries: Sequence[_Entry]) -> list[float]:
    """Right edges of the columns of figures, from left to right."""
    edges = sorted(
        (cell.edge, entry.line.size) for entry in entries for cell in entry.cells if cell.numeric
    )
    groups: list[list[float]] = []
    for edge, size in edges:
        if groups and edge - groups[-1][-1] <= EDGE_TOLERANCE * size:
            groups[-1].append(edge)
        else:
            groups.append([edge])
    return [sum(group) / len(group) for group in groups]


def _nearest(edges: Sequence[float], edge: float) -> int:
    return min(range(len(edges)), key=lambda position: abs(edges[position] - edge))


def _bounds(edges: Sequence[float], entries: Sequence[_Entry]) -> list[tuple[float, float]]:
    """Left and right end of each column: from its widest figure's left edge to its right edge."""
    bounds = [(edge, edge) for edge in edges]
    for entry in entries:
        for cell in entry.cells:
            if cell.numeric:
                position = _nearest(edges, cell.edge)
                low, high = bounds[position]
                bounds[position] = (min(low, cell.left), max(high, cell.right))
    return bounds


def _cells_in_columns(entry: _Entry, edges: Sequence[float]) -> tuple[str, ...]:
    cells = [""] * len(edges)
    for cell in entry.cells:
        position = _nearest(edges, cell.edge)
        cells[position] = f"{cells[position]} {cell.text}".strip()
    return (entry.label, *cells)


def _header_cells(
    header: Sequence[_Candidate], bounds: Sequence[tuple[float, float]]
) -> tuple[str, ...]:
    """What stands over each column, read downwards; what stands left of them heads the labels."""
    if not header:
        return ()
    labels: list[str] = []
    columns: list[list[str]] = [[] for _ in bounds]
    for candidate in header:
        texts: list[str] = [""] * len(bounds)
        over: list[Cell] = []
        for piece in _header_pieces(candidate, bounds):
            covered = _covered(piece, bounds)
            if covered:
                over.append(piece)
            else:
                labels.append(piece.text)
            for position in covered:
                texts[position] = f"{texts[position]} {piece.text}".strip()
        for position in _left_over(texts):
            texts[position] = _spanning(over, bounds, position)
        for column, text in zip(columns, texts, strict=True):
            if text:
                column.append(text)
    return (" ".join(labels), *(" ".join(parts) for parts in columns))


def _left_over(texts: Sequence[str]) -> list[int]:
    """Columns over which a header row prints nothing, though it does over others."""
    return [position for position, text in enumerate(texts) if not text] if any(texts) else []


def _covered(piece: Cell, bounds: Sequence[tuple[float, float]]) -> list[int]:
    """Columns over which a header's piece stands; none if it stands left of them all."""
    covered = [
        position
        for position, (low, high) in enumerate(bounds)
        if min(high, piece.right) > max(low, piece.left)
    ]
    if not covered and piece.right > bounds[0][0]:
        middle = (piece.left + piece.right) / 2
        nearest = min(
            range(len(bounds)), key=lambda position: abs(sum(bounds[position]) / 2 - middle)
        )
        covered = [nearest]
    return covered


def _spanning(over: Sequence[Cell], bounds: Sequence[tuple[float, float]], position: int) -> str:
    """The period printed across several columns (“12 Weeks Ended”) that also reaches this one."""
    low, high = bounds[position]
    pitch = min((right[1] - left[1] for left, right in pairwise(bounds)), default=0.0)
    best, text = pitch, ""
    for piece in over:
        distance = max(piece.left - high, low - piece.right)
        if distance < best and speaks_of_periods(piece.text) and not is_period(piece.text):
            best, text = distance, piece.text
    return text


def _header_pieces(candidate: _Candidate, bounds: Sequence[tuple[float, float]]) -> list[Cell]:
    """A header row's texts; those that stand close together are parted.

    They are years or dates ("2022 2021"), or each begins with the same word ("December 2,
    December 3,").
    """
    pieces: list[Cell] = []
    for fragment in candidate.row.fragments:
        words = fragment.words
        starts = [0]
        if len(bounds) > 1 and sum(is_period(word.text) for word in words) > 1:
            starts = list(range(len(words)))
        elif len(bounds) > 1:
            starts = [k for k, word in enumerate(words) if word.text == words[0].text]
        for start, end in pairwise([*starts, len(words)]):
            part = words[start:end]
            right = max(word.right for word in part)
            text = " ".join(word.text for word in part)
            pieces.append(Cell(text, min(word.left for word in part), right, right, False))
    return pieces
