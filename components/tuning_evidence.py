"""What a collection could learn from: marks and questions, and what of them cannot be used."""

from __future__ import annotations

import streamlit as st

from backend.types import TuningState
from components import verbatim, wording

NAMED = 3
"""Names that nothing answers to are listed up to so many."""


def facts(state: TuningState) -> list[str]:
    """Sentences about what there is, and about what is left out and why."""
    found = [
        f"{wording.count(state.from_marks, 'question')} with a passage that somebody marked as "
        "helpful.",
    ]
    if state.set_name:
        found.append(f"{wording.count(state.from_sets, 'question')} from {state.set_name}.")
    if state.contradicted:
        found.append(
            f"{wording.count(state.contradicted, 'passage')} marked both helpful and not for the "
            "same question: left out of it."
        )
    if state.only_unhelpful:
        found.append(
            f"{wording.count(state.only_unhelpful, 'question')} without any helpful passage: "
            "nothing can be learned from them."
        )
    if state.gone:
        found.append(f"{wording.count(state.gone, 'mark')} of passages that are not here any more.")
    if state.unresolved:
        names = ", ".join(f"“{each}”" for each in state.unresolved[:NAMED])
        more = len(state.unresolved) - NAMED
        found.append(
            f"Not found in this collection: {names}{f' and {more} more' if more > 0 else ''}."
        )
    return found


def missing(state: TuningState) -> str:
    """What is needed before a training; empty if there is enough."""
    if state.questions >= state.least:
        return ""
    return (
        f"{state.questions} of at least {state.least} questions: with fewer, a difference could "
        "as well be chance. Mark passages with the thumbs on the tab Evidence, or add questions."
    )


def tuning_evidence(state: TuningState, *, key: str) -> None:
    """Draws the facts as a list, and how many questions are still needed as a bar."""
    items = "".join(f"<li dir='auto'>{verbatim.html(fact)}</li>" for fact in facts(state))
    with st.container(key=f"tuning-evidence-{key}"):
        st.html(f"<ul class='quire-list'>{items}</ul>")
        needed = missing(state)
        if needed:
            st.progress(state.questions / state.least)
            st.caption(needed)
