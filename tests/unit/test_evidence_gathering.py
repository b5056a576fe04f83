"""What a pipeline makes of its retrievers' lists."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from backend.pipelines._hits import standardise
from backend.retrieval.gathering import depth, gather
from backend.types import Query, Scored


class Fixed:
    """A retriever with given scores for everything it knows."""

    def __init__(self, name: str, proposes: Sequence[str], **scores: float) -> None:
        self.name = name
        self._proposes = proposes
        self._scores = scores

    def propose(self, query: Query, k: int) -> list[Scored]:
        return [Scored(propose, self._scores[propose]) for propose in self._proposes][:k]

    def score(self, query: Query, chunk_ids: Sequence[str]) -> dict[str, float]:
        return {
            chunk_id: self._scores[chunk_id] for chunk_id in chunk_ids if chunk_id in self._scores
        }


def test_every_retriever_scores_what_the_others_proposed_where_it_can() -> None:
    dense = Fixed("dense", ["a"], a=0.9, b=0.2)
    lexical = Fixed("lexical", ["b", "c"], b=3.0, c=1.0)
    first, second = gather(Query("q", "c"), [dense, lexical], 10).rankings
    assert first.scores == {"a": 0.9, "b": 0.2}
    assert [each.chunk_id for each in first.proposed] == ["a"]
    assert second.scores == {"b": 3.0, "c": 1.0}


def test_given_passages_are_scored_in_place_of_what_was_proposed() -> None:
    dense = Fixed("dense", ["a"], a=0.9, b=0.2, d=0.1)
    lexical = Fixed("lexical", ["b", "c"], b=3.0, c=1.0)
    first, second = gather(Query("q", "c"), [dense, lexical], 10, judged=["d", "c"]).rankings
    assert first.scores == {"a": 0.9, "d": 0.1}  # its own proposal keeps its score
    assert second.scores == {"b": 3.0, "c": 1.0}


@pytest.mark.parametrize(("all_propose", "proposed"), [(False, []), (True, ["b"])])
def test_one_that_only_scores_by_its_card_proposes_where_all_do(
    all_propose: bool, proposed: list[str]
) -> None:
    words = Fixed("late_interaction", ["b"], a=0.4, b=0.7)
    dense = Fixed("dense", ["a"], a=0.9)
    _, found = gather(Query("q", "c"), [dense, words], 10, all_propose=all_propose).rankings
    assert [each.chunk_id for each in found.proposed] == proposed
    assert found.scores["a"] == 0.4


def test_standardised_scores_have_mean_zero_and_deviation_one() -> None:
    # 2, 4, 6: mean 4, population deviation sqrt(8/3)
    deviation = (8 / 3) ** 0.5
    assert standardise({"a": 2.0, "b": 4.0, "c": 6.0}) == {
        "a": pytest.approx(-2 / deviation),
        "b": 0.0,
        "c": pytest.approx(2 / deviation),
    }
    assert standardise({"a": 3.0, "b": 3.0}) == {"a": 0.0, "b": 0.0}
    assert standardise({}) == {}


def test_a_fusion_gets_more_candidates_than_it_has_to_return() -> None:
    assert depth(5) == 50
    assert depth(100) == 400
