"""What a language model would cost, by pipeline, and what each right answer takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import IndexingCost, PerRight, WouldCost, WouldCostReport
from components import verbatim, wording

TASKS = {
    "answer": "to write the answer",
    "steer": "to lead the search",
    "plan": "to plan the search",
    "choose_path": "to choose sections",
    "calculate": "to query tables",
    "rate": "to rate points",
}
_OPEN = "<div class='quire-heat-box'><table class='quire-heat quire-compared'>"


@dataclass(frozen=True, slots=True)
class WouldCostView:
    """What was counted, and contenders' titles by their names."""

    report: WouldCostReport
    titles: Mapping[str, str]


def would_cost_table(data: WouldCostView, *, key: str) -> None:
    """Draws tokens, money and the factor to naive at asking, and the cost of indexing."""
    report = data.report
    has_right = any(row.cost_per_right is not None for row in report.rows)
    money = "<th scope='col'>Money</th>" if report.priced else ""
    money += "<th scope='col'>Money per right answer</th>" if has_right else ""
    rows = "".join(_row(row, data, has_right=has_right) for row in report.rows)
    over = (
        "This question."
        if report.total == 1
        else f"Means of {report.asked} of {wording.count(report.total, 'question')}, with the 95 % "
        "interval of tokens in."
    )
    st.html(
        f"{_OPEN}<caption>{over} Prompts were made and counted, nothing was sent; tokens out are "
        "what replies of their kind usually take.</caption><thead><tr>"
        "<th scope='col'>With a language model</th><th scope='col'>Requests</th>"
        "<th scope='col'>Tokens in</th><th scope='col'>Tokens out, about</th>"
        f"{money}<th scope='col'>Tokens to naive</th><th scope='col'>What for</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )
    if not report.priced:
        st.caption("No prices are set (price_input, price_output), so money is not told.")
    if report.indexing:
        _indexing(report.indexing, report)


def _row(each: WouldCost, data: WouldCostView, *, has_right: bool) -> str:
    report = data.report
    spread = f" <small>[{each.low:,.0f}, {each.high:,.0f}]</small>" if each.questions > 1 else ""
    cells = [f"{each.requests:.1f}", f"{each.input_tokens:,.0f}{spread}"]
    cells.append(f"{each.output_tokens:,.0f}")
    cells += [_money(each.cost, report.currency)] if report.priced else []
    if has_right:
        cells.append(_money(each.cost_per_right, report.currency))
    cells.append("–" if each.factor is None else f"{each.factor:.2f} ×")
    what = ", ".join(f"{count} {TASKS.get(task, task)}" for task, count in each.by_task.items())
    cells.append(verbatim.html(what or "nothing is sent"))
    name = verbatim.html(data.titles.get(each.contender, each.contender))
    return f"<tr><th scope='row'>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _indexing(costs: Sequence[IndexingCost], report: WouldCostReport) -> None:
    money = "<th scope='col'>Money</th>" if report.priced else ""
    rows = "".join(
        f"<tr><th scope='row'>{verbatim.html(cost.what)}</th><td>{cost.requests:,}</td>"
        f"<td>{cost.input_tokens:,}</td><td>{cost.output_tokens:,}</td>"
        + (f"<td>{_money(cost.cost, report.currency)}</td>" if report.priced else "")
        + f"<td>{verbatim.html(cost.used_by)}</td></tr>"
        for cost in costs
    )
    st.html(
        f"{_OPEN}<caption>Once for the whole collection, where a language model is to write it; "
        "without one Quire's own rules do.</caption><thead><tr><th scope='col'>At indexing</th>"
        "<th scope='col'>Requests</th><th scope='col'>Tokens in</th>"
        f"<th scope='col'>Tokens out, about</th>{money}<th scope='col'>Used by</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def per_right_table(found: Sequence[PerRight], titles: Mapping[str, str], currency: str) -> None:
    """Draws seconds and money for each right answer, with 95 % intervals."""
    if not found:
        return
    paid = any(each.cost for each in found)
    money = "<th scope='col'>Money</th>" if paid else ""
    rows = "".join(
        f"<tr><th scope='row'>{verbatim.html(titles.get(each.contender, each.contender))}</th>"
        f"<td>{each.right} of {each.asked}</td><td>{each.seconds:.2f} "
        f"<small>[{each.seconds_low:.2f}, {_bound(each.seconds_high, _seconds)}]</small></td>"
        + (
            f"<td>{_money(each.cost, currency)} <small>[{_money(each.cost_low, currency)}, "
            f"{_bound(each.cost_high, lambda most: _money(most, currency))}]</small></td>"
            if paid
            else ""
        )
        + "</tr>"
        for each in found
    )
    st.html(
        f"{_OPEN}<caption>All that was spent by the number of right answers, by {found[0].by}."
        "</caption><thead><tr><th scope='col'>Per right answer</th><th scope='col'>Right</th>"
        f"<th scope='col'>Seconds</th>{money}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _bound(value: float | None, written: Callable[[float], str]) -> str:
    return "no bound" if value is None else written(value)


def _seconds(value: float) -> str:
    return f"{value:.2f}"


def _money(value: float | None, currency: str) -> str:
    return "–" if value is None else f"{verbatim.html(currency)}{value:.4f}"


def example() -> WouldCostView:
    """Two invented pipelines."""
    rows = (
        WouldCost("naive", 12, 1.0, 2_100, 1_900, 2_300, 160, 0.0024, 1.0, {"answer": 12}),
        WouldCost(
            *("chain_of_thought", 12, 3.2, 4_700, 4_100, 5_300, 470, 0.0056, 2.29),
            {"steer": 26, "answer": 12},
        ),
    )
    indexing = (IndexingCost("Summaries of groups", "community graph", 40, 60_000, 5_200, 0.07),)
    report = WouldCostReport(rows, indexing, 12, 40, "$", True)
    return WouldCostView(report, {"naive": "Naive", "chain_of_thought": "Chain of thought"})
