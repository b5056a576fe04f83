"""What a language model's reply about the next step means, however it is wrapped or bent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.prompts.replies import json_object

MOST_FACTS = 6
MOST_QUERIES = 3
MOST_STEPS = 4
LONGEST_TEXT = 400

_NUMBER = re.compile(r"\d{1,4}")

STEER_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["facts", "enough", "missing", "next_queries", "plan"],
    "properties": {
        "facts": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["text", "sources"],
                "properties": {
                    "text": {"type": "string"},
                    "sources": {"type": "array", "items": {"type": "integer"}},
                },
            },
        },
        "enough": {"type": "boolean"},
        "missing": {"type": "string"},
        "next_queries": {"type": "array", "items": {"type": "string"}},
        "plan": {"type": "array", "items": {"type": "string"}},
    },
}
PLAN_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["stepback_question", "intent", "steps"],
    "properties": {
        "stepback_question": {"type": "string"},
        "intent": {"type": "string"},
        "steps": {"type": "array", "items": {"type": "string"}},
    },
}


@dataclass(frozen=True, slots=True)
class SteerReply:
    """A reply to the steering prompt. Facts are (text, passage numbers as the model gave them)."""

    facts: tuple[tuple[str, tuple[int, ...]], ...]
    enough: bool
    missing: str
    queries: tuple[str, ...]
    plan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanReply:
    """A reply to the planning prompt."""

    step_back: str
    intent: str
    steps: tuple[str, ...]


def read_steering(text: str) -> SteerReply | None:
    """The reply, or None if it cannot be understood.

    It must say whether what is known is enough, or give a fact or a next query.
    """
    found = json_object(text)
    if found is None:
        return None
    facts = tuple(
        fact for entry in _list(found.get("facts")) if (fact := _fact(entry)) is not None
    )[:MOST_FACTS]
    queries = _texts(found.get("next_queries", found.get("next_query")))[:MOST_QUERIES]
    if not isinstance(found.get("enough"), bool) and not facts and not queries:
        return None
    return SteerReply(
        facts,
        found.get("enough") is True,
        _text(found.get("missing")),
        queries,
        _texts(found.get("plan"))[:MOST_STEPS],
    )


def read_plan(text: str) -> PlanReply | None:
    """The plan, or None if it has not even two steps."""
    found = json_object(text)
    steps = _texts(found.get("steps"))[:MOST_STEPS] if found is not None else ()
    if found is None or len(steps) < 2:
        return None
    return PlanReply(_text(found.get("stepback_question")), _text(found.get("intent")), steps)


def _fact(entry: object) -> tuple[str, tuple[int, ...]] | None:
    if not isinstance(entry, dict):
        return None  # a fact without its sources cannot be checked
    text = _text(entry.get("text", entry.get("fact")))
    numbers = tuple(number for source in _list(entry.get("sources")) for number in _numbers(source))
    return (text, numbers) if text and numbers else None


def _numbers(source: object) -> list[int]:
    if isinstance(source, int) and not isinstance(source, bool):
        return [source]
    return [int(number) for number in _NUMBER.findall(source)] if isinstance(source, str) else []


def _list(value: object) -> Sequence[object]:
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def _text(value: object) -> str:
    return " ".join(value.split())[:LONGEST_TEXT] if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(text for entry in _list(value) if (text := _text(entry)))
