"""Passages that were found, and why."""

from __future__ import annotations

from dataclasses import dataclass

from backend.types.layout import Box
from backend.types.library import Chunk


@dataclass(frozen=True, slots=True)
class Scored:
    """A chunk with one retriever's raw score."""

    chunk_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Signal:
    """What one retriever gave one chunk, and what that was worth in the final score.

    `rank` and `raw` are None where the retriever had nothing to say about the chunk. The
    contributions of a hit's signals sum to its score for additive fusions. `learned` is off where
    the model was not trained with the retriever, which then counts by its prior.
    """

    retriever: str
    rank: int | None
    raw: float | None
    standardised: float | None
    contribution: float
    learned: bool = True


@dataclass(frozen=True, slots=True)
class Hit:
    """A retrieved chunk with its final score and every retriever's signal."""

    chunk: Chunk
    score: float
    signals: tuple[Signal, ...]


@dataclass(frozen=True, slots=True)
class LabelledHit(Hit):
    """A hit as a language model is given it: with the date of its document (a day in ISO 8601, a
    year or a quarter) and the columns of its table with their units, each empty if not known."""

    date: str = ""
    columns: str = ""


@dataclass(frozen=True, slots=True)
class OwnedHit(Hit):
    """A hit as the local reader is given it: with what the question calls those whose document it
    is ("Harbour Grill" of a report that says "we"); empty where it names none of them."""

    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as PNG with its size in pixels, and the boxes to mark in pixels of that image."""

    png: bytes
    width: int
    height: int
    boxes: tuple[Box, ...]
