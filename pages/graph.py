"""How do the documents hang together?"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from app import quotation_dialog, session, submission
from app.collection_header import collection_header
from backend.errors import NotFoundError
from backend.types import (
    NAMED_KINDS,
    Collection,
    GraphFilter,
    GraphNodeDetails,
    GraphNodeKind,
    GraphOverview,
    Quotation,
)
from components import graph_words, verbatim, wording
from components.graph_node import GraphNodeView, first_nodes, graph_node, node_passages
from components.graph_numbers import GraphNumbersView, graph_numbers
from components.graph_view import GraphView, graph_view
from components.link_likeness import link_likeness
from components.node_facts import NodeFactsView, node_facts
from components.page_image import PageImageView, page_image
from components.theme_tree import ThemeTreeView, theme_tree

TITLE = "Graph"
ICON = "hub"
ORDER = 40

KINDS: tuple[GraphNodeKind, ...] = ("document", "entity", "section", "community", "chunk")
SIZES = (20, 30, 40, 60, 80, 150)
WIDTH, HEIGHT = 940, 620
# pixels of the window that the bar, the choices above the map and the list below it take
BELOW = 300
SELECTED, FOCUS, SEARCH = "graph-selected", "graph-focus", "graph-search"
FOUND = "graph-found"  # set by a search until its first hit has been chosen
PDF = "application/pdf"
ASK = str(Path(__file__).with_name("ask.py"))
WATCH_SECONDS = 3


def show_page() -> None:
    """Draws the page."""
    collection = collection_header("graph", leave=_forget)
    if collection is None:
        return
    map_tab, themes_tab, numbers_tab, file_tab = st.tabs(
        ["Map", "Themes", "Numbers", "Export"], key="graph-tab", on_change="rerun"
    )
    for tab, draw in (
        (map_tab, _map),
        (themes_tab, _themes),
        (numbers_tab, _numbers),
        (file_tab, _export),
    ):
        if tab.open:
            with tab:
                draw(collection)
    shown = session.workbench().graph.graph_version(collection.id)
    read = session.workbench().graph.facts_are_read(collection.id)
    st.fragment(_watch, run_every=WATCH_SECONDS)(collection.id, shown, facts_read=read)


def _forget() -> None:
    for name in (SELECTED, FOCUS, SEARCH):
        st.session_state.pop(name, None)


@session.guarded
def _watch(collection_id: str, shown: str, *, facts_read: bool) -> None:
    """Draws the page again once files came or went, links were made by other settings, or the
    facts of the collection have been read.

    What is slow is worked out here, where nobody waits for it: the page then changes at once, and
    a picture that would be the same stands still.
    """
    workbench = session.workbench()
    workbench.graph.collection_graph(collection_id, NAMED_KINDS)
    workbench.graph.collection_graph(collection_id)  # what a click on a node asks for
    now_read = workbench.graph.facts_are_read(collection_id)
    if workbench.graph.graph_version(collection_id) != shown or (now_read and not facts_read):
        st.rerun()


# --- Map -----------------------------------------------------------------------------------------


@st.fragment
@session.guarded
def _map(collection: Collection) -> None:
    """The map and what is chosen on it; a click draws these anew and nothing else."""
    wanted = _filter(collection)
    with st.spinner("Drawing …", show_time=False):
        overview = session.workbench().graph.graph_overview(collection.id, wanted)
    if overview.reason:
        st.info(verbatim.markdown(overview.reason), icon=":material/info:")
    if not overview.graph.nodes:
        return
    if st.session_state.pop(FOUND, False) and overview.matches:
        st.session_state[SELECTED] = overview.matches[0]  # its card says why it was found
    left, right = st.columns([0.69, 0.31], gap="medium")
    with left:
        _drawing(collection, overview)
    with right:
        if st.session_state.get(SELECTED):
            _selected(collection)
        else:
            _first_nodes(overview)


def _searched() -> None:
    st.session_state.pop(FOCUS, None)
    st.session_state.pop(SELECTED, None)
    st.session_state[FOUND] = True


def _first_nodes(overview: GraphOverview) -> None:
    """What to click first, where nothing is chosen yet."""
    with st.container(border=True, key="graph-first"):
        first_nodes(overview.graph, key="graph-first", on_choice=_choose)


def _choose(node_id: str) -> None:
    st.session_state[SELECTED] = node_id


def _filter(collection: Collection) -> GraphFilter:
    documents = {
        document.id: document.title
        for document in session.workbench().library.documents(collection.id)
    }
    with st.container(horizontal=True, vertical_alignment="center"):
        text = st.text_input(
            "Find",
            placeholder="Find a name, a document or words",
            key=SEARCH,
            icon=":material/search:",
            width=300,
            label_visibility="collapsed",
            on_change=_searched,
        )
        kinds = st.pills(
            "Show",
            KINDS,
            default=NAMED_KINDS,
            selection_mode="multi",
            format_func=lambda kind: graph_words.NODES[kind].plural,
            key="graph-kinds",
            label_visibility="collapsed",
        )
        hops = 1
        if text or st.session_state.get(FOCUS):
            hops = st.segmented_control(
                "Around what was found",
                [1, 2],
                default=1,
                required=True,
                format_func=lambda number: wording.count(number, "step"),
                key="graph-hops",
                label_visibility="collapsed",
            )
        with st.popover("More", icon=":material/tune:"):
            least = st.slider("Least likeness of a link", 0.0, 1.0, 0.0, 0.05, key="graph-least")
            alike = st.toggle("Only links of likeness", key="graph-alike")
            most = st.select_slider("Most nodes", SIZES, value=30, key="graph-most")
            only = st.multiselect(
                "Only these documents",
                list(documents),
                format_func=lambda each: documents.get(each, ""),
                key=f"graph-documents-{collection.id}",
            )
    return GraphFilter(
        kinds=tuple(kind for kind in KINDS if kind in kinds) or NAMED_KINDS,
        edge_kinds=("SIMILAR_TO", "COMM_SIMILAR_TO") if alike else (),
        least_weight=least,
        document_ids=tuple(only),
        text=text or "",
        focus=st.session_state.get(FOCUS, ""),
        hops=int(hops or 1),
        most=int(most),
    )


def _drawing(collection: Collection, overview: GraphOverview) -> None:
    graph_view(
        GraphView(
            overview.graph,
            {},
            st.session_state.get(SELECTED, ""),
            session.is_dark(),
            WIDTH,
            HEIGHT,
            overview.matches,
            BELOW,
        ),
        key="graph-map",
        on_choice=_choose,
    )
    shown, whole = len(overview.graph.nodes), overview.nodes_in_all
    words = (
        f"The {shown:,} most connected of {whole:,} nodes"
        if whole > shown
        else wording.count(shown, "node")
    )
    links = f"{len(overview.graph.edges):,} of {wording.count(overview.edges_in_all, 'link')}"
    st.caption(f"{words}, {links}. Dashed lines join what is alike; drag to move, scroll to zoom.")
    if st.session_state.get(FOCUS):
        st.button(
            "Back to the whole",
            icon=":material/zoom_out_map:",
            type="tertiary",
            key="graph-whole",
            on_click=_show_whole,
        )


def _show_whole() -> None:
    st.session_state.pop(FOCUS, None)


def _selected(collection: Collection) -> None:
    workbench = session.workbench()
    node_id = st.session_state.get(SELECTED, "")
    try:
        with st.spinner("Reading …", show_time=False):
            details = workbench.graph.graph_node(collection.id, node_id)
    except NotFoundError as error:
        st.caption(verbatim.markdown(f"{error.what} {error.remedy}"))
        return
    with st.container(border=True, key="graph-node"):
        view = GraphNodeView(details)
        graph_node(view, key="graph-node")
        stated = node_facts(
            NodeFactsView(node_id, details.node.label, details.facts), key="graph-fact"
        )
        quoted = node_passages(view, key="graph-passage")
        if stated is not None:
            quotation_dialog.show(stated.said, stated.box)
        elif quoted is not None:
            quotation_dialog.show(
                Quotation(
                    "",
                    quoted.document_id,
                    quoted.title,
                    quoted.id,
                    quoted.pages[0] if quoted.pages else -1,
                    quoted.start,
                    quoted.end,
                )
            )
        with st.container(horizontal=True):
            _ask_about(details)
            st.button(
                "Centre here",
                icon=":material/center_focus_strong:",
                key="graph-centre",
                on_click=_centre,
                args=(node_id,),
            )
        chunk = details.chunk
        if chunk is not None and chunk.pages:
            document = workbench.library.document(chunk.document_id)
            if document.media_type == PDF:
                with st.spinner("Drawing its page …", show_time=False):
                    image = workbench.evidence.page_image(
                        document.id, chunk.pages[0], chunk_id=chunk.id, crop=True
                    )
                words = f"{document.title}, page {chunk.pages[0] + 1}: the passage is marked"
                page_image(PageImageView(image, words), key="graph-page-image")


def _ask_about(details: GraphNodeDetails) -> None:
    """Asks what the documents say about a node, on the page Ask."""
    if details.node.kind == "chunk":
        return
    label = verbatim.clipped(details.node.label, 120)
    what = (
        f"What is “{label}” about?"
        if details.node.kind == "document"
        else f"What do the documents say about {label}?"
    )
    if st.button("Ask about this", icon=":material/forum:", type="primary", key="graph-ask"):
        session.new_question()
        submission.ask(what)
        st.switch_page(ASK)


def _centre(node_id: str) -> None:
    st.session_state[FOCUS] = node_id


# --- Themes, Numbers, Export ---------------------------------------------------------------------


def _themes(collection: Collection) -> None:
    workbench = session.workbench()
    with st.spinner("Looking for themes …", show_time=False):
        tree = workbench.communities.themes(collection.id)
        groups = workbench.graph.collection_graph(collection.id, ("community",)).nodes
    st.caption("Groups of passages that are alike make a theme; alike themes a broader one.")
    if tree.stale:
        st.info("Documents came or went since these themes were found.", icon=":material/history:")
        if st.button("Find the themes anew", icon=":material/refresh:", key="graph-themes-anew"):
            with st.spinner("Looking for themes …"):
                tree = workbench.communities.refresh_themes(collection.id)
    chosen = theme_tree(
        ThemeTreeView(tree, {group.id: group.label for group in groups}), key="themes"
    )
    if chosen is not None:
        st.session_state[SELECTED] = st.session_state[FOCUS] = chosen
    if st.session_state.get(SELECTED):
        _selected(collection)


def _numbers(collection: Collection) -> None:
    workbench = session.workbench()
    documents = {"": "All documents"}
    documents |= {
        document.id: document.title for document in workbench.library.documents(collection.id)
    }
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = st.segmented_control(
            "Numbers about the links between",
            ["chunk", "community"],
            default="chunk",
            required=True,
            format_func=lambda each: graph_words.NODES[each].plural.lower(),
            key="graph-level",
        )
        document_id = st.selectbox(
            "In",
            list(documents),
            format_func=lambda each: documents.get(each, ""),
            key=f"graph-numbers-of-{collection.id}",
            width=360,
        )
        likenesses = kind == "chunk" and st.toggle(
            "By three likenesses",
            help="Each passage with the five of its document that it is most like in meaning, in "
            "keywords and in names, in the place of the links that pipelines follow.",
            key="graph-likenesses",
        )
    with st.spinner("Counting …", show_time=False):
        graph_statistics = workbench.graph.graph_statistics(
            collection.id,
            "community" if kind == "community" else "chunk",
            document_id or "",
            likenesses=likenesses,
        )
    if kind == "community" and not document_id:
        link_likeness(workbench.graph.link_likeness(collection.id), key="graph-likeness")
    noun = "group" if kind == "community" else "passage"
    st.caption(
        f"{wording.count(graph_statistics.nodes, noun)}, "
        f"{wording.count(graph_statistics.edges, 'link')}."
    )
    graph_numbers(
        GraphNumbersView(graph_statistics, session.is_dark()),
        key=f"numbers-{kind}-{likenesses}-{document_id}",
    )


def _export(collection: Collection) -> None:
    workbench = session.workbench()
    documents = {"": "The whole collection"}
    documents |= {
        document.id: document.title for document in workbench.library.documents(collection.id)
    }
    st.caption(
        "Documents, groups and passages with all links between them. The same documents give the "
        "same file, whatever order they came in."
    )
    document_id = st.selectbox(
        "What",
        list(documents),
        format_func=lambda each: documents.get(each, ""),
        key=f"graph-export-of-{collection.id}",
        width=420,
    )
    with st.container(horizontal=True):
        st.download_button(
            "JSON",
            lambda: workbench.graph.export_graph(collection.id, "json", document_id or ""),
            file_name="graph.json",
            mime="application/json",
            icon=":material/data_object:",
            key="graph-json",
            on_click="ignore",
        )
        st.download_button(
            "GraphML",
            lambda: workbench.graph.export_graph(collection.id, "graphml", document_id or ""),
            file_name="graph.graphml",
            mime="application/xml",
            icon=":material/hub:",
            key="graph-graphml",
            on_click="ignore",
        )


show_page()
