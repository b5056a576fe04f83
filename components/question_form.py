"""A question of a set: typed, with what answers it and where that stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import UNANSWERABLE, Reference, SetQuestion


@dataclass(frozen=True, slots=True)
class QuestionFormView:
    """The question that is changed, or None for a new one, and the names of the documents."""

    question: SetQuestion | None
    documents: Sequence[str]


def question_form(data: QuestionFormView, *, key: str) -> SetQuestion | None:
    """Draws the fields; returns the question once it is sent, with an empty qid if it is new."""
    before = data.question or SetQuestion("", "")
    names = list(dict.fromkeys(each.name for each in before.evidence))
    with st.form(f"{key}-form", border=True):
        text = st.text_input("Question", before.text, key=f"{key}-text")
        answers = st.text_area(
            "Right answers, one a line",
            "\n".join(before.answers),
            key=f"{key}-answers",
            height=80,
        )
        chosen = st.multiselect(
            "Documents that answer it",
            list(dict.fromkeys([*names, *data.documents])),
            names,
            key=f"{key}-documents",
        )
        quotes = st.text_area(
            "Words that answer it, one quote a line",
            "\n".join(each.contains for each in before.evidence if each.contains),
            key=f"{key}-quotes",
            height=80,
            help="With one document chosen, passages that hold these words count as right.",
        )
        page = st.number_input(
            "Page",
            min_value=0,
            value=next((each.page for each in before.evidence if each.page), 0),
            key=f"{key}-page",
            help="0 if no page is meant.",
        )
        nothing = st.checkbox(
            "The documents do not answer it",
            before.kind == UNANSWERABLE,
            key=f"{key}-unanswerable",
            help="Then saying so is right.",
        )
        sent = st.form_submit_button("Save question", type="primary")
    if not sent:
        return None
    kind = UNANSWERABLE if nothing else "" if before.kind == UNANSWERABLE else before.kind
    return SetQuestion(
        before.qid,
        " ".join(text.split()),
        _lines(answers),
        evidence_of(chosen, _lines(quotes), int(page), before.evidence),
        kind,
        before.struck,
    )


def evidence_of(
    documents: Sequence[str],
    quotes: Sequence[str],
    page: int,
    before: Sequence[Reference] = (),
) -> tuple[Reference, ...]:
    """What was typed as references: quotes belong to the document that they were of before, else
    to the first one. Documents without a quote count whole, or with their page."""
    if not documents:
        return ()
    homes = {reference.contains: reference for reference in before if reference.contains}
    references: list[Reference] = []
    for quote in quotes:
        home = homes.get(quote)
        if home is not None and home.name in documents:
            references.append(home)
        else:
            references.append(Reference(documents[0], quote, page))
    quoted = {reference.name for reference in references}
    references += [
        Reference(document, "", page) for document in documents if document not in quoted
    ]
    return tuple(dict.fromkeys(references))


def _lines(text: str) -> tuple[str, ...]:
    found = (" ".join(line.split()) for line in text.splitlines())
    return tuple(dict.fromkeys(each for each in found if each))
