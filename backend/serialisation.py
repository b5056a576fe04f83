"""Frozen values to JSON and back, by their type annotations.

Only the kinds that `backend.types` uses are covered: dataclasses, tuples, dicts with string keys,
enumerations, decimals (as text), optional values and plain scalars. Unknown fields of newer
versions are ignored and missing ones take their defaults, so that stored answers stay readable.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def to_plain(value: object) -> Any:
    """The value as dicts, lists and scalars that `json` can write."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            each.name: to_plain(getattr(value, each.name)) for each in dataclasses.fields(value)
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Decimal):
        return str(value)
    return value


def to_json(value: object, *, indent: int | None = None) -> str:
    """The value as JSON text."""
    return json.dumps(to_plain(value), ensure_ascii=False, indent=indent)


def from_json(kind: type[T], text: str | bytes) -> T:
    """Rebuild a dataclass from `to_json`'s text."""
    return typing.cast(T, from_plain(kind, json.loads(text)))


def from_plain(kind: Any, value: Any) -> Any:
    """Rebuild a value of the annotated kind from `to_plain`'s result."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = _hints(kind)
        return kind(
            **{name: from_plain(hints[name], item) for name, item in value.items() if name in hints}
        )
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        if value is None:
            return None
        return from_plain(next(a for a in typing.get_args(kind) if a is not type(None)), value)
    if origin is tuple:
        arguments = typing.get_args(kind)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(from_plain(arguments[0], item) for item in value)
        return tuple(from_plain(a, item) for a, item in zip(arguments, value, strict=True))
    if origin is frozenset:
        return frozenset(value)
    if origin is dict:
        return dict(value)
    if isinstance(kind, type) and issubclass(kind, Enum | Decimal):
        return kind(value)
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)
