"""Rank and score fusion: values worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.fusion.convex import ConvexFusion, normalise, weights_of
from backend.fusion.reciprocal_rank import ReciprocalRankFusion
from backend.ports import Ranking
from backend.types import Scored

LOWEST = {"dense": -1.0, "lexical": 0.0}


def ranking(name: str, **scores: float) -> Ranking:
    ordered = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return Ranking(name, tuple(Scored(i, s) for i, s in ordered), scores, LOWEST.get(name))


DENSE = ranking("dense", a=0.9, b=0.5)
LEXICAL = ranking("lexical", b=8.0, c=4.0)


def test_reciprocal_rank_adds_one_over_sixty_plus_rank() -> None:
    fused = ReciprocalRankFusion().fuse([DENSE, LEXICAL])
    assert [each.chunk_id for each in fused] == ["b", "a", "c"]
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61)
    assert fused[1].score == pytest.approx(1 / 61)
    assert fused[2].score == pytest.approx(1 / 62)
    assert fused[0].contributions == {
        "dense": pytest.approx(1 / 62),
        "lexical": pytest.approx(1 / 61),
    }


def test_the_constant_of_reciprocal_rank_is_an_option() -> None:
    fused = ReciprocalRankFusion().fuse([DENSE], 1.0)
    assert [each.score for each in fused] == [pytest.approx(1 / 2), pytest.approx(1 / 3)]


def test_equal_scores_are_ordered_by_id() -> None:
    fused = ReciprocalRankFusion().fuse([ranking("dense", z=1.0), ranking("lexical", y=1.0)])
    assert [each.chunk_id for each in fused] == ["y", "z"]


def test_convex_scales_from_the_theoretical_least_to_the_best_seen() -> None:
    # dense: (0.5 + 1) / (0.9 + 1); lexical: 4 / 8
    assert normalise(DENSE) == {"a": 1.0, "b": pytest.approx(1.5 / 1.9)}
    assert normalise(LEXICAL) == {"b": 1.0, "c": 0.5}
    fused = ConvexFusion().fuse([DENSE, LEXICAL], 0.25)
    assert [each.chunk_id for each in fused] == ["b", "c", "a"]
    assert fused[0].score == pytest.approx(0.25 * 1.5 / 1.9 + 0.75)
    assert fused[1].score == pytest.approx(0.75 * 0.5)
    assert fused[2].score == pytest.approx(0.25)


def test_a_retriever_without_scores_changes_nothing() -> None:
    fused = ConvexFusion().fuse([ranking("dense", a=0.3), ranking("lexical")])
    assert [(each.chunk_id, each.score) for each in fused] == [("a", 0.9)]


def test_weights_sum_to_one_with_and_without_dense() -> None:
    assert weights_of(["dense", "lexical"], 0.7) == {"dense": 0.7, "lexical": pytest.approx(0.3)}
    assert weights_of(["lexical", "page"], 0.7) == {"lexical": 0.5, "page": 0.5}
    assert weights_of(["dense"], 0.7) == {"dense": 1.0}


SCORES = st.dictionaries(st.text("abcdef", min_size=1, max_size=2), st.floats(-1, 50), max_size=8)


@given(SCORES, SCORES, st.floats(0, 1))
def test_contributions_sum_to_the_score(
    first: dict[str, float], second: dict[str, float], alpha: float
) -> None:
    rankings = [ranking("dense", **first), ranking("lexical", **second)]
    for fusion, constant in ((ReciprocalRankFusion(), None), (ConvexFusion(), alpha)):
        fused = fusion.fuse(rankings, constant)
        assert {each.chunk_id for each in fused} == set(first) | set(second)
        for each in fused:
            assert sum(each.contributions.values()) == pytest.approx(each.score)
        assert fused == sorted(fused, key=lambda each: (-each.score, each.chunk_id))
