"""What is known of a collection's questions: from people's marks and from question sets.

The same question asked several times counts once. A passage that was marked both helpful and not
for one question is left out of that question; so is what a set names and the collection lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from backend.errors import QuestionError
from backend.evaluation.gold import Resolver
from backend.ports import Records
from backend.training.known_questions import KnownQuestion
from backend.types import Mark

LEAST_QUESTIONS = 20
"""With fewer, five folds hold fewer than four questions each, and the interval of a difference says
nothing."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question with the ids of relevant passages, and of documents that are relevant whole."""

    text: str
    passages: frozenset[str]
    documents: frozenset[str]


@dataclass(frozen=True, slots=True)
class Known:
    """Questions that something can be learned from, in a fixed order, and what was left out.

    `from_marks` and `from_sets` count questions by where they come from; one may come from both.
    `contradicted` counts passages marked both ways for one question, `gone` marks of passages that
    are not there any more, `only_unhelpful` questions of which nobody marked a helpful passage;
    `unresolved` names references of sets that nothing answers to.
    """

    lessons: tuple[Lesson, ...]
    from_marks: int
    from_sets: int
    contradicted: int
    gone: int
    only_unhelpful: int
    unresolved: tuple[str, ...]


def known_of(records: Records, collection_id: str, questions: Sequence[KnownQuestion]) -> Known:
    """All lessons of a collection."""
    marks = [mark for mark in records.marks(collection_id) if mark.chunk_id]
    there = set(records.chunks({mark.chunk_id for mark in marks}))
    helpful, contradicted, only_unhelpful = _judged([m for m in marks if m.chunk_id in there])
    documents = records.documents(collection_id)
    passages: dict[str, set[str]] = {key: set(ids) for key, ids in helpful.items()}
    whole: dict[str, set[str]] = {}
    texts = {question_key(mark.question): mark.question for mark in reversed(marks)}
    unresolved: dict[str, None] = {}
    resolve = Resolver(records, documents)
    in_sets: set[str] = set()
    for question in questions:
        key = question_key(question.text)
        texts.setdefault(key, question.text)
        for reference in question.relevant:
            document_id, chunk_ids = resolve.of(reference)
            if document_id:
                whole.setdefault(key, set()).add(document_id)
            elif chunk_ids:
                passages.setdefault(key, set()).update(chunk_ids)
            else:
                unresolved[reference.words] = None
                continue
            in_sets.add(key)
    keys = sorted(key for key in {*passages, *whole} if passages.get(key) or whole.get(key))
    return Known(
        tuple(
            Lesson(texts[key], frozenset(passages.get(key, ())), frozenset(whole.get(key, ())))
            for key in keys
        ),
        sum(bool(ids) for ids in helpful.values()),
        len(in_sets),
        contradicted,
        sum(mark.chunk_id not in there for mark in marks),
        only_unhelpful,
        tuple(unresolved),
    )


def question_key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" ?!.")


def _judged(marks: Iterable[Mark]) -> tuple[Mapping[str, set[str]], int, int]:
    """Helpful passages by question, passages that were marked both ways, and questions without any
    helpful one."""
    values: dict[tuple[str, str], set[int]] = {}
    for mark in marks:
        values.setdefault((question_key(mark.question), mark.chunk_id), set()).add(mark.value)
    helpful: dict[str, set[str]] = {}
    contradicted = 0
    for (key, chunk_id), found in values.items():
        helpful.setdefault(key, set())
        if {1, -1} <= found:
            contradicted += 1
        elif 1 in found:
            helpful[key].add(chunk_id)
    return helpful, contradicted, sum(not ids for ids in helpful.values())


def too_few(count: int) -> QuestionError:
    """Why nothing can be learned from so many questions."""
    return QuestionError(
        f"There {'is' if count == 1 else 'are'} {count} "
        f"{'question' if count == 1 else 'questions'} with a passage known to be right; "
        f"at least {LEAST_QUESTIONS} are needed before a difference means anything.",
        "Mark passages with the thumbs on the tab Evidence, or add a set of questions.",
    )
