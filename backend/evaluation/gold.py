"""What a question's evidence means in a collection: documents, pages and passages by their ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from backend.evaluation.metrics.span_overlap import Span
from backend.ports import Records
from backend.types import Chunk, Document, Reference, SetQuestion

Page = tuple[str, int]
"""A document's id and a page, from 0."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The evidence of a question as ids.

    `passages` holds, for each quote, the passages any of which holds it, and `spans` where it
    stands in its document's text. `missing` names evidence that the collection does not hold.
    """

    documents: frozenset[str]
    pages: frozenset[Page]
    passages: tuple[frozenset[str], ...]
    missing: tuple[str, ...]
    spans: tuple[Span, ...] = ()


class Resolver:
    """Finds what references mean in a collection as it is now."""

    def __init__(self, records: Records, documents: Sequence[Document]) -> None:
        self._records = records
        self._documents: dict[str, str] = {}
        for document in sorted(documents, key=lambda one: one.id, reverse=True):
            for name in (
                PurePath(document.name).stem,
                document.title,
                document.name,
                document.key,
                document.id,
            ):
                if name:
                    self._documents[name.casefold()] = document.id
        self._chunks: tuple[str, tuple[Chunk, ...]] = ("", ())
        self._text: tuple[str, str] = ("", "")

    def located(self, question: SetQuestion) -> SetQuestion:
        """The question with the ids of the documents that its evidence means."""
        return replace(
            question,
            evidence=tuple(
                replace(each, document_id=self._documents.get(each.name.casefold(), ""))
                for each in question.evidence
            ),
        )

    def of(self, reference: Reference) -> tuple[str, tuple[str, ...]]:
        """The document that is relevant whole, or else passages; both empty if nothing is meant."""
        document_id = self._documents.get(reference.name.casefold(), "")
        if not document_id:
            return "", tuple(self._records.chunks([reference.name]))
        if not reference.contains and not reference.page:
            return document_id, ()
        return "", self._passages(document_id, reference)

    def gold(self, question: SetQuestion) -> Gold:
        """All of a question's evidence."""
        documents: set[str] = set()
        pages: set[Page] = set()
        passages: list[frozenset[str]] = []
        missing: list[str] = []
        spans: list[Span] = []
        for each in question.evidence:
            document_id = self._documents.get(each.name.casefold(), "")
            whole, ids = self.of(each)
            if not document_id and ids:  # a passage by its id
                chunk = self._records.chunks(ids)[ids[0]]
                documents.add(chunk.document_id)
                passages.append(frozenset(ids))
            elif not document_id or (each.contains and not ids):
                missing.append(each.words)
            else:
                documents.add(document_id)
                if each.page:
                    pages.add((document_id, each.page - 1))
                if each.contains and not whole:
                    passages.append(frozenset(ids))
                    spans += self._span(document_id, each, frozenset(ids))
        return Gold(
            frozenset(documents),
            frozenset(pages),
            tuple(dict.fromkeys(passages)),
            tuple(dict.fromkeys(missing)),
            tuple(dict.fromkeys(spans)),
        )

    def _span(self, document_id: str, reference: Reference, holding: frozenset[str]) -> list[Span]:
        """Where a quote stands first among the passages that hold it."""
        around = [(each.start, each.end) for each in self._of(document_id) if each.id in holding]
        for start, end in self._places(document_id, reference):
            if any(first < end and start < last for first, last in around):
                return [(document_id, start, end)]
        return []

    def _places(self, document_id: str, reference: Reference) -> list[tuple[int, int]]:
        pattern = r"\s+".join(map(re.escape, reference.contains.split()))
        if self._text[0] != document_id:  # as the passages, that of the last document is kept
            self._text = (document_id, self._records.text(document_id))
        text = self._text[1]
        return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]

    def _passages(self, document_id: str, reference: Reference) -> tuple[str, ...]:
        chunks = [
            chunk
            for chunk in self._of(document_id)
            if not reference.page or reference.page - 1 in chunk.pages
        ]
        wanted = _plain(reference.contains)
        holding = [chunk for chunk in chunks if wanted in _plain(chunk.text)]
        if not wanted:
            return tuple(chunk.id for chunk in holding)
        # a row's passage says in other words what its line says; and where a quote was cut in two,
        # each passage that holds a part of where it stands counts
        others = [chunk for chunk in chunks if chunk.kind == "table_row" or not holding]
        if others:
            places = self._places(document_id, reference)
            holding += [
                other
                for other in others
                if any(other.start < end and start < other.end for start, end in places)
            ]
        return tuple(dict.fromkeys(chunk.id for chunk in holding))

    def _of(self, document_id: str) -> tuple[Chunk, ...]:
        """The passages of a document; those of the last one are kept."""
        if self._chunks[0] != document_id:
            chunks = self._records.chunks_of(document_id)
            # a card is found in its table's place, and what is shown then is another passage
            self._chunks = (document_id, tuple(c for c in chunks if c.kind != "table_card"))
        return self._chunks[1]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
