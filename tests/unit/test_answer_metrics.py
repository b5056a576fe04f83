"""Metrics of answers and rankings: values worked out by hand, and what other libraries make of the
same."""

from __future__ import annotations

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import RR, P, R, Success, nDCG
from rouge_score import rouge_scorer

from backend.evaluation.metrics.answer_words import answer_words
from backend.evaluation.metrics.calibration import reliability
from backend.evaluation.metrics.citations import citation_precision, citation_recall
from backend.evaluation.metrics.exact_match import exact_match
from backend.evaluation.metrics.f_measure import f_measure
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.mrr import reciprocal_rank
from backend.evaluation.metrics.ndcg import ndcg
from backend.evaluation.metrics.precision import precision
from backend.evaluation.metrics.recall import recall
from backend.evaluation.metrics.refusals import right_refusal, wrong_refusal
from backend.evaluation.metrics.rouge_l import rouge_l
from backend.evaluation.metrics.token_f1 import token_f1
from backend.types import ReliabilityBin

RANKED = ["a", "b", "c", "d"]
NAMES = st.sampled_from("abcdefghij")


def test_precision_counts_places_that_were_left_empty() -> None:
    assert precision(RANKED, ["b", "x"], 2) == 0.5
    assert precision(["b"], ["b"], 5) == 0.2
    with pytest.raises(ValueError, match="at least 1"):
        precision(RANKED, ["a"], 0)


def test_the_reciprocal_rank_is_of_the_first_relevant_one() -> None:
    assert reciprocal_rank(RANKED, ["d", "c"], 10) == pytest.approx(1 / 3)
    assert reciprocal_rank(RANKED, ["d"], 3) == 0.0


@settings(max_examples=60, deadline=None)
@given(st.lists(NAMES, unique=True, min_size=1), st.sets(NAMES, min_size=1))
def test_rankings_are_measured_as_ir_measures_does(ranked: list[str], relevant: set[str]) -> None:
    qrels = [ir_measures.Qrel("q", each, 1) for each in relevant]
    run = [
        ir_measures.ScoredDoc("q", each, float(len(ranked) - place))
        for place, each in enumerate(ranked)
    ]
    theirs = ir_measures.calc_aggregate([P @ 5, R @ 5, Success @ 5, RR @ 10, nDCG @ 10], qrels, run)
    ours = {
        P @ 5: precision(ranked, relevant, 5),
        R @ 5: recall(ranked, relevant, 5),
        Success @ 5: hit(ranked, relevant, 5),
        RR @ 10: reciprocal_rank(ranked, relevant, 10),
        nDCG @ 10: ndcg(ranked, relevant, 10),
    }
    for measure, value in ours.items():
        assert value == pytest.approx(theirs[measure]), str(measure)


WORDS = st.lists(
    st.sampled_from(["sales", "grew", "by", "12", "Million", "tonnes", "fish,", "the"]), max_size=9
).map(" ".join)


@settings(max_examples=80, deadline=None)
@given(WORDS, WORDS)
def test_rouge_l_is_what_rouge_score_makes_of_it(answer: str, gold: str) -> None:
    scorer = rouge_scorer.RougeScorer(["rougeL"], use_stemmer=False)
    theirs = scorer.score(gold, answer)["rougeL"].fmeasure
    assert rouge_l(answer, [gold]) == pytest.approx(theirs)


def test_rouge_l_by_hand_takes_the_best_gold() -> None:
    # "police killed the gunman" and "police kill the gunman" share "police the gunman": 3 of 4
    assert rouge_l("police kill the gunman", ["x", "police killed the gunman"]) == 0.75


def test_f_measures_by_hand() -> None:
    assert f_measure(0.5, 1.0) == pytest.approx(2 / 3)
    assert f_measure(0.5, 1.0, 2.0) == pytest.approx(5 * 0.5 / (4 * 0.5 + 1))
    assert f_measure(0.5, 1.0, 3.0) == pytest.approx(10 * 0.5 / (9 * 0.5 + 1))
    assert f_measure(0.0, 0.0) == 0.0
    with pytest.raises(ValueError, match="over 0"):
        f_measure(0.5, 0.5, 0.0)


def test_answers_are_compared_by_their_words() -> None:
    assert answer_words("The 1,500.5 tonnes (EUR 2.5 %)!") == ["1500.5", "tonnes", "eur", "2.5"]
    assert exact_match("the Harbour Board", ["Harbour board."]) == 1.0
    assert exact_match("1,500", ["1500"]) == 1.0
    assert exact_match("1.5", ["15"]) == 0.0
    # two of three words, two of two: P 2/3, R 1
    assert token_f1("grey seal pups", ["seal pups"]) == pytest.approx(0.8)
    assert token_f1("", ["seal"]) == 0.0
    assert token_f1("fish fish", ["fish"]) == pytest.approx(2 / 3)
    for metric in (exact_match, token_f1, rouge_l):
        with pytest.raises(ValueError, match="gold"):
            metric("a", [])


def test_citations_and_refusals_say_nothing_where_they_do_not_apply() -> None:
    assert citation_recall([True, False]) == 0.5
    assert citation_precision([True, True, False, False]) == 0.5
    assert citation_recall([]) is None
    assert citation_precision([]) is None
    assert (right_refusal(True, False), right_refusal(False, False)) == (1.0, 0.0)
    assert (wrong_refusal(True, True), wrong_refusal(False, True)) == (1.0, 0.0)
    assert right_refusal(True, True) is None
    assert wrong_refusal(True, False) is None


def test_calibration_by_hand() -> None:
    found = reliability([0.9, 0.9, 0.6, 1.0], [1.0, 1.0, 0.0, 0.0])
    # .9, .9 and 1.0 share the last bin: mean confidence 2.8 / 3, right 2 / 3
    assert found == (
        ReliabilityBin(1, 0.6, 0.0),
        ReliabilityBin(3, pytest.approx(2.8 / 3), pytest.approx(2 / 3)),
    )
    assert reliability([0.3], [1.0])[0].confidence == 0.3
    with pytest.raises(ValueError, match="between 0 and 1"):
        reliability([1.2], [1.0])


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=20))
def test_each_answer_is_in_one_bin(pairs: list[tuple[float, float]]) -> None:
    found = reliability([each for each, _ in pairs], [each for _, each in pairs])
    assert sum(each.count for each in found) == len(pairs)
