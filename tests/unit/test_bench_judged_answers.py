"""What was told of questions over manuals, counted by the marks that were given by hand."""

from __future__ import annotations

import pytest

from backend.types import Verdict
from bench._reader_own_files import JUDGED_MANUALS, Asked, asked_questions
from bench.judged_answers import MARKS, OUTCOMES, known_again, known_marks, outcome, shares

HELD = Asked("tide.pdf", "How long is the mole?", ("The mole is 90 m long.",), ("90 m",), 3)
NOT_HELD = Asked("tide.pdf", "Who paid for the mole?", (), ())


@pytest.mark.parametrize(
    ("asked", "verdict", "mark", "expected"),
    [
        (HELD, Verdict.DIRECT, "complete", "complete_direct"),
        (HELD, Verdict.CALCULATED, "wrong", "wrong_direct"),
        (HELD, Verdict.LIKELY, "wrong", "wrong_likely"),
        (HELD, Verdict.LIKELY, "partly", "partly"),
        (HELD, Verdict.CLOSEST, "shown", "refused_shown"),
        (HELD, Verdict.NOT_FOUND, "nowhere", "refused_nowhere"),
        (NOT_HELD, Verdict.LIKELY, "wrong", "wrong_without_answer"),
        (NOT_HELD, Verdict.CLOSEST, "refused", "refused_rightly"),
        (NOT_HELD, Verdict.LIKELY, "not_judged", "not_judged"),
    ],
)
def test_an_answer_counts_by_its_verdict_and_its_mark(
    asked: Asked, verdict: Verdict, mark: str, expected: str
) -> None:
    assert outcome(asked, verdict, mark) == expected
    assert expected in OUTCOMES


def test_shares_leave_out_what_the_manuals_do_not_answer() -> None:
    counts = {"complete_direct": 1, "complete_likely": 2, "refused_shown": 1, "wrong_direct": 1}
    counts |= {"refused_rightly": 4, "wrong_without_answer": 1}
    assert shares(counts) == {
        "complete": 3 / 5,
        "complete_or_shown": 4 / 5,
        "wrong_and_direct": 1 / 10,
    }
    assert set(shares({}).values()) == {0.0}


def test_what_is_shown_is_known_again_by_all_of_its_quotes() -> None:
    one = known_again("The nearest passages:\n\nThe mole is long. [1]\n\nIt is old. [2]")
    assert one.startswith("The mole is long. [1] It is old. [2] #")
    assert one == known_again(
        "Nothing mentions “pier”:\n\nThe mole is  long. [1]\n\nIt is old. [2]"
    )
    assert one != known_again("The nearest passages:\n\nThe mole is long. [1]\n\nIt is new. [2]")


def test_each_question_of_the_list_has_a_mark() -> None:
    marks = known_marks()
    questions = {question.question for question in asked_questions(JUDGED_MANUALS)}
    assert {question for question, _ in marks} == questions
    assert len(marks) == len(MARKS.read_text("utf-8").splitlines())
    known = {"complete", "partly", "wrong", "shown", "passages", "nowhere", "refused"}
    assert set(marks.values()) <= known
