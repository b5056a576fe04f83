"""Boost the local reader's ranking and verdict on: `python -m bench.train_further [--write]`.

The shipped trees for the embedder that ships get further trees, which learn from questions over
own files that its network and its ranking had not seen: `everyday`, `everyday_more` and `manuals`
of `bench/own_files`. Whoever trains the network anew with all questions does better; this takes
minutes and no network. How many further trees there are is chosen by cross-validation over
documents: for the ranking the fewest that are as good as the best within one standard error
(Breiman and others, 1984), for the verdict those of the least log loss. The thresholds of the
verdict are, as in the training, the least that keep their promise on documents left out.
`--readings FILE` keeps what was read. Without `--write` figures are only printed.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from backend.embedders.sentence_transformers import build as build_embedder
from backend.inference.mixture import Mixture
from backend.settings import load_settings
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import likeliest_phrase
from backend.tasks.answer.extractive.rule_scores import titles_of, without_debris
from backend.tasks.answer.extractive.weights import (
    ALIGNED,
    MANIFEST,
    ReaderWeights,
    load_weights,
    save_weights,
)
from backend.tasks.answer.local import LocalReader
from backend.types import Hit
from bench._reader_fitting import boosted_on
from bench._reader_labels import is_unanswerable, labels
from bench._reader_own_files import (
    EVERYDAY,
    EVERYDAY_MORE,
    MANUALS,
    default_documents,
    part_cases,
)
from bench._reader_readings import TOP, Labelled, near_misses
from bench._reader_sets import Case
from bench._reader_verdicts import (
    Sureness,
    choose_thresholds,
    is_right,
    quote_is_right,
    sureness,
    verdict_figures,
)
from bench.report import write_results

PARTS = (EVERYDAY, EVERYDAY_MORE, MANUALS)
ROUNDS_TRIED = (0, 20, 40, 80, 160)
"""Further trees that are tried."""
RANKING = {"num_leaves": 8, "learning_rate": 0.03, "min_child_samples": 40}
VERDICT = {"num_leaves": 4, "learning_rate": 0.03, "min_child_samples": 40}
FOLDS = 6

Scores = npt.NDArray[np.float64]
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Read:
    """A labelled reading with the name of its document."""

    document: str
    labelled: Labelled


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    parser.add_argument("--readings", type=Path, help="a file that keeps what was read")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    weights = load_weights(ALIGNED)
    read = kept_readings(arguments.readings, arguments.own_files, weights)
    folds = folds_of([each.document for each in read])
    rates = {
        trees: first_right(read, ranked_by_fold(read, folds, weights.ranker, trees))
        for trees in ROUNDS_TRIED
    }
    questions = sum(each.labelled.kind == "top" for each in read)
    trees = fewest_as_good(rates, questions)
    print(f"first sentence right, by further trees: {rates}; chosen: {trees}")
    scores = ranked_by_fold(read, folds, weights.ranker, trees)
    own = replace(weights, ranker=boosted(weights.ranker, read, trees))
    data = sureness_of(read, scores, folds, weights)
    every = np.ones(len(data.right), dtype=np.bool_)
    errors = {more: log_loss(data, *left_out(data, weights, more)) for more in ROUNDS_TRIED}
    more = min(errors, key=lambda rounds: errors[rounds])
    print(f"log loss of the verdict, by further trees: {errors}")
    first, found = left_out(data, weights, more)
    thresholds = choose_thresholds(data, first, found)
    figures = {
        "questions": sum(each.labelled.kind in ("top", "none") for each in read),
        "documents": len({each.document for each in read}),
        "trees": {"ranking": trees, "verdict": more},
        "first_right": {str(at): rate for at, rate in rates.items()},
        "verdict_documents_left_out": verdict_figures(data, first, found, thresholds),
        "verdict_before": verdict_figures(data, *left_out(data, weights, 0), weights.thresholds),
    }
    print(json.dumps({"thresholds": str(thresholds), **figures}, indent=2))
    if not arguments.write:
        return
    own = replace(
        own,
        first=verdict_model(weights.first, data, every, more, "right"),
        found=verdict_model(weights.found, data, every, more, "found"),
        thresholds=thresholds,
    )
    write_results("train_further", figures)
    known = json.loads((ALIGNED / MANIFEST).read_text(encoding="utf-8"))["training"]
    save_weights(own, ALIGNED, {**known, "further": figures})


def kept_readings(kept: Path | None, documents: Path, weights: ReaderWeights) -> list[Read]:
    """The readings of all parts, read anew where no file keeps them.

    Raises:
        NotFoundError: if a document is missing or is another one.
    """

    def read() -> list[Read]:
        reader = LocalReader(build_embedder(load_settings()), weights)
        return [reading for part in PARTS for reading in readings_of_part(documents, part, reader)]

    return kept_or_made(kept, read)


def kept_or_made(kept: Path | None, make: Callable[[], list[Kept]]) -> list[Kept]:
    """What a file keeps; made and kept there where there is none yet."""
    if kept is not None and kept.exists():
        with kept.open("rb") as stream:
            return list(pickle.load(stream))
    made = make()
    if kept is not None:
        with kept.open("wb") as stream:
            pickle.dump(made, stream)
    return made


def readings_of_part(documents: Path, part: str, reader: LocalReader) -> list[Read]:
    """Each question over what is found, over gold passages and over near misses; one without an
    answer over what is found."""
    return readings_of_cases(part_cases(documents, part), part, reader)


def readings_of_cases(
    cases: Iterable[tuple[str, Case]], part: str, reader: LocalReader
) -> list[Read]:
    """The readings of cases, each with the name of its document."""
    return [
        read
        for document, case in cases
        for read in readings_over(document, case, part, _evidence_of(case), reader)
    ]


def _evidence_of(case: Case) -> list[tuple[str, Sequence[Hit]]]:
    if is_unanswerable(case):
        return [("none", case.evidence[:TOP])]
    return [
        ("top", case.evidence[:TOP]),
        ("gold", case.gold_evidence[:TOP]),
        ("near", near_misses(case)),
    ]


def readings_over(
    document: str,
    case: Case,
    part: str,
    evidence: Iterable[tuple[str, Sequence[Hit]]],
    reader: LocalReader,
) -> list[Read]:
    """The readings of a case over each kind of evidence that has a candidate.

    Args:
        document: the name of its document.
        case: as it is asked.
        part: what the case is counted among.
        evidence: passages, and where they came from.
        reader: with its cross-encoder.
    """
    made: list[Read] = []
    for kind, hits in evidence:
        reading = reader.read(case.question, hits)
        if not reading.candidates:
            continue
        own = labels(case, reading.candidates, [hit.chunk.document_id for hit in hits])
        own_case, features = replace(case, collection=part), unit_features(reading)
        labelled = Labelled(own_case, kind, tuple(hits), reading, features, own)
        made.append(Read(document, labelled))
    return made


def folds_of(documents: Sequence[str]) -> list[int]:
    """The fold of each reading: documents in turn, in the order of their names."""
    number = {name: at % FOLDS for at, name in enumerate(sorted(set(documents)))}
    return [number[document] for document in documents]


def boosted(ranker: Mixture, read: Sequence[Read], trees: int) -> Mixture:
    """The ranking with further trees, fitted to readings that hold an answer."""
    if not trees:
        return ranker
    usable = [
        each.labelled
        for each in read
        if each.labelled.kind in {"top", "gold"} and each.labelled.answerable
    ]
    rows = np.concatenate([each.features[each.labels >= 0] for each in usable])
    target = np.concatenate([each.labels[each.labels >= 0] for each in usable])
    further = boosted_on(ranker.forest, rows, target, n_estimators=trees, **RANKING)
    return replace(ranker, forest=further)


def ranked_by_fold(
    read: Sequence[Read], folds: Sequence[int], ranker: Mixture, trees: int
) -> list[Scores]:
    """Each reading's scores by a ranking whose further trees had not seen its document."""
    scores: list[Scores] = [np.zeros(0)] * len(read)
    for fold in sorted(set(folds)):
        mixture = boosted(
            ranker, [each for each, of in zip(read, folds, strict=True) if of != fold], trees
        )
        for at, of in enumerate(folds):
            if of == fold:
                each = read[at].labelled
                raw = mixture.probabilities(each.features)
                scores[at] = without_debris(each.reading, raw, titles_of(each.hits))
    return scores


def first_right(read: Sequence[Read], scores: Sequence[Scores]) -> float:
    """Per cent of the questions whose best sentence, or what is quoted with it, answers."""
    right = [
        is_right(each.labelled, best) or quote_is_right(each.labelled, best)
        for each, its_scores in zip(read, scores, strict=True)
        if each.labelled.kind == "top"
        for best in [int(np.argmax(its_scores))]
    ]
    return round(100 * float(np.mean(right)), 1)


def fewest_as_good(rates: Mapping[int, float], questions: int) -> int:
    """The fewest trees whose rate, in per cent, is within one standard error of the best one."""
    best = max(rates.values())
    error = 100 * float(np.sqrt(best / 100 * (1 - best / 100) / questions))
    return min(trees for trees, rate in rates.items() if rate >= best - error)


def sureness_of(
    read: Sequence[Read], scores: Sequence[Scores], folds: Sequence[int], weights: ReaderWeights
) -> Sureness:
    """What the verdict learns from: as in the training, with the shipped model of phrases."""
    readings = [each.labelled for each in read]
    phrases = [
        likeliest_phrase(reading.reading, its_scores, reading.features, weights)
        for reading, its_scores in zip(readings, scores, strict=True)
    ]
    likely = [phrase[1] if phrase else 0.0 for phrase in phrases]
    return sureness(readings, scores, likely, folds)


def verdict_model(
    model: Mixture, data: Sureness, among: npt.NDArray[np.bool_], trees: int, target: str
) -> Mixture:
    """One of the models of the verdict with further trees: of `right` or of `found`."""
    if not trees:
        return model
    labelled = getattr(data, target)
    known = among & (labelled >= 0)
    further = boosted_on(
        model.forest,
        data.rows[known],
        labelled[known],
        n_estimators=trees,
        weight=data.weight[known],
        **VERDICT,
    )
    return replace(model, forest=further)


def left_out(data: Sureness, weights: ReaderWeights, trees: int) -> tuple[Scores, Scores]:
    """(first, found) probabilities by models whose further trees had not seen the document."""
    first, found = np.zeros(len(data.right)), np.zeros(len(data.right))
    for fold in np.unique(data.fold):
        own = data.fold == fold
        for model, target, into in (
            (weights.first, "right", first),
            (weights.found, "found", found),
        ):
            fitted = verdict_model(model, data, ~own, trees, target)
            into[own] = fitted.probabilities(data.rows[own])
    return first, found


def log_loss(data: Sureness, first: Scores, found: Scores) -> float:
    """Weighed cross entropy of both probabilities, where they are known."""
    total = 0.0
    for probabilities, target in ((first, data.right), (found, data.found)):
        known = target >= 0
        chance = np.clip(probabilities[known], 1e-4, 1 - 1e-4)
        losses = -np.where(target[known] == 1, np.log(chance), np.log(1 - chance))
        total += float(np.average(losses, weights=data.weight[known]))
    return round(total, 4)


if __name__ == "__main__":
    main()
