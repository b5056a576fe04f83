"""Why a passage that somebody expected is not among those of an answer."""

from __future__ import annotations

import streamlit as st

from app import session, why_not_dialog
from backend.types import Answer, Chunk, Query
from components import verbatim
from components.evidence_cards import place

MOST = 6
"""Passages that are offered."""
FINDING = "naive"
"""The pipeline that looks for them, which is quick and knows words as well as meaning."""
LONGEST = 90


def show(answer: Answer) -> None:
    """Draws a field for words of the passage, and those that hold them and are not shown."""
    words = st.text_input(
        "Why is another passage not here?",
        key=f"why-not-{answer.id}",
        placeholder="Words of a passage that you expected",
        icon=":material/search:",
    )
    if not (words or "").strip():
        return
    with session.reported():
        found = _others(answer, words or "")
        if not found:
            st.caption("No other passage is found by these words.")
        for number, chunk in enumerate(found):
            label = " · ".join(part for part in (chunk.title, place(chunk)) if part)
            text = verbatim.clipped(" ".join(chunk.text.split()), LONGEST)
            if st.button(
                f"**{verbatim.markdown(label)}** {verbatim.markdown(text)}",
                type="tertiary",
                key=f"why-not-{answer.id}-{number}",
            ):
                query = session.workbench().questions.query_of(answer.id)
                asked = verbatim.markdown(answer.question)
                why_not_dialog.show(query, answer.pipeline, chunk.id, asked=asked, key="answer")


def _others(answer: Answer, words: str) -> list[Chunk]:
    shown = {hit.chunk.id for hit in answer.hits}
    query = Query(words.strip(), answer.collection_id, top_k=MOST + len(shown))
    hits = session.workbench().questions.search(query, FINDING).hits
    return [hit.chunk for hit in hits if hit.chunk.id not in shown][:MOST]
