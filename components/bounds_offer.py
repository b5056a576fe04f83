"""Learning how sure an answer must be for its verdict: the price, before and after, the switch."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from backend.types import (
    BoundChange,
    BoundsReport,
    BoundsState,
    JobView,
    MeasuredMean,
    ReaderBounds,
    Verdict,
    VerdictCount,
    bound_words,
)
from components import verbatim, wording
from components.learning_work import LearningEvent, is_under_way, learning_switch, learning_try


@dataclass(frozen=True, slots=True)
class BoundsView:
    """What was and could be learned, and the latest work."""

    state: BoundsState
    work: JobView | None = None


def offer(state: BoundsState) -> str:
    """What there is to learn from, and the price; or what is missing."""
    if state.questions < state.least:
        return (
            f"{state.questions} of at least {state.least} questions with a judged answer or "
            "passage. Mark answers and passages, or add a question set with the quotes that answer."
        )
    return (
        f"{wording.count(state.questions, 'question')} to ask again. It takes about "
        f"{wording.duration(state.seconds)} and costs nothing else."
    )


def count_words(count: VerdictCount) -> str:
    """“12 of 13 right, 92.3 % [66.7, 98.6], of 15”: how many of those known are right, the share
    with its interval, and how many there are where not all are known."""
    if count.share is None:
        return f"none known, of {count.given}" if count.given else "none"
    share = count.share
    told = (
        f"{count.right} of {count.known} right, {100 * share.mean:.1f} % "
        f"[{100 * share.low:.1f}, {100 * share.high:.1f}]"
    )
    return told if count.known == count.given else f"{told}, of {count.given}"


def bounds_offer(data: BoundsView, *, key: str) -> LearningEvent | None:
    """Draws which bounds hold, the price, the report and the buttons; returns what was pressed."""
    state, view = data.state, data.work
    if state.bounds is not None:
        st.badge("This collection's own bounds", icon=":material/check:", color="green")
    else:
        st.badge("The bounds that come with Quire", color="gray")
    if state.outdated:
        st.caption(
            "Its own bounds were learned for another reader or embedder and are not used. "
            "Learn again."
        )
    event = learning_try(
        view,
        progress=view.label if view is not None else "",
        price=offer(state),
        press="Learn again" if state.report else "Learn",
        icon=":material/verified:",
        ready=state.questions >= state.least,
        key=key,
    )
    if state.report is not None:
        _report(state.report, key=key)
    if state.report is not None and not is_under_way(view):  # what learns decides of the switch
        switched = learning_switch(
            "Back to the bounds of Quire",
            "Use what was learned again",
            on=state.bounds is not None,
            learned=state.learned,
            key=key,
        )
        event = switched or event
    return event


def _report(report: BoundsReport, *, key: str) -> None:
    """Draws before and after for each verdict, and why the bound is the one it is."""
    rows = "".join(
        f"<tr><th scope='row'>{verbatim.html(each.verdict.words)}</th>"
        f"<td>{count_words(each.before)}</td><td>{count_words(each.after)}</td>"
        f"<td>{bound_words(each.shipped)} → {bound_words(each.bound)}"
        f"{'' if each.own else ', not used'}</td></tr>"
        for each in (report.direct, report.likely)
    )
    reasons = "".join(
        f"<li>{verbatim.html(each.verdict.words)}: {verbatim.html(each.reason)}</li>"
        for each in (report.direct, report.likely)
    )
    left = (
        f" {wording.count(report.unjudged, 'answer')} that nobody judged stand beside them."
        if report.unjudged
        else ""
    )
    if report.repeated:
        left += f" {wording.count(report.repeated, 'answer')} that quote the same place as another"
        left += " count with that one."
    with st.container(key=f"bounds-report-{key}"):
        st.html(
            "<div class='quire-heat-box'><table class='quire-heat quire-compared'>"
            f"<caption>{wording.count(report.answers, 'answer')} known to be right or wrong, each "
            f"with bounds that had not seen it.{left} Shares with 95 % intervals.</caption>"
            "<thead><tr><th scope='col'></th><th scope='col'>Before</th><th scope='col'>After</th>"
            "<th scope='col'>Bound</th></tr></thead>"
            f"<tbody>{rows}</tbody></table></div><ul class='quire-list'>{reasons}</ul>"
        )


def example() -> BoundsView:
    """An invented report."""
    few = VerdictCount(13, 11, 8, MeasuredMean(0.727, 0.434, 0.903))
    some = VerdictCount(8, 7, 7, MeasuredMean(1.0, 0.646, 1.0))
    many = VerdictCount(20, 20, 14, MeasuredMean(0.7, 0.481, 0.855))
    return BoundsView(
        BoundsState(
            64,
            40,
            50,
            14,
            66.0,
            ReaderBounds(0.86, 0.5),
            True,
            False,
            BoundsReport(
                58,
                4,
                2,
                BoundChange(
                    Verdict.DIRECT, few, some, 0.75, 0.86, True, "The shipped bound breaks it."
                ),
                BoundChange(Verdict.LIKELY, many, many, 0.5, 0.5, False, "It is no other bound."),
                0.0,
            ),
        )
    )
