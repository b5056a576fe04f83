"""Texts and line maps as record stores keep them: compressed, and the same in each."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import astuple

import numpy as np

from backend.types import Box, Line

TEXT_BLOCK = 32_768
"""Code points in one stored block of text: reading a passage does not unpack a whole book."""

_LINE = np.dtype([("start", "<i4"), ("end", "<i4"), ("page", "<i4"), ("box", "<f4", (4,))])


def text_blocks(text: str) -> Iterator[tuple[int, bytes]]:
    """The text in numbered, compressed blocks of TEXT_BLOCK code points."""
    for number, start in enumerate(range(0, len(text), TEXT_BLOCK)):
        block = text[start : start + TEXT_BLOCK].encode("utf-8", "surrogatepass")
        yield number, zlib.compress(block, 1)


def text_of_block(body: bytes) -> str:
    return zlib.decompress(body).decode("utf-8", "surrogatepass")


def pack_lines(lines: Sequence[Line]) -> bytes:
    """The line map in 28 bytes a line, compressed; boxes keep single precision (1e-5 points)."""
    table = np.zeros(len(lines), dtype=_LINE)
    for number, line in enumerate(lines):
        table[number] = (line.start, line.end, line.page, astuple(line.box))
    return zlib.compress(table.tobytes(), 1)


def unpack_lines(body: bytes, start: int, end: int) -> tuple[Line, ...]:
    """The lines that share at least one character with [start, end)."""
    table = np.frombuffer(zlib.decompress(body), dtype=_LINE)
    touched = table[(table["start"] < end) & (table["end"] > start)]
    return tuple(
        Line(int(each["start"]), int(each["end"]), int(each["page"]), Box(*each["box"].tolist()))
        for each in touched
    )
