"""What scoping reads of a collection over arrays, which may be those of a mapped file."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np

from backend import analysis, numbered_texts, segments
from backend.joined_views import Present
from backend.mapped_arrays import AnyArray
from backend.numbered_texts import Texts
from backend.scope import (
    collection_pages,
    page_joining,
    page_segment,
    pages,
    periods,
    profiles,
    stored_page_view,
)
from backend.scope.collection_pages import CollectionPages, is_place, profiles_of, record_pages
from backend.scope.page_joining import page_arrays
from backend.scope.page_segment import NAME
from backend.scope.periods import Period, Times
from backend.scope.profiles import PLAIN, Profile
from backend.scope.stored_page_view import texts_in, view_of
from backend.segments import Arrays, documents_in
from backend.view_files import Kind, recipe_of

SOURCES = tuple(
    str(each)
    for each in (
        *(__file__, collection_pages.__file__, page_joining.__file__, page_segment.__file__),
        *(stored_page_view.__file__, pages.__file__, periods.__file__, profiles.__file__),
        *(segments.__file__, numbered_texts.__file__, analysis.__file__),
    )
)
"""What a view's numbers and names come from, and how its texts are found again."""
KIND = Kind("pages", recipe_of(NAME, *SOURCES))


def joined(present: Present[CollectionPages]) -> CollectionPages:
    """A collection's pages, over the one segment of all its documents."""
    if present.before is not None and not present.new:
        return replace(present.before, version=present.version)
    segment, documents = present.new[0].arrays, present.documents
    paged = record_pages(documents)
    media_types = {each.id: each.media_type for each in documents}
    about, arrays = page_arrays(segment, paged, media_types)
    ids = documents_in(segment)
    number = dict(zip(ids, range(len(ids)), strict=True))
    place_of = {
        each.id: paged.get(each.id, (each.id, 0))
        for each in documents
        if each.id in number and (each.id in paged or is_place(each))
    }
    firsts: dict[str, str] = {}
    for document_id, (place, _) in sorted(place_of.items(), key=lambda each: each[1][1]):
        firsts.setdefault(place, document_id)
    first = FirstPages({each: number[each] for each in firsts.values()}, texts_in("first", arrays))
    known = _known(present, firsts)
    made = profiles_of([each for each in documents if each.id not in known], first, PLAIN)
    told = json.dumps([_plain(each) for each in sorted((*made, *known.values()), key=_id)])
    arrays["short"] = np.array(sorted(number[each] for each in ids if each not in place_of), int)
    arrays["first_of"] = np.array([number[each] for each in firsts.values()], np.int64)
    arrays["profiles"] = np.frombuffer(zlib.compress(told.encode(), 1), np.uint8)
    own = {name: each for name, each in arrays.items() if name not in segment}
    segments = {present.names[0]: segment}
    return pages_of({**about, "version": present.version}, own, segments)


def _known(present: Present[CollectionPages], firsts: Mapping[str, str]) -> dict[str, Profile]:
    """The profiles of before that still hold, by the document that each was read from."""
    if present.before is None:
        return {}
    before = {each.id: each for each in present.before.profiles}
    return {
        document: before[place]
        for place, document in firsts.items()
        if document in present.unchanged and document in present.before.first and place in before
    }


def stored(pages: CollectionPages) -> tuple[Mapping[str, Any], Mapping[str, AnyArray]]:
    """What the own file of a collection's pages says and holds."""
    return {**pages.about, "version": pages.version}, pages.arrays


def pages_of(
    about: Mapping[str, Any], own: Mapping[str, AnyArray], segments: Mapping[str, Arrays]
) -> CollectionPages:
    """A collection's pages over their arrays and those of their one segment."""
    version = int(about["version"])
    (segment,) = segments.values()
    arrays = {**segment, **own}
    view = view_of(about, arrays, version)
    documents = view.documents
    told = json.loads(zlib.decompress(arrays["profiles"].tobytes()))
    return CollectionPages(
        version=version,
        pages=view,
        short=tuple(documents[each] for each in arrays["short"].tolist()),
        first=FirstPages(
            {documents[each]: each for each in arrays["first_of"].tolist()},
            texts_in("first", arrays),
        ),
        profiles=tuple(_profile(each) for each in told),
        about=about,
        arrays=own,
        segments=segments,
    )


def over(pages: CollectionPages, segments: Mapping[str, Arrays]) -> CollectionPages:
    """The same pages over the same segment at another place."""
    return pages_of(*stored(pages), segments)


class FirstPages(Mapping[str, str]):
    """The first page of each document that has one here, made when it is asked for."""

    def __init__(self, places: Mapping[str, int], texts: Texts) -> None:
        self._places = places
        self._texts = texts

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __getitem__(self, document_id: str) -> str:
        return self._texts[self._places[document_id]]


def _plain(profile: Profile) -> list[Any]:
    days = [each.isoformat() for each in profile.times.days]
    whole = [[each.year, each.quarter] for each in profile.times.periods]
    kinds = sorted(profile.kinds)
    return [profile.id, profile.label, profile.names, days, whole, kinds, profile.pages]


def _profile(told: list[Any]) -> Profile:
    place, label, names, days, whole, kinds, pages = told
    times = Times(
        tuple(date.fromisoformat(each) for each in days), tuple(Period(*each) for each in whole)
    )
    return Profile(
        place, label, tuple(tuple(each) for each in names), times, frozenset(kinds), pages
    )


def _id(profile: Profile) -> str:
    return profile.id
