"""Automatic: each question goes to the pipeline that it needs, and the answer says why.

A broad question goes to the community graph, any other to fused hybrid. With the option `steps`,
chain of thought over fused hybrid tries once more where that leaves a question open. What that
costs and gives was measured (docs/automatic.md).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from backend import registry
from backend.pipelines._answer_writing import standalone
from backend.pipelines._automatic.ways import (
    BEST,
    STEPS,
    Way,
    is_unsure,
    way_of,
)
from backend.ports import Parts, Pipeline, Retrieval, StopSignal
from backend.types import (
    AUTOMATIC,
    CHOSEN_BY,
    LOCAL_READER,
    WAY,
    Answer,
    Event,
    Finished,
    Options,
    PipelineCard,
    Query,
    Step,
    TextDelta,
    option,
)

NAME = AUTOMATIC
_HERE = "backend.pipelines"


@dataclass(frozen=True, kw_only=True)
class AutomaticOptions(Options):
    """Whether an open question is tried again; what all pipelines can be told is handed on."""

    pipeline = NAME

    steps: bool = option(
        False,
        "Go on step by step",
        "Where one search leaves the question open, chain of thought tries as well. For questions "
        "that lead over several records; elsewhere most of the further answers are wrong.",
    )

    @property
    def common(self) -> Options:
        """What the pipeline that is taken is told."""
        known = Options.names()
        return Options.read({name: text for name, text in self.texts().items() if name in known})


OPTIONS = AutomaticOptions
CARD = PipelineCard(
    name=NAME,
    title="Automatic",
    purpose="by question",
    hint="The overview for questions about documents as a whole, the best search for others. It "
    "says which it took.",
    icon="auto_awesome",
    options=AutomaticOptions.cards(),
)


class AutomaticPipeline:
    """Passes each question on to another pipeline."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._pipelines: registry.Built[Pipeline] = registry.Built(_HERE, parts)

    def retrieve(self, query: Query) -> Retrieval:
        """The evidence of the pipeline that the question is passed on to, after a step that says
        which and why."""
        way = way_of(query.text)
        retrieval = self._pipelines.named(way.pipeline).retrieve(_handed(query, way.pipeline))
        return replace(retrieval, steps=(_told(way), *retrieval.steps))

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """A Step that says which way is taken and why, then the events of that pipeline. `Answer`
        names the pipeline that answered.

        Raises:
            LanguageModelError: if a language model was to write the answer and did not.
        """
        started = time.perf_counter()
        way = self._way(query, stop)
        told = _told(way)
        yield told
        # What the local reader quotes is held back until it is known to stand.
        retrying = way.pipeline == BEST and self._retries(query)
        held: list[TextDelta] = []
        for event in self._pipelines.named(way.pipeline).answer(_handed(query, way.pipeline), stop):
            if retrying and isinstance(event, TextDelta):
                held.append(event)
            elif not isinstance(event, Finished):
                yield event
            elif retrying and is_left_open(event.answer) and not stop.is_set():
                yield from self._step_by_step(query, event.answer, told, stop, started)
            else:
                yield from held
                yield Finished(_named(event.answer, (told,), started))

    def _step_by_step(
        self, query: Query, unsure: Answer, told: Step, stop: StopSignal, started: float
    ) -> Iterator[Event]:
        """Chain of thought where the first answer was open; taken if it found something."""
        ways: tuple[Step, ...] = (told, _told(Way(STEPS, "one search left the question open")))
        yield ways[-1]
        taken = unsure
        for event in self._pipelines.named(STEPS).answer(_handed(query, STEPS), stop):
            if isinstance(event, Finished):
                taken = unsure if is_left_open(event.answer) else event.answer
            elif isinstance(event, Step):
                yield event
        if taken is unsure:
            back = _told(Way(BEST, "going step by step found no more"))
            yield back
            ways = (*ways, back)
        yield TextDelta(taken.text)
        yield Finished(_named(taken, ways, started))

    def _retries(self, query: Query) -> bool:
        """Whether an open answer is tried again. A language model has read the evidence, and to
        ask it again costs money."""
        wanted = AutomaticOptions.taking(query.options).steps
        return wanted and self._parts.answerer(query).name == LOCAL_READER

    def _way(self, query: Query, stop: StopSignal) -> Way:
        """The way, of a follow-up by what it means; that is told without a language model, which
        the pipeline may ask once more."""
        way = way_of(query.text, follows=bool(query.history))
        if way.pipeline != BEST or not query.history:
            return way
        local = replace(query, options=replace(query.options, answerer="local"))
        return way_of(standalone(self._parts, local, stop).text)


def _handed(query: Query, pipeline: str) -> Query:
    """The query for another pipeline; chain of thought searches by the best one."""
    common = AutomaticOptions.taking(query.options).common
    kind: type[Options] = registry.load(_HERE, pipeline).OPTIONS
    if pipeline == STEPS:
        return replace(query, options=kind.read({**common.texts(), "retrieval": BEST}))
    return replace(query, options=kind.taking(common))


def is_left_open(answer: Answer) -> bool:
    """Whether another way may do better; what was left open in the question waits for a person,
    readings of lists that are only not sure enough do not."""
    return is_unsure(answer.verdict) and all(choice.answer for choice in answer.choices)


def _title(pipeline: str) -> str:
    title: str = registry.load(_HERE, pipeline).CARD.title
    return title


def _told(way: Way) -> Step:
    return Step(WAY, f"{_title(way.pipeline)}, because {way.because}", 0.0)


def _named(answer: Answer, told: tuple[Step, ...], started: float) -> Answer:
    """The answer with who chose its pipeline, why, and what the choice took."""
    return replace(
        answer,
        steps=(*told, *answer.steps),
        settings={**answer.settings, CHOSEN_BY: NAME},
        usage=replace(answer.usage, seconds=time.perf_counter() - started),
    )


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return AutomaticPipeline(parts)
