"""Counts the prompts that a pipeline would send, without sending any.

The pipeline runs as it does without a language model, but each of its tasks makes its prompt first,
by the same code that would send it. The prompt is counted, and the rules go on in the model's
place. So a chain of thought has as many steps as the rules take; a model may take fewer or more.
Tokens of replies are not known before there are any: each kind of prompt counts for what its form
of reply usually takes.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from backend import registry
from backend.errors import LanguageModelError
from backend.ports import (
    Answerer,
    Calculator,
    ChosenSections,
    Completion,
    Message,
    NotedFact,
    Parts,
    PathChooser,
    Pipeline,
    Plan,
    Rater,
    Ratings,
    Rewriter,
    Scratchpad,
    Steerer,
    Steering,
    StopSignal,
    with_facts,
)
from backend.settings import Settings
from backend.tokens import estimate_tokens
from backend.types import Draft, Hit, PromptCount, Query, Section, Turn

PIPELINES = "backend.pipelines"
LOCAL, WRITTEN = "local", "language_model"
MESSAGE_TOKENS = 4
"""What the frame of one message takes in chat templates."""
REPLY_TOKENS = {
    "answer": 160,
    "steer": 140,
    "plan": 90,
    "choose_path": 20,
    "calculate": 70,
    "rate": 320,
}
"""Tokens of a reply by the task: at most three sentences with citations; a note with two queries;
a plan of three steps; three numbers; one SELECT; twenty ratings."""


@dataclass
class RequestCounts:
    """What was counted so far."""

    requests: Counter[str] = field(default_factory=Counter)
    input_tokens: int = 0

    def total(self) -> PromptCount:
        """All of it, with what the replies would take."""
        written = sum(REPLY_TOKENS[task] * count for task, count in self.requests.items())
        return PromptCount(
            sum(self.requests.values()), self.input_tokens, written, dict(self.requests)
        )


class CountingModel:
    """A language model that is sent nothing: see `backend.ports.LanguageModel`."""

    name = "counted"

    def __init__(self, task: str, counts: RequestCounts) -> None:
        self._task = task
        self._counts = counts

    def models(self) -> tuple[str, ...]:
        """None."""
        return ()

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: StopSignal,
        schema: Mapping[str, object] | None = None,
    ) -> Iterator[str | Completion]:
        """Count the messages.

        Raises:
            LanguageModelError: always; the rules then go on in its place.
        """
        self._counts.requests[self._task] += 1
        self._counts.input_tokens += sum(
            estimate_tokens(message.content) + MESSAGE_TOKENS for message in messages
        )
        raise LanguageModelError("refused", "Prompts are only counted, nothing is sent.")


def count_prompts(parts: Parts, settings: Settings, pipeline: str, query: Query) -> PromptCount:
    """The prompts that a pipeline would send for a question.

    Args:
        settings: those in effect; they say how much the language model can take in.

    Raises:
        SettingsError: if there is no such pipeline.
        QuestionError: if the question cannot be asked.
    """
    counts = RequestCounts()
    built: Pipeline = registry.load(PIPELINES, pipeline).build(_counting(parts, settings, counts))
    for _ in built.answer(query, threading.Event()):
        pass
    return counts.total()


def _counting(parts: Parts, settings: Settings, counts: RequestCounts) -> Parts:
    def local(query: Query) -> Query:
        return replace(query, options=replace(query.options, answerer=LOCAL))

    def answerer(query: Query) -> Answerer:
        module = registry.load("backend.tasks.answer", WRITTEN)
        written: Answerer = module.build(settings, CountingModel("answer", counts))
        return CountedAnswerer(written, parts.answerer(local(query)))

    def steerer(query: Query) -> Steerer:
        return CountedSteerer(settings, counts, parts.steerer(local(query)))

    def path_chooser(query: Query) -> PathChooser:
        return CountedPathChooser(settings, counts, parts.path_chooser(local(query)))

    def calculator(query: Query) -> Calculator | None:
        module = registry.load("backend.tasks.calculate", WRITTEN)
        written: Calculator = module.build(settings, CountingModel("calculate", counts))
        return written

    def rater(query: Query) -> Rater | None:
        return CountedRater(settings, counts)

    def rewriter(query: Query) -> Rewriter:
        return parts.rewriter(local(query))

    return replace(
        parts,
        answerer=answerer,
        steerer=steerer,
        path_chooser=path_chooser,
        calculator=calculator,
        rewriter=rewriter,
        rater=rater,
    )


class CountedAnswerer:
    """Counts the prompt of an answer; the local reader answers. See `backend.ports.Answerer`
    and `backend.ports.AnswererWithFacts`."""

    name = CountingModel.name

    def __init__(self, written: Answerer, local: Answerer) -> None:
        self._written = written
        self._local = local

    def with_facts(self, facts: Sequence[NotedFact]) -> Answerer:
        """See `backend.ports.AnswererWithFacts`."""
        return CountedAnswerer(with_facts(self._written, facts), with_facts(self._local, facts))

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """See `backend.ports.Answerer`."""
        try:
            for _ in self._written.answer(question, history, hits, stop):
                pass
        except LanguageModelError:
            pass  # counted
        yield from self._local.answer(question, history, hits, stop)


class CountedSteerer:
    """Counts the prompts that would lead a chain; the rules lead it. See `backend.ports.Steerer`.

    The task is built anew for each step, since it does not ask twice after a failure.
    """

    def __init__(self, settings: Settings, counts: RequestCounts, local: Steerer) -> None:
        self._settings = settings
        self._counts = counts
        self._local = local
        self.name = local.name

    def plan(self, question: str, tokens: int, stop: StopSignal) -> Plan:
        """See `backend.ports.Steerer`."""
        self._built("plan").plan(question, tokens, stop)
        return self._local.plan(question, tokens, stop)

    def steer(self, scratchpad: Scratchpad, tokens: int, stop: StopSignal) -> Steering:
        """See `backend.ports.Steerer`."""
        self._built("steer").steer(scratchpad, tokens, stop)
        return self._local.steer(scratchpad, tokens, stop)

    def _built(self, task: str) -> Steerer:
        module = registry.load("backend.tasks.steer", WRITTEN)
        model = CountingModel(task, self._counts)
        built: Steerer = module.build(self._settings, model, self._local)
        return built


class CountedPathChooser:
    """Counts the prompt that would choose sections; the rules choose. See
    `backend.ports.PathChooser`."""

    def __init__(self, settings: Settings, counts: RequestCounts, local: PathChooser) -> None:
        module = registry.load("backend.tasks.choose_path", WRITTEN)
        self._written: PathChooser = module.build(
            settings, CountingModel("choose_path", counts), local
        )
        self._local = local
        self.name = local.name

    def choose(
        self, question: str, sections: Sequence[tuple[str, Section]], most: int, stop: StopSignal
    ) -> ChosenSections:
        """See `backend.ports.PathChooser`."""
        self._written.choose(question, sections, most, stop)
        return self._local.choose(question, sections, most, stop)


class CountedRater:
    """Counts the prompts that would rate statements; nearness stays. See `backend.ports.Rater`."""

    name = CountingModel.name

    def __init__(self, settings: Settings, counts: RequestCounts) -> None:
        self._settings = settings
        self._counts = counts

    def rate(self, question: str, statements: Sequence[str], stop: StopSignal) -> Ratings:
        """See `backend.ports.Rater`."""
        module = registry.load("backend.tasks.rate", WRITTEN)
        written = module.build(self._settings, CountingModel("rate", self._counts))
        for some in written.batches(question, statements):
            written.rate(question, some, stop)
        return Ratings((None,) * len(statements), self.name)
