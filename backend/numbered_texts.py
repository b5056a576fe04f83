"""Many texts and their numbers as arrays, in place of a list and a dictionary of Python's strings.

A text is found by its CRC-32: texts with the same last bits of it stand in one bucket, and a bucket
holds one or two of them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, overload

import numpy as np
import numpy.typing as npt

AnyArray = npt.NDArray[Any]
ARRAYS = ("bytes", "starts", "buckets", "order")
"""Names of the arrays that hold numbered texts."""


def text_arrays(texts: Iterable[str]) -> dict[str, AnyArray]:
    """Texts as arrays, numbered from 0 in the order in which they come; each must be another.

    `bytes[starts[n]:starts[n + 1]]` is text n as UTF-8; `order[buckets[b]:buckets[b + 1]]` are the
    numbers of the texts in bucket b, of a power of two of them.
    """
    written = [_bytes_of(text) for text in texts]
    return {
        "bytes": np.frombuffer(b"".join(written), np.uint8),
        "starts": np.cumsum([0, *map(len, written)], dtype=np.int64),
        **bucket_arrays(written),
    }


def bucket_arrays(written: Sequence[bytes]) -> dict[str, AnyArray]:
    """`buckets` and `order` of texts that are given as UTF-8."""
    count = 1 << max(0, len(written) - 1).bit_length()
    places = np.array([zlib.crc32(each) & (count - 1) for each in written], np.int64)
    return {
        "buckets": np.cumsum([0, *np.bincount(places, minlength=count)], dtype=np.int32),
        "order": np.argsort(places, kind="stable").astype(np.int32),
    }


class Texts(Sequence[str]):
    """Texts by their number, made when they are asked for."""

    def __init__(self, arrays: Mapping[str, AnyArray]) -> None:
        self._bytes = np.asarray(arrays["bytes"], np.uint8).data
        self._starts = np.asarray(arrays["starts"], np.int64).data

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, number: int) -> str: ...

    @overload
    def __getitem__(self, number: slice) -> tuple[str, ...]: ...

    def __getitem__(self, number: int | slice) -> str | tuple[str, ...]:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        if number < 0:
            number += len(self)
        if not 0 <= number < len(self):
            raise IndexError(number)
        return self.raw(number).tobytes().decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        whole = self._bytes.tobytes()
        return (
            whole[first:last].decode("utf-8", "surrogatepass")
            for first, last in pairwise(self._starts.tolist())
        )

    def raw(self, number: int) -> memoryview:
        """The UTF-8 of a text that there is."""
        return self._bytes[self._starts[number] : self._starts[number + 1]]


class NumberedTexts(Mapping[str, int]):
    """The number of each text."""

    def __init__(self, arrays: Mapping[str, AnyArray]) -> None:
        self.texts = Texts(arrays)
        self._buckets = np.asarray(arrays["buckets"], np.int32).data
        self._order = np.asarray(arrays["order"], np.int32).data
        self._last = len(self._buckets) - 2

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self._number(text) >= 0

    def __getitem__(self, text: str) -> int:
        number = self._number(text)
        if number < 0:
            raise KeyError(text)
        return number

    @overload
    def get(self, text: str, default: None = None, /) -> int | None: ...

    @overload
    def get(self, text: str, default: Any, /) -> Any: ...

    def get(self, text: str, default: Any = None, /) -> Any:
        """The number of a text, or the default."""
        number = self._number(text)
        return default if number < 0 else number

    def _number(self, text: str) -> int:
        written = _bytes_of(text)
        bucket = zlib.crc32(written) & self._last
        for place in range(self._buckets[bucket], self._buckets[bucket + 1]):
            number = self._order[place]
            if self.texts.raw(number) == written:
                return number
        return -1


def _bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
