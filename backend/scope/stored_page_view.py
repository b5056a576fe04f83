"""The pages of a collection as arrays for a file that is mapped into memory, and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import numpy as np

from backend import analysis, numbered_texts, sparse
from backend.numbered_texts import (
    ARRAYS,
    LISTED,
    AnyArray,
    NumberedTexts,
    Texts,
    listed_arrays,
    text_arrays,
)
from backend.scope import collection_pages, page_view, pages, periods, profiles
from backend.scope.collection_pages import CollectionPages
from backend.scope.page_view import PageView
from backend.scope.pages import TableTitle
from backend.scope.periods import Period, Times
from backend.scope.profiles import Profile
from backend.scope.stored_pages import NAME
from backend.view_files import Kind, recipe_of

SOURCES = tuple(
    str(each)
    for each in (
        *(__file__, collection_pages.__file__, page_view.__file__, pages.__file__),
        *(periods.__file__, profiles.__file__, numbered_texts.__file__, analysis.__file__),
    )
)
"""What a view's numbers and names come from, and how its texts are found again."""
KIND = Kind("pages", recipe_of(NAME, *SOURCES))
PLAIN = (
    *("document_of", "place_of", "numbers", "last", "rows"),
    *("label_page", "salience", "chunk_page", "chunk_whole"),
)
MATRICES = ("saturated", "labels")
NUMBERED = ("documents", "places", "terms", "chunk_ids")
_FIELDS = ("data", "indices", "indptr")


def arrays_of(stored: CollectionPages) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """What is said of a collection's pages, for JSON, and its arrays."""
    view = stored.pages
    sorts = sorted(set(view.media_types))
    number = {each: place for place, each in enumerate(sorts)}
    arrays: dict[str, AnyArray] = {name: getattr(view, name) for name in PLAIN}
    arrays["media_type_of"] = np.array([number[each] for each in view.media_types], np.int64)
    matrices = {}
    for name in MATRICES:
        matrix = getattr(view, name)
        order = bool(matrix.has_sorted_indices), bool(matrix.has_canonical_format)
        matrices[name] = [matrix.format, list(matrix.shape), *order]
        arrays |= {f"{name}.{field}": getattr(matrix, field) for field in _FIELDS}
    for name in NUMBERED:
        arrays |= _named(name, text_arrays(getattr(view, name)))
    arrays |= _titles(view)
    arrays["short"] = np.array([view.document_numbers[each] for each in stored.short], np.int64)
    arrays["first_of"] = np.array([view.document_numbers[each] for each in stored.first], np.int64)
    arrays |= _named("first", listed_arrays(stored.first.values()))
    told = json.dumps([_plain(each) for each in stored.profiles])
    arrays["profiles"] = np.frombuffer(zlib.compress(told.encode(), 1), np.uint8)
    return {"version": view.version, "media_types": sorts, "matrices": matrices}, arrays


def pages_of(about: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> CollectionPages:
    """The pages that were stored."""
    numbered = {name: NumberedTexts(_part(name, arrays, ARRAYS)) for name in NUMBERED}
    documents, sorts = numbered["documents"].texts, about["media_types"]
    held = {
        **{name: arrays[name] for name in PLAIN},
        **{name: _matrix(name, about["matrices"][name], arrays) for name in MATRICES},
        **{name: each.texts for name, each in numbered.items()},
        "version": int(about["version"]),
        "terms": numbered["terms"],
        "media_types": tuple(sorts[place] for place in arrays["media_type_of"].tolist()),
        "titles": StoredTitles(arrays),
    }
    view = PageView(**held)
    # cached properties keep their values beside the fields, also in a frozen class
    vars(view).update(
        page_of=PlaceOf(numbered["chunk_ids"], view.chunk_page),
        document_numbers=numbered["documents"],
        place_numbers=numbered["places"],
    )
    firsts = Texts(_part("first", arrays, LISTED))
    told = json.loads(zlib.decompress(arrays["profiles"].tobytes()))
    return CollectionPages(
        pages=view,
        short=tuple(documents[each] for each in arrays["short"].tolist()),
        first=FirstPages(
            {documents[each]: place for place, each in enumerate(arrays["first_of"].tolist())},
            firsts,
        ),
        profiles=tuple(_profile(each) for each in told),
    )


class PlaceOf(Mapping[str, int]):
    """The page of each passage."""

    def __init__(self, numbers: NumberedTexts, places: AnyArray) -> None:
        self._numbers = numbers
        self._places = places

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __getitem__(self, text: str) -> int:
        return int(self._places[self._numbers[text]])


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


class StoredTitles(Mapping[int, tuple[TableTitle, ...]]):
    """The titles of each page that has some, made when they are asked for."""

    def __init__(self, arrays: Mapping[str, AnyArray]) -> None:
        self._pages = arrays["titled"]
        self._starts = arrays["title_starts"]
        self._line, self._rows = arrays["title_line"], arrays["title_rows"]
        self._text = Texts(_part("title_text", arrays, LISTED))
        self._near = Texts(_part("title_near", arrays, LISTED))

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[int]:
        return iter(self._pages.tolist())

    def __getitem__(self, page: int) -> tuple[TableTitle, ...]:
        place = int(np.searchsorted(self._pages, page))
        if place == len(self._pages) or self._pages[place] != page:
            raise KeyError(page)
        return tuple(
            TableTitle(
                self._text[each], int(self._line[each]), int(self._rows[each]), self._near[each]
            )
            for each in range(int(self._starts[place]), int(self._starts[place + 1]))
        )


def _titles(view: PageView) -> dict[str, AnyArray]:
    every = [each for titles in view.titles.values() for each in titles]
    sizes = [len(titles) for titles in view.titles.values()]
    return {
        "titled": np.array(list(view.titles), np.int64),
        "title_starts": np.cumsum([0, *sizes], dtype=np.int64),
        "title_line": np.array([each.line for each in every], np.int64),
        "title_rows": np.array([each.rows for each in every], np.int64),
        **_named("title_text", listed_arrays(each.text for each in every)),
        **_named("title_near", listed_arrays(each.near for each in every)),
    }


def _matrix(name: str, told: Any, arrays: Mapping[str, AnyArray]) -> sparse.Matrix:
    form, shape, ascending, canonical = told
    kind = {"csr": sparse.csr_matrix, "csc": sparse.csc_matrix}[form]
    made = kind(tuple(shape), dtype=np.float32)
    for field in _FIELDS:  # given to the constructor they would be copied into memory
        setattr(made, field, arrays[f"{name}.{field}"])
    # else scipy would walk through all of it to find out
    made.has_sorted_indices = ascending
    made.has_canonical_format = canonical
    return made


def _named(name: str, arrays: Mapping[str, AnyArray]) -> dict[str, AnyArray]:
    return {f"{name}.{part}": each for part, each in arrays.items()}


def _part(name: str, arrays: Mapping[str, AnyArray], parts: tuple[str, ...]) -> dict[str, AnyArray]:
    return {part: arrays[f"{name}.{part}"] for part in parts}


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
