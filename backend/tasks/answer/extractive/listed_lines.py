"""Lines of lists and plain tables, as price lists, forms and notices have them.

A single line break is where a printed line ends, and to a reader of sentences such lines are one
long sentence. What tells them apart: columns that stand apart by blanks, a number with a point
before each (“1.4 Surveyor: …”), a figure at the end of each, an hour at the beginning of several,
an option, as in what a program prints of its usage, or a word or a name that a dash sets off at the
beginning of several (“Treble – the lightest bell”, “Callum – the letter to the bank, by May”).
"""

from __future__ import annotations

import re
from itertools import pairwise

from backend.calendar_words import MONTH_NAME, MONTH_NAME_ABROAD
from backend.tasks.answer.extractive.label_lines import stripped_span

_LINE = re.compile(r"[^\n]*\S[^\n]*")
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S")
"""Two blanks may stand behind a full stop, or between the words of a line that was stretched."""
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+(?P<first>[^\W\d_])")
_FIGURE = re.compile(
    r"[^\W\d_]\S* (?:[^\S\n]*[$£€¥]\s?)?-?\d[\d.,:]*(?:\s?(?:%|[^\W\d_]{1,4}\.?))?[^\S\n]*$"
)
"""Words, then an amount."""
_MONTH = re.compile(
    rf"(?:{MONTH_NAME}|{MONTH_NAME_ABROAD})\b"
    r"(?!:?\.?\s+(?:[$£€¥]\s?)?(?!(?:1\d|20)\d\d\b)\d[\d.,]+\d)"
)
"""A month with its day or year, and not with an amount."""
_OPTION = re.compile(
    r"(?:-{1,2}[^\W\d_][\w-]*|-\?|/[A-Z?])"
    r"(?:(?:[ =,]|, )(?:[<\[{][^<>\[\]{}]{1,30}[>\]}]|[A-Z_]{2,20}|-{1,2}[^\W\d_][\w-]*))*"
    r"[^\S\n]*(?:[:–—][^\S\n]*)?[^\W\d_]\S*[^\S\n]+\S"
)
"""An option's names and its value, then two words at least that say what it does."""
_HOUR = re.compile(
    r"\d{1,2}[:.][0-5]\d(?: ?[–—-] ?\d{1,2}[:.][0-5]\d)?(?: ?[ap]\.?m\.?)?:? +[^\W\d_]"
)
"""An hour, then what takes place then: a line of a timetable, a programme or a journey."""
_TERMED = re.compile(r"[^\W_a-z][^\n.:;!?–—]{0,48}? [–—-] (?=\S)")
"""What a dash sets off: a term before its meaning, a name before a task, a day before its plan."""
_MARKS = "$£€¥•▪◦‣·*–—-"
_GOES_ON = re.compile(
    r"(?i)(?:[,;:–—-]|\b(?:an?|and|at|by|for|from|in|of|on|or|the|to|with|und|der|die|das|et|de))$"
)


def cut_listed_lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A span cut between its lines where both are rows or items of a list; else the span as it is.

    Args:
        text: the passage.
        start, end: a sentence of it, as the rules of sentences tell.
    """
    lines = list(_LINE.finditer(text, start, end))
    if len(lines) == 1:
        return [(start, end)]
    told = [each.group().strip() for each in lines]
    columns = [bool(_COLUMNS.search(each)) for each in told]
    numbered = [_is_numbered(each) for each in told]
    figures = [bool(_FIGURE.search(each)) for each in told]
    options = [bool(_OPTION.match(each)) for each in told]
    hours = [bool(_HOUR.match(each)) for each in told]
    termed = [bool(_TERMED.match(each)) for each in told]
    cuts = [start]
    for at, (line, after) in enumerate(pairwise(told)):
        if not _begins(after):
            continue
        rows = columns[at] and columns[at + 1]
        others = (figures[at + 1], at > 0 and figures[at - 1])
        amounts = figures[at] and any(others)
        items = numbered[at + 1] and sum(numbered) > 1
        entries = options[at + 1] and sum(options) > 1
        terms = termed[at + 1] and sum(termed) > 1
        timed = sum(hours) > 1 and (hours[at + 1] or (any(hours[: at + 1]) and after[0].isalpha()))
        if rows or ((amounts or items or entries or timed or terms) and not _GOES_ON.search(line)):
            cuts.append(lines[at + 1].start())
    pieces = zip(cuts, [*cuts[1:], end], strict=True)
    return [stripped_span(text, left, right) for left, right in pieces]


def is_listed(text: str) -> bool:
    """Whether a line that is no sentence says something by itself: a numbered item, an option with
    what it does, an hour with what takes place then, or words with their amount."""
    if _is_numbered(text) or _OPTION.match(text) or _HOUR.match(text):
        return True
    return bool(_FIGURE.search(text)) and not text.endswith(".")


def _is_numbered(line: str) -> bool:
    match = _NUMBERED.match(line)
    return match is not None and not match["first"].islower()


def _begins(line: str) -> bool:
    """Whether a line may begin an item: a small letter goes on with the line before, and so does a
    month that belongs to a day."""
    first = line[:1]
    if first.isalpha():
        return not first.islower() and _MONTH.match(line) is None
    return first.isdigit() or first in _MARKS or first == "/"
