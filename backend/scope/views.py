"""The directory and the pages of each collection, kept in step with the records.

Only documents that one can search in are routed to: those with several pages or several passages.
In a collection of single passages (an imported corpus) there is nothing to route to, and both stay
empty. Beside the others, shorter files are read as well, for the names that they mention. When
documents have come or gone, only those are read anew; what was read is stored
(`parcels`), so that the next start only loads it.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from backend.errors import NotFoundError
from backend.glossaries import Glossary, load
from backend.parcels import KeptParts
from backend.ports import Parts, Records
from backend.scope.mentions import Mentions
from backend.scope.page_view import PageView, assemble
from backend.scope.pages import PagePart, Vocabulary, part_of
from backend.scope.profiles import PLAIN, Conventions, Profile, profile_of
from backend.scope.routing import Directory
from backend.scope.stored_pages import pages_kept
from backend.types import Document

LEAST_PAGES = 2
LEAST_PASSAGES = 6
"""A document with fewer of both is one thing to find, not a place to search in."""
_FILE_NAME = re.compile(r"[^\W_][\w.\-]*[_\d][\w.\-]*")
_ENDING = re.compile(r"(?i)[^a-z0-9]p?(?:age)?[ _-]?(\d{1,6})$")
RECORD = "application/json"
"""Media type of the records of an imported corpus."""


@dataclass(frozen=True, slots=True)
class ScopeView:
    """Everything that scoping knows of a collection at one version of the records."""

    version: int
    directory: Directory
    pages: PageView
    glossary: Glossary | None


class ScopeViews:
    """One view per collection and glossary over a record store. Safe for several threads."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._kept: dict[str, _Kept] = {}
        self._lock = threading.Lock()

    def of(self, collection_id: str, glossary: str = "") -> ScopeView:
        """The view of the records as they are.

        Raises:
            SettingsError: if there is no glossary of that name.
        """
        kept = self._of_collection(collection_id)
        with kept.lock:
            return kept.current(self._records, glossary)

    def keep(self, collection_id: str) -> None:
        """Read and store what is new in a collection, for others to load; makes no view.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
        """
        kept = self._of_collection(collection_id)
        with kept.lock:
            kept.keep(self._records)
        with self._lock:
            self._kept.pop(collection_id, None)

    def _of_collection(self, collection_id: str) -> _Kept:
        with self._lock:
            return self._kept.setdefault(collection_id, _Kept(collection_id))


class _Kept:
    """Parts and views of one collection."""

    def __init__(self, collection_id: str) -> None:
        self.lock = threading.Lock()
        self._collection_id = collection_id
        self._vocabulary = Vocabulary()
        self._kept = KeptParts(pages_kept(self._vocabulary), collection_id)
        self._pages: PageView | None = None
        self._mentions: Mentions | None = None
        self._views: dict[str, ScopeView] = {}

    def current(self, records: Records, glossary: str) -> ScopeView:
        sequence = records.sequence()
        self._forget_changed(records, sequence)
        if glossary in self._views:
            return self._views[glossary]
        documents = self._read(records, sequence)
        paged = record_pages(documents)
        places = {each.id for each in documents if each.id in paged or is_place(each)}
        if self._pages is None or self._mentions is None:
            media_types = {each.id: each.media_type for each in documents}
            parts = list(self._kept.parts.values())
            short = [each for each in parts if each.document_id not in places]
            self._pages = assemble(parts, self._vocabulary, sequence, paged, media_types)
            self._mentions = Mentions(self._pages, partial(_text, records), short)
        chosen = load(glossary) if glossary else None
        conventions = _conventions(chosen)
        profiles: dict[str, Profile] = {}
        for document in sorted(documents, key=lambda each: paged.get(each.id, ("", 0))):
            if document.id in places and document.id in self._kept.parts:
                place = paged.get(document.id, (document.id, 0))[0]
                profiles.setdefault(place, self._profile(document, place, conventions))
        directory = Directory(list(profiles.values()), conventions, self._mentions)
        view = ScopeView(self._pages.version, directory, self._pages, chosen)
        self._views[glossary] = view
        return view

    def keep(self, records: Records) -> None:
        sequence = records.sequence()
        self._forget_changed(records, sequence)
        self._read(records, sequence)

    def _forget_changed(self, records: Records, sequence: int) -> None:
        """Drop what has changed since it was read, and the views with it."""
        if not self._kept.loaded:
            self._kept.load(records)
        if self._kept.forget_changed(records, sequence):
            self._pages, self._mentions, self._views = None, None, {}

    def _read(self, records: Records, sequence: int) -> tuple[Document, ...]:
        """Read what is new and forget what is gone; returns the documents to search in."""
        documents = records.documents(self._collection_id)
        paged = record_pages(documents)
        places = tuple(each for each in documents if each.id in paged or is_place(each))
        short = [each for each in documents if each.media_type != RECORD and not is_place(each)]
        read = [*places, *short] if places else []
        self._kept.forget_all_but([each.id for each in read])
        new = [each for each in read if each.id not in self._kept.parts]
        self._kept.take_in(records, _parts(records, new, self._vocabulary), sequence)
        return tuple(read)

    def _profile(self, document: Document, place: str, conventions: Conventions) -> Profile:
        first = self._kept.parts[document.id].first
        name = document.name if place == document.id else document.title
        return profile_of(place, name, document.title, first, document.pages, conventions)


def _text(records: Records, document_id: str) -> str:
    """A document's text; empty where it has gone in the meantime."""
    try:
        return records.text(document_id)
    except NotFoundError:
        return ""


def _conventions(glossary: Glossary | None) -> Conventions:
    """How documents of a glossary's field name themselves."""
    if glossary is None:
        return PLAIN
    return Conventions(glossary.after_name, glossary.kinds, glossary.unspoken)


def _parts(
    records: Records, documents: Sequence[Document], vocabulary: Vocabulary
) -> Iterator[PagePart]:
    """The parts of documents; one that went in the meantime is left out."""
    for document in documents:
        try:
            text = records.text(document.id)
            lines = records.lines(document.id, 0, len(text))
            chunks = records.chunks_of(document.id)
        except NotFoundError:
            continue
        whole = document.media_type == RECORD
        yield part_of(document.id, text, lines, chunks, vocabulary, whole=whole)


def record_pages(documents: Sequence[Document]) -> dict[str, tuple[str, int]]:
    """Records of an imported corpus that are pages of one file: (title, page) by document id.

    Their titles are the same and written like a file's name ("NORTHWIND_2023_10K"); the page's
    number ends the record's key, else they are counted in the order of their keys.
    """
    titles: dict[str, list[Document]] = defaultdict(list)
    for document in documents:
        if document.media_type == RECORD and _FILE_NAME.fullmatch(document.title):
            titles[document.title].append(document)
    found: dict[str, tuple[str, int]] = {}
    for title, together in titles.items():
        if len(together) >= LEAST_PAGES:
            ordered = sorted(together, key=lambda each: (_number(each.key), each.key))
            for position, document in enumerate(ordered):
                number = _number(document.key)
                found[document.id] = title, position if number < 0 else number
    return found


def _number(key: str) -> int:
    ending = _ENDING.search(key)
    return int(ending[1]) if ending else -1


def is_place(document: Document) -> bool:
    """Whether a document is something to search in rather than a single passage to find."""
    several = document.pages >= LEAST_PAGES or document.chunks >= LEAST_PASSAGES
    return several and document.media_type != RECORD


def scope_views_over(parts: Parts) -> ScopeViews:
    """The views of the collections: one set, shared by all that are built from the same parts."""
    return parts.shared.of(ScopeViews, lambda: ScopeViews(parts.records))
