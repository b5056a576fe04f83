"""The years, quarters and months that a question names of columns or sheets."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.tasks.calculate.bound.places import (
    MONTH,
    QUARTER,
    YEAR,
    FigureField,
    time_order,
    times_in,
)
from backend.tasks.calculate.bound.words import QuestionWord

_THROUGH = re.compile(r"(?i)^[\s,]*(?:to|until|till|through|–|-)[\s,]*$")
_AND = re.compile(r"(?i)^\s*and\s*$")
_BETWEEN = re.compile(r"(?i)\bbetween\s+$")

Places = list[tuple[int, str]]
"""Places of words, each with the value that it stands for."""


@dataclass(frozen=True, slots=True)
class TimesNamed:
    """By dimension the values that are named, where no run of them is wanted; `runs` are the same
    with all values in between ("from May to July"), None where the question names no run. `lacks`
    are the times of which there is nothing, `taken` the places of all these words."""

    values: dict[str, Places]
    runs: dict[str, Places] | None
    lacks: tuple[str, ...]
    taken: frozenset[int]


def times_named(
    words: Sequence[QuestionWord],
    text: str,
    left: Collection[int],
    among: FigureField,
    around: Collection[tuple[str, str]],
) -> TimesNamed | None:
    """The times that a question names; None where one is said in a way that is not read: as a day,
    as a year that spans two, or of a kind of which nothing is said.

    Args:
        words: of the question.
        text: the question.
        left: the places of words that stand for nothing else.
        among: the columns that may be meant.
        around: the times that stand around their tables.
    """
    known = {other for other, _ in around}
    if among.values(YEAR):  # columns of whole years are of none of their parts
        known |= {QUARTER, MONTH}
    lacks: list[str] = []
    taken: set[int] = set()
    found: list[tuple[int, str, str]] = []
    spans = False
    for at in sorted(left):
        times = _times_at(at, words, text)
        if not times:
            continue
        if "/" in words[at].text or _is_of_a_day(at, words):
            return None
        taken.add(at)
        called = words[at].text
        if called.casefold() == "quarter":
            taken.add(at - 1)
            called = f"{words[at - 1].text} {called}"
        spans = spans or len({name for name, _ in times}) < len(times)  # "2031-2033"
        for name, value in times:
            if value in among.values(name):
                found.append((at, name, value))
            elif not among.values(name) and (name, value) in around:
                continue
            elif name in among.dimensions() or name in known:
                lacks.append(called)
            else:
                return None
    values: dict[str, Places] = {}
    for at, name, value in found:
        values.setdefault(name, []).append((at, value))
    runs = _runs(found, words, text, among, is_one_word=spans)
    whole = {name: [*held, *runs.get(name, [])] for name, held in values.items()} if runs else None
    return TimesNamed(values, whole, tuple(dict.fromkeys(lacks)), frozenset(taken))


def _times_at(at: int, words: Sequence[QuestionWord], text: str) -> tuple[tuple[str, str], ...]:
    """The times of one word; "second quarter" are two."""
    each = words[at]
    if at and each.text.casefold() == "quarter":
        return times_in(text[words[at - 1].start : each.end])
    return times_in(each.text)


def _is_of_a_day(at: int, words: Sequence[QuestionWord]) -> bool:
    """Whether a month has a day beside it."""
    if words[at].text[:1].isdigit():
        return False
    beside = (words[each].text for each in (at - 1, at + 1) if 0 <= each < len(words))
    return any(re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)?", text) for text in beside)


def _runs(
    found: Sequence[tuple[int, str, str]],
    words: Sequence[QuestionWord],
    text: str,
    among: FigureField,
    *,
    is_one_word: bool,
) -> dict[str, Places]:
    """All values from one to another, where a question says so."""
    made: dict[str, Places] = {}
    for (at, name, value), (further, same, end) in pairwise(found):
        if name != same:
            continue
        between = text[words[at].end : words[further].start]
        is_run = is_one_word if at == further else bool(_THROUGH.match(between))
        is_run = is_run or bool(_AND.match(between) and _BETWEEN.search(text[: words[at].start]))
        if is_run:
            first, last = sorted((value, end), key=time_order)
            held = sorted(among.values(name), key=time_order)
            run = held[held.index(first) : held.index(last) + 1]
            made.setdefault(name, []).extend((at, each) for each in run)
    return made
