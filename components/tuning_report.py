"""What came of a training: before and after, and what each retriever is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import MeasuredMean, TuningReport
from components import palette, retriever_words, verbatim, wording


@dataclass(frozen=True, slots=True)
class TuningReportView:
    """The report and the theme."""

    report: TuningReport
    dark: bool = False


def percent(measure: MeasuredMean) -> str:
    """`71.2 ± 4.1`, in per cent, with half the width of the 95 % interval."""
    half = 50 * (measure.high - measure.low)
    return f"{100 * measure.mean:.1f} ± {half:.1f}"


def tuning_report(data: TuningReportView, *, key: str) -> None:
    """Draws the verdict, the table of before and after, and one bar a retriever."""
    report = data.report
    rows = "".join(
        f"<tr><th scope='row'>{verbatim.html(name)}</th>"
        f"<td>{percent(before)}</td><td>{percent(after)}</td></tr>"
        for name, before, after in report.measures
    )
    with st.container(key=f"tuning-report-{key}"):
        st.html(
            f"<p class='quire-verdict'>{verbatim.html(report.reason)}</p>"
            "<div class='quire-heat-box'><table class='quire-heat quire-compared'>"
            "<caption>Per cent, with half the width of the 95 % interval, on "
            f"{wording.count(report.questions, 'question')}; each was ranked by weights that had "
            "not seen it.</caption><thead><tr><th scope='col'></th>"
            "<th scope='col'>Before</th><th scope='col'>After</th></tr></thead>"
            f"<tbody>{rows}</tbody></table></div>"
        )
        if report.importance:
            st.markdown("**What each retriever is worth here**")
            st.html(_bars(report.importance, dark=data.dark))


def _bars(importance: Sequence[tuple[str, MeasuredMean]], *, dark: bool) -> str:
    largest = max((abs(each.mean) for _, each in importance), default=0.0) or 1.0
    rows = "".join(
        f"<li><span class='quire-worth-name' title='{verbatim.html(retriever_words.hover(name))}'>"
        f"{verbatim.html(retriever_words.label(name))}</span>"
        "<span class='quire-worth-bar'><i style='width:"
        f"{100 * max(0.0, each.mean) / largest:.1f}%;"
        f"background:{palette.retriever_color(name, dark=dark)}'></i></span>"
        f"<span class='quire-worth-value'>{_signed(100 * each.mean)}</span></li>"
        for name, each in importance
    )
    return (
        f"<ul class='quire-worth'>{rows}</ul><p class='quire-touched'>Points that the ranking "
        "loses when this retriever's say is shuffled among the passages of each question.</p>"
    )


def _signed(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")
