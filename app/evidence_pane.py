"""What stands beside an answer: its passages, their pages, the scores and the trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from app import graph_tab, page_pane, scores_pane, session, table_pane, why_not_pane
from app.shown import Shown, cited_spans
from backend.types import Answer, Hit
from backend.workbench import RunningQuestion
from components.evidence_cards import EvidenceEvent, EvidenceView, evidence_cards, place
from components.path_replay import ReplayView, path_replay, replay_of
from components.quote_cards import quotes_of
from components.trace_timeline import TraceView, trace_timeline
from components.widget_value import tell_value

TAB = "evidence-tab"
PAGE, EVIDENCE, SCORES, GRAPH, TRACE = "Page", "Evidence", "Scores", "Graph", "Trace"
TABLE = "Table"
"""Stands beside Page where the answer was computed from a table: before it, and open at first,
where the table is a list of its own, which has no page to look at."""
STEPS, WAYS = "Steps", "Path replay"


def source_names(hits: Sequence[Hit]) -> dict[int, str]:
    """Each passage's number with what it is, to be read out."""
    return {
        number: f"Source {number}: " + ", ".join(
            part for part in (hit.chunk.title, place(hit.chunk)) if part
        )
        for number, hit in enumerate(hits, start=1)
    }  # fmt: skip


def show(answer: Answer | None, asking: RunningQuestion | None) -> None:
    """Draws the pane for an answer, or for a request that runs or failed."""
    if answer is not None and answer.redacted:
        st.caption("Its passages were redacted with it.")
        return
    if answer is not None:
        shown = Shown(
            answer.question,
            answer.hits,
            answer.steps,
            answer.citations,
            answer.id,
            edges=answer.subgraph.edges,
            names=source_names(answer.hits),
            near=not answer.found,
            first=next((quote.number for quote in quotes_of(answer)), 0),
            calculation=answer.calculation,
        )
    elif asking is not None:
        shown = Shown(
            asking.query.text,
            asking.hits,
            asking.steps,
            running=not asking.done,
            names=source_names(asking.hits),
        )
    else:
        return
    _pane(shown)


@st.fragment
@session.guarded
def _pane(shown: Shown) -> None:
    state = session.state()
    shown = replace(shown, cell=state.cell)
    if not shown.hits:
        if shown.running:
            for height in (110, 80, 80):
                st.skeleton(height=height)
        else:
            st.caption("No passage was found for this question.")
        return
    number = min(max(state.selected or shown.first, 1), len(shown.hits))
    open_tab, state.tab = state.tab or st.session_state.get(TAB), ""
    drawers = {PAGE: page_pane.show}
    if shown.calculation is not None:
        table = {TABLE: table_pane.show}
        on_page = shown.calculation.operands[0].box is not None
        drawers = drawers | table if on_page else table | drawers
    drawers |= {EVIDENCE: _evidence, SCORES: _scores, GRAPH: _graph, TRACE: _trace}
    if open_tab in drawers:
        tell_value(TAB, open_tab)
    tabs = st.tabs(list(drawers), key=TAB, on_change="rerun")
    for tab, draw in zip(tabs, drawers.values(), strict=True):
        if tab.open:
            with tab:
                draw(shown, number)


# --- Evidence ------------------------------------------------------------------------------------


def _evidence(shown: Shown, number: int) -> None:
    workbench = session.workbench()
    chunk = shown.hits[number - 1].chunk
    marks = workbench.questions.marks(shown.answer_id) if shown.answer_id else {}
    event = evidence_cards(
        EvidenceView(
            shown.hits,
            number,
            spans=() if shown.near else cited_spans(shown, chunk),
            terms=workbench.evidence.highlights(shown.question, chunk.text),
            cited=frozenset(citation.number for citation in shown.citations),
            table=workbench.evidence.quoted_tables(shown.question, [shown.hits[number - 1]]).get(1),
            near=shown.near,
            mark=marks.get(chunk.id, 0),
            can_mark=bool(shown.answer_id),
            shares={
                place: page_pane.shares(hit, dark=session.is_dark())
                for place, hit in enumerate(shown.hits, start=1)
            },
        ),
        key=f"evidence-{shown.answer_id or 'live'}",
        on_event=_on_evidence,
    )
    if event is not None and event.kind == "mark":
        workbench.questions.mark(
            shown.answer_id, event.value, shown.hits[event.number - 1].chunk.id
        )


@session.remembering
def _on_evidence(event: EvidenceEvent) -> None:
    if event.kind == "mark":
        return
    session.state().select(event.number)
    if event.kind == "page":
        st.session_state[TAB] = PAGE


# --- Scores, Graph and Trace ----------------------------------------------------------------------


def _scores(shown: Shown, number: int) -> None:
    scores_pane.show(shown.hits, number, shown.answer_id, on_passage=_open_page)
    if shown.answer_id:
        why_not_pane.show(session.workbench().questions.answer(shown.answer_id))


def _open_page(chunk_id: str) -> None:
    """Shows a passage that the answer does not have."""
    session.state().passage_id = chunk_id
    session.state().tab = PAGE


def _graph(shown: Shown, number: int) -> None:
    graph_tab.show(tuple(shown.hits), shown.answer_id, on_passage=_opener(shown))


def _trace(shown: Shown, number: int) -> None:
    replay = _replay(shown)
    if replay is not None:
        form = st.segmented_control(
            "Show",
            [STEPS, WAYS],
            default=STEPS,
            required=True,
            key="trace-form",
            label_visibility="collapsed",
        )
        if form == WAYS:
            path_replay(replay, key="replay")
            return
    view = TraceView(shown.steps, _numbers(shown), shown.running)
    trace_timeline(view, key="trace", on_passage=session.remembering(_opener(shown)))


def _replay(shown: Shown) -> ReplayView | None:
    """The ways over groups that the pipeline took, if it took any."""
    groups = {edge.source: edge.target for edge in shown.edges if edge.kind == "IN_COMMUNITY"}
    found = {
        number: groups[chunk_id]
        for chunk_id, number in _numbers(shown).items()
        if chunk_id in groups
    }
    return replay_of(shown.steps, found, dark=session.is_dark())


def _numbers(shown: Shown) -> dict[str, int]:
    return {hit.chunk.id: place for place, hit in enumerate(shown.hits, start=1)}


def _opener(shown: Shown) -> Callable[[str], None]:
    """For callbacks: turns to the page of a passage, whether the answer has it or not."""
    numbers = _numbers(shown)

    def opened(chunk_id: str) -> None:
        state = session.state()
        state.select(numbers.get(chunk_id, state.selected))
        state.passage_id = "" if chunk_id in numbers else chunk_id
        st.session_state[TAB] = PAGE

    return opened
