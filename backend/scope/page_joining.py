"""What a page view knows of all its documents together, from their segments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from backend.joint_segments import JointSegments, searchable
from backend.mapped_arrays import AnyArray
from backend.numbered_texts import text_arrays
from backend.scope.page_segment import SCHEMA
from backend.scope.page_view import Array
from backend.segments import Arrays

SALIENCE_PRIOR = 5.0
LEAST_SALIENCE = 0.1
MOST_SALIENCE = 3.0

SEARCHED = ("counts",)
"""Tables of which is asked which pages hold a term."""


def finished(segment: Arrays) -> dict[str, AnyArray]:
    """A segment as its file holds it: with `lines.of_terms` and `salient.of_terms`, in how many
    lines each term stands, and in how many of these that are headings or rows."""
    terms = SCHEMA.rows(segment, "terms")
    return {
        **searchable(SCHEMA, segment, SEARCHED),
        **{
            f"{name}.of_terms": np.bincount(
                segment["lines.terms"], segment[f"lines.{name}"], terms
            ).astype(np.int64)
            for name in ("lines", "salient")
        },
    }


def page_arrays(
    joint: JointSegments,
    documents: Sequence[str],
    pages: Mapping[str, tuple[str, int]],
    media_types: Sequence[str],
) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """What a file says of a page view besides its segments' numbers, and its arrays. Places are
    among them only where they are others than the documents.

    Args:
        documents: their ids by their numbers.
        pages: documents that are pages of a place: (place, page number from 0) by document id.
        media_types: of each document by its number; empty where it is not given.
    """
    of = joint.owners("pages")
    numbers = joint.values("pages", "page.number", np.int32)
    places, place_of = documents, of
    if pages:
        place_ids = [pages.get(document, (document, 0))[0] for document in documents]
        places = sorted(set(place_ids))
        position = {place: number for number, place in enumerate(places)}
        place_of = np.array([position[place_id] for place_id in place_ids], np.int32)[of]
        given = np.array([pages.get(document, ("", -1))[1] for document in documents], np.int32)
        numbers = np.where(given[of] >= 0, given[of], numbers)
    highest = np.full(len(places), -1, np.int64)
    np.maximum.at(highest, place_of, numbers)
    sorts = sorted(set(media_types))
    number = {each: place for place, each in enumerate(sorts)}
    named = {} if places is documents else text_arrays(places)
    return {"media_types": sorts}, {
        **{f"places.{part}": each for part, each in named.items()},
        "place_of": place_of,
        "numbers": numbers,
        "last": numbers == highest[place_of],
        "media_type_of": np.array([number[each] for each in media_types], np.int32),
        "salience": _salience(joint),
    }


def _salience(joint: JointSegments) -> Array:
    """(h + a·r) / (n + a) / r, a = 5: h of a term's n lines are headings or rows, r of all lines.

    Cut to [.1, 3].
    """
    terms = joint.sizes["terms"]
    lines, salient = np.zeros(terms), np.zeros(terms)
    for own, arrays in zip(joint.numbers["terms"], joint.segments, strict=True):
        lines[own] += arrays["lines.of_terms"]
        salient[own] += arrays["salient.of_terms"]
    if not lines.sum() or not salient.sum():
        return np.ones(terms, np.float32)
    rate = salient.sum() / lines.sum()
    found = (salient + SALIENCE_PRIOR * rate) / (lines + SALIENCE_PRIOR) / rate
    cut: Array = np.clip(found, LEAST_SALIENCE, MOST_SALIENCE).astype(np.float32)
    return cut
