"""A collection's query adapter: what it learns from, what was kept of it, switching it."""

from __future__ import annotations

from dataclasses import replace

from backend.evaluation import kept_sets
from backend.ports import Records
from backend.question_vectors.kept_adapter import (
    keep_adapter,
    learned_adapter,
    switch_off,
    switch_on,
)
from backend.training import tuning_job
from backend.training.adapter_training import Adapted
from backend.training.kept_report import keep_report, kept_report, mark_kept
from backend.training.known import LEAST_QUESTIONS, Known, known_of
from backend.training.known_questions import known_questions
from backend.types import AdapterState

KIND = "learn_adapter"
_REPORT = "tuning/adapter report"
SECONDS, SECONDS_A_QUESTION = 2.0, 0.05
"""About how long a training takes, on two processors."""


def known(records: Records, collection_id: str) -> Known:
    """Marks, the questions that the weights learn from, and the collection's question sets, made
    ones among them."""
    questions = list(tuning_job.question_set(records, collection_id))
    for card in kept_sets.question_sets(records, collection_id):
        questions += known_questions(kept_sets.questions_of(records, collection_id, card.id))
    return known_of(records, collection_id, tuple(dict.fromkeys(questions)))


def keep_adapted(records: Records, collection_id: str, found: Adapted, sequence: int) -> None:
    """Keep what a training learned and its report; move questions from now on if it is better.

    Args:
        sequence: the version of the records that it learned from. If a document that taught it
            has gone since, nothing is learned.
    """
    keep_adapter(records, collection_id, found.adapter, sequence, found.documents)
    on = found.report.kept and switch_on(records, collection_id)
    if not on:
        switch_off(records, collection_id)
    keep_report(records, collection_id, _REPORT, replace(found.report, kept=on))


def use(records: Records, collection_id: str, *, on: bool) -> bool:
    """Switch what was learned on or off; whether it is on now."""
    before = kept_report(records, collection_id, _REPORT)
    better = before is not None and before.difference.low > 0.0
    now = on and better and switch_on(records, collection_id)
    if not now:
        switch_off(records, collection_id)
    mark_kept(records, collection_id, _REPORT, kept=now)
    return now


def state(records: Records, collection_id: str) -> AdapterState:
    """Everything that the screen shows."""
    there = known(records, collection_id)
    collection = records.collection(collection_id)
    learned = learned_adapter(records, collection_id)
    fits = learned is not None and learned.embedding == collection.embedding
    report = kept_report(records, collection_id, _REPORT)
    return AdapterState(
        len(there.lessons),
        LEAST_QUESTIONS,
        there.from_marks,
        there.from_sets,
        SECONDS + SECONDS_A_QUESTION * len(there.lessons),
        bool(collection.settings.query_adapter) and fits,
        fits,
        report is not None and not fits,
        report,
    )
