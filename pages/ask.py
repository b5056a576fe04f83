"""What do the documents say, and where does every word of the answer come from?"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app import answer_pane, evidence_pane, quotation_dialog, session, share_dialog, submission
from app.session import VisitorState
from backend.types import Answer, Briefing, Collection, CollectionCounts
from backend.workbench import RunningQuestion
from components import verbatim, wording
from components.briefing import (
    BriefingView,
    briefing_documents,
    briefing_names,
    briefing_themes,
    summary,
    titles_alone,
)
from components.conversation_list import conversation_list
from components.first_tour import first_tour
from components.header import HeaderAction, HeaderView, header
from components.leading_questions import question_cards
from components.pipeline_picker import PickerView, pipeline_picker
from components.question_focus import question_focus
from components.question_options import OptionsView, question_options
from components.reading_badge import ACTIVE, reading_badge
from components.sample_questions import sample_questions
from components.turn_in_view import turn_in_view

TITLE = "Ask"
ICON = "forum"
ORDER = 10

# a collection of more documents shows none of them before its briefing is worked out
MOST_TITLES = 200
LIBRARY = str(Path(__file__).with_name("library.py"))


def show_page() -> None:
    """Draws the page in the state that it is in: no library, no question, answering, answered."""
    workbench = session.workbench()
    collection = session.collection()
    if collection is None:
        session.show_failures()
        _first_day()
        return
    # First the request, then the answers: one that ends in between is in both, never in neither.
    session.join_question()
    asking = _finished_or_running(session.state())
    answers = session.conversation_answers()
    counts = workbench.library.counts(collection.id)
    _header(collection, counts)
    session.show_failures()
    if asking is None and not answers:
        _empty(collection, counts)
    else:
        _answered(collection, answers, asking)


def _finished_or_running(state: VisitorState) -> RunningQuestion | None:
    """The request that is running or failed; a finished one has become part of the conversation."""
    asking = state.asking
    if asking is not None and asking.done and asking.error is None:
        state.asking, state.joined, state.asked = None, False, ""
        return None
    return asking


# --- the question -----------------------------------------------------------------------------


def _question_field(placeholder: str, key: str) -> None:
    """The field for a question; one that could not be asked stays in it."""
    state = session.state()
    if state.asked and state.asking is None and len(state.asked) < 20_000:
        st.session_state[key] = state.asked
    state.asked = "" if state.asking is None else state.asked
    text = st.chat_input(placeholder, key=key)
    if text is not None and text != "":
        submission.ask(str(text))
        st.rerun()


def _picker(hint: bool) -> None:
    state = session.state()
    cards = submission.pipelines()
    chosen = pipeline_picker(PickerView(cards, state.pipeline, hint), key=f"pipeline-{hint}")
    if chosen is not None:
        state.pipeline = chosen
        st.rerun()


def _options(collection: Collection, key: str) -> None:
    state = session.state()
    card = next(
        (pipeline for pipeline in submission.pipelines() if pipeline.name == state.pipeline), None
    )
    chosen = question_options(
        OptionsView(
            options=card.options if card else (),
            values=state.options.get(state.pipeline, {}),
            top_k=state.top_k,
            documents=session.workbench().library.documents(collection.id),
            document_ids=state.document_ids,
        ),
        key=f"options-{key}-{collection.id}-{state.pipeline}",
    )
    if chosen is not None:
        state.options[state.pipeline] = dict(chosen.values)
        state.top_k, state.document_ids = chosen.top_k, chosen.document_ids


# --- the header ----------------------------------------------------------------------------------


def _header(collection: Collection, counts: CollectionCounts) -> None:
    state = session.state()
    jobs = session.workbench().queue.jobs(collection.id)
    active = any(job.job.state in ACTIVE for job in jobs)
    badge = st.fragment(_badge, run_every=2 if active else None)

    def draw_badges() -> None:
        with st.container(width="content", key="reading"):
            badge(collection.id, active)
        share_dialog.conversation()
        _earlier(collection)

    has_answer = bool(state.conversation_id or state.asking)
    event = header(
        HeaderView(
            collections=session.workbench().library.collections(),
            selected_id=collection.id,
            counts=counts,
            actions=(HeaderAction("new", "New question", "add"),) if has_answer else (),
            badge=draw_badges,
        ),
        key="ask",
    )
    if event is None:
        return
    if event.collection_id:
        session.choose_collection(event.collection_id)
    else:
        session.new_question()
    st.rerun()


@session.guarded
def _badge(collection_id: str, was_active: bool) -> None:
    jobs = session.workbench().queue.jobs(collection_id)
    reading_badge(jobs, key="ask")
    if was_active and not any(job.job.state in ACTIVE for job in jobs):
        st.rerun()


def _earlier(collection: Collection) -> None:
    state, workbench = session.state(), session.workbench()
    conversations = workbench.questions.conversations(collection.id)
    if not conversations:
        return
    event = conversation_list(conversations, key="earlier", selected_id=state.conversation_id)
    if event is None:
        return
    if event.kind == "delete":
        workbench.questions.delete_conversation(event.conversation_id)
        if event.conversation_id == state.conversation_id:
            session.new_question()
    else:
        session.new_question()
        session.open_conversation(event.conversation_id)
    st.rerun()


# --- nothing asked yet ---------------------------------------------------------------------------


def _first_day() -> None:
    _, middle, _ = st.columns([1, 3.2, 1])
    with middle, st.container(horizontal_alignment="center", key="first-day"):
        st.space("large")
        st.title("Ask your own documents", anchor=False, text_alignment="center")
        st.markdown(
            ":gray[Every sentence of an answer shows the page that it comes from. "
            "Nothing leaves this machine unless you choose a language model that does.]",
            text_alignment="center",
        )
        st.space("small")
        with st.container(horizontal=True, horizontal_alignment="center"):
            if st.button(
                "Load the sample library",
                type="primary",
                icon=":material/auto_stories:",
                key="sample",
            ):
                session.choose_collection(session.workbench().library.load_sample().id)
                st.rerun()
            if st.button("Add my own documents", icon=":material/upload_file:", key="own"):
                st.switch_page(LIBRARY)
        st.caption(
            "The sample is a handful of short documents, read in a few seconds.",
            text_alignment="center",
        )
        st.space("small")
        first_tour(key="tour")


def _empty(collection: Collection, counts: CollectionCounts) -> None:
    """The first screen of a collection: the field, questions to begin with, what it holds."""
    if counts.documents == 0:
        _, middle, _ = st.columns([1, 3.2, 1])
        with middle:
            st.space("medium")
            st.title("What do you want to know?", anchor=False, text_alignment="center")
            _no_documents(collection)
        return
    workbench = session.workbench()
    workbench.rehearse(collection.id)
    workbench.briefing.notice_missing_briefing(collection.id)
    briefing = workbench.briefing.briefing_of(collection.id)
    left, right = st.columns([0.645, 0.355], gap="large")
    with left:
        st.title(verbatim.markdown(collection.name), anchor=False)
        held = f"{summary(briefing)} " if briefing is not None else ""
        st.markdown(
            f":gray[{held}Answers come only from these documents; every sentence shows its page.]"
        )
        _question_field(f"Ask about {wording.count(counts.pages, 'page')}", "question-first")
        with st.container(horizontal=True, vertical_alignment="top", key="first-choices"):
            with st.container():
                _picker(hint=True)
            _options(collection, "first")
        question_focus(collection.id, key="focus-first")
        _leading(collection, briefing)
    if briefing is not None:
        _briefing(BriefingView(briefing), left, right)
    elif counts.documents <= MOST_TITLES:
        _briefing(titles_alone(workbench.library.documents(collection.id)), left, right)


def _leading(collection: Collection, found: Briefing | None) -> None:
    """Questions to begin with; while they are being made, it says so."""
    workbench = session.workbench()
    leads = workbench.briefing.leading_questions(collection.id) if found is not None else ()
    chosen = (
        question_cards(leads, key="lead")
        if leads
        else sample_questions(
            workbench.briefing.suggested_questions(collection.id), key="sample-question"
        )
    )
    if chosen is not None:
        submission.ask(chosen)
        st.rerun()
    waiting = workbench.briefing.is_briefing(collection.id)
    st.fragment(_until_briefed, run_every=2 if waiting else None)(collection.id, waiting)


@session.guarded
def _until_briefed(collection_id: str, was_waiting: bool) -> None:
    if not was_waiting:
        return
    if session.workbench().briefing.is_briefing(collection_id):
        st.caption(
            ":material/hourglass_top: Questions that these documents answer are being made and "
            "checked; you can ask meanwhile."
        )
    else:
        st.rerun()


def _briefing(view: BriefingView, left: DeltaGenerator, right: DeltaGenerator) -> None:
    with left:
        themes = briefing_themes(view, key="brief")
    with right:
        documents = briefing_documents(view, key="brief")
        names = briefing_names(view, key="brief")
    quoted = themes or documents or names
    if quoted is not None:
        quotation_dialog.show(quoted)


def _no_documents(collection: Collection) -> None:
    jobs = session.workbench().queue.jobs(collection.id)
    if any(job.job.state in ACTIVE for job in jobs):
        st.info(
            "The first documents are being read. Questions can be asked as soon as one is ready; "
            "this page notices by itself.",
            icon=":material/hourglass_top:",
        )
    else:
        st.info(
            "This collection has no documents yet. Add PDF or text files in Library first.",
            icon=":material/upload_file:",
        )
    st.page_link(LIBRARY, label="Go to Library", icon=":material/library_books:")


# --- answered ------------------------------------------------------------------------------------


@st.fragment
@session.guarded
def _answered(
    collection: Collection, answers: tuple[Answer, ...], asking: RunningQuestion | None
) -> None:
    """Thread and pane; a click in one of them draws both anew and nothing else."""
    state = session.state()
    shown = next((answer for answer in answers if answer.id == state.answer_id), None)
    if shown is None and asking is None:
        shown = answers[-1]
    st.empty()  # takes the place of the empty state's columns, so that nothing of it lingers
    left, right = st.columns([0.49, 0.51], gap="medium")
    with left:
        with st.container(key="thread"):
            with st.container(key="turns"):
                _turns(answers, shown, asking)
            turn_in_view(_turn_name(answers, shown), key="in-view")
        with st.container(key="asking", gap="small"):
            _question_field("Ask a follow-up", "question-next")
            question_focus(session.state().conversation_id, key="focus-next")
            with st.container(horizontal=True, vertical_alignment="center", wrap=False):
                if len(submission.pipelines()) > 1:
                    _picker(hint=False)
                _options(collection, "next")
    with right, st.container(key="evidence"):
        evidence_pane.show(shown, asking)


def _turn_name(answers: tuple[Answer, ...], shown: Answer | None) -> str:
    """Names the open turn, once while it is written and once when it is complete and longer;
    nothing for the first, which stands on top anyway."""
    if shown is None:
        return f"{session.state().conversation_id}-now" if answers else ""
    return shown.id if answers.index(shown) else ""


def _turns(
    answers: tuple[Answer, ...], shown: Answer | None, asking: RunningQuestion | None
) -> None:
    """The conversation from its first question on: one turn is open, the others in a line each."""
    for answer in answers:
        if shown is not None and answer.id == shown.id:
            with st.container(key="now"):
                answer_pane.finished(shown)
        else:
            with st.container(key=f"turn-{answer.id}", gap=None):
                answer_pane.earlier(answer, on_open=_show_answer)
    if asking is not None and shown is None:
        with st.container(key="now"):
            answer_pane.live(asking)
    elif asking is not None:
        with st.container(key="turn-now"):
            st.button(
                "Back to the question that is being answered",
                key="back-to-now",
                type="tertiary",
                on_click=_show_answer,
                args=("",),
            )


def _show_answer(answer_id: str) -> None:
    state = session.state()
    state.answer_id = answer_id
    state.select(0)


show_page()
