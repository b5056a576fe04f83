"""The directory and the pages of each collection, kept in step with the records.

Only documents that one can search in are read: those with several pages or several passages. In
a collection of single passages (an imported corpus) there is nothing to route to, and both stay
empty. When documents have come or gone, only those are read anew.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from backend.errors import NotFoundError
from backend.glossaries import Glossary, load
from backend.ports import Records
from backend.scope.page_view import PageView, assemble
from backend.scope.pages import PagePart, Vocabulary, part_of
from backend.scope.profiles import FIRST_PAGE, PLAIN, Conventions, Profile, profile_of
from backend.scope.routing import Directory
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
        with self._lock:
            kept = self._kept.setdefault(collection_id, _Kept())
        with kept.lock:
            return kept.current(self._records, collection_id, glossary)


@dataclass
class _Kept:
    """Parts and views of one collection."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    parts: dict[str, PagePart] = field(default_factory=dict)
    firsts: dict[str, str] = field(default_factory=dict)
    pages: PageView | None = None
    views: dict[str, ScopeView] = field(default_factory=dict)

    def current(self, records: Records, collection_id: str, glossary: str) -> ScopeView:
        sequence = records.sequence()
        if glossary in self.views and self.views[glossary].version == sequence:
            return self.views[glossary]
        if self.pages is not None and self.pages.version != sequence:
            for change in records.changes(self.pages.version):
                self.parts.pop(change.document_id, None)
        documents = records.documents(collection_id)
        pages = record_pages(documents)
        documents = tuple(each for each in documents if each.id in pages or is_place(each))
        self._read(records, documents)
        if self.pages is None or self.pages.version != sequence:
            parts = list(self.parts.values())
            media_types = {each.id: each.media_type for each in documents}
            self.pages = assemble(parts, self.vocabulary, sequence, pages, media_types)
        chosen = load(glossary) if glossary else None
        conventions = Conventions(chosen.after_name, chosen.kinds) if chosen else PLAIN
        profiles: dict[str, Profile] = {}
        for document in sorted(documents, key=lambda each: pages.get(each.id, ("", 0))):
            if document.id in self.parts:
                place = pages.get(document.id, (document.id, 0))[0]
                profiles.setdefault(place, self._profile(document, place, conventions))
        directory = Directory(list(profiles.values()), conventions)
        view = ScopeView(sequence, directory, self.pages, chosen)
        self.views[glossary] = view
        return view

    def _read(self, records: Records, documents: Sequence[Document]) -> None:
        """Read what is new and forget what is gone."""
        there = {each.id for each in documents}
        for gone in self.parts.keys() - there:
            del self.parts[gone]
        for document in documents:
            if document.id in self.parts:
                continue
            try:
                text = records.text(document.id)
                lines = records.lines(document.id, 0, len(text))
                chunks = records.chunks_of(document.id)
            except NotFoundError:
                continue  # it went in the meantime
            whole = document.media_type == RECORD
            part = part_of(document.id, text, lines, chunks, self.vocabulary, whole=whole)
            self.parts[document.id] = part
            ends = [line.end for line in lines if line.page == lines[0].page] if lines else []
            self.firsts[document.id] = text[: min(FIRST_PAGE, max(ends, default=FIRST_PAGE))]

    def _profile(self, document: Document, place: str, conventions: Conventions) -> Profile:
        first = self.firsts[document.id]
        name = document.name if place == document.id else document.title
        return profile_of(place, name, document.title, first, document.pages, conventions)


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


_views: WeakKeyDictionary[Records, ScopeViews] = WeakKeyDictionary()
_views_lock = threading.Lock()


def scope_views_over(records: Records) -> ScopeViews:
    """The views of a record store: one set, shared by all that are built over it."""
    with _views_lock:
        found = _views.get(records)
        if found is None:
            found = _views[records] = ScopeViews(records)
        return found
