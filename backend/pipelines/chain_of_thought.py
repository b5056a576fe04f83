"""Chain of thought: a question answered in steps that one can watch (seed thesis, §5.3).

A scratchpad keeps facts with the chunks that hold them. Each step searches, reads what came, notes
facts, and asks again for what is missing with a name that the evidence brought up. The answer is
written from the chunks of the facts alone. It runs over any other pipeline's retrieval.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

from backend import registry
from backend.pipelines._answering import standalone, tell_again, telling_overview, write
from backend.pipelines._broad.overview import overview_of
from backend.pipelines._calculating import calculating
from backend.pipelines._chain import limits as bounds
from backend.pipelines._chain.fact_answer import FactAnswerer
from backend.pipelines._chain.limits import limits_of
from backend.pipelines._chain.loop import Chain, run
from backend.pipelines._restating import restated
from backend.ports import Answerer, Parts, Pipeline, Retrieval, StopSignal
from backend.types import (
    Event,
    Finished,
    Hit,
    OptionCard,
    PipelineCard,
    Query,
    Retrieved,
    Step,
)

NAME = "chain_of_thought"
BASE = "naive"
ON, OFF = "on", "off"
_HERE = "backend.pipelines"
_UNDERNEATH = tuple(name for name in registry.names(_HERE) if name != NAME)

CARD = PipelineCard(
    name=NAME,
    title="Chain of thought",
    purpose="step by step",
    hint="Asks again with what it found. For questions whose answer needs several passages.",
    icon=":material/account_tree:",
    options=(
        OptionCard(
            "retrieval",
            "How each step searches",
            "The pipeline whose search is used in every step.",
            BASE,
            choices=_UNDERNEATH,
        ),
        OptionCard(
            "steps",
            "Most steps",
            "How often it may search before it answers with what it has.",
            str(bounds.STEPS),
            minimum=bounds.LEAST_STEPS,
            maximum=bounds.MOST_STEPS,
            step=1,
        ),
        OptionCard(
            "planner",
            "Plan first",
            "Writes a plan of two to four steps before the first search; steadier, less flexible.",
            OFF,
            choices=(OFF, ON),
        ),
        OptionCard(
            "seconds",
            "Most seconds",
            "After this time it answers with what it has.",
            f"{bounds.SECONDS:g}",
            minimum=bounds.LEAST_SECONDS,
            maximum=bounds.MOST_SECONDS,
            step=5,
        ),
        OptionCard(
            "tokens",
            "Most tokens for steering",
            "What a language model may read and write before the answer; rules cost none.",
            str(bounds.TOKENS),
            minimum=bounds.LEAST_TOKENS,
            maximum=bounds.MOST_TOKENS,
            step=1_000,
        ),
    ),
)


class ChainOfThoughtPipeline:
    """A scratchpad loop over another pipeline's retrieval."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._pipelines: dict[str, Pipeline] = {}
        self._lock = threading.Lock()

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
        if asked.text != query.text:
            steps.append(Step("follow-up", f"Read as: {asked.text}", time.perf_counter() - started))
            yield steps[-1]
        broad = overview_of(self._parts, asked, self._underneath(asked).retrieve)
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
        evidence = answered_from(chain, query.top_k)
        yield Retrieved(evidence)
        retrieval = Retrieval(evidence, chain.index_version)

        def answerer(of: Query) -> Answerer:
            return FactAnswerer(self._parts.answerer(of), chain.facts)

        reading = replace(self._parts, answerer=answerer)
        parts, retrieval, computed = calculating(reading, asked, retrieval)
        steps += computed
        yield from computed
        writing = write(parts, NAME, query, asked, retrieval, steps, stop, started)
        for each in writing:
            yield _completed(each, chain) if isinstance(each, Finished) else each

    def _run(self, chain: Chain, query: Query, stop: StopSignal) -> Iterator[Step | Retrieved]:
        return run(
            chain,
            query,
            self._underneath(query).retrieve,
            self._parts.steerer(query),
            self._parts.embedders.of(query.collection_id),
            limits_of(query.options),
            stop,
            planned=query.options.get("planner", OFF) == ON,
        )

    def _underneath(self, query: Query) -> Pipeline:
        """The pipeline that each step searches with; naive where the option names none."""
        wanted = query.options.get("retrieval", BASE)
        name = wanted if wanted in _UNDERNEATH else BASE
        with self._lock:
            if name not in self._pipelines:
                self._pipelines[name] = registry.load(_HERE, name).build(self._parts)
            return self._pipelines[name]


def answered_from(chain: Chain, top_k: int) -> tuple[Hit, ...]:
    """The passages that facts cite, best first; without any fact, the best that were found."""
    hits = chain.evidence(top_k)
    cited = set(chain.cited)
    kept = tuple(hit for hit in hits if hit.chunk.id in cited)
    return kept or hits


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
