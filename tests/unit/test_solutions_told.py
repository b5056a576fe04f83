"""Who describes a problem is told the solution that a document has for it."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.solutions_told import says_problem, with_solution_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

PAGE = (
    "Problem: The pump stops when the hose is bent. This is seen with the long hose.\n\n"
    "Solution: Hang the hose over the rail and start the pump again.\n\n"
    "Problem: The lamp flickers at night.\n\nRemedy: Change the fuse below the lamp."
)
ASKED = "My pump stops when the hose is bent, what can I do?"


def best_of(question: str, favourite: str) -> str:
    """What is best where the ranking thinks most of a sentence that begins so."""
    reading = reading_of(question, hit(PAGE))
    scores = np.array([0.9 if favourite in u.text else 0.4 for u in reading.candidates])
    return reading.candidates[int(np.argmax(with_solution_first(reading, scores)))].text


def test_the_solution_behind_the_problem_is_told() -> None:
    assert best_of(ASKED, "The pump stops").startswith("Solution: Hang the hose")
    assert best_of("The lamp flickers, what now?", "lamp flickers").startswith("Remedy: Change")


@pytest.mark.parametrize(
    ("question", "favourite"),
    [
        ("Which problem does the pump have?", "The pump stops"),  # the problem itself is asked for
        (ASKED, "long hose"),  # is no problem by its label
        (ASKED, "Hang the hose"),
    ],
)
def test_else_the_best_sentence_stays(question: str, favourite: str) -> None:
    assert favourite in best_of(question, favourite)


def test_only_a_label_says_that_it_is_a_problem() -> None:
    assert says_problem("• Problem: the pump stops.")
    assert says_problem("Symptom 2: it hums.")
    assert not says_problem("The problem with the pump is the hose.")
    assert not says_problem("Solution: hang it.")
