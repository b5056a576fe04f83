"""What going step by step, where fused hybrid leaves a question open, gives Automatic and costs.

`python -m bench.automatic [SET …] [--documents FOLDER]`. Each question is asked with the local
reader; without its option `steps` Automatic answers such questions as fused hybrid does. An answer
is right if what it quotes, or its first line, holds one of the reference answers; an open answer is
not. None of these questions chose anything of Automatic, which is a rule without numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from backend.evaluation.intervals import difference_interval, mean_interval
from backend.pipelines._automatic.ways import BEST, STEPS, is_unsure
from backend.pipelines.automatic import NAME, AutomaticOptions
from backend.settings import load_settings
from backend.types import WAY, Answer, Collection, Options, Query
from backend.workbench import Workbench
from bench._question_sets import load_question_set
from bench._reader_labels import contains_answer
from bench._reader_own_files import (
    GUIDES,
    UNSEEN,
    asked_questions,
    default_documents,
    open_part,
    questions_with_passages,
)
from bench._thinned import thinned
from bench.libraries import open_with
from bench.report import table, write_results

THINNED = 4
Cases = Sequence[tuple[str, Sequence[str]]]
"""Each question with its reference answers; none where the documents do not answer it."""
Opened = tuple[Workbench, Collection, Cases]


def hotpot() -> Opened:
    """hotpotqa300's second half, over the records that answer and every fourth other one."""
    whole = load_question_set(load_settings().benchmarks, "hotpotqa300")
    cases = [
        (dataset_question.text, dataset_question.answers)
        for dataset_question in whole.second_half()
    ]
    return *open_with(thinned(whole, THINNED)), cases


def own_files(documents: Path, part: str) -> Opened:
    """The questions over documents of one part that train nothing, and those that no document of
    it answers."""
    answered = questions_with_passages(documents, part, training=False)
    cases: list[tuple[str, Sequence[str]]] = [(each.question, each.answers) for each, _ in answered]
    tested = {each.document for each, _ in answered}
    cases += [
        (question.question, ())
        for question in asked_questions(part)
        if not question.quotes and question.document in tested
    ]
    return *open_part(documents, part), cases


def main() -> None:
    """Measure every set, print the tables and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    known: dict[str, Callable[[Path], Opened]] = {
        "hotpotqa300": lambda _: hotpot(),
        GUIDES: lambda documents: own_files(documents, GUIDES),
        UNSEEN: lambda documents: own_files(documents, UNSEEN),
    }
    parser.add_argument("sets", nargs="*", default=list(known))
    parser.add_argument("--documents", type=Path, default=default_documents())
    asked = parser.parse_args()
    figures: dict[str, Any] = {}
    for name in asked.sets:
        workbench, collection, cases = known[name](asked.documents)
        try:
            figures[name] = measure(name, workbench, collection, cases)
        finally:
            workbench.close()
    if set(figures) == set(known):
        write_results("automatic", figures)


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer: whether it is right, whether it says that it found something."""

    right: bool
    found: bool
    seconds: float
    ways: tuple[str, ...]
    pipeline: str


def measure(
    name: str, workbench: Workbench, collection: Collection, cases: Cases
) -> dict[str, Any]:
    """Figures of one set, printed as a table."""
    workbench.questions.search(Query(cases[0][0], collection.id), BEST)
    found: dict[str, list[Judged]] = {BEST: [], NAME: []}
    for question, answers in cases:
        for pipeline, own in found.items():
            options = AutomaticOptions(steps=True) if pipeline == NAME else Options()
            query = Query(question, collection.id, options=options)
            asking = workbench.questions.ask(query, pipeline, kept=False)
            asking.wait()
            if asking.answer is None:
                raise RuntimeError(f"{pipeline} gave no answer to “{question}”: {asking.error}")
            own.append(_judged(asking.answer, answers))
    return _report(name, found, [bool(answers) for _, answers in cases])


def _judged(answer: Answer, answers: Sequence[str]) -> Judged:
    found = not is_unsure(answer.verdict)
    quoted = f"{answer.short} {answer.text}"
    right = contains_answer(quoted, answers) if answers else not found
    ways = tuple(step.summary for step in answer.steps if step.name == WAY)
    return Judged(
        right and (found or not answers), found, answer.usage.seconds, ways, answer.pipeline
    )


def _report(
    name: str, found: Mapping[str, Sequence[Judged]], answerable: Sequence[bool]
) -> dict[str, Any]:
    rows: list[list[str]] = []
    figures: dict[str, Any] = {"questions": len(answerable), "answerable": sum(answerable)}
    for pipeline, own in found.items():
        right = mean_interval([float(each.right) for each in own])
        seconds = [each.seconds for each in own]
        figures[pipeline] = {
            "right": [right.mean, right.low, right.high],
            "found_and_wrong": sum(each.found and not each.right for each in own),
            "open": sum(not each.found for each in own),
            "seconds_median": float(np.median(seconds)),
            "seconds_mean": float(np.mean(seconds)),
        }
        kept = figures[pipeline]
        rows.append(
            [
                pipeline,
                right.percent(),
                str(kept["found_and_wrong"]),
                str(kept["open"]),
                f"{kept['seconds_median']:.2f}",
                f"{kept['seconds_mean']:.2f}",
            ]
        )
    gain = difference_interval(
        [float(each.right) for each in found[NAME]], [float(each.right) for each in found[BEST]]
    )
    again = [each for each in found[NAME] if any("Chain of thought" in way for way in each.ways)]
    taken = [each for each in again if each.pipeline == STEPS]
    figures["gain"] = [gain.mean, gain.low, gain.high]
    figures["steps"] = {
        "tried": len(again),
        "taken": len(taken),
        "taken_and_right": sum(each.right for each in taken),
    }
    rows.append([f"{NAME} − {BEST}", gain.percent(), "", "", "", ""])
    rows.append([f"step by step: {figures['steps']}", "", "", "", "", ""])
    columns = ("", "right", "found, wrong", "open", "median s", "mean s")
    print(table(f"{name}: {len(answerable)}", columns, rows), flush=True)
    return figures


if __name__ == "__main__":
    main()
