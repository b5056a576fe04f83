"""The report of a collection's last training of a kind, kept with its records."""

from __future__ import annotations

from dataclasses import replace

from backend.ports import DerivedRecords
from backend.serialisation import from_json, to_json
from backend.types import TuningReport


def kept_report(records: DerivedRecords, collection_id: str, name: str) -> TuningReport | None:
    """What came of the last training; None where there was none.

    Args:
        name: under which it is kept.
    """
    found = records.load_derived(collection_id, name)
    return from_json(TuningReport, found[0].decode()) if found and found[0] else None


def keep_report(
    records: DerivedRecords, collection_id: str, name: str, report: TuningReport
) -> None:
    """Keep a report in place of the one before."""
    records.save_derived(collection_id, name, to_json(report).encode(), records.sequence())


def mark_kept(records: DerivedRecords, collection_id: str, name: str, *, kept: bool) -> None:
    """Say in the report, if there is one, whether what was learned is used now."""
    before = kept_report(records, collection_id, name)
    if before is not None:
        keep_report(records, collection_id, name, replace(before, kept=kept))
