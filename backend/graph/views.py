"""The view of each collection's words, names and links, kept in step with the records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from backend.errors import NotFoundError
from backend.graph.collection_view import CollectionView, assemble
from backend.graph.document_part import DocumentPart, Mention, Vocabulary, part_of
from backend.graph.names import name_key
from backend.graph.stored_names import names_kept
from backend.graph.stored_view import KIND, arrays_of, view_of
from backend.joined_views import JoinedViews, Sort
from backend.ports import Parts, Records
from backend.types import Document, Entity
from backend.view_files import ViewFiles, view_files_in


class NameReading:
    """Reads documents of one collection for their words and names, and joins what was read."""

    def __init__(self, collection_id: str) -> None:
        self._collection_id = collection_id
        self._vocabulary = Vocabulary()
        self._entities: tuple[Entity, ...] = ()
        self.parcels = names_kept(self._vocabulary)

    def begin(self, records: Records) -> None:
        """Take the collection's entities as they are now."""
        self._entities = tuple(records.entities(self._collection_id))

    def wanted(self, documents: Sequence[Document]) -> tuple[Document, ...]:
        """All of them."""
        return tuple(documents)

    def read(self, records: Records, documents: Sequence[Document]) -> Iterator[DocumentPart]:
        """The parts of documents; one that went in the meantime is left out."""
        keys = {each.id: (each.kind, name_key(each.name)) for each in self._entities}
        mentions: dict[str, list[Mention]] = defaultdict(list)
        for entity_id, chunk_id, count in records.mentions(self._collection_id):
            if entity_id in keys:
                sort, key = keys[entity_id]
                mentions[chunk_id].append(Mention(sort, key, chunk_id, count))
        for document in documents:
            try:
                chunks = records.chunks_of(document.id)
            except NotFoundError:
                continue
            own = [mention for chunk in chunks for mention in mentions.get(chunk.id, ())]
            yield part_of(document, chunks, own, self._vocabulary)

    def join(
        self,
        documents: Sequence[Document],
        parts: Sequence[DocumentPart],
        version: int,
        records: Records,
    ) -> CollectionView:
        """The view of documents' parts, given in the order of the documents."""
        forms = [
            (form, name_key(entity.name))
            for entity in self._entities
            for form in map(name_key, entity.aliases)
            if form and form != name_key(entity.name)
        ]
        self._entities = ()
        return assemble(parts, forms, self._vocabulary, version)


SORT = Sort(KIND, NameReading, arrays_of, view_of)


class Views(JoinedViews[DocumentPart, CollectionView]):
    """One view of words, names and links per collection.

    Args:
        files: where views are stored; None if they are not.
    """

    def __init__(self, records: Records, files: ViewFiles | None = None) -> None:
        super().__init__(SORT, records, files)


def views_over(parts: Parts) -> Views:
    """The views of the collections: one set, shared by all that are built from the same parts."""
    files = view_files_in(parts.settings.library, parts.records)
    return parts.shared.of(Views, lambda: Views(parts.records, files))
