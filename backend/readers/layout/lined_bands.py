"""What stands between, above and below the rules along a page: names, rows, captions or prose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backend.readers.layout.cells import is_amount, is_number, is_period
from backend.readers.layout.rows import fragments, rows
from backend.readers.layout.rule_runs import NEAR, RuleRun
from backend.readers.layout.shapes import FragmentRow, Word
from backend.readers.layout.white_columns import ink_of, words_in

MOST_HEADER_ROWS = 6
ABOVE_RULE, BELOW_RULE, ROW_BELOW_RULE = 1.3, 1.0, 2.0
"""A row of names stands no further above its rule or the next row than so many font boxes, a text
or a row that goes on below the last rule no further below it."""
MOST_BELOW = 40
LONG_LINE, WIDE_LINE = 60, 0.6
"""Characters of a line of prose, and its share of the width, at least."""
PARTIAL = 0.9
"""A rule within the names reaches over no more than this share of the width."""
AT_EDGE = 15.0
"""Points from a table's edge within which its labels begin."""
APART = 0.6
"""A caption stands so many font boxes above the names of the columns."""
LARGER = 1.15
"""A title's letters are so many times as large as those of names, at least."""


def without_caption(above: Sequence[Word]) -> list[Word]:
    """The words above a table's rows without a text that stands alone over its names and is longer
    than the one of the labels, or stands apart from it."""
    names = rows(fragments(above))
    while len(names) > 1 and len(names[0].fragments) == 1 and len(names[1].fragments) > 1:
        caption, upper = names[0], names[1]
        first = upper.fragments[0]
        alone = caption.bottom <= upper.top and abs(caption.left - first.left) < NEAR
        gap = upper.top - caption.bottom
        if not alone or (caption.right <= first.right + first.size and gap < APART * first.size):
            break
        names.pop(0)
    return [word for row in names for word in words_in(row)]


def begins_at(words: Sequence[Word], begin: float) -> bool:
    """Whether words begin where the table does, as its caption and its labels do."""
    return min((word.left for word in words), default=begin) < begin + AT_EDGE


def may_name(above: Sequence[Word]) -> bool:
    """Whether some words may be the names of columns: a few lines of several texts, no figures."""
    if any(is_amount(word.text) or _is_large(word.text) for word in above):
        return False
    names = rows(fragments(above))
    return 0 < len(names) <= MOST_HEADER_ROWS and sum(len(row.fragments) for row in names) > 1


def _is_large(text: str) -> bool:
    """Whether a word is a figure that numbers nothing and is no year."""
    return text[:1].isdigit() and len(text) > 2 and is_number(text) and not is_period(text)


def rows_below(words: Sequence[Word], top: float, width: float) -> list[FragmentRow]:
    """The rows that go on right below a rule, as a total does that no rule closes; a single text
    below a table is a caption or note."""
    below: list[FragmentRow] = []
    for row in rows(fragments([word for word in words if is_at(word, top, float("inf"))])):
        apart = BELOW_RULE if _is_running(row) else ROW_BELOW_RULE
        if row.top - top > apart * row.size or len(below) == MOST_BELOW:
            break
        if _is_running(row) and row.right - row.left > width / 2:
            break
        below.append(row)
        top = row.bottom
    while below and _is_running(below[-1]):
        below.pop()
    return below


def end_of_bands(
    above: Sequence[Word],
    bands: Sequence[Sequence[FragmentRow]],
    first: int,
    edges: tuple[float, float],
) -> int:
    """Up to which band a table may go on at most: not over prose, nor up to the names of another
    one or its caption.

    Args:
        above: the words of the names.
        bands: the rows between each rule and the next.
    """
    named = _said(above)
    figured = False
    for number, band in enumerate(bands[first:], start=first):
        said = _said(word for row in band for word in words_in(row))
        if not band or said == named or _is_prose(band, edges):
            return number
        if figured and _names_others(band):
            captioned = number - 1 > first and all(map(_is_running, bands[number - 1]))
            return number - captioned
        figured = figured or any(map(is_figured, band))
    return len(bands)


def _names_others(band: Sequence[FragmentRow]) -> bool:
    """Whether all rows between two rules are without figures, and some of several texts."""
    return not any(map(is_figured, band)) and not all(map(_is_running, band))


def is_figured(row: FragmentRow) -> bool:
    """Whether a figure stands behind the first text of a row."""
    first = ink_of(row)[0].right
    return any(word.left > first and is_number(word.text) for word in words_in(row))


def _said(words: Iterable[Word]) -> list[str]:
    return sorted(word.text for word in words)


def _is_running(row: FragmentRow) -> bool:
    """Whether a row is one text, as a caption or note below a table is."""
    return len(ink_of(row)) == 1


def _is_prose(band: Sequence[FragmentRow], edges: tuple[float, float]) -> bool:
    """Whether a line begins where labels do, and runs on under most columns or ends as a sentence
    does."""
    begin, end = edges
    for row in band:
        length = sum(len(word.text) + 1 for word in words_in(row))
        if length <= LONG_LINE or row.left >= begin + 2 * row.size + NEAR or not _is_running(row):
            continue
        last = max(words_in(row), key=lambda word: word.right)
        if row.right > begin + WIDE_LINE * (end - begin) or last.text.endswith((".", ":")):
            return True
    return False


def names_above(
    words: Sequence[Word], rule: float, floor: float, lines: Sequence[RuleRun], width: float
) -> list[Word]:
    """The names that stand on a rule with none over them: rows of several texts, or of one that
    stands on a rule of its own, or over one of the names but the first."""
    held = [word for word in words if floor < word.top and (word.top + word.bottom) / 2 < rule]
    found: list[Word] = []
    below = rule
    lower: FragmentRow | None = None
    for row in reversed(rows(fragments(held))[-MOST_HEADER_ROWS:]):
        larger = lower is not None and row.size > LARGER * lower.size
        if below - row.bottom > ABOVE_RULE * row.size or larger:
            break
        ruled = any(
            row.bottom - NEAR <= line.at <= below + NEAR < rule
            and row.left < line.end
            and line.begin < row.right
            and line.end - line.begin < width * PARTIAL
            for line in lines
        )
        if len(row.fragments) < 2 and not ruled and not _tops_one(row, lower):
            break
        found.extend(words_in(row))
        below = row.top
        lower = row if lower is None or len(row.fragments) > 1 else lower
    return found


def _tops_one(row: FragmentRow, lower: FragmentRow | None) -> bool:
    """Whether a text stands over one of those below, which is not the first of them."""
    over = [
        place
        for place, each in enumerate(lower.fragments if lower else ())
        if each.left < row.right and row.left < each.right
    ]
    return len(over) == 1 and over[0] > 0


def is_at(word: Word, top: float, bottom: float) -> bool:
    """Whether a word's middle lies between two heights."""
    return top < (word.top + word.bottom) / 2 < bottom
