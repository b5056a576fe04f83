"""From a chat to a question of the library: its model, its last message, and what came before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from backend.errors import NotFoundError, QuestionError
from backend.interfaces.http_api.chat_message import repeats, without_sources
from backend.interfaces.http_api.chat_values import ChatBody, ChatMessage, ModelCard
from backend.interfaces.question_requests import query_for
from backend.types import FIRST_CHOICE, Collection, Query, Turn
from backend.workbench import Workbench

HISTORY = 3
"""Earlier questions by which a question is understood, as on the screens."""
SPEAKERS = frozenset(["user", "assistant"])
"""Roles whose messages are read."""
MOST_ALIKE = 10
"""Conversations beginning with the same question that are looked through."""


@dataclass(frozen=True)
class ChatQuestion:
    """A question with the pipeline that answers it, and the conversation that it goes on with
    (empty for a new one)."""

    query: Query
    pipeline: str
    conversation_id: str


@dataclass(frozen=True)
class Exchange:
    """An earlier question and the message that answered it."""

    question: str
    told: str


def models(workbench: Workbench) -> tuple[ModelCard, ...]:
    """Each pipeline over each collection; first the one that the screens choose for a newcomer,
    since front ends often take the first."""
    pipelines = sorted(
        (pipeline_card.name for pipeline_card in workbench.questions.pipelines()),
        key=lambda name: name != FIRST_CHOICE,
    )
    return tuple(
        ModelCard(f"{pipeline}/{collection.name}", int(collection.created))
        for collection in workbench.library.collections()
        for pipeline in pipelines
    )


def chosen(workbench: Workbench, model: str) -> tuple[str, Collection]:
    """The pipeline and the collection that a model's name stands for.

    Raises:
        NotFoundError: if there is no such pipeline or collection.
    """
    pipeline, _, name = model.partition("/")
    if pipeline not in {pipeline_card.name for pipeline_card in workbench.questions.pipelines()}:
        raise NotFoundError(
            f"There is no model “{model}”.",
            "A model is PIPELINE/COLLECTION, as in fused_hybrid/My documents; /v1/models lists "
            "them.",
        )
    return pipeline, workbench.library.collection_named(name)


def chat_question(workbench: Workbench, body: ChatBody) -> ChatQuestion:
    """What a chat asks.

    Raises:
        NotFoundError: if there is no such model or document.
        QuestionError: if the last message is no question in text, or something else is wanted than
            one answer in text.
    """
    pipeline, collection = chosen(workbench, body.model)
    if body.n not in {None, 1}:
        raise QuestionError("More than one answer is wanted.", "Leave n out.")
    if body.response_format is not None and body.response_format.type != "text":
        raise QuestionError(
            "Answers are written as text, not in another form.", "Leave response_format out."
        )
    said = [(message.role, _text(message)) for message in body.messages if message.role in SPEAKERS]
    if not said or said[-1][0] != "user":
        raise QuestionError("The last message is not the user's.", "Send the question last.")
    conversation_id, history = _before(workbench, collection.id, _exchanges(said[:-1]))
    query = query_for(workbench, said[-1][1], collection.id, body.passages, body.documents)
    options = workbench.questions.options_of(pipeline, body.options or {})
    query = replace(query, history=history, options=options)
    return ChatQuestion(query, pipeline, conversation_id)


def _text(message: ChatMessage) -> str:
    """Its text.

    Raises:
        QuestionError: if a part of it is none.
    """
    if message.content is None or isinstance(message.content, str):
        return message.content or ""
    if any(part.type != "text" for part in message.content):
        raise QuestionError(
            "A message holds something that is no text.",
            "Send text alone, and add files to the collection.",
        )
    return "\n".join(part.text for part in message.content)


def _exchanges(said: Sequence[tuple[str, str]]) -> tuple[Exchange, ...]:
    """Earlier questions that were answered; the messages of one role, one after the other."""
    return tuple(
        Exchange(question, told)
        for (asker, question), (answerer, told) in pairwise(said)
        if (asker, answerer) == ("user", "assistant")
    )


def _before(
    workbench: Workbench, collection_id: str, exchanges: Sequence[Exchange]
) -> tuple[str, tuple[Turn, ...]]:
    """The conversation that the messages repeat, with what its answers rest on.

    Clients send back what they were told, and no name of the conversation. Where none that is kept
    says the same (it was edited, shortened or deleted), the messages' text alone is the history.
    """
    if not exchanges:
        return "", ()
    first = _one_line(exchanges[0].question)
    alike = [
        each for each in workbench.questions.conversations(collection_id) if each.title == first
    ]
    for conversation in alike[:MOST_ALIKE]:
        answers = workbench.questions.conversation(conversation.id)[: len(exchanges)]
        if len(answers) == len(exchanges) and all(
            answer.question == _one_line(exchange.question) and repeats(exchange.told, answer)
            for answer, exchange in zip(answers, exchanges, strict=True)
        ):
            turns = workbench.questions.turns(conversation.id)[: len(exchanges)]
            return conversation.id, turns[-HISTORY:]
    latest = exchanges[-HISTORY:]
    return "", tuple(Turn(each.question, without_sources(each.told)) for each in latest)


def _one_line(text: str) -> str:
    """A question as the library keeps it."""
    return " ".join(text.replace("\0", " ").split())
