"""Why a passage stands where it stands, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from backend.types import Hit, enumeration
from components import retriever_words, verbatim, wording

MOST_NAMED = 3
WORTH_NAMING = 0.1
"""Contributions smaller than this share of the largest are not named."""
BASIC = ("dense", "lexical")
"""What a plain search has; a passage that stands low on both was brought up by something else."""
FAR_DOWN = 5


@dataclass(frozen=True, slots=True)
class ReasonView:
    """A passage with the number or word that stands for it, and the relevance that counts as 100
    points, 0 for its own."""

    hit: Hit
    name: str
    whole: float = 0.0


def reason(hit: Hit, whole: float = 0.0) -> str:
    """`Carried by links (+62) and meaning (+13); held back by title (−9).`

    Args:
        whole: the relevance that counts as 100 points; without it the passage's own.
    """
    shares = {signal.retriever: signal.contribution for signal in hit.signals}
    whole = abs(whole or hit.score) or sum(map(abs, shares.values()))
    largest = max((abs(value) for value in shares.values()), default=0.0)
    if largest <= 0:
        return "No retriever says anything for or against it."
    ordered = sorted(shares.items(), key=lambda each: (-abs(each[1]), each[0]))
    named = [each for each in ordered if abs(each[1]) >= WORTH_NAMING * largest]
    carried = [each for each in named if each[1] > 0][:MOST_NAMED]
    against = [each for each in named if each[1] < 0][:MOST_NAMED]
    parts = [
        f"carried by {_joined(carried, whole)}" if carried else "",
        f"held back by {_joined(against, whole)}" if against else "",
    ]
    said = "; ".join(part for part in parts if part)
    return f"{said[:1].upper()}{said[1:]}.{_brought_up(hit)}"


def _joined(shares: list[tuple[str, float]], whole: float) -> str:
    return enumeration(
        [
            f"{retriever_words.words(name)} ({'+' if value > 0 else ''}"
            f"{wording.points(value, whole)})"
            for name, value in shares
        ]
    )


def _brought_up(hit: Hit) -> str:
    """Where meaning and words alone would have left it far down."""
    ranks = {signal.retriever: signal.rank for signal in hit.signals}
    if not set(BASIC) <= set(ranks) or len(ranks) <= len(BASIC):
        return ""
    known = [rank for name in BASIC if (rank := ranks[name]) is not None]
    if known and min(known) <= FAR_DOWN:
        return ""
    places = [
        f"{retriever_words.words(name)} alone puts it at {rank}" if (rank := ranks[name])
        else f"{retriever_words.words(name)} alone does not find it"
        for name in BASIC
    ]  # fmt: skip
    joined = " and ".join(places)
    return f" {joined[:1].upper()}{joined[1:]}."


def score_reason(data: ReasonView, *, key: str) -> None:
    """Draws the sentence with the passage's number before it."""
    with st.container(key=f"score-reason-{key}"):
        st.html(
            f"<p class='quire-why'><span class='quire-number'>{verbatim.html(data.name)}</span> "
            f"{verbatim.html(reason(data.hit, data.whole))}</p>"
        )
