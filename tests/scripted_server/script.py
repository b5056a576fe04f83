"""What the scripted server is to do with each request."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

Ending = Literal["complete", "cut", "endless", "silent", "no_reason"]


@dataclass(frozen=True)
class Reply:
    """The answer to one chat request.

    Args:
        pieces: the text as it is streamed, one chunk each, `delay` seconds before each.
        usage: (input tokens, output tokens) to report, or None to report nothing.
        usage_place: `usage` for OpenAI's own last chunk, `x_groq` for Groq's.
        ending: `complete` ends as the protocol says; `cut` drops the connection after the pieces;
            `endless` streams the last piece again until the client hangs up; `silent` sends
            nothing more until the client hangs up; `no_reason` ends without a finish reason.
        status: another status than 200 answers with an error that holds `error` and `code`.
        headers: extra headers, for instance `retry-after`.
        raw: lines sent as they are after the pieces, for malformed streams.
        reasoning: thoughts, sent in the delta's own field before the pieces.
    """

    pieces: tuple[str, ...] = ()
    delay: float = 0.0
    usage: tuple[int, int] | None = None
    usage_place: Literal["usage", "x_groq"] = "usage"
    finish_reason: str = "stop"
    ending: Ending = "complete"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    error: str = ""
    code: str = ""
    raw: tuple[str, ...] = ()
    reasoning: str = ""


def answer(text: str, **changes: Any) -> Reply:
    """A plain answer, streamed word by word."""
    return Reply(pieces=tuple(re.findall(r"\S*\s*", text)[:-1]), **changes)


def refusal(status: int, error: str = "", code: str = "", **headers: str) -> Reply:
    """An error answer; header names are written with underscores."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, error=error, code=code, headers=named)


def read_script(path: Path) -> tuple[list[Reply], list[str] | None]:
    """Replies and model names from a JSON file.

    `{"models": ["a"], "replies": [{"text": "Streamed word by word [1]."}, {"status": 429}]}`; a
    reply has the fields of `Reply`, or `text` for `pieces`. `models` may be null: not listed.
    """
    found = json.loads(path.read_text("utf-8"))
    known = {each.name for each in fields(Reply)}
    replies = []
    for entry in found["replies"]:
        text = entry.pop("text", None)
        unknown = set(entry) - known
        if unknown:
            raise ValueError(f"a reply has unknown fields: {sorted(unknown)}")
        for name in ("pieces", "usage", "raw"):
            if entry.get(name) is not None:
                entry[name] = tuple(entry[name])
        replies.append(Reply(**entry) if text is None else answer(text, **entry))
    return replies, found.get("models", ["scripted-model"])
