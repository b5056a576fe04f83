"""The same question through several pipelines, side by side."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import streamlit as st

from app import session, submission, why_not_dialog
from app.collection_header import collection_header
from app.compared_settings import contender_title, settings_form
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
from components.answer_comparison import surest
from components.compared_answers import (
    ComparedView,
    answer_head,
    compared_answer,
    compared_costs,
    compared_passages,
    compared_words,
)
from components.comparison_files import FORMS, comparison_text
from components.evidence_cards import place
from components.failure import failure
from components.leading_questions import question_cards
from components.small_table import small_table
from components.verdict import VerdictView, verdict
from components.would_cost_table import WouldCostView, would_cost_table

TITLE = "Compare"
ICON = "splitscreen_right"
ORDER = 30

TICK = 0.4  # seconds between two looks at what is running
KEY = "compare"
# Answers in narrower columns have their names in a line alone: else each breaks elsewhere.
MOST_WITH_HEADS_IN_LINE = 2
WAY_KEY = "compare-way"
BY_PIPELINE, BY_SETTING = "Pipelines", "Settings of one"
SUREST = (
    "Its verdict claims more than another one's. That is what the answer says of itself; whether "
    "it is right nobody has judged."
)
LEAD = "compare-with"  # key of a question that was chosen to begin with


@dataclass
class RunningComparison:
    """A question at work: pipelines, or settings of one, are asked one after the other, so that
    times compare.

    `chosen` is the id of the passage that is shown.
    """

    query: Query
    waiting: list[Contender]
    asked: dict[str, Contender] = field(default_factory=dict)
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
            contender = self.waiting.pop(0)
            self.asked[contender.name] = contender
            self.askings[contender.name] = session.workbench().questions.ask(
                self.query_of(contender), contender.pipeline, kept=False
            )

    def query_of(self, contender: Contender) -> Query:
        """The question with a contender's own settings."""
        if not contender.options:
            return self.query
        options = session.workbench().questions.options_of(contender.pipeline, contender.options)
        return replace(self.query, options=options)

    @property
    def contenders(self) -> list[Contender]:
        """Those that were asked, and those that wait."""
        return [*self.asked.values(), *self.waiting]

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
    cards = {pipeline.name: pipeline for pipeline in submission.pipelines()}
    if PIPELINES not in st.session_state:
        st.session_state[PIPELINES] = _first_choice(cards, wanted)
    lead = st.session_state.pop(LEAD, "")
    if lead:
        st.session_state[QUESTION] = lead
    way = st.segmented_control(
        "Side by side", [BY_PIPELINE, BY_SETTING], default=BY_PIPELINE, key=WAY_KEY,
        label_visibility="collapsed",
    )  # fmt: skip
    settings = settings_form(cards, key=KEY) if way == BY_SETTING and not wanted else None
    sent = _form(collection, cards, by_pipeline=settings is None) or bool(lead)
    if sent or wanted:
        _start(collection, cards, settings)
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
        session.workbench().briefing.leading_questions(collection.id), key="compare-lead"
    )
    if chosen is not None:
        st.session_state[LEAD] = chosen
        st.rerun()


def _first_choice(cards: dict[str, PipelineCard], wanted: str) -> list[str]:
    """The quick pipeline and the best one, or the one whose answer is to be compared."""
    best = FIRST_CHOICE
    pair = [each for each in dict.fromkeys(("naive", wanted, best)) if each in cards][:2]
    return pair if len(pair) == 2 else list(cards)


def _form(collection: Collection, cards: dict[str, PipelineCard], *, by_pipeline: bool) -> bool:
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
        if by_pipeline:
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


def _start(
    collection: Collection, cards: dict[str, PipelineCard], settings: list[Contender] | None
) -> None:
    names = st.session_state.get(PIPELINES) or []
    contenders = settings
    if contenders is None:
        contenders = [Contender(name) for name in cards if name in names]
    if not contenders:
        st.warning("Choose at least one pipeline." if settings is None else "Choose values.")
        return
    _forget()
    text = str(st.session_state.get(QUESTION, ""))
    started = RunningComparison(Query(text, collection.id, session.state().top_k), contenders)
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
def _tick(comparison: RunningComparison) -> None:
    running = not comparison.done
    comparison.advance()
    answers = _answers(comparison)
    tables = {
        title: session.workbench().evidence.tables_quoted(answer)
        for title, answer in answers.items()
    }
    view = ComparedView(answers, comparison.chosen, tables)
    if comparison.done:
        with st.container(horizontal=True, vertical_alignment="center"):
            compared_words(view, key=KEY)
            _export(comparison, answers)
    contenders = comparison.contenders
    with st.grid(max(1, len(contenders)), border=True, min_column_width=270):
        for contender in contenders:
            with st.container(gap="small"):
                _column(comparison, contender, view)
    if comparison.done:
        if answers:
            _evidence(comparison, view)
        if running:
            st.rerun()


def _title(contender: Contender) -> str:
    return contender_title(
        contender, {pipeline.name: pipeline for pipeline in submission.pipelines()}
    )


def _answers(comparison: RunningComparison) -> dict[str, Answer]:
    """What was answered so far, by the contenders' titles."""
    return {
        _title(contender): asking.answer
        for contender in comparison.contenders
        if (asking := comparison.askings.get(contender.name)) is not None
        and asking.answer is not None
    }


def _export(comparison: RunningComparison, answers: dict[str, Answer]) -> None:
    if not answers:
        return
    text = comparison.query.text
    with st.popover("Export", icon=":material/ios_share:", type="tertiary"):
        for label, (ending, media) in FORMS.items():
            st.download_button(
                label,
                partial(comparison_text, text, answers, label),
                file_name=f"comparison.{ending}",
                mime=media,
                on_click="ignore",
                key=f"compare-export-{ending}",
                width="stretch",
            )


def _column(comparison: RunningComparison, contender: Contender, view: ComparedView) -> None:
    asking = comparison.askings.get(contender.name)
    title = _title(contender)
    if title in view.answers:
        shown = view.answers[title]
        crowded = len(comparison.contenders) > MOST_WITH_HEADS_IN_LINE
        if crowded:
            answer_head(view, title)
        with st.container(horizontal=True, vertical_alignment="center"):
            if not crowded:
                answer_head(view, title)
            verdict(
                VerdictView(shown.verdict, shown.answered_by, shown.sentences),
                key=f"compare-{contender.name}",
            )
            if comparison.done and title in surest(view.answers):
                st.badge("Surest", icon=":material/verified:", color="green", help=SUREST)
            st.caption(wording.duration(shown.usage.seconds), width="content")
        compared_answer(view, title, key=f"compare-{contender.name}")
        return
    st.subheader(verbatim.markdown(title), anchor=False)
    if asking is None:
        st.caption("Waiting for the one before")
    elif asking.error is not None:
        failure(asking.error, key=f"compare-{contender.name}")
    else:
        st.caption("Writing the answer" if asking.hits else "Searching")
        st.skeleton(height=90)


def _evidence(comparison: RunningComparison, view: ComparedView) -> None:
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
                for answer in view.answers.values()
                for hit in answer.hits
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


def _would_cost(comparison: RunningComparison) -> None:
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
            comparison.would_cost = session.workbench().would_costs.would_cost(
                comparison.query, comparison.contenders
            )
    if comparison.would_cost is not None:
        titles = {contender.name: _title(contender) for contender in comparison.contenders}
        would_cost_table(WouldCostView(comparison.would_cost, titles), key="compare-cost")


def _not_shown(comparison: RunningComparison, hit: Hit) -> None:
    """For each pipeline that does not show the passage, a way to see why."""
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
            contender = comparison.asked[name]
            title = verbatim.markdown(_title(contender))
            if st.button(f"{title}?", type="tertiary", key=f"why-not-{name}"):
                query = comparison.query_of(contender)
                asked = f"**{title}**: {verbatim.markdown(query.text)}"
                why_not_dialog.show(
                    query, contender.pipeline, hit.chunk.id, asked=asked, key="compare"
                )


def _passage(comparison: RunningComparison, hit: Hit) -> None:
    workbench = session.workbench()
    table = workbench.evidence.quoted_tables(comparison.query.text, [hit]).get(1)
    with st.container(border=True, key="compare-passage"):
        st.html(
            f"<div class='quire-title'><b dir='auto'>{verbatim.html(hit.chunk.title)}</b>"
            f"<span dir='auto'>{verbatim.html(place(hit.chunk))}</span></div>"
        )
        if table is not None:
            small_table(table, key="compare-rows")
            return
        spans = workbench.evidence.highlights(comparison.query.text, hit.chunk.text)
        st.html(
            f"<div class='quire-passage' dir='auto'>"
            f"{verbatim.marked(hit.chunk.text, (), spans)}</div>"
        )


show_page()
