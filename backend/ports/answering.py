"""From a question to an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from backend.ports.running import StopSignal
from backend.ports.steering import NotedFact
from backend.types.answers import Draft, Event, Step
from backend.types.evidence import Hit
from backend.types.graph import NO_SUBGRAPH, Subgraph
from backend.types.questions import Query, Turn


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a pipeline found before any answer is written, and the steps by which it found it."""

    hits: tuple[Hit, ...]
    index_version: int
    steps: tuple[Step, ...] = ()
    subgraph: Subgraph = NO_SUBGRAPH
    notices: tuple[str, ...] = ()
    """What a person should know of how it was found, for instance where it was searched."""


class Answerer(Protocol):
    """Writes an answer from evidence."""

    name: str
    """As shown on screen: `local reader`, or the model's name."""

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """Yields pieces of text as they come and, last, exactly one Draft with the whole.

        The pieces concatenate to the draft's text. When `stop` is set, the draft holds what there
        is so far.

        Raises:
            LanguageModelError: if a language model did not answer.
        """
        ...


@runtime_checkable
class AnswererWithFacts(Protocol):
    """An answer task that also reads what a chain of thought noted on its way."""

    def with_facts(self, facts: Sequence[NotedFact]) -> Answerer:
        """The same task, to which the facts of this question are given beside its passages."""
        ...


def with_facts(answerer: Answerer, facts: Sequence[NotedFact]) -> Answerer:
    """The answer task with the facts; the task itself where it reads passages alone."""
    return answerer.with_facts(facts) if isinstance(answerer, AnswererWithFacts) else answerer


class Pipeline(Protocol):
    """One way from a question to an answer."""

    name: str

    def retrieve(self, query: Query) -> Retrieval:
        """Evidence alone, top_k hits, best first."""
        ...

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieved first, then Steps and Tokens, Finished last."""
        ...


class Rewriter(Protocol):
    """Makes a follow-up question stand alone."""

    def standalone(
        self, question: str, history: Sequence[Turn], stop: StopSignal | None = None
    ) -> str:
        """The question with what it leaves out filled in from the conversation.

        A question that stands alone comes back unchanged, and so does any once `stop` is set.

        Raises:
            LanguageModelError: if a language model did not answer.
        """
        ...
