"""Train what ranks programs over cells: `python -m bench.train_programs --contexts FILE`.

Only the first half of the contexts of TAT-QA dev is read. Every candidate of every question is
right or wrong; boosted trees learn which, five folds of whole contexts say how likely each is out
of fold. The least lead over the next answer is the smallest at which at most `MOST_WRONG` of the
figures that the ranking told were wrong out of fold.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from backend.inference.forest import Forest, forest_arrays
from backend.tasks.calculate.programs.arithmetic import CannotComputeError
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.ranking.candidates import PROGRAM, Candidate, candidates_of
from backend.tasks.calculate.ranking.question_forms import forms_of
from backend.tasks.calculate.ranking.ranker import WEIGHTS, Ranker
from backend.tasks.calculate.ranking.results import result_of
from backend.tasks.calculate.ranking.table_cells import cells_of
from backend.types.calculations import Calculation
from bench._calculated import is_right, named_scale
from bench._reader_fitting import fit_forest
from bench._tatqa import Context, Question, read_contexts

FOLDS = 5
MOST_WRONG = 0.05
TREES = {
    "n_estimators": 200,
    "num_leaves": 6,
    "max_depth": 3,
    "learning_rate": 0.05,
    "min_child_samples": 10,
    "colsample_bytree": 0.3,
}
"""Smaller than the reader's: there are some seven candidates for each of 834 questions."""


class Case(NamedTuple):
    """A candidate of a question of a context, and whether it is right."""

    context: int
    candidate: Candidate
    right: bool


def cases(contexts: Sequence[Context]) -> list[Case]:
    """Every candidate of every question, computed whatever may be open."""
    found = []
    for number, context in enumerate(contexts):
        cells = cells_of(context.table)
        for question in context.questions:
            made = candidates_of(forms_of(question.text), question.text, cells)
            found += [Case(number, candidate, _is_right(candidate, question)) for candidate in made]
    return found


def _is_right(candidate: Candidate, question: Question) -> bool:
    """A scale that nothing states is none of the linking's doing."""
    try:
        made = result_of(candidate, [spot.operand for spot in candidate.spots], 0.0)
    except CannotComputeError:
        return False
    silent = not named_scale(made) and question.scale in ("thousand", "million", "billion")
    return is_right(made, replace(question, scale="") if silent else question)


def trained(of: Sequence[Case]) -> Forest:
    """Trees over the features of candidates."""
    rows = np.array([case.candidate.features for case in of], dtype=np.float64)
    return fit_forest(rows, np.array([case.right for case in of], dtype=np.int8), **TREES)


def out_of_fold(
    contexts: Sequence[Context], of: Sequence[Case]
) -> tuple[list[bool], list[tuple[float, bool]]]:
    """Of all questions: whether what needs no ranking was right, and lead and rightness of what the
    ranking told, by trees that had not seen the question's context."""
    told: list[bool] = []
    ranked: list[tuple[float, bool]] = []
    for fold in range(FOLDS):
        forest = trained([case for case in of if case.context % FOLDS != fold])
        never, always = Ranker(forest, 2.0), Ranker(forest, 0.0)
        for number, context in enumerate(contexts):
            if number % FOLDS != fold:
                continue
            for question in context.questions:
                made = calculate(question.text, [context.table], ranker=never)
                if isinstance(made, Calculation):
                    told.append(is_right(made, question))
                    continue
                made = calculate(question.text, [context.table], ranker=always)
                if isinstance(made, Calculation):
                    ranked.append((made.confidence, is_right(made, question)))
    return told, ranked


def least_lead(ranked: Sequence[tuple[float, bool]]) -> tuple[float, int, int]:
    """The smallest lead from which on at most `MOST_WRONG` of what the ranking tells were wrong,
    with how many it told and how many of these were wrong."""
    order = sorted(ranked, reverse=True)
    best = (2.0, 0, 0)
    wrong = 0
    for count, (lead, right) in enumerate(order, start=1):
        wrong += not right
        if wrong <= MOST_WRONG * count:
            best = lead, count, wrong
    return best


def main() -> None:
    """Train, choose the least lead out of fold, and write the trees into the package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--contexts", type=Path, required=True)
    contexts = read_contexts(parser.parse_args().contexts)
    first = contexts[: len(contexts) // 2]
    made = cases(first)
    told, ranked = out_of_fold(first, made)
    lead, count, wrong = least_lead(ranked)
    kept = {
        "trained_on": f"TAT-QA dev, first {len(first)} contexts, {len(made)} candidates",
        "out_of_fold": {
            "told without ranking": len(told),
            "of these wrong": told.count(False),
            "told by ranking": count,
            "of these wrong by ranking": wrong,
        },
        "least_lead": round(lead, 4),
        "features": list(PROGRAM),
    }
    WEIGHTS.mkdir(exist_ok=True)
    arrays = forest_arrays(trained(made), "programs")
    np.savez_compressed(WEIGHTS / "programs.npz", **arrays)  # type: ignore[arg-type]
    (WEIGHTS / "programs.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(kept["out_of_fold"], kept["least_lead"])
    for at in (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2):
        those = [right for one, right in ranked if one > at]
        print(at, len(those), those.count(False))


if __name__ == "__main__":
    main()
