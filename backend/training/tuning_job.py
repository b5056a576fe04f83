"""A collection's training: what it learns from, running it, and what was kept of it."""

from __future__ import annotations

from backend.fusion.staged.own import NAME, drop_own, keep_own, own_stages, packed
from backend.fusion.staged.weights import Stages
from backend.ports import DerivedRecords, Records
from backend.training import known_questions
from backend.training.kept_report import keep_report, kept_report, mark_kept
from backend.training.known import LEAST_QUESTIONS, Known, known_of
from backend.training.known_questions import KnownQuestion
from backend.types import TuningReport, TuningState

KIND = "tune"
_QUESTIONS, _SET_NAME = "tuning/questions", "tuning/set name"
_REPORT, _LEARNED = "tuning/report", "tuning/learned"


def keep_question_set(
    records: DerivedRecords, collection_id: str, name: str, questions: tuple[KnownQuestion, ...]
) -> None:
    """Learn from this set, in place of any before; an empty one removes it."""
    sequence = records.sequence()
    payload = known_questions.to_json(questions)
    records.save_derived(collection_id, _QUESTIONS, payload, sequence)
    records.save_derived(collection_id, _SET_NAME, name.encode(), sequence)


def known(records: Records, collection_id: str) -> Known:
    """What the collection can learn from now."""
    return known_of(records, collection_id, question_set(records, collection_id))


def question_set(records: DerivedRecords, collection_id: str) -> tuple[KnownQuestion, ...]:
    """The questions that `keep_question_set` kept last."""
    found = records.load_derived(collection_id, _QUESTIONS)
    return known_questions.from_json(found[0]) if found and found[0] else ()


def keep_learned(
    records: DerivedRecords, collection_id: str, report: TuningReport, stages: Stages
) -> None:
    """Keep what a training learned and its report; use the weights from now on if better."""
    sequence = records.sequence()
    keep_report(records, collection_id, _REPORT, report)
    records.save_derived(collection_id, _LEARNED, packed(stages), sequence)
    if report.kept:
        keep_own(records, collection_id, stages)


def undo(records: DerivedRecords, collection_id: str) -> None:
    """Rank with the shipped weights again; what was learned can be taken up again."""
    drop_own(records, collection_id)
    mark_kept(records, collection_id, _REPORT, kept=False)


def take_up(records: DerivedRecords, collection_id: str) -> None:
    """Use again what the last training learned, if it was better."""
    found = records.load_derived(collection_id, _LEARNED)
    if found and found[0]:
        records.save_derived(collection_id, NAME, found[0], records.sequence())
        mark_kept(records, collection_id, _REPORT, kept=True)


def state(records: Records, collection_id: str) -> TuningState:
    """Everything that the screen shows."""
    there = known(records, collection_id)
    named = records.load_derived(collection_id, _SET_NAME)
    kept = records.load_derived(collection_id, NAME)
    own = own_stages(records, collection_id) is not None
    return TuningState(
        len(there.lessons),
        LEAST_QUESTIONS,
        there.from_marks,
        there.from_sets,
        there.contradicted,
        there.gone,
        there.only_unhelpful,
        there.unresolved,
        named[0].decode() if named else "",
        own,
        bool(kept and kept[0]) and not own,
        kept_report(records, collection_id, _REPORT),
    )
