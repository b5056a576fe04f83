"""Facts of a node of the graph: what sentences and tables state, each with its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import Quotation, StatedFact, StatedFacts
from components import verbatim, wording

FIRST = 4
"""Facts of sentences, and of cells, that are shown until more are asked for."""
_LONGEST = 220
_LONGEST_TITLE = 34


@dataclass(frozen=True, slots=True)
class NodeFactsView:
    """The facts of a node with its id. `label` is what the node is called."""

    node_id: str
    label: str
    facts: StatedFacts


def node_facts(data: NodeFactsView, *, key: str) -> StatedFact | None:
    """Draws the facts; returns the one that was clicked."""
    facts = data.facts
    if facts.being_read:
        st.caption("Sentences are still being read for facts.")
    chosen = None
    for name, told, in_all in (
        ("What sentences state", facts.sentences, facts.sentences_in_all),
        ("What tables state", facts.cells, facts.cells_in_all),
    ):
        if told:
            own = f"{key}-{'cell' if told[0].of_cell else 'sentence'}"
            chosen = _group(name, told, in_all, data, key=own) or chosen
    return chosen


def _group(
    name: str, told: Sequence[StatedFact], in_all: int, data: NodeFactsView, *, key: str
) -> StatedFact | None:
    more = f"{key}-more-of"  # holds the node whose facts are all shown
    shown = told if st.session_state.get(more) == data.node_id else told[:FIRST]
    st.html(f"<p class='quire-group'>{name}{shown_of(len(shown), in_all)}</p>")
    chosen = None
    for number, each in enumerate(shown):
        st.html(f"<p class='quire-said' dir='auto'>{fact_html(each, data.label)}</p>")
        with st.container(key=f"pill-{key}-{number}"):
            where = verbatim.markdown(place_of(each.said))
            if st.button(where, key=f"{key}-{number}", type="tertiary"):
                chosen = each
    if len(shown) < len(told):
        st.button(
            f"Show {len(told) - len(shown)} more",
            icon=":material/expand_more:",
            key=f"{key}-more",
            type="tertiary",
            on_click=st.session_state.__setitem__,
            args=(more, data.node_id),
        )
    return chosen


def fact_html(fact: StatedFact, known: str = "") -> str:
    """A fact as safe HTML: its subject stands out, the title of a cell's table stands before it.

    Args:
        known: words that need not be said again, as the title of a section that is the table's.
    """
    title = "" if fact.under in known else f"{verbatim.clipped(fact.under, _LONGEST_TITLE)}: "
    rest = " ".join(filter(None, (fact.relation, fact.object)))
    if fact.of_cell and fact.relation:
        rest = f"{fact.relation}: {fact.object}"
    subject = verbatim.clipped(fact.subject, _LONGEST)
    left = max(0, _LONGEST - len(subject))
    told = f" {verbatim.html(verbatim.clipped(rest, left))}" if left and rest else ""
    return f"{verbatim.html(title)}<b>{verbatim.html(subject)}</b>{told}"


def shown_of(shown: int, in_all: int) -> str:
    """How many of how many, where some are not shown."""
    return f" · {shown:,} of {in_all:,}" if in_all > shown else ""


def place_of(said: Quotation) -> str:
    """The document and, if it has pages, the page."""
    title = verbatim.clipped(said.title or "Untitled", _LONGEST_TITLE)
    return f"{title} · {wording.pages((said.page,))}" if said.page >= 0 else title


def example() -> NodeFactsView:
    """An invented fact of a sentence, and one of a cell."""
    words = "Ada Hill keeps the mill."
    sentence = Quotation(words, "d", "Report", "c", 0, 0, len(words))
    cell = Quotation("1,250", "d", "Report", "c", 1, 40, 45)
    stated_fact = StatedFact("Ada Hill", "keeps", "the mill", sentence)
    counted = StatedFact("Barley", "2023", "1,250 (USD)", cell, of_cell=True, under="Sales")
    return NodeFactsView("n", "Ada Hill", StatedFacts((stated_fact,), (counted,), 1, 1))
