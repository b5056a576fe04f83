"""What an entry says behind a title that says little: “Berth A: the old one. It is nine metres long
and costs £90.”

The title alone tells no difference between two such entries; the sentences that go on in its
paragraph do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.answer.extractive.complete import going_on
from backend.tasks.answer.extractive.forms import AMOUNT
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

LONGEST_OF_TWO = 400
"""Characters of a first line that tells two entries."""
MOST_OF_TITLE = 7
"""Words of such a title behind the name, at most."""


def behind_title(reading: ReadEvidence, name: str, unit: Unit) -> tuple[Unit, ...]:
    """The sentences that go on behind a unit in its paragraph, where it is a title of few words
    without an amount behind a name and a colon; else nothing."""
    title = re.match(rf"(?i)\W*{re.escape(name)}: (?P<said>\S.*)$", unit.text)
    if title is None or AMOUNT.search(title["said"]) or not unit.whole:
        return ()
    if len(title["said"].split()) > MOST_OF_TITLE:
        return ()
    return going_on(reading, (unit,))[1:]


def with_what_goes_on(
    texts: Sequence[str], behind: Sequence[Sequence[Unit]], between: int
) -> tuple[str, ...]:
    """What is told of each of several things, each with the sentences behind it: as many of each as
    fit into one line, in turns, so that no one tells much more than the others.

    Args:
        between: characters that stand between two of them.
    """
    told = list(texts)
    for each in zip(*behind, strict=False):
        longer = [f"{text} {unit.text}" for text, unit in zip(told, each, strict=True)]
        if sum(map(len, longer)) + between * (len(longer) - 1) > LONGEST_OF_TWO:
            break
        told = longer
    return tuple(told)
