"""The directory and the pages of each collection, kept in step with the records."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from backend.errors import NotFoundError
from backend.glossaries import Glossary, load
from backend.joined_views import JoinedViews
from backend.ports import Parts, Records
from backend.scope.collection_pages import CollectionPages, profiles_of, read, wanted
from backend.scope.field_glossary import glossary_of
from backend.scope.mentions import Mentions
from backend.scope.page_joining import finished
from backend.scope.page_segment import NAME, SCHEMA
from backend.scope.page_view import PageView
from backend.scope.profiles import PLAIN, Conventions, Profile
from backend.scope.routing import Directory
from backend.scope.stored_collection import KIND, joined, opened, over, stored
from backend.view_files import ViewFiles, view_files_over
from backend.view_making import Sort

SORT = Sort(KIND, NAME, SCHEMA, wanted, read, finished, joined, stored, opened, over)


@dataclass(frozen=True, slots=True)
class ScopeView:
    """Everything that scoping knows of a collection at one version of the records."""

    version: int
    directory: Directory
    pages: PageView
    glossary: Glossary | None


class ScopeViews:
    """One view per collection and glossary over a record store. Safe for several threads.

    Args:
        files: where pages are stored; None if they are not.
        first_pages: whether parties, kinds and days of first pages tell documents apart.
    """

    def __init__(
        self, records: Records, files: ViewFiles | None = None, *, first_pages: bool = True
    ) -> None:
        self._first_pages = first_pages
        self._records = records
        self._kept = JoinedViews(SORT, records, files)
        self._directories: dict[str, _Directories] = {}
        self._lock = threading.Lock()

    def of(self, collection_id: str, glossary: str | None = "", *, wait: bool = False) -> ScopeView:
        """The newest view; waits for it where there is none yet, and with `wait` for the one of the
        records as they are.

        Args:
            glossary: its name, empty for none; None for the one that the documents need.

        Raises:
            SettingsError: if there is no glossary of that name.
        """
        read = self._kept.of(collection_id, wait=wait)
        with self._lock:
            known = self._directories.get(collection_id)
            if known is None or known.read is not read:
                known = _Directories(
                    collection_id, read, first_pages=self._first_pages, before=known
                )
                self._directories[collection_id] = known
        return known.of(self._records, known.field if glossary is None else glossary)

    def is_behind(self, collection_id: str) -> bool:
        """Whether the newest view is not that of the records as they are."""
        return self._kept.is_behind(collection_id)

    def wait(self, collection_id: str, seconds: float) -> None:
        """Wait for what is being read in the background, but no longer than that."""
        self._kept.wait(collection_id, seconds)

    def is_stored(self, collection_id: str) -> bool:
        """Whether a start can open the pages instead of joining them."""
        return self._kept.is_stored(collection_id)

    def keep(self, collection_id: str) -> None:
        """Read and store what is new in a collection, for others to load, and its pages where they
        are many.

        Raises:
            StorageError, NotFoundError: if the records cannot be read.
        """
        self._kept.keep(collection_id)
        with self._lock:
            self._directories.pop(collection_id, None)

    def close(self) -> None:
        """Wait until what is being stored is stored."""
        self._kept.close()


class _Directories:
    """The views of one reading of a collection, by glossary.

    Args:
        before: those of the reading before, of whose directories the next are made.
    """

    def __init__(
        self,
        collection_id: str,
        read: CollectionPages,
        *,
        first_pages: bool,
        before: _Directories | None = None,
    ) -> None:
        self.read = read
        self._before = {} if before is None else before.newest
        self._first_pages = first_pages
        self._collection_id = collection_id
        self._views: dict[str, ScopeView] = {}
        self._lock = threading.Lock()

    @cached_property
    def field(self) -> str:
        """Name of the glossary whose kinds of table these pages hold; empty where there is none."""
        return glossary_of(self.read.pages)

    @property
    def newest(self) -> dict[str, Directory]:
        """The newest directories there are, by glossary; those of a reading before among them."""
        with self._lock:
            made = {name: view.directory for name, view in self._views.items()}
            return {**self._before, **made}

    def of(self, records: Records, glossary: str) -> ScopeView:
        with self._lock:
            if glossary not in self._views:
                known = load(glossary) if glossary else None
                before = self._before.pop(glossary, None)
                self._views[glossary] = self._made(records, known, before)
            return self._views[glossary]

    def _made(
        self, records: Records, glossary: Glossary | None, before: Directory | None
    ) -> ScopeView:
        profiles, conventions = self.read.profiles, _conventions(glossary)
        short = frozenset(self.read.short)
        places: Sequence[Profile] = [profile for profile in profiles if profile.id not in short]
        if glossary is not None:
            documents = [d for d in records.documents(self._collection_id) if d.id not in short]
            places = profiles_of(documents, self.read.first, conventions)
        mentions = Mentions(self.read.pages, partial(_text, records), self.read.short)
        directory = Directory(
            places,
            conventions,
            mentions,
            [profile for profile in profiles if profile.id in short],
            first_pages=self._first_pages,
            before=before,
        )
        return ScopeView(self.read.version, directory, self.read.pages, glossary)


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
    return Conventions(
        glossary.after_name,
        glossary.kinds,
        glossary.unspoken,
        glossary.joining,
        glossary.symbols,
    )


def scope_views_over(parts: Parts) -> ScopeViews:
    """The views of the collections: one set, shared by all that are built from the same parts."""
    files = view_files_over(parts)
    return parts.shared.of(ScopeViews, lambda: ScopeViews(parts.records, files))
