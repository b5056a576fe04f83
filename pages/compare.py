"""The same question through several pipelines, side by side."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from app import evidence_pane, question, session
from app.collection_header import collection_header
from backend.errors import QuestionError
from backend.types import Answer, Collection, Hit, PipelineCard, Query
from backend.workbench import Asking
from components import verbatim, wording
from components.answer import AnswerView, answer
from components.evidence_cards import place
from components.failure import failure
from components.passage_overlap import OverlapView, overlap, passage_overlap, shared
from components.verdict import VerdictView, verdict

TITLE = "Compare"
ICON = "splitscreen_right"
ORDER = 30

TICK = 0.4  # seconds between two looks at what is running
KEY = "compare"


@dataclass
class Comparison:
    """A question at work: pipelines are asked one after the other, so that times compare.

    `chosen` is the id of the passage that is shown.
    """

    query: Query
    waiting: list[str]
    askings: dict[str, Asking] = field(default_factory=dict)
    chosen: str = ""

    @property
    def done(self) -> bool:
        """Whether all have ended."""
        return not self.waiting and all(each.done for each in self.askings.values())

    def advance(self) -> None:
        """Ask the next pipeline once the one before has ended."""
        if self.waiting and all(each.done for each in self.askings.values()):
            name = self.waiting.pop(0)
            self.askings[name] = session.workbench().ask(self.query, name, kept=False)

    def stop(self) -> None:
        """End what runs; nothing more is asked."""
        self.waiting.clear()
        for each in self.askings.values():
            each.stop()


def show_page() -> None:
    """Draws the page."""
    collection = collection_header(KEY, leave=_forget)
    if collection is None:
        return
    _form(collection)
    comparison = st.session_state.get(KEY)
    if comparison is None:
        st.caption(
            "Ask once and see what each pipeline answers, how long it takes, and which passages "
            "only one of them finds."
        )
        return
    st.fragment(_tick, run_every=None if comparison.done else TICK)(comparison)


def _form(collection: Collection) -> None:
    cards = {each.name: each for each in question.pipelines()}
    with st.form("compare-form", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            text = st.text_input(
                "Question",
                key="compare-question",
                placeholder=f"Ask about {verbatim.printable(collection.name)}",
                label_visibility="collapsed",
            )
            sent = st.form_submit_button("Compare", type="primary", icon=":material/compare:")
        names = st.pills(
            "Pipelines",
            list(cards),
            selection_mode="multi",
            default=list(cards),
            format_func=lambda name: verbatim.markdown(cards[name].title),
            key="compare-pipelines",
            label_visibility="collapsed",
        )
    if not sent:
        return
    if not names:
        st.warning("Choose at least one pipeline.")
        return
    _forget()
    started = Comparison(
        Query(str(text), collection.id, session.state().top_k), [n for n in cards if n in names]
    )
    try:
        started.advance()
    except QuestionError as error:
        session.state().fail(error)
        st.rerun()
    st.session_state[KEY] = started


def _forget() -> None:
    before = st.session_state.pop(KEY, None)
    if before is not None:
        before.stop()


@session.guarded
def _tick(comparison: Comparison) -> None:
    running = not comparison.done
    comparison.advance()
    cards = [each for each in question.pipelines() if _takes_part(comparison, each.name)]
    st.header(verbatim.markdown(verbatim.clipped(comparison.query.text, 400)), anchor=False)
    with st.grid(max(1, len(cards)), border=True, min_column_width=270):
        for card in cards:
            with st.container():
                _column(comparison, card)
    if comparison.done:
        _passages(comparison, cards)
        if running:
            st.rerun()


def _takes_part(comparison: Comparison, name: str) -> bool:
    return name in comparison.askings or name in comparison.waiting


def _column(comparison: Comparison, card: PipelineCard) -> None:
    st.subheader(verbatim.markdown(card.title), anchor=False)
    asking = comparison.askings.get(card.name)
    if asking is None:
        st.caption("Waiting for the one before")
        return
    if asking.error is not None:
        failure(asking.error, key=f"compare-{card.name}")
        return
    if asking.answer is None:
        st.caption("Writing the answer" if asking.hits else "Searching")
        st.skeleton(height=90)
        return
    _finished(comparison, asking.answer)


def _finished(comparison: Comparison, shown: Answer) -> None:
    cited = len({each.chunk_id for each in shown.citations})
    with st.container(horizontal=True, vertical_alignment="center"):
        verdict(
            VerdictView(shown.verdict, shown.answered_by, shown.sentences),
            key=f"compare-{shown.pipeline}",
        )
        st.caption(
            f"{wording.duration(shown.usage.seconds)} · {cited} of "
            f"{wording.count(len(shown.hits), 'passage')} cited",
            width="content",
        )
    if shown.short and not shown.text.lstrip("* ").startswith(shown.short):
        st.html(f"<p class='quire-short' dir='auto'>{verbatim.html(shown.short)}</p>")
    ids = [hit.chunk.id for hit in shown.hits]
    answer(
        AnswerView(
            shown.text,
            shown.sentences,
            evidence_pane.source_names(shown.hits),
            ids.index(comparison.chosen) + 1 if comparison.chosen in ids else 0,
            dark=session.is_dark(),
            lead=shown.short,
        ),
        key=f"compare-answer-{shown.id}",
        on_citation=lambda number: _choose(comparison, ids[number - 1]),
    )


def _choose(comparison: Comparison, chunk_id: str) -> None:
    comparison.chosen = chunk_id


def _passages(comparison: Comparison, cards: list[PipelineCard]) -> None:
    rankings = {
        card.title: asking.hits
        for card in cards
        if (asking := comparison.askings.get(card.name)) is not None and asking.hits
    }
    if not rankings:
        return
    st.subheader("Which passages did each pipeline use?", anchor=False)
    st.caption(f"{shared(rankings)} A rank is the number that the answer cites it by.")
    left, right = st.columns([0.58, 0.42], gap="medium")
    with left:
        chosen = passage_overlap(OverlapView(rankings), key="compare-overlap")
    if chosen is not None and st.session_state.get("compare-row") != chosen:
        comparison.chosen = st.session_state["compare-row"] = chosen
    row = next((r for r in overlap(rankings) if r.chunk.id == comparison.chosen), None)
    with right:
        if row is None:
            st.caption("Tick a passage, or click a citation, to read it here.")
            return
        hit = next(h for hits in rankings.values() for h in hits if h.chunk.id == row.chunk.id)
        _passage(comparison, hit, [f"{title} ({rank})" for title, rank in row.ranks.items()])


def _passage(comparison: Comparison, hit: Hit, used_by: list[str]) -> None:
    spans = session.workbench().highlights(comparison.query.text, hit.chunk.text)
    with st.container(border=True, key="compare-passage"):
        st.html(
            f"<div class='quire-title'><b dir='auto'>{verbatim.html(hit.chunk.title)}</b>"
            f"<span dir='auto'>{verbatim.html(place(hit.chunk))}</span></div>"
            f"<div class='quire-passage' dir='auto'>"
            f"{verbatim.marked(hit.chunk.text, (), spans)}</div>"
        )
        st.caption(f"Used by {verbatim.markdown(', '.join(used_by))}")


show_page()
