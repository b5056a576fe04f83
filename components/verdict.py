"""How sure an answer is, as one plain word, and behind “Why” what that rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import LOCAL_READER, Sentence, Verdict
from components.support import support_text

_COLORS: dict[Verdict, Literal["blue", "yellow", "gray"]] = {
    Verdict.CALCULATED: "blue",
    Verdict.DIRECT: "blue",
    Verdict.LIKELY: "yellow",
    Verdict.CLOSEST: "gray",
    Verdict.NOT_FOUND: "gray",
}
_ANSWERED = frozenset([Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY])
_READ = {
    Verdict.CALCULATED: "Computed from the cells below, with no language model. Question and table "
    "fit in row, column, period and unit; where one of them was open, nothing would be computed.",
    Verdict.DIRECT: "The local reader is sure that its first line answers: on questions that it "
    "was not trained on, that is right about nine times in ten.",
    Verdict.LIKELY: "The local reader thinks that its first lines answer: on questions that it was "
    "not trained on, that is right about seven times in ten.",
    Verdict.CLOSEST: "These passages come nearest to the question. Whether they answer it is open.",
    Verdict.NOT_FOUND: "The best passages do not seem to hold the answer. It may still stand "
    "elsewhere in the documents, in other words.",
}
_WRITTEN = {
    True: "The language model gave an answer. It is called likely, never direct: how sure it is "
    "cannot be told from its words, and the check of its sentences misses more than half of the "
    "contradictions that are put in other words. Look at what it cites.",
    False: "The language model found no answer in the passages that it was given.",
}


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A verdict, who answered, and the answer's checked sentences."""

    verdict: Verdict
    answered_by: str = LOCAL_READER
    sentences: Sequence[Sentence] = ()


def why_text(data: VerdictView) -> str:
    """What the verdict rests on, in words."""
    if data.answered_by == LOCAL_READER:
        return _READ[data.verdict]
    return _WRITTEN[data.verdict in _ANSWERED]


def verdict(data: VerdictView, *, key: str) -> None:
    """The word as a badge, and a button that tells why."""
    st.badge(data.verdict.words, color=_COLORS[data.verdict])
    with st.popover("Why", type="tertiary", key=f"why-{key}"):
        st.markdown(why_text(data))
        if data.verdict in _ANSWERED:
            supported = support_text(data.sentences)
            if supported:
                st.caption(
                    f"{supported}: each is compared with the passages it cites; its terms, names "
                    "and numbers must stand there."
                )
