"""What is read of the pages of a collection's documents, whatever field they are of.

Documents that one can search in, those with several pages or several passages, are routed to by
what they are called. Shorter files, letters and notes, are read as well: for the names that they
mention, and they are routed to by the parties, kinds and days of their first pages. In a collection
of single passages (an imported corpus) there is nothing to route to, and all stays empty.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.errors import NotFoundError
from backend.ports import Records
from backend.scope.page_segment import segment_of
from backend.scope.page_view import PageView
from backend.scope.pages import TermNumbers, part_of
from backend.scope.profiles import Conventions, Profile, profile_of
from backend.segments import Arrays
from backend.types import RECORD_MEDIA_TYPE, Document

LEAST_PAGES = 2
LEAST_PASSAGES = 6
"""A document with fewer of both is one thing to find, not a place to search in."""
_FILE_NAME = re.compile(r"[^\W_][\w.\-]*[_\d][\w.\-]*")
_ENDING = re.compile(r"(?i)[^a-z0-9]p?(?:age)?[ _-]?(\d{1,6})$")


@dataclass(frozen=True, eq=False)
class CollectionPages:
    """The pages of a collection at one version of the records.

    `short` are the documents that are too short to search in; `first` is the first page of each
    place's first document and of each short one, by its id; `profiles` are places and short
    documents as they are called where no glossary is on, `told` the same as they are stored.
    `about` and `arrays` are of what its own file holds, `segments` those of its documents by the
    names of their files.
    """

    version: int
    pages: PageView
    short: Sequence[str]
    first: Mapping[str, str]
    profiles: tuple[Profile, ...]
    told: tuple[bytes, ...]
    about: Mapping[str, Any]
    arrays: Arrays
    segments: Mapping[str, Arrays]


def wanted(documents: Sequence[Document]) -> tuple[Document, ...]:
    """Those to search in and the short ones; none where there is nothing to tell apart."""
    paged = record_pages(documents)
    places, short = [], []
    for document in documents:
        if document.id in paged or is_place(document):
            places.append(document)
        elif document.media_type != RECORD_MEDIA_TYPE:
            short.append(document)
    return (*places, *short) if places or len(short) > 1 else ()


def read(records: Records, documents: Sequence[Document]) -> Arrays:
    """The pages of documents; one that went in the meantime is left out."""
    vocabulary = TermNumbers()
    parts = []
    for document in documents:
        try:
            text = records.text(document.id)
            lines = records.lines(document.id, 0, len(text))
            chunks = records.chunks_of(document.id)
        except NotFoundError:
            continue
        whole = document.media_type == RECORD_MEDIA_TYPE
        parts.append(part_of(document.id, text, lines, chunks, vocabulary, whole=whole))
    return segment_of(parts, vocabulary)


def profiles_of(
    documents: Sequence[Document], first: Mapping[str, str], conventions: Conventions
) -> tuple[Profile, ...]:
    """The places and the short documents of a collection as they are called, in the order of their
    ids.

    Args:
        first: the first page of each place's first document and of each short one, by its id.
    """
    paged = record_pages(documents)
    found = []
    for document in documents:
        if document.id in first:
            place = paged.get(document.id, (document.id, 0))[0]
            name = document.name if place == document.id else document.title
            text = first[document.id]
            found.append(profile_of(place, name, document.title, text, document.pages, conventions))
    return tuple(sorted(found, key=lambda profile: profile.id))


def record_pages(documents: Sequence[Document]) -> dict[str, tuple[str, int]]:
    """Records of an imported corpus that are pages of one file: (title, page) by document id.

    Their titles are the same and written like a file's name ("NORTHWIND_2023_10K"); the page's
    number ends the record's key, else they are counted in the order of their keys.
    """
    titles: dict[str, list[Document]] = defaultdict(list)
    for document in documents:
        if document.media_type == RECORD_MEDIA_TYPE and _FILE_NAME.fullmatch(document.title):
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
    return several and document.media_type != RECORD_MEDIA_TYPE
