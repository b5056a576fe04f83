"""Questions for a number are computed from tables before anything is read.

The task `calculate` is given the tables of documents among the evidence, document by document, and
only of those that the names of the question fit. Whatever is not sure is left to reading.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from backend.analysis import term_texts
from backend.pipelines._choices import choices_of
from backend.ports import Answerer, Parts, Records, Retrieval, StopSignal
from backend.tasks.answer.extractive.required import context_of, holds_name, required
from backend.tasks.calculate.programs.agreement import NOT_NAMED, is_same
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_requests import (
    Asked,
    ColumnOperation,
    column_requests_of,
)
from backend.tasks.calculate.programs.requests import request_of
from backend.types import (
    LOCAL_READER,
    Calculation,
    Choice,
    Chunk,
    Draft,
    Hit,
    Operand,
    Operation,
    Query,
    Refusal,
    Step,
    StoredTable,
    Turn,
    Usage,
    Verdict,
)

STEP = "calculate"
"""Names the step of the trace."""
_TOLD = frozenset([Verdict.DIRECT, Verdict.LIKELY])
MOST_PASSAGES = 8
"""Most passages that a calculation cites; further cells stand in its table alone."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A calculation and the passages that hold its cells, in the order of the formula."""

    calculation: Calculation
    passages: tuple[Chunk, ...]


def calculating(
    parts: Parts, asked: Query, retrieval: Retrieval
) -> tuple[Parts, Retrieval, tuple[Step, ...]]:
    """What a question is answered from: the calculation where one is sure, else what was given.

    A passage that holds a cell and was not found is put behind those that were.
    """
    started = time.perf_counter()

    def ask(question: str) -> Calculation | Refusal | None:
        made = worked_out(question, asked.collection_id, retrieval.hits, parts.records)
        return made.calculation if isinstance(made, Worked) else made

    worked = worked_out(asked.text, asked.collection_id, retrieval.hits, parts.records)
    if worked is None:
        return parts, retrieval, ()
    if isinstance(worked, Refusal):
        choices = choices_of(asked.text, worked, ask)
        step = _refused(worked, choices, time.perf_counter() - started)
        if not worked.is_open and not choices:
            return parts, retrieval, (step,)

        def careful(query: Query) -> Answerer:
            return _Careful(parts.answerer(query), worked, choices)

        return replace(parts, answerer=careful), retrieval, (step,)
    seconds = time.perf_counter() - started
    found = {hit.chunk.id for hit in retrieval.hits}
    more = tuple(Hit(each, 0.0, ()) for each in worked.passages if each.id not in found)
    known = replace(retrieval, hits=(*retrieval.hits, *more))

    def answerer(query: Query) -> Answerer:
        return _Telling(worked, seconds)

    return replace(parts, answerer=answerer), known, (_computed(worked.calculation, seconds),)


def worked_out(
    question: str, collection_id: str, hits: Sequence[Hit], records: Records
) -> Worked | Refusal | None:
    """The figure that the question asks for from the documents of the hits; None where it asks for
    none or no hit stands for a table.

    Each document is asked by itself: where two give different figures, or another one is not clear
    and the question names neither, none is told.
    """
    if request_of(question) is None and not column_requests_of(question):
        return None
    documents = list(dict.fromkeys(each.chunk.document_id for each in hits if _of_table(each)))
    found: list[Worked] = []
    refused: list[Refusal] = []
    for document_id in documents:
        own = [hit for hit in hits if hit.chunk.document_id == document_id]
        tables = records.tables(collection_id, [document_id])
        made = _of_document(question, tables, own, records)
        if isinstance(made, Worked):
            found.append(made)
        else:
            refused.append(made)
    if not found and _is_for_reading(question) and not any(each.is_open for each in refused):
        return None
    if not found:
        return next((each for each in refused if each.reason != NOT_NAMED), None) or (
            refused[0] if refused else None
        )
    unclear = next((each for each in refused if each.is_open), None)
    if unclear is not None:
        return unclear
    if not all(is_same(found[0].calculation, each.calculation) for each in found):
        return Refusal(
            "Two documents give different figures.",
            tuple(each.calculation.sentence for each in found),
            is_open=True,
        )
    return found[0]


def _of_table(hit: Hit) -> bool:
    """Whether a hit stands for a table: as one of its rows, or as the table itself."""
    return bool(hit.chunk.table_id) or hit.chunk.kind == "table"


def _is_for_reading(question: str) -> bool:
    """Whether a question is one of those that prose answers as often as the cell of a table."""
    return request_of(question) is None and all(
        each.operation is ColumnOperation.LOOKUP or each.asked is Asked.PERSON
        for each in column_requests_of(question)
    )


def _of_document(
    question: str, tables: Sequence[StoredTable], hits: Sequence[Hit], records: Records
) -> Worked | Refusal:
    over = calculate_columns(question, tables, hits[0].chunk.title)
    if isinstance(over, Calculation) and not _is_of_all(over):
        return _cited(over, hits, records)
    if isinstance(over, Refusal) and (over.is_open or request_of(question) is None):
        return over
    asked = required(question)
    about = [context_of(hit) for hit in hits]
    named = [name for name in asked.names if any(holds_name(each, name) for each in about)]
    titles = frozenset(term_texts(hits[0].chunk.title))
    inside = _words_of(tables)
    whole = [
        name
        for name in named
        if titles.issuperset(term_texts(name)) or not inside.issuperset(term_texts(name))
    ]
    bare = _without(question, whole)
    made = calculate(bare, tables, beside=tables)
    if isinstance(over, Calculation) and not isinstance(made, Calculation):
        return _cited(over, hits, records)
    if made is None:
        return Refusal("Without its names the question asks for no figure.")
    if isinstance(made, Refusal):
        return made
    held = frozenset(term_texts(" ".join(f"{each.label} {each.header}" for each in made.operands)))
    for name in asked.names:
        if name not in named and not held.issuperset(term_texts(name)):
            return Refusal(f"The document of the table does not name {name}.")
    return _cited(made, hits, records)


def _cited(made: Calculation, hits: Sequence[Hit], records: Records) -> Worked | Refusal:
    kept = _passages(made.operands, hits, records)
    return Worked(made, kept) if kept else Refusal("No passage holds the cells.")


def _is_of_all(over: Calculation) -> bool:
    """Whether a sum or mean is of all rows: a row that the question names goes before it."""
    return over.operation in (Operation.SUM, Operation.MEAN) and " where " not in over.over


def _words_of(tables: Sequence[StoredTable]) -> frozenset[str]:
    return frozenset(
        term_texts(
            " ".join(
                text
                for table in tables
                for text in (
                    *(row.label for row in table.rows),
                    *(" ".join(row.group) for row in table.rows),
                    *(column.name for column in table.columns),
                )
            )
        )
    )


def _without(question: str, names: Sequence[str]) -> str:
    """The question without names; a longer name that begins with one stays ("MGM China")."""
    text = question
    for name in names:
        text = re.sub(rf"\b{re.escape(name)}(?:['’]s?)?(?![\w])(?!\s[A-Z])", "", text)
    return " ".join(text.split())


def _passages(
    operands: Sequence[Operand], hits: Sequence[Hit], records: Records
) -> tuple[Chunk, ...]:
    """The passages of the first cells, as many as a calculation cites."""

    @cache
    def stored(document_id: str) -> tuple[Chunk, ...]:
        # a column has thousands of cells: its document is read once, and only if it has to be
        return tuple(records.chunks_of(document_id))

    kept: list[Chunk] = []
    for each in operands:
        if len(kept) == MOST_PASSAGES:
            break
        if any(one.start <= each.start and each.end <= one.end for one in kept):
            continue
        found = _passage(each, hits, stored)
        if found is not None:
            kept.append(found)
    return tuple(kept)


def _passage(
    operand: Operand, hits: Sequence[Hit], stored: Callable[[str], Sequence[Chunk]]
) -> Chunk | None:
    """The passage that holds a cell: the best one found, else the shortest of its document."""

    def holds(chunk: Chunk) -> bool:
        return (
            chunk.kind != "prose"
            and chunk.table_id == operand.table_id
            and chunk.start <= operand.start
            and operand.end <= chunk.end
        )

    found = next((hit.chunk for hit in hits if holds(hit.chunk)), None)
    others = (each for each in stored(operand.document_id) if holds(each))
    return found or min(others, key=lambda each: each.end - each.start, default=None)


class _Careful:
    """Lets another answer where it is open which figure is meant: what it quotes comes nearest, and
    the readings stand below as choices."""

    def __init__(self, inner: Answerer, refusal: Refusal, choices: tuple[Choice, ...]) -> None:
        self.name = inner.name
        self._inner = inner
        self._refusal = refusal
        self._choices = choices

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """What the other says, at most as the closest passages, with what is open as a notice."""
        for piece in self._inner.answer(question, history, hits, stop):
            if isinstance(piece, str):
                yield piece
                continue
            is_told = piece.verdict in _TOLD and _is_quoted(piece)
            if not self._refusal.is_open or not is_told:
                yield replace(piece, choices=self._choices)
                continue
            words = f"No figure is given: {_lowered(self._refusal.reason)}"
            yield replace(
                piece,
                verdict=Verdict.CLOSEST,
                found=False,
                short="",
                notices=(*piece.notices, words),
                choices=self._choices,
            )


class _Telling:
    """Tells a calculation that was made; every cell is cited."""

    name = LOCAL_READER

    def __init__(self, worked: Worked, seconds: float) -> None:
        self._worked = worked
        self._seconds = seconds

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """The sentence with its formula, then the draft."""
        made = self._worked.calculation
        places = {hit.chunk.id: at for at, hit in enumerate(hits, start=1)}
        spans = [
            (places[chunk.id], each.start, each.end)
            for each in made.operands
            for chunk in self._worked.passages
            if chunk.id in places and chunk.start <= each.start and each.end <= chunk.end
        ]
        numbers = tuple(number for number, _, _ in spans)
        marks = "".join(f" [{number}]" for number in dict.fromkeys(numbers))
        text = f"{made.sentence}{marks}"
        yield text
        yield Draft(
            text=text,
            short=made.figure,
            found=True,
            sentences=((0, len(text), numbers),),
            spans=tuple(spans),
            usage=Usage(seconds=self._seconds),
            answered_by=LOCAL_READER,
            verdict=Verdict.CALCULATED,
            calculation=made,
        )


def _computed(made: Calculation, seconds: float) -> Step:
    cells = {
        f"{at}. {each.label}, {each.when}": f"{each.text} (row {each.row + 1}, column "
        f"{each.column + 1})"
        for at, each in enumerate(made.operands[:MOST_PASSAGES], start=1)
    }
    operation = made.operation.value.replace("_", " ")
    return Step(STEP, f"Computed a {operation}: {made.formula}", seconds, cells)


def _is_quoted(draft: Draft) -> bool:
    """Whether the words are the documents'; a language model weighs what it was shown."""
    return draft.answered_by == LOCAL_READER


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _refused(refusal: Refusal, choices: Sequence[Choice], seconds: float) -> Step:
    detail = {"nearest": "; ".join(refusal.nearest)} if refusal.nearest else {}
    detail |= {f"choice {at}": each.question for at, each in enumerate(choices, start=1)}
    return Step(STEP, f"No figure was computed. {refusal.reason}", seconds, detail)
