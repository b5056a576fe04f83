"""What is kept of why evidence was missed: no words of documents, only numbers and kinds."""

from __future__ import annotations

from collections.abc import Collection as Group

from backend.ports import Records

MISSED, WANTED = "missed", "causes"
"""Kinds of entries: what was missed of a question, and runs that were asked about."""


def drop_causes(records: Records, collection_id: str, run_ids: Group[str]) -> None:
    """Forget that the causes of runs are wanted; what is known goes with the last such run."""
    records.delete_entries(collection_id, WANTED, run_ids)
    if not records.entries(collection_id, WANTED):
        records.delete_entries(collection_id, MISSED, records.entries(collection_id, MISSED).keys())
