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
    """

    def __init__(self, most: int) -> None:
        self._most = most
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
                while len(self._made) > self._most:
                    self._made.popitem(last=False)
        if known is not None:
            return known.result()
        try:
            value = make()
        except BaseException as error:  # whatever ended it, nobody may wait for it for ever
            with self._lock:
                if self._made.get(key) is own:
                    del self._made[key]
            own.set_exception(error)
            raise
        own.set_result(value)
        return value
