"""Other documents of a collection that have the rows which a figure was computed from.

"What was the revenue in 2019?" fits every report with a row "Revenue", and the passages that were
found are those of some of them. The others are looked for by the rows' labels in the index: one
search and a few documents for a question, never all tables.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import PurePath

from backend.analysis import term_texts
from backend.pipelines._table_documents import TableDocuments, is_of_table
from backend.pipelines._table_matter import foreign_words, is_of
from backend.ports import Parts, TextSearch, one_search
from backend.scope.periods import without_times
from backend.scope.profiles import spelled
from backend.scope.scoped_question import ScopedQuestion, scoped_questions_over
from backend.tasks.answer.extractive.required import context_of, holds_name, required
from backend.tasks.calculate.programs.period_parts import length_of
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.types import (
    Calculation,
    Chunk,
    Column,
    Document,
    Filters,
    Hit,
    Interpretation,
    Operand,
    Query,
    StoredRow,
    StoredTable,
)

LOOKED_AT = 100
"""Passages that one search gives; a long report has many rows of one label."""
MOST_RIVALS = 6
"""Documents that are asked besides those found: as many as choices are offered."""
MOST_JUDGED = 2 * MOST_RIVALS
"""Documents whose tables are read for it: some of them the question tells apart."""
OWN_PASSAGES = 10
"""Passages of a document that the question names and that was not found."""


_NUMBERED = re.compile(r"-Q\d$")


class AlikeDocuments:
    """Finds for one question which documents besides those found could answer it as well."""

    def __init__(self, parts: Parts, asked: Query, sources: TableDocuments) -> None:
        self._parts = parts
        self._asked = asked
        self._sources = sources

    def besides(
        self, question: str, made: Calculation, known: Collection[str]
    ) -> Mapping[str, Sequence[Hit]]:
        """Documents with passages that have all words which the question and the rows of a figure
        share, the best first, with these passages; at most `MOST_RIVALS`.

        Args:
            question: without the documents that it names by "according to".
            known: documents that were asked already.
        """
        shared = _shared(question, made)
        if not shared:
            return {}
        labels = " ".join(dict.fromkeys(operand.label for operand in made.operands[:MOST_RIVALS]))
        found: dict[str, list[Hit]] = {}
        for chunk in self._passages(f"{labels} {question}", LOOKED_AT, self._filters):
            if chunk.document_id in known or not is_of_table(chunk):
                continue
            if shared.issubset(term_texts(f"{chunk.title} {chunk.text}")):
                found.setdefault(chunk.document_id, []).append(Hit(chunk, 0.0, ()))
        rivals = (
            at
            for at in list(found)[:MOST_JUDGED]
            if not self._sources.is_large(at) and not self._is_told_apart(question, made, at)
        )
        return {at: found[at] for at in islice(rivals, MOST_RIVALS)}

    def same_row(
        self, question: str, made: Calculation, hits: Sequence[Hit]
    ) -> Interpretation | None:
        """The row of another document, of which no figure was told, that has the words and periods
        of a figure and no more words than its own rows; None where it has none, or where the cells
        are the same.

        Args:
            hits: the passages that were found of the other document.
        """
        document_id = hits[0].chunk.document_id
        name = self._sources.name(document_id)
        if not name or self._sources.is_large(document_id):
            return None
        if self._is_told_apart(question, made, document_id):
            return None
        about = [context_of(hit) for hit in hits]
        if not all(any(holds_name(of, each) for of in about) for each in required(question).names):
            return None
        for table in filter(is_sound, self._sources.tables(document_id)):
            for at, row in enumerate(table.rows):
                columns = _columns_as(made, table, row)
                if not columns or not _fits_as_well(question, made, row.label):
                    continue
                if not _headed(question, made) <= _around(table, row, columns):
                    continue
                wording = (("", f", according to {name}"),)
                cells = frozenset((table.id, at, column) for column in columns)
                return Interpretation(name, (wording,), cells)
        return None

    @cached_property
    def _documents(self) -> tuple[Document, ...]:
        """All documents of the collection: both sides of a comparison are looked for in them."""
        return self._parts.records.documents(self._asked.collection_id)

    def named(self, question: str, known: Collection[str]) -> tuple[Hit, ...]:
        """Passages of documents whose file the question names in full and that were not found."""
        said, chosen = question.casefold(), self._asked.filters.document_ids
        named = [
            document.id
            for document in self._documents
            if document.id not in known
            and document.name.casefold() in said
            and (not chosen or document.id in chosen)
        ]
        return tuple(
            hit for each in named[:MOST_RIVALS] for hit in self.passages_of(question, each)
        )

    def called(self, name: str, times: str) -> tuple[str, ...]:
        """The documents that a name surely means, those of the times first; at most `MOST_RIVALS`.

        Args:
            name: as a question says it.
            times: the years that the question names, as text.
        """
        bare = "".join(spelled(name))
        if not bare:
            return ()
        view, chosen = self._scoped.view, self._asked.filters.document_ids
        scope = view.directory.scope_of(f"{name} {times}".strip())
        places = scope.documents if scope.named else ()
        by_scope = view.pages.documents_at(places)
        by_file = tuple(
            document.id
            for document in self._documents
            if bare
            in ("".join(spelled(PurePath(document.name).stem)), "".join(spelled(document.title)))
        )
        by_name = tuple(
            document.id for document in self._documents if _begins_with(document.name, name)
        )
        found = dict.fromkeys((*by_file, *by_scope, *(() if by_scope else by_name)))
        return tuple(each for each in found if not chosen or each in chosen)[:MOST_RIVALS]

    def is_all_name(self, said: str, documents: Collection[str]) -> bool:
        """Whether every word that a question says of documents is one of each one's names, of its
        file's name or of its title."""
        words = set(spelled(said)) - {"the"}
        profiles = self._scoped.view.directory.by_id
        for each in filter(None, map(self._sources.document, documents)):
            known = {*spelled(PurePath(each.name).stem), *spelled(each.title)}
            if each.id in profiles:
                known |= {word for name in profiles[each.id].names for word in name}
            if not words <= known:
                return False
        return bool(words)

    def passages_of(self, question: str, document_id: str) -> tuple[Hit, ...]:
        """The passages of a document that come nearest to a question."""
        filters = replace(self._asked.filters, document_ids=(document_id,))
        found = self._passages(question, OWN_PASSAGES, filters)
        return tuple(Hit(passage, 0.0, ()) for passage in found)

    @cached_property
    def _scoped(self) -> ScopedQuestion:
        return scoped_questions_over(self._parts).of(self._asked)

    @cached_property
    def _filters(self) -> Filters:
        """Where a question is searched: in the documents that it surely means, if it names some."""
        return self._scoped.filters(self._asked.filters)

    def _passages(self, text: str, k: int, filters: Filters) -> list[Chunk]:
        search = TextSearch(text, k, filters)
        ids = [
            each.chunk_id
            for each in one_search(self._parts.index, self._asked.collection_id, search)
        ]
        chunks = self._parts.records.chunks(ids)
        return [chunks[chunk_id] for chunk_id in ids if chunk_id in chunks]

    def _is_told_apart(self, question: str, made: Calculation, other: str) -> bool:
        """Whether the question has a word that the figure's rows, table or document say and no
        table of the other, or means the figure's document by its time among those of one name."""
        own = made.operands[0].document_id
        if self._is_of_own(self._foreign(question, other), made):
            return True
        profiles, priors = self._scoped.view.directory.by_id, self._scoped.scope.priors
        if own not in profiles or other not in profiles:
            return False
        same = set(profiles[own].names) & set(profiles[other].names)
        return bool(same) and priors.get(own, 0.0) > priors.get(other, 0.0)

    def _is_of_own(self, words: frozenset[str], made: Calculation) -> bool:
        """Whether the cells of a figure are of one of the words, or its document is called so."""
        own = made.operands[0].document_id
        name = term_texts(self._sources.name(own))
        return not words.isdisjoint(name) or is_of(made, words, self._sources.tables(own))

    def _foreign(self, question: str, document_id: str) -> frozenset[str]:
        tables, name = self._sources.tables(document_id), self._sources.name(document_id)
        return foreign_words(question, tables, name)


def _begins_with(file: str, name: str) -> bool:
    """Whether a file's name is a name, and behind it no more than of what time or kind the document
    is: "Tern_2031_10K.pdf" is one of Tern's."""
    said, words = tuple(spelled(name)), tuple(spelled(PurePath(file).stem))
    behind = words[len(said) : len(said) + 1]
    return bool(behind) and words[: len(said)] == said and behind[0][0].isdigit()


def is_alike(question: str, made: Calculation, other: Calculation) -> bool:
    """Whether another figure is worked out alike from rows that have all words of the question
    which those of the first have; a share in per cent is no rival to an amount."""
    return (
        made.operation is other.operation
        and (other.unit != "%" or made.unit == "%")
        and _shared(question, made) <= _shared(question, other)
    )


def _fits_as_well(question: str, made: Calculation, label: str) -> bool:
    """Whether a label has all words of the question that the rows of a figure have, and no more
    words besides than they."""
    asked, own = frozenset(term_texts(question)), _words(made)
    other = _alphabetic(label)
    return bool(own & asked) and own & asked <= other and len(other - asked) <= len(own - asked)


def _headed(question: str, made: Calculation) -> frozenset[str]:
    """The stems that a question shares with the headers of a figure's cells, without times."""
    headers = " ".join(dict.fromkeys(operand.header for operand in made.operands))
    return _alphabetic(without_times(question)) & _alphabetic(headers)


def _around(table: StoredTable, row: StoredRow, columns: Sequence[int]) -> frozenset[str]:
    """The stems of a row, of some of its columns and of what stands over its table."""
    headers = (table.columns[column].name for column in columns)
    over = (table.title, table.lead_in, table.label_name, *table.section)
    return _alphabetic(" ".join((row.label, *row.group, *headers, *over)))


def _columns_as(made: Calculation, table: StoredTable, row: StoredRow) -> tuple[int, ...]:
    """The columns in which a row has figures of all periods of another figure; none where a period
    is missing, or where all figures are the same."""
    found: list[int] = []
    texts: list[str] = []
    for operand in made.operands:
        at = next(
            (
                number
                for number, column in enumerate(table.columns)
                if _is_as(operand, column) and _has_figure(row, number)
            ),
            None,
        )
        if at is None:
            return ()
        cell = row.cells[at]
        found.append(at)
        texts.append(cell.text if cell is not None else "")
    return tuple(found) if texts != [each.text for each in made.operands] else ()


def _is_as(operand: Operand, column: Column) -> bool:
    """Whether a column is of an operand's year, or of as long a part of it, and no share in per
    cent beside an amount."""
    year = operand.period[:4]
    is_amount = column.unit != "%" or operand.unit == "%"
    is_as_long = _part(column.period) == _part(operand.period)
    return bool(year) and column.period[:4] == year and is_as_long and is_amount


def _part(period: str) -> str:
    """How long a part of a year a period is; empty for a year or a day."""
    return length_of(period) or ("3M" if _NUMBERED.search(period) else "")


def _has_figure(row: StoredRow, column: int) -> bool:
    cell = row.cells[column]
    return cell is not None and cell.value is not None


def _words(made: Calculation) -> frozenset[str]:
    return _alphabetic(" ".join(dict.fromkeys(operand.label for operand in made.operands)))


def _alphabetic(text: str) -> frozenset[str]:
    """Stems without numbers: a footnote's mark is no word of a label."""
    return frozenset(each for each in term_texts(text) if each.isalpha())


def _shared(question: str, made: Calculation) -> frozenset[str]:
    """The stems that a question shares with the labels of a figure's rows."""
    rows = " ".join(dict.fromkeys(operand.label for operand in made.operands))
    return frozenset(term_texts(question)).intersection(term_texts(rows))
