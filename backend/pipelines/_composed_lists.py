"""Questions over lists that no form of question tells: by the program that most probably means
them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from backend.analysis import term_texts
from backend.pipelines._cited_cells import cited
from backend.pipelines._table_documents import TableDocuments
from backend.pipelines._telling_figures import Worked
from backend.ports import Embedder, Records
from backend.readers.detection import XLSX
from backend.tasks.calculate.composed.composed_figure import (
    Composed,
    composed_figures,
)
from backend.tasks.calculate.composed.figures_meant import speaks_of_spending
from backend.tasks.calculate.composed.header_kinds import holds_money
from backend.tasks.calculate.composed.list_steps import BY_RULE
from backend.tasks.calculate.composed.program_network import shipped
from backend.tasks.calculate.composed.question_cues import compares_columns
from backend.tasks.calculate.composed.read_programs import ProgramModel, program_model
from backend.tasks.calculate.composed.tellable_programs import is_tellable
from backend.types import Choice, Hit, StoredTable, as_meant, is_meant

MOST_LISTS = 4
"""Lists that a question is asked of, those whose passages were found first."""
MOST_OTHERS = 2
"""Lists of a small collection that are asked besides them, those that say most of its words."""
_WORKED_OUT = re.compile(
    r"(?i)\b(?:how (?:many|much|often|long)|total|altogether|average|mean|sum|most|least|fewest"
    r"|highest|lowest|largest|smallest|longest|shortest|per ?cent(?:age)?|share|more|less)\b"
)
"""What is asked of all rows of a list, none of which need be found."""
MOST_ROWS = 500
"""Of a longer list every program would take too long."""
FEWEST_ROWS = 4
"""A table of fewer rows is no list, and is read."""
MOST_TABLES = 3
"""Sheets of one document."""
RIVAL = 0.5
"""A list whose best answer is so probable may be meant as well."""
MOST_OFFERED = 4
"""Readings that are offered to choose from."""
LEAST_OFFERED = 0.05
LEAST_OF_OTHERS = 0.2
"""The least probability of one that is, and of one over a list of which nothing was found."""
_LISTS = frozenset(("text/csv", "text/tab-separated-values", XLSX))
"""Kinds of files that are lists as a whole."""


@dataclass(frozen=True, slots=True)
class ListReading:
    """What a question may mean over a list: the ids of its table and its document, what it is
    called, the program with its result, and whether a passage of the document was found."""

    table_id: str
    document_id: str
    title: str
    composed: Composed
    is_found: bool
    has_money: bool = False
    """Whether the list has a column of money."""

    @property
    def is_by_rule(self) -> bool:
        """Whether every word of the question is accounted for by a rule for such questions."""
        return self.composed.candidate.program.step in BY_RULE

    @property
    def meaning(self) -> str:
        """What the program works out, and of which rows."""
        return self.composed.candidate.meaning


def readings_of_lists(
    question: str,
    documents: TableDocuments,
    hits: Sequence[Hit],
    embedder: Embedder,
    *,
    is_of_all: bool = False,
) -> tuple[ListReading, ...]:
    """What a question may mean over the lists of the first hits, the most probable first; none
    where one of them is too long, or the collection's model is not the one that the network was
    trained with, or reads no pairs of texts.

    Args:
        is_of_all: whether lists may be asked that no hit is of: the question names no documents.
    """
    network = shipped()
    model = program_model(embedder, network)
    if model is None:
        return ()
    lists = _lists(documents, hits)
    if not all(_may_be_asked(documents, document) for _, document in lists):
        return ()  # one that is too long may be the one that is meant
    found = [
        reading
        for title, document in lists
        for reading in _over(question, title, document, documents, model)
    ]
    is_told = any(each.composed.probability >= network.likely for each in found)
    is_of_all = is_of_all and (
        _WORKED_OUT.search(question) is not None or compares_columns(question)
    )
    if is_of_all and not is_told and len(lists) < MOST_LISTS:
        known = frozenset(document for _, document in lists)
        found += [
            replace(reading, is_found=False)
            for title, document in _others(question, documents, known)
            for reading in _over(question, title, document, documents, model)
        ]
    if speaks_of_spending(question) and any(each.has_money for each in found):
        found = [each for each in found if each.has_money or each.is_by_rule]
    return tuple(sorted(found, key=lambda each: -each.composed.probability))


def _may_be_asked(documents: TableDocuments, document: str) -> bool:
    """Whether no list of a document is too long to be asked."""
    if documents.is_large(document):
        return False
    return not any(len(table.rows) > MOST_ROWS for table in _tables(documents, document))


def _tables(documents: TableDocuments, document: str) -> list[StoredTable]:
    """The lists of a document."""
    return [
        table
        for table in documents.tables(document)[:MOST_TABLES]
        if table.box is None and len(table.rows) >= FEWEST_ROWS
    ]


def _over(
    question: str, title: str, document: str, documents: TableDocuments, model: ProgramModel
) -> Iterator[ListReading]:
    """What a question may mean over the lists of a document."""
    tables = _tables(documents, document)
    for number, table in enumerate(tables):
        # sheets of one workbook may have the same columns
        name = f"{title}, {table.title or number + 1}" if len(tables) > 1 else title
        has_money = any(map(holds_money, table.columns))
        for made in composed_figures(question, table, title, model):
            yield ListReading(table.id, document, name, made, is_found=True, has_money=has_money)


def told_of(
    question: str,
    readings: Sequence[ListReading],
    hits: Sequence[Hit],
    records: Records,
    *,
    accounts_for_all: bool = False,
) -> Worked | None:
    """What the most probable reading comes to, with its cells; None where it is not probable
    enough, or another list may be meant.

    Args:
        accounts_for_all: whether no word of the question may be left over.
    """
    if not readings:
        return None
    network = shipped()
    first = readings[0]
    best = first.composed
    # what a rule accounts for word by word has a rival only in another list of which it does so too
    others = (
        each
        for each in readings
        if each.table_id != first.table_id and (each.is_by_rule or not first.is_by_rule)
    )
    rival = next((each.composed.probability for each in others), 0.0)
    if best.probability < network.likely or rival > RIVAL:
        return None
    leaves_words = accounts_for_all and bool(best.candidate.features.get("left"))
    if leaves_words or not is_tellable(question, best):
        return None
    worked = cited(best.calculation, hits, records)
    if not isinstance(worked, Worked):
        return None
    is_likely = best.probability < network.sure
    return replace(worked, probability=best.probability, is_likely=is_likely)


def choices_among(question: str, readings: Sequence[ListReading]) -> tuple[Choice, ...]:
    """The readings to choose from, the most probable first, each with what it comes to and the
    question that means it; where they are of several lists, with what theirs is called."""
    found: dict[tuple[str, str], ListReading] = {}
    for each in readings:
        least = LEAST_OFFERED if each.is_found else LEAST_OF_OTHERS
        if each.composed.probability >= least:
            found.setdefault((each.title, each.meaning), each)
    offered = tuple(found.values())[:MOST_OFFERED]
    are_several = len({each.title for each in offered}) > 1
    return tuple(
        Choice(
            f"{each.meaning} ({each.title})" if are_several else each.meaning,
            as_meant(question, each.title, each.meaning),
            each.composed.calculation.figure,
            (each.document_id,),
        )
        for each in offered
    )


def chosen_among(
    meant: str, readings: Sequence[ListReading], hits: Sequence[Hit], records: Records
) -> Worked | None:
    """What the reading that is meant comes to, with its cells; None where the lists have it no
    longer."""
    for each in readings:
        if is_meant(meant, each.title, each.meaning):
            made = cited(each.composed.calculation, hits, records)
            return made if isinstance(made, Worked) else None
    return None


def _lists(documents: TableDocuments, hits: Sequence[Hit]) -> list[tuple[str, str]]:
    """The titles and ids of the documents of the first hits that may be lists."""
    found = {hit.chunk.document_id: hit.chunk.title for hit in reversed(hits)}
    order = dict.fromkeys(hit.chunk.document_id for hit in hits)
    kept = ((found[each], each) for each in order if _may_be_list(documents, each))
    return list(itertools.islice(kept, MOST_LISTS))


def _others(
    question: str, documents: TableDocuments, known: Collection[str]
) -> list[tuple[str, str]]:
    """The titles and ids of further lists of a small collection, those first that say most of the
    question's words: a list may answer of which no row was found, as one does that is counted. One
    that says none is asked where two columns of it may tell what no word of it says."""
    asked = frozenset(term_texts(question))
    may_say_none = compares_columns(question)
    found: list[tuple[int, str, str]] = []
    for each in documents.others(known):
        document = documents.document(each)
        if document is None or document.media_type not in _LISTS:
            continue
        if _may_be_asked(documents, each):
            texts = " ".join(_texts(document.title, _tables(documents, each)))
            found.append((-len(asked.intersection(term_texts(texts))), document.title, each))
    return [
        (title, document)
        for said, title, document in sorted(found)[:MOST_OTHERS]
        if said or may_say_none
    ]


def _texts(title: str, tables: Sequence[StoredTable]) -> Iterator[str]:
    yield title
    for table in tables:
        yield from (table.title, table.label_name, *(column.name for column in table.columns))
        for row in table.rows:
            yield from (row.label, *(cell.text for cell in row.cells if cell is not None))


def _may_be_list(documents: TableDocuments, document_id: str) -> bool:
    return any(table.box is None for table in documents.tables(document_id))
