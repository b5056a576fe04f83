"""Numbers about a graph: each with what it means, and how it is spread over the nodes."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st

from backend.types import GraphRanking, GraphStatistics
from components import graph_words, verbatim

importlib.import_module("pandas")  # plotly looks at one that is still being loaded


@dataclass(frozen=True, slots=True)
class GraphNumbersView:
    """The statistics and the theme."""

    statistics: GraphStatistics
    dark: bool = False


def graph_numbers(data: GraphNumbersView, *, key: str) -> None:
    """Draws the measures, then for each ranking its spread and its first nodes."""
    found = data.statistics
    if found.reason:
        st.info(found.reason)
        return
    with st.grid(5, min_column_width=150):
        for measure in found.measures:
            with st.container():
                shown = "–" if measure.value is None else f"{measure.value:.2f}"
                st.metric(measure.name, shown, border=True)
                st.caption(measure.sentence)
    with st.grid(len(found.rankings), min_column_width=300):
        for ranking in found.rankings:
            with st.container():
                _ranking(ranking, data.dark, f"{key}-{ranking.name}")


def _ranking(ranking: GraphRanking, dark: bool, key: str) -> None:
    st.markdown(f"**{ranking.name}**")
    st.caption(ranking.sentence)
    st.plotly_chart(histogram(ranking, dark=dark), key=key, config={"displayModeBar": False})
    items = "".join(
        f"<li dir='auto'>{verbatim.html(verbatim.clipped(node.label, 70))} <i>{value:.3g}</i></li>"
        for node, value in ranking.top
    )
    st.html(f"<ol class='quire-list'>{items}</ol>")


def histogram(ranking: GraphRanking, *, dark: bool) -> go.Figure:
    """How many nodes have which value."""
    figure = go.Figure(
        go.Histogram(
            x=ranking.values,
            nbinsx=20,
            marker_color=graph_words.color("chunk", dark=dark),
            hovertemplate="%{y} nodes at %{x}<extra></extra>",
        )
    )
    figure.update_layout(
        height=190,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        bargap=0.06,
        xaxis_title=ranking.name,
        yaxis_title="Nodes",
        yaxis_rangemode="tozero",
    )
    return figure
