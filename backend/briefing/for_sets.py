"""Checked questions as questions of a set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.briefing.checking import FIGURE, OVERVIEW
from backend.evaluation.gold import Resolver
from backend.evaluation.kept_sets import keep_set, new_qid, question_sets, questions_of
from backend.ports import Records
from backend.types import UNANSWERABLE, CheckedQuestion, Reference, SetQuestion

LONGEST_QUOTE = 2_000


def set_questions(
    records: Records, collection_id: str, checked: Iterable[CheckedQuestion]
) -> tuple[SetQuestion, ...]:
    """Each question with what it was made from; where there are several documents, each also as
    one that the others do not answer: its own document is left out when it is asked."""
    documents = {each.id: each for each in records.documents(collection_id)}
    found: list[SetQuestion] = []
    for each in checked:
        source = documents.get(each.source.document_id)
        if source is None or each.kind == OVERVIEW:
            continue
        name, page = source.key or source.name, each.source.page + 1
        words = each.source.text
        if each.kind == FIGURE:  # a cell is shown with its row's name; a quote stands in the text
            words = _line(records.text(source.id), each.source.start, each.source.end)
        words = " ".join(words[:LONGEST_QUOTE].split())
        answers = (each.short,) if each.short else ()
        found.append(
            SetQuestion("", each.text, answers, (Reference(name, words, page),), each.kind)
        )
        if len(documents) > 1:
            found.append(SetQuestion("", each.text, (), (Reference(name),), UNANSWERABLE))
    return tuple(found)


def _line(text: str, start: int, end: int) -> str:
    """The line of a text that holds a span: of a cell, its row."""
    after = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : after if after >= 0 else len(text)]


def add_to_set(
    records: Records, collection_id: str, set_name: str, made: Sequence[SetQuestion]
) -> int:
    """Add questions to a set, which is made if it is new; how many came. Those that the set has
    already stay as they are, struck ones struck."""
    there = {each.name.casefold(): each for each in question_sets(records, collection_id)}
    card = there.get(set_name.strip().casefold())
    kept = list(questions_of(records, collection_id, card.id)) if card else []
    known = {(each.text, each.answerable) for each in kept}
    resolver = Resolver(records, records.documents(collection_id))
    new = [each for each in made if (each.text, each.answerable) not in known]
    for each in new:
        kept.append(resolver.located(replace(each, qid=new_qid(kept))))
    keep_set(records, collection_id, set_name, kept)
    return len(new)
