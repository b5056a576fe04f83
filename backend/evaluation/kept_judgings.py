"""Judgements as the records keep them, and who judges which run.

A judgement's key is made of the judge, the question, its right answers and the answer's words, so
that nothing is paid for twice and nothing stale is shown.
"""

from __future__ import annotations

from collections.abc import Collection as Group
from dataclasses import replace
from functools import lru_cache

from backend.ports import Records
from backend.serialisation import from_json, to_json
from backend.types import JudgeChoice, Judging

CHOICE, JUDGED = "judge", "judging"
"""Kinds of entries."""


def keep_choice(records: Records, collection_id: str, run_id: str, choice: JudgeChoice) -> None:
    """Keep how a run is judged, in place of what was chosen before."""
    records.save_entries(collection_id, CHOICE, {run_id: to_json(choice)})


def choice_of(records: Records, collection_id: str, run_id: str) -> JudgeChoice | None:
    """How a run is judged; None if no language model judges it."""
    payload = records.entries(collection_id, CHOICE, run_id).get(run_id)
    return None if payload is None else from_json(JudgeChoice, payload)


def drop_choices(records: Records, collection_id: str, run_ids: Group[str]) -> None:
    """Forget how runs are judged; what was judged is dropped by `drop_judgings_of`."""
    records.delete_entries(collection_id, CHOICE, run_ids)


def keep_judging(records: Records, collection_id: str, key: str, judging: Judging) -> None:
    """Keep what a judge said."""
    records.save_entries(collection_id, JUDGED, {key: to_json(judging)})


def judgings_of(records: Records, collection_id: str) -> dict[str, Judging]:
    """All judgements of a collection by key."""
    entries = records.entries(collection_id, JUDGED)
    return {key: _judging(payload) for key, payload in entries.items()}


@lru_cache(maxsize=60_000)
def _judging(payload: str) -> Judging:
    return from_json(Judging, payload)


def judge_again(records: Records, collection_id: str, keys: Group[str]) -> None:
    """Have judgements asked for once more; what they cost stays."""
    known = judgings_of(records, collection_id)
    waiting = {key: replace(known[key], error="", again=True) for key in keys if key in known}
    records.save_entries(
        collection_id, JUDGED, {key: to_json(each) for key, each in waiting.items()}
    )


def drop_judgings(records: Records, collection_id: str, keys: Group[str]) -> None:
    """Forget judgements and what they cost."""
    records.delete_entries(collection_id, JUDGED, keys)


def drop_judgings_of(records: Records, collection_id: str, outcomes: Group[str]) -> None:
    """Forget what was judged of outcomes that are gone, probes beside them included: their words
    may be those of the answers."""
    gone = set(outcomes)
    if not gone:
        return
    drop_judgings(
        records,
        collection_id,
        [
            key
            for key, each in judgings_of(records, collection_id).items()
            if not each.outcomes or gone.intersection(each.outcomes)
        ],
    )
