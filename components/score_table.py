"""The numbers behind the score chart, and its legend: retrievers as rows, passages as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import Hit, Signal
from components import palette, retriever_words, score_chart, verbatim, wording

ScoreForm = Literal["Share", "Scaled", "Raw", "Rank"]
FORMS: tuple[ScoreForm, ...] = ("Share", "Scaled", "Raw", "Rank")
SIGNED: frozenset[ScoreForm] = frozenset({"Share", "Scaled"})
"""Forms in which values below 0 speak against a passage."""
FEW = 2
"""With more retrievers than this, the table says how much weight each has over all passages."""
EXPLANATIONS: dict[ScoreForm, str] = {
    "Share": "Points that each adds to a passage's relevance, or takes from it; the most relevant "
    "passage has 100.",
    "Scaled": "Scores made comparable: 0 is the average of the passages looked at, 1 is well above "
    "it.",
    "Raw": "Each retriever's own score; scores of different retrievers do not compare.",
    "Rank": "The place on each retriever's own list; – means not on it.",
}


@dataclass(frozen=True, slots=True)
class ScoreTableView:
    """Hits in their order, what to show of each signal, the theme, and the passages' names."""

    hits: Sequence[Hit]
    form: ScoreForm = "Share"
    dark: bool = False
    labels: Sequence[str] = ()


def score_table(data: ScoreTableView, *, key: str) -> None:
    """Draws the table; darker cells (brighter ones on a dark page) are better."""
    names = score_chart.retrievers(data.hits)
    heads = "".join(
        f"<th scope='col'>{verbatim.html(label)}</th>"
        for label in score_chart.labels(data.hits, data.labels)
    )
    weighed = len(names) > FEW
    if weighed:
        heads += "<th scope='col' title='Share of all that the retrievers said'>Weight</th>"
    rows = "".join(_row(name, data, weighed=weighed) for name in names)
    with st.container(key=f"score-table-{key}"):
        st.html(
            "<div class='quire-heat-box'><table class='quire-heat'>"
            f"<caption>{verbatim.html(EXPLANATIONS[data.form])}</caption>"
            "<thead><tr><th scope='col'><span class='quire-unseen'>Colour</span></th>"
            f"<th scope='col'>Looks at</th>{heads}</tr></thead>"
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


def importance(hits: Sequence[Hit]) -> dict[str, float]:
    """Each retriever's share in [0, 1] of all that was said of the passages, for or against."""
    said: dict[str, float] = {}
    for hit in hits:
        for signal in hit.signals:
            said[signal.retriever] = said.get(signal.retriever, 0.0) + abs(signal.contribution)
    whole = sum(said.values())
    return {name: value / whole if whole else 0.0 for name, value in said.items()}


def _row(name: str, data: ScoreTableView, *, weighed: bool) -> str:
    signals = [_signal(hit, name) for hit in data.hits]
    values = [_value(signal, data.form) for signal in signals]
    if data.form == "Share":
        compared = [signal.contribution for hit in data.hits for signal in hit.signals]
    else:
        compared = [value for value in values if value is not None]
    shades = (
        _signed(values, compared)
        if data.form in SIGNED
        else [f"heat-{step}" for step in heat(values, low_is_good=data.form == "Rank")]
    )
    largest = max((abs(value) for value in compared), default=0.0)
    whole = score_chart.whole(data.hits) if data.form == "Share" else largest
    cells = "".join(
        f"<td class='{shade}'>{_shown(value, whole, data.form)}</td>"
        for shade, value in zip(shades, values, strict=True)
    )
    color = palette.retriever_color(name, dark=data.dark)
    if weighed:
        cells += f"<td class='quire-weight'>{importance(data.hits).get(name, 0.0):.0%}</td>"
    words = ""
    spoken = [
        signal for signal in signals if signal is not None and signal.standardised is not None
    ]
    if any(not signal.learned for signal in spoken):
        words = retriever_words.NOT_LEARNED
    said = f"<small>{verbatim.html(words)}</small>" if words else ""
    return (
        f"<tr><td class='quire-swatch'><span style='background:{color}'></span></td>"
        f"<th scope='row' title='{verbatim.html(retriever_words.hover(name))}'>"
        f"{verbatim.html(retriever_words.label(name))}{said}</th>{cells}</tr>"
    )


def _signed(values: Sequence[float | None], compared: Sequence[float]) -> list[str]:
    """A shade by value: blue for what speaks for a passage, ochre for what speaks against it."""
    largest = max((abs(value) for value in compared), default=0.0) or 1.0
    shades = []
    for value in values:
        part = 0.0 if value is None else value / largest
        against = value is not None and float(wording.score(value, largest)) < 0
        shades.append(f"against-{round(-4 * part)}" if against else f"heat-{round(9 * abs(part))}")
    return shades


def _signal(hit: Hit, retriever: str) -> Signal | None:
    return next((signal for signal in hit.signals if signal.retriever == retriever), None)


def _value(signal: Signal | None, form: ScoreForm) -> float | None:
    if signal is None:
        return None
    if form == "Share":
        return signal.contribution
    if form == "Scaled":
        return signal.standardised
    return signal.raw if form == "Raw" else signal.rank


def _shown(value: float | None, largest: float, form: ScoreForm) -> str:
    if value is None:
        return "–"
    if form == "Rank":
        return str(int(value))
    if form == "Share":
        return wording.points(value, largest)
    return wording.score(value, largest).replace("-", "−")
