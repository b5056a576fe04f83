"""Two questions asked at once are each searched for."""

from __future__ import annotations

from backend.pipelines._in_parts import retrieved_in_parts
from backend.ports import Retrieval
from backend.types import Query, Step
from tests.unit.test_local_reader import hit

FOUND = {
    "How long is the pier?": ("a", "b", "c"),
    "who built the mill?": ("b", "d", "e"),
    "How long is the pier, and who built the mill?": ("x",),
    "How long is the pier and the quay?": ("y",),
}


def searching(query: Query) -> Retrieval:
    hits = tuple(hit("Some text.", document=name) for name in FOUND[query.text])
    return Retrieval(hits, 7, (Step("retrieve", query.text, 0.0),), notices=("as found",))


def names(text: str, top_k: int = 5) -> tuple[list[str], Retrieval]:
    found = retrieved_in_parts(Query(text, "c", top_k=top_k), searching)
    return [each.chunk.document_id for each in found.hits], found


def test_the_passages_of_both_come_in_turns_each_once() -> None:
    found, retrieval = names("How long is the pier, and who built the mill?")
    assert found == ["a", "b", "d", "c", "e"]
    summaries = [step.summary for step in retrieval.steps]
    assert summaries == ["How long is the pier?", "who built the mill?"]
    assert (retrieval.index_version, retrieval.notices) == (7, ("as found",))


def test_no_more_are_kept_than_were_asked_for() -> None:
    assert names("How long is the pier, and who built the mill?", top_k=2)[0] == ["a", "b"]


def test_one_question_is_searched_as_it_stands() -> None:
    assert names("How long is the pier and the quay?")[0] == ["y"]
