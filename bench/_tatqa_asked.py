"""What the whole program answers to questions of TAT-QA, each with its own context as the document.

The contexts are files of one collection (`_tatqa_files`); a question is asked of fused hybrid with
the local reader, restricted to the file of its context. What was computed counts as in
`_calculated`. Otherwise the first line counts, where the verdict says that there is an answer: its
cells, where it names a row and columns, or its figures, where it names years, else the whole line.
A line says the figure as it is printed, so that it has the scale of the gold answer, unless it says
one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from backend import registry
from backend.evaluation.intervals import mean_interval
from backend.types import Answer, Filters, Query, Verdict
from bench._calculated import is_right, scores_of
from bench._local_answers import PIPELINE, ask_locally
from bench._tatqa import Context, Question, scores
from bench._tatqa_files import file_name, open_contexts
from bench.libraries import read_through, wait_until_read

ANSWERED = (Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY)
SOURCES = ("table", "table-text", "text")
KINDS = ("span", "multi-span", "count", "arithmetic")
_CELLS = re.compile(r"^[^;]+ — (?P<cells>[^;:]+: [^;]+(?:; [^;:]+: [^;]+)*)$")
"""A row's name and cells of it, each under its header, as a first line says them."""
_YEARS = re.compile(r"^(?P<cells>(?:19|20)\d\d: [^;]+(?:; (?:19|20)\d\d: [^;]+)+)$")
_FIGURE = re.compile(
    r"^[^;:]+, [^;:]+: (?P<figure>[(−-]*[$€£¥]?\s?\d[\d,.]*\)?)"
    r"(?: (?P<scale>thousand|million|billion))?(?: (?P<unit>[A-Z]{3}|%))?$"
)
"""A row's name, its column and the figure with scale and unit."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a question; `right` is None where nothing was computed."""

    question: Question
    answered: bool
    computed: bool
    right: bool | None
    exact: float
    f1: float
    line: str


def asked_of(contexts: Sequence[Context], first: int) -> list[Answered]:
    """Every question of the contexts from one on, asked of its own file.

    Args:
        contexts: all of the set, in the order of the file.
        first: the number of the first context whose questions are asked, from 0.

    Raises:
        NotFoundError: if a context cannot be read as a file.
        RuntimeError: if a question fails.
    """
    workbench, collection = open_contexts()
    found: list[Answered] = []
    try:
        read_through(workbench, collection.id)
        pipeline = registry.load("backend.pipelines", PIPELINE).build(workbench.parts)
        wait_until_read(pipeline, Query(contexts[first].questions[0].text, collection.id))
        files = {
            document.name: document.id for document in workbench.library.documents(collection.id)
        }
        for number, context in enumerate(contexts[first:], start=first):
            filters = Filters(document_ids=(files[file_name(number)],))
            for question in context.questions:
                answer = ask_locally(workbench, collection.id, question.text, filters)
                found.append(answered(question, answer))
    finally:
        workbench.close()
    return found


def answered(question: Question, answer: Answer) -> Answered:
    """An answer by the measures of the set."""
    made = answer.calculation
    told = answer.found and answer.verdict in ANSWERED
    if told and made is not None:
        exact, f1 = scores_of(made, question)
        return Answered(question, True, True, is_right(made, question), exact, f1, answer.short)
    if not told or not answer.short:
        return Answered(question, False, False, None, 0.0, 0.0, "")
    spans, scale = spans_of_line(answer.short)
    exact, f1 = scores(spans, question.scale if scale is None else scale, question)
    return Answered(question, True, False, None, exact, f1, answer.short)


def spans_of_line(line: str) -> tuple[list[str], str | None]:
    """What a first line answers, and the scale that it says; None where it says none."""
    if figure := _FIGURE.match(line):
        return [figure["figure"]], "percent" if figure["unit"] == "%" else figure["scale"]
    if row := _CELLS.match(line) or _YEARS.match(line):
        return [each.partition(": ")[2] for each in row["cells"].split("; ")], None
    return [line], None


def figures_together(found: Sequence[Answered]) -> dict[str, Any]:
    """Exact match and F1 over all, by where the answer stands and by its kind."""
    parts = {"all": list(found)}
    parts |= {
        f"from {source}": [one for one in found if one.question.source == source]
        for source in SOURCES
    }
    parts |= {kind: [one for one in found if one.question.kind == kind] for kind in KINDS}
    return {name: _summary(those) for name, those in parts.items() if those}


def _summary(found: Sequence[Answered]) -> dict[str, Any]:
    computed = [each.right for each in found if each.right is not None]
    return {
        "questions": len(found),
        "exact_match": _mean([each.exact for each in found]),
        "f1": _mean([each.f1 for each in found]),
        "computed": len(computed),
        "computed_wrong": computed.count(False),
        "read": sum(each.answered and not each.computed for each in found),
    }


def _mean(values: Sequence[float]) -> dict[str, float]:
    kept = mean_interval(list(values))
    return {name: round(getattr(kept, name), 4) for name in ("mean", "low", "high")}
