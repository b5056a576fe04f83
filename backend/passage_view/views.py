"""The view of each collection's words, names and links, kept in step with the records."""

from __future__ import annotations

from collections.abc import Sequence

from backend.errors import NotFoundError
from backend.joined_views import JoinedViews
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.document_part import DocumentPart, Mention, Vocabulary, part_of
from backend.passage_view.name_segment import NAME, SCHEMA, segment_of
from backend.passage_view.names import name_key
from backend.passage_view.stored_view import KIND
from backend.passage_view.view_joining import finished, opened, over, stored, view_from, view_since
from backend.ports import Parts, Records
from backend.segments import Arrays, documents_in
from backend.types import Document
from backend.view_files import ViewFiles, view_files_over
from backend.view_making import Present, Sort


def _read(records: Records, documents: Sequence[Document]) -> Arrays:
    """The words and names of documents; one that went in the meantime is left out."""
    vocabulary = Vocabulary()
    parts: list[DocumentPart] = []
    for document in documents:
        try:
            chunks = records.chunks_of(document.id)
            mentions = [
                Mention(entity.kind, name_key(entity.name), chunk_id, count)
                for entity, chunk_id, count in records.mentions_in(document.id)
            ]
        except NotFoundError:
            continue
        parts.append(part_of(document, chunks, mentions, vocabulary))
    return segment_of(parts, vocabulary)


def _forms(present: Present[CollectionView]) -> list[tuple[str, str, str]]:
    """The names that the collection's documents give to one thing. Where documents have come and
    none has gone or changed, those entities alone are asked for that these name."""
    before, came = (
        present.before,
        {document for some in present.came for document in documents_in(some)},
    )
    grew = before is not None and not present.went and present.changed <= came
    only = sorted(came) if grew else None
    entities = present.records.entities_of_several_names(present.collection_id, only)
    anew = {entity.id for entity in entities}
    known = before.stated if before is not None and only is not None else ()
    return [each for each in known if each[0] not in anew] + [
        (entity.id, form, name)
        for entity in entities
        for name in [name_key(entity.name)]
        for form in map(name_key, entity.aliases)
        if form and form != name
    ]


def _joined(present: Present[CollectionView]) -> CollectionView:
    """The view, with these names."""
    forms = _forms(present)
    changed = (*present.came, *present.went)
    if present.before is None or not present.stayed:
        own = (each.arrays for each in present.new)
        return view_from(dict(zip(present.names, own, strict=True)), forms, present.version)
    return view_since(
        *(present.before, present.stayed, present.new, present.names),
        *(changed, forms, present.version),
    )


SORT = Sort(KIND, NAME, SCHEMA, tuple, _read, finished, _joined, stored, opened, over)


class Views(JoinedViews[CollectionView]):
    """One view of words, names and links per collection.

    Args:
        files: where views are stored; None if they are not.
    """

    def __init__(self, records: Records, files: ViewFiles | None = None) -> None:
        super().__init__(SORT, records, files)


def views_over(parts: Parts) -> Views:
    """The views of the collections: one set, shared by all that are built from the same parts."""
    files = view_files_over(parts)
    return parts.shared.of(Views, lambda: Views(parts.records, files))
