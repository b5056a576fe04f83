"""How long the latest questions took: one bar each, oldest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from components import wording

_COLORS = {False: ("#197AB0", "#C48424", "#A02361", "#6D7017"),
           True: ("#47CEF5", "#F8E657", "#F0AAB4", "#A2A931")}  # fmt: skip


def latency_options(data: Sequence[tuple[str, float]], *, dark: bool) -> dict[str, Any]:
    """ECharts options; one series per pipeline, so that the legend names them."""
    oldest_first = list(reversed(data))
    names = sorted({name for name, _ in oldest_first})
    text = "#A7ADB8" if dark else "#5A5F6B"
    line = "#363D47" if dark else "#E8E4DB"
    return {
        "animation": False,
        "grid": {"left": 48, "right": 8, "top": 44, "bottom": 24},
        "legend": {
            "textStyle": {"color": text},
            "top": 0,
            "left": 40,
            "type": "scroll",
        },
        "tooltip": {"trigger": "item", "valueFormatter": "%.2f s", "confine": True},
        "xAxis": {
            "type": "category",
            "data": [str(number) for number in range(1, len(oldest_first) + 1)],
            "axisLabel": {"show": False},
            "axisTick": {"show": False},
            "axisLine": {"lineStyle": {"color": line}},
        },
        "yAxis": {
            "type": "value",
            "axisLabel": {"formatter": "{value} s", "color": text},
            "splitLine": {"lineStyle": {"color": line}},
        },
        "series": [
            {
                "name": wording.name(name),
                "type": "bar",
                "stack": "time",
                "barMaxWidth": 14,
                "color": _COLORS[dark][number % len(_COLORS[dark])],
                "itemStyle": {"borderRadius": [3, 3, 0, 0]},
                "data": [round(s, 3) if own == name else None for own, s in oldest_first],
            }
            for number, name in enumerate(names)
        ],
    }


def latency_chart(data: Sequence[tuple[str, float]], *, key: str, dark: bool = False) -> None:
    """Draws the bars; (pipeline, seconds), newest first."""
    slowest = max((seconds for _, seconds in data), default=0.0)
    st.echarts_chart(
        latency_options(data, dark=dark),
        height=230,
        key=key,
        alt=f"{len(data)} questions, the slowest took {wording.duration(slowest)}",
    )
