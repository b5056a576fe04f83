"""What a run says: a table of measures with intervals, sentences, and plots."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st

from backend.types import (
    Contender,
    ContenderResult,
    EvaluationReport,
    EvaluationRun,
    MeasuredRow,
    RunProgress,
)
from components import verbatim

importlib.import_module("pandas")  # plotly looks at one that is still being loaded

SECONDS, MONEY = "Seconds", "Money"
ENOUGH_ANSWERS = 10
"""Fewer answers that are known to be right or wrong tell nothing of a verdict."""
LESS_IS_BETTER = frozenset([SECONDS, "Steps", "Tokens", "Money", "Wrong refusals"])
FIRST = ("Recall@5", "All@5", "nDCG@10", "MRR@10", "Page Hit@5")
OF_ANSWERS = (
    "Token F1",
    "Judged right",
    "Right (model judge)",
    "Supported",
    "Wrong refusals",
    "Right refusals",
)
SHADES: Sequence[tuple[str, str]] = (
    ("#3249AA", "#799AF2"),
    ("#C48424", "#F8E657"),
    ("#A02361", "#F0AAB4"),
    ("#197AB0", "#47CEF5"),
    ("#6D7017", "#A2A931"),
    ("#8A5AA8", "#D9A6E8"),
)
"""One for each contender, in the light and the dark theme."""
SYMBOLS = ("circle", "square", "triangle-up", "diamond", "cross", "star")


@dataclass(frozen=True, slots=True)
class ResultsView:
    """A report, the titles of pipelines by their names, and the theme."""

    report: EvaluationReport
    titles: Mapping[str, str]
    dark: bool = False

    def title(self, name: str) -> str:
        """A contender as a person reads it."""
        pipeline, space, options = name.partition(" ")
        title = self.titles.get(pipeline, pipeline)
        return f"{title} ({options})" if space else title


def shown_value(row: MeasuredRow | None) -> str:
    """`.58 ± .11`: the mean with half the width of the 95 % interval."""
    if row is None:
        return "–"
    half = (row.high - row.low) / 2
    if not row.share:
        return f"{row.mean:.2f}" if row.mean < 100 else f"{row.mean:,.0f}"
    return f"{row.mean:.2f} ± {half:.2f}"


def measures_shown(report: EvaluationReport, *, all_of_them: bool) -> list[str]:
    """The measures that a table has as columns: those that were measured, the usual ones first."""
    there = list(dict.fromkeys(row.measure for result in report.results for row in result.rows))
    usual = [answer for answer in (*FIRST, *OF_ANSWERS, SECONDS) if answer in there]
    return [*usual, *(each for each in there if each not in usual)] if all_of_them else usual


def best_of(results: Sequence[ContenderResult], measure: str) -> frozenset[str]:
    """The contenders with the best mean; none where all are alike."""
    means = {result.contender.name: r.mean for result in results if (r := result.row(measure))}
    if len(set(means.values())) < 2:
        return frozenset()
    best = min(means.values()) if measure in LESS_IS_BETTER else max(means.values())
    return frozenset(name for name, mean in means.items() if mean == best)


def counted_over(report: EvaluationReport, measure: str) -> str:
    """`n = 3` where a measure applies to fewer questions than others do; empty elsewhere."""
    most = max((row.count for result in report.results for row in result.rows), default=0)
    counts = [
        row.count
        for contender_result in report.results
        if (row := contender_result.row(measure)) is not None
    ]
    if not counts or min(counts) == most:
        return ""
    low, high = min(counts), max(counts)
    return f"n = {low}" if low == high else f"n = {low} to {high}"


def results_table(data: ResultsView, *, key: str, all_of_them: bool = False) -> None:
    """Draws a row a contender and a column a measure; the best of each column is shaded."""
    report = data.report
    measures = measures_shown(report, all_of_them=all_of_them)
    head = "".join(
        f"<th scope='col'>{verbatim.html(measure)}"
        f"<small>{counted_over(report, measure)}</small></th>"
        for measure in measures
    )
    best = {measure: best_of(report.results, measure) for measure in measures}
    rows = "".join(
        f"<tr><th scope='row'>{verbatim.html(data.title(result.contender.name))}</th>"
        + "".join(
            f"<td{' class=quire-best' if result.contender.name in best[one] else ''}>"
            f"{shown_value(result.row(one))}</td>"
            for one in measures
        )
        + "</tr>"
        for result in report.results
    )
    counted = f" Evidence is counted by {report.unit}." if report.unit else ""
    st.html(
        "<div class='quire-heat-box'><table class='quire-heat quire-compared'>"
        "<caption>Mean ± half of the 95 % interval, from 2,000 bootstrap samples of the questions. "
        f"Shaded: best of the column.{counted}</caption><thead><tr><th scope='col'>Pipeline</th>"
        f"{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def sentences(data: ResultsView) -> None:
    """Draws what follows from the measures, and what is behind it."""
    report = data.report
    lead, rest = report.advice[:1], report.advice[1:]
    said = (*rest, *(difference.words for difference in report.differences))
    items = "".join(f"<li>{verbatim.html(each)}</li>" for each in said)
    first = "".join(f"<p class='quire-verdict'>{verbatim.html(each)}</p>" for each in lead)
    if first or items:
        st.html(f"{first}<ul class='quire-list'>{items}</ul>")


def kinds_table(data: ResultsView) -> None:
    """Draws the leading measure by kind of question."""
    report = data.report
    names = [result.contender.name for result in report.results]
    head = "".join(f"<th scope='col'>{verbatim.html(data.title(name))}</th>" for name in names)
    rows = "".join(
        f"<tr><th scope='row'>{verbatim.html(kind.kind)} <small>{kind.count}</small></th>"
        + "".join(
            f"<td>{'–' if (v := kind.values.get(name)) is None else f'{v:.2f}'}</td>"
            for name in names
        )
        + "</tr>"
        for kind in report.kinds
    )
    st.html(
        "<div class='quire-heat-box'><table class='quire-heat quire-compared'><thead><tr>"
        f"<th scope='col'>{verbatim.html(report.leading)} by kind</th>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def interval_figure(data: ResultsView, measure: str) -> go.Figure:
    """One contender a line: mean and 95 % interval of a measure."""
    figure = go.Figure()
    there = [
        (number, result, row)
        for number, result in enumerate(data.report.results)
        if (row := result.row(measure)) is not None
    ]
    for number, each, row in there:
        figure.add_trace(
            go.Scatter(
                x=[row.mean],
                y=[data.title(each.contender.name)],
                error_x={
                    "type": "data",
                    "symmetric": False,
                    "array": [row.high - row.mean],
                    "arrayminus": [row.mean - row.low],
                    "thickness": 4,
                    "width": 0,
                },
                mode="markers+text",
                text=[f"{row.mean:.2f}"],
                textposition="top center",
                marker={"size": 13, "symbol": _symbol(number), "color": _shade(number, data.dark)},
                hovertemplate=f"%{{y}}: {row.mean:.3f} [{row.low:.3f}, {row.high:.3f}], "
                f"{row.count} questions<extra></extra>",
                showlegend=False,
            )
        )
    figure.update_layout(
        height=70 + 58 * max(1, len(there)),
        margin={"l": 8, "r": 8, "t": 22, "b": 8},
        xaxis_title=measure,
        yaxis={"range": [len(there) - 0.5, -0.8], "ticksuffix": "  "},
    )
    return figure


def spends_money(report: EvaluationReport) -> bool:
    """Whether any pipeline of a report cost money."""
    return any((row := result.row(MONEY)) is not None and row.mean > 0 for result in report.results)


def cost_figure(data: ResultsView, measure: str, cost: str = SECONDS) -> go.Figure:
    """Quality against seconds or money, with both intervals."""
    unit = "Seconds per question" if cost == SECONDS else "Money per question"
    figure = go.Figure()
    for number, result in enumerate(data.report.results):
        row, spent = result.row(measure), result.row(cost)
        if row is None or spent is None:
            continue
        title = data.title(result.contender.name)
        color = _shade(number, data.dark)
        figure.add_trace(
            go.Scatter(
                x=[spent.mean],
                y=[row.mean],
                error_x=_bounds(spent, color),
                error_y=_bounds(row, color),
                name=title,
                mode="markers",
                marker={"size": 13, "symbol": _symbol(number), "color": color},
                hovertemplate=f"{title}: {row.mean:.3f} at {spent.mean:.4g}<extra></extra>",
                showlegend=True,
            )
        )
    figure.update_layout(
        height=340,
        margin={"l": 8, "r": 8, "t": 12, "b": 8},
        xaxis={"title": unit, "rangemode": "tozero"},
        yaxis_title=measure,
        # names beside the marks lie on each other where pipelines are alike
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0},
    )
    return figure


def _bounds(row: MeasuredRow, color: str) -> dict[str, object]:
    return {
        "type": "data",
        "symmetric": False,
        "array": [row.high - row.mean],
        "arrayminus": [row.mean - row.low],
        "color": color,
        "thickness": 1.5,
        "width": 0,
    }


def _shade(number: int, dark: bool) -> str:
    return SHADES[number % len(SHADES)][1 if dark else 0]


def _symbol(number: int) -> str:
    return SYMBOLS[number % len(SYMBOLS)]


def results_plots(data: ResultsView, *, key: str) -> None:
    """Draws the interval plot of a measure, and it against seconds, and money if some was spent."""
    choices = [
        each
        for each in measures_shown(data.report, all_of_them=False)
        if each not in LESS_IS_BETTER
    ]
    if not choices:
        return
    st.subheader("With 95 % intervals", anchor=False)
    default = data.report.leading if data.report.leading in choices else choices[0]
    measure = st.pills(
        "Measure", choices, default=default, key=f"{key}-measure", label_visibility="collapsed"
    )
    chosen = measure or default
    bare = {"displayModeBar": False}
    st.plotly_chart(interval_figure(data, chosen), key=f"{key}-intervals", config=bare)
    st.subheader("Quality against time", anchor=False)
    st.plotly_chart(cost_figure(data, chosen), key=f"{key}-time", config=bare)
    if spends_money(data.report):
        st.subheader("Quality against money", anchor=False)
        st.plotly_chart(cost_figure(data, chosen, MONEY), key=f"{key}-money", config=bare)


def reliability_table(data: ResultsView) -> None:
    """Draws how often answers are right by what they claim; where these are few, it says so."""
    most = max(sum(each.count for each in bins) for bins in data.report.reliability.values())
    if most < ENOUGH_ANSWERS:
        few = f"{most} answer{'' if most == 1 else 's'}"
        st.caption(f"Right answers are known for {few} a pipeline: too few to tell.")
        return
    rows = "".join(
        f"<tr><th scope='row'>{verbatim.html(data.title(name))}</th><td>{each.count}</td>"
        f"<td>{100 * each.confidence:.0f} %</td><td>{100 * each.right:.0f} %</td></tr>"
        for name, bins in data.report.reliability.items()
        for each in bins
    )
    st.html(
        "<div class='quire-heat-box'><table class='quire-heat quire-compared'><thead><tr>"
        "<th scope='col'>Reliability</th><th scope='col'>Answers</th><th scope='col'>Claimed</th>"
        f"<th scope='col'>Judged right</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def example() -> ResultsView:
    """Two invented contenders."""
    run = EvaluationRun("r", "c", "s", (), 10, True, {}, 0.0)
    results = tuple(
        ContenderResult(
            Contender(name),
            (
                MeasuredRow("Recall@5", mean, mean - 0.1, mean + 0.1, 40),
                MeasuredRow(SECONDS, seconds, seconds - 0.1, seconds + 0.1, 40, share=False),
            ),
        )
        for name, mean, seconds in (("naive", 0.6, 0.3), ("fused_hybrid", 0.8, 0.9))
    )
    report = EvaluationReport(
        "Set",
        "Harbour",
        RunProgress(run, 80, 80, 0),
        results,
        "Recall@5",
        (),
        ("Fused hybrid is better.",),
        (),
        (),
        {},
        (),
        (),
        "pages",
    )
    return ResultsView(report, {"naive": "Naive", "fused_hybrid": "Fused hybrid"})
