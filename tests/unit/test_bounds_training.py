"""Which answers bounds are learned from: those whose verdict hangs on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import QuestionError
from backend.tasks.answer.extractive.decided import Decided, Telling
from backend.tasks.answer.local import LocalReader
from backend.training import bounds_training
from backend.training.bounds_fitting import JudgedAnswer
from backend.training.bounds_training import judged_answer, lowest_bounds, train_bounds
from backend.training.judged_questions import JudgedQuestion, JudgedSpan
from backend.types import Answer, BoundsReport, Citation, ReaderBounds, Usage, Verdict
from tests.unit.test_decided import HITS, QUESTIONS, READER

OPENED = READER.decided(QUESTIONS[0], HITS)
SHIPPED = READER.bounds


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
    return JudgedQuestion(QUESTIONS[0] + " " * number, (JudgedSpan("bridge", 500, 700),), (), False)


@pytest.fixture
def learned_from(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many answers were learned from, and how many left out."""
    counts: list[int] = []

    def learn(
        answers: list[JudgedAnswer], shipped: ReaderBounds, lowest: ReaderBounds, elsewhere: int
    ) -> tuple[ReaderBounds, None]:
        assert (shipped, lowest) == (SHIPPED, lowest_bounds(SHIPPED))
        counts.extend((len(answers), elsewhere))
        return shipped, None

    monkeypatch.setattr(bounds_training, "learn_bounds", learn)
    return counts


def train(
    given: list[Answer | None], own: ReaderBounds | None = None
) -> tuple[ReaderBounds, BoundsReport]:
    questions = [judged(number) for number in range(len(given))]
    answers = {each.text: answer for each, answer in zip(questions, given, strict=True)}
    return train_bounds(questions, answers.__getitem__, READER, own, lambda *_: None)


def right() -> Answer:
    assert OPENED is not None
    told = OPENED.under(SHIPPED)
    return answered(QUESTIONS[0], told.verdict, told.quote[0].start, told.quote[0].end)


def test_what_is_told_otherwise_is_left_out(learned_from: list[int]) -> None:
    one = right()
    first = one.citations[0]
    other_verdict = replace(one, verdict=Verdict.CALCULATED)
    other_quote = replace(one, citations=(replace(first, end=first.end + 1),))
    train([*[one] * 40, other_verdict, other_quote, replace(one, citations=()), None])
    assert learned_from == [40, 3]


def test_an_answer_may_keep_to_bounds_that_were_learned_before(learned_from: list[int]) -> None:
    assert OPENED is not None
    own = ReaderBounds(1.01, OPENED.first / 2)
    told = OPENED.under(own)
    assert told.verdict is Verdict.LIKELY is not OPENED.under(SHIPPED).verdict
    likely = answered(QUESTIONS[0], told.verdict, told.quote[0].start, told.quote[0].end)
    train([likely] * 40, own)
    assert learned_from == [40, 0]


def test_thirty_nine_answers_are_too_few() -> None:
    with pytest.raises(QuestionError, match="Of 39 answers it is known"):
        train([right()] * 39)


def test_a_quote_is_judged_by_where_it_stands_in_its_document() -> None:
    assert OPENED is not None
    found = judged_answer(judged(0), OPENED, HITS)
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
    train_bounds(questions, lambda _text: one, Sure(), None, lambda *_: None)
    assert learned_from == [40, 3]
