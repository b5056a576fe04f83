"""The pages of a collection over segments, which may be those of files mapped into memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from backend.joint_segments import JointSegments, JointTexts
from backend.mapped_arrays import AnyArray
from backend.numbered_texts import ARRAYS, NumberedTexts, Texts
from backend.scope.page_view import PageView
from backend.scope.pages import TableTitle
from backend.segments import DOCUMENTS

PLAIN = ("place_of", "numbers", "last", "salience")


def view_of(
    about: Mapping[str, Any], arrays: Mapping[str, AnyArray], joint: JointSegments, version: int
) -> PageView:
    """The page view of arrays that `page_joining` has worked out."""
    sorts = about["media_types"]
    documents, passages = joint.texts[DOCUMENTS], joint.texts["chunk_ids"]
    places: NumberedTexts | JointTexts = documents
    if "places.bytes" in arrays:
        places = NumberedTexts({part: arrays[f"places.{part}"] for part in ARRAYS})
    return PageView(
        **{name: arrays[name] for name in PLAIN},
        version=version,
        joint=joint,
        documents=documents.texts,
        document_numbers=documents,
        places=places.texts,
        place_numbers=places,
        media_types=tuple(sorts[place] for place in arrays["media_type_of"].tolist()),
        titles=StoredTitles(joint),
        terms=joint.texts["terms"],
        chunk_ids=passages.texts,
        chunk_numbers=passages,
    )


class StoredTitles(Mapping[int, tuple[TableTitle, ...]]):
    """The titles of each page that has some, made when they are asked for."""

    def __init__(self, joint: JointSegments) -> None:
        self._joint = joint
        self._texts = [
            [texts_in(name, arrays) for name in ("title_text", "title_near")]
            for arrays in joint.segments
        ]

    @cached_property
    def _pages(self) -> list[int]:
        every = [
            numbers[arrays["titles.of"]]
            for numbers, arrays in zip(
                self._joint.numbers["pages"], self._joint.segments, strict=True
            )
        ]
        found: list[int] = np.unique(np.concatenate(every)).tolist()
        return found

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[int]:
        return iter(self._pages)

    def __getitem__(self, page: int) -> tuple[TableTitle, ...]:
        if not 0 <= page < self._joint.sizes["pages"]:
            raise KeyError(page)
        segment, place = (int(each[page]) for each in self._joint.homes["pages"])
        arrays, (text, near) = self._joint.segments[segment], self._texts[segment]
        first, last = np.searchsorted(arrays["titles.of"], [place, place + 1]).tolist()
        if first == last:
            raise KeyError(page)
        return tuple(
            TableTitle(
                text[each],
                int(arrays["title.line"][each]),
                int(arrays["title.rows"][each]),
                near[each],
            )
            for each in range(first, last)
        )


def texts_in(name: str, arrays: Mapping[str, AnyArray]) -> Texts:
    """Texts that are not looked for."""
    return Texts({part: arrays[f"{name}.{part}"] for part in ("bytes", "starts")})
