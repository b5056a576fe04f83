"""Readings beneath an answer that tells nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import pytest

from backend.pipelines._offered_readings import UNSURE, OfferingAnswerer
from backend.ports import StopSignal
from backend.tasks.answer.extractive.wording import NOT_FOUND
from backend.types import LOCAL_READER, Choice, Draft, Hit, Turn, Usage, Verdict

OFFERED = (Choice("how many where Paid no", "How many? (meant: dues: …)", "5"),)


class Says:
    def __init__(self, draft: Draft) -> None:
        self.name = draft.answered_by
        self._draft = draft

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        yield self._draft


def draft(text: str, verdict: Verdict, by: str = LOCAL_READER) -> Draft:
    start = text.rfind("\n\n") + 2
    return Draft(
        text=text,
        short="",
        found=verdict is not Verdict.NOT_FOUND,
        sentences=((start, len(text), (1,)),),
        spans=(),
        usage=Usage(),
        answered_by=by,
        verdict=verdict,
    )


def offered(made: Draft) -> Draft:
    pieces = OfferingAnswerer(Says(made), OFFERED).answer("How many?", (), (), threading.Event())
    (found,) = pieces
    assert isinstance(found, Draft)
    return found


def test_what_was_not_found_is_not_sure_where_there_are_readings() -> None:
    text = f"{NOT_FOUND} None of the passages mentions “boat”.\n\nThe nearest:\n\nA quay."
    found = offered(draft(text, Verdict.NOT_FOUND))
    assert found.verdict is Verdict.CLOSEST
    assert found.choices == OFFERED
    assert found.text.startswith(f"{UNSURE} None of the passages")
    ((start, end, _),) = found.sentences
    assert found.text[start:end] == "A quay."


def test_what_a_language_model_wrote_stays_as_it_is() -> None:
    made = draft(f"{NOT_FOUND} Passage 1 is of casts.\n\nSo.", Verdict.NOT_FOUND, "a model")
    found = offered(made)
    assert (found.text, found.verdict, found.sentences) == (made.text, made.verdict, made.sentences)
    assert found.choices == OFFERED


@pytest.mark.parametrize("verdict", [Verdict.DIRECT, Verdict.LIKELY])
def test_beside_an_answer_nothing_is_offered(verdict: Verdict) -> None:
    made = draft("A quay.\n\nA quay.", verdict)
    assert offered(made) == made
