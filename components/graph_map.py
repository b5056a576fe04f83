"""Passages as points of a plane, coloured by document; a point's names stand beside it on hover."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape

import plotly.graph_objects as go
import streamlit as st

from backend.types import GraphMap, MapPoint
from components import verbatim, wording

COLOURED = 8
"""Documents with most points that have a colour of their own."""
_COLORS = {
    False: ("#3249AA", "#C48424", "#A02361", "#3B7F6B", "#197AB0", "#6A4109", "#8A5AA8", "#6D7017"),
    True: ("#799AF2", "#F8E657", "#F0AAB4", "#7FD6BE", "#47CEF5", "#987526", "#D9A6E8", "#A2A931"),
}
_OTHERS = {False: "#7A7F8C", True: "#8E939E"}


@dataclass(frozen=True, slots=True)
class GraphMapView:
    """The map, and whether the page is dark."""

    found: GraphMap
    dark: bool = False


def graph_map(data: GraphMapView, *, key: str) -> None:
    """Draws the points, or says why there are none."""
    found = data.found
    if found.reason:
        st.info(verbatim.markdown(found.reason))
        return
    st.plotly_chart(figure(data), key=key, config={"displayModeBar": False})
    st.caption(
        f"{wording.count(len(found.points), 'point')} of {found.placed:,} passages that share a "
        f"name with another, of {found.passages:,} in all. These two directions show "
        f"{100 * found.share:.0f} % of all differences, so near points need not be near."
    )


def figure(data: GraphMapView) -> go.Figure:
    """One series for each of the documents with most points, one for all others."""
    counted = Counter(point.document for point in data.found.points)
    ordered = sorted(counted, key=lambda title: (-counted[title], title))
    own = ordered[:COLOURED]
    drawn = go.Figure()
    for number, title in enumerate(own):
        points = [point for point in data.found.points if point.document == title]
        _add(drawn, points, _clipped(title), _COLORS[data.dark][number])
    others = [point for point in data.found.points if point.document not in own]
    if others:
        _add(
            drawn,
            others,
            wording.count(len(ordered) - len(own), "other document"),
            _OTHERS[data.dark],
        )
    drawn.update_layout(
        height=460,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        legend={"orientation": "h", "y": -0.05},
        xaxis={"visible": False},
        yaxis={"visible": False, "scaleanchor": "x"},
    )
    return drawn


def _add(drawn: go.Figure, points: list[MapPoint], name: str, color: str) -> None:
    drawn.add_trace(
        go.Scatter(  # the kind that draws by WebGL stays grey where a browser has none
            x=[point.x for point in points],
            y=[point.y for point in points],
            mode="markers",
            name=name,
            marker={"color": color, "size": 6, "opacity": 0.75},
            text=[_told(point) for point in points],
            hovertemplate="%{text}<extra></extra>",
        )
    )


def _told(point: MapPoint) -> str:
    names = ", ".join(point.names) or "no name"
    return f"{_clipped(point.document)}<br>{escape(verbatim.clipped(names, 90))}"


def _clipped(title: str) -> str:
    return escape(verbatim.clipped(title, 40))
