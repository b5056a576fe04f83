"""The loop: search, read, note, decide, and again, until it is enough or a limit is reached."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field, replace

from backend.pipelines._chain.guard import worth_asking
from backend.pipelines._chain.limits import Deadline, Limits
from backend.pipelines._chain.merging import merge
from backend.ports import (
    Embedder,
    Found,
    NotedFact,
    Plan,
    Retrieval,
    Scratchpad,
    Steerer,
    Steering,
    StopSignal,
    Subquery,
)
from backend.types import NO_USAGE, Hit, Query, Retrieved, Step, Usage

PARALLEL = 3
"""Most queries of one step."""
DEPTH = 20
"""Passages that each query brings."""
IDLE_STEPS = 2
"""After so many steps without a new fact the chain steps back to a more general query."""
MOST_FACTS = 24
MOST_FACTS_OF_STEP = 6
LONGEST_FACT = 400
LEAST_TOKENS = 800
"""With fewer tokens left than this, a language model cannot be asked sensibly again."""

Search = Callable[[Query], Retrieval]


@dataclass
class Chain:
    """Everything that one question's chain has found so far."""

    question: str
    facts: list[NotedFact] = field(default_factory=list)
    steps: list[tuple[Found, ...]] = field(default_factory=list)
    plan: tuple[str, ...] = ()
    usage: Usage = NO_USAGE
    notices: list[str] = field(default_factory=list)
    index_version: int = 0
    ended: str = ""

    @property
    def cited(self) -> tuple[str, ...]:
        """Ids of the chunks that a fact names, in order, each once."""
        return tuple(dict.fromkeys(i for fact in self.facts for i in fact.chunk_ids))

    @property
    def asked(self) -> list[str]:
        """The texts of all queries that were run."""
        return [found.query.text for founds in self.steps for found in founds]

    def evidence(self, top_k: int) -> tuple[Hit, ...]:
        """The best passages of all steps."""
        return merge(self.steps, self.cited, top_k)

    def note(self, notice: str) -> None:
        """Keep something that the person should know, once."""
        if notice and notice not in self.notices:
            self.notices.append(notice)


def run(
    chain: Chain,
    query: Query,
    search: Search,
    steerer: Steerer,
    embedder: Embedder,
    limits: Limits,
    stop: StopSignal,
    *,
    planned: bool,
) -> Iterator[Step | Retrieved]:
    """Run the chain to its end; `chain` holds what was found, whenever this is left."""
    deadline = Deadline(stop, limits.seconds)
    next_queries = [Subquery(chain.question)]
    step_back = ""
    if planned:
        plan, step = _planned(chain, steerer, limits, deadline)
        yield step
        step_back = plan.step_back
    idle = 0
    for number in range(1, limits.steps + 1):
        started = time.perf_counter()
        founds = _search(chain, query, search, next_queries[:PARALLEL], deadline)
        if not founds:
            break
        if number == 1 or chain.steps:
            chain.steps.append(founds)
        yield Retrieved(chain.evidence(query.top_k))
        chain.ended = _limit_reached(chain, limits, deadline, stop)
        steering = None
        if not chain.ended:
            steering = steerer.steer(_scratchpad(chain), limits.tokens - _spent(chain), deadline)
        new = _take(chain, steering)
        idle = 0 if new else idle + 1
        refused: list[str] = []
        next_queries = []
        if steering is not None and not steering.enough:
            next_queries, refused = worth_asking(
                steering.queries, chain.asked, chain.question, chain.facts, embedder
            )
            if idle >= IDLE_STEPS or not next_queries:
                general = _more_general(chain, step_back, embedder)
                next_queries = [general] if general else next_queries
        chain.ended = chain.ended or _why_ended(
            chain, steering, next_queries, number, limits, deadline, stop
        )
        yield _as_step(number, founds, new, steering, refused, chain, time.perf_counter() - started)
        if chain.ended:
            break
    yield Retrieved(chain.evidence(query.top_k))


def _planned(
    chain: Chain, steerer: Steerer, limits: Limits, deadline: Deadline
) -> tuple[Plan, Step]:
    started = time.perf_counter()
    plan = steerer.plan(chain.question, limits.tokens, deadline)
    chain.plan = plan.steps
    chain.usage = chain.usage.plus(plan.usage)
    for notice in plan.notices:
        chain.note(notice)
    detail = {
        "intent": plan.intent,
        "more general question": plan.step_back,
        **{f"step {number}": text for number, text in enumerate(plan.steps, start=1)},
        "planned by": plan.planned_by,
        **_cost(plan.usage),
    }
    summary = f"To {plan.intent}: " + "; then ".join(plan.steps)
    return plan, Step("plan", summary, time.perf_counter() - started, detail)


def _search(
    chain: Chain, query: Query, search: Search, queries: Sequence[Subquery], stop: StopSignal
) -> tuple[Found, ...]:
    """Run the queries of a step side by side; those that are cut off are left out."""
    depth = max(DEPTH, query.top_k)
    asked = [replace(query, text=subquery.text, top_k=depth, history=()) for subquery in queries]
    if len(asked) == 1:
        retrievals = [search(asked[0])]
    else:
        with ThreadPoolExecutor(max_workers=PARALLEL) as pool:
            # each with the question's own context, to which its spans belong
            begun = [pool.submit(copy_context().run, search, each) for each in asked]
            retrievals = [each.result() for each in begun]
    if retrievals:
        chain.index_version = max(chain.index_version, *(r.index_version for r in retrievals))
    del stop
    return tuple(Found(subquery, r.hits) for subquery, r in zip(queries, retrievals, strict=True))


def _scratchpad(chain: Chain) -> Scratchpad:
    earlier = tuple(found for founds in chain.steps[:-1] for found in founds)
    return Scratchpad(chain.question, tuple(chain.facts), earlier, chain.steps[-1], chain.plan)


def _take(chain: Chain, steering: Steering | None) -> list[NotedFact]:
    """Add the facts that name evidence which exists, within the limits; returns the new ones."""
    if steering is None:
        return []
    chain.usage = chain.usage.plus(steering.usage)
    for notice in steering.notices:
        chain.note(notice)
    if steering.plan is not None:
        chain.plan = steering.plan
    seen = {hit.chunk.id for founds in chain.steps for found in founds for hit in found.hits}
    known = {" ".join(fact.text.casefold().split()) for fact in chain.facts}
    new: list[NotedFact] = []
    for fact in steering.facts:
        ids = tuple(identity for identity in dict.fromkeys(fact.chunk_ids) if identity in seen)
        text = " ".join(fact.text.split())[:LONGEST_FACT]
        full = len(new) >= MOST_FACTS_OF_STEP or len(chain.facts) + len(new) >= MOST_FACTS
        if not ids or not text or text.casefold() in known or full:
            continue
        known.add(text.casefold())
        new.append(NotedFact(text, ids))
    chain.facts += new
    return new


def _more_general(chain: Chain, step_back: str, embedder: Embedder) -> Subquery | None:
    """The step-back query, if it was not run yet."""
    if not step_back:
        return None
    run, _ = worth_asking(
        [Subquery(step_back, weight=0.5)], chain.asked, chain.question, chain.facts, embedder
    )
    return run[0] if run else None


def _spent(chain: Chain) -> int:
    return chain.usage.input_tokens + chain.usage.output_tokens


def _limit_reached(chain: Chain, limits: Limits, deadline: Deadline, stop: StopSignal) -> str:
    if stop.is_set():
        return "it was stopped"
    if deadline.over:
        return f"the limit of {limits.seconds:g} seconds was reached"
    if _spent(chain) and limits.tokens - _spent(chain) < LEAST_TOKENS:
        return f"the limit of {limits.tokens:,} tokens was reached"
    return ""


def _why_ended(
    chain: Chain,
    steering: Steering | None,
    next_queries: Sequence[Subquery],
    number: int,
    limits: Limits,
    deadline: Deadline,
    stop: StopSignal,
) -> str:
    """Why the chain ends here, in words; empty if it goes on."""
    if steering is not None and steering.enough:
        return "enough was found"
    reached = _limit_reached(chain, limits, deadline, stop)
    if reached:
        return reached
    if not next_queries:
        return "nothing new was left to ask"
    if number >= limits.steps:
        return f"the limit of {limits.steps} steps was reached"
    return ""


def _as_step(
    number: int,
    founds: Sequence[Found],
    new: Sequence[NotedFact],
    steering: Steering | None,
    refused: Sequence[str],
    chain: Chain,
    seconds: float,
) -> Step:
    queries = [found.query.text for found in founds]
    passages = len({hit.chunk.id for found in founds for hit in found.hits})
    asked = " and ".join(f"“{query}”" for query in queries)
    facts = f"{len(new)} new {'fact' if len(new) == 1 else 'facts'}"
    summary = f"Asked {asked}: {passages} passages, {facts}."
    detail = {
        ("query" if len(queries) == 1 else f"query {place}"): text
        for place, text in enumerate(queries, start=1)
    }
    detail |= {f"fact {place}": fact.text for place, fact in enumerate(new, start=1)}
    if steering is not None:
        if steering.missing and not steering.enough:
            detail["still missing"] = steering.missing
        detail["led by"] = steering.steered_by
        detail |= _cost(steering.usage)
    if refused:
        detail["not asked"] = "; ".join(refused)
    if chain.ended:
        summary += f" Stopped because {chain.ended}."
        detail["why it stopped"] = chain.ended
    return Step(f"search {number}", summary, seconds, detail, _touched(founds, new))


def _touched(founds: Sequence[Found], new: Sequence[NotedFact]) -> tuple[str, ...]:
    """First the passage of each fact, in the facts' order, then the others that they name; without
    facts the best passage of each query. So the n-th fact of a step stands in its n-th passage.
    """
    if not new:
        return tuple(dict.fromkeys(found.hits[0].chunk.id for found in founds if found.hits))
    first = [fact.chunk_ids[0] for fact in new]
    others = dict.fromkeys(identity for fact in new for identity in fact.chunk_ids)
    return (*first, *(identity for identity in others if identity not in first))


def _cost(usage: Usage) -> dict[str, str]:
    if not usage.input_tokens and not usage.output_tokens:
        return {}
    cost = {"tokens": f"{usage.input_tokens:,} read, {usage.output_tokens:,} written"}
    if usage.cost:
        cost["money"] = f"{usage.cost:.6f}"
    return cost
