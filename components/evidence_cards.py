"""The passages that the answer was written from, as numbered cards; one of them is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import streamlit as st

from backend.types import Chunk, Hit, QuotedTable, Signal, enumeration
from components import retriever_words, verbatim, wording
from components.marks import marks
from components.small_table import small_table

MOST_FINDERS = 3
"""Retrievers named on a card at most; the tab Scores names all."""


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """Hits in their order; the card `selected` (from 1) is open.

    `spans` and `terms` are offsets in the open passage's text: what the answer cites, and the
    question's words. `mark` is the visitor's judgement of it; `can_show_page` offers the page.
    `shares` are, by number, what each retriever gave: per cent and colour.
    """

    hits: Sequence[Hit]
    selected: int
    spans: Sequence[tuple[int, int]] = ()
    terms: Sequence[tuple[int, int]] = ()
    cited: frozenset[int] = frozenset()
    mark: int = 0
    can_mark: bool = True
    can_show_page: bool = True
    shares: Mapping[int, Sequence[tuple[float, str]]] = field(default_factory=dict)
    table: QuotedTable | None = None
    """The rows that the open passage stands for, drawn in place of its text."""
    near: bool = False
    """Whether nothing here answers: the cells of a row that come nearest are not marked."""


@dataclass(frozen=True, slots=True)
class EvidenceEvent:
    """A card was chosen, its page asked for, or the open passage marked with `value`."""

    kind: Literal["select", "page", "mark"]
    number: int
    value: int = 0


def place(chunk: Chunk) -> str:
    """Page and section of a passage: `p. 3 · Guidance and outlook`."""
    section = wording.section(chunk)
    return " · ".join(part for part in (wording.pages(chunk.pages), section) if part)


def found_by(signals: Sequence[Signal]) -> str:
    """What found the passage, and how high it stands there: `meaning (2nd), words (1st)`.

    Of many, the three that ranked it best.
    """
    ranked = [(signal.rank, signal.retriever) for signal in signals if signal.rank is not None]
    if len(ranked) > MOST_FINDERS:
        ranked = sorted(ranked, key=lambda each: each[0])[:MOST_FINDERS]
    return enumeration(
        [f"{retriever_words.words(name)} ({wording.place(rank)})" for rank, name in ranked]
    )


def evidence_cards(
    data: EvidenceView, *, key: str, on_event: Callable[[EvidenceEvent], None] | None = None
) -> EvidenceEvent | None:
    """Draws the cards.

    Args:
        data: what to show.
        key: prefix of the widgets' keys.
        on_event: called before the run that a click causes.
    """
    heard: list[EvidenceEvent] = []

    def tell(event: EvidenceEvent) -> None:
        heard.append(event)
        if on_event is not None:
            on_event(event)

    largest = max((abs(hit.score) for hit in data.hits), default=0.0)
    for number, hit in enumerate(data.hits, start=1):
        is_open = number == data.selected
        state = "open" if is_open else "closed"
        with st.container(border=True, key=f"card-{key}-{number}-{state}"):
            _head(data, number, hit, key, tell)
            st.html(_shares(data.shares.get(number, ()), hit.score / (largest or 1.0)))
            if is_open:
                _open_passage(data, number, hit, key, tell)
            else:
                preview = verbatim.html(verbatim.clipped(hit.chunk.text, 150))
                st.html(f"<p class='quire-preview' dir='auto'>{preview}</p>")
    return heard[-1] if heard else None


def _shares(shares: Sequence[tuple[float, str]], part: float) -> str:
    """A bar as long as the passage is relevant beside the most relevant one, cut into shares.

    Args:
        part: the passage's relevance as a part of the largest; below 0 the bar has no length.
    """
    bars = "".join(f"<i style='width:{share}%;background:{color}'></i>" for share, color in shares)
    length = round(100 * min(max(part, 0.0), 1.0))
    return (
        f"<div class='quire-shares' role='img' aria-label='Relevance {length} of 100' "
        f"title='Relevance beside the most relevant passage; colours: what it was found by'>"
        f"<span style='width:{length}%'>{bars}</span></div>"
    )


def _head(
    data: EvidenceView,
    number: int,
    hit: Hit,
    key: str,
    tell: Callable[[EvidenceEvent], None],
) -> None:
    is_open = number == data.selected
    title = hit.chunk.title or "Untitled"
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        st.button(
            str(number),
            key=f"{key}-select-{number}",
            type="primary" if is_open else "secondary",
            help=None if is_open else f"Show passage {number}",
            on_click=tell,
            args=(EvidenceEvent("select", number),),
        )
        st.html(
            f"<div class='quire-title'><b dir='auto'>{verbatim.html(title)}</b>"
            f"<span dir='auto'>{verbatim.html(place(hit.chunk))}</span></div>"
        )
        cited = "" if number in data.cited or not data.cited else "<i>not cited</i> "
        st.html(
            f"<div class='quire-relevance' title='Place by relevance'>{cited}"
            f"<b>{wording.place(number)}</b></div>",
            width="content",
        )
        if is_open and data.can_show_page:
            st.button(
                "Page",
                key=f"{key}-page-{number}",
                type="tertiary",
                icon=":material/description:",
                on_click=tell,
                args=(EvidenceEvent("page", number),),
            )


def _open_passage(
    data: EvidenceView, number: int, hit: Hit, key: str, tell: Callable[[EvidenceEvent], None]
) -> None:
    if data.table is not None:
        marked = number in data.cited and not data.near
        small_table(data.table, marked=marked, key=f"{key}-rows")
    else:
        text = verbatim.marked(hit.chunk.text, data.spans, data.terms)
        st.html(f"<div class='quire-passage' dir='auto'>{text}</div>")
    with st.container(horizontal=True, vertical_alignment="center"):
        found = found_by(hit.signals)
        st.caption(f"Found by {verbatim.markdown(found)}" if found else "Found by its neighbours")
        if data.can_mark:
            value = marks(data.mark, key=f"{key}-mark-{hit.chunk.id}")
            if value is not None:
                tell(EvidenceEvent("mark", number, value))
