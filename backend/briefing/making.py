"""Makes a collection's briefing, keeps it, and says whether it is still of today."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from collections.abc import Collection as Group
from dataclasses import dataclass, replace

from backend.briefing.candidate_questions import CandidateQuestion
from backend.briefing.contents import (
    brief_documents,
    brief_names,
    brief_themes,
    outlines_of,
)
from backend.briefing.from_lists import list_questions
from backend.briefing.from_tables import figure_questions, whole_tables
from backend.briefing.from_text import heading_questions, sentence_questions
from backend.briefing.listed_tables import (
    Listed,
    large_list_of,
    lists_among,
    shared_by,
    years_of_document,
)
from backend.briefing.question_checks import BRIEF, Ask, checked
from backend.briefing.quotations import called
from backend.briefing.subjects import subject_of
from backend.errors import StorageError
from backend.graph.named_graph import small_words
from backend.parcels import changed_documents
from backend.pipelines._broad.outline import Outline, outline
from backend.pipelines._broad.telling import sentences_of
from backend.ports import DerivedRecords, Parts, Records
from backend.serialisation import from_json, to_json
from backend.types import ROWS_IN_COLUMNS, Briefing, CheckedQuestion, Chunk, Document

KIND = "brief"
"""Kind of the job that makes a briefing."""
NAME = "briefing/3"
"""What is kept; the number changes with the form."""
MOST_READ = 24
"""Documents from which questions are made, those that were added last."""
MOST_SENTENCES = 600
MAKE = "make"
"""Kind of the job that makes questions for a question set."""
Told = Callable[[str, int, int], None]


def make_briefing(
    parts: Parts,
    collection_id: str,
    ask: Ask,
    told: Told,
    clock: Callable[[], float] = time.monotonic,
) -> Briefing:
    """Read a collection and check the questions that it leads to.

    Args:
        ask: answers a question on the collection.
        told: called with the stage, what is done and how much there is.
        clock: seconds that count as time in which questions are checked.
    """
    records = parts.records
    documents = records.documents(collection_id)
    latest = sorted(documents, key=lambda document: -document.added)[:MOST_READ]
    told("reading headings", 0, len(latest))
    outlines = outlines_of(parts, documents)
    outlined = {each.document.id: each for each in outlines}
    read = [
        _ReadDocument(
            each, records.chunks_of(each.id), _lists_of(parts, each), outlined.get(each.id)
        )
        for each in latest
    ]
    briefing = Briefing(
        documents=brief_documents(
            parts,
            collection_id,
            documents,
            outlines,
            {each.document.id: years_of_document(each.lists, each.passages) for each in read},
        ),
        themes=brief_themes(parts, collection_id, documents, outlines),
        names=brief_names(
            records, collection_id, [chunk for each in read for chunk in each.passages]
        ),
        documents_in_all=len(documents),
    )
    return replace(briefing, questions=_checked(parts, read, len(documents), ask, told, clock))


@dataclass(frozen=True, slots=True)
class _ReadDocument:
    """A document with what was read of it: its passages in order, its lists, and its outline where
    the collection is small enough to be told by its headings."""

    document: Document
    passages: tuple[Chunk, ...]
    lists: Sequence[Listed]
    outline: Outline | None


def _checked(
    parts: Parts,
    read: Sequence[_ReadDocument],
    documents: int,
    ask: Ask,
    told: Told,
    clock: Callable[[], float],
) -> tuple[CheckedQuestion, ...]:
    """The candidates of some documents that are answered.

    Args:
        documents: how many the collection has.
    """
    candidates: list[CandidateQuestion] = []
    shared = shared_by([one for each in read for one in each.lists])
    for number, read_document in enumerate(read):
        told("making questions", number, len(read))
        candidates += _candidates(parts, read_document, several=documents > 1)
        candidates += list_questions(
            parts.records,
            read_document.document,
            read_document.lists,
            read_document.passages,
            shared,
            all_known=len(read) == documents,
        )
    asked = len(candidates)
    return checked(
        candidates, ask, lambda number: told("checking questions", number, asked), clock, BRIEF
    )


def _candidates(parts: Parts, read: _ReadDocument, *, several: bool) -> Sequence[CandidateQuestion]:
    """Those of a document's tables, sentences and headings.

    Args:
        several: whether the collection has other documents as well.
    """
    records, document, passages = parts.records, read.document, read.passages
    subject = subject_of(parts, document.collection_id, document, passages) if several else ""
    told = sentences_of(passages, records.sections(document.id))[:MOST_SENTENCES]
    found = [
        *figure_questions(records, whole_tables(records, document), passages, subject),
        *sentence_questions(records, told, subject, small_words(passages)),
    ]
    if ROWS_IN_COLUMNS not in document.metadata:  # a large table's card is about nothing
        found += heading_questions(records, read.outline or outline(records, document))
    return found


def _lists_of(parts: Parts, document: Document) -> list[Listed]:
    """The lists of a document; a large table is one by its file of columns."""
    if ROWS_IN_COLUMNS not in document.metadata:
        return lists_among(whole_tables(parts.records, document), called(document))
    first = parts.records.tables(document.collection_id, [document.id])
    try:
        found = large_list_of(first[0], parts.column_file(document), called(document))
    except (IndexError, StorageError):
        return []  # its rows are missing, as the library's check says
    return [found] if found is not None else []


def keep_briefing(
    records: DerivedRecords, collection_id: str, made: Briefing, sequence: int
) -> None:
    """Keep a briefing with the number of the change that it was made after, as long as all
    documents are there that it quotes."""
    holds = {document.document_id for document in made.documents}
    holds |= {theme.quotation.document_id for theme in made.themes}
    holds |= {name.first.document_id for name in made.names}
    holds |= {question.source.document_id for question in made.questions}
    records.save_derived(collection_id, NAME, to_json(made).encode(), sequence, holds)


def trim_briefing(records: Records, collection_id: str, leaving: Group[str]) -> None:
    """Take documents out of a briefing before they leave: the rest of it stays."""
    sequence = records.sequence()  # what is kept now holds, also of documents read again since
    kept = records.load_derived(collection_id, NAME)
    if kept is not None and kept[0]:
        made = from_json(Briefing, kept[0])
        without = _within(made, lambda document_id: document_id not in leaving)
        if without != made:
            keep_briefing(records, collection_id, without, sequence)


def _within(made: Briefing, stays: Callable[[str], bool]) -> Briefing:
    return replace(
        made,
        documents=tuple(document for document in made.documents if stays(document.document_id)),
        themes=tuple(theme for theme in made.themes if stays(theme.quotation.document_id)),
        names=tuple(name for name in made.names if stays(name.first.document_id)),
        questions=tuple(
            question for question in made.questions if stays(question.source.document_id)
        ),
    )


def kept_briefing(records: Records, collection_id: str) -> Briefing | None:
    """The briefing that was made last, without what is not in the collection any more; None before
    there is one."""
    kept = records.load_derived(collection_id, NAME)
    if kept is None or not kept[0]:
        return None
    found = from_json(Briefing, kept[0])
    if not changed_documents(records, collection_id, kept[1]):
        return found
    there = {document.id for document in records.documents(collection_id)}
    left = _within(found, there.__contains__)
    return replace(left, documents_in_all=len(there), stale=True)
