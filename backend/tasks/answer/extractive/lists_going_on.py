"""Lists that go on behind what is quoted of them: they were too long, or the next passage begins
with further items.

What is quoted ends with dots then, so that nobody takes it for all; the items of the next passage
are quoted as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.answer.extractive.list_marks import ITEM
from backend.tasks.answer.extractive.listed_above import COUNTED_ITEM
from backend.tasks.answer.extractive.promised_tables import LONGEST
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.units import Unit, stretched

APART = 4
"""Characters between two passages of which one goes on with the other, at most."""
_LEFT_OUT = " …"


def dotted(unit: Unit) -> Unit:
    """A quote of a list with dots behind it, as there is more of it."""
    return replace(unit, text=f"{unit.text.rstrip(' ;,')}{_LEFT_OUT}")


def goes_on(reading: ReadEvidence, beside: Sequence[Unit], last: int) -> bool:
    """Whether the list goes on of which an item is the last that is quoted: another one follows it
    in its passage or at the beginning of the next one.

    Args:
        beside: all units of the passage, in order.
        last: the place of the item among them.
    """
    item, passage = beside[last], reading.passages[beside[last].hit]
    if not ITEM.match(item.text):
        return False
    if last + 1 < len(beside):
        return _follows(reading, item, beside[last + 1])
    following = _next_passage(reading, passage)
    end = following.start - passage.start if following is not None else len(passage.text)
    if passage.text[item.end - passage.start : end].strip():
        return False
    if following is None:
        return False  # of passages that end with an item five in six end with their list
    return any(_follows(reading, item, each) for each in _behind(reading, item, following)[:1])


def further_items(reading: ReadEvidence, unit: Unit) -> Unit | None:
    """The items with which the next passage goes on with a quote of a list that ends its own; None
    where it does not, or is not at hand."""
    own = [each for each in reading.units if each.hit == unit.hit]
    following = _next_passage(reading, reading.passages[unit.hit])
    if following is None or not own or own[-1].end != unit.end:
        return None
    if not goes_on(reading, own, len(own) - 1):
        return None
    first, *rest = _behind(reading, unit, following)
    last = first
    for each in rest:
        if not _follows(reading, last, each) or each.end - first.start > LONGEST:
            break
        last = each
    return stretched(first, following.text, following.start, first.start, last.end)


def _follows(reading: ReadEvidence, item: Unit, behind: Unit) -> bool:
    """Whether what stands behind an item is the next one of its list."""
    if not ITEM.match(behind.text) or (behind.opens and behind.heading != item.heading):
        return False
    numbers, following = _numbers(reading, item), _numbers(reading, behind)
    return not following or following[0] == (numbers[-1] if numbers else 0) + 1


def _numbers(reading: ReadEvidence, unit: Unit) -> list[int]:
    """The numbers of the items in a unit, which may hold several short ones."""
    passage = reading.passages[unit.hit]
    lines = passage.text[unit.start - passage.start : unit.end - passage.start].splitlines()
    found = [COUNTED_ITEM.match(line.strip()) for line in lines]
    return [int(each["number"]) for each in found if each is not None]


def _next_passage(reading: ReadEvidence, passage: Passage) -> Passage | None:
    """The passage that goes on where another one ends, if it is among the evidence; the two may
    have some sentences in common."""
    end = passage.start + len(passage.text)
    behind = [
        each
        for each in reading.passages.values()
        if each.document == passage.document
        and passage.start < each.start <= end + APART
        and each.start + len(each.text) > end
    ]
    return min(behind, key=lambda each: each.start, default=None)


def _behind(reading: ReadEvidence, unit: Unit, following: Passage) -> list[Unit]:
    """The units of a passage that begin behind a unit of the one before."""
    own = [each for each in reading.units if reading.passages[each.hit] is following]
    return [each for each in own if each.start >= unit.end]
