"""Frozen values to JSON and back, by their type annotations.

Decimals are written as text, enumerations as their values. Unknown fields of newer versions are
ignored and missing ones take their defaults, so that stored answers stay readable. A set is
written in any order: what is hashed or compared holds none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

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


def fitting(kind: type[T], value: object) -> T | None:
    """What of a value of unsure origin, as `json` read it, is of the annotated kind; None if it is
    not of that kind at all.

    A field of a dataclass that holds something else has its default, and without a default the
    whole does not fit. An entry of a tuple that does not fit is None where that is allowed, else
    left out.
    """
    return cast(T | None, _fitted(kind, value))


def _fitted(kind: Any, value: object) -> object | None:
    if isinstance(kind, UnionType) and NoneType in get_args(kind):
        kind = get_args(kind)[0]
    if is_dataclass(kind) and isinstance(value, dict):
        kinds = get_type_hints(kind)
        fits = {name: _fitted(kinds[name], each) for name, each in value.items() if name in kinds}
        value = {name: each for name, each in fits.items() if each is not None}
    elif get_origin(kind) is tuple and isinstance(value, list):
        (of_entry, _) = get_args(kind)
        entries = [_fitted(of_entry, each) for each in value]
        gaps = NoneType in get_args(of_entry)
        value = [each for each in entries if gaps or each is not None]
    try:
        found: object = msgspec.convert(value, kind)
    except ValueError:  # half of a surrogate pair where a number was expected is no text to msgspec
        return None
    return found


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
