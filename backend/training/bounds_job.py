"""A collection's own bounds: what they are learned from, what was kept of them, switching them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from backend.errors import QuestionError
from backend.ports import Records
from backend.serialisation import from_json, to_json
from backend.tasks.answer.extractive.kept_bounds import (
    REPORT,
    LearnedBounds,
    are_on,
    keep_bounds,
    learned_bounds,
    switch_bounds,
)
from backend.training.bounds_fitting import LEAST_ANSWERS
from backend.training.judged_questions import JudgedCounts
from backend.types import BoundsReport, BoundsState, ReaderBounds

KIND = "learn_bounds"
SECONDS, SECONDS_A_QUESTION = 2.0, 1.0
"""About how long learning takes, on two processors: each question is asked again."""


@dataclass(frozen=True, slots=True)
class LearningStart:
    """What held when learning began: the identity of the reader that is asked, and the setting that
    says which bounds are on."""

    reader: str
    setting: str


def started(records: Records, collection_id: str, reader: str) -> LearningStart:
    """What holds now.

    Args:
        reader: the identity of the reader that answers in the collection.
    """
    return LearningStart(reader, records.collection(collection_id).settings.reader_bounds)


def keep_learned(
    records: Records,
    collection_id: str,
    report: BoundsReport,
    bounds: ReaderBounds,
    start: LearningStart,
    reader: str,
) -> None:
    """Keep what came of learning, and use the bounds from now on if one of them is better than the
    shipped one, unless somebody switched bounds meanwhile.

    Args:
        start: what held when learning began.
        reader: the identity of the reader that answers in the collection now.

    Raises:
        QuestionError: if that is another one than was asked first; nothing is kept then.
    """
    if reader != start.reader:
        raise QuestionError(
            "While the questions were asked the collection got another embedder: what was learned "
            "is of neither.",
            "Learn again.",
        )
    on = report.own and started(records, collection_id, reader) == start
    keep_bounds(records, collection_id, LearnedBounds(bounds, reader) if report.own else None)
    payload = to_json(report).encode()
    records.save_derived(collection_id, REPORT, payload, records.sequence())
    switch_bounds(records, collection_id, on=on)


def use(records: Records, collection_id: str, *, on: bool) -> bool:
    """Use what was learned, or the shipped bounds; whether own ones are on now."""
    return switch_bounds(records, collection_id, on=on)


def state(
    records: Records, collection_id: str, reader: Callable[[], str], judged: JudgedCounts
) -> BoundsState:
    """Everything that the screen shows.

    Args:
        reader: tells the identity of the reader that answers in the collection now.
        judged: of how many questions it is known where they are answered.
    """
    learned = learned_bounds(records, collection_id)
    fits = learned is not None and learned.reader == reader()
    on = are_on(records, records.collection(collection_id))
    found = records.load_derived(collection_id, REPORT)
    return BoundsState(
        judged.questions,
        LEAST_ANSWERS,
        judged.from_marks,
        judged.from_sets,
        SECONDS + SECONDS_A_QUESTION * judged.questions,
        learned.bounds if learned is not None and fits and on else None,
        fits,
        learned is not None and not fits,
        from_json(BoundsReport, found[0]) if found and found[0] else None,
    )
