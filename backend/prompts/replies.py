"""JSON in a language model's reply, however it is wrapped or bent.

Models put JSON into code fences, add a sentence before it, leave commas or lose the last bracket
where their token limit cut them. What can be read without guessing is read; the rest is no reply.

What a reply is to hold is declared once, as a frozen dataclass: a server is asked for its schema,
and what comes back is checked against it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from backend.serialisation import fitting

T = TypeVar("T")
_NAMES = {str: "string", int: "integer"}
_TRAILING_COMMA = re.compile(r",\s*(?=[}\]])")


def reply_of(kind: type[T], text: str) -> T | None:
    """What of the first JSON object in a text fits a kind (`backend.serialisation.fitting`); None
    if there is none, or it does not fit."""
    return fitting(kind, json_object(text))


def schema_of(kind: Any) -> Mapping[str, object]:
    """The JSON schema of replies of a kind: every field is asked for, and nothing else.

    Of several kinds, or none, the first is asked for; of a text that is annotated with a tuple, one
    of the texts in it.
    """
    if is_dataclass(kind):
        kinds = get_type_hints(kind, include_extras=True)
        return {
            "type": "object",
            "additionalProperties": False,
            "required": list(kinds),
            "properties": {name: schema_of(each) for name, each in kinds.items()},
        }
    if kind in _NAMES:
        return {"type": _NAMES[kind]}
    first, *others = get_args(kind)
    if get_origin(kind) is tuple:
        return {"type": "array", "items": schema_of(first)}
    if get_origin(kind) is Annotated:
        return {**schema_of(first), "enum": list(others[0])}
    return schema_of(first)


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
