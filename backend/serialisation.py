"""Frozen values to JSON and back, by their type annotations.

Decimals are written as text, enumerations as their values. Unknown fields of newer versions are
ignored and missing ones take their defaults, so that stored answers stay readable. A set is
written in any order: what is hashed or compared holds none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from backend.errors import UnreadableError

T = TypeVar("T")


def to_plain(value: object) -> Any:
    """The value as dicts, lists, tuples and scalars that `json` can write."""
    return msgspec.to_builtins(value, enc_hook=_plain_scalar)


def to_json(value: object, *, indent: int | None = None) -> str:
    """The value as JSON text. Half of a surrogate pair, as damaged files hold, stays as it is."""
    return json.dumps(to_plain(value), ensure_ascii=False, indent=indent)


def from_json(kind: type[T], text: str | bytes) -> T:
    """Rebuild a value of the annotated kind from `to_json`'s text.

    Raises:
        UnreadableError: naming the place that holds something else than was expected.
    """
    found: T = reader_of(kind, kind.__name__)(text)
    return found


def reader_of(kind: Any, name: str) -> Callable[[str | bytes], Any]:
    """What rebuilds values of one kind, which may be a tuple's: the kind is looked into once.

    Args:
        name: what one of them is called where it cannot be read.
    """
    decoder = msgspec.json.Decoder(kind)

    def read(text: str | bytes) -> Any:
        try:
            return decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            # halves of surrogate pairs, NaN and infinity are JSON to Python alone
            try:
                return msgspec.convert(json.loads(text), kind)
            except (ValueError, RecursionError) as error:
                raise _unreadable(name, error) from error

    return read


def _unreadable(name: str, error: Exception) -> UnreadableError:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).strip("_").lower()
    return UnreadableError(
        f"What is stored as “{words}” cannot be read: {error}.",
        "Update Quire if a newer version wrote it; else restore the library from a backup.",
        str(error),
    )


def _plain_scalar(value: object) -> object:
    """numpy's numbers and texts are Python's too, and written as such."""
    for kind in (float, int, str):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"a {type(value).__name__} has no form in JSON")
