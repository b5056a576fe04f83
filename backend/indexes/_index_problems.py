"""What a check of an index against the records says of what it found."""

from __future__ import annotations

from collections.abc import Mapping

from backend.types import Collection, Problem

WHERE = "index"
_NAMES = {"chunk": "passages", "community": "groups of passages"}


def problems(collection: Collection, space: str, found: Mapping[str, int]) -> tuple[Problem, ...]:
    """One sentence for each kind of difference that occurred, from how often it did."""
    return tuple(
        Problem(
            WHERE, f"{count} {_NAMES.get(space, space)} of “{collection.name}” are {what}.", True
        )
        for what, count in found.items()
        if count
    )
