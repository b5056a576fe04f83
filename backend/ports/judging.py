"""Judging an answer against what is known to be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class AnswerJudgement:
    """Three marks, each 0, .5 or 1; None where there is nothing to judge by.

    `correct`: the answer says what the gold says. `coverage`: the share of the gold's facts that it
    states. `faithful`: what it claims is supported by what it cites. Length is never punished.
    """

    correct: float | None
    coverage: float | None
    faithful: float | None

    def as_measures(self) -> dict[str, float | None]:
        """The marks by the names under which tables show them."""
        return {
            "Judged right": self.correct,
            "Facts covered": self.coverage,
            "Faithful": self.faithful,
        }


class Judge(Protocol):
    """Judges answers."""

    name: str
    """As shown on screen, with what it can and cannot tell."""

    def judge(
        self, question: str, golds: Sequence[str], answer: str, supported: Sequence[bool]
    ) -> AnswerJudgement:
        """The best judgement with any of the gold answers.

        Args:
            answer: empty if it was refused.
            supported: of each claiming sentence whether the support check bore it out.
        """
        ...
