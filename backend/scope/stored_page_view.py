"""The pages of a collection over arrays, which may be those of a file mapped into memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from backend import sparse
from backend.mapped_arrays import AnyArray
from backend.numbered_texts import ARRAYS, NumberedTexts, Texts
from backend.scope.page_joining import FIELDS, NUMBERED, page_arrays
from backend.scope.page_segment import segment_of
from backend.scope.page_view import PageView
from backend.scope.pages import PagePart, TableTitle, Vocabulary
from backend.segments import DOCUMENTS

PLAIN = ("place_of", "numbers", "last", "label_page", "salience", "chunk_order", "chunk_page")


def view_of(about: Mapping[str, Any], arrays: Mapping[str, AnyArray], version: int) -> PageView:
    """The page view of arrays that `page_joining` has worked out."""
    numbered = {
        name: NumberedTexts({part: arrays[f"{name}.{part}"] for part in ARRAYS})
        for name in NUMBERED
    }
    matrices = {
        name: sparse.over(
            form, tuple(shape), [arrays[f"{name}.{field}"] for field in FIELDS], tuple(order)
        )
        for name, (form, shape, *order) in about["matrices"].items()
    }
    sorts = about["media_types"]
    return PageView(
        **matrices,
        **{name: arrays[name] for name in PLAIN},
        version=version,
        documents=numbered[DOCUMENTS].texts,
        document_numbers=numbered[DOCUMENTS],
        document_of=arrays["pages.of"],
        places=numbered["places"].texts,
        place_numbers=numbered["places"],
        media_types=tuple(sorts[place] for place in arrays["media_type_of"].tolist()),
        rows=arrays["page.rows"],
        titles=StoredTitles(arrays),
        terms=numbered["terms"],
        chunk_ids=numbered["chunk_ids"].texts,
        page_of=PlaceOf(numbered["chunk_ids"], arrays["chunk.page"]),
        chunk_whole=arrays["chunk_whole"],
    )


def assemble(parts: Sequence[PagePart], vocabulary: Vocabulary, version: int) -> PageView:
    """The page view of documents' parts alone.

    Args:
        vocabulary: what numbers the terms of the parts.
    """
    return view_of(*page_arrays(segment_of(parts, vocabulary), {}, {}), version)


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


class StoredTitles(Mapping[int, tuple[TableTitle, ...]]):
    """The titles of each page that has some, made when they are asked for."""

    def __init__(self, arrays: Mapping[str, AnyArray]) -> None:
        self._pages, self._starts = arrays["titled"], arrays["titled_from"]
        self._line, self._rows = arrays["title.line"], arrays["title.rows"]
        self._text, self._near = texts_in("title_text", arrays), texts_in("title_near", arrays)

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


def texts_in(name: str, arrays: Mapping[str, AnyArray]) -> Texts:
    """Texts that are not looked for."""
    return Texts({part: arrays[f"{name}.{part}"] for part in ("bytes", "starts")})
