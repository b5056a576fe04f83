"""Leading a chain of thought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from backend.ports.running import StopSignal
from backend.types.answers import NO_USAGE, Usage
from backend.types.evidence import Hit


@dataclass(frozen=True, slots=True)
class NotedFact:
    """One thing that the evidence states, with the ids of the chunks that hold it."""

    text: str
    chunk_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subquery:
    """One query of a chain of thought.

    `name` is the thing that it asks about where that is known: a bridge that the evidence named,
    or a name of the question. `weight` in (0, 1] says how promising it is.
    """

    text: str
    name: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """What one query of a chain brought, best first."""

    query: Subquery
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Scratchpad:
    """What a chain of thought knows: facts, what was asked before, what came now, what is planned.

    `earlier` holds all searches before this step, oldest first; `new` those of this step.
    """

    question: str
    facts: tuple[NotedFact, ...]
    earlier: tuple[Found, ...]
    new: tuple[Found, ...]
    plan: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Steering:
    """What one look at the evidence gives. `plan` is what is still planned, None to leave it."""

    facts: tuple[NotedFact, ...]
    enough: bool
    missing: str
    queries: tuple[Subquery, ...]
    steered_by: str
    plan: tuple[str, ...] | None = None
    usage: Usage = NO_USAGE
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A question's more general form, what it wants to know, and two to four steps to it."""

    step_back: str
    intent: str
    steps: tuple[str, ...]
    planned_by: str
    usage: Usage = NO_USAGE
    notices: tuple[str, ...] = ()


class Steerer(Protocol):
    """Leads a chain of thought: reads what was found and says what to ask next.

    Neither verb raises because of what a language model or a document says; at most `tokens`
    tokens are spent by one call.
    """

    name: str
    """As shown on screen: `local rules`, or the model's name."""

    def plan(self, question: str, tokens: int, stop: StopSignal) -> Plan:
        """Steps for a question before anything was searched."""
        ...

    def steer(self, scratchpad: Scratchpad, tokens: int, stop: StopSignal) -> Steering:
        """New facts of the new evidence, whether they suffice, and else the next queries.

        Facts name only chunks of the scratchpad's evidence.
        """
        ...
