"""Checked questions as questions of a set."""

from __future__ import annotations

from collections.abc import Collection as Group
from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.briefing.question_checks import OVER_A_LIST, OVERVIEW
from backend.evaluation.gold import Resolver
from backend.evaluation.kept_sets import keep_set, new_qid, question_sets, questions_of
from backend.one_line import on_one_line
from backend.ports import Records
from backend.types import UNANSWERABLE, CheckedQuestion, Document, Quotation, Reference, SetQuestion

LONGEST_QUOTE = 2_000
_LEFT_OUT = (OVER_A_LIST - {"entry"}) | {OVERVIEW}
"""Of these no passage is the evidence: they rest on a whole list, or a whole document."""


def set_questions(
    records: Records,
    collection_id: str,
    checked: Iterable[CheckedQuestion],
    elsewhere: Group[str] = frozenset(),
) -> tuple[SetQuestion, ...]:
    """Each question with what it was made from; where there are several documents, each that one
    passage answers also as one that the others do not answer: its own document is left out when it
    is asked.

    Args:
        elsewhere: the questions that other documents answer as well.
    """
    documents = {document.id: document for document in records.documents(collection_id)}
    questions: list[SetQuestion] = []
    for checked_question in checked:
        sources = (checked_question.source, *checked_question.also)
        if checked_question.kind in _LEFT_OUT or any(
            one.document_id not in documents for one in sources
        ):
            continue
        evidence = tuple(_reference(records, documents[one.document_id], one) for one in sources)
        answers = (checked_question.short,) if checked_question.short else ()
        questions.append(
            SetQuestion("", checked_question.text, answers, evidence, checked_question.kind)
        )
        if (
            len(documents) > 1
            and not checked_question.also
            and checked_question.text not in elsewhere
        ):
            hidden = (Reference(evidence[0].name),)
            questions.append(SetQuestion("", checked_question.text, (), hidden, UNANSWERABLE))
    return tuple(questions)


def _reference(records: Records, document: Document, source: Quotation) -> Reference:
    """Where a quotation stands. A cell is quoted with its row's name, which is no text of the
    document: its row is taken as it stands there."""
    text = records.text(document.id)
    words = source.text
    if " ".join(text[source.start : source.end].split()) != " ".join(words.split()):
        words = _line(text, source.start, source.end)
    name = document.key or document.name
    return Reference(name, " ".join(words[:LONGEST_QUOTE].split()), source.page + 1)


def _line(text: str, start: int, end: int) -> str:
    """The line of a text that holds a span: of a cell, its row."""
    after = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : after if after >= 0 else len(text)]


def texts_of_set(records: Records, collection_id: str, set_name: str) -> tuple[str, ...]:
    """The questions with an answer that a set holds, struck ones too; none if there is no set."""
    there = {
        set_card.name.casefold(): set_card for set_card in question_sets(records, collection_id)
    }
    card = there.get(on_one_line(set_name).casefold())
    found = questions_of(records, collection_id, card.id) if card else ()
    return tuple(each.text for each in found if each.answerable)


def add_to_set(
    records: Records, collection_id: str, set_name: str, made: Sequence[SetQuestion]
) -> int:
    """Add questions to a set, which is made if it is new; how many came. Those that the set has
    already stay as they are, struck ones struck."""
    there = {
        set_card.name.casefold(): set_card for set_card in question_sets(records, collection_id)
    }
    card = there.get(on_one_line(set_name).casefold())
    kept = list(questions_of(records, collection_id, card.id)) if card else []
    known = {(each.text, each.answerable) for each in kept}
    resolver = Resolver(records, records.documents(collection_id))
    new = [
        set_question
        for set_question in made
        if (set_question.text, set_question.answerable) not in known
    ]
    for each in new:
        kept.append(resolver.located(replace(each, qid=new_qid(kept))))
    keep_set(records, collection_id, set_name, kept)
    return len(new)
