"""Tasks and language models with a span round each call, where spans are made (backend.tracing)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from backend.ports import (
    Answerer,
    Calculator,
    ChosenSections,
    Completion,
    Figured,
    LanguageModel,
    LargeSource,
    Message,
    NotedFact,
    Parts,
    PathChooser,
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
from backend.tracing import Attributes, Recording, span, spanned
from backend.types import Draft, Hit, Query, Section, StoredTable, Turn

_ENDINGS = {"complete": "stop", "length": "length", "filtered": "content_filter"}
"""OpenAI's words for why a model stops, which the conventions use; others are told as they are."""


def traced(parts: Parts) -> Parts:
    """The parts with tasks that make spans."""
    return replace(
        parts,
        answerer=lambda query: TracedAnswerer(parts.answerer(query)),
        rewriter=lambda query: TracedRewriter(parts.rewriter(query)),
        steerer=lambda query: TracedSteerer(parts.steerer(query)),
        path_chooser=lambda query: TracedPathChooser(parts.path_chooser(query)),
        calculator=lambda query: _traced_calculator(parts, query),
        rater=lambda query: _traced_rater(parts, query),
    )


def _traced_calculator(parts: Parts, query: Query) -> Calculator | None:
    calculator = parts.calculator(query)
    return TracedCalculator(calculator) if calculator is not None else None


def _traced_rater(parts: Parts, query: Query) -> Rater | None:
    rater = parts.rater(query)
    return TracedRater(rater) if rater is not None else None


def _task(name: str, by: str) -> Attributes:
    return {"quire.task": name, "quire.task.by": by}


class TracedAnswerer:
    """See `backend.ports.Answerer` and `backend.ports.AnswererWithFacts`."""

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer
        self.name = answerer.name

    def with_facts(self, facts: Sequence[NotedFact]) -> Answerer:
        """See `backend.ports.AnswererWithFacts`."""
        return TracedAnswerer(with_facts(self._answerer, facts))

    def answer(
        self, question: str, history: Sequence[Turn], hits: Sequence[Hit], stop: StopSignal
    ) -> Iterator[str | Draft]:
        """See `backend.ports.Answerer`."""
        pieces = self._answerer.answer(question, history, hits, stop)
        return spanned(
            "task answer",
            {**_task("answer", self.name), "quire.passages": len(hits)},
            pieces,
            self._told,
        )

    @staticmethod
    def _told(recording: Recording, piece: str | Draft) -> None:
        if isinstance(piece, Draft):
            recording.add({"quire.verdict": piece.verdict.value, "quire.found": piece.found})


class TracedRewriter:
    """See `backend.ports.Rewriter`."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter

    def standalone(
        self, question: str, history: Sequence[Turn], stop: StopSignal | None = None
    ) -> str:
        """See `backend.ports.Rewriter`."""
        with span("task rewrite", {"quire.task": "rewrite"}):
            return self._rewriter.standalone(question, history, stop)


class TracedSteerer:
    """See `backend.ports.Steerer`."""

    def __init__(self, steerer: Steerer) -> None:
        self._steerer = steerer

    name: str

    def __getattr__(self, name: str) -> Any:
        """A language model's name may become known by its first answer."""
        return getattr(self._steerer, name)

    def plan(self, question: str, tokens: int, stop: StopSignal) -> Plan:
        """See `backend.ports.Steerer`."""
        with span("task plan", _task("plan", self.name)):
            return self._steerer.plan(question, tokens, stop)

    def steer(self, scratchpad: Scratchpad, tokens: int, stop: StopSignal) -> Steering:
        """See `backend.ports.Steerer`."""
        with span("task steer", _task("steer", self.name)):
            return self._steerer.steer(scratchpad, tokens, stop)


class TracedPathChooser:
    """See `backend.ports.PathChooser`."""

    def __init__(self, chooser: PathChooser) -> None:
        self._chooser = chooser
        self.name = chooser.name

    def choose(
        self, question: str, sections: Sequence[tuple[str, Section]], most: int, stop: StopSignal
    ) -> ChosenSections:
        """See `backend.ports.PathChooser`."""
        with span("task choose_path", _task("choose_path", self.name)):
            return self._chooser.choose(question, sections, most, stop)


class TracedCalculator:
    """See `backend.ports.Calculator`."""

    def __init__(self, calculator: Calculator) -> None:
        self._calculator = calculator
        self.name = calculator.name

    def calculate(
        self,
        question: str,
        tables: Sequence[StoredTable],
        stop: StopSignal,
        large: LargeSource | None = None,
    ) -> Figured:
        """See `backend.ports.Calculator`."""
        with span("task calculate", _task("calculate", self.name)):
            return self._calculator.calculate(question, tables, stop, large)


class TracedRater:
    """See `backend.ports.Rater`."""

    def __init__(self, rater: Rater) -> None:
        self._rater = rater
        self.name = rater.name

    def rate(self, question: str, statements: Sequence[str], stop: StopSignal) -> Ratings:
        """See `backend.ports.Rater`."""
        with span("task rate", _task("rate", self.name)):
            return self._rater.rate(question, statements, stop)


class TracedLanguageModel:
    """See `backend.ports.LanguageModel`.

    Args:
        provider: as the conventions name it.
    """

    def __init__(self, model: LanguageModel, provider: str) -> None:
        self._model = model
        self._provider = provider

    name: str

    def __getattr__(self, name: str) -> Any:
        """Its name may become known by its first answer."""
        return getattr(self._model, name)

    def models(self) -> tuple[str, ...]:
        """See `backend.ports.LanguageModel`."""
        return self._model.models()

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: StopSignal,
        schema: Mapping[str, object] | None = None,
    ) -> Iterator[str | Completion]:
        """See `backend.ports.LanguageModel`."""
        pieces = self._model.stream(messages, max_tokens=max_tokens, stop=stop, schema=schema)
        return spanned(
            f"chat {self.name}",
            {
                "gen_ai.operation.name": "chat",
                "gen_ai.provider.name": self._provider,
                "gen_ai.request.model": self.name,
                "gen_ai.request.max_tokens": max_tokens,
                "gen_ai.request.stream": True,
                "gen_ai.output.type": "text" if schema is None else "json",
            },
            pieces,
            self._told,
            kind="client",
        )

    @staticmethod
    def _told(recording: Recording, piece: str | Completion) -> None:
        if isinstance(piece, Completion):
            recording.add(
                {
                    "gen_ai.response.model": piece.model,
                    "gen_ai.response.finish_reasons": [_ENDINGS.get(piece.ending, piece.ending)],
                    "gen_ai.usage.input_tokens": piece.usage.input_tokens,
                    "gen_ai.usage.output_tokens": piece.usage.output_tokens,
                    "quire.usage.estimated": piece.estimated,
                }
            )
