"""Runs and their outcomes as the records keep them.

An outcome's key is made of all that it depends on: the question, the contender, how much was asked
for and the state. So two runs share what they have in common, one that was killed goes on where it
was, and nothing is computed twice.
"""

from __future__ import annotations

import json
from collections.abc import Collection as Group
from collections.abc import Sequence, Set
from functools import lru_cache

from backend.errors import NotFoundError
from backend.evaluation.kept_causes import drop_causes
from backend.evaluation.kept_judgings import drop_choices, drop_judgings_of
from backend.evaluation.kept_would_costs import drop_would_costs
from backend.identity import content_id
from backend.ports import Records
from backend.serialisation import from_json, to_json
from backend.types import Contender, EvaluationRun, Outcome, Reference, SetQuestion

RUN, OUTCOME = "run", "outcome"
"""Kinds of entries."""


def outcome_key(run: EvaluationRun, contender: Contender, question: SetQuestion) -> str:
    """Where the outcome of a question is kept."""
    return content_id(
        "outcome",
        question.text,
        contender.pipeline,
        json.dumps(contender.options, sort_keys=True),
        run.top_k,
        "answers" if run.answers else "evidence",
        json.dumps(run.state, sort_keys=True),
        *(each.name for each in left_out(question)),
        *([contender.collection] if contender.collection else []),
    )


def left_out(question: SetQuestion) -> tuple[Reference, ...]:
    """The documents that are kept from a question which the others do not answer."""
    return () if question.answerable else question.evidence


def keep_run(records: Records, run: EvaluationRun) -> None:
    """Keep a run, in place of the one with the same id."""
    records.save_entries(run.collection_id, RUN, {run.id: to_json(run)})


def runs_of(records: Records, collection_id: str) -> tuple[EvaluationRun, ...]:
    """A collection's runs, newest first."""
    found = [
        from_json(EvaluationRun, entry) for entry in records.entries(collection_id, RUN).values()
    ]
    return tuple(sorted(found, key=lambda each: (-each.created, each.id)))


def run_of(records: Records, collection_id: str, run_id: str) -> EvaluationRun:
    """One run.

    Raises:
        NotFoundError: if it was deleted.
    """
    for key, payload in records.entries(collection_id, RUN, run_id).items():
        if key == run_id:
            return from_json(EvaluationRun, payload)
    raise NotFoundError("This run is not there any more.", "Start it again.")


def keep_outcome(records: Records, collection_id: str, key: str, outcome: Outcome) -> None:
    """Keep what came of a question."""
    records.save_entries(collection_id, OUTCOME, {key: to_json(outcome)})


def outcomes_of(records: Records, collection_id: str) -> dict[str, Outcome]:
    """All outcomes of a collection by key."""
    entries = records.entries(collection_id, OUTCOME)
    return {key: _outcome(payload) for key, payload in entries.items()}


@lru_cache(maxsize=60_000)
def _outcome(payload: str) -> Outcome:
    """An outcome as it was written, which is read again at each look at a run."""
    return from_json(Outcome, payload)


def drop_runs(records: Records, collection_id: str, run_ids: Group[str]) -> None:
    """Forget runs; outcomes that no other run needs are dropped by `drop_unused_outcomes`."""
    records.delete_entries(collection_id, RUN, run_ids)
    drop_choices(records, collection_id, run_ids)
    drop_would_costs(records, collection_id, run_ids)
    drop_causes(records, collection_id, run_ids)


def drop_outcomes(records: Records, collection_id: str, keys: Group[str]) -> None:
    """Forget what came of questions and what was judged of it, so that they are asked again."""
    records.delete_entries(collection_id, OUTCOME, keys)
    drop_judgings_of(records, collection_id, keys)


def outcomes_holding(
    records: Records, collection_id: str, document_ids: Set[str]
) -> frozenset[str]:
    """Keys of outcomes whose answer may hold words of these documents."""
    return frozenset(
        key
        for key, outcome in outcomes_of(records, collection_id).items()
        if outcome.answer
        and any(one.document_id in document_ids for one in (*outcome.cited, *outcome.found))
    )


def drop_unused_outcomes(
    records: Records,
    collection_id: str,
    questions: dict[str, Sequence[SetQuestion]],
) -> int:
    """Forget outcomes that no run over these sets (questions by set) needs; how many went."""
    needed = {
        outcome_key(run, contender, question)
        for run in runs_of(records, collection_id)
        for contender in run.contenders
        for question in questions.get(run.set_id, ())
    }
    unused = records.entries(collection_id, OUTCOME).keys() - needed
    drop_outcomes(records, collection_id, unused)
    return len(unused)
