"""What a collection is trained on: questions of a set with what is relevant."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.errors import ReadingError
from backend.evaluation.question_files import EXAMPLE, read_questions
from backend.types import Reference, SetQuestion


@dataclass(frozen=True, slots=True)
class KnownQuestion:
    """A question with what is relevant to it."""

    text: str
    relevant: tuple[Reference, ...]


def read_question_set(content: bytes, name: str) -> tuple[KnownQuestion, ...]:
    """The questions of a JSON-lines or CSV file; those without anything relevant are left out.

    Raises:
        ReadingError: naming the first line that is not a question, or saying that there is none.
    """
    questions = known_questions(read_questions(content, name))
    if not questions:
        raise ReadingError(
            "empty",
            f"{name} holds no question with something relevant.",
            f"Each line must be JSON like {EXAMPLE}.",
        )
    return questions


def known_questions(questions: Iterable[SetQuestion]) -> tuple[KnownQuestion, ...]:
    """Those questions of a set that something can be learned from."""
    return tuple(
        KnownQuestion(question.text, question.evidence)
        for question in questions
        if question.evidence and question.answerable and not question.struck
    )


def to_json(questions: Sequence[KnownQuestion]) -> bytes:
    """As they are kept."""
    return json.dumps(
        [
            [question.text, [[one.name, one.contains, one.page] for one in question.relevant]]
            for question in questions
        ],
        ensure_ascii=False,
    ).encode("utf-8", "surrogatepass")


def from_json(payload: bytes) -> tuple[KnownQuestion, ...]:
    """What `to_json` wrote."""
    found = json.loads(payload.decode("utf-8", "surrogatepass"))
    return tuple(
        KnownQuestion(text, tuple(Reference(*reference) for reference in relevant))
        for text, relevant in found
    )
