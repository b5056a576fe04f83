"""What the pipeline did for this answer, step by step, with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from backend.types import Step
from components import verbatim, wording

# Words in a step's name, and the symbol that stands for them.
_SYMBOLS = (
    ("question", "help"),
    ("plan", "map"),
    ("embed", "scatter_plot"),
    ("lexical", "text_fields"),
    ("dense", "scatter_plot"),
    ("search", "search"),
    ("retriev", "search"),
    ("fus", "merge"),
    ("rank", "sort"),
    ("check", "verified"),
    ("support", "verified"),
    ("cit", "format_quote"),
    ("answer", "edit_note"),
    ("read", "menu_book"),
)


FACT = "fact "
"""Details whose names begin so are what a step noted; they are always in view."""


@dataclass(frozen=True, slots=True)
class TraceView:
    """The steps in order; `numbers` are the passages' numbers by id; `running`: more will come."""

    steps: Sequence[Step]
    numbers: Mapping[str, int] = field(default_factory=dict)
    running: bool = False


def symbol(name: str) -> str:
    """The Material symbol for a step."""
    lowered = name.lower()
    return next((icon for part, icon in _SYMBOLS if part in lowered), "arrow_right_alt")


def trace_timeline(
    data: TraceView, *, key: str, on_passage: Callable[[int], None] | None = None
) -> None:
    """Draws the steps as a list with a line through it; details open on a click.

    With `on_passage`, the passages that the steps touched can be opened by their numbers.
    """
    items = "".join(_item(step, data.numbers) for step in data.steps)
    if data.running:
        items += "<li><i class='quire-symbol' aria-hidden='true'>more_horiz</i><div>Working …</div>"
    total = sum(step.seconds for step in data.steps)
    with st.container(key=f"trace-{key}"):
        st.html(f"<ol class='quire-trace'>{items}</ol>")
        st.caption(f"{wording.count(len(data.steps), 'step')}, {wording.duration(total)} together.")
        touched = sorted(
            {data.numbers[c] for step in data.steps for c in step.chunk_ids if c in data.numbers}
        )
        if on_passage is not None and touched:
            _open_passages(touched, f"trace-open-{key}", on_passage)


def _open_passages(numbers: Sequence[int], key: str, on_passage: Callable[[int], None]) -> None:
    def chosen() -> None:
        number = st.session_state[key]
        st.session_state[key] = None  # so that the same passage can be opened again
        if number is not None:
            on_passage(int(number))

    st.pills("Open a passage that the steps found", list(numbers), key=key, on_change=chosen)


def _item(step: Step, numbers: Mapping[str, int]) -> str:
    shown = sorted({numbers[chunk] for chunk in step.chunk_ids if chunk in numbers})
    chips = "".join(f"<span class='quire-number'>{number}</span>" for number in shown)
    detail = "".join(
        f"<dt>{verbatim.html(wording.name(name))}</dt><dd>{verbatim.html(value)}</dd>"
        for name, value in step.detail.items()
        if not name.startswith(FACT)
    )
    facts = "".join(
        f"<li dir='auto'>{verbatim.html(value)}</li>"
        for name, value in step.detail.items()
        if name.startswith(FACT)
    )
    noted = f"<ul class='quire-noted'>{facts}</ul>" if facts else ""
    more = f"<details><summary>Details</summary><dl>{detail}</dl></details>" if detail else ""
    passages = f"<div class='quire-touched'>Passages {chips}</div>" if chips else ""
    return (
        f"<li><i class='quire-symbol' aria-hidden='true'>{symbol(step.name)}</i><div>"
        f"<div class='quire-step'><b>{verbatim.html(wording.name(step.name))}</b>"
        f"<span>{_milliseconds(step.seconds)}</span></div>"
        f"<p dir='auto'>{verbatim.html(step.summary)}</p>{noted}{passages}{more}</div></li>"
    )


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else wording.duration(seconds)


def example() -> TraceView:
    """Two invented steps."""
    steps = (
        Step("lexical search", "50 passages by their words.", 0.004, {"best": "14.2"}, ("a",)),
        Step("fusion", "Two lists became one.", 0.001),
    )
    return TraceView(steps, {"a": 1})
