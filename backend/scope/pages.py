"""A document's pages as terms and rows: what stands where, and which of it is a table.

A row is a printed line with a label and values; a heading is a short line in capitals or with
capitalised words, without values. Where a document has no pages, each passage of prose counts as
one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.scope.profiles import FIRST_PAGE
from backend.types import Chunk, Line

LONGEST_HEADING = 110
MOST_HEADING_WORDS = 14
CAPITALISED = 0.75
TITLE_WORDS = 9
"""Most words of a line that can be a table's title."""
ROWS_BELOW = 45
"""A title belongs to the rows among so many lines below it."""
TOP_LINES = 9
"""A title among so many first lines of a page is the page's own."""

_VALUE = re.compile(r"[($€£¥+\-–—−]*\d[\d.,'’]*(?:%|x|bps)?[)%*†]*|[-–—−]")
_SIGN = re.compile(r"[$€£¥%()*†]+|n/?[am]\.?")
_LETTER = re.compile(r"[^\W\d_]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NUMBERED = re.compile(
    r"(?i)^(?:item|note|part|section|chapter|appendix|table|exhibit)\s+[\dIVXA-Z]"
)

Rows = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class TableTitle:
    """A line that may title a table.

    `rows` is how many rows with two values stand below it; `near` are its own words and those of
    the page's first lines, folded by nothing.
    """

    text: str
    line: int
    rows: int
    near: str


@dataclass(frozen=True, slots=True)
class PagePart:
    """One document's pages, or the one page that a record of an imported corpus is.

    `terms` (page, term, count) without numbers other than years; `labels` (page, row, term) terms
    of row labels; `lengths` terms of each page; `lines_with` (term, lines, of them headings or
    rows); `rows` number of rows with two values per page; `titles` per page; `numbers` the page
    numbers from 0; `chunk_ids` and `page_of` say on which page a chunk chiefly stands, `whole`
    whether it is more than a single row; `first` is the text of the first page, as far as it is
    read for names and dates.
    """

    document_id: str
    numbers: tuple[int, ...]
    lengths: Rows
    terms: Rows
    labels: Rows
    lines_with: Rows
    rows: Rows
    titles: tuple[tuple[TableTitle, ...], ...]
    chunk_ids: tuple[str, ...]
    page_of: Rows
    whole: npt.NDArray[np.bool_]
    first: str


class TermNumbers:
    """Numbers of terms, in the order in which they came; shared by all parts of a view."""

    def __init__(self) -> None:
        self.terms: dict[str, int] = {}

    def number(self, term: str) -> int:
        """The number of a term, new if it was not seen before."""
        return self.terms.setdefault(term, len(self.terms))


@dataclass(frozen=True, slots=True)
class Row:
    """A printed line as label and number of values; a line without values is all label."""

    label: str
    values: int


def row_of(line: str) -> Row:
    """Split a line into its label and its values: the numbers and dashes that end it."""
    words = line.split()
    values, last = 0, len(words)
    while last > 0:
        word = words[last - 1]
        if _VALUE.fullmatch(word):
            values += 1
        elif not _SIGN.fullmatch(word):
            break
        last -= 1
    label = " ".join(words[:last])
    prose = last > MOST_HEADING_WORDS or (values == 1 and _YEAR.fullmatch(words[-1].strip(".,)")))
    if not values or prose or not _LETTER.search(label):
        return Row(" ".join(words), 0)
    return Row(label, values)


def is_heading(line: str) -> bool:
    """Whether a line without values looks like a heading."""
    words = line.split()
    if not words or len(line) > LONGEST_HEADING or len(words) > MOST_HEADING_WORDS:
        return False
    if _NUMBERED.match(line):
        return True
    if line.endswith((".", ",", ";")):
        return False
    letters = [word for word in words if word[0].isalpha()]
    if not letters or sum(map(len, letters)) <= 3:
        return False
    if line.upper() == line:
        return True
    longer = [word for word in letters if len(word) > 3]
    return bool(longer) and sum(word[0].isupper() for word in longer) >= CAPITALISED * len(longer)


def part_of(
    document_id: str,
    text: str,
    lines: Sequence[Line],
    chunks: Sequence[Chunk],
    vocabulary: TermNumbers,
    *,
    whole: bool = False,
) -> PagePart:
    """Read a document's lines into pages; without lines, its passages of prose.

    Args:
        whole: the text is one page whatever its passages.
    """
    spans = [(0, 0, len(text))] if whole else _page_spans(lines, chunks)
    starts = [start for _, start, _ in spans]
    printed: list[list[str]] = [[] for _ in spans]
    if lines and not whole:
        place = {number: position for position, (number, _, _) in enumerate(spans)}
        for line in lines:
            printed[place[line.page]].append(text[line.start : line.end])
    else:
        for position, (_, start, end) in enumerate(spans):
            printed[position] = _with_values(text[start:end].splitlines())
    terms: list[tuple[int, int, int]] = []
    labels: list[tuple[int, int, int]] = []
    lengths: list[int] = []
    rows: list[int] = []
    titles: list[tuple[TableTitle, ...]] = []
    lines_with: Counter[int] = Counter()
    salient: Counter[int] = Counter()
    row_number = 0
    for position, page in enumerate(printed):
        counts: Counter[int] = Counter()
        parsed = [(each, row_of(each)) for each in page if each.strip()]
        for each, row in parsed:
            said = [vocabulary.number(term) for term in _words(each)]
            counts.update(said)
            lines_with.update(set(said))
            if row.values or is_heading(each):
                salient.update(set(said))
            if row.values:
                of_label = {vocabulary.number(term) for term in _words(row.label)}
                labels.extend((position, row_number, term) for term in sorted(of_label))
                row_number += 1
        terms.extend((position, term, count) for term, count in counts.items())
        lengths.append(counts.total())
        rows.append(sum(row.values > 1 for _, row in parsed))
        titles.append(tuple(_titles(parsed)))
    return PagePart(
        document_id=document_id,
        numbers=tuple(number for number, _, _ in spans),
        lengths=np.array(lengths, np.int32),
        terms=_table(terms, 3),
        labels=_table(labels, 3),
        lines_with=_table([(term, n, salient[term]) for term, n in sorted(lines_with.items())], 3),
        rows=np.array(rows, np.int32),
        titles=tuple(titles),
        chunk_ids=tuple(chunk.id for chunk in chunks),
        page_of=np.array([_main_page(chunk, spans, starts) for chunk in chunks], np.int32),
        whole=np.array([not chunk.is_composed for chunk in chunks], bool),
        first=_first_page(text, lines),
    )


def _first_page(text: str, lines: Sequence[Line]) -> str:
    ends = [line.end for line in lines if line.page == lines[0].page]
    return text[: min(FIRST_PAGE, max(ends, default=FIRST_PAGE))]


def _with_values(lines: Sequence[str]) -> list[str]:
    """Lines that hold values alone belong to the label before them."""
    joined: list[str] = []
    for line in lines:
        if (
            joined
            and line.strip()
            and not _LETTER.search(line)
            and not _YEAR.fullmatch(line.strip())
        ):
            joined[-1] += "  " + line.strip()
        else:
            joined.append(line)
    return joined


def _words(line: str) -> list[str]:
    """The terms of a line without numbers, years kept."""
    return [term for term in term_texts(line) if not term[0].isdigit() or _YEAR.fullmatch(term)]


def _titles(parsed: Sequence[tuple[str, Row]]) -> Iterable[TableTitle]:
    """Short lines without values that have rows below."""
    two = [row.values > 1 for _, row in parsed]
    top = " ".join(line for line, _ in parsed[:3])
    for number, (line, row) in enumerate(parsed):
        if row.values > 1 or len(line.split()) > TITLE_WORDS:
            continue
        below = sum(two[number + 1 : number + ROWS_BELOW])
        if below:
            yield TableTitle(line.strip(), number, below, f"{top} {line}")


def _page_spans(lines: Sequence[Line], chunks: Sequence[Chunk]) -> list[tuple[int, int, int]]:
    """(number, start, end) of each page, or of each passage of prose."""
    if not lines:
        prose = sorted({(c.start, c.end) for c in chunks if not c.is_composed})
        return [(0, start, end) for start, end in prose] or [(0, 0, 0)]
    spans: dict[int, tuple[int, int]] = {}
    for line in lines:
        start, end = spans.get(line.page, (line.start, line.end))
        spans[line.page] = (min(start, line.start), max(end, line.end))
    return [(number, *spans[number]) for number in sorted(spans)]


def _main_page(chunk: Chunk, spans: Sequence[tuple[int, int, int]], starts: Sequence[int]) -> int:
    """Position of the page that shares most characters with a chunk, the first of equals."""
    first = max(0, bisect_right(starts, chunk.start) - 1)
    last = max(first, bisect_left(starts, chunk.end) - 1)
    shared = {
        position: min(spans[position][2], chunk.end) - max(spans[position][1], chunk.start)
        for position in range(first, last + 1)
    }
    return max(shared, key=lambda position: (shared[position], -position))


def _table(rows: Sequence[tuple[int, ...]], columns: int) -> Rows:
    return np.array(rows, np.int32).reshape(-1, columns)
