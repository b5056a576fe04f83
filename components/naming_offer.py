"""What naming things with a language model would cost, to be agreed to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from backend.types import JobView, NamingEstimate
from components import verbatim, wording
from components.paid_work import in_money, paid_work

NamingEvent = Literal["start", "rules", "retry"]


@dataclass(frozen=True, slots=True)
class NamingView:
    """The price (None without a language model), whether the model names things now, and the latest
    work."""

    estimate: NamingEstimate | None
    switched_on: bool
    work: JobView | None = None


def price(estimate: NamingEstimate) -> str:
    """Requests, tokens and money in a sentence."""
    if not estimate.passages:
        return f"{estimate.model} has read all {estimate.cached:,} passages: nothing to pay."
    money = in_money(estimate.cost, estimate.currency)
    before = f" {estimate.cached:,} were read before and cost nothing." if estimate.cached else ""
    return (
        f"{estimate.model} would read {wording.count(estimate.passages, 'passage')} in "
        f"{wording.count(estimate.requests, 'request')}: about {estimate.input_tokens:,} tokens "
        f"to read and {estimate.output_tokens:,} to write, {money}.{before}"
    )


def naming_offer(data: NamingView, *, key: str) -> NamingEvent | None:
    """Draws who names things now, the price, and the buttons; returns what was pressed."""
    event: NamingEvent | None = None
    if data.work is not None and paid_work(data.work, key=key):
        event = "retry"
    if data.estimate is None:
        st.caption(
            "The rules name things. With a language model (page Status) they could be named more "
            "fully, at a price that is shown here first."
        )
    elif not data.switched_on or data.estimate.passages:
        st.markdown(verbatim.markdown(price(data.estimate)))
        agreed = not data.estimate.passages or st.checkbox(
            "I agree to this price. Files added later are read by it too.", key=f"{key}-agreed"
        )
        if st.button(
            "Let it name things",
            icon=":material/person_search:",
            disabled=not agreed,
            key=f"{key}-start",
        ):
            event = "start"
    if data.switched_on:
        st.caption("A language model names things in this collection.")
        if st.button("Back to the rules", icon=":material/undo:", key=f"{key}-rules"):
            event = "rules"
    return event
