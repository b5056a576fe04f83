"""Figures in the documents, and the measurements in `bench/results` that they must equal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"

_NUMBER = r"(?<![\w.@])(?:[+−-](?=[\d.]))?(?:\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d+)?(?!\w)"
_FIGURE = re.compile(rf"({_NUMBER})(?:(?: %)? \[({_NUMBER}), ({_NUMBER})\])?")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as a document writes it, with its interval where it has one."""

    written: tuple[str, ...]

    def equals(self, measured: Sequence[float]) -> bool:
        """Whether every number that is written is the measured one, rounded as it is written.

        Half a unit of the last digit is allowed in either direction.
        """
        return len(measured) >= len(self.written) and all(
            abs(value - _value(text)) <= 0.5 * 10 ** -_decimals(text) + 1e-9
            for text, value in zip(self.written, measured, strict=False)
        )


@dataclass(frozen=True, slots=True)
class Source:
    """Where a figure was measured: a file of `bench/results`, the way to the value, its unit.

    The value is a number, `[mean, low, high]`, or an object with `low` and `high` whose mean is
    named `mean` or `right`.
    """

    file: str
    path: tuple[str | int, ...]
    factor: float = 1.0

    def measured(self) -> tuple[float, ...]:
        """The number, or mean and bounds, in the unit of the document."""
        value = _results(self.file)
        for each in self.path:
            value = value[each]
        if isinstance(value, Mapping):
            value = [value.get("mean", value.get("right")), value["low"], value["high"]]
        values = value if isinstance(value, list) else [value]
        return tuple(self.factor * each for each in values)


@dataclass(frozen=True, slots=True)
class Claim:
    """A stretch of a document, and the sources of all figures in it, in order.

    The stretch begins after the last of `after`, each of which is looked for behind the one before,
    and ends before `until`.
    """

    document: str
    after: tuple[str, ...]
    sources: tuple[Source, ...]
    until: str = "\n"

    def place(self) -> tuple[int, int]:
        """Begin and end of the stretch in the document."""
        text = read(self.document)
        begin = 0
        for anchor in self.after:
            found = text.find(anchor, begin)
            assert found >= 0, f"{self.document} does not say {anchor!r}"
            begin = found + len(anchor)
        end = text.find(self.until, begin)
        assert end >= 0, f"{self.document} does not say {self.until!r} after {self.after[-1]!r}"
        return begin, end


@cache
def read(document: str) -> str:
    """The text of a document of the project."""
    return (ROOT / document).read_text("utf-8")


@cache
def _results(file: str) -> Any:
    return json.loads((RESULTS / f"{file}.json").read_text("utf-8"))


def figures(text: str) -> list[Figure]:
    """The figures of a text in order; digits inside of words ("R@5", "2nd") are none."""
    return [
        Figure(tuple(group for group in found.groups() if group is not None))
        for found in _FIGURE.finditer(text.replace("**", ""))
    ]


def sections(text: str) -> Iterator[tuple[str, str]]:
    """The headings of a document, each with the text up to the next one, of whichever level; first
    what stands before all of them, below an empty heading."""
    heading, lines = "", list[str]()
    for line in text.split("\n"):
        if line.startswith("#"):
            yield heading, "\n".join(lines)
            heading, lines = line, []
        else:
            lines.append(line)
    yield heading, "\n".join(lines)


def rows_under_measured(document: str) -> Iterator[int]:
    """Offsets of all rows of tables, headers left out, in the document's section "Measured"."""
    section = re.search(r"^## Measured\n(.*?)(?=^## |\Z)", read(document), re.M | re.S)
    if section is None:
        return
    for table in re.finditer(r"(?:^\|.*\n)+", section[1], re.M):
        rows = list(re.finditer(r"^\|.*\n", table[0], re.M))
        yield from (section.start(1) + table.start() + row.start() for row in rows[2:])


def table(
    document: str,
    header: str,
    rows: Iterable[tuple[str, Sequence[Source]]],
) -> list[Claim]:
    """Claims of a table: each row's beginning, which names it, and the sources of its figures."""
    return [Claim(document, (header, f"\n{row}"), tuple(sources)) for row, sources in rows]


def _value(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])
