"""How a question came to its passages: groups it began at, links it followed, passages it found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import streamlit as st

from backend.types import Step
from components import graph_words, verbatim, wording

REPLAY = "replay"
"""Name of the detail that holds a step as JSON."""
QUESTION = "Question"
_LABEL = 26
_MOST_PATHS = 12


@dataclass(frozen=True, slots=True)
class ReplayedWay:
    """A way from the question to a group: the groups on it, the likeness of each link, its score,
    and how many passages the last group holds."""

    groups: tuple[str, ...]
    titles: tuple[str, ...]
    weights: tuple[float, ...]
    score: float
    passages: int

    @property
    def product(self) -> str:
        """How the score came about: `.83 × .64 = .53`."""
        if not self.weights:
            return f"{self.score:.2f}"
        start = self.score
        for weight in self.weights:
            start = start / weight if weight else 0.0
        return f"{' × '.join(f'{each:.2f}' for each in (start, *self.weights))} = {self.score:.2f}"


@dataclass(frozen=True, slots=True)
class ReplayView:
    """The ways, best first, how many passages stood in their groups, and which group holds which
    of the numbered passages."""

    ways: Sequence[ReplayedWay]
    pool: int
    found: Mapping[int, str] = field(default_factory=dict)
    dark: bool = False


def replay_of(
    steps: Sequence[Step], found: Mapping[int, str], *, dark: bool = False
) -> ReplayView | None:
    """What the steps tell of their ways; None if they took none or tell it in another form.

    Args:
        found: the group of each numbered passage.
    """
    for step in steps:
        try:
            told = json.loads(step.detail.get(REPLAY, "null"))
            if isinstance(told, dict) and "paths" in told:
                ways = tuple(map(_way, told["paths"]))
                return ReplayView(ways, int(told["pool"]), found, dark) if ways else None
        except (ValueError, KeyError, TypeError):
            continue
    return None


def _way(told: Mapping[str, Any]) -> ReplayedWay:
    return ReplayedWay(
        tuple(map(str, told["nodes"])),
        tuple(map(str, told["titles"])),
        tuple(map(float, told["weights"])),
        float(told["score"]),
        int(told["chunks"]),
    )


def path_replay(data: ReplayView, *, key: str) -> None:
    """Draws the ways as streams and, below, as a table with their scores."""
    options = sankey_options(data)
    st.echarts_chart(
        options,
        height=max(240, 34 * _widest(options)),
        key=f"{key}-ways",
        alt="The ways from the question over groups to passages. The table below tells the same.",
    )
    st.caption(
        f"{wording.count(data.pool, 'passage')} in {wording.count(len(data.ways), 'group')}; the "
        f"fine search inside them kept {len(data.found)}."
    )
    st.dataframe(
        [
            {
                "Group": verbatim.printable(way.titles[-1]),
                "Came by": " → ".join(map(verbatim.printable, way.titles[:-1])) or QUESTION,
                "Score": way.product,
                "Passages": way.passages,
                "Kept": ", ".join(str(n) for n, g in data.found.items() if g == way.groups[-1]),
            }
            for way in data.ways
        ],
        hide_index=True,
        key=f"{key}-table",
    )


def sankey_options(data: ReplayView) -> dict[str, Any]:
    """ECharts options: the question, its first groups, groups over links, and passages.

    Shown are the ways to groups that hold a found passage, then the best others.
    """
    kept = set(data.found.values())
    ordered = sorted(data.ways, key=lambda way: (way.groups[-1] not in kept, -way.score))
    shown = ordered[:_MOST_PATHS]
    titles = {
        group: title for way in shown for group, title in zip(way.groups, way.titles, strict=True)
    }
    depth: dict[str, int] = {}
    links: dict[tuple[str, str], float] = {}
    for way in shown:
        for place, group in enumerate(way.groups):
            depth.setdefault(group, place + 1)
        stops = (QUESTION, *way.groups)
        for one, other in pairwise(stops):
            links[one, other] = max(links.get((one, other), 0.0), way.score)
    last = max(depth.values(), default=0) + 1
    text = "#E9E6DF" if data.dark else "#1C2230"
    group_color = graph_words.color("community", dark=data.dark)
    passage_color = graph_words.color("chunk", dark=data.dark)
    nodes: list[dict[str, Any]] = [_node(QUESTION, QUESTION, 0, "#8E939E", text)]
    nodes += [
        _node(group, verbatim.clipped(titles[group], _LABEL), place, group_color, text)
        for group, place in depth.items()
    ]
    scores = {way.groups[-1]: way.score for way in shown}
    for number, group in data.found.items():
        if group in depth:
            nodes.append(_node(f"passage {number}", str(number), last, passage_color, text))
            links[group, f"passage {number}"] = max(scores.get(group, 0.0), 0.05)
    return {
        "animation": False,
        "tooltip": {"show": False},
        "series": [
            {
                "type": "sankey",
                "nodeAlign": "left",
                "draggable": False,
                "left": 4,
                "right": 90,
                "top": 8,
                "bottom": 8,
                "nodeWidth": 9,
                "nodeGap": 14,
                "emphasis": {"focus": "adjacency"},
                "lineStyle": {"color": "source", "opacity": 0.32, "curveness": 0.5},
                "data": nodes,
                "links": [
                    {"source": one, "target": other, "value": round(max(value, 0.01), 4)}
                    for (one, other), value in links.items()
                ],
            }
        ],
    }


def _node(name: str, words: str, depth: int, color: str, text: str) -> dict[str, Any]:
    # ECharts draws on a canvas: the words stay text; braces would be taken for a template.
    shown = words.replace("{", "(").replace("}", ")")
    return {
        "name": name,
        "depth": depth,
        "itemStyle": {"color": color, "borderWidth": 0},
        "label": {"formatter": shown, "color": text, "fontSize": 12, "position": "right"},
    }


def _widest(options: Mapping[str, Any]) -> int:
    """The most nodes that stand in one column."""
    depths = [node["depth"] for node in options["series"][0]["data"]]
    return max((depths.count(depth) for depth in set(depths)), default=1)
