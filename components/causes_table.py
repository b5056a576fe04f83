"""Why evidence was missed over a whole set: causes and the links that lead to it, by pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from backend.types import CausesReport, ContenderCauses
from components import verbatim

EDGES = {"next": "next", "likeness": "alike", "names": "names", "keywords": "keywords"}
_OPEN = "<div class='quire-heat-box'><table class='quire-heat quire-compared'>"


@dataclass(frozen=True, slots=True)
class CausesView:
    """What was counted, and contenders' titles by their names."""

    report: CausesReport
    titles: Mapping[str, str]


def causes_table(data: CausesView, *, key: str) -> None:
    """Draws where evidence fell out, a column a pipeline, and the kinds of links that lead to it
    from the passages that are shown."""
    rows = data.report.rows
    waiting = f" {data.report.waiting:,} are still looked into." if data.report.waiting else ""
    heads = "".join(
        f"<th scope='col'>{verbatim.html(data.titles.get(row.contender, row.contender))}</th>"
        for row in rows
    )
    causes = dict.fromkeys(cause for row in rows for cause in row.causes)
    body = _line("Missed pieces of evidence", [str(row.missed) for row in rows])
    for cause in causes:
        body += _line(cause.capitalize(), [_share(row, row.causes.get(cause, 0)) for row in rows])
    st.html(
        f"{_OPEN}<caption>Evidence that is not among the first five, looked into in the library "
        f"that the run asked.{waiting}"
        f"</caption><thead><tr><th scope='col'>Why it was missed</th>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )
    if not any(row.edges or row.unreached for row in rows):
        return
    body = "".join(
        _line(words, [str(row.edges.get(kind, 0)) for row in rows]) for kind, words in EDGES.items()
    )
    body += _line("one link away", [_share(row, row.lengths.get("1", 0)) for row in rows])
    body += _line("no way to it", [_share(row, row.unreached) for row in rows])
    st.html(
        f"{_OPEN}<caption>The shortest ways from the passages shown to those that were missed, by "
        "the kind of their links.</caption><thead><tr><th scope='col'>Links of the ways</th>"
        f"{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _line(name: str, cells: list[str]) -> str:
    return (
        f"<tr><th scope='row'>{verbatim.html(name)}</th>"
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    )


def _share(each: ContenderCauses, count: int) -> str:
    share = f" <small>{100 * count / each.missed:.0f} %</small>" if each.missed and count else ""
    return f"{count}{share}"


def example() -> CausesView:
    """Two invented pipelines."""
    rows = (
        ContenderCauses(
            *("naive", 9, {"not proposed": 3, "below the cut": 6}, {"names": 5, "next": 4}),
            {"1": 5, "2": 2},
            2,
        ),
        ContenderCauses(
            "fused_hybrid", 2, {"crowded out by coverage": 2}, {"names": 2}, {"1": 2}, 0
        ),
    )
    titles = {"naive": "Naive", "fused_hybrid": "Fused hybrid"}
    return CausesView(CausesReport(rows, 0), titles)
