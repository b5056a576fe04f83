"""What of an answer its bounds decide: what is told if they are reached, and what if not.

The verdict of a question that the reader answers from its sentences depends on P(the best sentence
holds the answer) and two bounds of it. Both bounds together leave three possible outcomes; with
these, and the probability, the outcome under any bounds is known without reading again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from backend.inference.risk_control import NEVER
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.shown import shown_units
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.verdicts import Thresholds
from backend.tasks.answer.extractive.wording import runs_on
from backend.types import ReaderBounds, Verdict


@dataclass(frozen=True, slots=True)
class Telling:
    """A verdict, and the quote that then stands first."""

    verdict: Verdict
    quote: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """What is told of a question if `first`, the probability that its best sentence holds the
    answer, reaches the bound of a direct answer, that of a likely one alone, or neither."""

    first: float
    surest: Telling
    likely: Telling
    least: Telling

    @property
    def is_open(self) -> bool:
        """Whether bounds can change the verdict."""
        return len({each.verdict for each in (self.surest, self.likely, self.least)}) > 1

    def under(self, bounds: ReaderBounds) -> Telling:
        """What is told with some bounds."""
        if self.first >= bounds.direct:
            return self.surest
        return self.likely if self.first >= bounds.likely else self.least


def decided(
    reading: ReadEvidence, judged: Callable[[Thresholds], Judgement], own: Thresholds
) -> Decided:
    """What bounds decide of a reading.

    Args:
        judged: what is made of the reading with some thresholds.
        own: thresholds of which the two bounds are moved.
    """

    def told(direct: float, likely: float) -> Judgement:
        return judged(replace(own, direct=direct, likely=likely))

    def outcome(judgement: Judgement) -> Telling:
        return Telling(judgement.verdict, first_quote(reading, judgement))

    # with a bound of 0 no rule lifts the probability, so that it is told as it is
    surest = told(0.0, 0.0)
    return Decided(
        surest.first, outcome(surest), outcome(told(NEVER, 0.0)), outcome(told(math.inf, NEVER))
    )


def first_quote(reading: ReadEvidence, judgement: Judgement) -> tuple[Unit, ...]:
    """The quote that stands first, with the sentences of its paragraph that run on behind it."""
    first, *others = shown_units(reading, judgement)
    quoted = [first]
    for unit in others:
        if not runs_on(quoted[-1], unit):
            break
        quoted.append(unit)
    return tuple(quoted)


def separated(bounds: ReaderBounds) -> ReaderBounds:
    """The bounds with that of a likely answer below the other. A rule that makes an answer likely
    lifts its probability to that bound, and must not reach the other with it."""
    return replace(bounds, likely=min(bounds.likely, math.nextafter(bounds.direct, 0.0)))
