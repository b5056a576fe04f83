"""Question sets as the records keep them: one entry for a set, one for each of its questions."""

from __future__ import annotations

import time
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from backend.errors import NotFoundError, QuestionError
from backend.identity import content_id
from backend.one_line import on_one_line
from backend.ports import Records
from backend.serialisation import from_json, to_json
from backend.types import QuestionSetCard, SetQuestion

SET, QUESTION = "set", "question"
"""Kinds of entries."""


@dataclass(frozen=True, slots=True)
class _Head:
    name: str
    created: float


def question_sets(records: Records, collection_id: str) -> tuple[QuestionSetCard, ...]:
    """A collection's sets by name."""
    questions: dict[str, list[bool]] = {}
    for key, payload in records.entries(collection_id, QUESTION).items():
        struck = from_json(SetQuestion, payload).struck
        questions.setdefault(key.split("/", 1)[0], []).append(struck)
    found = []
    for set_id, payload in records.entries(collection_id, SET).items():
        head, struck_ones = from_json(_Head, payload), questions.get(set_id, [])
        struck_count = sum(struck_ones)
        found.append(
            QuestionSetCard(
                set_id,
                collection_id,
                head.name,
                head.created,
                len(struck_ones) - struck_count,
                struck_count,
            )
        )
    return tuple(sorted(found, key=lambda each: (each.name.casefold(), each.id)))


def question_set(records: Records, collection_id: str, set_id: str) -> QuestionSetCard:
    """One set.

    Raises:
        NotFoundError: if the collection has no such set.
    """
    for set_card in question_sets(records, collection_id):
        if set_card.id == set_id:
            return set_card
    raise NotFoundError(
        "This question set is not there any more.", "Choose another one, or add it again."
    )


def questions_of(records: Records, collection_id: str, set_id: str) -> tuple[SetQuestion, ...]:
    """The questions of a set in their order, struck ones too."""
    entries = records.entries(collection_id, QUESTION, f"{set_id}/")
    return tuple(from_json(SetQuestion, payload) for payload in entries.values())


def keep_set(
    records: Records, collection_id: str, name: str, questions: Sequence[SetQuestion]
) -> QuestionSetCard:
    """Keep a set, in place of one of the same name.

    Raises:
        QuestionError: if it has no name.
    """
    name = on_one_line(name)
    if not name:
        raise QuestionError("A question set needs a name.", "Type a name of at least one letter.")
    set_id = content_id("question set", collection_id, name.casefold())
    before = records.entries(collection_id, QUESTION, f"{set_id}/")
    entries = {_key(set_id, place): to_json(question) for place, question in enumerate(questions)}
    head = to_json(_Head(name, time.time()))
    records.save_entries(collection_id, SET, {set_id: head})
    records.save_entries(collection_id, QUESTION, entries)
    records.delete_entries(collection_id, QUESTION, before.keys() - entries.keys())
    return question_set(records, collection_id, set_id)


def put_question(records: Records, collection_id: str, set_id: str, question: SetQuestion) -> None:
    """Put a question at the end of a set, or in the place of the one with the same qid.

    Raises:
        NotFoundError: if the collection has no such set.
        QuestionError: if the question is empty.
    """
    question_set(records, collection_id, set_id)
    if not question.text.strip():
        raise QuestionError("The question is empty.", "Write what you want to know.")
    entries = records.entries(collection_id, QUESTION, f"{set_id}/")
    places = {from_json(SetQuestion, payload).qid: key for key, payload in entries.items()}
    last = max((int(key.rsplit("/", 1)[1]) for key in entries), default=-1)
    key = places.get(question.qid, _key(set_id, last + 1))
    records.save_entries(collection_id, QUESTION, {key: to_json(question)})


def new_qid(questions: Sequence[SetQuestion]) -> str:
    """A qid that no question of a set has."""
    taken = {question.qid for question in questions}
    number = len(questions) + 1
    while f"q{number}" in taken:
        number += 1
    return f"q{number}"


def drop_set(records: Records, collection_id: str, set_id: str) -> None:
    """Forget a set with its questions."""
    entries = records.entries(collection_id, QUESTION, f"{set_id}/")
    records.delete_entries(collection_id, QUESTION, entries.keys())
    records.delete_entries(collection_id, SET, [set_id])


def take_out_words(
    records: Records, collection_id: str, document_ids: Set[str], *, change: bool = True
) -> int:
    """How many questions hold words of these documents, as quotes or as answers from them; with
    `change` they are taken out, and the question stays as it was asked."""
    changed: dict[str, str] = {}
    for key, payload in records.entries(collection_id, QUESTION).items():
        question = from_json(SetQuestion, payload)
        meant = [each for each in question.evidence if each.document_id in document_ids]
        if meant and (question.answers or any(each.contains for each in meant)):
            evidence = tuple(
                replace(each, contains="") if each in meant else each for each in question.evidence
            )
            changed[key] = to_json(replace(question, answers=(), evidence=evidence))
    if change:
        records.save_entries(collection_id, QUESTION, changed)
    return len(changed)


def _key(set_id: str, place: int) -> str:
    return f"{set_id}/{place:06d}"
