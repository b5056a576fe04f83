"""How a collection is searched: weights learned from its own questions, and who names things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from app import session
from app.collection_header import collection_header
from backend.types import Collection, DescribedBy, JobView
from components import verbatim, wording
from components.adapter_offer import AdapterView, adapter_offer
from components.bounds_offer import BoundsView, bounds_offer
from components.describing_offer import DescribingView, describing_offer
from components.embedder_offer import EmbedderView, embedder_offer
from components.graph_map import GraphMapView, graph_map
from components.graph_vectors_offer import GraphVectorsView, graph_vectors_offer
from components.learning_work import LearningEvent, is_under_way
from components.naming_offer import NamingView, naming_offer
from components.tuning_evidence import missing, tuning_evidence
from components.tuning_report import TuningReportView, tuning_report

TITLE = "Tune"
ICON = "balance"
ORDER = 60

TUNE, NAME, MOVE, DESCRIBE = "tune", "name", "learn_adapter", "describe"
BOUND = "learn_bounds"
FINE_TUNE, REEMBED, LEARN_GRAPH = "fine_tune", "reembed", "learn_graph"
ALWAYS_THERE = "names"
VECTORS = {"names": "Names", "transe": "TransE", "rotate": "RotatE", "quate": "QuatE"}
EXAMPLE = '{"question": "What grew?", "relevant": ["Annual report 2024.pdf"]}'


def show_page() -> None:
    """Draws the page."""
    workbench, collection = session.workbench(), collection_header("tune")
    if collection is None:
        return
    left, right = st.columns([0.5, 0.5], gap="large")
    with left:
        st.subheader("Learn from your questions", anchor=False)
        st.markdown(
            "The fused hybrid pipeline weighs many retrievers against each other. From questions "
            "whose right passages are known it can learn what counts in this collection. The new "
            "weights are kept only if they are better on questions that they have not seen."
        )
        _evidence(collection)
        working = is_under_way(workbench.queue.work_on(collection.id, TUNE))
        st.fragment(_training, run_every=2 if working else None)(collection.id, working)
        st.subheader("Where questions are searched from", anchor=False)
        st.markdown(
            "People ask in other words than documents use. From the same questions, and from the "
            "question sets of the page Evaluate, a collection can learn to move each question "
            "nearer to what answers it. Passages stay as they are. It is used only if it is "
            "better on questions about documents that it has not seen."
        )
        moving = is_under_way(workbench.queue.work_on(collection.id, MOVE))
        st.fragment(_moving, run_every=2 if moving else None)(collection.id, moving)
        st.subheader("How sure an answer must be", anchor=False)
        st.markdown(
            "Of what is called a direct answer nine in ten are to be right, of what is called "
            "likely seven in ten. Whether that holds here depends on your documents and questions. "
            "From your marks, and from question sets with the quotes that answer, a collection can "
            "learn bounds of its own. Each is used only if it is better on questions that it has "
            "not seen."
        )
        bounding = is_under_way(workbench.queue.work_on(collection.id, BOUND))
        st.fragment(_bounding, run_every=2 if bounding else None)(collection.id, bounding)
        st.subheader("An embedder of its own", anchor=False)
        st.markdown(
            "From the same questions the model that turns texts into vectors can learn as well, "
            "all of it: questions and passages. That takes minutes, and all passages are embedded "
            "anew. It is used only if it is better on questions about documents that it has not "
            "seen, and one click goes back."
        )
        tuning = is_under_way(workbench.queue.work_on(collection.id, FINE_TUNE))
        again = is_under_way(workbench.queue.work_on(collection.id, REEMBED))
        pricing = workbench.tuning.fine_tuning(collection.id).seconds is None
        changing = tuning or again or pricing
        st.fragment(_fine_tuning, run_every=2 if changing else None)(collection.id, changing)
    with right:
        _report(collection)
        st.subheader("Who names things", anchor=False)
        st.markdown(
            "People, places, organisations and terms link passages to each other. Rules find "
            "them in every file; a language model can find more of them and how they relate."
        )
        naming = is_under_way(workbench.queue.work_on(collection.id, NAME))
        st.fragment(_naming, run_every=2 if naming else None)(collection, naming)
        st.subheader("What tables are found by", anchor=False)
        st.markdown(
            "Tables are found by their rows and by the passages that hold them. A description in "
            "sentences can be added to each: by a template, which costs nothing, or by a "
            "language model. It is searched, and stands above the table; answers never quote it."
        )
        describing = is_under_way(workbench.queue.work_on(collection.id, DESCRIBE))
        st.fragment(_describing, run_every=2 if describing else None)(collection, describing)
    _map(collection)


# --- weights -------------------------------------------------------------------------------------


def _evidence(collection: Collection) -> None:
    workbench = session.workbench()
    state = workbench.tuning.tuning_state(collection.id)
    tuning_evidence(state, key="tune")
    with st.expander("Add questions" if not state.set_name else "Other questions"):
        st.markdown(
            "A text file with one question per line, with the documents or passages that answer it:"
        )
        st.code(EXAMPLE, language="json", wrap_lines=True)
        file = st.file_uploader(
            "Questions as JSON lines",
            type=["jsonl", "json", "txt"],
            key=f"questions-{session.state().uploads}",
        )
        if file is not None:
            session.remembering(_add_questions)(collection.id, file.name, file.getvalue())
            session.state().uploads += 1
            st.rerun()
        if state.set_name and st.button(
            f"Remove {verbatim.markdown(state.set_name)}",
            icon=":material/delete:",
            type="tertiary",
            key="remove-questions",
        ):
            workbench.tuning.remove_question_set(collection.id)
            st.rerun()


def _add_questions(collection_id: str, name: str, content: bytes) -> None:
    session.workbench().tuning.add_question_set(collection_id, name, content)


@session.guarded
def _training(collection_id: str, was_working: bool) -> None:
    workbench = session.workbench()
    view, state = (
        workbench.queue.work_on(collection_id, TUNE),
        workbench.tuning.tuning_state(collection_id),
    )
    if is_under_way(view):
        left = wording.remaining(view.seconds_left)
        label = f"{view.label}{f', {left} left' if left else ''}"
        st.progress(min(1.0, max(0.0, view.fraction)), verbatim.markdown(label))
        st.caption("Questions can be asked meanwhile.")
        if st.button("Stop", icon=":material/stop:", key="stop-tuning"):
            workbench.queue.cancel_job(view.job.id)
            st.rerun()
        return
    if was_working:
        st.rerun()
    if view is not None and view.job.reason:
        st.warning(verbatim.markdown(f"{view.job.reason} {view.job.remedy}"))
    if st.button(
        "Learn now",
        type="primary",
        icon=":material/balance:",
        disabled=bool(missing(state)),
        key="tune-now",
    ):
        workbench.tuning.tune(collection_id)
        st.rerun()


def _report(collection: Collection) -> None:
    workbench = session.workbench()
    state = workbench.tuning.tuning_state(collection.id)
    st.subheader("Weights", anchor=False)
    if state.own_weights:
        st.badge("This collection's own weights", icon=":material/check:", color="green")
    else:
        st.badge("The weights that come with Quire", color="gray")
    if state.outdated:
        st.caption(
            "Its own weights were learned with an earlier version of Quire and are not used. "
            "Learn again to replace them."
        )
    if state.report is None:
        st.caption("Nothing has been learned yet.")
        return
    tuning_report(TuningReportView(state.report, session.is_dark()), key="tune")
    if state.own_weights:
        st.button(
            "Back to the weights of Quire",
            icon=":material/undo:",
            key="undo-tuning",
            on_click=session.remembering(_undo),
            args=(collection.id,),
        )
    elif state.report.difference.low > 0:
        st.button(
            "Use what was learned again",
            icon=":material/redo:",
            key="redo-tuning",
            on_click=session.remembering(_redo),
            args=(collection.id,),
        )


def _undo(collection_id: str) -> None:
    session.workbench().tuning.undo_tuning(collection_id)


def _redo(collection_id: str) -> None:
    session.workbench().tuning.redo_tuning(collection_id)


# --- what a collection learns, and may switch ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Learnable:
    """Something that is learned as a job of some kind: how its offer is drawn, how it is learned
    and used, and whether what was learned is still being put to use."""

    kind: str
    draw: Callable[[JobView | None], LearningEvent | None]
    learn: Callable[[], object]
    use: Callable[[bool], object]
    changing: bool = False


def _offer(collection_id: str, was_working: bool, learnable: _Learnable) -> None:
    """Draws the offer and does what was pressed: learns, stops what learns, or switches what was
    learned."""
    queue = session.workbench().queue
    view = queue.work_on(collection_id, learnable.kind)
    event = learnable.draw(view)
    if event == "learn":
        learnable.learn()
    elif event == "stop" and view is not None:
        queue.cancel_job(view.job.id)
    elif event in {"on", "off"}:
        learnable.use(event == "on")
    if event is not None or (was_working and not (is_under_way(view) or learnable.changing)):
        st.rerun()


@session.guarded
def _moving(collection_id: str, was_working: bool) -> None:
    """Where questions are searched from."""
    tuning, dark = session.workbench().tuning, session.is_dark()
    state = tuning.query_adapter(collection_id)
    moving = _Learnable(
        MOVE,
        lambda view: adapter_offer(AdapterView(state, view, dark), key="adapter"),
        lambda: tuning.learn_query_adapter(collection_id),
        lambda on: tuning.use_query_adapter(collection_id, on=on),
    )
    _offer(collection_id, was_working, moving)


@session.guarded
def _bounding(collection_id: str, was_working: bool) -> None:
    """From which probabilities on answers are direct, and likely."""
    tuning = session.workbench().tuning
    state = tuning.reader_bounds(collection_id)
    bounding = _Learnable(
        BOUND,
        lambda view: bounds_offer(BoundsView(state, view), key="bounds"),
        lambda: tuning.learn_reader_bounds(collection_id),
        lambda on: tuning.use_reader_bounds(collection_id, on=on),
    )
    _offer(collection_id, was_working, bounding)


@session.guarded
def _fine_tuning(collection_id: str, was_working: bool) -> None:
    """A model of the collection's own."""
    tuning, dark = session.workbench().tuning, session.is_dark()
    state = tuning.fine_tuning(collection_id)
    fine_tuning = _Learnable(
        FINE_TUNE,
        lambda view: embedder_offer(EmbedderView(state, view, dark), key="embedder"),
        lambda: tuning.fine_tune_embedder(collection_id),
        lambda on: tuning.use_fine_tuned(collection_id, on=on),
        changing=state.moving or state.seconds is None,
    )
    _offer(collection_id, was_working, fine_tuning)


# --- vectors of the graph ------------------------------------------------------------------------


def _map(collection: Collection) -> None:
    """The vectors that the pipeline text and graph uses, made only where somebody asks for them."""
    st.subheader("Passages by the names they share", anchor=False)
    st.markdown(
        "The experiment *Text and graph* places each passage by what it shares names with. "
        "Vectors of names are always up to date; the others are learned when you ask for it."
    )
    workbench = session.workbench()
    kinds = workbench.graph_maps.graph_vector_kinds()
    kind = st.segmented_control(
        "Vectors",
        kinds,
        format_func=lambda each: VECTORS.get(each, each),
        key="map-kind",
        label_visibility="collapsed",
    )
    if kind is None:
        return
    found = workbench.graph_maps.graph_map(collection.id, kind)
    graph_map(GraphMapView(found, session.is_dark()), key="map")
    if kind != ALWAYS_THERE:
        working = is_under_way(workbench.queue.work_on(collection.id, LEARN_GRAPH))
        offer = st.fragment(_learning_graph, run_every=2 if working else None)
        offer(collection.id, kind, bool(found.points), working)


@session.guarded
def _learning_graph(collection_id: str, kind: str, learned: bool, was_working: bool) -> None:
    workbench = session.workbench()
    view = workbench.queue.work_on(collection_id, LEARN_GRAPH)
    shown = GraphVectorsView(kind, VECTORS.get(kind, kind), learned, view)
    event = graph_vectors_offer(shown, key="graph-vectors")
    if event == "learn":
        workbench.tuning.learn_graph_vectors(collection_id, kind)
    elif event == "stop" and view is not None:
        workbench.queue.cancel_job(view.job.id)
    elif event == "forget":
        workbench.tuning.forget_graph_vectors(collection_id, kind)
    if event is not None or (was_working and not is_under_way(view)):
        st.rerun()


# --- names ---------------------------------------------------------------------------------------


@session.guarded
def _naming(collection: Collection, was_working: bool) -> None:
    workbench = session.workbench()
    view = workbench.queue.work_on(collection.id, NAME)
    event = naming_offer(
        NamingView(
            workbench.naming.naming_estimate(collection.id) if not is_under_way(view) else None,
            collection.settings.extractor != "local",
            view,
        ),
        key="naming",
    )
    if event == "start":
        workbench.naming.name_with_language_model(collection.id)
    elif event == "rules":
        workbench.naming.name_by_rules(collection.id)
    elif event == "retry" and view is not None:
        workbench.queue.retry_job(view.job.id)
    if event is not None or (was_working and not is_under_way(view)):
        st.rerun()


# --- tables --------------------------------------------------------------------------------------


@session.guarded
def _describing(collection: Collection, was_working: bool) -> None:
    workbench = session.workbench()
    view = workbench.queue.work_on(collection.id, DESCRIBE)
    event = describing_offer(
        DescribingView(
            workbench.describing.describing_estimate(collection.id)
            if not is_under_way(view)
            else None,
            workbench.describing.describing_state(collection.id),
            view,
        ),
        key="describing",
    )
    if event == "retry" and view is not None:
        workbench.queue.retry_job(view.job.id)
    elif event is not None:
        by = DescribedBy.NOBODY
        if event == "template":
            by = DescribedBy.TEMPLATE
        elif event == "language_model":
            by = DescribedBy.LANGUAGE_MODEL
        workbench.describing.describe_tables(collection.id, by)
    if event is not None or (was_working and not is_under_way(view)):
        st.rerun()


show_page()
