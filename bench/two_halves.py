"""nq_uda as a whole, by two-fold cross-validation of fused hybrid's weights.

`python -m bench.two_halves [--every N]`. Weights are trained as `bench.train_fusion` trains the
linear ones, on every n-th question of either half of nq_uda beside all other training questions.
Models that judge a question of one half have seen the other half of nq_uda alone, and all of the
other sets. So each half is measured by weights that were trained on the other, and both together
are the whole set, of which the shipped weights know a part of the first half.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from backend.evaluation.intervals import mean_interval
from backend.pipelines._fused.learning import FOLDS, train
from backend.settings import load_settings
from bench._question_sets import load_question_set
from bench._reader_own_files import default_documents
from bench.report import table, write_results
from bench.train_fusion import EVERY, KINDS, Case, cases_of, of_records, quality, sources

SET = "nq_uda"
HALVES = ("first half", "second half")
WHOLE = "whole"
METRICS = ("R@5", "Hit@1")


def in_halves(cases: Sequence[Case], second: Collection[str]) -> list[Case]:
    """The cases with a fold, and a name, of their own for either half of nq_uda.

    Args:
        second: the texts of the questions of the second half.
    """
    found = []
    for case in cases:
        if case.set_name != SET:
            found.append(case)
            continue
        half = int(case.example.query.text in second)
        example = replace(case.example, fold=FOLDS + half)
        found.append(replace(case, example=example, set_name=HALVES[half]))
    return found


def measured(cases: Sequence[Case]) -> dict[str, dict[str, list[float]]]:
    """By half, and of the whole, each question's metrics by weights that did not see its half."""
    trained = train([case.example for case in cases], KINDS["linear"])
    values = quality(cases, trained)
    halves = {half: {m: values[f"{half} {m}"] for m in METRICS} for half in HALVES}
    both: Mapping[str, list[float]] = {
        m: [value for half in HALVES for value in halves[half][m]] for m in METRICS
    }
    return {**halves, WHOLE: dict(both)}


def main() -> None:
    """Measure both halves and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=EVERY, help="every n-th question of nq_uda")
    parser.add_argument("--documents", type=Path, default=default_documents())
    asked = parser.parse_args()
    natural = load_question_set(load_settings().benchmarks, SET)
    first, second = natural.first_half()[:: asked.every], natural.second_half()[:: asked.every]
    known = {frozenset(dataset_question.gold) for dataset_question in natural.first_half()}
    shared = sum(frozenset(each.gold) in known for each in second)
    # twice the weight, as a model sees one half of these questions
    own = of_records(natural, (*first, *second), False, 2.0, 0.6)
    all_of_them = [source for source in sources(asked.documents) if source.name != SET]
    cases = [case for source in (own, *all_of_them) for case in cases_of(source)]
    found = measured(in_halves(cases, {each.text for each in second}))
    intervals = {
        name: {metric: mean_interval(values) for metric, values in measures.items()}
        for name, measures in found.items()
    }
    rows = [
        [name, *(i.percent() for i in interval.values())] for name, interval in intervals.items()
    ]
    print(table(f"\n{SET}, one question in {asked.every}", ("part", *METRICS), rows), flush=True)
    figures = {
        name: {
            "questions": len(found[name][METRICS[0]]),
            **{metric: [i.mean, i.low, i.high] for metric, i in interval.items()},
        }
        for name, interval in intervals.items()
    }
    setting = {"every": asked.every, "second half, answered by a text of the first": shared}
    print(f"written to {write_results('two_halves', {**setting, **figures})}", flush=True)


if __name__ == "__main__":
    main()
