"""Leading a chain of thought with a language model.

The model is asked for JSON of a schema. An answer that cannot be read is asked for once more; if
that is no better, the rules lead this step, and the answer says so. After an error of the server
the rules lead the rest of the question, so that no question waits for the same failure again.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from backend.errors import LanguageModelError
from backend.evidence.fencing import SMALLEST_TOKENS, fence
from backend.passage_view.names import name_key, names_in
from backend.ports import (
    Completion,
    Found,
    LanguageModel,
    Message,
    NotedFact,
    Plan,
    Scratchpad,
    Steerer,
    Steering,
    StopSignal,
    Subquery,
)
from backend.prompts import instruction, request
from backend.settings import Settings
from backend.tasks.steer.written.replies import (
    MOST_FACTS,
    PLAN_SCHEMA,
    STEER_SCHEMA,
    SteerReply,
    read_plan,
    read_steering,
)
from backend.tokens import estimate_tokens
from backend.types import Hit, Usage

logger = logging.getLogger(__name__)

STEER, PLAN = "steer", "plan"
MAX_TOKENS = 700
QUERIES = 3
"""The last queries are repeated to the model, as a reminder of what the question is (§5.3)."""
PASSAGES = 8
FRAME_TOKENS = 64
LONGEST_ECHO = 600
_AGAIN = (
    "That could not be read as the JSON object that was asked for. "
    "Answer once more with the JSON object alone."
)
_Reply = TypeVar("_Reply")


def build(settings: Settings, language_model: LanguageModel, local: Steerer) -> Steerer:
    """The steering task over a language model, with the rules to fall back on.

    Built anew for each question: it remembers when the server failed.
    """
    return WrittenSteering(settings, language_model, local)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of asking: the reply if one could be read, the cost, and why there is none."""

    usage: Usage
    notice: str = ""


class WrittenSteering:
    """Lets a language model note facts and choose the next queries."""

    def __init__(self, settings: Settings, language_model: LanguageModel, local: Steerer) -> None:
        self._settings = settings
        self._model = language_model
        self._local = local
        self._failed = ""
        self.name = language_model.name

    def plan(self, question: str, tokens: int, stop: StopSignal) -> Plan:
        """See `backend.ports.Steerer`."""
        messages = [instruction(PLAN), request(PLAN, question=question)]
        reply, outcome = self._ask(messages, PLAN_SCHEMA, read_plan, tokens, stop)
        if reply is None:
            local = self._local.plan(question, tokens, stop)
            return replace(local, usage=outcome.usage, notices=_all(local.notices, outcome.notice))
        return Plan(
            reply.step_back or question,
            reply.intent or "answer the question",
            reply.steps,
            self.name,
            outcome.usage,
        )

    def steer(self, scratchpad: Scratchpad, tokens: int, stop: StopSignal) -> Steering:
        """See `backend.ports.Steerer`."""
        shown = _shown(scratchpad.new)
        boundary = secrets.token_hex(8)
        given, messages = self._messages(scratchpad, shown, boundary, tokens)
        reply, outcome = self._ask(messages, STEER_SCHEMA, read_steering, tokens, stop)
        if reply is None:
            local = self._local.steer(scratchpad, tokens, stop)
            return replace(local, usage=outcome.usage, notices=_all(local.notices, outcome.notice))
        return self._steering(scratchpad, shown[:given], reply, outcome.usage)

    def _messages(
        self, scratchpad: Scratchpad, shown: Sequence[Hit], boundary: str, tokens: int
    ) -> tuple[int, list[Message]]:
        """The prompt, and how many of the passages it holds."""
        queries = [found.query.text for found in (*scratchpad.earlier, *scratchpad.new)]
        values = {
            "notes": "\n".join(f"- {fact.text}" for fact in scratchpad.facts) or "(none yet)",
            "queries": "; ".join(queries[-QUERIES:]) or "(none)",
            "plan": "; ".join(scratchpad.plan) or "(none)",
            "question": scratchpad.question,
            "boundary": boundary,
        }
        system = instruction(STEER, facts=str(MOST_FACTS), boundary=boundary)
        used = FRAME_TOKENS + estimate_tokens(system.content)
        used += sum(estimate_tokens(value) for value in values.values())
        room = min(self._settings.language_model_context, tokens) - self._answer_tokens(tokens)
        fenced = fence(scratchpad.question, shown, boundary, max(SMALLEST_TOKENS, room - used))
        return fenced.given, [system, request(STEER, passages=fenced.text, **values)]

    def _answer_tokens(self, tokens: int) -> int:
        return max(1, min(MAX_TOKENS, self._settings.language_model_max_tokens, tokens // 2))

    def _ask(
        self,
        messages: list[Message],
        schema: Mapping[str, object],
        read: Callable[[str], _Reply | None],
        tokens: int,
        stop: StopSignal,
    ) -> tuple[_Reply | None, _Outcome]:
        """Ask, and once more if the answer cannot be read and tokens are left for it."""
        usage = Usage()
        if self._failed or stop.is_set():
            return None, _Outcome(usage, self._failed)
        for _ in range(2):
            try:
                completion = self._complete(messages, schema, tokens, stop)
            except LanguageModelError as error:
                logger.warning("a step was led by the rules: %s", error)
                self._failed = f"The search was led by rules, without {self.name}: {error.what}"
                return None, _Outcome(usage, self._failed)
            self.name = completion.model
            usage = usage.plus(completion.usage)
            reply = read(completion.text)
            if reply is not None:
                return reply, _Outcome(usage)
            spent = usage.input_tokens + usage.output_tokens
            if stop.is_set() or 2 * spent > tokens:
                break
            said = Message("assistant", completion.text[:LONGEST_ECHO] or "(nothing)")
            messages = [*messages[:2], said, Message("user", _AGAIN)]
        return None, _Outcome(
            usage,
            ""
            if stop.is_set()
            else f"{self.name} did not say in a readable way what to search "
            "for next; rules led that step.",
        )

    def _complete(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, object],
        tokens: int,
        stop: StopSignal,
    ) -> Completion:
        pieces: Iterator[str | Completion] = self._model.stream(
            messages, max_tokens=self._answer_tokens(tokens), stop=stop, schema=schema
        )
        for piece in pieces:
            if isinstance(piece, Completion):
                return piece
        return Completion("", Usage(), self.name, "cut")

    def _steering(
        self, scratchpad: Scratchpad, shown: Sequence[Hit], reply: SteerReply, usage: Usage
    ) -> Steering:
        facts = []
        for text, numbers in reply.facts:
            ids = tuple(shown[n - 1].chunk.id for n in numbers if 1 <= n <= len(shown))
            if ids:
                facts.append(NotedFact(text, tuple(dict.fromkeys(ids))))
        return Steering(
            facts=tuple(facts),
            enough=reply.enough and bool(scratchpad.facts or facts),
            missing=reply.missing,
            queries=tuple(
                Subquery(text, _bridge(text, scratchpad.question)) for text in reply.queries
            ),
            steered_by=self.name,
            plan=reply.plan if scratchpad.plan else None,
            usage=usage,
        )


def _shown(new: Sequence[Found]) -> list[Hit]:
    """The new passages in turn of the queries that brought them, each once."""
    found: dict[str, Hit] = {}
    depth = max((len(each.hits) for each in new), default=0)
    for rank in range(depth):
        for each in new:
            if rank < len(each.hits):
                found.setdefault(each.hits[rank].chunk.id, each.hits[rank])
    return list(found.values())[:PASSAGES]


def _bridge(query: str, question: str) -> str:
    """The first name of a query that the question does not say."""
    words = set(name_key(question).split())
    names = (name for name in names_in(query) if not set(name.key.split()) <= words)
    found = next(names, None)
    return found.surface if found else ""


def _all(notices: tuple[str, ...], notice: str) -> tuple[str, ...]:
    return (*notices, notice) if notice else notices
