"""Questions that were seen to be answered: as cards to begin with, or as pills below an answer."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from backend.types import CheckedQuestion, Choice, QuestionKind, Quotation, Verdict
from components import verbatim

LONGEST_LABEL = 80
"""Characters of a choice that are shown; the whole question stands in its tip."""
LONGEST_ANSWER = 48
"""Characters of what a choice comes to that are shown."""

KINDS: dict[QuestionKind, str] = {
    "number": "A number",
    "reason": "A reason",
    "who": "A person",
    "what": "What something is",
    "when": "A date",
    "part": "An overview",
    "total": "A total",
    "largest": "The largest",
    "entry": "An entry",
    "count": "How many",
}


def question_cards(data: Sequence[CheckedQuestion], *, key: str) -> str | None:
    """Draws a card a question with what it asks for; returns the question that was clicked."""
    chosen = None
    if not data:
        return None
    st.caption("Try one of these")
    with st.grid(3, min_column_width=220):
        for number, question in enumerate(data):
            with st.container(key=f"lead-{key}-{number}"):
                label = f"**{KINDS[question.kind]}**  \n{verbatim.markdown(question.text)}"
                if st.button(label, key=f"{key}-{number}", width="stretch", wrap=True):
                    chosen = question.text
    return chosen


def question_pills(data: Sequence[CheckedQuestion], *, key: str) -> str | None:
    """Draws a pill a question; returns the question that was clicked."""
    chosen = None
    if not data:
        return None
    with st.container(horizontal=True, gap="small", key=f"pill-{key}"):
        for number, question in enumerate(data):
            if st.button(verbatim.markdown(question.text), key=f"{key}-{number}", type="tertiary"):
                chosen = question.text
    return chosen


def choice_pills(data: Sequence[Choice], *, key: str, besides: bool = False) -> str | None:
    """Draws a pill a reading of a question that has several, with what it comes to where that is
    known; returns the whole question that was clicked.

    Args:
        besides: whether they are readings besides one that is answered above.
    """
    chosen = None
    if not data:
        return None
    asked = "Which do you mean?" if len(data) > 1 else "Do you mean this?"
    st.caption("If you mean something else:" if besides else asked)
    with st.container(horizontal=True, gap="small", key=f"pill-{key}"):
        for number, choice in enumerate(data):
            label = verbatim.markdown(verbatim.clipped(choice.label, LONGEST_LABEL))
            if choice.answer:
                answer = verbatim.markdown(verbatim.clipped(choice.answer, LONGEST_ANSWER))
                label = f"**{answer}** · {label}"
            if st.button(label, key=f"{key}-{number}", help=verbatim.markdown(choice.question)):
                chosen = choice.question
    return chosen


def example() -> tuple[CheckedQuestion, ...]:
    """An invented question."""
    source = Quotation("Revenue: 12", "d", "Report", "c", 0, 0, 11)
    return (CheckedQuestion("What was revenue in 2023?", "number", "12", Verdict.DIRECT, source),)
