"""A passage is as near in meaning as its nearest part: values worked out by hand."""

from __future__ import annotations

from backend.pipelines._nearest_part import joined
from backend.ports import Ranking
from backend.types import Scored


def ranking(name: str, proposed: str, **scores: float) -> Ranking:
    return Ranking(name, tuple(Scored(each, scores[each]) for each in proposed), scores, -1.0)


LEXICAL = ranking("lexical", "c", c=4.0)


def test_the_nearer_of_passage_and_part_counts_and_orders_what_both_propose() -> None:
    whole = ranking("dense", "ab", a=0.6, b=0.5, c=0.1)
    part = ranking("window", "cb", a=0.4, b=0.7, c=0.9)
    meaning, words = joined([whole, LEXICAL, part], 2)
    assert words is LEXICAL
    assert meaning.retriever == "dense"
    assert meaning.lowest == -1.0
    assert meaning.scores == {"a": 0.6, "b": 0.7, "c": 0.9}
    assert meaning.proposed == (Scored("c", 0.9), Scored("b", 0.7))


def test_a_part_that_is_nearer_by_its_rounding_alone_changes_nothing() -> None:
    whole = ranking("dense", "ab", a=0.6, b=0.5)
    part = ranking("window", "ba", a=0.595, b=0.509)
    assert joined([whole, part], 5) == (whole,)


def test_a_passage_without_parts_keeps_its_own_cosine() -> None:
    whole = ranking("dense", "a", a=0.6)
    assert joined([whole, LEXICAL], 5) == (whole, LEXICAL)
    meaning, _ = joined([whole, LEXICAL, ranking("window", "")], 5)
    assert meaning == whole


def test_equally_near_passages_are_ordered_by_id() -> None:
    meaning = joined([ranking("dense", "z", z=0.5), ranking("window", "y", y=0.5)], 5)[0]
    assert [each.chunk_id for each in meaning.proposed] == ["y", "z"]
