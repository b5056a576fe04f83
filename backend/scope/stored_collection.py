"""What scoping reads of a collection over arrays, which may be those of a mapped file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as Group
from dataclasses import replace
from datetime import date
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import (
    analysis,
    calendar_words,
    dates,
    garbage_collection,
    joint_segments,
    numbered_texts,
    segments,
)
from backend.discourse import defined_names
from backend.joint_segments import (
    JointSegments,
    number_arrays,
    numbered_anew,
    numbered_as_stored,
    renumbered,
)
from backend.mapped_arrays import AnyArray
from backend.passage_view import names
from backend.scope import (
    collection_pages,
    first_page,
    page_joining,
    page_segment,
    pages,
    periods,
    profiles,
    stored_page_view,
)
from backend.scope.collection_pages import CollectionPages, is_place, profiles_of, record_pages
from backend.scope.first_page import NOTHING, FirstPage
from backend.scope.page_joining import page_arrays
from backend.scope.page_segment import NAME, SCHEMA
from backend.scope.periods import NO_TIMES, Period, Times
from backend.scope.profiles import PLAIN, Profile
from backend.scope.stored_page_view import texts_in, view_of
from backend.segments import DOCUMENTS, Arrays, bytes_as_arrays, texts_of
from backend.serialisation import reader_of
from backend.view_files import ViewKind, recipe_of
from backend.view_making import Present

SOURCES = tuple(
    str(each)
    for each in (
        *(__file__, collection_pages.__file__, page_joining.__file__, page_segment.__file__),
        *(stored_page_view.__file__, pages.__file__, periods.__file__, profiles.__file__),
        *(first_page.__file__, defined_names.__file__, names.__file__, dates.__file__),
        calendar_words.__file__,
        *(segments.__file__, numbered_texts.__file__, analysis.__file__),
        joint_segments.__file__,
    )
)
"""What a view's numbers and names come from, and how its texts are found again."""
KIND = ViewKind("pages", recipe_of(NAME, *SOURCES))


def joined(present: Present[CollectionPages]) -> CollectionPages:
    """A collection's pages, over the segments of its documents."""
    with garbage_collection.paused():
        return _joined(present)


def _joined(present: Present[CollectionPages]) -> CollectionPages:
    before, documents = present.before, present.documents
    if before is None or not present.stayed:
        joint = numbered_anew(SCHEMA, [each.arrays for each in present.new])
    else:
        joint = renumbered(before.pages.joint, present.stayed, present.new).joint
    paged = record_pages(documents)
    ids = list(joint.texts[DOCUMENTS])
    number = dict(zip(ids, range(len(ids)), strict=True))
    known_as = {each.id: each for each in documents}
    media_types, short = [], []
    for place, each in enumerate(ids):
        document = known_as.get(each)
        media_types.append("" if document is None else document.media_type)
        if each not in paged and not (document is not None and is_place(document)):
            short.append(place)
    about, arrays = page_arrays(joint, ids, paged, media_types)
    firsts: dict[str, str] = {}
    for document_id, (page_of, _) in sorted(paged.items(), key=lambda each: (each[1][1], each[0])):
        if document_id in number:
            firsts.setdefault(page_of, document_id)
    alone = [each for each in ids if each not in paged] if paged else ids
    firsts |= zip(alone, alone, strict=True)
    arrays["short"] = np.array(short, np.int64)
    first_of = np.fromiter(map(number.__getitem__, firsts.values()), np.int64, len(firsts))
    arrays["first_of"] = np.sort(first_of)
    profiles, told, known = _known(present, firsts)
    unread = number.keys() - known
    left = [each for each in documents if each.id in unread]
    made = profiles_of(left, FirstPages(arrays["first_of"], joint), PLAIN)
    if made:
        profiles, told = _in_order([*profiles, *made], [*told, *map(_told, made)])
    return _pages(about, arrays, joint, present.version, present.names, profiles, told)


def _in_order(
    profiles: Sequence[Profile], told: Sequence[bytes]
) -> tuple[list[Profile], list[bytes]]:
    """Profiles by their documents' ids, and as they are stored."""
    ids = [profile.id for profile in profiles]
    order = sorted(range(len(ids)), key=ids.__getitem__)
    return [profiles[each] for each in order], [told[each] for each in order]


def _known(
    present: Present[CollectionPages], firsts: Mapping[str, str]
) -> tuple[list[Profile], list[bytes], Group[str]]:
    """The profiles of before that still hold, in their order, as they are stored, and the documents
    that they were read from.

    Args:
        firsts: the document that a profile is read from, by its id.
    """
    before = present.before
    if before is None:
        return [], [], frozenset()
    held = present.unchanged & frozenset(before.first)
    known = {place: document for place, document in firsts.items() if document in held}
    there = [profile.id in known for profile in before.profiles]
    profiles = list(compress(before.profiles, there))
    documents = frozenset(known[profile.id] for profile in profiles)
    return profiles, list(compress(before.told, there)), documents


def stored(pages: CollectionPages) -> tuple[Mapping[str, Any], Mapping[str, AnyArray]]:
    """What the own file of a collection's pages says and holds."""
    joint = pages.pages.joint
    about = {**pages.about, "version": pages.version, "sizes": dict(joint.sizes)}
    return about, {
        **pages.arrays,
        **number_arrays(joint),
        **bytes_as_arrays("profiles", pages.told),
    }


def opened(
    about: Mapping[str, Any], arrays: Mapping[str, AnyArray], segments: Mapping[str, Arrays]
) -> CollectionPages:
    """The pages of what `stored` gives, over their segments in their order."""
    joint = numbered_as_stored(SCHEMA, tuple(segments.values()), arrays, about["sizes"])
    told = texts_of(arrays, "profiles")
    with garbage_collection.paused():
        profiles = [_profile(text) for text in told]
    further = {"profiles.bytes", "profiles.starts", *number_arrays(joint)}
    own = {name: array for name, array in arrays.items() if name not in further}
    plain = {"media_types": about["media_types"]}
    return _pages(plain, own, joint, int(about["version"]), tuple(segments), profiles, told)


def over(pages: CollectionPages, segments: Mapping[str, Arrays]) -> CollectionPages:
    """The same pages over the same segments at another place."""
    joint = replace(pages.pages.joint, segments=tuple(segments.values()))
    return _pages(
        *(pages.about, pages.arrays, joint, pages.version, tuple(segments)),
        *(pages.profiles, pages.told),
    )


def _pages(
    about: Mapping[str, Any],
    arrays: Mapping[str, AnyArray],
    joint: JointSegments,
    version: int,
    names: Sequence[str],
    profiles: Sequence[Profile],
    told: Sequence[bytes],
) -> CollectionPages:
    """
    Args:
        told: the profiles as they are stored.
    """
    documents = joint.texts[DOCUMENTS].texts
    return CollectionPages(
        version=version,
        pages=view_of(about, arrays, joint, version),
        short=tuple(documents[each] for each in arrays["short"].tolist()),
        first=FirstPages(arrays["first_of"], joint),
        profiles=tuple(profiles),
        told=tuple(told),
        about=about,
        arrays=arrays,
        segments=dict(zip(names, joint.segments, strict=True)),
    )


class FirstPages(Mapping[str, str]):
    """The first page of each document that has one here, made when it is asked for.

    Args:
        documents: their numbers, ascending.
    """

    def __init__(self, documents: npt.NDArray[np.int64], joint: JointSegments) -> None:
        self._documents = documents
        self._joint = joint

    def __len__(self) -> int:
        return len(self._documents)

    def __iter__(self) -> Iterator[str]:
        texts = list(self._joint.texts[DOCUMENTS])
        return (texts[each] for each in self._documents.tolist())

    def __contains__(self, document_id: object) -> bool:
        number = self._joint.texts[DOCUMENTS].get(str(document_id), -1)
        place = int(np.searchsorted(self._documents, number))
        return place < len(self._documents) and bool(self._documents[place] == number)

    def __getitem__(self, document_id: str) -> str:
        if document_id not in self:
            raise KeyError(document_id)
        number = self._joint.texts[DOCUMENTS][document_id]
        segment, place = (int(each[number]) for each in self._joint.homes[DOCUMENTS])
        return texts_in("first", self._joint.segments[segment])[place]


def _told(profile: Profile) -> bytes:
    """A profile as it is stored."""
    days = [day.isoformat() for day in profile.times.days]
    whole = [[period.year, period.quarter] for period in profile.times.periods]
    kinds = sorted(profile.kinds)
    page = [profile.page.parties, sorted(profile.page.kinds), profile.page.days]
    plain = [profile.id, profile.label, profile.names, days, whole, kinds, profile.pages, page]
    return json.dumps(plain).encode()


_Names = tuple[tuple[str, ...], ...]
_Plain = tuple[
    str, str, _Names, tuple[date, ...], tuple[tuple[int, int], ...], frozenset[str], int, FirstPage
]
"""A profile as `_told` writes it."""
_read = reader_of(_Plain, "Profile")


def _profile(told: bytes) -> Profile:
    place, label, names, days, whole, kinds, pages, page = _read(told)
    times = Times(days, tuple(Period(*each) for each in whole)) if days or whole else NO_TIMES
    # most have none, and share what stands for that
    own, first = kinds or frozenset(), page if any(page) else NOTHING
    return Profile(place, label, names, times, own, pages, first)
