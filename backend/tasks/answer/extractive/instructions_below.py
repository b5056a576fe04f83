"""Instructions in prose below a heading that names what is to be done: “How do I furl the sail?” is
answered by the sentences below “Furling the sail” from the first that says what to do to the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from backend.tasks.answer.extractive.list_marks import ITEM
from backend.tasks.answer.extractive.orders_given import is_order
from backend.tasks.answer.extractive.paragraph_ends import ENDS_A_SENTENCE, PARAGRAPH_END
from backend.tasks.answer.extractive.steps_below import (
    FEWEST,
    LEAST_TOLD,
    ListedBelow,
    listed_below,
)
from backend.tasks.answer.extractive.units import Unit

MOST_BEFORE = 1
"""Sentences before the first that says what to do, at most: where more stand there, the deed is
told by these, and what is to be done is aside (“Phone the office if you are late.”)."""


def instructions_of(
    units: Sequence[Unit], texts: Mapping[int, tuple[str, int]]
) -> Iterator[ListedBelow]:
    """The sentences of paragraphs right below headings, from the first to the last that say to do
    something, where most do.

    Args:
        units: of all passages.
        texts: by passage number its text and where that begins in its document.
    """
    for at, unit in enumerate(units):
        if not (unit.opens and unit.heading and unit.whole):
            continue
        text, start = texts[unit.hit]
        said = _paragraph(units, at, text, start)
        orders = [is_order(each.text) for each in said]
        if sum(orders) < FEWEST:
            continue
        first, last = orders.index(True), len(orders) - orders[::-1].index(True)
        if sum(orders) < LEAST_TOLD * (last - first) or first > MOST_BEFORE:
            continue
        told = said[first:last]
        spans = [(each.start - start, each.end - start) for each in told]
        yield listed_below(
            told[0], texts[unit.hit], spans, [each.text for each in told], in_prose=True
        )


def _paragraph(units: Sequence[Unit], at: int, text: str, start: int) -> list[Unit]:
    """The sentences from a place on that stand in one paragraph, and are no items or lines.

    Args:
        text: of the passage, which begins at `start` in its document.
    """
    said: list[Unit] = []
    for unit in units[at:]:
        if unit.hit != units[at].hit or unit.heading != units[at].heading or not unit.whole:
            break
        if said and PARAGRAPH_END in text[said[-1].end - start : unit.start - start]:
            break
        if ITEM.match(unit.text) or ENDS_A_SENTENCE.search(unit.text) is None:
            break
        said.append(unit)
    return said
