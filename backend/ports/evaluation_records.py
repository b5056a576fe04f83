"""The records of evaluations."""

from __future__ import annotations

from collections.abc import Collection as Group
from collections.abc import Mapping
from typing import Protocol


class EvaluationRecords(Protocol):
    """Question sets, runs over them, and what came of each question.

    Entries are texts (JSON) by kind and key; they belong to a collection and go with it. What they
    hold is the business of `backend.evaluation`.
    """

    def save_entries(self, collection_id: str, kind: str, entries: Mapping[str, str]) -> None:
        """Keep entries by key, in one transaction, in place of those of the same keys."""
        ...

    def entries(self, collection_id: str, kind: str, prefix: str = "") -> dict[str, str]:
        """The entries of a kind whose key begins so, in the order of their keys (by code point).

        One whose bytes are not those that were written is left out; `check` tells of it.
        """
        ...

    def delete_entries(self, collection_id: str, kind: str, keys: Group[str]) -> None:
        """Forget entries; keys that are not there are passed over."""
        ...

    def entry_kinds(self, collection_id: str) -> tuple[str, ...]:
        """The kinds that there are entries of, in order."""
        ...
