"""What was made last, by what it was made from: once for all who ask for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """The latest values. Safe for several threads: who asks for what is being made waits for it,
    and hears of its failure; a failure is not remembered.

    Args:
        most: how many are kept, or how much the sizes of their keys come to.
        size: of a value, as its key tells it; each counts one where none is given. The latest is
            kept even if it is larger than `most`.
    """

    def __init__(self, most: int, size: Callable[[K], int] | None = None) -> None:
        self._most = most
        self._size = size or _one
        self._held = 0
        self._made: OrderedDict[K, Future[V]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made now if it is not known."""
        with self._lock:
            known = self._made.get(key)
            if known is not None:
                self._made.move_to_end(key)
            else:
                own = self._made[key] = Future()
                self._held += self._size(key)
                while self._held > self._most and len(self._made) > 1:
                    oldest, _ = self._made.popitem(last=False)
                    self._held -= self._size(oldest)
        if known is not None:
            return known.result()
        try:
            value = make()
        except BaseException as error:  # whatever ended it, nobody may wait for it for ever
            with self._lock:
                if self._made.get(key) is own:
                    del self._made[key]
                    self._held -= self._size(key)
            own.set_exception(error)
            raise
        own.set_result(value)
        return value


def _one(key: object) -> int:
    return 1
