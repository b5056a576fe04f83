"""Question sets on the page Evaluate: made, read from files, typed, struck, written to files."""

from __future__ import annotations

from functools import partial
from typing import Literal

import streamlit as st

from app import session
from app.made_questions import made_questions
from backend.types import Collection, QuestionSetCard, SetQuestion
from components import verbatim, wording
from components.question_form import QuestionFormView, question_form

MOST_LISTED = 2_000
"""Questions of a set that the list shows; files hold all."""
NEW = ""
FIRST_NAME = "My questions"
FILE_FORMS: tuple[tuple[str, Literal["jsonl", "csv"], str], ...] = (
    ("JSON lines", "jsonl", "application/jsonl"),
    ("CSV", "csv", "text/csv"),
)
"""Forms in which a set is written: label, form, media type."""


def first_set(collection: Collection) -> None:
    """How a collection gets its first set."""
    left, right = st.columns(2, gap="large")
    with left, st.container(border=True):
        st.markdown("**From a file**")
        _file(collection)
    with right, st.container(border=True):
        st.markdown("**By hand**, or from answers: *Add to a question set* stands below each.")
        if st.button("Begin a set", icon=":material/add:", key="begin-set"):
            session.workbench().question_sets.new_set(collection.id, FIRST_NAME)
            st.rerun()
        st.markdown("**Made by Quire**")
        made_questions(collection, FIRST_NAME)


def questions(collection: Collection, card: QuestionSetCard) -> None:
    """The questions of a set, to be read, struck, changed and added to."""
    workbench = session.workbench()
    set_questions = workbench.question_sets.questions_of_set(collection.id, card.id)
    left, right = st.columns([0.62, 0.38], gap="large")
    with left:
        _listed(collection, card, set_questions)
    with right:
        st.subheader("Add or change a question", anchor=False)
        chosen = st.selectbox(
            "Which",
            [NEW, *(set_question.qid for set_question in set_questions)],
            format_func=lambda qid: _label(qid, set_questions),
            key=f"which-{card.id}-{session.state().uploads}",
            label_visibility="collapsed",
        )
        names = [
            document.key or document.name for document in workbench.library.documents(collection.id)
        ]
        question = question_form(
            QuestionFormView(
                next(
                    (set_question for set_question in set_questions if set_question.qid == chosen),
                    None,
                ),
                names,
            ),
            key=f"question-{card.id}-{chosen}-{session.state().uploads}",
        )
        if question is not None:
            with session.reported():
                workbench.question_sets.put_question(collection.id, card.id, question)
                session.state().uploads += 1
                st.rerun()
        st.subheader("Sets", anchor=False)
        _files(collection, card)


def _label(qid: str, found: tuple[SetQuestion, ...]) -> str:
    if qid == NEW:
        return "A new question"
    text = next(set_question.text for set_question in found if set_question.qid == qid)
    return verbatim.clipped(text, 90)


def _listed(collection: Collection, card: QuestionSetCard, found: tuple[SetQuestion, ...]) -> None:
    workbench = session.workbench()
    missing = workbench.question_sets.unresolved_evidence(collection.id, card.id)
    head = wording.count(card.questions, "question")
    st.subheader(f"{head}{f', {card.struck} struck' if card.struck else ''}", anchor=False)
    if missing:
        st.caption(
            f"{wording.count(len(missing), 'question')} with evidence that this collection does "
            "not hold; it is left out of the measures."
        )
    shown = found[:MOST_LISTED]
    edited = st.data_editor(
        [
            {
                "Use": not each.struck,
                "Question": verbatim.printable(each.text),
                "Answers": verbatim.printable("; ".join(each.answers))
                if each.answerable
                else "(not found)",
                "Evidence": verbatim.printable(evidence_words(each)),
                "Kind": verbatim.printable(each.kind),
            }
            for each in shown
        ],
        disabled=["Question", "Answers", "Evidence", "Kind"],
        column_config={
            "Use": st.column_config.CheckboxColumn(width="small", help="Off strikes the question"),
            "Question": st.column_config.TextColumn(width="large"),
        },
        hide_index=True,
        height=min(560, 60 + 36 * max(1, len(shown))),
        key=f"list-{card.id}-{session.state().uploads}",
    )
    struck = frozenset(
        q.qid for q, row in zip(shown, edited, strict=True) if not row["Use"] and not q.struck
    )
    back = frozenset(q.qid for q, row in zip(shown, edited, strict=True) if row["Use"] and q.struck)
    if struck or back:
        workbench.question_sets.strike_questions(collection.id, card.id, struck, struck=True)
        workbench.question_sets.strike_questions(collection.id, card.id, back, struck=False)
        session.state().uploads += 1
        st.rerun()
    if len(found) > MOST_LISTED:
        st.caption(f"The first {MOST_LISTED:,} of {len(found):,} are listed.")


def evidence_words(each: SetQuestion) -> str:
    """Where the answer stands, in a line."""
    return "; ".join(
        f"{one.name}{f' p. {one.page}' if one.page else ''}"
        f"{f': “{one.contains}”' if one.contains else ''}"
        for one in each.evidence
    )


def _files(collection: Collection, card: QuestionSetCard) -> None:
    workbench = session.workbench()
    with st.container(horizontal=True):
        for label, form, mime in FILE_FORMS:
            st.download_button(
                label,
                partial(workbench.question_sets.set_file, collection.id, card.id, form),
                file_name=f"{_file_name(card.name)}.{form}",
                mime=mime,
                icon=":material/download:",
                on_click="ignore",
                key=f"set-{form}",
            )
        if st.button(
            "Learn from it",
            icon=":material/balance:",
            type="tertiary",
            key="set-tune",
            help="Use this set on the page Tune",
        ):
            workbench.tuning.learn_from_set(collection.id, card.id)
            st.toast("The page Tune learns from this set now.")
    with st.expander("Made by Quire"):
        made_questions(collection, card.name)
    with st.expander("Add a file of questions"):
        _file(collection)
    with st.expander("Another set, or delete this one"):
        name = st.text_input("Name", key=f"new-set-{session.state().uploads}")
        if st.button("Begin a set", icon=":material/add:", key="begin-set") and name.strip():
            with session.reported():
                workbench.question_sets.new_set(collection.id, name)
                session.state().uploads += 1
                st.rerun()
        if st.button(
            f"Delete {verbatim.markdown(card.name)} and its runs",
            icon=":material/delete:",
            type="tertiary",
            key="delete-set",
        ):
            workbench.question_sets.delete_set(collection.id, card.id)
            st.rerun()


def _file(collection: Collection) -> None:
    st.caption(
        "JSON lines or CSV with the columns qid, question, answers, documents, pages, quotes; only "
        "question is needed. A set of the same name is replaced."
    )
    file = st.file_uploader(
        "Questions",
        type=["jsonl", "csv", "json", "txt"],
        label_visibility="collapsed",
        key=f"set-file-{session.state().uploads}",
    )
    if file is not None:
        session.remembering(_add_file)(collection.id, file.name, file.getvalue())
        session.state().uploads += 1
        st.rerun()


def _add_file(collection_id: str, name: str, content: bytes) -> None:
    session.workbench().question_sets.add_set_file(collection_id, name, content)


def _file_name(name: str) -> str:
    kept = "".join(each if each.isalnum() or each in " -_" else "-" for each in name)
    return kept.strip()[:80] or "questions"
