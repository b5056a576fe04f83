"""Operations on questions: searching, asking, checking, and what became of answers."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import anyio
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from backend.errors import CancelledError, QuestionError, WorkbenchError
from backend.interfaces.asking import query_for
from backend.interfaces.http_api.bodies import MarkBody, QuestionBody, SentenceBody
from backend.interfaces.http_api.library import collection_id
from backend.interfaces.http_api.operations import Call, Operation, Parameter
from backend.interfaces.http_api.problems import RefusedError, refusal_of
from backend.interfaces.presentation import (
    Naming,
    answer_summary,
    found_passage,
    search_result,
    sentence_report,
)
from backend.interfaces.values import AnswerSummary, SearchResult, SentenceReport
from backend.serialisation import to_plain
from backend.types import Answer, Query
from backend.workbench import Asking

LOOK_EVERY = 0.02
STILL_HERE = 15.0
"""Seconds after which a silent stream says that it goes on, so that no proxy closes it."""
EVENTS = "text/event-stream"


@dataclass(frozen=True)
class Marks:
    """The marks of an answer by passage; the empty id is the whole answer."""

    marks: dict[str, int]


def _query(call: Call) -> Query:
    body: QuestionBody = call.body
    query = query_for(
        call.workbench, body.question, collection_id(call), body.passages, body.documents
    )
    return replace(query, options=body.options or {})


def search(call: Call) -> SearchResult:
    """The passages alone."""
    body: QuestionBody = call.body
    hits = call.workbench.search(_query(call), body.pipeline).hits
    return search_result(body.question, body.pipeline, hits, Naming(call.workbench))


def check(call: Call) -> SentenceReport:
    """Whether the collection bears a sentence out."""
    body: SentenceBody = call.body
    found = call.workbench.check_claim(collection_id(call), body.sentence, passages=body.passages)
    return sentence_report(found, Naming(call.workbench))


async def ask(call: Call) -> Response:
    """An answer as JSON, or as server-sent events where the client accepts them."""
    body: QuestionBody = call.body
    call.gate.check_line()
    asking = await call.work(
        lambda: call.workbench.ask(_query(call), body.pipeline, body.conversation_id)
    )
    call.gate.count(asking)
    if EVENTS in call.request.headers.get("accept", ""):
        return EventStream(call, asking)
    answer = await answered(call, asking)
    return JSONResponse(
        await call.work(lambda: to_plain(answer_summary(answer, Naming(call.workbench))))
    )


async def answered(call: Call, asking: Asking) -> Answer:
    """Wait for an answer without holding a thread; a client that goes away ends the work.

    Raises:
        WorkbenchError: why there is no answer.
    """
    while not asking.done:
        if await call.request.is_disconnected():
            asking.stop()
            raise CancelledError("The client went away.", "Ask again.")
        await anyio.sleep(LOOK_EVERY)
    return answer_of(asking)


def answer_of(asking: Asking) -> Answer:
    """The answer of a question that has ended.

    Raises:
        WorkbenchError: why there is none.
    """
    if asking.error is not None:
        raise asking.error
    if asking.answer is None:
        raise WorkbenchError("The question ended without an answer.", "Ask again.")
    return asking.answer


class EventStream(StreamingResponse):
    """A question's events; a client that goes away, at whatever point, stops the question."""

    def __init__(self, call: Call, asking: Asking) -> None:
        super().__init__(
            _events(call, asking), media_type=EVENTS, headers={"Cache-Control": "no-store"}
        )
        self._asking = asking

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events to their end."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._asking.stop()


async def _events(call: Call, asking: Asking) -> AsyncIterator[str]:
    """`passages`, `step`, `text` as they come; `answer` or `problem` ends the stream."""
    naming = Naming(call.workbench)
    steps, written, told, silent = 0, 0, False, 0.0
    while True:
        done = asking.done
        before = (steps, written, told)
        if asking.hits and not told:
            told = True
            yield _event("passages", await call.work(partial(_passages, asking, naming)))
        for step in asking.steps[steps:]:
            steps += 1
            yield _event("step", {"name": step.name, "summary": step.summary})
        text = asking.text
        if len(text) > written:
            yield _event("text", {"text": text[written:]})
            written = len(text)
        if done:
            break
        silent = 0.0 if before != (steps, written, told) else silent + LOOK_EVERY
        if silent >= STILL_HERE:
            silent = 0.0
            yield ": still here\n\n"
        await anyio.sleep(LOOK_EVERY)
    try:
        answer = answer_of(asking)
        plain = await call.work(lambda: to_plain(answer_summary(answer, naming)))
        yield _event("answer", plain)
    except WorkbenchError as error:
        yield _event("problem", to_plain(refusal_of(error).details))


def _passages(asking: Asking, naming: Naming) -> dict[str, Any]:
    return {"passages": [to_plain(found_passage(each, naming)) for each in asking.hits]}


def _event(name: str, value: Any) -> str:
    """A server-sent event (HTML standard, section 9.2); JSON holds no line break."""
    return f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


def show_answer(call: Call) -> AnswerSummary:
    """An answer that was kept."""
    return answer_summary(call.workbench.answer(call.path("answer")), Naming(call.workbench))


async def bundle(call: Call) -> Response:
    """The answer with its settings and evidence as a file."""
    form = call.query("form", "json")
    answer = call.path("answer")
    if form == "json":
        text = await call.work(lambda: call.workbench.bundle(answer, "json"))
        return Response(text, media_type="application/json")
    if form == "markdown":
        text = await call.work(lambda: call.workbench.bundle(answer, "markdown"))
        return Response(text, media_type="text/markdown")
    raise RefusedError(422, "This form is not known.", "Give json or markdown.")


def show_marks(call: Call) -> Marks:
    """The marks of an answer."""
    return Marks(call.workbench.marks(call.path("answer")))


def put_mark(call: Call) -> Marks:
    """Judge an answer, or one passage of it."""
    body: MarkBody = call.body
    if body.value not in {-1, 0, 1}:
        raise QuestionError("A mark is 1, -1 or 0.", "Give one of them.")
    answer = call.workbench.answer(call.path("answer"))
    if body.passage_id and all(hit.chunk.id != body.passage_id for hit in answer.hits):
        raise QuestionError("This passage is none of the answer's.", "Give one of its passages.")
    call.workbench.mark(answer.id, body.value, body.passage_id)
    return show_marks(call)


OPERATIONS = (
    Operation(
        *("POST", "/collections/{collection}/search", "search"),
        "The passages that bear on a question, with each retriever's share of the score",
        "read",
        result=SearchResult,
        body=QuestionBody,
        problems=(404, 422),
        run=search,
    ),
    Operation(
        *("POST", "/collections/{collection}/ask", "ask"),
        "An answer with verdict and citations; as events with “Accept: text/event-stream”",
        "read",
        result=AnswerSummary,
        body=QuestionBody,
        others=(EVENTS,),
        problems=(404, 409, 422, 502, 503),
        respond=ask,
    ),
    Operation(
        *("POST", "/collections/{collection}/check", "checkSentence"),
        "Whether the collection bears a sentence out",
        "read",
        result=SentenceReport,
        body=SentenceBody,
        problems=(404, 422),
        run=check,
    ),
    Operation(
        *("GET", "/answers/{answer}", "showAnswer", "An answer that was kept", "read"),
        result=AnswerSummary,
        problems=(404,),
        run=show_answer,
    ),
    Operation(
        *("GET", "/answers/{answer}/bundle", "showBundle"),
        "The answer with its settings and evidence as a file, as the screens export it",
        "read",
        result=dict[str, Any],
        others=("text/markdown",),
        parameters=(Parameter("form", "The file's form", ("json", "markdown")),),
        problems=(404, 422),
        respond=bundle,
    ),
    Operation(
        *("GET", "/answers/{answer}/marks", "showMarks", "The marks of an answer", "read"),
        result=Marks,
        problems=(404,),
        run=show_marks,
    ),
    Operation(
        *("PUT", "/answers/{answer}/marks", "putMark"),
        "Judge an answer, or one passage of it",
        "write",
        result=Marks,
        body=MarkBody,
        problems=(404, 422),
        run=put_mark,
    ),
)
