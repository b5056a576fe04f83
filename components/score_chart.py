"""What each retriever contributed to each passage's relevance: stacked bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from backend.types import Chunk, Hit, Signal
from components import palette, retriever_words, wording

ROW_PIXELS = 33


@dataclass(frozen=True, slots=True)
class ScoreView:
    """Hits in their order, the theme, and the number of the selected passage.

    `labels` name the passages; without them they are numbered from 1.
    """

    hits: Sequence[Hit]
    dark: bool = False
    selected: int = 0
    labels: Sequence[str] = ()


def labels(hits: Sequence[Hit], given: Sequence[str] = ()) -> list[str]:
    """The passages' names: as given, else numbers from 1."""
    return list(given) or [str(number) for number in range(1, len(hits) + 1)]


def whole(hits: Sequence[Hit]) -> float:
    """The relevance that counts as 100 points: the largest, by its absolute value."""
    return max((abs(hit.score) for hit in hits), default=0.0)


def retrievers(hits: Sequence[Hit]) -> list[str]:
    """The retrievers that signalled anything, in the order of the palette."""
    names = {signal.retriever for hit in hits for signal in hit.signals}
    return sorted(names, key=palette.retriever_order)


def score_options(data: ScoreView) -> dict[str, Any]:
    """The ECharts options: one bar per passage, one series per retriever.

    Negative contributions, as a network gives them, stack to the left of zero.
    """
    largest = whole(data.hits)
    unit = 100 / (largest or 1.0)
    farthest = unit * max((_positive(hit) for hit in data.hits), default=0.0)
    text = "#E9E6DF" if data.dark else "#1C2230"
    ground = "#15181D" if data.dark else "#FFFFFF"
    line = "#363D47" if data.dark else "#DDD8CD"
    names = labels(data.hits, data.labels)
    series: list[dict[str, Any]] = []
    for name in retrievers(data.hits):
        values = [_contribution(hit, name) for hit in data.hits]
        series.append(
            {
                "name": retriever_words.label(name),
                "type": "bar",
                "stack": "score",
                "barWidth": 17,
                "color": palette.retriever_color(name, dark=data.dark),
                "itemStyle": {"borderColor": ground, "borderWidth": 1},
                "emphasis": {"focus": "none"},
                "selectedMode": "single",
                "select": {"itemStyle": {"borderColor": ground}},
                "data": [round(unit * value, 2) for value in values],
            }
        )
    totals = [wording.points(hit.score, largest) for hit in data.hits]
    series.append(
        {
            "type": "bar",
            "stack": "score",
            "silent": True,
            "tooltip": {"show": False},
            "itemStyle": {"color": "transparent"},
            "label": {
                "show": True,
                "position": "insideLeft",
                "formatter": "{b}",
                "color": text,
                "fontWeight": 600,
                "fontSize": 13,
            },
            "data": [{"value": farthest * 0.14, "name": total} for total in totals],
        }
    )
    _label_by_total(series[-1], totals)
    if _lowest(data.hits) < 0:
        series[-1]["markLine"] = _zero_line(line)
    return {
        "animation": False,
        "grid": {"left": 30, "right": 8, "top": 4, "bottom": 4, "outerBoundsMode": "none"},
        "tooltip": {"trigger": "item", "valueFormatter": "%.1f", "confine": True},
        "legend": {"show": False},
        "xAxis": {
            "type": "value",
            "show": False,
            "min": -unit * max((_negative(hit) for hit in data.hits), default=0.0),
            "max": 1.16 * farthest or 1.0,
        },
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": names,
            "axisLine": {"show": False, "onZero": False},
            "axisTick": {"show": False},
            "axisLabel": {"color": text, "fontWeight": 600, "fontSize": 13},
        },
        "series": series,
    }


def _label_by_total(series: dict[str, Any], totals: Sequence[str]) -> None:
    for item, total in zip(series["data"], totals, strict=True):
        item["label"] = {"formatter": total}


def _zero_line(color: str) -> dict[str, Any]:
    return {
        "silent": True,
        "symbol": "none",
        "label": {"show": False},
        "lineStyle": {"color": color, "type": "solid", "width": 1},
        "data": [{"xAxis": 0}],
    }


def _positive(hit: Hit) -> float:
    return sum(max(0.0, signal.contribution) for signal in hit.signals)


def _negative(hit: Hit) -> float:
    return sum(max(0.0, -signal.contribution) for signal in hit.signals)


def _lowest(hits: Sequence[Hit]) -> float:
    return min((signal.contribution for hit in hits for signal in hit.signals), default=0.0)


def _contribution(hit: Hit, retriever: str) -> float:
    return sum(signal.contribution for signal in hit.signals if signal.retriever == retriever)


def score_chart(data: ScoreView, *, key: str) -> int | None:
    """Draws the bars; returns the number of the passage whose bar was clicked."""
    height = ROW_PIXELS * len(data.hits) + 10
    event = st.echarts_chart(
        score_options(data),
        height=height,
        key=key,
        on_select="rerun",
        alt="Stacked bars: each retriever's contribution to each passage. The table below holds "
        "the numbers.",
    )
    selected = event.selection.selected if event else []
    indices = selected[0]["data_indices"] if selected else []
    return int(indices[0]) + 1 if indices else None


def example() -> ScoreView:
    """Two invented passages scored by two retrievers."""
    chunk = Chunk("a", "d", "s", 0, "Revenue grew.", 0, 13, (0,), "prose", "Report")
    hits = [
        Hit(
            chunk,
            score,
            (
                Signal("dense", 1, 0.61, 1.2, score * 0.6),
                Signal("lexical", 2, 9.3, 0.8, score * 0.4),
            ),
        )
        for score in (0.9, 0.5)
    ]
    return ScoreView(hits)
