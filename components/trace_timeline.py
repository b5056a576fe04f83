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
    ("ask again", "quiz"),
    ("gather", "search"),
    ("missing", "warning"),
    ("scope", "filter_center_focus"),
    ("pages", "auto_stories"),
    ("sections", "toc"),
    ("weights", "balance"),
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
"""Details named so are what a step noted; the n-th stands in the n-th of the step's passages."""
MISSING, TOKENS, MONEY, REPLAY = "still missing", "tokens", "money", "replay"
"""Details that are always in view."""
_LONGEST = 300
"""Characters of a fact on its button."""

OnPassage = Callable[[str], None]


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


def trace_timeline(data: TraceView, *, key: str, on_passage: OnPassage | None = None) -> None:
    """Draws the steps as a list with a line through it; details open on a click.

    With `on_passage`, which is called with a passage's id, each fact opens the passage that holds
    it, and the other passages that the steps touched can be opened by their numbers.
    """
    total = sum(step.seconds for step in data.steps)
    with st.container(key=f"trace-{key}", gap=None):
        for place, step in enumerate(data.steps, start=1):
            facts = facts_of(step) if on_passage is not None else ()
            last = place == len(data.steps) and not data.running
            st.html(_item(step, place, data.numbers, opened=bool(facts), last=last))
            if on_passage is not None and facts:
                _fact_buttons(facts, data.numbers, f"trace-facts-{key}-{place}", on_passage)
                st.html(f"<div class='quire-trace quire-after'>{_after(step)}</div>")
        if data.running:
            st.html(
                "<ol class='quire-trace'><li><i class='quire-symbol' aria-hidden='true'>more_horiz"
                "</i><div>Working …</div></li></ol>"
            )
        st.caption(f"{wording.count(len(data.steps), 'step')}, {wording.duration(total)} together.")
        touched = {
            data.numbers[chunk]: chunk
            for step in data.steps
            if not facts_of(step)
            for chunk in step.chunk_ids
            if chunk in data.numbers
        }
        if on_passage is not None and touched:
            _open_passages(touched, f"trace-open-{key}", on_passage)


def facts_of(step: Step) -> tuple[tuple[str, str], ...]:
    """What the step noted, each with the id of the passage that holds it, as far as it is known."""
    facts = [value for name, value in step.detail.items() if name.startswith(FACT)]
    return tuple(zip(facts, step.chunk_ids, strict=False))


def _fact_buttons(
    facts: Sequence[tuple[str, str]], numbers: Mapping[str, int], key: str, on_passage: OnPassage
) -> None:
    with st.container(key=key, gap=None):
        for place, (fact, chunk_id) in enumerate(facts, start=1):
            source = f" [{numbers[chunk_id]}]" if chunk_id in numbers else ""
            st.button(
                verbatim.markdown(verbatim.clipped(fact, _LONGEST) + source),
                key=f"{key}-{place}",
                type="tertiary",
                icon=":material/description:",
                on_click=on_passage,
                args=(chunk_id,),
            )


def _open_passages(passages: Mapping[int, str], key: str, on_passage: OnPassage) -> None:
    def chosen() -> None:
        number = st.session_state[key]
        st.session_state[key] = None  # so that the same passage can be opened again
        if number is not None:
            on_passage(passages[int(number)])

    st.pills("Open a passage that the steps found", sorted(passages), key=key, on_change=chosen)


def _item(step: Step, place: int, numbers: Mapping[str, int], *, opened: bool, last: bool) -> str:
    """One step. `opened`: its facts follow as buttons, and what stands after them follows those."""
    shown = sorted({numbers[chunk] for chunk in step.chunk_ids if chunk in numbers})
    chips = "".join(f"<span class='quire-number'>{number}</span>" for number in shown)
    facts = "".join(
        f"<li dir='auto'>{verbatim.html(value)}</li>"
        for name, value in step.detail.items()
        if name.startswith(FACT)
    )
    noted = f"<ul class='quire-noted'>{facts}</ul>" if facts else ""
    passages = f"<div class='quire-touched'>Passages {chips}</div>" if chips else ""
    rest = "" if opened else f"{noted}{passages}{_after(step)}"
    line = "" if last or opened else " quire-goes-on"
    return (
        f"<ol class='quire-trace{line}' start='{place}'><li>"
        f"<i class='quire-symbol' aria-hidden='true'>{symbol(step.name)}</i><div>"
        f"<div class='quire-step'><b>{verbatim.html(wording.name(step.name))}</b>"
        f"<span>{verbatim.html(_cost(step))}</span></div>"
        f"<p dir='auto'>{verbatim.html(step.summary)}</p>{rest}</div></li></ol>"
    )


def _after(step: Step) -> str:
    """What is missing after the step, and its details, to be opened."""
    missing = step.detail.get(MISSING, "")
    missed = f"<p class='quire-touched' dir='auto'>Still missing: {verbatim.html(missing)}</p>"
    detail = "".join(
        f"<dt>{verbatim.html(wording.name(name))}</dt><dd>{verbatim.html(value)}</dd>"
        for name, value in step.detail.items()
        if not name.startswith(FACT) and name not in {MISSING, TOKENS, MONEY, REPLAY}
    )
    more = f"<details><summary>Details</summary><dl>{detail}</dl></details>" if detail else ""
    return f"{missed if missing else ''}{more}"


def _cost(step: Step) -> str:
    """Tokens and money, if there were any, and the time."""
    tokens, money = step.detail.get(TOKENS, ""), step.detail.get(MONEY, "")
    parts = [f"{tokens} tokens" if tokens else "", f"cost {money}" if money else ""]
    return " · ".join([*filter(None, parts), _milliseconds(step.seconds)])


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else wording.duration(seconds)
