"""Operations on questions: searching, asking, checking, and what became of answers."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.responses import JSONResponse, Response

from backend.errors import QuestionError, WorkbenchError
from backend.interfaces.http_api.bodies import MarkBody, QuestionBody, SentenceBody
from backend.interfaces.http_api.event_stream import EVENTS, SIGN_OF_LIFE, EventStream
from backend.interfaces.http_api.library import collection_id
from backend.interfaces.http_api.operations import ApiOperation, Call, Parameter
from backend.interfaces.http_api.problem_details import RefusedError, refusal_of
from backend.interfaces.presentation import Naming, answer_summary, found_passage
from backend.interfaces.question_requests import checked, query_for, searched
from backend.interfaces.values import AnswerSummary, SearchResult, SentenceReport
from backend.interfaces.waiting import News, answer_of, answered, news_of
from backend.serialisation import to_plain
from backend.types import Answer, Hit, Query
from backend.workbench import RunningQuestion


@dataclass(frozen=True)
class Marks:
    """The marks of an answer by passage; the empty id is the whole answer."""

    marks: dict[str, int]


def _query(call: Call) -> Query:
    body: QuestionBody = call.body
    query = query_for(
        call.workbench, body.question, collection_id(call), body.passages, body.documents
    )
    return replace(
        query, options=call.workbench.questions.options_of(body.pipeline, body.options or {})
    )


def search(call: Call) -> SearchResult:
    """The passages alone."""
    body: QuestionBody = call.body
    return searched(call.workbench, _query(call), body.pipeline)


def check(call: Call) -> SentenceReport:
    """Whether the collection bears a sentence out."""
    body: SentenceBody = call.body
    return checked(call.workbench, collection_id(call), body.sentence, body.passages)


async def ask(call: Call) -> Response:
    """An answer as JSON, or as server-sent events where the client accepts them."""
    body: QuestionBody = call.body
    asking = await call.begin(
        lambda: call.workbench.questions.ask(_query(call), body.pipeline, body.conversation_id)
    )
    if EVENTS in call.request.headers.get("accept", ""):
        return EventStream(_events(call, asking), asking)
    answer = await answered(asking, call.request.is_disconnected)
    return JSONResponse(
        await call.work(lambda: to_plain(_summary(call, answer, Naming(call.workbench))))
    )


async def _events(call: Call, asking: RunningQuestion) -> AsyncIterator[str]:
    """`passages`, `step`, `text` as they come; `answer` or `problem` ends the stream."""
    naming = Naming(call.workbench)
    async for news in news_of(asking):
        if news == News():
            yield SIGN_OF_LIFE
        if news.hits:
            yield _event("passages", await call.work(partial(_passages, news.hits, naming)))
        for step in news.steps:
            yield _event("step", {"name": step.name, "summary": step.summary})
        if news.text:
            yield _event("text", {"text": news.text})
    try:
        answer = answer_of(asking)
        plain = await call.work(lambda: to_plain(_summary(call, answer, naming)))
        yield _event("answer", plain)
    except WorkbenchError as error:
        yield _event("problem", to_plain(refusal_of(error).details))


def _passages(hits: tuple[Hit, ...], naming: Naming) -> dict[str, Any]:
    return {"passages": [to_plain(found_passage(hit, naming)) for hit in hits]}


def _event(name: str, value: Any) -> str:
    """One event; JSON holds no line break."""
    return f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


def show_answer(call: Call) -> AnswerSummary:
    """An answer that was kept."""
    return _summary(
        call, call.workbench.questions.answer(call.path("answer")), Naming(call.workbench)
    )


def _summary(call: Call, answer: Answer, naming: Naming) -> AnswerSummary:
    return answer_summary(answer, naming, call.workbench.evidence.tables_quoted(answer))


async def bundle(call: Call) -> Response:
    """The answer with its settings and evidence as a file."""
    form = call.query("form", "json")
    answer = call.path("answer")
    if form == "json":
        text = await call.work(lambda: call.workbench.evidence.bundle(answer, "json"))
        return Response(text, media_type="application/json")
    if form == "markdown":
        text = await call.work(lambda: call.workbench.evidence.bundle(answer, "markdown"))
        return Response(text, media_type="text/markdown")
    raise RefusedError(422, "This form is not known.", "Give json or markdown.")


def show_marks(call: Call) -> Marks:
    """The marks of an answer."""
    return Marks(call.workbench.questions.marks(call.path("answer")))


def put_mark(call: Call) -> Marks:
    """Judge an answer, or one passage of it."""
    body: MarkBody = call.body
    if body.value not in {-1, 0, 1}:
        raise QuestionError("A mark is 1, -1 or 0.", "Give one of them.")
    answer = call.workbench.questions.answer(call.path("answer"))
    if body.passage_id and all(hit.chunk.id != body.passage_id for hit in answer.hits):
        raise QuestionError("This passage is none of the answer's.", "Give one of its passages.")
    call.workbench.questions.mark(answer.id, body.value, body.passage_id)
    return show_marks(call)


OPERATIONS = (
    ApiOperation(
        *("POST", "/collections/{collection}/search", "search"),
        "The passages that bear on a question, with each retriever's share of the score",
        "read",
        result=SearchResult,
        body=QuestionBody,
        problems=(404, 422),
        run=search,
    ),
    ApiOperation(
        *("POST", "/collections/{collection}/ask", "ask"),
        "An answer with verdict and citations; as events with “Accept: text/event-stream”",
        "read",
        result=AnswerSummary,
        body=QuestionBody,
        others=(EVENTS,),
        problems=(404, 409, 422, 502, 503),
        respond=ask,
    ),
    ApiOperation(
        *("POST", "/collections/{collection}/check", "checkSentence"),
        "Whether the collection bears a sentence out",
        "read",
        result=SentenceReport,
        body=SentenceBody,
        problems=(404, 422),
        run=check,
    ),
    ApiOperation(
        *("GET", "/answers/{answer}", "showAnswer", "An answer that was kept", "read"),
        result=AnswerSummary,
        problems=(404,),
        run=show_answer,
    ),
    ApiOperation(
        *("GET", "/answers/{answer}/bundle", "showBundle"),
        "The answer with its settings and evidence as a file, as the screens export it",
        "read",
        result=dict[str, Any],
        others=("text/markdown",),
        parameters=(Parameter("form", "The file's form", ("json", "markdown")),),
        problems=(404, 422),
        respond=bundle,
    ),
    ApiOperation(
        *("GET", "/answers/{answer}/marks", "showMarks", "The marks of an answer", "read"),
        result=Marks,
        problems=(404,),
        run=show_marks,
    ),
    ApiOperation(
        *("PUT", "/answers/{answer}/marks", "putMark"),
        "Judge an answer, or one passage of it",
        "write",
        result=Marks,
        body=MarkBody,
        problems=(404, 422),
        run=put_mark,
    ),
)
