"""Learning how sure the reader may be: thresholds on questions whose documents were left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from backend.inference.logistic import Matrix
from backend.inference.mixture import Mixture
from backend.inference.risk_control import least_bound
from backend.tasks.answer.extractive.complete import complete_one, going_on
from backend.tasks.answer.extractive.confidence import confidence_features
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.verdicts import Thresholds
from bench._reader_fitting import fit_mixture
from bench._reader_labels import contains_answer, quote_holds
from bench._reader_readings import Labelled

KEPT = 0.9
"""Share of answerable training questions whose evidence must count as holding the answer."""
DIRECT = 0.9
LIKELY = 0.6
"""How often the first sentence must be right for each verdict."""
NEAR_WEIGHT = 0.25
"""Near misses beside answered questions: one question in five has no answer in the collection."""
SEVERAL_HOPS = ("hotpotqa300", "musique_train100")
SHARE = 0.5
SMALL = {"n_estimators": 120, "num_leaves": 8, "learning_rate": 0.05, "min_child_samples": 40}
BINS = 10

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sureness:
    """One row per reading: features, whether its best sentence answers, whether its evidence does.

    `quoted` tells whether the quote answers that stands first where the answer is likely: the best
    sentence with what belongs to it and what follows. `found` is -1 where that is not known: what
    was retrieved lacks the gold sentence but may hold the answer in other words.
    """

    rows: Matrix
    right: npt.NDArray[np.int8]
    quoted: npt.NDArray[np.int8]
    found: npt.NDArray[np.int8]
    weight: Scores
    collection: npt.NDArray[np.str_]
    fold: npt.NDArray[np.str_]
    kind: npt.NDArray[np.str_]

    def among(self, own: npt.NDArray[np.bool_]) -> Sureness:
        """The rows of some readings."""
        return Sureness(*(getattr(self, field.name)[own] for field in fields(self)))


@dataclass(frozen=True, slots=True)
class Sure:
    """The models that the verdict rests on, and their thresholds."""

    first: Mixture
    found: Mixture
    thresholds: Thresholds


def calibrated(data: Sureness) -> tuple[Sure, dict[str, object]]:
    """How sure the reader may be, and figures: with the documents of each question left out, with
    each set left out in turn, and of the former those of each set alone."""
    first, found = left_out(data, data.fold)
    thresholds = choose_thresholds(data, first, found)
    every = np.ones(len(data.right), dtype=np.bool_)
    figures: dict[str, object] = {
        "verdict_documents_left_out": verdict_figures(data, first, found, thresholds),
        "verdict_set_left_out": verdict_figures(data, *left_out(data, data.collection), thresholds),
    }
    for name in np.unique(data.collection):
        own = data.collection == name
        figures[f"verdict_{name}"] = verdict_figures(
            data.among(own), first[own], found[own], thresholds
        )
    return Sure(fit_first(data, every), fit_found(data, every), thresholds), figures


def quotes_hold(each: Labelled, quotes: Sequence[Unit]) -> bool:
    """Whether one of some quotes holds the gold answer."""
    if each.kind in {"near", "other", "none"}:
        return False
    candidates = each.reading.candidates
    return any(quote_holds(each.case, candidates, each.labels, quote) for quote in quotes)


def quote_is_right(each: Labelled, index: int) -> bool:
    """Whether the quote that a likely answer begins with, made of a candidate, holds the answer."""
    whole = complete_one(each.reading, each.reading.candidates[index])
    return quotes_hold(each, going_on(each.reading, [whole]))


def is_right(each: Labelled, index: int) -> bool:
    """Whether a candidate holds the gold answer, wherever it stands."""
    if each.kind in {"near", "other", "none"}:
        return False
    if each.case.gold_spans:
        return bool(each.labels[index] == 1)
    return contains_answer(each.reading.candidates[index].text, each.case.answers)


def sureness(
    readings: Sequence[Labelled],
    scores: Sequence[Scores],
    phrases: Sequence[float],
    folds: Sequence[int],
) -> Sureness:
    """The rows of readings that have candidates; gold evidence is left out, as no search gives
    it. `phrases` are the probabilities of the likeliest short answers, `folds` the blocks of
    documents that the readings' questions belong to."""
    rows, right, quoted, found, weight, collection, kind, blocks = [], [], [], [], [], [], [], []
    for reading, its_scores, phrase, fold in zip(readings, scores, phrases, folds, strict=True):
        if reading.kind == "gold" or not len(its_scores):
            continue
        rows.append(confidence_features(reading.reading, reading.features, its_scores, phrase)[0])
        best = int(np.argmax(its_scores))
        right.append(is_right(reading, best))
        quoted.append(is_right(reading, best) or quote_is_right(reading, best))
        answerable = reading.kind == "top" and reading.answerable
        found.append(1 if answerable else -1 if reading.kind == "top" else 0)
        weight.append({"top": 1.0, "none": 1.0, "near": NEAR_WEIGHT}.get(reading.kind, 0.0))
        collection.append(reading.case.collection)
        kind.append(reading.kind)
        blocks.append(str(fold))
    return Sureness(
        np.array(rows),
        np.array(right, dtype=np.int8),
        np.array(quoted, dtype=np.int8),
        np.array(found, dtype=np.int8),
        np.array(weight),
        np.array(collection),
        np.array(blocks),
        np.array(kind),
    )


def fit_found(data: Sureness, among: npt.NDArray[np.bool_]) -> Mixture:
    """P(the evidence holds the answer)."""
    known = among & (data.found >= 0)
    return fit_mixture(data.rows[known], data.found[known], SHARE, 0.3, **SMALL)


def fit_first(data: Sureness, among: npt.NDArray[np.bool_]) -> Mixture:
    """P(the best sentence holds the answer), on what a search found and on near misses."""
    usable = among & (data.weight > 0)
    return fit_mixture(data.rows[usable], data.right[usable], SHARE, 0.3, **SMALL)


def left_out(data: Sureness, groups: npt.NDArray[np.str_]) -> tuple[Scores, Scores]:
    """(first, found) probabilities of every row, by models that have not seen its group."""
    first, found = np.zeros(len(data.right)), np.zeros(len(data.right))
    for name in np.unique(groups):
        own = groups == name
        first[own] = fit_first(data, ~own).probabilities(data.rows[own])
        found[own] = fit_found(data, ~own).probabilities(data.rows[own])
    return first, found


def choose_thresholds(
    data: Sureness, first: Scores, found: Scores, promise: float = LIKELY
) -> Thresholds:
    """The least probabilities that keep the promised precision.

    Each is chosen as conformal risk control does (Angelopoulos et al. 2024): the weighted share of
    errors among what is shown, with one error more than was seen, must not exceed the promise.
    A direct answer is an error if its sentence is wrong, a likely one if the quote is.
    Each set of questions that one sentence can answer counts the same, however large it is.

    Args:
        promise: how often a likely answer must be right.
    """
    keep = float(np.quantile(found[data.found == 1], 1 - KEPT))
    weight = balanced(data)
    shown = (weight > 0) & (found >= keep)
    direct = least_bound(first[shown], data.right[shown], weight[shown], DIRECT)
    between = shown & (first < direct)
    likely = least_bound(first[between], data.quoted[between], weight[between], promise)
    return Thresholds(direct, min(likely, direct), keep)


def balanced(data: Sureness) -> Scores:
    """The weights, so that each set of questions has the same mass; none for questions of several
    hops, which no single sentence answers."""
    weight = np.where(np.isin(data.collection, SEVERAL_HOPS), 0.0, data.weight)
    sets = [data.collection == name for name in np.unique(data.collection[weight > 0])]
    for own in sets:
        weight[own] *= data.weight.sum() / (len(sets) * weight[own].sum())
    return weight


def calibration_error(probabilities: Scores, right: npt.NDArray[np.int8], weight: Scores) -> float:
    """Expected calibration error over `BINS` bins of equal width (Naeini et al. 2015)."""
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    error = 0.0
    for each in range(BINS):
        own = bins == each
        mass = weight[own].sum()
        if mass:
            gap = np.average(probabilities[own], weights=weight[own]) - np.average(
                right[own], weights=weight[own]
            )
            error += mass * abs(gap)
    return float(error / max(weight.sum(), 1e-9))


def verdict_figures(
    data: Sureness, first: Scores, found: Scores, thresholds: Thresholds
) -> dict[str, float]:
    """How often each verdict is given and right, what is refused, and the calibration error."""
    shown = (data.weight > 0) & (found >= thresholds.found)
    direct = shown & (first >= thresholds.direct)
    likely = shown & (first >= thresholds.likely) & ~direct
    every = data.weight > 0
    weights = data.weight

    def precision(own: npt.NDArray[np.bool_], right: npt.NDArray[np.int8] = data.right) -> float:
        mass = weights[own].sum()
        return round(100 * float((weights * right)[own].sum() / mass), 1) if mass else 0.0

    def share(own: npt.NDArray[np.bool_]) -> float:
        return round(100 * float(weights[own].sum() / weights[every].sum()), 1)

    near, other = data.kind == "near", data.kind == "other"

    def of_all(refused: npt.NDArray[np.bool_], own: npt.NDArray[np.bool_]) -> float:
        return round(100 * float(refused[own].mean()), 1) if own.any() else 100.0

    return {
        "direct_share": share(direct),
        "direct_right": precision(direct),
        "likely_share": share(likely),
        "likely_right": precision(likely),
        "likely_quote_right": precision(likely, data.quoted),
        "answerable_kept": round(
            100 * float((found >= thresholds.found)[data.found == 1].mean()), 1
        ),
        "near_refused": of_all(found < thresholds.found, near),
        "near_without_answer": of_all(
            (found < thresholds.found) | (first < thresholds.likely), near
        ),
        "other_refused": of_all(found < thresholds.found, other),
        "calibration_error": round(
            calibration_error(first[every], data.right[every], weights[every]), 3
        ),
    }
