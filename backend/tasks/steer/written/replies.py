"""What a language model's reply means, however it is wrapped or bent.

Models put JSON into code fences, add a sentence before it, leave commas or lose the last bracket
where their token limit cut them. What can be read without guessing is read; the rest is no reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_FACTS = 6
MOST_QUERIES = 3
MOST_STEPS = 4
LONGEST_TEXT = 400

_TRAILING_COMMA = re.compile(r",\s*(?=[}\]])")
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


def json_object(text: str) -> dict[str, Any] | None:
    """The first JSON object in a text, mended where only commas or closing brackets are wrong."""
    start = text.find("{")
    if start < 0:
        return None
    body = text[start:]
    end = _end_of_object(body)
    candidates = [body[:end]] if end else [body, *_closed(body)]
    for candidate in candidates:
        for form in (candidate, _TRAILING_COMMA.sub("", candidate)):
            try:
                found = json.loads(form, strict=False)
            except (ValueError, RecursionError):
                continue
            if isinstance(found, dict):
                return found
    return None


def _end_of_object(body: str) -> int:
    """Offset after the bracket that closes the first one; 0 if it is never closed."""
    depth = 0
    for position, mark in _marks(body):
        depth += 1 if mark in "{[" else -1
        if depth == 0:
            return position + 1
    return 0


def _closed(body: str) -> list[str]:
    """The body cut after its last whole value, with the open brackets closed."""
    open_marks: list[str] = []
    best = ""
    for position, mark in _marks(body):
        if mark in "{[":
            open_marks.append("}" if mark == "{" else "]")
            continue
        if open_marks:
            open_marks.pop()
        best = body[: position + 1] + "".join(reversed(open_marks))
    return [best] if best else []


def _marks(body: str) -> list[tuple[int, str]]:
    """Brackets outside of strings with their offsets."""
    found: list[tuple[int, str]] = []
    in_string = escaped = False
    for position, character in enumerate(body):
        if escaped:
            escaped = False
        elif in_string and character == "\\":
            escaped = True
        elif character == '"':
            in_string = not in_string
        elif not in_string and character in "{}[]":
            found.append((position, character))
    return found


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
