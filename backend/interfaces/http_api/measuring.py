"""Operations on question sets, and on runs of pipelines over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from pydantic import StrictBool, StrictInt
from starlette.responses import JSONResponse, Response

from backend.errors import NotFoundError, QuestionError
from backend.interfaces.evaluation_values import (
    QuestionSetSummary,
    QuestionValue,
    RunReport,
    RunSummary,
    question_value,
    run_report,
    run_summary,
    set_summary,
)
from backend.interfaces.http_api.bodies import MOST_JSON_BYTES, STRICT, limited
from backend.interfaces.http_api.library import collection_id
from backend.interfaces.http_api.operations import ApiOperation, Call, Parameter
from backend.interfaces.http_api.problem_details import RefusedError
from backend.serialisation import to_plain
from backend.types import Contender, QuestionSetCard, Reference, RunProgress, SetQuestion
from backend.workbench import report_text

JSON_LINES, CSV = "application/jsonl", "text/csv"
FORMS = {"jsonl": JSON_LINES, "csv": CSV}
"""Of a set's file, with their media types."""
REPORT_FORMS = {"markdown": "text/markdown", "csv": CSV, "html": "text/html"}
MOST_PASSAGES = 100
MOST_CONTENDERS = 40


@dataclass(frozen=True)
class NewSet:
    """A question set to make."""

    name: str

    __pydantic_config__ = STRICT


@dataclass(frozen=True)
class EvidenceBody:
    """What is relevant; see `EvidenceValue`."""

    document: str
    page: StrictInt = 0
    quote: str = ""

    __pydantic_config__ = STRICT


@dataclass(frozen=True)
class QuestionOfSet:
    """A question to put into a set. One with the `qid` of a question that is there takes its place;
    without one it is new. `kind` `unanswerable` says that the documents do not answer it."""

    question: str
    qid: str = ""
    answers: tuple[str, ...] = ()
    evidence: tuple[EvidenceBody, ...] = ()
    kind: str = ""
    struck: StrictBool = False

    __pydantic_config__ = STRICT


@dataclass(frozen=True)
class ContenderBody:
    """A pipeline with options of its own."""

    pipeline: str
    options: dict[str, str] | None = None

    __pydantic_config__ = STRICT


@dataclass(frozen=True)
class NewRun:
    """A run: which set (id or name), by which pipelines, with how many passages each. Without
    `answers` only evidence is asked for."""

    set: str
    contenders: tuple[ContenderBody, ...]
    passages: StrictInt = 10
    answers: StrictBool = True

    __pydantic_config__ = STRICT


@dataclass(frozen=True)
class Removed:
    """What was removed, by its id."""

    id: str


def _named(call: Call, collection: str, wanted: str) -> QuestionSetCard:
    """A set by id or name.

    Raises:
        NotFoundError: naming the sets that there are.
    """
    there = call.workbench.question_sets.sets_of(collection)
    for set_card in there:
        if wanted == set_card.id or wanted.casefold() == set_card.name.casefold():
            return set_card
    names = ", ".join(f"“{each.name}”" for each in there)
    raise NotFoundError(
        f"There is no question set “{wanted}” in this collection.",
        f"The sets are: {names}." if names else "Make one first.",
    )


def _set(call: Call) -> QuestionSetCard:
    return _named(call, collection_id(call), call.path("set"))


def _progress_of(call: Call, collection: str, wanted: str) -> RunProgress:
    """A run by its id.

    Raises:
        NotFoundError: if there is none.
    """
    for run in call.workbench.evaluation.evaluation_runs(collection):
        if run.run.id == wanted:
            return run
    raise NotFoundError("There is no run of this id.", "List the collection's runs.")


def run_asked_for(call: Call) -> RunProgress:
    """The run that the address names.

    Raises:
        NotFoundError: if there is none.
    """
    return _progress_of(call, collection_id(call), call.path("run"))


def summary_of(call: Call, progress: RunProgress) -> RunSummary:
    """A run as programs have it."""
    return run_summary(progress, call.workbench.evaluation.run_job(progress.run))


def list_sets(call: Call) -> tuple[QuestionSetSummary, ...]:
    """A collection's question sets."""
    return tuple(map(set_summary, call.workbench.question_sets.sets_of(collection_id(call))))


def create_set(call: Call) -> QuestionSetSummary:
    """Make an empty one."""
    body: NewSet = call.body
    return set_summary(call.workbench.question_sets.new_set(collection_id(call), body.name))


def show_set(call: Call) -> QuestionSetSummary:
    """One question set."""
    return set_summary(_set(call))


def delete_set(call: Call) -> Removed:
    """Forget a set with the runs over it."""
    card = _set(call)
    call.workbench.question_sets.delete_set(card.collection_id, card.id)
    return Removed(card.id)


def list_questions(call: Call) -> tuple[QuestionValue, ...]:
    """The questions of a set."""
    card = _set(call)
    set_questions = call.workbench.question_sets.questions_of_set(card.collection_id, card.id)
    return tuple(map(question_value, set_questions))


def put_question(call: Call) -> QuestionSetSummary:
    """Add a question, or change one."""
    body: QuestionOfSet = call.body
    card = _set(call)
    evidence = tuple(
        Reference(each.document, each.quote, _page(each.page)) for each in body.evidence
    )
    call.workbench.question_sets.put_question(
        card.collection_id,
        card.id,
        SetQuestion(body.qid, body.question, body.answers, evidence, body.kind, body.struck),
    )
    return set_summary(_named(call, card.collection_id, card.id))


def _page(page: int) -> int:
    if page < 0:
        raise QuestionError("A page is a number from 1 on, or 0 for any.", "Give one of them.")
    return page


async def show_file(call: Call) -> Response:
    """A set as a file, without the questions that were struck."""
    form = _form(call)

    def text() -> str:
        card = _set(call)
        return call.workbench.question_sets.set_file(card.collection_id, card.id, form)

    return Response(await call.work(text), media_type=FORMS[form])


async def put_file(call: Call) -> Response:
    """Make a set of a file's questions, in place of one of that name."""
    form = _form(call)
    content = b"".join([piece async for piece in limited(call.request, MOST_JSON_BYTES)])

    def kept() -> QuestionSetSummary:
        name = f"{call.path('set')}.{form}"
        return set_summary(
            call.workbench.question_sets.add_set_file(collection_id(call), name, content)
        )

    return JSONResponse(to_plain(await call.work(kept)))


def _form(call: Call) -> Literal["jsonl", "csv"]:
    form = call.query("form", "jsonl")
    if form not in FORMS:
        raise RefusedError(422, "This form is not known.", "Give jsonl or csv.")
    return cast(Literal["jsonl", "csv"], form)


def list_runs(call: Call) -> tuple[RunSummary, ...]:
    """A collection's runs, newest first."""
    collection = collection_id(call)
    jobs = call.workbench.evaluation.run_jobs(collection)
    return tuple(
        run_summary(run, jobs.get(run.run.id))
        for run in call.workbench.evaluation.evaluation_runs(collection)
    )


def start_run(call: Call) -> RunSummary:
    """Ask a set's questions of several pipelines; the same run again only asks what is missing."""
    body: NewRun = call.body
    if not 1 <= body.passages <= MOST_PASSAGES:
        raise QuestionError(f"passages must be from 1 to {MOST_PASSAGES}.", "Give one of them.")
    if len(body.contenders) > MOST_CONTENDERS:
        raise QuestionError(
            f"A run has at most {MOST_CONTENDERS} contenders.", "Start several runs."
        )
    collection = collection_id(call)
    run = call.workbench.evaluation.plan_run(
        collection,
        _named(call, collection, body.set).id,
        [Contender(contender.pipeline, contender.options or {}) for contender in body.contenders],
        top_k=body.passages,
        answers=body.answers,
    )
    call.workbench.evaluation.start_run(run)
    return summary_of(call, _progress_of(call, collection, run.id))


async def show_run(call: Call) -> Response:
    """What a run found by now, as JSON or as a file to read."""
    form = call.query("form", "json")
    if form != "json" and form not in REPORT_FORMS:
        raise RefusedError(422, "This form is not known.", "Give json, markdown, csv or html.")

    def found() -> RunReport | str:
        report = call.workbench.evaluation.evaluation_report(collection_id(call), call.path("run"))
        if form != "json":
            return report_text(report, form)
        return run_report(report, call.workbench.evaluation.run_job(report.progress.run))

    value = await call.work(found)
    if isinstance(value, str):
        return Response(value, media_type=REPORT_FORMS[form])
    return JSONResponse(to_plain(value))


def ask_failed_again(call: Call) -> RunSummary:
    """Ask those questions of a run again that ended in error."""
    call.workbench.evaluation.ask_failed_again(run_asked_for(call).run)
    return summary_of(call, run_asked_for(call))


def delete_run(call: Call) -> Removed:
    """Forget a run; one that is at work is stopped."""
    run = run_asked_for(call).run
    call.workbench.evaluation.delete_run(run.collection_id, run.id)
    return Removed(run.id)


_SETS = "/collections/{collection}/question-sets"
RUNS = "/collections/{collection}/runs"
_FILE_FORM = Parameter("form", "The file's form", tuple(FORMS))

OPERATIONS = (
    ApiOperation(
        *("GET", _SETS, "listQuestionSets", "The question sets of a collection", "read"),
        result=tuple[QuestionSetSummary, ...],
        problems=(404,),
        run=list_sets,
    ),
    ApiOperation(
        *("POST", _SETS, "createQuestionSet", "Make an empty question set", "write"),
        result=QuestionSetSummary,
        body=NewSet,
        status=201,
        problems=(404,),
        run=create_set,
    ),
    ApiOperation(
        *("GET", _SETS + "/{set}", "showQuestionSet", "A question set, by id or name", "read"),
        result=QuestionSetSummary,
        problems=(404,),
        run=show_set,
    ),
    ApiOperation(
        *("DELETE", _SETS + "/{set}", "deleteQuestionSet", "Forget a set and its runs", "write"),
        result=Removed,
        problems=(404,),
        run=delete_set,
    ),
    ApiOperation(
        *("GET", _SETS + "/{set}/questions", "listQuestions", "Its questions", "read"),
        result=tuple[QuestionValue, ...],
        problems=(404,),
        run=list_questions,
    ),
    ApiOperation(
        *("PUT", _SETS + "/{set}/questions", "putQuestion"),
        "Add a question to a set, or change the one of its qid",
        "write",
        result=QuestionSetSummary,
        body=QuestionOfSet,
        problems=(404,),
        run=put_question,
    ),
    ApiOperation(
        *("GET", _SETS + "/{set}/file", "showQuestionFile", "A set as a file", "read"),
        others=tuple(FORMS.values()),
        parameters=(_FILE_FORM,),
        problems=(404, 422),
        respond=show_file,
    ),
    ApiOperation(
        *("PUT", _SETS + "/{set}/file", "putQuestionFile"),
        "Make a set of a file's questions, in place of one of that name",
        "write",
        result=QuestionSetSummary,
        raw_body=tuple(FORMS.values()),
        parameters=(_FILE_FORM,),
        problems=(400, 404, 413, 422),
        respond=put_file,
    ),
    ApiOperation(
        *("GET", RUNS, "listRuns", "Runs of pipelines over question sets, newest first", "read"),
        result=tuple[RunSummary, ...],
        problems=(404,),
        run=list_runs,
    ),
    ApiOperation(
        *("POST", RUNS, "startRun"),
        "Ask the questions of a set of several pipelines, in the background",
        "write",
        result=RunSummary,
        body=NewRun,
        status=202,
        problems=(404,),
        run=start_run,
    ),
    ApiOperation(
        *("GET", RUNS + "/{run}", "showRun", "What a run found by now", "read"),
        result=RunReport,
        others=tuple(REPORT_FORMS.values()),
        parameters=(Parameter("form", "The report's form", ("json", *REPORT_FORMS)),),
        problems=(404, 422),
        respond=show_run,
    ),
    ApiOperation(
        *("POST", RUNS + "/{run}/failed", "askFailedAgain"),
        "Ask those questions of a run again that ended in error",
        "write",
        result=RunSummary,
        status=202,
        problems=(404,),
        run=ask_failed_again,
    ),
    ApiOperation(
        *("DELETE", RUNS + "/{run}", "deleteRun", "Forget a run", "write"),
        result=Removed,
        problems=(404,),
        run=delete_run,
    ),
)
