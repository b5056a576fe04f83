"""Asking: from a text and the visitor's choices to a running request."""

from __future__ import annotations

from app import session
from backend.errors import QuestionError
from backend.types import FIRST_CHOICE, Filters, PipelineCard, Query


def pipelines() -> tuple[PipelineCard, ...]:
    """The pipelines that can be chosen; makes sure that one of them is."""
    cards = session.workbench().questions.pipelines()
    state = session.state()
    names = [card.name for card in cards]
    if names and state.pipeline not in names:
        state.pipeline = FIRST_CHOICE if FIRST_CHOICE in names else names[0]
    return cards


def ask(text: str, *, by: str = "", **extra: str) -> None:
    """Start answering, in the open conversation; `by` is a pipeline other than the chosen one,
    `extra` are more of its options."""
    state, collection = session.state(), session.collection()
    if collection is None:
        return
    pipelines()
    session.leave_question()
    state.asked = text
    state.failures.clear()
    try:
        pipeline = by or state.pipeline
        chosen = {**state.options.get(pipeline, {}), **extra}
        query = Query(
            text=text,
            collection_id=collection.id,
            top_k=state.top_k,
            filters=Filters(document_ids=state.document_ids),
            options=session.workbench().questions.options_of(pipeline, chosen),
        )
        asking = session.workbench().questions.ask(query, pipeline, state.conversation_id)
    except QuestionError as error:
        state.fail(error)
        return
    session.open_conversation(asking.conversation_id)
    state.asking = asking
