"""What was so last time is no answer to what is so."""

import pytest

from backend.tasks.answer.extractive.last_time import tells_of_last_time


@pytest.mark.parametrize(
    ("question", "text", "is_of_last_time"),
    [
        ("What does Pell charge a head?", "Last year Moor & Co charged us £34 a head.", True),
        ("Who plays at the fair?", "In previous years a brass band came.", True),
        ("What did Pell charge?", "Last year Pell charged us £34.", False),
        ("What does Pell charge compared with last year?", "Last year it was £34.", False),
        ("What does Pell charge?", "Pell charges £38, last year it was £34.", False),
    ],
)
def test_a_time_before_is_told_apart(question: str, text: str, is_of_last_time: bool) -> None:
    assert tells_of_last_time(question, text) is is_of_last_time
