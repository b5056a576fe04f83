"""How sure an answer is of itself."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """How sure an answer is of itself. For the local reader, direct and likely are calibrated on
    training questions whose documents were held out."""

    CALCULATED = "calculated"
    """The first line is a figure computed from cells of tables, which are shown."""
    DIRECT = "direct"
    """The first line answers: right about nine times in ten."""
    LIKELY = "likely"
    """The first line probably answers: right about seven times in ten."""
    CLOSEST = "closest"
    """What comes nearest is shown; whether it answers is open."""
    NOT_FOUND = "not_found"
    """The best passages do not hold it."""

    @property
    def words(self) -> str:
        """How a person reads it."""
        return _VERDICT_WORDS[self]

    def agreeing_with(self, found: bool) -> Verdict:
        """The verdict itself, or the weakest change of it that agrees with `found`."""
        if found:
            return self if self in _ANSWERED else Verdict.LIKELY
        return Verdict.NOT_FOUND if self in _ANSWERED else self


PROMISED = {Verdict.DIRECT: 0.9, Verdict.LIKELY: 0.7}
"""How often the first line of such an answer must be right. With six in ten of likely ones every
further answer would be wrong as often as not."""
_ANSWERED = frozenset([Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY])
_VERDICT_WORDS = {
    Verdict.CALCULATED: "Calculated",
    Verdict.DIRECT: "Direct answer",
    Verdict.LIKELY: "Likely",
    Verdict.CLOSEST: "Closest passages",
    Verdict.NOT_FOUND: "Not found",
}
