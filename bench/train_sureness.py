"""Learn how sure the reader is from the cross-encoder's word: `python -m bench.train_sureness`.

The models of the verdict were trained before the cross-encoder was. Here a logistic model joins
them with what it says of the best sentence, over questions that had trained none of them: those
over fourteen everyday papers (`everyday_more.jsonl`), and over every fourth of the further papers
and of the manuals (`bench._reader_own_files.choosing_cases`). Papers and manuals count the same.
The strength of the model and the thresholds are chosen with documents left out; so few questions
cannot show that nine in ten direct answers are right, so `bench.verdicts --write` must choose that
threshold afterwards, and raises the others where new files ask for it. The reader by itself keeps a
say: evidence that it gives less than nearly all answerable questions' holds nothing, since no
passages of other matters are among what is learned from here.
Without `--write` figures are only printed.
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
from backend.tasks.answer.extractive.pair_sureness import (
    OF_THE_EVIDENCE,
    PairSureness,
    pair_row,
)
from backend.tasks.answer.extractive.rule_scores import ranked, titles_of
from backend.tasks.answer.extractive.weights import (
    ALIGNED,
    MANIFEST,
    ReaderWeights,
    load_weights,
    save_weights,
)
from backend.tasks.answer.local import LocalReader
from bench._reader_fitting import fit_logistic
from bench._reader_own_files import choosing_cases, default_documents
from bench._reader_verdicts import Sureness, balanced, choose_thresholds, verdict_figures
from bench.report import write_results
from bench.train_further import Read, folds_of, log_loss, readings_of_cases, sureness_of
from bench.verdicts import SURE_STEPS

PROBABLE = 0.65
"""P(the evidence holds the answer) from which one of the closest passages probably answers: over
the papers that it learns from 33 of 41 such questions were answered in what is shown, over the
manuals 14 of 20; near misses and questions without an answer counted, six in ten and 54 in 100."""
OFF_TOPIC = 0.05
"""Share of the answerable questions whose evidence may seem to be of something else."""
STRENGTHS = (0.01, 0.03, 0.1, 0.3, 1.0)
"""Inverse strengths of the regularisation that are tried."""

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Joined:
    """What is learned from: a `pair_row` for each reading, and its labels."""

    rows: Matrix
    labels: Sureness

    def fitted(self, among: npt.NDArray[np.bool_], strength: float) -> PairSureness:
        """Both models, from some of the readings."""
        weight = balanced(self.labels)
        first = among & (weight > 0)
        found = first & (self.labels.found >= 0)
        return PairSureness(
            fit_logistic(self.rows[first], self.labels.quoted[first], strength, weight[first]),
            fit_logistic(
                self.rows[found][:, :OF_THE_EVIDENCE],
                self.labels.found[found],
                strength,
                weight[found],
            ),
        )

    def left_out(self, strength: float) -> tuple[Scores, Scores]:
        """(first, found) probabilities by models that have not seen the document."""
        first, found = np.zeros(len(self.rows)), np.zeros(len(self.rows))
        for fold in np.unique(self.labels.fold):
            own = self.labels.fold == fold
            models = self.fitted(~own, strength)
            first[own], found[own] = models.probabilities(self.rows[own])
        return first, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--own-files", type=Path, default=default_documents())
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    weights = replace(load_weights(ALIGNED), sureness=None)
    reader = LocalReader(build_embedder(load_settings()), weights)
    cases = choosing_cases(arguments.own_files)
    read = [each for part, own in cases.items() for each in readings_of_cases(own, part, reader)]
    data = joined(read, weights)
    errors = {each: log_loss(data.labels, *data.left_out(each)) for each in STRENGTHS}
    strength = min(errors, key=lambda each: errors[each])
    first, found = data.left_out(strength)
    chosen = choose_thresholds(data.labels, first, found)
    before = (
        weights.first.probabilities(data.labels.rows),
        weights.found.probabilities(data.labels.rows),
    )
    thresholds = replace(
        chosen,
        direct=min(chosen.direct, SURE_STEPS[0]),
        probable=PROBABLE,
        topic=float(np.quantile(before[1][data.labels.found == 1], OFF_TOPIC)),
    )
    figures = {
        "questions": sum(each.labelled.kind in ("top", "none") for each in read),
        "documents": len({each.document for each in read}),
        "strength": strength,
        "log_loss": {str(each): error for each, error in errors.items()},
        "log_loss_before": log_loss(data.labels, *before),
        "documents_left_out": verdict_figures(data.labels, first, found, chosen),
        "before": verdict_figures(data.labels, *before, weights.thresholds),
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


def joined(read: Sequence[Read], weights: ReaderWeights) -> Joined:
    """The rows and labels of readings that the cross-encoder looked at."""
    seen = [each for each in read if each.labelled.reading.together is not None]
    rankings = [
        ranked(own.reading, own.features, weights, titles_of(own.hits))
        for each in seen
        for own in [each.labelled]
    ]
    folds = folds_of([each.document for each in seen])
    labels = sureness_of(seen, [each.scores for each in rankings], folds, weights)
    shown = [
        (each.labelled, ranking)
        for each, ranking in zip(seen, rankings, strict=True)
        if each.labelled.kind != "gold" and len(ranking.scores)
    ]
    first = weights.first.probabilities(labels.rows)
    found = weights.found.probabilities(labels.rows)
    rows = [
        pair_row(float(first[at]), float(found[at]), own.reading, own.features, ranking)
        for at, (own, ranking) in enumerate(shown)
    ]
    return Joined(np.concatenate(rows), labels)


if __name__ == "__main__":
    main()
