"""Why the passages stand in this order, and how they would stand without some retriever."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from app import session, submission
from backend.types import Answer, Hit, PipelineCard
from components.question_options import OFF, SWITCH
from components.ranking_change import ChangeView, numbers, ranking_change
from components.retriever_switches import SwitchesView, retriever_switches
from components.score_chart import ScoreView, score_chart, whole
from components.score_reason import ReasonView, score_reason
from components.score_table import FORMS, ScoreTableView, score_table

EXACT = {"ensemble", "linear", "boosted"}
"""Kinds of model whose contributions add up to the score."""


def show(
    hits: Sequence[Hit], number: int, answer_id: str, *, on_passage: Callable[[str], None]
) -> None:
    """Draws the tab.

    Args:
        number: the selected passage, from 1.
        answer_id: empty while the answer is being written; switches are shown once it is there.
        on_passage: called with the id of a chosen passage that the answer does not have.
    """
    answer = session.workbench().questions.answer(answer_id) if answer_id else None
    off = _switches(answer) if answer is not None else frozenset()
    shown, names = hits, [str(each) for each in range(1, len(hits) + 1)]
    if answer is not None and off:
        shown = _without(answer, off)
        change = ChangeView(hits, shown)
        names = numbers(change)
        ranking_change(change, key="scores")
    if not shown:
        st.caption("Without these retrievers no passage is found.")
        return
    _picture(shown, names, number, answer, on_passage)


def _switches(answer: Answer) -> frozenset[str]:
    """Draws the switches of the answer's pipeline; returns what is switched off beyond what was
    off when it was asked."""
    card = next(
        (pipeline for pipeline in submission.pipelines() if pipeline.name == answer.pipeline), None
    )
    names = _switchable(card, answer)
    if not names:
        return frozenset()
    state = session.state()
    off = state.switched_off.get(answer.id, frozenset())
    with st.container(key="retriever-switches"):
        off = retriever_switches(SwitchesView(names, off), key=f"switches-{answer.id}")
    state.switched_off[answer.id] = off
    return off


def _switchable(card: PipelineCard | None, answer: Answer) -> tuple[str, ...]:
    """The card's retrievers that said something of the answer's passages."""
    said = {
        signal.retriever
        for hit in answer.hits
        for signal in hit.signals
        if signal.raw is not None or signal.contribution
    }
    return tuple(
        name
        for option in (card.options if card is not None else ())
        if option.name.startswith(SWITCH)
        and (name := option.name.removeprefix(SWITCH)) in said
        and answer.settings.get(option.name) != OFF
    )


def _without(answer: Answer, off: frozenset[str]) -> tuple[Hit, ...]:
    changes = {f"{SWITCH}{name}": OFF for name in sorted(off)}
    retrieval = session.workbench().questions.search_again(answer.id, changes)
    moved = retrieval.index_version != answer.index_version
    if moved and session.workbench().questions.documents_changed_since(answer.id):
        st.caption("Documents were added or removed since this answer; they take part here.")
    return retrieval.hits


def _picture(
    hits: Sequence[Hit],
    names: Sequence[str],
    number: int,
    answer: Answer | None,
    on_passage: Callable[[str], None],
) -> None:
    dark = session.is_dark()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**Why these passages, in this order**", width="content")
        st.space("stretch")
        form = st.segmented_control(
            "Show",
            list(FORMS),
            default=FORMS[0],
            required=True,
            key="score-form",
            label_visibility="collapsed",
        )
    key = f"scores-{answer.id if answer else ''}-{'-'.join(names)}"
    chosen = score_chart(ScoreView(hits, dark, number, names), key=key)
    if chosen is not None and st.session_state.get("bar") != (key, chosen):
        st.session_state["bar"] = (key, chosen)
        _choose(hits[chosen - 1], names[chosen - 1], on_passage)
    place = names.index(str(number)) if str(number) in names else 0
    score_reason(ReasonView(hits[place], names[place], whole(hits)), key="scores")
    score_table(ScoreTableView(hits, form, dark, names), key="scores")
    if answer is not None:
        st.caption(_kind(answer))


def _choose(hit: Hit, name: str, on_passage: Callable[[str], None]) -> None:
    if name.isdigit():
        session.state().select(int(name))
    else:
        on_passage(hit.chunk.id)
    st.rerun()


def _kind(answer: Answer) -> str:
    """How the contributions were found."""
    model = answer.settings.get("model", "linear")
    if model in EXACT:
        return (
            "The parts of a bar add up to the passage's relevance; the most relevant one has "
            "100 points."
        )
    return (
        f"Each part is what the relevance loses when that retriever is hidden from the {model} "
        "model; the parts need not add up exactly."
    )
