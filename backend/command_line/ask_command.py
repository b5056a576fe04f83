"""`ask`: one question, answered on standard output."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from backend.errors import SettingsError
from backend.evidence.quoted_text import as_lines, with_tables
from backend.serialisation import to_plain
from backend.types import Answer, Calculation, Document, Filters, Query, QuotedTable
from backend.workbench import RunningQuestion, Workbench

MOST_CELLS = 20
"""Cells of a calculation that are printed; `--json` has all."""
READING = 30.0
"""Seconds that the question waits for names, dates and pages of a large collection to be there."""
_REFRESH = 0.03
HELD = 2.0
"""Seconds that text is held back, so that the first line of an answer that is complete by then
stands first; a language model's slower text is printed as it comes."""


def ask(workbench: Workbench, options: argparse.Namespace) -> int:
    """Answer a question: text as it comes, then its sources; with --json the whole answer."""
    collection = workbench.library.collection_named(options.collection)
    documents = {document.id: document for document in workbench.library.documents(collection.id)}
    query = Query(
        text=options.question,
        collection_id=collection.id,
        top_k=options.top_k,
        filters=Filters(
            document_ids=workbench.library.documents_called(collection.id, options.document)
        ),
        options=workbench.questions.options_of(options.pipeline, pipeline_options(options.option)),
    )
    workbench.questions.wait_while_reading(READING)
    asking = workbench.questions.ask(query, options.pipeline)
    try:
        _follow(workbench, asking, quiet=options.json)
    except KeyboardInterrupt:
        asking.stop()
        asking.wait(5)
    if asking.error is not None:
        raise asking.error
    if asking.answer is None:
        return 1
    if options.json:
        print(json.dumps(answer_as_json(asking.answer, documents), ensure_ascii=False, indent=2))
    else:
        _print_sources(asking.answer, documents)
    return 0


def pipeline_options(pairs: Sequence[str]) -> dict[str, str]:
    """Options given as NAME=VALUE.

    Raises:
        SettingsError: for one without “=”.
    """
    found = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator:
            raise SettingsError(f"“{pair}” is not an option.", "Write it as NAME=VALUE.")
        found[name.strip()] = value.strip()
    return found


def answer_as_json(answer: Answer, documents: dict[str, Document]) -> dict[str, Any]:
    """The whole answer; citations and passages also name their document. Pages count from 0."""
    plain: dict[str, Any] = to_plain(answer)
    for citation in plain["citations"]:
        citation["document"] = _name(documents, citation["document_id"])
    for hit in plain["hits"]:
        hit["document"] = _name(documents, hit["chunk"]["document_id"])
    return plain


def _name(documents: dict[str, Document], document_id: str) -> str:
    document = documents.get(document_id)
    return (document.key or document.name) if document else ""


def _follow(workbench: Workbench, asking: RunningQuestion, *, quiet: bool) -> None:
    written = 0
    steps = 0
    began: float | None = None
    streamed = False
    while True:
        done = asking.done
        for step in asking.steps[steps:]:
            print(f"· {step.name}: {step.summary} ({step.seconds:.2f} s)", file=sys.stderr)
            steps += 1
        text = asking.text
        if text and began is None:
            began = time.monotonic()
        ready = done or (began is not None and time.monotonic() - began > HELD)
        if done and not quiet and not written and asking.answer is not None:
            tables = workbench.evidence.tables_quoted(asking.answer)
            print(_first_line(asking.answer, tables), end="\n\n")
            text = with_tables(asking.answer, tables, as_lines) if tables else text
        if not quiet and ready and len(text) > written:
            print(text[written:], end="", flush=True)
            streamed = streamed or not done
            written = len(text)
        if done:
            break
        time.sleep(_REFRESH)
    if not quiet and written:
        print()
    if not quiet and streamed and asking.answer is not None:
        print(f"\n{_first_line(asking.answer)}")


def _first_line(answer: Answer, tables: Mapping[int, QuotedTable] | None = None) -> str:
    """How sure the answer is, and what answers by itself unless a table shows it."""
    drawn = any(table.is_said_by(answer.short) for table in (tables or {}).values())
    return answer.verdict.words + (f": {answer.short}" if answer.short and not drawn else "")


def _print_calculation(made: Calculation, documents: dict[str, Document]) -> None:
    """The formula, and each cell with where it stands."""
    print(f"Formula: {made.formula}")
    for operand in made.operands[:MOST_CELLS]:
        document = documents.get(operand.document_id)
        page = f", page {operand.page + 1}" if document and document.pages > 1 else ""
        print(
            f"  {operand.text}\t{operand.label}, {operand.when}\t"
            f"{document.name if document else operand.document_id}{page}, {operand.spot}"
        )
    if made.cells_left:
        print(f"  {made.cells_left}")
    elif len(made.operands) > MOST_CELLS:
        print(f"  and {len(made.operands) - MOST_CELLS} further cells of the table")
    print()


def _print_choices(answer: Answer) -> None:
    """What the question could have meant, as questions to ask."""
    if not answer.choices:
        return
    print("Which do you mean? Ask one of these:")
    for number, choice in enumerate(answer.choices, start=1):
        print(f"  {number}. {choice.told}: {choice.question}")
    print()


def _print_sources(answer: Answer, documents: dict[str, Document]) -> None:
    print()
    if answer.calculation is not None:
        _print_calculation(answer.calculation, documents)
    _print_choices(answer)
    seen: set[int] = set()
    for citation in answer.citations:
        if citation.number in seen:
            continue
        seen.add(citation.number)
        document = documents.get(citation.document_id)
        page = f", page {citation.page + 1}" if document and document.pages > 1 else ""
        title = document.title if document else citation.document_id
        print(f"[{citation.number}] {title}{page}" + ("" if citation.verified else " (unchecked)"))
    for notice in answer.notices:
        print(notice, file=sys.stderr)
    print(
        f"{answer.pipeline}, answered by {answer.answered_by}, {answer.usage.seconds:.2f} s",
        file=sys.stderr,
    )
