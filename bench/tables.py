"""How often answers over tables are right: `python -m bench.tables --contexts FILE`.

Second half of the contexts of TAT-QA dev, table and paragraphs given. `parts` are of the task
`calculate` alone, over the table as the set gives it: questions that nothing is computed for count
as wrong in exact match and F1. `together` is what the whole program answers with the context as its
document: what it computes over the table as it reads it, else the first line that it reads
(`_tatqa_asked`); `--alone` leaves this out.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from backend.evaluation.intervals import mean_interval
from backend.tasks.calculate.programs.asked_rounding import rounding_asked
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.rounded_results import rounded_as_asked
from backend.tasks.calculate.ranking.ranker import Ranker, shipped_ranker
from backend.types.calculations import Calculation
from bench._calculated import is_right, scores_of
from bench._tatqa import Context, Question, derivation_cells, read_contexts
from bench._tatqa_asked import asked_of, figures_together
from bench.report import known_results, table, write_results

CURVE = (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95)


class Outcome(NamedTuple):
    """What became of a question: `right` also allows the gold answer's own rounding; `cells` is
    None where there is no derivation to compare with."""

    question: Question
    answered: bool
    confidence: float
    exact: float
    f1: float
    right: bool
    cells: bool | None


def outcomes(contexts: list[Context]) -> list[Outcome]:
    """One per question, computed without a threshold; `answered` says what the shipped one does."""
    found = []
    every = Ranker(shipped_ranker().forest, 0.0)
    for context in contexts:
        for question in context.questions:
            plain, rounding = rounding_asked(question.text)
            kept = calculate(plain, [context.table])
            if isinstance(kept, Calculation):
                kept = rounded_as_asked(kept, rounding)
            made = kept
            if not isinstance(made, Calculation):
                made = calculate(plain, [context.table], ranker=every)
            if not isinstance(made, Calculation):
                found.append(Outcome(question, False, 0.0, 0.0, 0.0, False, None))
                continue
            exact, f1 = scores_of(made, question)
            cells = None
            if question.kind == "arithmetic":
                used = {abs(operand.value) for operand in made.operands}
                cells = used == derivation_cells(question.derivation)
            answered = isinstance(kept, Calculation)
            right = is_right(made, question)
            found.append(Outcome(question, answered, made.confidence, exact, f1, right, cells))
    return found


def figures(found: list[Outcome]) -> dict[str, Any]:
    """Exact match and F1 with intervals, wrong among answered, and the curve of both."""
    answered = [outcome for outcome in found if outcome.answered]
    cells = [outcome.cells for outcome in answered if outcome.cells is not None]
    curve = []
    for at in CURVE:
        those = [outcome for outcome in found if outcome.confidence > at]
        curve.append(
            {
                "confidence": at,
                "answered": len(those),
                "wrong": sum(not outcome.right for outcome in those),
            }
        )
    return {
        "questions": len(found),
        "exact_match": _mean([outcome.exact * outcome.answered for outcome in found]),
        "f1": _mean([outcome.f1 * outcome.answered for outcome in found]),
        "answered": len(answered),
        "wrong_among_answered": _mean([float(not outcome.right) for outcome in answered]),
        "cells_right": _mean([float(cell) for cell in cells]),
        "curve": curve,
    }


def _mean(values: list[float]) -> dict[str, float] | None:
    if not values:
        return None
    interval = mean_interval(values)
    return {
        "mean": round(interval.mean, 4),
        "low": round(interval.low, 4),
        "high": round(interval.high, 4),
    }


def main() -> None:
    """Print the figures of the second half, and keep them in `bench/results/calculate.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--contexts", type=Path, required=True)
    parser.add_argument("--alone", action="store_true", help="measure calculate alone")
    arguments = parser.parse_args()
    contexts = read_contexts(arguments.contexts)
    found = outcomes(contexts[len(contexts) // 2 :])
    parts = {
        "all": found,
        "table": [outcome for outcome in found if outcome.question.source == "table"],
        "arithmetic": [outcome for outcome in found if outcome.question.kind == "arithmetic"],
    }
    kept = {name: figures(those) for name, those in parts.items()}
    shown = ("exact_match", "f1", "wrong_among_answered", "cells_right")
    rows = [
        (
            name,
            each["questions"],
            each["answered"],
            *(each[key] and each[key]["mean"] for key in shown),
        )
        for name, each in kept.items()
    ]
    print(table("TAT-QA dev, second half", ("part", "questions", "answered", *shown), rows))
    for point in kept["all"]["curve"]:
        print(point)
    figures_of_all = {
        **known_results("calculate"),
        "set": "TAT-QA dev, second half of the contexts",
        "parts": kept,
    }
    if not arguments.alone:
        together = figures_together(asked_of(contexts, len(contexts) // 2))
        figures_of_all["together"] = together
        columns = ("questions", "exact_match", "f1", "computed", "computed_wrong", "read")
        lines = [
            (
                name,
                *(
                    each[key]["mean"] if isinstance(each[key], dict) else each[key]
                    for key in columns
                ),
            )
            for name, each in together.items()
        ]
        print(table("The whole program, context given", ("part", *columns), lines))
    write_results("calculate", figures_of_all)


if __name__ == "__main__":
    main()
