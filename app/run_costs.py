"""What the run on the page Evaluate costs for each right answer, and would cost with a model."""

from __future__ import annotations

import streamlit as st

from app import session
from backend.types import EvaluationRun
from components.evaluation_results import ResultsView
from components.would_cost_table import WouldCostView, per_right_table, would_cost_table


def costs(run: EvaluationRun, data: ResultsView) -> None:
    """The part of the page about cost."""
    st.subheader("What it costs", anchor=False)
    titles = {contender.name: data.title(contender.name) for contender in run.contenders}
    report = data.report
    currency = report.would_cost.currency if report.would_cost else ""
    per_right_table(report.per_right, titles, currency)
    if report.would_cost is not None:
        would_cost_table(WouldCostView(report.would_cost, titles), key="evaluate-would-cost")
    label = "Count again" if report.would_cost else "What would a language model cost?"
    if st.button(
        label,
        icon=":material/calculate:",
        type="tertiary",
        key="count-cost",
        help="Makes the prompts and counts them; nothing is sent, no key is needed",
    ):
        bar = st.progress(0.0, "Counting prompts")
        with session.reported():
            session.workbench().would_costs.would_cost_of_run(
                run, lambda done, total: bar.progress(done / total, "Counting prompts")
            )
            st.rerun()
