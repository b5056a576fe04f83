"""Asks a collection's judged questions again, and learns the bounds of its verdicts from that."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.errors import QuestionError
from backend.ports import Progress
from backend.tasks.answer.extractive.decided import Decided, Telling
from backend.tasks.answer.local import LocalReader
from backend.training.bounds_fitting import LEAST_ANSWERS, JudgedAnswer, Told, learn_bounds
from backend.training.judged_questions import JudgedQuestion, JudgedSpan
from backend.types import Answer, BoundsReport, Hit, ReaderBounds

LIKELY_SHARE = 0.6
"""Share of the shipped bound of a likely answer below which a collection's own one never lies."""


def train_bounds(
    questions: Sequence[JudgedQuestion],
    ask: Callable[[str], Answer | None],
    reader: LocalReader,
    own: ReaderBounds | None,
    progress: Progress,
) -> tuple[ReaderBounds, BoundsReport]:
    """The bounds to use, each the shipped one or a better one, and what came of it.

    Args:
        ask: gives the collection's answer without a language model; None if it was stopped.
        reader: the local reader with the bounds that come with it.
        own: the collection's own bounds that `ask` keeps to now, if it has some.

    Raises:
        QuestionError: if too few answers are known to be right or wrong.
        CancelledError: if `progress` asked for it.
    """
    answers: list[JudgedAnswer] = []
    elsewhere = 0
    for number, question in enumerate(questions, start=1):
        progress("asking", number, len(questions))
        answer = ask(question.text)
        if answer is None:
            continue
        found = reader.decided(question.text, answer.hits)
        if found is None or not _is_decided(found, answer, own or reader.bounds):
            elsewhere += 1
            continue
        answers.append(judged_answer(question, found, answer.hits))
    known = sum(each.under(reader.bounds)[1] is not None for each in answers)
    if known < LEAST_ANSWERS:
        raise QuestionError(
            f"Of {known} answers it is known whether they are right; at least {LEAST_ANSWERS} are "
            "needed before a bound of a direct answer can be told.",
            "Mark the passages that answers quote, helpful or not, or add a question set with the "
            "quotes that answer.",
        )
    return learn_bounds(answers, reader.bounds, lowest_bounds(reader.bounds), elsewhere)


def lowest_bounds(shipped: ReaderBounds) -> ReaderBounds:
    """What a collection's own bounds are never lower than, however right its judged answers are.

    What the shipped bounds would not even call likely is never direct. Of everyday papers, 25 of 52
    such answers were right with a probability down to `LIKELY_SHARE` of the likely bound, and 9 of
    29 below that, which are never likely.
    """
    return ReaderBounds(shipped.likely, LIKELY_SHARE * shipped.likely)


def judged_answer(question: JudgedQuestion, found: Decided, hits: Sequence[Hit]) -> JudgedAnswer:
    """What the bounds decide of a question, and whether each outcome is right."""

    def told(outcome: Telling) -> Told:
        places = [
            JudgedSpan(hits[unit.hit - 1].chunk.document_id, unit.start, unit.end)
            for unit in outcome.quote
        ]
        return outcome.verdict, question.is_right(places)

    return JudgedAnswer(
        question.text, found.first, told(found.surest), told(found.likely), told(found.least)
    )


def _is_decided(found: Decided, answer: Answer, bounds: ReaderBounds) -> bool:
    """Whether bounds can change the verdict, and the answer's is the one that they decide: a figure
    that was computed, or an overview, has another."""
    if not found.is_open:
        return False
    outcome = found.under(bounds)
    if answer.calculation is not None or answer.verdict is not outcome.verdict:
        return False
    first, quoted = outcome.quote[0], answer.citations[:1]
    return any((each.start, each.end) == (first.start, first.end) for each in quoted)
