"""From an answer to a question set: the question with its first line and what it cites."""

from __future__ import annotations

import streamlit as st

from app import session
from backend.types import Answer
from components import verbatim

FIRST_NAME = "My questions"


def add_to_set(shown: Answer) -> None:
    """A popover that keeps the answered question in a question set of its collection."""
    with st.popover(
        "Question set",
        icon=":material/playlist_add:",
        type="tertiary",
        key=f"set-{shown.id}",
        help="Add to a question set",
    ):
        st.caption(
            "Keeps the question, its first line as the right answer and what it cites as evidence. "
            "The page Evaluate measures pipelines with it; change there what is not right."
        )
        sets = session.workbench().question_sets.sets_of(shown.collection_id)
        names = [set_card.name for set_card in sets] or [FIRST_NAME]
        name = st.selectbox(
            "Set",
            names,
            format_func=verbatim.printable,
            accept_new_options=True,
            key=f"set-name-{shown.id}",
        )
        if st.button(
            "Add", type="primary", key=f"set-add-{shown.id}", disabled=not (name and name.strip())
        ):
            with session.reported():
                card = session.workbench().question_sets.add_answer_to_set(shown.id, str(name))
                st.success(
                    verbatim.markdown(f"In {card.name}, which has {card.questions} now."),
                    icon=":material/check:",
                )
