"""What do the documents say, and where does every word of the answer come from?"""

from __future__ import annotations

import time
from pathlib import Path

import streamlit as st

from app import evidence_pane, session
from app.session import State
from backend.errors import LanguageModelError, QuestionError, WorkbenchError
from backend.types import Answer, Collection, CollectionCounts, Filters, PipelineCard, Query
from backend.workbench import Asking
from components import verbatim, wording
from components.answer import AnswerView, answer
from components.conversation_list import conversation_list
from components.copy_button import copy_button
from components.export_menu import ExportView, export_menu
from components.failure import failure
from components.header import HeaderAction, HeaderView, header
from components.marks import marks
from components.pipeline_picker import PickerView, pipeline_picker
from components.question_options import OptionsView, question_options
from components.reading_badge import ACTIVE, reading_badge
from components.sample_questions import sample_questions
from components.stop_button import stop_button
from components.support import support, support_problems

TITLE = "Ask"
ICON = "forum"
ORDER = 10

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
    asking = _finished_or_running(session.state())
    answers = session.conversation_answers()
    counts = workbench.counts(collection.id)
    _header(collection, counts)
    session.show_failures()
    if asking is None and not answers:
        _empty(collection, counts)
    else:
        _answered(collection, answers, asking)


def _finished_or_running(state: State) -> Asking | None:
    """The request that is running or failed; a finished one has become part of the conversation."""
    asking = state.asking
    if asking is not None and asking.done and asking.error is None:
        state.asking, state.asked = None, ""
        return None
    return asking


# --- asking --------------------------------------------------------------------------------------


def _cards() -> tuple[PipelineCard, ...]:
    cards = session.workbench().pipelines()
    state = session.state()
    if cards and state.pipeline not in {each.name for each in cards}:
        state.pipeline = cards[-1].name
    return cards


def _ask(text: str, **extra: str) -> None:
    """Start answering, in the conversation that is open."""
    state, collection = session.state(), session.collection()
    if collection is None:
        return
    _cards()
    query = Query(
        text=text,
        collection_id=collection.id,
        top_k=state.top_k,
        filters=Filters(document_ids=state.document_ids),
        options={**state.options.get(state.pipeline, {}), **extra},
    )
    if state.asking is not None:
        state.asking.stop()
    state.asked = text
    try:
        asking = session.workbench().ask(query, state.pipeline, state.conversation_id)
    except QuestionError as error:
        state.failures.append(error)
        return
    session.open_conversation(asking.conversation_id)
    state.asking = asking
    state.tab = evidence_pane.EVIDENCE


def _question_field(placeholder: str, key: str) -> None:
    """The field for a question; one that could not be asked stays in it."""
    state = session.state()
    if state.asked and state.asking is None and len(state.asked) < 20_000:
        st.session_state[key] = state.asked
    state.asked = "" if state.asking is None else state.asked
    question = st.chat_input(placeholder, key=key)
    if question is not None and question != "":
        _ask(str(question))
        st.rerun()


def _picker(hint: bool) -> None:
    state = session.state()
    cards = _cards()
    chosen = pipeline_picker(PickerView(cards, state.pipeline, hint), key=f"pipeline-{hint}")
    if chosen is not None:
        state.pipeline = chosen
        st.rerun()


def _options(collection: Collection, key: str) -> None:
    state = session.state()
    card = next((each for each in _cards() if each.name == state.pipeline), None)
    chosen = question_options(
        OptionsView(
            options=card.options if card else (),
            values=state.options.get(state.pipeline, {}),
            top_k=state.top_k,
            documents=session.workbench().documents(collection.id),
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
    jobs = session.workbench().jobs(collection.id)
    active = any(each.job.state in ACTIVE for each in jobs)
    badge = st.fragment(_badge, run_every=2 if active else None)

    def draw_badges() -> None:
        with st.container(width="content", key="reading"):
            badge(collection.id, active)
        _earlier(collection)

    has_answer = bool(state.conversation_id or state.asking)
    event = header(
        HeaderView(
            collections=session.workbench().collections(),
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
    jobs = session.workbench().jobs(collection_id)
    reading_badge(jobs, key="ask")
    if was_active and not any(each.job.state in ACTIVE for each in jobs):
        st.rerun()


def _earlier(collection: Collection) -> None:
    state, workbench = session.state(), session.workbench()
    conversations = workbench.conversations(collection.id)
    if not conversations:
        return
    event = conversation_list(conversations, key="earlier", selected_id=state.conversation_id)
    if event is None:
        return
    if event.kind == "delete":
        workbench.delete_conversation(event.conversation_id)
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
                session.choose_collection(session.workbench().load_sample().id)
                st.rerun()
            if st.button("Add my own documents", icon=":material/upload_file:", key="own"):
                st.switch_page(LIBRARY)
        st.caption(
            "The sample is a handful of short documents, read in a few seconds.",
            text_alignment="center",
        )


def _empty(collection: Collection, counts: CollectionCounts) -> None:
    _, middle, _ = st.columns([1, 3.2, 1])
    with middle:
        st.space("medium")
        st.title("What do you want to know?", anchor=False, text_alignment="center")
        st.markdown(
            ":gray[Answers come only from the documents of this collection; "
            "every sentence shows its page.]",
            text_alignment="center",
        )
        st.space("small")
        if counts.documents == 0:
            _no_documents(collection)
            return
        _question_field(f"Ask about {verbatim.printable(collection.name)}", "question-first")
        with st.container(horizontal=True, vertical_alignment="top", key="first-choices"):
            with st.container():
                _picker(hint=True)
            _options(collection, "first")
        question = sample_questions(
            session.workbench().suggested_questions(collection.id), key="sample-question"
        )
        if question is not None:
            _ask(question)
            st.rerun()


def _no_documents(collection: Collection) -> None:
    jobs = session.workbench().jobs(collection.id)
    if any(each.job.state in ACTIVE for each in jobs):
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


def _answered(collection: Collection, answers: tuple[Answer, ...], asking: Asking | None) -> None:
    state = session.state()
    shown = next((each for each in answers if each.id == state.answer_id), None)
    if shown is None and asking is None:
        shown = answers[-1]
    st.empty()  # takes the place of the empty state's columns, so that nothing of it lingers
    left, right = st.columns([0.55, 0.45], gap="medium")
    with left:
        _turns(answers, shown, asking)
        if shown is not None:
            _finished(shown)
        elif asking is not None:
            tick = 0.25 if not asking.done else None
            st.fragment(_live, run_every=tick)(asking)
    with right, st.container(key="evidence"):
        evidence_pane.show(shown, asking)
    with st.bottom:
        field, picker = st.columns([0.55, 0.45], gap="medium", vertical_alignment="center")
        with field:
            _question_field("Ask a follow-up", "question-next")
        with picker, st.container(horizontal=True, vertical_alignment="center"):
            if len(_cards()) > 1:
                _picker(hint=False)
            _options(collection, "next")


def _turns(answers: tuple[Answer, ...], shown: Answer | None, asking: Asking | None) -> None:
    """The conversation's other questions, each a click away."""
    others = [each for each in answers if shown is None or each.id != shown.id]
    if not others and (shown is None or asking is None):
        return
    with st.container(gap="xsmall", key="turns"):
        for each in others:
            label = verbatim.markdown(verbatim.clipped(each.question, 90))
            st.button(
                label,
                key=f"turn-{each.id}",
                type="tertiary",
                icon=":material/subdirectory_arrow_right:",
                on_click=_show_answer,
                args=(each.id,),
            )
        if shown is not None and asking is not None:
            st.button(
                "Back to the question that is being answered",
                key="turn-now",
                type="tertiary",
                icon=":material/edit_note:",
                on_click=_show_answer,
                args=("",),
            )


def _show_answer(answer_id: str) -> None:
    state = session.state()
    state.answer_id, state.selected, state.page_flip = answer_id, 0, 0


def _title(question: str) -> None:
    st.header(verbatim.markdown(verbatim.clipped(question, 400)), anchor=False)


def _pipeline_badge(name: str) -> None:
    card = next((each for each in _cards() if each.name == name), None)
    title = card.title if card else wording.name(name)
    icon = card.icon if card else None
    st.badge(verbatim.markdown(title), icon=icon, color="primary")


@session.guarded
def _live(asking: Asking) -> None:
    """The answer while it is being written; runs every quarter of a second."""
    if asking.done and asking.error is None:
        st.rerun()
    hits = asking.hits
    if hits and st.session_state.get("evidence-of") != asking.id and not asking.done:
        st.session_state["evidence-of"] = asking.id
        st.rerun()
    _title(asking.query.text)
    with st.container(horizontal=True, vertical_alignment="center"):
        _pipeline_badge(asking.pipeline)
        if asking.error is None:
            st.caption(_progress(asking), width="content")
            if stop_button(not asking.done, key="stop"):
                asking.stop()
    if asking.text:
        answer(
            AnswerView(
                asking.text,
                sources=evidence_pane.source_names(hits),
                writing=not asking.done,
                dark=session.is_dark(),
            ),
            key=f"live-{asking.id}",
            on_citation=_cite,
        )
    elif asking.error is None:
        st.skeleton(height=90)
    if asking.error is not None:
        _failed(asking, asking.error)
        if st.session_state.get("failed-of") != asking.id:
            st.session_state["failed-of"] = asking.id
            st.rerun()


def _progress(asking: Asking) -> str:
    if asking.text:
        doing = f"Writing the answer from {wording.count(len(asking.hits), 'passage')}"
    elif asking.hits:
        doing = f"Reading {wording.count(len(asking.hits), 'passage')}"
    else:
        doing = "Searching"
    return f"{doing} · {time.time() - asking.started:.1f} s"


def _failed(asking: Asking, error: WorkbenchError) -> None:
    failure(error, key="asking")
    if isinstance(error, LanguageModelError):
        st.caption("The passages that were found are shown beside; nothing is lost.")
    with st.container(horizontal=True):
        if isinstance(error, LanguageModelError) and st.button(
            "Answer with the local reader", type="primary", icon=":material/menu_book:", key="local"
        ):
            session.state().asking = None
            _ask(asking.query.text, answerer="local")
            st.rerun()
        if st.button("Ask again", icon=":material/refresh:", key="again"):
            session.state().asking = None
            _ask(asking.query.text)
            st.rerun()


@session.remembering
def _cite(number: int) -> None:
    """A click on a chip selects its passage; where the passage is not seen, it is shown. A second
    click on the same chip shows its page."""
    state = session.state()
    tab = st.session_state.get(evidence_pane.TAB, evidence_pane.EVIDENCE)
    if state.selected == number and tab == evidence_pane.EVIDENCE:
        st.session_state[evidence_pane.TAB] = evidence_pane.PAGE
    elif tab not in {evidence_pane.EVIDENCE, evidence_pane.PAGE}:
        st.session_state[evidence_pane.TAB] = evidence_pane.EVIDENCE
    state.selected, state.page_flip = number, 0


def _finished(shown: Answer) -> None:
    state = session.state()
    _title(shown.question)
    with st.container(horizontal=True, vertical_alignment="center"):
        _pipeline_badge(shown.pipeline)
        st.caption(verbatim.markdown(_facts(shown)), width="content")
    if shown.stopped:
        st.badge("Stopped before the end", icon=":material/stop_circle:", color="orange")
    if shown.short and not shown.text.lstrip("* ").startswith(shown.short):
        st.html(f"<p class='quire-short' dir='auto'>{verbatim.html(shown.short)}</p>")
    answer(
        AnswerView(
            shown.text or "Nothing had been written yet.",
            shown.sentences,
            evidence_pane.source_names(shown.hits),
            state.selected,
            dark=session.is_dark(),
        ),
        key=f"answer-{shown.id}",
        on_citation=_cite,
    )
    for notice in shown.notices:
        st.caption(verbatim.markdown(notice))
    _below(shown)
    support_problems(shown.sentences, key=shown.id)


def _facts(shown: Answer) -> str:
    cited = len({each.chunk_id for each in shown.citations})
    facts = [
        f"{cited} of {wording.count(len(shown.hits), 'passage')} cited",
        f"answered by the {shown.answered_by}"
        if shown.answered_by == "local reader"
        else f"answered by {shown.answered_by}",
        wording.duration(shown.usage.seconds),
    ]
    tokens = shown.usage.input_tokens + shown.usage.output_tokens
    if tokens:
        facts.append(wording.count(tokens, "token"))
    if shown.usage.cost:
        facts.append(f"{shown.settings.get('price_currency', '$')}{shown.usage.cost:.4f}")
    return " · ".join(facts)


def _below(shown: Answer) -> None:
    workbench = session.workbench()
    with st.container(horizontal=True, vertical_alignment="center"):
        support(shown.sentences, key=shown.id)
        st.space("stretch")
        given = workbench.marks(shown.id).get("", 0)
        value = marks(given, key=f"mark-{shown.id}")
        if value is not None:
            workbench.mark(shown.id, value)
        copy_button(shown.text, key=f"copy-{shown.id}")
        export_menu(
            ExportView(
                f"answer-{shown.id[:8]}",
                lambda: workbench.bundle(shown.id, "json"),
                lambda: workbench.bundle(shown.id, "markdown"),
            ),
            key=f"export-{shown.id}",
        )


show_page()
