"""The columns of rows that nothing but blanks part: where no row has ink, one ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from backend.readers.layout.cells import WORD_SPACE, is_number
from backend.readers.layout.shapes import FragmentRow, Word

NARROWEST = 0.3
"""Share of the font's box that is blank between two columns in all rows, at least."""
AT_LEFT = 1.5
"""Labels begin no further than so many font boxes from the leftmost one."""
SIGNS = frozenset(["$", "€", "£", "¥", "US$", "(", ")", "%", ")%", "%)", "*", "†"])


class Zone(NamedTuple):
    """Where the ink of a column begins and ends."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        """Half way between."""
        return (self.left + self.right) / 2


def columns_of(body: Sequence[FragmentRow]) -> list[Zone]:
    """The columns of some rows, from left to right: a label that stands alone may reach over
    them, and signs are of the figures beside them."""
    if not body:
        return []
    size = max(row.size for row in body)
    labels = min(row.left for row in body) + AT_LEFT * size
    inked = [(row, ink_of(row)) for row in body]
    parted = [runs for row, runs in inked if len(runs) > 1 or row.left > labels]
    figures = [
        [word.left for word in words_in(row) if word.left > runs[0].right and is_number(word.text)]
        for row, runs in inked
    ]
    ink = sorted(
        run
        for runs in parted
        for number, run in enumerate(runs)
        if number or run.left > labels or not _is_overlong(run, figures)
    )
    if not ink:
        return []
    zones: list[Zone] = []
    for run in ink:
        if zones and run.left - zones[-1].right < NARROWEST * size:
            zones[-1] = Zone(zones[-1].left, max(zones[-1].right, run.right))
        else:
            zones.append(run)
    return _without_signs(zones, [word for row in body for word in words_in(row)])


def _is_overlong(label: Zone, figures: Sequence[Sequence[float]]) -> bool:
    """Whether a label reaches over figures of several rows, each given by where these begin."""
    return sum(any(left < label.right for left in row) for row in figures) > 1


def words_in(row: FragmentRow) -> Iterable[Word]:
    """The words of a row."""
    return (word for fragment in row.fragments for word in fragment.words)


def ink_of(row: FragmentRow) -> list[Zone]:
    """Where a row has words that stand close together."""
    runs: list[Zone] = []
    for word in sorted(words_in(row), key=lambda each: each.left):
        if runs and word.left - runs[-1].right < WORD_SPACE * word.size:
            runs[-1] = Zone(runs[-1].left, max(runs[-1].right, word.right))
        else:
            runs.append(Zone(word.left, word.right))
    return runs


def place_of(middle: float, zones: Sequence[Zone]) -> int:
    """The number of the column in or next to which something stands."""
    edges = [(one.right + other.left) / 2 for one, other in pairwise(zones)]
    return sum(edge < middle for edge in edges)


def _without_signs(zones: Sequence[Zone], words: Sequence[Word]) -> list[Zone]:
    """The columns, those of signs alone put together with what they stand before or behind."""
    held: list[set[str]] = [set() for _ in zones]
    for word in words:
        held[place_of((word.left + word.right) / 2, zones)].add(word.text)
    merged: list[Zone] = []
    before: Zone | None = None
    for zone, texts in zip(zones, held, strict=True):
        if texts <= SIGNS and merged and texts & {")", "%", ")%", "%)", "*", "†"}:
            merged[-1] = Zone(merged[-1].left, zone.right)
        elif texts <= SIGNS:
            before = before or zone
        else:
            merged.append(Zone(before.left, zone.right) if before else zone)
            before = None
    return merged
