"""Learn how sure the reader is from the cross-encoder's word: `python -m bench.train_sureness`.

The models of the verdict were trained before the cross-encoder was. Here a logistic model joins
them with what it says of the best sentence, and with among what that sentence was found, over
questions that had trained none of them: some of those over fourteen everyday papers
(`everyday_more.jsonl`), and over every fourth document of the later parts
(`bench._reader_own_files.choosing_contexts`). Each is asked of its own document alone, of that one
among five, of all documents of its part, and of one that has nothing to do with it, since the same
sentence is worth more where little was searched. Papers and manuals count the same. The thresholds
are chosen with documents left out, as conformal risk control does: nine in ten direct answers are
right and seven in ten likely ones. `bench.verdicts` measures them over files that chose nothing.
`--readings FILE` keeps what was read. Without `--write` figures are only printed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.embedders.sentence_transformers import build as build_embedder
from backend.inference.logistic import Matrix
from backend.settings import load_settings
from backend.tasks.answer.extractive.pair_sureness import PairSureness, sureness_row
from backend.tasks.answer.extractive.rule_scores import ranked, titles_of
from backend.tasks.answer.extractive.weights import (
    ALIGNED,
    MANIFEST,
    ReaderWeights,
    load_weights,
    save_weights,
)
from backend.tasks.answer.local import LocalReader
from backend.types import PROMISED, Verdict
from bench._reader_fitting import fit_logistic
from bench._reader_own_files import Context, choosing_contexts, default_documents
from bench._reader_verdicts import (
    Sureness,
    balanced,
    choose_thresholds,
    verdict_figures,
)
from bench.report import write_results
from bench.train_further import (
    Read,
    folds_of,
    kept_or_made,
    log_loss,
    readings_over,
    sureness_of,
)
from bench.verdicts import evidence_in

PROBABLE = 0.5
"""P(the evidence holds the answer) from which one of the closest passages probably answers: over
what it learns from, what is shown then holds the answer of 642 of 926 questions; with those that
have none and near misses counted, of six in ten."""
STRENGTHS = (0.001, 0.003, 0.01, 0.03)
"""Inverse strengths of the regularisation that are tried, papers and manuals left out in turn."""

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Joined:
    """What is learned from: a `sureness_row` for each reading, its labels, and among what each was
    asked."""

    rows: Matrix
    labels: Sureness
    contexts: npt.NDArray[np.str_]

    def fitted(self, among: npt.NDArray[np.bool_], strength: float) -> PairSureness:
        """Both models, from some of the readings."""
        weight = balanced(self.labels)
        first = among & (weight > 0)
        found = first & (self.labels.found >= 0)
        return PairSureness(
            *(
                fit_logistic(self.rows[own], target[own], strength, weight[own])
                for own, target in ((first, self.labels.quoted), (found, self.labels.found))
            )
        )

    def left_out(
        self, strength: float, groups: npt.NDArray[np.str_] | None = None
    ) -> tuple[Scores, Scores]:
        """(first, found) probabilities by models that have not seen the document, or the group."""
        groups = self.labels.fold if groups is None else groups
        first, found = np.zeros(len(self.rows)), np.zeros(len(self.rows))
        for group in np.unique(groups):
            own = groups == group
            models = self.fitted(~own, strength)
            first[own], found[own] = models.probabilities(self.rows[own])
        return first, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    parser.add_argument("--readings", type=Path, help="a file that keeps what was read")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    weights = replace(load_weights(ALIGNED), sureness=None)
    read = kept_or_made(arguments.readings, lambda: _read(arguments.own_files, weights))
    data = joined(read, weights)
    kinds = data.labels.collection
    errors = {each: log_loss(data.labels, *data.left_out(each, kinds)) for each in STRENGTHS}
    strength = min(errors, key=lambda tried: errors[tried])
    first, found = data.left_out(strength)
    chosen = choose_thresholds(data.labels, first, found, PROMISED[Verdict.LIKELY])
    before = (
        weights.first.probabilities(data.labels.rows),
        weights.found.probabilities(data.labels.rows),
    )
    thresholds = replace(chosen, probable=PROBABLE)
    own = {context: data.contexts == context for context in sorted(set(data.contexts))}
    figures = {
        "questions": len({(each.document, each.labelled.case.question) for each, _ in read}),
        "documents": len({each.document for each, _ in read}),
        "strength": strength,
        "log_loss": {str(each): error for each, error in errors.items()},
        "log_loss_before": log_loss(data.labels, *before),
        "documents_left_out": verdict_figures(data.labels, first, found, chosen),
        "before": verdict_figures(
            data.labels, *before, choose_thresholds(data.labels, *before, PROMISED[Verdict.LIKELY])
        ),
        "contexts": {
            each: verdict_figures(data.labels.among(at), first[at], found[at], chosen)
            for each, at in own.items()
            if each != Context.ELSEWHERE
        },
    }
    print(json.dumps({"thresholds": str(thresholds), **figures}, indent=2))
    if not arguments.write:
        return
    write_results("train_sureness", figures)
    known = json.loads((ALIGNED / MANIFEST).read_text(encoding="utf-8"))["training"]
    every = np.ones(len(data.rows), dtype=np.bool_)
    save_weights(
        replace(weights, sureness=data.fitted(every, strength), thresholds=thresholds),
        ALIGNED,
        {**known, "sureness": figures},
    )


def _read(documents: Path, weights: ReaderWeights) -> list[tuple[Read, Context]]:
    """The readings of all cases that choose, each with its context."""
    reader = LocalReader(build_embedder(load_settings()), weights)
    return [
        (read, case.context)
        for part, cases in choosing_contexts(documents).items()
        for case in cases
        for evidence in [evidence_in(case.context, case.case)]
        for read in readings_over(case.document, case.case, part, evidence, reader)
    ]


def joined(read: Sequence[tuple[Read, Context]], weights: ReaderWeights) -> Joined:
    """The rows and labels of readings that the cross-encoder looked at."""
    seen = [each for each in read if each[0].labelled.reading.together is not None]
    readings = [each for each, _ in seen]
    rankings = [
        ranked(own.reading, own.features, weights, titles_of(own.hits))
        for reading in readings
        for own in [reading.labelled]
    ]
    folds = folds_of([reading.document for reading in readings])
    labelled = sureness_of(readings, [ranking.scores for ranking in rankings], folds, weights)
    # the gold sentences are known to be all that answer, so passages without one hold no answer
    labelled = replace(labelled, found=np.maximum(labelled.found, 0))
    first = weights.first.probabilities(labelled.rows)
    found = weights.found.probabilities(labelled.rows)
    rows = [
        sureness_row(
            labelled.rows[at : at + 1],
            float(first[at]),
            float(found[at]),
            reading.labelled.reading,
            reading.labelled.features,
            ranking,
        )
        for at, (reading, ranking) in enumerate(zip(readings, rankings, strict=True))
    ]
    return Joined(np.concatenate(rows), labelled, np.array([str(each) for _, each in seen]))


if __name__ == "__main__":
    main()
