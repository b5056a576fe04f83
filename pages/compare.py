"""The same question through several pipelines, side by side."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from app import session, submission
from app.collection_header import collection_header
from app.comparing import PIPELINES, QUESTION, WANTED
from backend.errors import QuestionError
from backend.types import (
    FIRST_CHOICE,
    Answer,
    Collection,
    Contender,
    Hit,
    PipelineCard,
    Query,
    WouldCostReport,
)
from backend.workbench import RunningQuestion
from components import verbatim, wording
from components.answer_comparison import as_markdown
from components.compared_answers import (
    ComparedView,
    answer_head,
    compared_answer,
    compared_costs,
    compared_passages,
    compared_words,
)
from components.evidence_cards import place
from components.failure import failure
from components.leading_questions import question_cards
from components.missed_evidence import missed_evidence
from components.small_table import small_table
from components.verdict import VerdictView, verdict
from components.would_cost_table import WouldCostView, would_cost_table

TITLE = "Compare"
ICON = "splitscreen_right"
ORDER = 30

TICK = 0.4  # seconds between two looks at what is running
KEY = "compare"
LEAD = "compare-with"  # key of a question that was chosen to begin with


@dataclass
class Comparison:
    """A question at work: pipelines are asked one after the other, so that times compare.

    `chosen` is the id of the passage that is shown.
    """

    query: Query
    waiting: list[str]
    askings: dict[str, RunningQuestion] = field(default_factory=dict)
    chosen: str = ""
    would_cost: WouldCostReport | None = None

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
    wanted = st.session_state.pop(WANTED, "")
    cards = {each.name: each for each in submission.pipelines()}
    if PIPELINES not in st.session_state:
        st.session_state[PIPELINES] = _first_choice(cards, wanted)
    lead = st.session_state.pop(LEAD, "")
    if lead:
        st.session_state[QUESTION] = lead
    sent = _form(collection, cards) or bool(lead)
    if sent or wanted:
        _start(collection, cards)
    comparison = st.session_state.get(KEY)
    if comparison is None:
        st.caption(
            "Ask once and see what each pipeline answers, how long it takes, and which passages "
            "only one of them finds."
        )
        _leading(collection)
        return
    st.fragment(_tick, run_every=None if comparison.done else TICK)(comparison)


def _leading(collection: Collection) -> None:
    """Questions to begin with."""
    chosen = question_cards(
        session.workbench().leading_questions(collection.id), key="compare-lead"
    )
    if chosen is not None:
        st.session_state[LEAD] = chosen
        st.rerun()


def _first_choice(cards: dict[str, PipelineCard], wanted: str) -> list[str]:
    """The quick pipeline and the best one, or the one whose answer is to be compared."""
    best = FIRST_CHOICE
    pair = [each for each in dict.fromkeys(("naive", wanted, best)) if each in cards][:2]
    return pair if len(pair) == 2 else list(cards)


def _form(collection: Collection, cards: dict[str, PipelineCard]) -> bool:
    with (
        st.form("compare-form", border=False),
        st.container(horizontal=True, vertical_alignment="bottom", key="compare-row"),
    ):
        st.text_input(
            "Question",
            key=QUESTION,
            placeholder=f"Ask about {verbatim.printable(collection.name)}",
            label_visibility="collapsed",
        )
        st.pills(
            "Pipelines",
            list(cards),
            selection_mode="multi",
            format_func=lambda name: verbatim.markdown(cards[name].title),
            key=PIPELINES,
            label_visibility="collapsed",
            width="content",
        )
        return st.form_submit_button("Compare", type="primary", icon=":material/splitscreen_right:")


def _start(collection: Collection, cards: dict[str, PipelineCard]) -> None:
    names = st.session_state.get(PIPELINES) or []
    if not names:
        st.warning("Choose at least one pipeline.")
        return
    _forget()
    text = str(st.session_state.get(QUESTION, ""))
    started = Comparison(
        Query(text, collection.id, session.state().top_k), [n for n in cards if n in names]
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
    cards = [each for each in submission.pipelines() if _takes_part(comparison, each.name)]
    answers = _answers(comparison, cards)
    tables = {title: session.workbench().tables_quoted(answer) for title, answer in answers.items()}
    view = ComparedView(answers, comparison.chosen, tables)
    if comparison.done:
        with st.container(horizontal=True, vertical_alignment="center"):
            compared_words(view, key=KEY)
            _export(comparison, answers)
    with st.grid(max(1, len(cards)), border=True, min_column_width=270):
        for card in cards:
            with st.container(gap="small"):
                _column(comparison, card, view)
    if comparison.done:
        if answers:
            _evidence(comparison, view)
        if running:
            st.rerun()


def _takes_part(comparison: Comparison, name: str) -> bool:
    return name in comparison.askings or name in comparison.waiting


def _answers(comparison: Comparison, cards: list[PipelineCard]) -> dict[str, Answer]:
    """What was answered so far, by the pipelines' titles."""
    return {
        card.title: asking.answer
        for card in cards
        if (asking := comparison.askings.get(card.name)) is not None and asking.answer is not None
    }


def _export(comparison: Comparison, answers: dict[str, Answer]) -> None:
    if not answers:
        return
    text = comparison.query.text
    st.download_button(
        "Export",
        lambda: as_markdown(text, answers),
        file_name="comparison.md",
        mime="text/markdown",
        icon=":material/ios_share:",
        type="tertiary",
        on_click="ignore",
        key="compare-export",
    )


def _column(comparison: Comparison, card: PipelineCard, view: ComparedView) -> None:
    asking = comparison.askings.get(card.name)
    if card.title in view.answers:
        shown = view.answers[card.title]
        with st.container(horizontal=True, vertical_alignment="center"):
            answer_head(view, card.title)
            verdict(
                VerdictView(shown.verdict, shown.answered_by, shown.sentences),
                key=f"compare-{shown.pipeline}",
            )
            st.caption(wording.duration(shown.usage.seconds), width="content")
        compared_answer(view, card.title, key=f"compare-{card.name}")
        return
    st.subheader(verbatim.markdown(card.title), anchor=False)
    if asking is None:
        st.caption("Waiting for the one before")
    elif asking.error is not None:
        failure(asking.error, key=f"compare-{card.name}")
    else:
        st.caption("Writing the answer" if asking.hits else "Searching")
        st.skeleton(height=90)


def _evidence(comparison: Comparison, view: ComparedView) -> None:
    left, right = st.columns([0.64, 0.36], gap="medium")
    with left, st.container(border=True, gap="small"):
        chosen = compared_passages(view, key="compare-passage")
    if chosen is not None and chosen != comparison.chosen:
        comparison.chosen = chosen
        st.rerun()
    with right:
        hit = next(
            (
                hit
                for each in view.answers.values()
                for hit in each.hits
                if hit.chunk.id == comparison.chosen
            ),
            None,
        )
        if hit is not None:
            _passage(comparison, hit)
            _not_shown(comparison, hit)
        with st.container(border=True, gap="small"):
            compared_costs(view, key=KEY)
            _would_cost(comparison)


def _would_cost(comparison: Comparison) -> None:
    """What a language model would cost for this question, counted without sending anything."""
    if comparison.would_cost is None:
        if not st.button(
            "What would a language model cost?",
            icon=":material/calculate:",
            type="tertiary",
            key="compare-would-cost",
            help="Makes the prompts and counts them; nothing is sent, no key is needed",
        ):
            return
        with session.reported(), st.spinner("Counting prompts"):
            comparison.would_cost = session.workbench().would_cost(
                comparison.query, [Contender(each) for each in comparison.askings]
            )
    if comparison.would_cost is not None:
        titles = {each.name: each.title for each in submission.pipelines()}
        would_cost_table(WouldCostView(comparison.would_cost, titles), key="compare-cost")


def _not_shown(comparison: Comparison, hit: Hit) -> None:
    """For each pipeline that does not show the passage, a way to see why."""
    cards = {each.name: each.title for each in submission.pipelines()}
    without = [
        name
        for name, asking in comparison.askings.items()
        if asking.answer is not None
        and all(each.chunk.id != hit.chunk.id for each in asking.answer.hits)
    ]
    if not without:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("Why not shown by", width="content")
        for name in without:
            title = verbatim.markdown(cards.get(name, name))
            if st.button(f"{title}?", type="tertiary", key=f"why-not-{name}"):
                _why(comparison.query, name, title, hit.chunk.id)


@st.dialog("Why was this not shown?", width="large")
def _why(query: Query, pipeline: str, title: str, chunk_id: str) -> None:
    st.markdown(f"**{title}**: {verbatim.markdown(query.text)}")
    with session.reported():
        missed_evidence(session.workbench().why_not_shown(query, pipeline, chunk_id), key="compare")


def _passage(comparison: Comparison, hit: Hit) -> None:
    workbench = session.workbench()
    table = workbench.quoted_tables(comparison.query.text, [hit]).get(1)
    with st.container(border=True, key="compare-passage"):
        st.html(
            f"<div class='quire-title'><b dir='auto'>{verbatim.html(hit.chunk.title)}</b>"
            f"<span dir='auto'>{verbatim.html(place(hit.chunk))}</span></div>"
        )
        if table is not None:
            small_table(table, key="compare-rows")
            return
        spans = workbench.highlights(comparison.query.text, hit.chunk.text)
        st.html(
            f"<div class='quire-passage' dir='auto'>"
            f"{verbatim.marked(hit.chunk.text, (), spans)}</div>"
        )


show_page()
