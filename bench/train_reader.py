"""Train the local reader: `python -m bench.train_reader` writes the weights that are shipped.

Trains on the first halves of hotpotqa300 and nq_uda and on two documents of chunking_eval, and on
nothing else; whatever is chosen is chosen there by cross-validation over questions. The same data
and seed give the same weights.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from backend.analysis import term_texts
from backend.embedders.sentence_transformers import build as build_embedder
from backend.ports import Embedder
from backend.settings import load_settings
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.confidence import confidence_features
from backend.tasks.answer.extractive.phrases import (
    Phrase,
    answerable_by_phrase,
    phrase_features,
)
from backend.tasks.answer.extractive.selection import SelectionRule, select
from backend.tasks.answer.extractive.trees import LIMIT, Forest, Logistic, Matrix
from backend.tasks.answer.extractive.weights import FOLDER, ReaderWeights, save_weights
from bench._reader_labels import contains_answer, is_extractive, token_f1
from bench._reader_readings import TOP, Labelled, labelled, near_misses, other_evidence
from bench._reader_sets import Case, passage_cases, read_lines, span_cases
from bench._vector_cache import CachedEmbedder

SEED = 7
FOLDS = 5
MOST_PER_SET = 480
BLOCK = 30
"""Questions about one page stand together in nq_uda: folds are made of blocks of the file."""
FOREST_SHARE = 0.6
KEPT = 0.92
"""Share of answerable training questions that must count as found."""
LEAST_FREQUENCY = 10
RIGHT = 0.6
"""Word F1 from which a phrase counts as the answer."""
PRECISION = 0.95
"""How often a short answer must be right to be shown."""
FOREST: dict[str, Any] = {
    "n_estimators": 180,
    "num_leaves": 15,
    "learning_rate": 0.04,
    "min_child_samples": 20,
    "subsample": 0.8,
    "subsample_freq": 1,
    "colsample_bytree": 0.7,
    "reg_lambda": 5.0,
    "random_state": SEED,
    "deterministic": True,
    "force_row_wise": True,
    "n_jobs": 1,
    "verbose": -1,
}


def background_of(folder: Path) -> Background:
    """Document frequencies over the passages of the two encyclopaedia sets."""
    counts: Counter[str] = Counter()
    documents = 0
    for collection in ("hotpotqa300", "nq_uda"):
        for row in read_lines(folder / collection / "corpus.jsonl.gz"):
            documents += 1
            counts.update(set(term_texts(f"{row.get('title') or ''} {row['text']}")))
    common = {term: count for term, count in counts.items() if count >= LEAST_FREQUENCY}
    return Background(common, documents)


def training_cases(folder: Path, embedder: Embedder) -> list[list[Case]]:
    """The extractive training cases of each set."""
    splits = [
        passage_cases(folder, "hotpotqa300", embedder),
        passage_cases(folder, "nq_uda", embedder),
        span_cases(folder, embedder),
    ]
    usable = [[case for case in split.training if is_extractive(case)] for split in splits]
    return [evenly(cases, MOST_PER_SET) for cases in usable]


def evenly(cases: Sequence[Case], most: int) -> list[Case]:
    """At most so many cases, spread evenly over the file."""
    if len(cases) <= most:
        return list(cases)
    return [cases[int(at)] for at in np.linspace(0, len(cases) - 1, most)]


def training_readings(
    sets: Sequence[Sequence[Case]], embedder: Embedder, background: Background
) -> list[Labelled]:
    """Each case over what is found, over gold, over another question's and over near misses."""
    generator = np.random.default_rng(SEED)
    readings = []
    for cases in sets:
        for index, case in enumerate(cases):
            other = other_evidence(cases, index, generator)
            for kind, hits in (
                ("top", case.evidence[:TOP]),
                ("gold", case.gold_evidence[:TOP]),
                ("other", other.evidence[:TOP]),
                ("near", near_misses(case)),
            ):
                if hits:
                    readings.append(labelled(case, kind, hits, embedder, background))
    return readings


def fit_ranker(readings: Sequence[Labelled]) -> tuple[Forest, Logistic]:
    """Both rankers, on readings that hold an answer; units of unknown label are left out."""
    usable = [each for each in readings if each.kind in {"top", "gold"} and each.answerable]
    rows = np.concatenate([each.features[each.labels >= 0] for each in usable])
    target = np.concatenate([each.labels[each.labels >= 0] for each in usable])
    return fit_forest(rows, target), fit_logistic(rows, target)


def fit_forest(rows: Matrix, target: npt.NDArray[np.int8], **changes: Any) -> Forest:
    """Gradient-boosted trees as arrays."""
    return as_forest(lightgbm.LGBMClassifier(**{**FOREST, **changes}).fit(rows, target))


def fit_logistic(rows: Matrix, target: npt.NDArray[np.int8], strength: float = 0.05) -> Logistic:
    """Logistic regression over standardised, clipped features."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    standardised = np.clip((rows - mean) / scale, -LIMIT, LIMIT)
    fitted = LogisticRegression(C=strength, max_iter=3000).fit(standardised, target)
    return Logistic(mean, scale, fitted.coef_[0].copy(), float(fitted.intercept_[0]))


def as_forest(booster: lightgbm.LGBMClassifier) -> Forest:
    """The trees of a trained LightGBM model as arrays."""
    trees = [each["tree_structure"] for each in booster.booster_.dump_model()["tree_info"]]
    flattened = [_flatten(tree) for tree in trees]
    nodes = max(len(each[0]) for each in flattened)
    shape = (len(trees), nodes)
    feature, left, right = (np.zeros(shape, dtype=np.int16) for _ in range(3))
    threshold, value = (np.zeros(shape, dtype=np.float32) for _ in range(2))
    for row, (columns, _) in enumerate(flattened):
        for node, (f, t, lo, hi, v) in enumerate(columns):
            feature[row, node], threshold[row, node] = f, t
            left[row, node], right[row, node], value[row, node] = lo, hi, v
    return Forest(feature, threshold, left, right, value, max(each[1] for each in flattened))


def _flatten(
    tree: dict[str, object],
) -> tuple[list[tuple[int, float, int, int, float]], int]:
    nodes: list[tuple[int, float, int, int, float]] = []
    deepest = 0

    def visit(node: dict[str, object], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        at = len(nodes)
        if "leaf_value" in node:
            nodes.append((0, 0.0, at, at, float(node["leaf_value"])))  # type: ignore[arg-type]
            return at
        nodes.append((0, 0.0, at, at, 0.0))
        left = visit(node["left_child"], depth + 1)  # type: ignore[arg-type]
        right = visit(node["right_child"], depth + 1)  # type: ignore[arg-type]
        nodes[at] = (
            int(node["split_feature"]),  # type: ignore[call-overload]
            float(node["threshold"]),  # type: ignore[arg-type]
            left,
            right,
            0.0,
        )
        return at

    visit(tree, 0)
    return nodes, deepest


def out_of_fold_scores(readings: Sequence[Labelled]) -> list[npt.NDArray[np.float64]]:
    """Each reading's scores by a model that has not seen its question."""
    folds = [_fold(each.case) for each in readings]
    scores: list[npt.NDArray[np.float64]] = [np.zeros(0)] * len(readings)
    for fold in range(FOLDS):
        forest, logistic = fit_ranker(
            [each for each, of in zip(readings, folds, strict=True) if of != fold]
        )
        for index, of in enumerate(folds):
            if of == fold:
                scores[index] = mixed(forest, logistic, readings[index].features)
    return scores


def _fold(case: Case) -> int:
    return case.number // BLOCK % FOLDS


def mixed(forest: Forest, logistic: Logistic, features: Matrix) -> npt.NDArray[np.float64]:
    """The two rankers' probabilities, weighted."""
    return FOREST_SHARE * forest.probabilities(features) + (
        1 - FOREST_SHARE
    ) * logistic.probabilities(features)


def fit_confidence(
    readings: Sequence[Labelled], scores: Sequence[npt.NDArray[np.float64]]
) -> tuple[Logistic, float, dict[str, float]]:
    """P(the evidence holds an answer), the threshold that keeps `KEPT`, and figures."""
    rows, target, fold, kind = [], [], [], []
    for each, its_scores in zip(readings, scores, strict=True):
        if each.kind == "gold" or (each.kind == "top" and not each.answerable):
            continue
        if not len(its_scores):
            continue
        rows.append(confidence_features(each.reading, each.features, its_scores)[0])
        target.append(each.kind == "top")
        fold.append(_fold(each.case))
        kind.append(each.kind)
    features, wanted = np.array(rows), np.array(target, dtype=np.int8)
    folds, kinds = np.array(fold), np.array(kind)
    held_out = np.zeros(len(wanted))
    for each_fold in range(FOLDS):
        fitted = fit_logistic(features[folds != each_fold], wanted[folds != each_fold], 0.3)
        held_out[folds == each_fold] = fitted.probabilities(features[folds == each_fold])
    threshold = float(np.quantile(held_out[wanted == 1], 1 - KEPT))
    figures = {
        "auc": round(float(roc_auc_score(wanted, held_out)), 3),
        "kept": round(float((held_out[wanted == 1] >= threshold).mean()), 3),
        "other_rejected": round(float((held_out[kinds == "other"] < threshold).mean()), 3),
        "near_rejected": round(float((held_out[kinds == "near"] < threshold).mean()), 3),
    }
    return fit_logistic(features, wanted, 0.3), threshold, figures


@dataclass(frozen=True, slots=True)
class PhraseCase:
    """The phrases of one reading, their features and whether each is the answer."""

    source: Labelled
    phrases: list[Phrase]
    features: Matrix
    correct: npt.NDArray[np.int8]


def phrase_cases(
    readings: Sequence[Labelled],
    scores: Sequence[npt.NDArray[np.float64]],
    background: Background,
) -> list[PhraseCase]:
    """Readings of questions that a phrase can answer."""
    found = []
    for each, its_scores in zip(readings, scores, strict=True):
        if (
            each.kind not in {"top", "gold"}
            or each.case.gold_spans
            or not answerable_by_phrase(each.reading.question.kind)
            or not len(its_scores)
        ):
            continue
        cosines = each.features[:, 0]
        phrases, features = phrase_features(each.reading, its_scores, cosines, background)
        correct = np.array(
            [token_f1(phrase.text, each.case.answers) >= RIGHT for phrase in phrases],
            dtype=np.int8,
        )
        found.append(PhraseCase(each, phrases, features, correct))
    return found


def fit_phrases(cases: Sequence[PhraseCase]) -> tuple[Forest, float, dict[str, float]]:
    """P(the phrase is the answer), the threshold that makes the best one right `PRECISION` of
    the time on questions that the model had not seen, and figures."""
    best: list[tuple[float, bool]] = []
    for fold in range(FOLDS):
        forest = _phrase_forest([each for each in cases if _fold(each.source.case) != fold])
        for each in cases:
            if _fold(each.source.case) != fold or each.source.kind != "top" or not each.phrases:
                continue
            probabilities = forest.probabilities(each.features)
            at = int(np.argmax(probabilities))
            best.append((float(probabilities[at]), bool(each.correct[at])))
    best.sort(reverse=True)
    right = np.cumsum([correct for _, correct in best]) / np.arange(1, len(best) + 1)
    enough = [i for i, rate in enumerate(right) if rate >= PRECISION and best[i][0] >= 0.5]
    at = enough[-1] if enough else 0
    threshold = max(0.5, best[at][0])
    figures = {
        "questions": len(best),
        "right_at_first": round(float(right[-1]), 3),
        "bold_share": round((at + 1) / len(best), 3),
        "bold_right": round(float(right[at]), 3),
    }
    return _phrase_forest(cases), threshold, figures


def _phrase_forest(cases: Sequence[PhraseCase]) -> Forest:
    usable = [each for each in cases if each.phrases]
    rows = np.concatenate([each.features for each in usable])
    target = np.concatenate([each.correct for each in usable])
    return fit_forest(rows, target, n_estimators=200, num_leaves=12, min_child_samples=30)


def answer_rates(
    readings: Sequence[Labelled],
    scores: Sequence[npt.NDArray[np.float64]],
    rule: SelectionRule,
) -> dict[str, float]:
    """Share of cases whose answer stands in the chosen sentences, by set and evidence."""
    hits: dict[str, list[bool]] = {}
    for each, its_scores in zip(readings, scores, strict=True):
        if each.kind not in {"top", "gold"} or each.case.gold_spans:
            continue
        chosen = select(each.reading, its_scores, rule)
        text = " | ".join(each.reading.candidates[index].text for index in chosen)
        name = f"{each.case.collection} {each.kind}"
        hits.setdefault(name, []).append(contains_answer(text, each.case.answers))
    return {name: round(100 * float(np.mean(rate)), 1) for name, rate in hits.items()}


def chosen_characters(each: Labelled, chosen: Sequence[int]) -> float:
    """F1 of the characters of the chosen units and of the gold spans."""
    quoted: set[tuple[str, int]] = set()
    for index in chosen:
        unit = each.reading.candidates[index]
        document = each.hits[unit.hit - 1].chunk.document_id
        quoted.update((document, at) for at in range(unit.start, unit.end))
    gold = {(name, at) for name, start, end in each.case.gold_spans for at in range(start, end)}
    shared = len(quoted & gold)
    return 2.0 * shared / (len(quoted) + len(gold)) if shared else 0.0


def choose_rule(
    readings: Sequence[Labelled], scores: Sequence[npt.NDArray[np.float64]]
) -> tuple[SelectionRule, dict[str, float]]:
    """The rule with the best mean of answer rates and span F1, and every rule's mean."""
    found = [(each, s) for each, s in zip(readings, scores, strict=True) if each.kind == "top"]
    means: dict[str, float] = {}
    best, best_mean = SelectionRule(), -1.0
    for stop in (0.2, 0.35, 0.5):
        for novelty in (0.0, 0.15, 0.3):
            for redundancy in (0.25, 0.5):
                rule = SelectionRule(stop=stop, novelty=novelty, redundancy=redundancy)
                rates: dict[str, list[float]] = {}
                for each, its_scores in found:
                    chosen = select(each.reading, its_scores, rule)
                    units = [each.reading.candidates[index].text for index in chosen]
                    value = (
                        chosen_characters(each, chosen)
                        if each.case.gold_spans
                        else float(contains_answer(" | ".join(units), each.case.answers))
                    )
                    rates.setdefault(each.case.collection, []).append(value)
                mean = float(np.mean([np.mean(values) for values in rates.values()]))
                means[f"stop {stop} novelty {novelty} redundancy {redundancy}"] = round(mean, 4)
                if mean > best_mean:
                    best, best_mean = rule, mean
    return best, means


def main() -> None:
    settings = load_settings()
    folder = settings.benchmarks
    embedder = CachedEmbedder(build_embedder(settings), settings.cache / "bench")
    background = background_of(folder)
    readings = training_readings(training_cases(folder, embedder), embedder, background)
    scores = out_of_fold_scores(readings)
    rule, rule_means = choose_rule(readings, scores)
    confidence, threshold, found_figures = fit_confidence(readings, scores)
    forest, logistic = fit_ranker(readings)
    phrases, bold, bold_figures = fit_phrases(phrase_cases(readings, scores, background))
    figures = {
        "answer_in_three": answer_rates(readings, scores, rule),
        "found": found_figures,
        "short": bold_figures,
        "rules": rule_means,
    }
    facts = {
        "data": {
            "hotpotqa300": "first half of the questions; HotpotQA, CC BY-SA 4.0",
            "nq_uda": f"{MOST_PER_SET} questions with a short answer, spread over the first half; "
            "Natural Questions, CC BY-SA 3.0, through UDA, CC BY-SA 4.0",
            "chunking_eval": "documents wikitexts and finance; MIT",
        },
        "seed": SEED,
        "embedder": embedder.identity,
        "readings": len(readings),
        "cross_validated": figures,
    }
    save_weights(
        ReaderWeights(
            background, forest, logistic, FOREST_SHARE, confidence, threshold, rule, phrases, bold
        ),
        FOLDER,
        facts,
    )
    print(json.dumps(facts, indent=2))


if __name__ == "__main__":
    main()
