"""A dictionary that is another with a few of its values changed, so that the other one stays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Protocol, TypeVar


class _Copied(Protocol):
    def copy(self: C) -> C: ...


C = TypeVar("C", bound=_Copied)
K = TypeVar("K", bound=Hashable)


def copied(kept: Mapping[K, C], changing: Iterable[K]) -> dict[K, C]:
    """The same dictionary anew; the values of some keys, where they are there, are copies that may
    be changed, all others the very same."""
    found = dict(kept)
    for each in changing:
        if each in found:
            found[each] = found[each].copy()
    return found
