"""Why a pipeline did not show a passage: where it fell out, and what each retriever made of it."""

from __future__ import annotations

import streamlit as st

from backend.types import Chunk, Pathway, PathwayStep, RetrieverReading, WhyNot
from components import retriever_words, verbatim
from components.evidence_cards import place

LONGEST = 420


def missed_evidence(data: WhyNot, *, key: str) -> None:
    """Draws the passage, the cause in a sentence, what would have shown it, and the readings."""
    with st.container(border=True, key=f"missed-{key}"):
        st.html(
            f"<div class='quire-title'><b dir='auto'>{verbatim.html(data.passage.title)}</b>"
            f"<span dir='auto'>{verbatim.html(place(data.passage))}</span></div>"
            f"<div class='quire-passage' dir='auto'>"
            f"{verbatim.html(verbatim.clipped(data.passage.text, LONGEST))}</div>"
            f"<p class='quire-verdict'>{verbatim.html(data.cause)}</p>"
        )
        if data.changes:
            items = "".join(f"<li>{verbatim.html(change)}</li>" for change in data.changes)
            st.html(f"<p>It would have been shown by:</p><ul class='quire-list'>{items}</ul>")
        if data.pathway is not None:
            st.html(_pathway(data.pathway))
        rows = "".join(map(_row, data.readings))
        st.html(
            "<div class='quire-heat-box'><table class='quire-heat quire-compared'>"
            f"<caption>Ranks are among the first {data.depth} of each; worth is what a reading "
            "added to the ranking, beside what the last passage shown got.</caption><thead><tr>"
            "<th scope='col'>Retriever</th><th scope='col'>Rank</th><th scope='col'>Score</th>"
            "<th scope='col'>Worth</th><th scope='col'>Last shown</th></tr></thead>"
            f"<tbody>{rows}</tbody></table></div>"
        )


KINDS = {
    "next": "next to each other in the text",
    "likeness": "alike",
    "names": "share names",
    "keywords": "share keywords",
}


def _pathway(way: Pathway) -> str:
    """The way from what is shown to the passage, edge by edge."""
    if not way.steps:
        return f"<p>No way of up to {way.limit} links leads to it from the passages shown.</p>"
    count = len(way.steps)
    items = "".join(
        f"<li>{verbatim.html(KINDS[step.kind])} <small>({verbatim.html(step.carried_by)})</small>"
        + (
            f": <span dir='auto'>{verbatim.html(verbatim.clipped(step.title, 60))}</span>"
            if step.title
            else ""
        )
        + "</li>"
        for step in way.steps
    )
    links = "one link leads" if count == 1 else f"{count} links lead"
    return (
        f"<p>From the passage in place {way.from_rank} {links} to it:</p>"
        f"<ol class='quire-list'>{items}</ol>"
    )


def _row(each: RetrieverReading) -> str:
    return (
        f"<tr><th scope='row'>{verbatim.html(retriever_words.label(each.retriever))}</th>"
        f"<td>{'–' if each.rank is None else each.rank}</td><td>{_number(each.score)}</td>"
        f"<td>{_number(each.contribution)}</td><td>{_number(each.of_last)}</td></tr>"
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


def example() -> WhyNot:
    """An invented passage that came sixth."""
    chunk = Chunk("c", "d", "", 0, "The pilot sleeps.", 0, 17, (0,), "prose", "Harbour")
    reading = RetrieverReading("dense", 6, 200, 0.41, 0.2, 0.3)
    way = Pathway((PathwayStep("names", "a", "c", "pilot", "Harbour"),), 2, 6)
    changes = ("Showing 6 passages.",)
    cause = "Below the cut."
    return WhyNot(chunk, "naive", 5, 6, 200, (reading,), cause, changes, "below the cut", way)
