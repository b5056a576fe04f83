"""What holds in theory only is not what a question for how things are wants."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.only_in_theory import is_only_in_theory


@pytest.mark.parametrize(
    ("question", "text", "is_only"),
    [
        ("How much does the winch lift?", "In theory the winch lifts two tonnes.", True),
        ("How much does the winch lift?", "On paper, it lifts two tonnes.", True),
        ("How much does the winch lift?", "Theoretically it lifts two tonnes.", True),
        ("How much does the winch lift in theory?", "In theory it lifts two tonnes.", False),
        ("What is the theoretical load?", "In theory it lifts two tonnes.", False),
        ("Is it possible to lift a car?", "In theory a car can be lifted.", False),
        ("How long should the dough rest?", "Ideally the dough rests for a day.", False),
        ("How much does the winch lift?", "It lifts one tonne, in theory two.", False),
        ("How much does the winch lift?", "In the theory room a winch lifts one tonne.", False),
    ],
)
def test_what_opens_as_theory_is_told_where_theory_is_asked(
    question: str, text: str, is_only: bool
) -> None:
    assert is_only_in_theory(question, text) is is_only
