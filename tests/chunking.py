"""Documents and a small deterministic embedder for the tests of chunkers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from backend.ports import Vectors
from backend.types import Reading, Section, Table, TableRow
from tests.factories import unit_vector

_TOKEN = re.compile(r"\w{1,4}|[^\w\s]")


class SmallEmbedder:
    """Tokens are up to four letters or one mark; a text's vector is that of its words' sum."""

    identity = "small@0"
    dimension = 8

    def __init__(self, max_tokens: int = 64) -> None:
        self.max_tokens = max_tokens

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        return [
            np.array([match.span() for match in _TOKEN.finditer(text)], np.int32).reshape(-1, 2)
            for text in texts
        ]

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            vector = sum((unit_vector(word) for word in text.split()), unit_vector(""))
            vectors[row] = vector / np.linalg.norm(vector)
        return vectors

    def count(self, text: str) -> int:
        return len(self.token_offsets([text])[0])


def reading_of(text: str, tables: Sequence[Table] = ()) -> Reading:
    return Reading(text, "A document", (), (0,), (), tuple(tables), ())


def sections_at(length: int, starts: Sequence[int], levels: Sequence[int]) -> tuple[Section, ...]:
    """Sections that begin at the given offsets (0 is added) and end where the next begins."""
    edges = sorted({0, *(start for start in starts if start < length)})
    return tuple(
        Section(
            id=f"s{number}",
            document_id="d",
            parent_id="",
            title=f"Heading {number}",
            path=(f"Heading {number}",),
            level=levels[number % len(levels)] if levels else 0,
            page=0,
            start=start,
            end=end,
        )
        for number, (start, end) in enumerate(pairwise([*edges, length]))
    )


def table_at(text: str, first: str, title: str, header: Sequence[str]) -> Table:
    """The table whose lines begin at `first` and whose cells are separated by |."""
    start = text.index(first)
    end = text.find("\n\n", start)
    end = len(text) if end < 0 else end
    rows: list[TableRow] = []
    position = start
    for line in text[start:end].split("\n"):
        cells = tuple(cell.strip() for cell in line.split("|"))
        rows.append(TableRow(position, position + len(line), cells))
        position += len(line) + 1
    return Table(start, end, 0, title, tuple(header), tuple(rows))
