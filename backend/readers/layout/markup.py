"""Markdown's marks taken out of a text whose blocks are known, so that it reads as it is meant.

People see, search and quote the words, not the signs that shape them. Tables and the inside of
fenced code stay as they are written; the address of a link stays behind its text in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from backend.types import Block, Table, TableRow

_HEADING_MARKS = re.compile(r"#{1,6}[ \t]+|[ \t]+#+[ \t]*$")
_UNDERLINE = re.compile(r"[ \t]*(?:=+|-+)[ \t]*", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*", re.MULTILINE)
_RULE = re.compile(r"^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$", re.MULTILINE)
_QUOTE = re.compile(r"^ {0,3}(?:>[ \t]?)+", re.MULTILINE)
_CODE = re.compile(r"(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)")
_STRONG = re.compile(r"(?<!\\)(\*\*|__)(?=[^\s*_])([^\n]*?[^\s*_\\])\1(?![*_])")
_EMPHASIS = re.compile(r"(?<![\w*_\\])([*_])(?=[^\s*_])([^\n*_]*[^\s*_\\])\1(?![\w*_])")
_LINK = re.compile(r"!?\[([^\[\]\n]*)\](?=\(([^()\n]*)\))")
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")

Found = tuple[str, tuple[int, ...], tuple[Block, ...], tuple[Table, ...]]


def without_marks(
    text: str, page_starts: Sequence[int], blocks: Sequence[Block], tables: Sequence[Table]
) -> Found:
    """The text without marks, with page starts, blocks and tables moved to where they now stand.

    A block of nothing but marks goes.
    """
    letters = list(text)
    kept = np.ones(len(text), dtype=bool)
    for start, end in _dropped(text, blocks, letters):
        kept[start:end] = False
    places = np.concatenate([[0], np.cumsum(kept)])
    plain = "".join(letter for letter, keep in zip(letters, kept, strict=True) if keep)
    moved = [_moved(block, places, plain) for block in blocks]
    return (
        plain,
        tuple(int(places[each]) for each in page_starts),
        tuple(block for block in moved if block.start < block.end),
        tuple(_moved_table(table, places) for table in tables),
    )


def _dropped(text: str, blocks: Sequence[Block], letters: list[str]) -> Iterator[tuple[int, int]]:
    """Spans that go; `letters` gets the blank that parts a link's text from its address."""
    for block in blocks:
        piece = text[block.start : block.end]
        if block.kind == "heading":
            for match in _HEADING_MARKS.finditer(piece):
                yield block.start + match.start(), block.start + match.end()
        if block.kind == "table":
            continue
        fence = _FENCE.match(piece)
        if fence is not None:
            yield from _fence_lines(block, piece, fence[1])
            continue
        for start, end in _inline(piece, letters, block.start):
            yield block.start + start, block.start + end
    for upper, lower in _gaps(blocks, len(text)):
        for match in _UNDERLINE.finditer(text, upper, lower):
            yield match.start(), match.end()


def _fence_lines(block: Block, piece: str, fence: str) -> Iterator[tuple[int, int]]:
    first = piece.find("\n")
    if first < 0:
        return
    yield block.start, block.start + first + 1
    last = piece.rfind("\n")
    if piece[last + 1 :].strip().startswith(fence) and last > first:
        yield block.start + last, block.end


def _inline(piece: str, letters: list[str], offset: int) -> Iterator[tuple[int, int]]:
    for pattern in (_RULE, _QUOTE):
        for match in pattern.finditer(piece):
            yield match.span()
    code = [match.span() for match in _CODE.finditer(piece)]
    for match in _CODE.finditer(piece):
        yield match.start(), match.start(2)
        yield match.end(2), match.end()
    for pattern in (_STRONG, _EMPHASIS):
        for match in pattern.finditer(piece):
            if not _inside(match.start(), code):
                yield match.start(), match.start(2)
                yield match.end(2), match.end()
    for match in _LINK.finditer(piece):
        if _inside(match.start(), code):
            continue
        yield match.start(), match.start(1)
        if match[1] and match[2]:
            letters[offset + match.end(1)] = " "
        else:
            yield match.end(1), match.end(1) + 1
    for match in _ESCAPE.finditer(piece):
        if not _inside(match.start(), code):
            yield match.span()


def _inside(position: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in spans)


def _gaps(blocks: Sequence[Block], length: int) -> Iterator[tuple[int, int]]:
    edges = [0, *(edge for block in blocks for edge in (block.start, block.end)), length]
    for upper, lower in list(pairwise(edges))[::2]:
        if upper < lower:
            yield upper, lower


def _moved(block: Block, places: npt.NDArray[np.int64], plain: str) -> Block:
    start, end = int(places[block.start]), int(places[block.end])
    piece = plain[start:end]
    start += len(piece) - len(piece.lstrip())
    return replace(block, start=start, end=max(start, end - (len(piece) - len(piece.rstrip()))))


def _moved_table(table: Table, places: npt.NDArray[np.int64]) -> Table:
    rows = tuple(
        TableRow(
            int(places[row.start]),
            int(places[row.end]),
            tuple(_STRONG.sub(r"\2", cell) for cell in row.cells),
        )
        for row in table.rows
    )
    return replace(table, start=int(places[table.start]), end=int(places[table.end]), rows=rows)
