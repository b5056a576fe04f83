"""What stands beside an answer: its passages, their pages, the scores and the trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from app import graph_tab, scores_pane, session
from backend.errors import NotFoundError
from backend.types import Answer, Chunk, Citation, Document, Edge, Hit, Step
from backend.workbench import Asking
from components import verbatim
from components.evidence_cards import EvidenceEvent, EvidenceView, evidence_cards, place
from components.page_image import PageImageView, page_image
from components.passage_context import ContextView, context_of, passage_context
from components.path_replay import ReplayView, path_replay, replay_of
from components.trace_timeline import TraceView, trace_timeline

TAB = "evidence-tab"
EVIDENCE, PAGE, SCORES, GRAPH, TRACE = "Evidence", "Page", "Scores", "Graph", "Trace"
STEPS, WAYS = "Steps", "Path replay"
PDF = "application/pdf"
OPENED_IN_BROWSER = 25_000_000
"""Larger files are only downloaded: each look at a page would read them whole."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The evidence of an answer, finished or not."""

    question: str
    hits: Sequence[Hit]
    steps: Sequence[Step]
    citations: Sequence[Citation] = ()
    answer_id: str = ""
    running: bool = False
    edges: Sequence[Edge] = ()


def source_names(hits: Sequence[Hit]) -> dict[int, str]:
    """Each passage's number with what it is, to be read out."""
    return {
        number: f"Source {number}: " + ", ".join(
            part for part in (hit.chunk.title, place(hit.chunk)) if part
        )
        for number, hit in enumerate(hits, start=1)
    }  # fmt: skip


def show(answer: Answer | None, asking: Asking | None) -> None:
    """Draws the pane for an answer, or for a request that runs or failed."""
    if answer is not None:
        shown = Shown(
            answer.question,
            answer.hits,
            answer.steps,
            answer.citations,
            answer.id,
            edges=answer.subgraph.edges,
        )
    elif asking is not None:
        shown = Shown(asking.query.text, asking.hits, asking.steps, running=not asking.done)
    else:
        return
    _pane(shown)


@st.fragment
@session.guarded
def _pane(shown: Shown) -> None:
    state = session.state()
    if not shown.hits:
        if shown.running:
            for height in (110, 80, 80):
                st.skeleton(height=height)
        else:
            st.caption("No passage was found for this question.")
        return
    cited = min((each.number for each in shown.citations), default=1)
    number = min(max(state.selected or cited, 1), len(shown.hits))
    if state.tab:
        st.session_state[TAB], state.tab = state.tab, ""
    tabs = st.tabs([EVIDENCE, PAGE, SCORES, GRAPH, TRACE], key=TAB, on_change="rerun")
    drawers: tuple[Callable[[Shown, int], None], ...] = (_evidence, _page, _scores, _graph, _trace)
    for tab, draw in zip(tabs, drawers, strict=True):
        if tab.open:
            with tab:
                draw(shown, number)


# --- Evidence ------------------------------------------------------------------------------------


def _evidence(shown: Shown, number: int) -> None:
    workbench = session.workbench()
    chunk = shown.hits[number - 1].chunk
    marks = workbench.marks(shown.answer_id) if shown.answer_id else {}
    event = evidence_cards(
        EvidenceView(
            shown.hits,
            number,
            spans=_cited_spans(shown, chunk),
            terms=workbench.highlights(shown.question, chunk.text),
            cited=frozenset(each.number for each in shown.citations),
            mark=marks.get(chunk.id, 0),
            can_mark=bool(shown.answer_id),
        ),
        key=f"evidence-{shown.answer_id or 'live'}",
        on_event=_on_evidence,
    )
    if event is not None and event.kind == "mark":
        workbench.mark(shown.answer_id, event.value, shown.hits[event.number - 1].chunk.id)


@session.remembering
def _on_evidence(event: EvidenceEvent) -> None:
    if event.kind == "mark":
        return
    session.state().select(event.number)
    if event.kind == "page":
        st.session_state[TAB] = PAGE


def _cited_spans(shown: Shown, chunk: Chunk) -> list[tuple[int, int]]:
    """The parts of a passage that the answer cites, as offsets in its text.

    A row of a table is cited whole: its text repeats the header, so that the document's offsets
    are not its own.
    """
    cited = [
        (each.start - chunk.start, each.end - chunk.start)
        for each in shown.citations
        if each.chunk_id == chunk.id and each.end > each.start
    ]
    return [(0, len(chunk.text))] if cited and chunk.kind == "table_row" else cited


# --- Page ----------------------------------------------------------------------------------------


def _page(shown: Shown, number: int) -> None:
    passage_id = session.state().passage_id
    try:
        chunk = session.workbench().passage(passage_id) if passage_id else None
    except NotFoundError as error:
        st.warning(verbatim.markdown(f"{error.what} {error.remedy}"), icon=":material/delete:")
        return
    label = "Found, not kept" if chunk is not None else str(number)
    chunk = chunk or shown.hits[number - 1].chunk
    document = session.document_or_none(chunk.document_id)
    head = f"**{label} · {verbatim.markdown(chunk.title or 'Untitled')}**"
    if document is None:
        st.markdown(head)
        st.warning(
            "This document has been deleted since. The passage that was cited is kept with the "
            "answer, on the tab Evidence.",
            icon=":material/delete:",
        )
        return
    if document.media_type == PDF and document.pages:
        _printed_page(chunk, document, head)
    else:
        st.markdown(head)
        siblings = session.workbench().document_chunks(document.id)
        before, after = context_of(chunk, siblings)
        spans = _cited_spans(shown, chunk)
        passage_context(ContextView(before, chunk.text, after, spans), key="text")
        _place_in_document(chunk, "")
        with st.container(horizontal=True, horizontal_alignment="right"):
            _file_buttons(document, 0)


def _printed_page(chunk: Chunk, document: Document, head: str) -> None:
    state, workbench = session.state(), session.workbench()
    own = chunk.pages[0] if chunk.pages else 0
    page = min(max(own + state.page_flip, 0), document.pages - 1)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(head, width="content")
        st.space("stretch")
        form = st.segmented_control(
            "Show",
            ["Passage", "Page"],
            default="Passage",
            required=True,
            key="page-form",
            label_visibility="collapsed",
        )
    on_passage = page in chunk.pages
    crop = form == "Passage" and on_passage
    try:
        image = workbench.page_image(
            document.id, page, chunk_id=chunk.id if on_passage else "", scale=2.0, crop=crop
        )
    except NotFoundError as error:
        st.info(verbatim.markdown(f"{error.what} {error.remedy}"))
        return
    words = "the passage is marked" if on_passage else "the passage is on another page"
    title = document.title or document.name
    page_image(
        PageImageView(image, f"{title}, page {page + 1} of {document.pages}: {words}"), key="page"
    )
    _place_in_document(chunk, f"page {page + 1} of {document.pages}")
    with st.container(horizontal=True, vertical_alignment="center", key="page-buttons"):
        _flip_button("Page before", "chevron_left", -1, page == 0)
        _flip_button("Page after", "chevron_right", 1, page >= document.pages - 1)
        if not on_passage:
            _flip_button("Back to the passage", "undo", -state.page_flip, False)
        st.space("stretch")
        _file_buttons(document, page)


def _flip_button(label: str, icon: str, by: int, disabled: bool) -> None:
    st.button(
        label,
        icon=f":material/{icon}:",
        type="tertiary",
        key=f"flip-{icon}",
        disabled=disabled,
        on_click=_flip,
        args=(by,),
    )


def _flip(by: int) -> None:
    session.state().page_flip += by


def _place_in_document(chunk: Chunk, page_words: str) -> None:
    facts = [page_words, chunk.path[-1] if chunk.path else ""]
    facts.append(f"characters {chunk.start + 1:,} to {chunk.end:,}")
    st.caption(" · ".join(verbatim.markdown(fact) for fact in facts if fact))


def _file_buttons(document: Document, page: int) -> None:
    workbench = session.workbench()
    if document.media_type == PDF and document.size <= OPENED_IN_BROWSER and st.runtime.exists():
        st.link_button(
            "Open PDF",
            f"{_address(document.id, document.sha256)}#page={page + 1}",
            icon=":material/open_in_new:",
            type="tertiary",
        )
    st.download_button(
        "Download",
        lambda: workbench.source_file(document.id)[1],
        file_name=verbatim.printable(document.name),
        mime=document.media_type,
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        key="source-file",
    )


def _address(document_id: str, sha256: str) -> str:
    """Where the browser finds the file, for as long as this tab shows it."""
    content = session.workbench().source_file(document_id)[1]
    manager = st.runtime.get_instance().media_file_mgr
    return str(manager.add(content, PDF, f"source-{sha256}"))


# --- Scores, Graph and Trace ----------------------------------------------------------------------


def _scores(shown: Shown, number: int) -> None:
    scores_pane.show(shown.hits, number, shown.answer_id, on_passage=_open_page)


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
