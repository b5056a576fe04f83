"""Who describes the tables of a collection, what a language model would take for it, to be agreed
to, and what it took so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import DescribedBy, DescribingEstimate, DescribingState, JobView
from components import verbatim, wording
from components.paid_work import in_money, paid_work

DescribingEvent = Literal["template", "language_model", "off", "retry"]


@dataclass(frozen=True, slots=True)
class DescribingView:
    """The price (None without a language model), who describes tables now, and the latest work."""

    estimate: DescribingEstimate | None
    state: DescribingState
    work: JobView | None = None


def price(estimate: DescribingEstimate) -> str:
    """Requests, tokens and money in a sentence."""
    if not estimate.tables:
        described = wording.count(estimate.cached, "table")
        return f"{estimate.model} has described {described} already: nothing to pay."
    money = in_money(estimate.cost, estimate.currency)
    before = (
        f" {estimate.cached:,} were described before and cost nothing." if estimate.cached else ""
    )
    return (
        f"{estimate.model} would describe {wording.count(estimate.tables, 'table')}, one request "
        f"each: about {estimate.input_tokens:,} tokens to read and {estimate.output_tokens:,} to "
        f"write, {money}.{before}"
    )


def taken(state: DescribingState) -> str:
    """What it took so far, in a sentence; empty where nothing was asked."""
    if not state.requests:
        return ""
    money = f", {state.currency}{state.cost:.2f}" if state.cost else ""
    return (
        f"So far: {wording.count(state.requests, 'request')}, {state.input_tokens:,} tokens read "
        f"and {state.output_tokens:,} written{money}."
    )


def describing_offer(data: DescribingView, *, key: str) -> DescribingEvent | None:
    """Draws who describes tables, the price, and the buttons; returns what was pressed."""
    event: DescribingEvent | None = None
    if data.work is not None and paid_work(data.work, key=key):
        event = "retry"
    by, estimate = data.state.described_by, data.estimate
    if not data.state.tables:
        st.caption("This collection has no tables.")
        return event
    if by is not DescribedBy.NOBODY:
        who = "A template" if by is DescribedBy.TEMPLATE else "A language model"
        st.caption(
            f"{who} describes the tables of this collection: {data.state.described:,} of "
            f"{wording.count(data.state.tables, 'table')} can be found by it, "
            f"{data.state.written:,} in words of a language model."
        )
    if said := taken(data.state):
        st.caption(verbatim.markdown(said))
    if estimate is None:
        st.caption("With a language model (page Status) its price would be shown here first.")
    elif by is not DescribedBy.LANGUAGE_MODEL or estimate.tables:
        st.markdown(verbatim.markdown(price(estimate)))
        agreed = not estimate.tables or st.checkbox(
            "I agree to this price. Tables added later are described by it too.",
            key=f"{key}-agreed",
        )
        if st.button(
            "Let it describe tables",
            icon=":material/table_eye:",
            disabled=not agreed,
            key=f"{key}-start",
        ):
            event = "language_model"
    if by is not DescribedBy.TEMPLATE and st.button(
        "Describe tables by a template", icon=":material/table:", key=f"{key}-template"
    ):
        event = "template"
    if by is not DescribedBy.NOBODY and st.button(
        "Take the descriptions away", icon=":material/undo:", key=f"{key}-off"
    ):
        event = "off"
    return event
