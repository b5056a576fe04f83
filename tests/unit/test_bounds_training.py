"""Which answers bounds are learned from: those whose verdict hangs on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from backend.errors import QuestionError
from backend.tasks.answer.extractive.decided import Decided, Telling
from backend.tasks.answer.local import LocalReader
from backend.training import bounds_training
from backend.training.bounds_fitting import JudgedAnswer, learn_bounds
from backend.training.bounds_training import (
    judged_answer,
    lowest_bounds,
    one_of_each_place,
    train_bounds,
)
from backend.training.judged_questions import JudgedQuestion, JudgedSpan
from backend.types import Answer, BoundsReport, Citation, Hit, ReaderBounds, Usage, Verdict
from tests.unit.test_decided import HITS, QUESTIONS, READER

OPENED = READER.decided(QUESTIONS[0], HITS)
SHIPPED = READER.bounds


def copies(number: int) -> tuple[Hit, ...]:
    """The evidence as if it were of other documents."""
    return tuple(
        replace(
            hit,
            chunk=replace(hit.chunk, document_id=f"{hit.chunk.document_id} {number}"),
        )
        for hit in HITS
    )


def answered(question: str, verdict: Verdict, start: int, end: int) -> Answer:
    return Answer(
        id="a",
        question=question,
        pipeline="naive",
        text="",
        short="",
        found=True,
        sentences=(),
        citations=(Citation(1, "k", "bridge", 0, start, end, True),),
        hits=HITS,
        steps=(),
        usage=Usage(),
        answered_by="local reader",
        settings={},
        index_version=0,
        at=0.0,
        verdict=verdict,
    )


def judged(number: int) -> JudgedQuestion:
    """The same question in words of its own each time."""
    place = JudgedSpan(f"bridge {number}", 500, 700)
    return JudgedQuestion(QUESTIONS[0] + " " * number, (place,), (), False)


@pytest.fixture
def learned_from(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many answers were learned from, and how many left out."""
    counts: list[int] = []

    def learn(
        answers: list[JudgedAnswer], shipped: ReaderBounds, lowest: ReaderBounds, elsewhere: int
    ) -> tuple[ReaderBounds, BoundsReport]:
        assert (shipped, lowest) == (SHIPPED, lowest_bounds(SHIPPED))
        counts.extend((len(answers), elsewhere))
        return learn_bounds(answers, shipped, lowest, elsewhere)

    monkeypatch.setattr(bounds_training, "learn_bounds", learn)
    return counts


def train(
    given: list[Answer | None], place: Callable[[int], int] = lambda number: number
) -> tuple[ReaderBounds, BoundsReport]:
    """What comes of some answers, each of which quotes a place of its own if none is said."""
    questions = [judged(number) for number in range(len(given))]
    at = [place(number) for number in range(len(given))]
    answers = {
        question.text: answer and replace(answer, hits=copies(number))
        for question, answer, number in zip(questions, given, at, strict=True)
    }
    told = [
        replace(question, helpful=judged(number).helpful)
        for question, number in zip(questions, at, strict=True)
    ]
    return train_bounds(told, answers.__getitem__, READER, lambda *_: None)


def right() -> Answer:
    assert OPENED is not None
    told = OPENED.under(SHIPPED)
    return answered(QUESTIONS[0], told.verdict, told.quote[0].start, told.quote[0].end)


def test_ten_wordings_of_a_question_are_one_answer(learned_from: list[int]) -> None:
    with pytest.raises(QuestionError, match=r"Of 4 answers .* the same place count once"):
        train([right()] * 40, lambda number: number // 10)
    _, report = train([right()] * 80, lambda number: number // 2)
    assert learned_from == [40, 0]
    assert (report.answers, report.repeated) == (40, 40)


def test_one_answer_of_each_place_counts_and_a_third_joins_two() -> None:
    def at(start: int, end: int, known: bool | None, name: str) -> tuple[JudgedSpan, JudgedAnswer]:
        told = (Verdict.DIRECT, known)
        return JudgedSpan("d", start, end), JudgedAnswer(name, 0.9, told, told, told)

    left, right_, both = at(0, 10, None, "a"), at(10, 20, False, "b"), at(4, 16, None, "c")
    assert one_of_each_place([left, right_], SHIPPED) == [left[1], right_[1]]
    assert one_of_each_place([left, right_, both], SHIPPED) == [right_[1]], "which is known"
    order = [at(0, 10, True, "a"), at(0, 10, False, "b"), at(0, 10, False, "c")]
    once = one_of_each_place(order, SHIPPED)
    assert len(once) == 1
    assert one_of_each_place(order[::-1], SHIPPED) == once
    # SHA-256 of a, b and c begin with ca, 3e and 2e
    assert once[0].question == "c"


def test_what_is_told_otherwise_is_left_out(learned_from: list[int]) -> None:
    one = right()
    first = one.citations[0]
    other_verdict = replace(one, verdict=Verdict.CALCULATED)
    other_quote = replace(one, citations=(replace(first, end=first.end + 1),))
    train([*[one] * 40, other_verdict, other_quote, replace(one, citations=()), None])
    assert learned_from == [40, 3]


def test_thirty_nine_answers_are_too_few() -> None:
    with pytest.raises(QuestionError, match="Of 39 answers it is known"):
        train([right()] * 39)


def test_a_quote_is_judged_by_where_it_stands_in_its_document() -> None:
    assert OPENED is not None
    found = judged_answer(judged(0), OPENED, copies(0))
    assert found.first == OPENED.first
    assert found.surest == (Verdict.DIRECT, True)
    elsewhere = JudgedQuestion("?", (), (JudgedSpan("bridge", 500, 700),), False)
    assert judged_answer(elsewhere, OPENED, HITS).surest == (Verdict.DIRECT, False)
    unknown = JudgedQuestion("?", (JudgedSpan("ferry", 0, 40),), (), False)
    assert judged_answer(unknown, OPENED, HITS).surest == (Verdict.DIRECT, None)


def test_bounds_have_a_floor_by_those_that_are_shipped() -> None:
    assert lowest_bounds(ReaderBounds(0.75, 0.5)) == ReaderBounds(0.5, 0.3)


def test_what_no_bounds_change_is_not_learned_from(learned_from: list[int]) -> None:
    one = right()
    fixed = Telling(one.verdict, OPENED.surest.quote if OPENED else ())

    class Sure(LocalReader):
        bounds = SHIPPED

        def __init__(self) -> None:
            self.asked = 0

        def decided(self, question: str, hits: object) -> Decided | None:
            self.asked += 1
            return Decided(0.9, fixed, fixed, fixed) if self.asked > 40 else OPENED

    questions = [judged(number) for number in range(43)]
    given = {question.text: replace(one, hits=copies(n)) for n, question in enumerate(questions)}
    train_bounds(questions, given.__getitem__, Sure(), lambda *_: None)
    assert learned_from == [40, 3]
