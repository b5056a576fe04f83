"""Beside an answer: what its passages hang together with."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app import session
from backend.errors import NotFoundError
from backend.types import GraphOverview, Hit
from components import verbatim, wording
from components.graph_node import GraphNodeView, graph_node
from components.graph_view import GraphView, graph_view

HEIGHT, WIDTH = 440, 530
# pixels of the window that the map leaves to what stands above it, and to a chosen node below
BELOW = 420
CHOSEN = "graph-chosen"


def show(hits: tuple[Hit, ...], answer_id: str, *, on_passage: Callable[[str], None]) -> None:
    """Draws the tab.

    Args:
        answer_id: empty while the answer is being written; the graph is drawn once it is there.
        on_passage: called with the id of a passage whose page is to be shown.
    """
    if not answer_id:
        st.caption("The graph is drawn when the answer is complete.")
        return
    workbench = session.workbench()
    with st.spinner("Drawing …", show_time=False):
        overview = workbench.graph.answer_graph(answer_id)
    if not overview.graph.nodes:
        st.caption(overview.reason or "There is nothing to draw.")
        return
    shown = {node.id for node in overview.graph.nodes}
    numbers = {
        hit.chunk.id: place for place, hit in enumerate(hits, start=1) if hit.chunk.id in shown
    }
    of_answer, selected = st.session_state.get(CHOSEN, ("", ""))
    view = GraphView(
        overview.graph,
        numbers,
        selected if of_answer == answer_id else "",
        session.is_dark(),
        WIDTH,
        HEIGHT,
        below=BELOW,
    )
    graph_view(
        view,
        key=f"answer-graph-{answer_id}",
        on_choice=lambda node_id: st.session_state.update({CHOSEN: (answer_id, node_id)}),
    )
    if view.selected in shown:
        _node(answer_id, overview, view.selected, numbers, on_passage)
    left_out = overview.nodes_in_all - len(shown)
    st.caption(
        f"{wording.count(len(shown), 'node')} around the passages of the answer; numbers are the "
        "sources. Click one for its text."
        + (f" {left_out:,} less connected ones are left out." if left_out > 0 else "")
    )


def _node(
    answer_id: str,
    overview: GraphOverview,
    node_id: str,
    numbers: dict[str, int],
    on_passage: Callable[[str], None],
) -> None:
    workbench = session.workbench()
    collection_id = workbench.questions.answer(answer_id).collection_id
    try:
        details = workbench.graph.graph_node(collection_id, node_id)
    except NotFoundError as error:
        name = next(
            (
                node.label
                for node in overview.graph.nodes
                if node.id == node_id and node.kind == "entity"
            ),
            "",
        )
        if name:
            st.markdown(f"**{verbatim.markdown(name)}** is a name that links these passages.")
        else:
            st.caption(verbatim.markdown(f"{error.what} {error.remedy}"))
        return
    with st.container(border=True, key="graph-node"):
        graph_node(GraphNodeView(details, numbers.get(node_id, 0), 5), key="graph-node")
        if details.chunk is not None:
            st.button(
                "Show its page",
                icon=":material/find_in_page:",
                key="graph-page",
                on_click=session.remembering(on_passage),
                args=(details.chunk.id,),
            )
