"""Which of the checked questions are offered where."""

from __future__ import annotations

from collections.abc import Sequence

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind, answer_kind
from backend.types import Answer, CheckedQuestion, Verdict

_OF_ANY_FORM = frozenset([AnswerKind.OTHER, AnswerKind.LIST, AnswerKind.DEFINITION])
"""Kinds that “what is” and “what are” ask for, by how they go on."""


def beginning(questions: Sequence[CheckedQuestion], most: int) -> tuple[CheckedQuestion, ...]:
    """The first questions of a newcomer: direct answers first, of other kinds and documents than
    those chosen before while there are any."""
    waiting = sorted(questions, key=lambda question: question.verdict is not Verdict.DIRECT)
    chosen: list[CheckedQuestion] = []
    while waiting and len(chosen) < most:
        kinds = {checked_question.kind for checked_question in chosen}
        documents = {checked_question.source.document_id for checked_question in chosen}
        best = min(
            waiting,
            key=lambda each: (each.kind in kinds, each.source.document_id in documents),
        )
        waiting.remove(best)
        chosen.append(best)
    return tuple(chosen)


def related(
    questions: Sequence[CheckedQuestion], answer: Answer, asked: Sequence[str], most: int
) -> tuple[CheckedQuestion, ...]:
    """Questions that lead on from an answer: on what it cites first, then on its documents, those
    that share most words with it first. What was just told is not asked for in other words.

    Args:
        asked: the questions of the conversation, which are not offered again, nor with other
            function words where they are of the same kind.
    """
    before = {_asked(each) for each in (*asked, answer.question)}
    told = " ".join(answer.short.split()).casefold()
    cited = {citation.chunk_id for citation in answer.citations}
    documents = {citation.document_id for citation in answer.citations}
    own = set(term_texts(f"{answer.question} {answer.short}"))
    near = [
        question
        for question in questions
        if question.source.document_id in documents
        and _asked(question.text) not in before
        and (not told or " ".join(question.short.split()).casefold() != told)
    ]
    near.sort(
        key=lambda question: (
            question.source.chunk_id not in cited,
            -len(own & set(term_texts(question.text))),
            question.verdict is not Verdict.DIRECT,
        )
    )
    return tuple(near[:most])


def _asked(question: str) -> tuple[AnswerKind, frozenset[str]]:
    """What tells a question from others: its kind, and its words by their stems, without function
    words; of one that has no other words, itself."""
    words = frozenset(term_texts(question)) or frozenset([" ".join(question.split()).casefold()])
    kind = answer_kind(question)
    return AnswerKind.OTHER if kind in _OF_ANY_FORM else kind, words
