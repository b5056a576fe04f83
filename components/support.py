"""Whether the answer's sentences are borne out by what they cite, and what is missing if not."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from backend.types import Sentence
from components import verbatim, wording


def support_text(sentences: Sequence[Sentence]) -> str:
    """`4 of 4 sentences supported`; empty where nothing is claimed."""
    claims = [sentence for sentence in sentences if sentence.supported is not None]
    if not claims:
        return ""
    supported = sum(bool(claim.supported) for claim in claims)
    return f"{supported} of {wording.count(len(claims), 'sentence')} supported"


def support_problems(data: Sequence[Sentence], *, key: str) -> None:
    """One line per sentence that is not supported, with what is missing."""
    doubtful = [sentence for sentence in data if sentence.supported is False]
    if not doubtful:
        return
    items = "".join(
        f"<li><q dir='auto'>{verbatim.html(verbatim.clipped(sentence.text, 90))}</q> "
        f"{verbatim.html(sentence.problem or 'The cited passages do not say this.')}</li>"
        for sentence in doubtful
    )
    with st.container(key=f"problems-{key}"):
        st.html(f"<div class='quire-problems'><b>Not supported</b><ul>{items}</ul></div>")


def example() -> tuple[Sentence, ...]:
    """One supported and one unsupported sentence, invented."""
    return (
        Sentence("Revenue grew.", 0, 13, (1,), True),
        Sentence("Costs fell by half.", 14, 33, (1,), False, "“half” is not in the passage."),
    )
