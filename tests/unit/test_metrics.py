"""Metrics as arithmetic."""

from __future__ import annotations

import math
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evaluation.groups import by_group
from backend.evaluation.intervals import difference_interval, interval_of_means, mean_interval
from backend.evaluation.metrics.f_measure import f_measure
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.ndcg import ndcg
from backend.evaluation.metrics.recall import recall
from backend.evaluation.metrics.set_coverage import set_coverage
from backend.evaluation.metrics.span_overlap import span_precision, span_recall
from backend.types import Reference, SetQuestion

RANKED = ["a", "b", "c", "d"]


def test_recall_is_the_share_of_the_relevant_that_was_found() -> None:
    assert recall(RANKED, ["b", "x"], 2) == 0.5
    assert recall(RANKED, ["b", "x"], 1) == 0.0
    assert recall(RANKED, ["a", "d"], 4) == 1.0


def test_hit_needs_one_and_coverage_needs_all() -> None:
    assert hit(RANKED, ["d", "x"], 4) == 1.0
    assert hit(RANKED, ["d"], 3) == 0.0
    assert set_coverage(RANKED, ["a", "d"], 4) == 1.0
    assert set_coverage(RANKED, ["a", "d"], 3) == 0.0


def test_ndcg_discounts_by_the_logarithm_of_the_rank() -> None:
    # relevant at ranks 2 and 4 of 2: (1/log2 3 + 1/log2 5) / (1 + 1/log2 3)
    expected = (1 / math.log2(3) + 1 / math.log2(5)) / (1 + 1 / math.log2(3))
    assert ndcg(RANKED, ["b", "d"], 10) == pytest.approx(expected)
    assert ndcg(["b"], ["b"], 10) == 1.0


def test_nothing_relevant_is_refused() -> None:
    with pytest.raises(ValueError, match="relevant"):
        recall(RANKED, [], 5)
    with pytest.raises(ValueError, match="relevant"):
        ndcg(RANKED, [], 5)


def test_an_interval_holds_its_mean_and_is_repeatable() -> None:
    interval = mean_interval([0.0, 1.0, 1.0, 1.0])
    assert interval.mean == 0.75
    assert interval.low <= 0.75 <= interval.high
    assert interval == mean_interval([0.0, 1.0, 1.0, 1.0])
    assert mean_interval([0.5, 0.5]).percent() == "50.0 [50.0, 50.0]"


def test_a_paired_difference_without_variation_has_no_width() -> None:
    interval = difference_interval([1.0, 0.75], [0.5, 0.25])
    assert (interval.mean, interval.low, interval.high) == (0.5, 0.5, 0.5)


def test_many_values_are_resampled_in_parts_with_the_same_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = [float(number % 7 == 0) for number in range(50)]
    whole = mean_interval(values)
    monkeypatch.setattr("backend.evaluation.intervals._DRAWN_AT_ONCE", 333)
    assert mean_interval(values) == whole


def test_a_difference_has_a_direction_only_beyond_chance() -> None:
    assert difference_interval([1.0] * 9, [0.0] * 9).direction == 1
    assert difference_interval([0.0] * 9, [1.0] * 9).direction == -1
    assert difference_interval([1.0, 0.0], [0.0, 1.0]).direction == 0


def test_spans_are_counted_by_characters_and_each_once() -> None:
    gold = [("a", 10, 20), ("b", 0, 10)]
    found = [("a", 0, 15), ("a", 5, 25), ("c", 0, 25)]  # 25 of a with all of its 10, 25 of c
    assert span_recall(found, gold) == pytest.approx(0.5)
    assert span_precision(found, gold) == pytest.approx(0.2)
    assert span_precision([], gold) == 0.0
    with pytest.raises(ValueError, match="evidence"):
        span_recall(found, [])


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 30), st.integers(1, 20)), min_size=1),
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 30), st.integers(1, 20)), min_size=1),
)
def test_spans_agree_with_sets_of_characters(
    some: list[tuple[str, int, int]], others: list[tuple[str, int, int]]
) -> None:
    found, gold = (
        [(name, at, at + length) for name, at, length in each] for each in (some, others)
    )
    shown, wanted = (
        {(name, at) for name, start, end in each for at in range(start, end)}
        for each in (found, gold)
    )
    assert span_precision(found, gold) == pytest.approx(len(shown & wanted) / len(shown))
    assert span_recall(found, gold) == pytest.approx(len(shown & wanted) / len(wanted))


def test_the_f_of_means_is_not_the_mean_of_f() -> None:
    precisions, recalls = [1.0, 0.2], [0.2, 1.0]
    found = interval_of_means(precisions, recalls, f_measure)
    assert found.mean == pytest.approx(0.6)
    assert fmean(map(f_measure, precisions, recalls)) == pytest.approx(1 / 3)
    assert found.low <= found.mean <= found.high
    with pytest.raises(ValueError, match="both sides"):
        interval_of_means([1.0], [], f_measure)


def test_means_are_told_by_kind_by_documents_and_by_document() -> None:
    a, b = Reference("a.pdf"), Reference("b.pdf")
    asked = [
        *(SetQuestion(f"a{n}", "?", evidence=(a,), kind="who") for n in range(3)),
        *(SetQuestion(f"ab{n}", "?", evidence=(a, b), kind="joined") for n in range(3)),
    ]
    values = {"naive": {each.qid: {"Recall@5": float("b" not in each.qid)} for each in asked}}
    found = by_group(asked, values, "Recall@5")
    told = {
        kind_result.kind: (kind_result.count, kind_result.values["naive"]) for kind_result in found
    }
    assert told == {
        "joined": (3, 0.0),
        "who": (3, 1.0),
        "evidence in 1 document": (3, 1.0),
        "evidence in 2 documents": (3, 0.0),
        "a.pdf": (6, 0.5),
        "b.pdf": (3, 0.0),
    }
    assert by_group(asked[:3], values, "Recall@5") == (), "one group says nothing more"
