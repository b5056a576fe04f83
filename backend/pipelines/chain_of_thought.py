"""Chain of thought: a question answered in steps that one can watch (seed thesis, §5.3).

A scratchpad keeps facts with the chunks that hold them. Each step searches, reads what came, notes
facts, and asks again for what is missing with a name that the evidence brought up. The answer is
written from the best passages of all steps, whole, among which those that facts cite count more; a
language model is told the facts as well. It runs over any other pipeline's retrieval.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from backend import registry
from backend.pipelines._answer_writing import (
    is_read_as,
    standalone,
    tell_again,
    telling_overview,
    write,
)
from backend.pipelines._broad.overview import overview_of
from backend.pipelines._calculating import calculating
from backend.pipelines._chain import limits as bounds
from backend.pipelines._chain.limits import Limits
from backend.pipelines._chain.loop import Chain, run
from backend.pipelines._restating import restated
from backend.ports import Answerer, Parts, Pipeline, Retrieval, StopSignal, with_facts
from backend.types import (
    AUTOMATIC,
    Event,
    Finished,
    Options,
    PipelineCard,
    Query,
    Retrieved,
    Step,
    option,
)

NAME = "chain_of_thought"
BASE = "naive"
_HERE = "backend.pipelines"
_UNDERNEATH = tuple(name for name in registry.names(_HERE) if name not in {NAME, AUTOMATIC})


@dataclass(frozen=True, kw_only=True)
class ChainOptions(Options):
    """What each step searches with, and how long the chain may go on.

    `beneath` are the options of the pipeline that `retrieval` names; read from texts, they are all
    those that the chain itself does not have.
    """

    pipeline = NAME

    retrieval: str = option(
        BASE,
        "How each step searches",
        "The pipeline whose search is used in every step.",
        choices=_UNDERNEATH,
    )
    steps: int = option(
        bounds.STEPS,
        "Most steps",
        "How often it may search before it answers with what it has.",
        bounds=(bounds.LEAST_STEPS, bounds.MOST_STEPS),
        step=1,
    )
    planner: bool = option(
        False,
        "Plan first",
        "Writes a plan of two to four steps before the first search; steadier, less flexible.",
    )
    seconds: float = option(
        bounds.SECONDS,
        "Most seconds",
        "After this time it answers with what it has.",
        bounds=(bounds.LEAST_SECONDS, bounds.MOST_SECONDS),
        step=5,
    )
    tokens: int = option(
        bounds.TOKENS,
        "Most tokens for steering",
        "What a language model may read and write before the answer; rules cost none.",
        bounds=(bounds.LEAST_TOKENS, bounds.MOST_TOKENS),
        step=1_000,
    )
    beneath: Options = field(default_factory=Options)

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Self:
        """See `Options.read`; names of the pipeline beneath are known, too."""
        ours = cls.names()
        own = super().read({name: text for name, text in texts.items() if name in ours})
        kind = own.kind_beneath
        for name in texts:
            if name not in ours | kind.names():
                raise cls.unknown(name, *kind.cards())
        beneath = {name: text for name, text in texts.items() if name in kind.names()}
        return replace(own, beneath=kind.read(beneath))

    @classmethod
    def taking(cls, options: Options) -> Self:
        """See `Options.taking`; the pipeline beneath is told what all pipelines can be told."""
        taken = super().taking(options)
        return taken if taken is options else replace(taken, beneath=options)

    def texts(self) -> dict[str, str]:
        """See `Options.texts`; with those of the pipeline beneath."""
        return {**self.beneath.texts(), **super().texts()}

    @property
    def kind_beneath(self) -> type[Options]:
        """The options of the pipeline that each step searches with."""
        kind: type[Options] = registry.load(_HERE, self.retrieval).OPTIONS
        return kind

    @property
    def limits(self) -> Limits:
        """How long the chain may go on."""
        return Limits(self.steps, self.seconds, self.tokens)


OPTIONS = ChainOptions
CARD = PipelineCard(
    name=NAME,
    title="Chain of thought",
    purpose="step by step",
    hint="Asks again with what it found. For questions whose answer needs several passages.",
    icon="account_tree",
    options=ChainOptions.cards(),
)


class ChainOfThoughtPipeline:
    """A scratchpad loop over another pipeline's retrieval."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._pipelines: registry.Built[Pipeline] = registry.Built(_HERE, parts)

    def retrieve(self, query: Query) -> Retrieval:
        """The evidence that facts cite and the best of the rest, top_k in all, with the steps."""
        chain = Chain(query.text)
        events = list(self._run(chain, query, threading.Event()))
        return Retrieval(
            chain.evidence(query.top_k),
            chain.index_version,
            tuple(event for event in events if isinstance(event, Step)),
        )

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieved grows with each Step; then Tokens; Finished last.

        Raises:
            LanguageModelError: if a language model was to write the answer and did not.
        """
        started = time.perf_counter()
        if again := restated(self._parts, query):
            yield from tell_again(NAME, again, stop, started)
            return
        steps: list[Step] = []
        asked = standalone(self._parts, query, stop)
        if is_read_as(asked, query):
            steps.append(Step("follow-up", f"Read as: {asked.text}", time.perf_counter() - started))
            yield steps[-1]
        options = ChainOptions.taking(query.options)
        searched = replace(asked, options=options.beneath)
        broad = overview_of(self._parts, searched, self._underneath(options).retrieve)
        if broad:
            yield Retrieved(broad.retrieval.hits)
            yield from broad.retrieval.steps
            steps += broad.retrieval.steps
            telling = telling_overview(self._parts, broad)
            yield from write(telling, NAME, query, asked, broad.retrieval, steps, stop, started)
            return
        chain = Chain(asked.text)
        for event in self._run(chain, asked, stop):
            if isinstance(event, Step):
                steps.append(event)
            yield event
        evidence = chain.evidence(query.top_k)
        yield Retrieved(evidence)
        retrieval = Retrieval(evidence, chain.index_version)

        def answerer(of: Query) -> Answerer:
            return with_facts(self._parts.answerer(of), chain.facts)

        reading = replace(self._parts, answerer=answerer)
        parts, retrieval, computed = calculating(reading, asked, retrieval, stop)
        steps += computed
        yield from computed
        writing = write(parts, NAME, query, asked, retrieval, steps, stop, started)
        for each in writing:
            yield _completed(each, chain) if isinstance(each, Finished) else each

    def _run(self, chain: Chain, query: Query, stop: StopSignal) -> Iterator[Step | Retrieved]:
        options = ChainOptions.taking(query.options)
        return run(
            chain,
            replace(query, options=options.beneath),
            self._underneath(options).retrieve,
            self._parts.steerer(query),
            self._parts.embedders.of(query.collection_id),
            options.limits,
            stop,
            planned=options.planner,
        )

    def _underneath(self, options: ChainOptions) -> Pipeline:
        """The pipeline that each step searches with."""
        return self._pipelines.named(options.retrieval)


def _completed(event: Finished, chain: Chain) -> Finished:
    """The answer with what the chain cost and what the person should know of its end."""
    answer = event.answer
    notices = list(chain.notices)
    if "limit" in chain.ended:
        notices.append(f"Answered from what was found so far, because {chain.ended}.")
    usage = replace(
        answer.usage,
        input_tokens=answer.usage.input_tokens + chain.usage.input_tokens,
        output_tokens=answer.usage.output_tokens + chain.usage.output_tokens,
        cost=answer.usage.cost + chain.usage.cost,
    )
    return Finished(replace(answer, usage=usage, notices=(*answer.notices, *notices)))


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return ChainOfThoughtPipeline(parts)
