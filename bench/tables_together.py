"""All contexts of TAT-QA dev in one collection: `python -m bench.tables_together`.

Each context (a table and its paragraphs) is a file of one collection, read as any HTML file; only
the questions of the second half of the contexts are asked, and they choose nothing. A context is
found if it is among the first five different documents that a pipeline's passages come from.
Answers are those of the best pipeline with the local reader: what it computed, else its first line,
by the exact match and the numeracy-focused F1 of the set's paper; a question that it does not
answer counts as wrong. Many questions name no company and no table ("What was the revenue in
2019?"), so that several contexts fit them: `bench.tables` measures answers with the context
given.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from backend import registry
from backend.evaluation.intervals import mean_interval
from backend.types import Answer, Options, Query, Verdict
from backend.workbench import Workbench
from bench._calculated import is_right, scores_of
from bench._local_answers import ask_locally
from bench._tatqa import Question, number_in, read_contexts, scores
from bench._tatqa_files import contexts_file, file_name, open_contexts
from bench.libraries import read_through, wait_until_read
from bench.report import table, write_results

RESULTS = "tables_together"
PIPELINES = ("naive", "fused_hybrid")
ANSWERED = (Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY)
DEPTH, TOP = 20, 5


class Asked(NamedTuple):
    """A question and the file of its context."""

    question: Question
    file: str


class Outcome(NamedTuple):
    """What became of a question; `told` says that the first line holds every gold answer as it is
    printed, `own_context` that what was cited first is of the question's context."""

    asked: Asked
    answered: bool
    computed: bool
    exact: float
    f1: float
    told: bool
    own_context: bool


def found_at(workbench: Workbench, collection_id: str, pipeline: str, asked: Asked) -> int:
    """The rank of the question's context among different documents, from 1; 0 if it is none of
    them."""
    query = Query(asked.question.text, collection_id, DEPTH, options=Options(answerer="local"))
    hits = workbench.questions.search(query, pipeline).hits
    names = {document.id: document.name for document in workbench.library.documents(collection_id)}
    order = list(dict.fromkeys(names[hit.chunk.document_id] for hit in hits))
    return order.index(asked.file) + 1 if asked.file in order else 0


def outcome(asked: Asked, answer: Answer, names: Mapping[str, str]) -> Outcome:
    """An answer by the measures of the set."""
    question, made = asked.question, answer.calculation
    answered = answer.found and answer.verdict in ANSWERED
    exact, f1, told = 0.0, 0.0, False
    if answered and made is not None:
        exact, f1 = scores_of(made, question)
        told = is_right(made, question)
    elif answered:
        exact, f1 = scores([answer.short], question.scale, question)
        told = all(_stands(each, answer.short) for each in question.answers)
    cited = next((names.get(citation.document_id, "") for citation in answer.citations), "")
    return Outcome(asked, answered, made is not None, exact, f1, told, cited == asked.file)


def _stands(gold: str, line: str) -> bool:
    """Whether a gold answer stands in a line: its words, or its figure as one of the line's."""
    if number_in(gold) is None:
        return gold.casefold().strip(" .") in line.casefold()
    words = (each.strip(".,;:()%$£€") for each in line.replace("−", "-").split())
    return any(number_in(word) == number_in(gold.rstrip("%")) for word in words if word)


def summary(found: Sequence[Outcome]) -> dict[str, Any]:
    """Shares of all questions with bounds at 95 %, and counts."""
    computed = [each for each in found if each.computed]
    return {
        "questions": len(found),
        "answered": sum(each.answered for each in found),
        "exact_match": _mean([each.exact for each in found]),
        "f1": _mean([each.f1 for each in found]),
        "told": _mean([float(each.told) for each in found]),
        "computed": len(computed),
        "computed_right": sum(each.told for each in computed),
        "answered_from_own_context": sum(each.answered and each.own_context for each in found),
    }


def _mean(values: Sequence[float]) -> dict[str, float]:
    kept = mean_interval(list(values))
    return {name: round(getattr(kept, name), 4) for name in ("mean", "low", "high")}


def main() -> None:
    """Search with every pipeline, ask the best one, print the tables and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="ask every n-th question only")
    every = parser.parse_args().every
    contexts = read_contexts(contexts_file())
    asked = [
        Asked(question, file_name(number))
        for number, context in enumerate(contexts)
        if number >= len(contexts) // 2
        for question in context.questions
    ][::every]
    workbench, collection = open_contexts()
    figures: dict[str, Any] = {
        "set": f"TAT-QA dev, second half of the contexts, every {every}. question",
        "contexts": len(contexts),
        "questions": len(asked),
        "found": {},
    }
    try:
        read_through(workbench, collection.id)
        warm = Query(asked[0].question.text, collection.id, DEPTH)
        for name in PIPELINES:
            wait_until_read(registry.load("backend.pipelines", name).build(workbench.parts), warm)
            ranks = [found_at(workbench, collection.id, name, each) for each in asked]
            figures["found"][name] = {
                f"{part}Hit@{k}": _mean([float(0 < rank <= k) for rank in those])
                for part, those in (
                    ("", ranks),
                    (
                        "from the table: ",
                        [r for r, a in zip(ranks, asked, strict=True) if _of_table(a)],
                    ),
                )
                for k in (1, TOP)
            }
            print(name, figures["found"][name], flush=True)
            write_results(RESULTS, figures)
        names = {
            document.id: document.name for document in workbench.library.documents(collection.id)
        }
        outcomes = [
            outcome(each, ask_locally(workbench, collection.id, each.question.text), names)
            for each in asked
        ]
    finally:
        workbench.close()
    parts = {
        "all": outcomes,
        "from the table": [each for each in outcomes if _of_table(each.asked)],
        "arithmetic": [each for each in outcomes if each.asked.question.kind == "arithmetic"],
    }
    figures["answers"] = {name: summary(those) for name, those in parts.items()}
    rows = [
        (
            name,
            each["questions"],
            each["answered"],
            *(f"{100 * each[key]['mean']:.1f}" for key in ("exact_match", "f1", "told")),
            each["computed"],
            each["computed_right"],
            each["answered_from_own_context"],
        )
        for name, each in figures["answers"].items()
    ]
    shown = ("asked", "answered", "EM", "F1", "told", "computed", "right", "own context")
    print(table("TAT-QA dev, second half, all contexts at once", ("", *shown), rows))
    print(f"\nwritten to {write_results(RESULTS, figures)}")


def _of_table(asked: Asked) -> bool:
    return asked.question.source == "table"


if __name__ == "__main__":
    main()
