"""Chat completions as OpenAI's interface has them: what programs send and are given.

Field names are OpenAI's; what is Quire's own stands under `quire`, which other clients pass over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import StrictInt

from backend.interfaces.values import CalculationSummary, CitedPassage, OfferedQuestion

PASSAGES = 5


@dataclass(frozen=True)
class ContentPart:
    """A part of a message; only parts of type `text` can be read."""

    type: str
    text: str = ""


@dataclass(frozen=True)
class ChatMessage:
    """A message of the conversation. Those of other roles than user and assistant are passed
    over: a library follows no instructions."""

    role: str
    content: str | tuple[ContentPart, ...] | None = None


@dataclass(frozen=True)
class StreamOptions:
    """Whether the tokens used end the stream."""

    include_usage: bool | None = None


@dataclass(frozen=True)
class ResponseFormat:
    """Only `text` is written."""

    type: str = "text"


@dataclass(frozen=True)
class ChatBody:
    """A conversation whose last message is the question.

    `model` is `PIPELINE/COLLECTION`. `passages`, `documents` and `options` are Quire's own, as for
    the operation `ask`. Fields that are not named here (temperature, tools, ...) have no effect.
    """

    model: str
    messages: tuple[ChatMessage, ...]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: StrictInt | None = None
    response_format: ResponseFormat | None = None
    passages: StrictInt = PASSAGES
    documents: tuple[str, ...] = ()
    options: dict[str, str] | None = None


@dataclass(frozen=True)
class ModelCard:
    """A pipeline over a collection; `created` is the collection's, in seconds since 1970."""

    id: str
    created: int
    object: Literal["model"] = "model"
    owned_by: str = "quire"


@dataclass(frozen=True)
class ModelList:
    """All models."""

    data: tuple[ModelCard, ...]
    object: Literal["list"] = "list"


@dataclass(frozen=True)
class UrlCitation:
    """Which part of the message a citation bears out (code points, the end outside), and a link
    that opens the conversation with its evidence."""

    start_index: int
    end_index: int
    title: str
    url: str


@dataclass(frozen=True)
class Annotation:
    """A citation; `quire` names document, page, passage and the words it rests on."""

    url_citation: UrlCitation
    quire: CitedPassage
    type: Literal["url_citation"] = "url_citation"


@dataclass(frozen=True)
class AssistantMessage:
    """The answer as Markdown that loads nothing, with its sources at the end."""

    content: str
    annotations: tuple[Annotation, ...]
    role: Literal["assistant"] = "assistant"
    refusal: None = None


@dataclass(frozen=True)
class ChatChoice:
    """The one answer."""

    message: AssistantMessage
    index: int = 0
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


@dataclass(frozen=True)
class TokenUsage:
    """What a language model was sent and wrote for this answer; nought where none was asked."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


@dataclass(frozen=True)
class AnswerFacts:
    """What Quire knows of its answer: `verdict` is how sure it is, `short` the line that answers by
    itself, `text` the answer without that line and the sources; `calculation` is how a figure was
    computed, null where none was."""

    answer_id: str
    conversation_id: str
    pipeline: str
    verdict: str
    verdict_words: str
    found: bool
    short: str
    text: str
    answered_by: str
    seconds: float
    notices: tuple[str, ...]
    calculation: CalculationSummary | None
    choices: tuple[OfferedQuestion, ...]


@dataclass(frozen=True)
class ChatCompletion:
    """A finished answer; `created` is in seconds since 1970."""

    id: str
    created: int
    model: str
    choices: tuple[ChatChoice, ...]
    usage: TokenUsage
    quire: AnswerFacts
    object: Literal["chat.completion"] = "chat.completion"


@dataclass(frozen=True)
class ErrorDetails:
    """What went wrong and what to do, with OpenAI's kind and code of it."""

    message: str
    type: str
    param: str | None
    code: str | None


@dataclass(frozen=True)
class ErrorBody:
    """An error as OpenAI's interface tells it."""

    error: ErrorDetails
