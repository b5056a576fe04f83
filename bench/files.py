"""How well questions are answered from ordinary files, beside the same texts as records.

`python -m bench.files [SET …] [--forms …] [--pipelines …] [--models …] [--half first|second]`.
A gold text is found when half of its runs of five words stand in what is shown: the first five
passages, or as many passages as fit into a budget of characters, so that long passages do not win
by showing more. 2wiki101_small only tests; hotpotqa300's second half tests, its first half and
musique_train100 train and choose.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from backend import registry
from backend.evaluation.intervals import difference_interval, mean_interval
from backend.passage_view.views import views_over
from backend.pipelines.fused_hybrid import NAME as FUSED
from backend.pipelines.fused_hybrid import FusedOptions
from backend.pipelines.naive import NAME as NAIVE
from backend.pipelines.naive import NaiveOptions
from backend.ports import Pipeline
from backend.types import Options, Query
from bench._file_sets import (
    FORMS,
    RECORDS,
    FileQuestion,
    file_questions,
    found_texts,
    open_form,
)
from bench._unread import UNREAD
from bench.libraries import wait_until_read
from bench.report import known_results, table, write_results

SETS = ("2wiki101_small", "hotpotqa300", "musique_train100")
HALVED = frozenset({"hotpotqa300"})
"""Sets whose first half trains and chooses; of these the second half is measured."""
CHOOSING = frozenset({"musique_train100"})
PIPELINES = (NAIVE, FUSED)
FIRST = 5
DEPTH = 30
BUDGET = 5_000
"""Characters: about what five passages of a headed file hold."""
METRICS = ("R@5", "all@5", "R in budget", "all in budget", "characters of 5")
Values = dict[str, list[float]]


def questions_of(name: str, form: str, half: str) -> tuple[FileQuestion, ...]:
    """The questions to measure: of sets that also train, the half that is asked for."""
    questions = file_questions(name, "headed" if form == RECORDS else form)
    if name not in HALVED or half == "whole":
        return questions
    middle = len(questions) // 2
    return questions[:middle] if half == "first" else questions[middle:]


def within(texts: Sequence[str], budget: int) -> list[str]:
    """The first texts as far as the budget of characters reaches; the last one is cut."""
    shown: list[str] = []
    for text in texts:
        if budget <= 0:
            break
        shown.append(text[:budget])
        budget -= len(text)
    return shown


def measured(question: FileQuestion, texts: Sequence[str]) -> dict[str, float]:
    """Every metric of one question for its passages, best first."""
    five = found_texts(question.gold, texts[:FIRST])
    fitting = found_texts(question.gold, within(texts, BUDGET))
    return {
        "R@5": float(np.mean(five)),
        "all@5": float(all(five)),
        "R in budget": float(np.mean(fitting)),
        "all in budget": float(all(fitting)),
        "characters of 5": float(sum(map(len, texts[:FIRST]))),
    }


def methods(pipelines: Sequence[str], models: Sequence[str]) -> dict[str, tuple[str, Options]]:
    """Label of each method with its pipeline and options."""
    found: dict[str, tuple[str, Options]] = {}
    for name in pipelines:
        if name == FUSED:
            found |= {f"{name}, {model}": (name, FusedOptions(model=model)) for model in models}
            unread = replace(UNREAD, model=models[0])
            found[f"{name}, {models[0]}, not read together"] = (name, unread)
        else:
            found[name] = (name, Options())
        if name == NAIVE:
            found["naive, without parts"] = (name, NaiveOptions(parts=False))
    return found


def measure_form(
    name: str, form: str, pipelines: Sequence[str], models: Sequence[str], half: str
) -> dict[str, Any]:
    """Figures of one set in one form, printed as a table."""
    workbench, collection = open_form(name, form)
    try:
        questions = questions_of(name, form, half)
        view = views_over(workbench.parts).of(collection.id, wait=True)
        values: dict[str, Values] = {}
        milliseconds: dict[str, float] = {}
        for label, (pipeline, options) in methods(pipelines, models).items():
            built: Pipeline = registry.load("backend.pipelines", pipeline).build(workbench.parts)
            wait_until_read(built, Query(questions[0].text, collection.id, DEPTH, options=options))
            wall = []
            for question in questions:
                query = Query(question.text, collection.id, DEPTH, options=options)
                started = time.perf_counter()
                hits = built.retrieve(query).hits
                wall.append(time.perf_counter() - started)
                own = measured(question, [hit.chunk.text for hit in hits])
                for metric, value in own.items():
                    values.setdefault(label, {}).setdefault(metric, []).append(value)
            milliseconds[label] = 1000 * float(np.median(wall))
        needed = [len(question.gold) for question in questions]
        found = _report(f"{name}, {form}", view.size, values, milliseconds)
        return {**found, "by_texts_needed": by_texts_needed(needed, values)}
    finally:
        workbench.close()


def by_texts_needed(
    needed: Sequence[int], values: Mapping[str, Values]
) -> dict[str, dict[str, Any]]:
    """R@5 and all@5 of each method by how many texts a question needs, as many as it has hops."""
    found: dict[str, dict[str, Any]] = {}
    for number in sorted(set(needed)):
        places = [place for place, each in enumerate(needed) if each == number]
        rows: dict[str, Any] = {"questions": len(places)}
        for label, measures in values.items():
            intervals = {
                metric: mean_interval([measures[metric][place] for place in places])
                for metric in METRICS[:2]
            }
            rows[label] = {metric: [i.mean, i.low, i.high] for metric, i in intervals.items()}
        found[str(number)] = rows
    return found


def _report(
    title: str,
    passages: int,
    values: Mapping[str, Values],
    milliseconds: Mapping[str, float],
) -> dict[str, Any]:
    figures: dict[str, dict[str, list[float]]] = {}
    rows: list[list[str]] = []
    for label, own in values.items():
        found = {metric: mean_interval(own[metric]) for metric in METRICS}
        figures[label] = {metric: [i.mean, i.low, i.high] for metric, i in found.items()}
        shares = [found[metric].percent() for metric in METRICS[:-1]]
        length = f"{found[METRICS[-1]].mean:,.0f}"
        rows.append([label, *shares, length, f"{milliseconds[label]:.0f}"])
    first = next(iter(values), "")
    gains: dict[str, dict[str, list[float]]] = {}
    for label, own in values.items():
        if label != first:
            differences = {
                metric: difference_interval(own[metric], values[first][metric])
                for metric in METRICS[:-1]
            }
            gains[f"{label} − {first}"] = {
                metric: [i.mean, i.low, i.high] for metric, i in differences.items()
            }
    count = len(values[first]["R@5"]) if first else 0
    heading = f"\n{title}: {count} questions over {passages:,} passages"
    print(table(heading, ("method", *METRICS, "ms"), rows), flush=True)
    return {
        "questions": count,
        "passages": passages,
        "milliseconds_median": dict(milliseconds),
        "methods": figures,
        "differences": gains,
    }


def main() -> None:
    """Measure sets in all forms and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS))
    parser.add_argument("--forms", nargs="+", default=[RECORDS, *FORMS])
    parser.add_argument("--pipelines", nargs="+", default=list(PIPELINES))
    parser.add_argument("--models", nargs="+", default=[FusedOptions().model])
    parser.add_argument("--half", choices=("first", "second", "whole"), default="second")
    parser.add_argument("--unwritten", action="store_true", help="print only")
    asked = parser.parse_args()
    for name in asked.sets:
        for form in asked.forms:
            found = measure_form(name, form, asked.pipelines, asked.models, asked.half)
            half = f", {asked.half} half" if name in HALVED and asked.half != "whole" else ""
            role = "trains and chooses" if name in CHOOSING or "first" in half else "test"
            if not asked.unwritten:
                _write(f"{name}{half}, {form}", {"role": role, **found})


def _write(name: str, found: Mapping[str, Any]) -> None:
    """Write one form's figures beside those of the others."""
    write_results("files", {**known_results("files"), name: found})


if __name__ == "__main__":
    main()
