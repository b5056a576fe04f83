"""What a language model said as judge of a run, and how far it is to be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from backend.types import Agreement, JudgingReport, PairResult
from components import verbatim, wording


@dataclass(frozen=True, slots=True)
class JudgeView:
    """The judge's report, and contenders' titles by their names."""

    report: JudgingReport
    titles: Mapping[str, str]


def judge_results(data: JudgeView, *, key: str) -> None:
    """Draws how the judge is judged, pairs, what it cost, and what it could not judge."""
    report = data.report
    judged = wording.count(report.judged, "answer")
    waiting = f", {report.waiting:,} still waiting" if report.waiting else ""
    votes = f", each {report.votes} times" if report.votes > 1 else ""
    tokens = report.input_tokens + report.output_tokens
    st.caption(
        verbatim.markdown(
            f"{report.name} judged {judged}{votes}{waiting}: {wording.count(tokens, 'token')}, "
            f"{report.currency}{report.cost:.2f}."
        )
    )
    items = "".join(f"<li>{verbatim.html(word)}</li>" for word in report.words)
    st.html(f"<ul class='quire-list'>{items}</ul>")
    if report.agreements:
        rows = "".join(map(_agreement, report.agreements))
        st.html(
            "<div class='quire-heat-box'><table class='quire-heat quire-compared'><thead><tr>"
            "<th scope='col'>Agreement of the judge in</th><th scope='col'>Answers</th>"
            "<th scope='col'>Same mark</th><th scope='col'>Cohen’s κ</th></tr></thead>"
            f"<tbody>{rows}</tbody></table></div>"
        )
    if report.pairs:
        rows = "".join(_pair(pair, data.titles) for pair in report.pairs)
        st.html(
            "<div class='quire-heat-box'><table class='quire-heat quire-compared'><caption>Each "
            "pair was judged twice with the answers in either order; where the order decided, it "
            "counts for neither.</caption><thead><tr><th scope='col'>In pairs</th>"
            "<th scope='col'>First better</th><th scope='col'>Second better</th>"
            "<th scope='col'>Neither</th><th scope='col'>By the order</th></tr></thead>"
            f"<tbody>{rows}</tbody></table></div>"
        )
    if report.errors:
        label = f"{len(report.errors)} not judged"
        with st.expander(label, icon=":material/error:", key=f"{key}-errors"):
            for question, error in report.errors:
                st.markdown(f"- {verbatim.markdown(f'{question}: {error}')}")


def _agreement(each: Agreement) -> str:
    kappa = "–" if each.kappa is None else f"{each.kappa:.2f}".replace("-", "−")
    return (
        f"<tr><th scope='row'>{verbatim.html(each.of)}</th><td>{each.count}</td>"
        f"<td>{100 * each.same:.0f} %</td><td>{kappa}</td></tr>"
    )


def _pair(each: PairResult, titles: Mapping[str, str]) -> str:
    first, second = titles.get(each.first, each.first), titles.get(each.second, each.second)
    return (
        f"<tr><th scope='row'>{verbatim.html(f'{first} and {second}')}</th>"
        f"<td>{each.first_better}</td><td>{each.second_better}</td><td>{each.neither}</td>"
        f"<td>{each.swayed}</td></tr>"
    )


def example() -> JudgeView:
    """An invented judge that is mostly right."""
    report = JudgingReport(
        "a model",
        1,
        40,
        0,
        4,
        (Agreement("correctness, hidden probes", 4, 0.75, 0.5),),
        (PairResult("naive", "fused_hybrid", 3, 9, 6, 2),),
        52_000,
        7_000,
        0.21,
        "$",
        (("Who?", "It is not the JSON object that was asked for."),),
        ("The judge gave 3 of 4 hidden probes the mark that is right (κ 0.50).",),
    )
    return JudgeView(report, {"naive": "Naive", "fused_hybrid": "Fused hybrid"})
