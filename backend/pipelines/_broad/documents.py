"""Which documents a broad question is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from backend import registry
from backend.analysis import foreign_stem, term_texts
from backend.pipelines._broad.wording import Breadth, generic_kind, points_at_one
from backend.pipelines._broad.wording_abroad import bare_name
from backend.ports import LibraryRecords, Parts, Retriever
from backend.scope.scoped_question import scoped_questions_over
from backend.tasks.answer.extractive.foreign_stems import same_word
from backend.types import Document, Query

MOST_READ = 40
"""Passages in which a document may call itself by a name."""
FAR_MORE = 2
"""So many times as often as any other, and at least so often, a document calls itself by it."""
_PLAIN = re.compile(
    r"(?i)^(?:the|that|my|our|your)\s+(?:whole |entire |full )?(?P<word>[a-z]{4,})$"
)
MOST_MEANT = 6
"""A name that fits more documents names none of them."""
_GENERIC_TERMS = frozenset(
    term_texts(
        "document file paper report filing article manual handbook guide book contract agreement "
        "letter protocol notebook presentation release text pdf policy study minutes notes "
        "annual quarterly whole entire full collection earnings results filing fiscal year quarter "
        "course diary lecture talk memo"
    )
)


def documents_searched(records: LibraryRecords, query: Query) -> list[Document]:
    """The documents of a collection that a question's filters let through."""
    filters = query.filters
    return [
        document
        for document in records.documents(query.collection_id)
        if (not filters.document_ids or document.id in filters.document_ids)
        and (not filters.media_types or document.media_type in filters.media_types)
    ]


def documents_meant(parts: Parts, query: Query, breadth: Breadth) -> tuple[Document, ...] | None:
    """The documents that a question is about: all that are searched, or those that it names.

    None where it calls something by a name that no document has: it is then no broad question.
    """
    searched = documents_searched(parts.records, query)
    if not breadth.name:
        return tuple(searched)
    if breadth.kind == "aspect":
        return _titled(breadth.name, searched) or _scoped(parts, query, breadth.name, searched)
    kind = generic_kind(breadth.name, breadth.language)
    points = points_at_one(breadth.name, breadth.language)
    if len(searched) == 1 and (kind or points):
        return tuple(searched)
    if points and query.history:
        recent = [
            document for document in searched if document.id in query.history[-1].document_ids[:1]
        ]
        if recent:
            return tuple(recent)
    if points:
        return tuple(searched) if kind else None
    if breadth.language:
        name = bare_name(breadth.name, breadth.language)
        return (
            _titled(name, searched)
            or _titled_abroad(parts, name, searched, breadth.language)
            or (tuple(searched) if kind else None)
        )
    return (
        _titled(breadth.name, searched)
        or _scoped(parts, query, breadth.name, searched)
        or _self_named(parts, query, breadth.name, searched)
        or (tuple(searched) if kind else None)
    )


def _self_named(
    parts: Parts, query: Query, name: str, documents: Sequence[Document]
) -> tuple[Document, ...]:
    """The document that calls itself what a question calls it: “this essay” stands in the essay.

    Empty unless the name is one plain word and one document says so far more often than any other.
    """
    called = _PLAIN.match(name.strip())
    if called is None or not documents:
        return ()
    words: Retriever = registry.load("backend.retrievers", "lexical").build(parts)
    proposed = words.propose(replace(query, text=called["word"]), MOST_READ)
    chunks = parts.records.chunks([each.chunk_id for each in proposed])
    says = re.compile(rf"(?i)\b(?:this|the present) {re.escape(called['word'])}\b")
    counts = Counter(
        chunk.document_id for chunk in chunks.values() for _ in says.finditer(chunk.text)
    )
    (best, most), (_, second) = [*counts.most_common(2), ("", 0), ("", 0)][:2]
    if most < FAR_MORE * max(second, 1):
        return ()
    return tuple(document for document in documents if document.id == best)


def _titled(name: str, documents: Sequence[Document]) -> tuple[Document, ...]:
    """The documents whose title or file name holds all words of a name, if they are few.

    Where none has all, words that only say what kind of document it is need not be there.
    """
    for wanted in (set(term_texts(name)), set(term_texts(name)) - _GENERIC_TERMS):
        fitting = [document for document in documents if wanted and wanted <= _words(document)]
        if fitting:
            return tuple(fitting) if len(fitting) <= MOST_MEANT else ()
    return ()


def _titled_abroad(
    parts: Parts, name: str, documents: Sequence[Document], language: str
) -> tuple[Document, ...]:
    """The documents whose title, file name or first line holds all words of a name in any form, in
    German also as parts of compounds ("Vertrag", "Mietvertrag"), if they are few.

    First lines are looked at where there are few documents.
    """
    wanted = [foreign_stem(word, language) for word in name.split()]
    fitting = []
    for document in documents:
        first = _first_line(parts, document) if len(documents) <= MOST_READ else ""
        spelled = f"{document.title} {document.name.rpartition('.')[0]} {first}"
        spelled = re.sub(r"[^\w]+|_", " ", spelled)
        words = [foreign_stem(word, language) for word in spelled.split()]
        if wanted and all(any(same_word(word, own, language) for own in words) for word in wanted):
            fitting.append(document)
    return tuple(fitting) if len(fitting) <= MOST_MEANT else ()


def _first_line(parts: Parts, document: Document) -> str:
    chunks = parts.records.chunks_of(document.id)
    return chunks[0].text.partition("\n")[0] if chunks else ""


def _words(document: Document) -> set[str]:
    spelled = re.sub(r"[_\-.]+", " ", document.name.rpartition(".")[0] or document.name)
    return set(term_texts(f"{document.title} {spelled}"))


def _scoped(
    parts: Parts, query: Query, name: str, documents: Sequence[Document]
) -> tuple[Document, ...]:
    """The documents that scoping finds named, where the name says nothing else."""
    in_scope = replace(query.options, scope=True)
    asked = scoped_questions_over(parts).of(replace(query, options=in_scope))
    if not (asked.scope.priors and asked.scope.named):
        return ()
    meant = set(asked.page_view.documents_at(asked.scope.documents))
    found = tuple(document for document in documents if document.id in meant)
    said = {term for word in asked.scope.said for term in term_texts(word)}
    known = set().union(*(_words(document) for document in found)) if found else set()
    left = {text for text in term_texts(name) if len(text) > 2} - said - _GENERIC_TERMS - known
    return found if len(found) <= MOST_MEANT and not left else ()
