"""Ways from the passages that were found to one that was missed, and causes over a whole set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

StepKind = Literal["next", "likeness", "names", "keywords"]


@dataclass(frozen=True, slots=True)
class PathwayStep:
    """One edge of a way: from a passage to the next one, what kind it is, and what carries it in
    words (the names or keywords that both hold). `title` is that of the passage it leads to."""

    kind: StepKind
    source: str
    target: str
    carried_by: str
    title: str


@dataclass(frozen=True, slots=True)
class Pathway:
    """The shortest way from the first passages to the one that was missed.

    `from_rank` is the place of the passage where it begins. Without steps there is no way within
    `limit` edges.
    """

    steps: tuple[PathwayStep, ...]
    from_rank: int
    limit: int


@dataclass(frozen=True, slots=True)
class MissedPiece:
    """One piece of evidence of a question (by its number, from 0) that was missed: the cause, its
    place in the ranking if it has one, and the kinds of the edges that lead to it."""

    number: int
    cause: str
    rank: int | None
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MissedOfQuestion:
    """What one contender missed of one question; empty if all was shown or nothing is known."""

    pieces: tuple[MissedPiece, ...]


@dataclass(frozen=True, slots=True)
class ContenderCauses:
    """Where a contender's missed evidence fell out: pieces by cause; edges of the ways to them by
    kind; how many ways have so many edges (`unreached` have none)."""

    contender: str
    missed: int
    causes: dict[str, int]
    edges: dict[str, int]
    lengths: dict[str, int]
    unreached: int


@dataclass(frozen=True, slots=True)
class CausesReport:
    """Causes over a run; `waiting` questions times contenders were not looked at yet."""

    rows: tuple[ContenderCauses, ...]
    waiting: int
