"""What is said of one season's term is nothing of another's."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.holding_back import held_back
from backend.tasks.answer.extractive.seasons import is_of_another_season
from backend.types import Verdict
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ASKED = "When does the winter course begin?"


@pytest.mark.parametrize(
    ("question", "shown", "another"),
    [
        (ASKED, "The summer course begins on 4 May.", True),
        (ASKED, "The course begins on 4 May. Winter is dark.", False),
        (ASKED, "The course begins on 4 May.", False),
        ("When does the course begin in winter?", "The summer course begins on 4 May.", False),
        ("When is the autumn camp?", "Fall camp: 3 October", False),
        ("When does the course begin?", "The summer course begins on 4 May.", False),
    ],
)
def test_a_season_tells_two_things_apart(question: str, shown: str, another: bool) -> None:
    assert is_of_another_season(question, shown) is another


def test_the_title_or_another_passage_of_the_document_may_name_the_season() -> None:
    def verdict(title: str, *others: str) -> Verdict:
        hits = [hit("The summer room is shut. The course begins on 4 May.", title=title)]
        hits += [hit(other, start=900 + at) for at, other in enumerate(others)]
        reading = reading_of(ASKED, *hits)
        best = next(
            at for at, candidate in enumerate(reading.candidates) if "4 May" in candidate.text
        )
        return held_back(reading, best, Verdict.LIKELY, pointed=False)

    assert verdict("Courses") is Verdict.CLOSEST
    assert verdict("Winter courses") is Verdict.LIKELY
    assert verdict("Courses", "This is our plan for the winter.") is Verdict.LIKELY
