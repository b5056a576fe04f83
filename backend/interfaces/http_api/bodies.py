"""What programs send: the bodies of requests, read within limits and checked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ConfigDict, StrictInt, TypeAdapter, ValidationError
from starlette.requests import Request

from backend.interfaces.http_api.problem_details import RefusedError
from backend.types import FIRST_CHOICE

MOST_JSON_BYTES = 1 << 20
"""A megabyte of JSON holds the longest question with its history a hundred times."""

Body = TypeVar("Body")
STRICT = ConfigDict(extra="forbid")
"""A field that is not known is a mistake of the sender, and said so."""


@dataclass(frozen=True)
class NewCollection:
    """A collection to make."""

    name: str

    __pydantic_config__ = STRICT


@dataclass(frozen=True)
class QuestionBody:
    """A question. `documents` are ids, names, titles or keys of the only documents to look in;
    `options` the pipeline's own settings; `conversation_id` makes it follow earlier questions."""

    question: str
    passages: StrictInt = 5
    pipeline: str = FIRST_CHOICE
    documents: tuple[str, ...] = ()
    options: dict[str, str] | None = None
    conversation_id: str = ""

    __pydantic_config__ = STRICT


@dataclass(frozen=True)
class SentenceBody:
    """A sentence to hold against a collection."""

    sentence: str
    passages: StrictInt = 8

    __pydantic_config__ = STRICT


@dataclass(frozen=True)
class MarkBody:
    """A judgement of an answer, or of one passage of it: 1, -1, or 0 to withdraw."""

    value: StrictInt
    passage_id: str = ""

    __pydantic_config__ = STRICT


async def limited(request: Request, most: int) -> AsyncIterator[bytes]:
    """The body piece by piece.

    Raises:
        RefusedError: 413 as soon as it is known to be larger than `most` bytes; 400 for a length
            that is no number.
        ClientDisconnect: if the client goes away before its end.
    """
    announced = request.headers.get("content-length", "0")
    if not announced.isdigit():
        raise RefusedError(400, "Content-Length is not a number.", "Send the number of bytes.")
    too_large = RefusedError(
        413,
        f"The body is larger than {most:,} bytes.",
        "Send less at once.",
        {"Connection": "close"},
    )
    if int(announced) > most:
        raise too_large
    seen = 0
    async for piece in request.stream():
        seen += len(piece)
        if seen > most:
            raise too_large
        yield piece


async def json_body(request: Request, kind: type[Body]) -> Body:
    """The body as a value of the dataclass `kind`.

    Raises:
        RefusedError: 413 if it is too large, 422 if it is not such a value.
    """
    content = b"".join([piece async for piece in limited(request, MOST_JSON_BYTES)])
    adapter: TypeAdapter[Body] = TypeAdapter(kind)
    try:
        return adapter.validate_json(content or b"{}")
    except ValidationError as error:
        raise RefusedError(422, _told(error.errors()), "See /api/v1/openapi.json.") from error


def _told(errors: list[Any]) -> str:
    """The first few things that are wrong, in words, without repeating what was sent."""
    told = [
        f"{'.'.join(map(str, error['loc'])) or 'the body'}: {error['msg']}" for error in errors[:5]
    ]
    more = f"; and {len(errors) - 5} more" if len(errors) > 5 else ""
    return "The body cannot be used: " + "; ".join(told) + more + "."
