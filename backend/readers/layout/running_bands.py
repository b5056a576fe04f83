"""Running titles that change from chapter to chapter.

Each stands on too few pages to be known by its words alone. What they share is the place: a line of
its own at one height above (or below) the text of many pages, which says the same as its neighbours
or counts the pages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from backend.readers.layout.shapes import PageLayout, PrintedLine, lines_of

MIN_PAGES = 3
SAME_HEIGHT = 1.5
"""Points by which lines of one place may differ in height."""
CLEAR = 0.6
"""Gap to the text, in heights of the line, that sets a running title off."""
MOSTLY = 0.9
PROVEN = 0.5
"""Share of a place's lines that must say what a neighbour says, or count the pages."""
NEIGHBOURS = 2
"""Pages apart: left and right pages may have titles of their own."""
MARGIN = 0.15
"""Share of the page's height within which a running title stands."""
MORE_LINES = 2.0
"""Heights of a line that a title of several lines may reach farther than those of one."""
MOSTLY_THERE = 0.5
"""Share of the pages that have a line at the place."""
NOT_TALLER = 1.15
"""Times the height of the usual line, of the page or of all pages, whichever is taller: what is
taller still is a heading. A page of small listings has its running title in the common size."""

_NUMBER = re.compile(r"\d{1,4}")
_NOT_LETTERS = re.compile(r"[\d\W_]+")


@dataclass(frozen=True, slots=True)
class _Outermost:
    """The line nearest to the edge of a page: distances from that edge in points.

    `near` and `far` are those of the line, `text` is where the text after it begins (None if
    nothing else stands on the page).
    """

    page: int
    line: PrintedLine
    near: float
    far: float
    text: float | None


def running_bands(pages: Sequence[PageLayout], rows: Collection[int] = frozenset()) -> set[int]:
    """The `id`s of the lines in the bands above and below the text that hold running titles.

    `rows` are the `id`s of lines that are none, wherever they stand.
    """
    found: set[int] = set()
    for same_size in _by_size(pages):
        for distances in (_from_top, _from_bottom):
            found |= _in_band(pages, same_size, distances, rows)
    return found - set(rows)


def _by_size(pages: Sequence[PageLayout]) -> Iterator[list[int]]:
    sizes: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, page in enumerate(pages):
        sizes[round(page.width), round(page.height)].append(number)
    return (numbers for numbers in sizes.values() if len(numbers) >= MIN_PAGES)


_Distances = Callable[[PageLayout, PrintedLine], tuple[float, float]]


def _from_top(page: PageLayout, line: PrintedLine) -> tuple[float, float]:
    return line.top, line.bottom


def _from_bottom(page: PageLayout, line: PrintedLine) -> tuple[float, float]:
    return page.height - line.bottom, page.height - line.top


def _in_band(
    pages: Sequence[PageLayout], numbers: list[int], distances: _Distances, rows: Collection[int]
) -> set[int]:
    common_size = _usual_size(line for number in numbers for line in lines_of(pages[number]))
    tallest = {
        number: NOT_TALLER * max(common_size, _usual_size(lines_of(pages[number])))
        for number in numbers
    }
    edges = [
        edge
        for number in numbers
        if (edge := _outermost(pages[number], number, distances)) is not None
        and edge.line.size <= tallest[number]
        and id(edge.line) not in rows
    ]
    found: set[int] = set()
    for place in _places(edges):
        if not _is_running(place):
            continue
        height = pages[numbers[0]].height
        deepest = max(edge.far for edge in place)
        size = max(edge.line.size for edge in place)
        begins = (edge.text for edge in place if edge.text is not None and _is_clear(edge))
        band = min([*begins, deepest + MORE_LINES * size, MARGIN * height])
        # On pages that are not of the place only a title that runs through most has a right.
        common = len(place) >= MOSTLY_THERE * len(numbers)
        for number in numbers if common else [edge.page for edge in place]:
            found |= _within(pages[number], band, tallest[number], distances)
    return found


def _within(page: PageLayout, band: float, tallest: float, distances: _Distances) -> set[int]:
    """The lines of a page that lie wholly in a band, if none is too tall and the text keeps clear
    of them."""
    placed = [(*distances(page, line), line) for line in lines_of(page)]
    inside = [each for each in placed if each[1] < band]
    outside = [near for near, far, _ in placed if far >= band]
    if not inside:
        return set()
    depth, size = max(far for _, far, _ in inside), max(line.size for _, _, line in inside)
    if size > tallest:
        return set()
    if outside and min(outside) - depth < CLEAR * size:
        return set()
    return {id(line) for _, _, line in inside}


def _outermost(page: PageLayout, number: int, distances: _Distances) -> _Outermost | None:
    lines = sorted(((*distances(page, line), line) for line in lines_of(page)), key=lambda x: x[:2])
    if not lines:
        return None
    near, far, line = lines[0]
    after = [each[0] for each in lines if each[0] >= far - 0.3 * line.size]
    return _Outermost(number, line, near, far, min(after, default=None))


def _places(edges: Sequence[_Outermost]) -> Iterator[list[_Outermost]]:
    """Lines of at least MIN_PAGES pages that stand at one height."""
    place: list[_Outermost] = []
    for edge in sorted(edges, key=lambda each: each.near):
        if place and edge.near - place[0].near > SAME_HEIGHT:
            if len(place) >= MIN_PAGES:
                yield sorted(place, key=lambda each: each.page)
            place = []
        place.append(edge)
    if len(place) >= MIN_PAGES:
        yield sorted(place, key=lambda each: each.page)


def _is_running(place: Sequence[_Outermost]) -> bool:
    if sum(map(_is_clear, place)) < MOSTLY * len(place):
        return False
    counting = _counting(place)
    proven = sum(
        edge.page in counting or _is_said_nearby(place, position)
        for position, edge in enumerate(place)
    )
    return proven >= MIN_PAGES and proven >= PROVEN * len(place)


def _is_clear(edge: _Outermost) -> bool:
    return edge.text is None or edge.text - edge.far >= CLEAR * edge.line.size


def _counting(place: Sequence[_Outermost]) -> set[int]:
    """Pages whose line begins or ends with a number that grows with the pages."""
    pages: dict[int, set[int]] = defaultdict(set)
    for edge in place:
        words = edge.line.text.split()
        for word in {words[0], words[-1]} if words else ():
            if _NUMBER.fullmatch(word):
                pages[int(word) - edge.page].add(edge.page)
    return set().union(*(page for page in pages.values() if len(page) >= MIN_PAGES))


def _is_said_nearby(place: Sequence[_Outermost], position: int) -> bool:
    edge = place[position]
    words = _words(edge.line.text)
    around = (*place[max(0, position - NEIGHBOURS) : position],
              *place[position + 1 : position + 1 + NEIGHBOURS])  # fmt: skip
    return bool(words) and any(
        abs(other.page - edge.page) <= NEIGHBOURS and _words(other.line.text) == words
        for other in around
    )


def _words(text: str) -> str:
    return _NOT_LETTERS.sub(" ", text.casefold()).strip()


def _usual_size(lines: Iterable[PrintedLine]) -> float:
    return median([line.size for line in lines] or [0.0])
