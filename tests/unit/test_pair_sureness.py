"""How sure the reader is, with what the cross-encoder makes of its best sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend.inference.logistic import Logistic
from backend.tasks.answer.extractive.features import NAMES, unit_features
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.pair_sureness import (
    PASSAGE_RANK,
    PairSureness,
    RankedUnits,
    context_row,
    load_pair_sureness,
    pair_row,
    pair_sureness_arrays,
    sureness_row,
)
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rule_scores import signposted
from backend.tasks.answer.extractive.sentence_checks import nothing_is_counted
from backend.tasks.answer.extractive.weights import ALIGNED, load_weights, save_weights
from backend.types import Verdict
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of, under

PAIR, CONTEXT = 10, 8
COLUMNS = PAIR + CONTEXT + len(load_weights(ALIGNED).first.logistic.mean)
OF_THE_EVIDENCE = 6
"""Columns of a `pair_row` before what stands beside the best sentence."""
NOON = "The harbour of Salt Bay closes at noon."


def two_sentences(*together: float) -> ReadEvidence:
    """Two candidates from two documents, as a cross-encoder judged them."""
    reading = reading_of(
        "Which harbour closes at noon?",
        hit(NOON, document="harbours"),
        hit("Boats wait outside until morning.", document="boats"),
    )
    assert len(reading.candidates) == 2
    return replace(reading, together=np.array(together))


def features(ranks: list[float]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    rows = np.zeros((len(ranks), len(NAMES)))
    rows[:, PASSAGE_RANK] = ranks
    return rows


def only(column: int) -> Logistic:
    """A model that looks at one of its columns, as it is."""
    coefficients = np.zeros(COLUMNS)
    coefficients[column] = 1.0
    return Logistic(np.zeros(COLUMNS), np.ones(COLUMNS), coefficients, 0.0)


def always(margin: float) -> Logistic:
    """A model of one answer, whose log-odds these are, of readings without an aligner."""
    columns = PAIR + CONTEXT + len(load_weights().first.logistic.mean)
    return Logistic(np.zeros(columns), np.ones(columns), np.zeros(columns), margin)


def test_a_row_holds_log_odds_place_agreement_and_what_stands_beside() -> None:
    reading = two_sentences(0.9, 0.5)
    ranking = RankedUnits(np.array([0.2, 0.8]), np.array([0.0, 0.7]))
    row = pair_row(0.25, 0.5, reading, features([0.0, 3.0]), ranking)
    # ln(1/3), ln 1, ln 1, ln 4; the best sentence is in the fourth passage, and the cross-encoder
    # thinks better of the other one
    assert row[0, :OF_THE_EVIDENCE] == pytest.approx([-1.0986, 0, 0, 1.3863, 3, 0], abs=1e-4)
    # the other one's score, the signpost, "harbour", "closes" and "noon", ln(1 + 33)
    assert row[0, OF_THE_EVIDENCE:] == pytest.approx([0.2, 0.7, 3, 3.5264], abs=1e-4)
    agreed = pair_row(
        0.25, 0.5, reading, features([0.0, 3.0]), replace(ranking, scores=np.array([0.8, 0.2]))
    )
    assert agreed[0, :OF_THE_EVIDENCE] == pytest.approx(
        [-1.0986, 0, 2.1972, 1.3863, 0, 1], abs=1e-4
    )
    # no signpost points to the other, which is ln(1 + 39)
    assert agreed[0, OF_THE_EVIDENCE:] == pytest.approx([0.2, 0, 3, 3.6889], abs=1e-4)


def test_a_document_is_as_long_as_its_farthest_passage_ends() -> None:
    reading = two_sentences(0.9, 0.5)
    farther = replace(reading.passages[1], start=1000)
    reading = replace(reading, passages={**reading.passages, 3: farther})
    row = pair_row(
        0.5, 0.5, reading, features([0, 0]), RankedUnits(*(np.array([0.6, 0.4]) for _ in range(2)))
    )
    assert row[0, -1] == pytest.approx(np.log(1001 + len(NOON)))


def test_what_stands_beside_it_in_its_passage_is_no_rival() -> None:
    reading = two_sentences(0.9, 0.5)
    beside = replace(reading.candidates[1], hit=reading.candidates[0].hit)
    together = replace(reading, candidates=(reading.candidates[0], beside))
    ranking = RankedUnits(np.array([0.6, 0.4]), np.zeros(2))
    row = pair_row(0.5, 0.5, reading, features([0, 0]), ranking)
    assert row[0, OF_THE_EVIDENCE] == pytest.approx(0.4)
    assert pair_row(0.5, 0.5, together, features([0, 0]), ranking)[0, OF_THE_EVIDENCE] == 0


def test_without_a_cross_encoder_there_is_no_row() -> None:
    reading = replace(two_sentences(0.9, 0.5), together=None)
    with pytest.raises(ValueError, match="cross-encoder"):
        pair_row(0.5, 0.5, reading, features([0, 0]), RankedUnits(*(np.zeros(2) for _ in range(2))))


def test_a_sentence_is_told_among_what_it_was_found() -> None:
    reading = two_sentences(0.9, 0.2)
    ranking = RankedUnits(np.array([0.8, 0.5]), np.zeros(2))
    # two passages of two documents; half of them are of its own, which is read whole as far as it
    # is known; the search had it first; ln 1, ln(1/4) of the other document's sentence
    assert context_row(reading, ranking)[0] == pytest.approx(
        [2, 2, 0, 0.5, 1, 1, 0, -1.3863], abs=1e-4
    )
    other = replace(ranking, scores=np.array([0.5, 0.8]))
    assert context_row(reading, other)[0] == pytest.approx(
        [2, 2, 0, 0.5, 1, 0, 0, 2.1972], abs=1e-4
    )


def test_a_document_that_was_searched_alone_has_no_rival() -> None:
    reading = two_sentences(0.9, 0.5)
    own = replace(reading.passages[2], document=reading.passages[1].document, start=100)
    alone = replace(reading, passages={**reading.passages, 2: own})
    row = context_row(alone, RankedUnits(np.array([0.8, 0.5]), np.zeros(2)))[0]
    length = len(NOON) + len("Boats wait outside until morning.")
    held = length / (100 + len("Boats wait outside until morning."))
    assert row == pytest.approx([2, 1, 1, 1, held, 1, -9.2102, -9.2102], abs=1e-4)


def test_a_row_is_the_pair_its_context_and_what_the_reader_says_by_itself() -> None:
    reading, rows = two_sentences(0.9, 0.5), features([0.0, 3.0])
    ranking = RankedUnits(np.array([0.2, 0.8]), np.zeros(2))
    row = sureness_row(np.array([[7.0, 8.0]]), 0.25, 0.5, reading, rows, ranking)
    assert row.shape == (1, PAIR + CONTEXT + 2)
    assert (row[:, :PAIR] == pair_row(0.25, 0.5, reading, rows, ranking)).all()
    assert (row[:, PAIR:-2] == context_row(reading, ranking)).all()
    assert row[0, -2:].tolist() == [7.0, 8.0]


def test_models_come_back_as_they_were_stored(tmp_path: Path) -> None:
    sureness = PairSureness(only(2), only(3))
    arrays = pair_sureness_arrays(sureness, "sureness")
    loaded = load_pair_sureness(arrays, "sureness")
    assert loaded is not None
    for one, other in ((loaded.first, sureness.first), (loaded.found, sureness.found)):
        assert (one.coefficients == other.coefficients).all()
    assert load_pair_sureness({}, "sureness") is None
    save_weights(replace(load_weights(ALIGNED), sureness=sureness), tmp_path, {})
    stored = load_weights(tmp_path).sureness
    assert stored is not None
    assert (stored.found.coefficients == sureness.found.coefficients).all()


def test_the_word_of_the_cross_encoder_counts_only_where_it_was_asked() -> None:
    weights = replace(load_weights(ALIGNED), sureness=PairSureness(only(2), only(3)))
    confidence = np.zeros((1, len(weights.first.logistic.mean)))
    reading, rows = two_sentences(0.9, 0.5), features([0.0, 0.0])
    ranking = RankedUnits(np.array([0.2, 0.8]), np.zeros(2))
    assert weights.probabilities(confidence, reading, rows, ranking) == pytest.approx((0.5, 0.8))
    unread = replace(reading, together=None)
    plain = weights.probabilities(confidence, unread, rows, ranking)
    without = replace(weights, sureness=None)
    assert plain == without.probabilities(confidence, reading, rows, ranking)
    assert plain[0] == weights.first.probabilities(confidence)[0]


def test_what_speaks_for_itself_is_likely_unless_the_cross_encoder_was_heard() -> None:
    meeting = under("5. Next meeting", "Tuesday, 12 January 2027, same place. Bring a chair.")
    reading = reading_of("When is the next meeting?", meeting)
    assert signposted(reading).max() > 0.5
    unsure, sure = (PairSureness(always(margin), always(3.0)) for margin in (-3.0, 6.0))
    heard = replace(reading, together=np.full(len(reading.candidates), 0.5))

    def verdict(of: ReadEvidence, sureness: PairSureness) -> Verdict:
        shipped = load_weights()
        bounds = replace(shipped.thresholds, direct=1.01, likely=0.99)
        weights = replace(shipped, sureness=sureness, thresholds=bounds)
        return judge(of, unit_features(of), weights, {}, missing=False).verdict

    assert verdict(reading, unsure) is Verdict.LIKELY
    assert verdict(heard, unsure) is Verdict.CLOSEST
    assert verdict(heard, sure) is Verdict.LIKELY


@pytest.mark.parametrize(("score", "verdict"), [(-3.0, Verdict.NOT_FOUND), (3.0, Verdict.CLOSEST)])
def test_what_no_passage_counts_is_not_found_unless_a_sentence_is_thought_well_of(
    score: float, verdict: Verdict
) -> None:
    reading = reading_of(
        "How many grey seals live in Lantern Bay?",
        hit("Ten boats lie in the harbour in winter. The mast of one of them is red."),
    )
    shipped = load_weights()
    plain = shipped.ranker.logistic
    told = replace(plain, coefficients=np.zeros(len(plain.mean)), intercept=score)
    ranker = replace(shipped.ranker, share=0.0, logistic=told)
    bounds = replace(shipped.thresholds, direct=1.1, likely=1.05, found=0.0, probable=0.0)
    weights = replace(shipped, ranker=ranker, thresholds=bounds)
    judgement = judge(reading, unit_features(reading), weights, {}, missing=False)
    assert judgement.verdict is verdict


@pytest.mark.parametrize(
    ("question", "text", "nothing"),
    [
        ("How many seals live in the bay?", "The jars are sealed in autumn.", True),
        ("How many seals live in the bay?", "Sealing the jars takes a day.", True),
        ("How many seals live in the bay?", "The jars are sealed. A seal lay on a stone.", False),
        ("How many seals live in the bay?", "Seals were seen twice.", False),
        ("How many seals live in the bay?", "The bay is deep.", True),
        # what is counted may be called like a deed
        ("How many paintings hang in the hall?", "A painting hangs above the door.", False),
        ("Where do seals live?", "The jars are sealed in autumn.", False),
        # who is counted need not be called so
        ("How many people are on the list?", "The list has forty names.", False),
    ],
)
def test_a_passage_speaks_of_what_is_counted_by_more_than_a_verb_of_that_stem(
    question: str, text: str, nothing: bool
) -> None:
    assert nothing_is_counted(reading_of(question, hit(text))) is nothing
