"""What runs would cost with a language model, as the records keep it."""

from __future__ import annotations

from collections.abc import Collection as Group

from backend.ports import Records
from backend.serialisation import from_json, to_json
from backend.types import WouldCostReport

KIND_OF_ENTRY = "would_cost"


def keep_would_cost(
    records: Records, collection_id: str, run_id: str, report: WouldCostReport
) -> None:
    """Keep what a run would cost, in place of what was counted before."""
    records.save_entries(collection_id, KIND_OF_ENTRY, {run_id: to_json(report)})


def would_cost_of(records: Records, collection_id: str, run_id: str) -> WouldCostReport | None:
    """What was counted of a run; None if nothing was."""
    payload = records.entries(collection_id, KIND_OF_ENTRY, run_id).get(run_id)
    return None if payload is None else from_json(WouldCostReport, payload)


def drop_would_costs(records: Records, collection_id: str, run_ids: Group[str]) -> None:
    """Forget what was counted of runs."""
    records.delete_entries(collection_id, KIND_OF_ENTRY, run_ids)
