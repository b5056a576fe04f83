"""Asks one question of a run through its pipeline; a person's question goes first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from backend import registry
from backend.errors import CancelledError, QuestionError
from backend.evaluation.gold import Resolver
from backend.evaluation.kept_runs import left_out
from backend.evaluation.outcomes import outcome_of_answer, outcome_of_evidence
from backend.ports import Parts, Pipeline, StopSignal
from backend.precedence import questions_first_over
from backend.types import (
    Contender,
    EvaluationRun,
    Filters,
    Finished,
    Options,
    Outcome,
    Query,
    SetQuestion,
)

PIPELINES = "backend.pipelines"
LOCK = "evaluation.lock"
LOOK_EVERY = 0.5


class Asker:
    """Asks through pipelines that are built once.

    Args:
        stop: ends the asking; what was begun is then not kept.
    """

    def __init__(self, parts: Parts, stop: StopSignal) -> None:
        self._parts = parts
        self._stop = stop
        self._first = questions_first_over(parts)
        self._pipelines: registry.Built[Pipeline] = registry.Built(PIPELINES, parts)

    def ask(self, run: EvaluationRun, contender: Contender, question: SetQuestion) -> Outcome:
        """What comes of a question. One that the documents do not answer is not asked of those
        that it names.

        Raises:
            QuestionError: if an option cannot be had; SettingsError: if there is no such pipeline.
            CancelledError: if it was stopped.
        """
        self._first.let_pass(self._stop.is_set)
        kind: type[Options] = registry.load(PIPELINES, contender.pipeline).OPTIONS
        options = kind.read(contender.options)
        pipeline = self._pipelines.named(contender.pipeline)
        text = question.text
        query = Query(
            text, run.collection_id, run.top_k, self._filters(run, question), options=options
        )
        if not run.answers:
            began = time.perf_counter()
            retrieval = pipeline.retrieve(query)
            seconds = time.perf_counter() - began
            return outcome_of_evidence(
                text, contender.pipeline, retrieval.hits, retrieval.steps, seconds, time.time()
            )
        for event in pipeline.answer(query, self._stop):
            if isinstance(event, Finished) and not event.answer.stopped:
                return outcome_of_answer(contender.pipeline, event.answer)
        raise CancelledError("The run was stopped.")

    def _filters(self, run: EvaluationRun, question: SetQuestion) -> Filters:
        kept_from = left_out(question)
        if not kept_from:
            return Filters()
        documents = self._parts.records.documents(run.collection_id)
        gone = Resolver(self._parts.records, documents).gold(question).documents
        rest = tuple(document.id for document in documents if document.id not in gone)
        if not rest:
            raise QuestionError(
                "Without its own document there is nothing left to ask.",
                "Add other documents, or strike the question.",
            )
        return Filters(document_ids=rest if gone else ())


@contextmanager
def alone(library: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the library's lock for runs; `waiting` is called while another process or thread has it
    and may raise to give up."""
    lock = filelock.FileLock(library / LOCK, thread_local=False, is_singleton=False)
    while True:
        try:
            lock.acquire(timeout=LOOK_EVERY, poll_interval=0.1)
            break
        except filelock.Timeout:
            waiting()
    try:
        yield
    finally:
        lock.release()
