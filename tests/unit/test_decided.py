"""What bounds decide of an answer is what the reader tells with these bounds."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.answer.extractive.decided import separated
from backend.tasks.answer.extractive.weights import weights_for
from backend.tasks.answer.local import LocalReader, told_bounds
from backend.types import Draft, Hit, ReaderBounds, Verdict
from tests.unit.test_local_reader import BRIDGE, WordEmbedder, hit

FERRY = hit(
    "The ferry of Elm Reach carries forty carts. It was built because the old bridge fell into the "
    "river. The ferryman lives in the mill.",
    document="ferry",
    title="Elm Reach",
)
FARES = hit("Fare of a cart, 1931: 12 pence", document="fares", title="Fares", kind="table_row")
HITS = (BRIDGE, FERRY, FARES)
QUESTIONS = (
    "When was the Alder Bridge opened?",
    "Why was the ferry of Elm Reach built?",
    "What was the fare of a cart in 1931?",
    "Who paints the mill?",
    "Was the Alder Bridge opened in 1944?",
)
READER = LocalReader(WordEmbedder(), weights_for(WordEmbedder()))
DECIDED = {question: READER.decided(question, HITS) for question in QUESTIONS}

bound = st.one_of(st.floats(0.0, 1.01), st.sampled_from([0.0, 1.01, READER.bounds.likely]))


def drafted(reader: LocalReader, question: str, hits: Sequence[Hit] = HITS) -> Draft:
    *_, draft = reader.answer(question, (), hits, Event())
    assert isinstance(draft, Draft)
    return draft


@given(st.sampled_from(QUESTIONS), bound, bound, st.booleans())
def test_it_is_known_without_reading_again(
    question: str, direct: float, likely: float, exactly: bool
) -> None:
    found = DECIDED[question]
    assert found is not None
    bounds = separated(ReaderBounds(found.first if exactly else direct, likely))
    draft, told = drafted(READER.with_bounds(bounds), question), found.under(bounds)
    assert draft.verdict is told.verdict
    assert draft.spans[0] == (told.quote[0].hit, told.quote[0].start, told.quote[0].end)


def test_the_outcomes_differ_where_the_bounds_decide() -> None:
    told = {
        question: (each.surest.verdict, each.likely.verdict, each.least.verdict)
        for question, each in DECIDED.items()
        if each is not None
    }
    assert told[QUESTIONS[0]][:2] == (Verdict.DIRECT, Verdict.LIKELY)
    # a year that stands nowhere makes an answer of nothing, however sure
    assert set(told[QUESTIONS[4]]) <= {Verdict.CLOSEST, Verdict.NOT_FOUND}


@pytest.mark.parametrize(
    "question",
    [
        "When was the Alder Bridge opened and who lives in the mill?",
        "Which was opened first, the Alder Bridge or the ferry of Elm Reach?",
    ],
)
def test_bounds_do_not_decide_of_several_questions_and_of_what_is_compared(question: str) -> None:
    dated = hit("The ferry of Elm Reach was opened on 3 June 1950.", document="reach")
    assert READER.decided(question, (BRIDGE, dated)) is None
    assert READER.decided(QUESTIONS[0], ()) is None


def test_a_draft_names_own_bounds_alone() -> None:
    assert drafted(READER, QUESTIONS[0]).bounds == ""
    own = READER.with_bounds(ReaderBounds(0.71, 0.305))
    assert drafted(own, QUESTIONS[0]).bounds == "direct from 0.71 on, likely from 0.30 on"
    assert told_bounds(ReaderBounds(1.01, 0.5)) == "never direct, likely from 0.50 on"
    assert drafted(own, QUESTIONS[0], ()).bounds
    assert own.bounds == ReaderBounds(0.71, 0.305)
    assert drafted(READER, QUESTIONS[0]).bounds == "", "the reader that it was made from stays"


def test_a_likely_bound_stays_below_the_direct_one() -> None:
    found = separated(ReaderBounds(0.6, 0.8))
    assert found.direct == 0.6
    assert 0.59 < found.likely < 0.6
    assert separated(ReaderBounds(0.6, 0.4)) == ReaderBounds(0.6, 0.4)
