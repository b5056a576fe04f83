"""Questions over lists that no form of question tells: by the program that most probably means
them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from backend.pipelines._cited_cells import cited
from backend.pipelines._table_documents import TableDocuments
from backend.pipelines._telling_figures import Worked
from backend.ports import Embedder
from backend.tasks.calculate.composed.composed_figure import (
    Composed,
    composed_figure,
    is_tellable,
)
from backend.tasks.calculate.composed.program_network import shipped
from backend.tasks.calculate.composed.read_programs import program_model
from backend.types import Hit

MOST_LISTS = 4
"""Lists that a question is asked of, those whose passages were found first."""
MOST_ROWS = 500
"""Of a longer list every program would take too long."""
FEWEST_ROWS = 4
"""A table of fewer rows is no list, and is read."""
MOST_TABLES = 3
"""Sheets of one document."""
RIVAL = 0.5
"""A list whose best answer is so probable may be meant as well."""


def composed_of_lists(
    question: str,
    documents: TableDocuments,
    hits: Sequence[Hit],
    embedder: Embedder,
    *,
    accounts_for_all: bool = False,
) -> Worked | None:
    """What the most probable program over one of the lists comes to, with its cells; None where
    none is probable enough, another list may be meant, or the collection's model is not the one
    that the network was trained with, or reads no pairs of texts.

    Args:
        accounts_for_all: whether no word of the question may be left over.
    """
    network = shipped()
    model = program_model(embedder, network)
    if model is None:
        return None
    best: Composed | None = None
    rival = 0.0
    for title, document in _lists(documents, hits):
        if documents.is_large(document):
            return None
        for table in documents.tables(document)[:MOST_TABLES]:
            if table.box is not None or len(table.rows) < FEWEST_ROWS:
                continue
            if len(table.rows) > MOST_ROWS:
                return None  # it may be the one that is meant
            made = composed_figure(question, table, title, model)
            if made is None:
                continue
            if best is None or made.probability > best.probability:
                best, rival = made, best.probability if best is not None else rival
            else:
                rival = max(rival, made.probability)
    if best is None or best.probability < network.likely or rival > RIVAL:
        return None
    leaves_words = accounts_for_all and bool(best.candidate.features.get("left"))
    if leaves_words or not is_tellable(question, best):
        return None
    worked = cited(best.calculation, hits, documents.records)
    if not isinstance(worked, Worked):
        return None
    is_likely = best.probability < network.sure
    return replace(worked, probability=best.probability, is_likely=is_likely)


def _lists(documents: TableDocuments, hits: Sequence[Hit]) -> list[tuple[str, str]]:
    """The titles and ids of the documents of the first hits that may be lists."""
    found = {hit.chunk.document_id: hit.chunk.title for hit in reversed(hits)}
    order = dict.fromkeys(hit.chunk.document_id for hit in hits)
    kept = ((found[each], each) for each in order if _may_be_list(documents, each))
    return list(itertools.islice(kept, MOST_LISTS))


def _may_be_list(documents: TableDocuments, document_id: str) -> bool:
    return any(table.box is None for table in documents.tables(document_id))
