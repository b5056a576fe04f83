"""The numbers behind the score chart, and its legend: retrievers as rows, passages as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import Hit, Signal
from components import palette, score_chart, verbatim, wording

ScoreForm = Literal["Share", "Raw", "Rank"]
FORMS: tuple[ScoreForm, ...] = ("Share", "Raw", "Rank")
EXPLANATIONS: dict[ScoreForm, str] = {
    "Share": "What each retriever adds to a passage's relevance.",
    "Raw": "Each retriever's own score; scores of different retrievers do not compare.",
    "Rank": "The place on each retriever's own list; – means not on it.",
}


@dataclass(frozen=True, slots=True)
class ScoreTableView:
    """Hits in their order, what to show of each signal, and the theme."""

    hits: Sequence[Hit]
    form: ScoreForm = "Share"
    dark: bool = False


def score_table(data: ScoreTableView, *, key: str) -> None:
    """Draws the table; darker cells (brighter ones on a dark page) are better."""
    names = score_chart.retrievers(data.hits)
    heads = "".join(f"<th scope='col'>{n}</th>" for n in range(1, len(data.hits) + 1))
    rows = "".join(_row(name, data) for name in names)
    with st.container(key=f"score-table-{key}"):
        st.html(
            "<div class='quire-heat-box'><table class='quire-heat'>"
            f"<caption>{verbatim.html(EXPLANATIONS[data.form])}</caption>"
            "<thead><tr><th scope='col'><span class='quire-unseen'>Colour</span></th>"
            f"<th scope='col'>Retriever</th>{heads}</tr></thead>"
            f"<tbody>{rows}</tbody></table></div>"
        )


def heat(values: Sequence[float | None], *, low_is_good: bool = False) -> list[int]:
    """Steps 0..9 of the colour ramp for the values, linear between the smallest and largest."""
    known = [value for value in values if value is not None]
    if not known:
        return [0] * len(values)
    low, high = min(known), max(known)
    steps = []
    for value in values:
        if value is None:
            steps.append(0)
            continue
        part = (value - low) / (high - low) if high > low else 0.5
        steps.append(round(9 * (1 - part if low_is_good else part)))
    return steps


def _row(name: str, data: ScoreTableView) -> str:
    signals = [_signal(hit, name) for hit in data.hits]
    values = [_value(signal, data.form) for signal in signals]
    if data.form == "Share":
        everything = [
            _value(_signal(hit, other), "Share")
            for hit in data.hits
            for other in score_chart.retrievers(data.hits)
        ]
        position = score_chart.retrievers(data.hits).index(name)
        width = len(score_chart.retrievers(data.hits))
        steps = heat(everything)[position::width]
    else:
        steps = heat(values, low_is_good=data.form == "Rank")
    largest = max((abs(value) for value in values if value is not None), default=0.0)
    cells = "".join(
        f"<td class='heat-{step}'>{_shown(value, largest, data.form)}</td>"
        for step, value in zip(steps, values, strict=True)
    )
    color = palette.retriever_color(name, dark=data.dark)
    return (
        f"<tr><td class='quire-swatch'><span style='background:{color}'></span></td>"
        f"<th scope='row'>{verbatim.html(wording.name(name))}</th>{cells}</tr>"
    )


def _signal(hit: Hit, retriever: str) -> Signal | None:
    return next((each for each in hit.signals if each.retriever == retriever), None)


def _value(signal: Signal | None, form: ScoreForm) -> float | None:
    if signal is None:
        return None
    if form == "Share":
        return signal.contribution
    return signal.raw if form == "Raw" else signal.rank


def _shown(value: float | None, largest: float, form: ScoreForm) -> str:
    if value is None:
        return "–"
    if form == "Rank":
        return str(int(value))
    return wording.relevance(value, largest)


def example() -> ScoreTableView:
    """The chart's example."""
    return ScoreTableView(score_chart.example().hits)
