"""Chat completions as OpenAI's interface has them, so that other front ends use the library as a
model: a pipeline over a collection."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from starlette.responses import JSONResponse, Response

from backend.errors import WorkbenchError
from backend.evidence.bundle import inert
from backend.interfaces.http_api.chat_errors import ERRORS
from backend.interfaces.http_api.chat_message import facts_of, message_of, settled, usage_of
from backend.interfaces.http_api.chat_question import chat_question, chosen, models
from backend.interfaces.http_api.chat_values import (
    ChatBody,
    ChatChoice,
    ChatCompletion,
    ModelCard,
    ModelList,
)
from backend.interfaces.http_api.event_stream import EVENTS, SIGN_OF_LIFE, EventStream
from backend.interfaces.http_api.operations import ApiOperation, Call
from backend.interfaces.http_api.problem_details import refusal_of
from backend.interfaces.presentation import Naming
from backend.interfaces.waiting import News, answer_of, answered, news_of
from backend.serialisation import to_plain
from backend.workbench import RunningQuestion

BASE = "/v1"
"""Clients of OpenAI's interface are given the program's address with this."""


def list_models(call: Call) -> ModelList:
    """Each pipeline over each collection."""
    return ModelList(models(call.workbench))


def show_model(call: Call) -> ModelCard:
    """One of them."""
    pipeline, collection = chosen(call.workbench, call.path("model"))
    return ModelCard(f"{pipeline}/{collection.name}", int(collection.created))


async def complete(call: Call) -> Response:
    """The answer to a chat's last message, whole or as it comes."""
    body: ChatBody = call.body

    def ask() -> RunningQuestion:
        asked = chat_question(call.workbench, body)
        return call.workbench.questions.ask(asked.query, asked.pipeline, asked.conversation_id)

    asking = await call.begin(ask)
    base = str(call.request.base_url).rstrip("/")
    if body.stream:
        return EventStream(_chunks(call, asking, base), asking)
    answer = await answered(asking, call.request.is_disconnected)
    naming = Naming(call.workbench)
    message = await call.work(partial(message_of, answer, naming, base))
    completion = ChatCompletion(
        id=_id(asking),
        created=int(asking.started),
        model=body.model,
        choices=(ChatChoice(message),),
        usage=usage_of(answer),
        quire=await call.work(partial(facts_of, answer, naming)),
    )
    return JSONResponse(to_plain(completion))


async def _chunks(call: Call, asking: RunningQuestion, base: str) -> AsyncIterator[str]:
    """The message piece by piece, its citations, what is known of it, and the end.

    What a language model writes is sent as it comes. The local reader has all of its text at once,
    and what answers by itself is to stand first; so it is sent whole.
    """
    body: ChatBody = call.body
    naming = Naming(call.workbench)
    sent, waiting = "", ""
    yield _chunk(asking, body, {"role": "assistant", "content": ""})
    try:
        at_once = await call.work(lambda: call.workbench.questions.answers_locally(asking.query))
        async for news in news_of(asking):
            if news == News():
                yield SIGN_OF_LIFE
            waiting += news.text
            ready = 0 if at_once else settled(waiting)
            if ready:
                piece, waiting = inert(waiting[:ready]), waiting[ready:]
                sent += piece
                yield _chunk(asking, body, {"content": piece})
        answer = answer_of(asking)
        begun = sent + inert(waiting) if sent else ""
        message = await call.work(partial(message_of, answer, naming, base, begun))
    except WorkbenchError as error:
        yield _event(ERRORS.value(refusal_of(error)))
        return
    yield _chunk(asking, body, {"content": message.content[len(sent) :]})
    if message.annotations:
        yield _chunk(asking, body, {"annotations": to_plain(message.annotations)})
    facts = await call.work(partial(facts_of, answer, naming))
    yield _chunk(asking, body, {}, "stop", quire=to_plain(facts))
    if body.stream_options is not None and body.stream_options.include_usage:
        yield _event(_head(asking, body) | {"choices": [], "usage": to_plain(usage_of(answer))})
    yield "data: [DONE]\n\n"


def _chunk(
    asking: RunningQuestion,
    body: ChatBody,
    delta: dict[str, Any],
    finished: str | None = None,
    **more: Any,
) -> str:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finished}
    return _event(_head(asking, body) | {"choices": [choice]} | more)


def _head(asking: RunningQuestion, body: ChatBody) -> dict[str, Any]:
    return {
        "id": _id(asking),
        "object": "chat.completion.chunk",
        "created": int(asking.started),
        "model": body.model,
    }


def _id(asking: RunningQuestion) -> str:
    return f"chatcmpl-{asking.id}"


def _event(value: Any) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


OPERATIONS = (
    ApiOperation(
        *("GET", "/models", "listModels", "The models: each pipeline over each collection", "read"),
        base=BASE,
        errors=ERRORS,
        result=ModelList,
        run=list_models,
    ),
    ApiOperation(
        *("GET", "/models/{model:path}", "showModel", "One model", "read"),
        base=BASE,
        errors=ERRORS,
        result=ModelCard,
        problems=(404,),
        run=show_model,
    ),
    ApiOperation(
        *("POST", "/chat/completions", "createChatCompletion"),
        "The answer to a chat's last message, with citations as annotations; with “stream” as "
        "events",
        "read",
        base=BASE,
        errors=ERRORS,
        result=ChatCompletion,
        body=ChatBody,
        others=(EVENTS,),
        problems=(404, 409, 502, 503),
        respond=complete,
    ),
)
