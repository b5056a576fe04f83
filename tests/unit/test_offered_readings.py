"""Readings beneath an answer that tells nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from backend.pipelines._offered_readings import UNSURE, OfferingAnswerer
from backend.ports import StopSignal
from backend.tasks.answer.extractive.wording import NOT_FOUND
from backend.types import (
    LOCAL_READER,
    Choice,
    Chunk,
    ChunkKind,
    Draft,
    Hit,
    Turn,
    Usage,
    Verdict,
)

OFFERED = (Choice("how many where Paid no", "How many? (meant: dues: …)", "5"),)
TOGETHER = frozenset([("dues", 1), ("dues", 3)])


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


def row(at: int, table: str = "dues", kind: ChunkKind = "table_row") -> Hit:
    chunk = Chunk("c", "d", "s", 0, "Fee: 5", 0, 6, (), kind, table_id=table, row=at)
    return Hit(chunk, 1.0, ())


def offered(
    made: Draft,
    hits: Sequence[Hit] = (),
    together: frozenset[tuple[str, int]] = frozenset(),
) -> Draft:
    answerer = OfferingAnswerer(Says(made), OFFERED, together)
    (found,) = answerer.answer("How many?", (), hits, threading.Event())
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


def cell(by: str = LOCAL_READER) -> Draft:
    """A draft that tells a cell of a row, which is not the whole of it."""
    return replace(draft("5\n\nFee: 5", Verdict.LIKELY, by), short="5")


@pytest.mark.parametrize("at", [1, 3])
def test_a_row_that_is_one_of_several_taken_together_is_not_told(at: int) -> None:
    made = cell()
    found = offered(made, [row(at)], TOGETHER)
    assert (found.verdict, found.found, found.short) == (Verdict.CLOSEST, False, "")
    assert found.choices == OFFERED
    assert (found.text, found.sentences) == (made.text, made.sentences)


def whole(by: str = LOCAL_READER) -> Draft:
    """A draft that tells a row with all its columns."""
    return replace(draft("Fee: 5\n\nFee: 5", Verdict.LIKELY, by), short="Fee: 5")


@pytest.mark.parametrize("verdict", [Verdict.DIRECT, Verdict.LIKELY])
def test_a_whole_row_that_is_one_of_several_is_held_back_too(verdict: Verdict) -> None:
    made = replace(whole(), verdict=verdict)
    found = offered(made, [row(1)], TOGETHER)
    assert (found.verdict, found.found, found.short) == (Verdict.CLOSEST, False, "")
    assert found.choices == OFFERED
    # another row is told, with the readings below it
    other = offered(made, [row(2)], TOGETHER)
    assert (other.verdict, other.found, other.short) == (verdict, True, "Fee: 5")
    assert other.choices == OFFERED


@pytest.mark.parametrize(
    ("hit", "by"),
    [
        (row(2), LOCAL_READER),
        (row(1, "fines"), LOCAL_READER),  # of another list
        (row(1, kind="prose"), LOCAL_READER),
        (row(1, kind="table_card"), LOCAL_READER),
        (row(1), "a model"),  # which saw the other rows as well
    ],
)
def test_any_other_row_is_told_as_it_is(hit: Hit, by: str) -> None:
    made = cell(by)
    assert offered(made, [hit], TOGETHER) == made


def test_a_row_is_told_where_none_are_taken_together() -> None:
    made = cell()
    assert offered(made, [row(1)]) == made


def test_the_row_is_that_of_the_first_sentence_that_cites_one() -> None:
    made = replace(cell(), sentences=((0, 1, ()), (3, 9, (2,))))
    assert offered(made, [row(1), row(2)], TOGETHER) == made
    assert offered(made, [row(2), row(1)], TOGETHER).verdict is Verdict.CLOSEST


def test_what_cites_nothing_is_told_as_it_is() -> None:
    made = replace(cell(), sentences=((0, 1, ()),))
    assert offered(made, [row(1)], TOGETHER) == made
