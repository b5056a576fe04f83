"""The few words that the local reader adds to what it quotes, and how a draft is put together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.verdicts import ANSWERED
from backend.types import LOCAL_READER, NO_MODEL_USED, Draft, Usage, Verdict, enumeration

NOTICE = NO_MODEL_USED
NOT_FOUND = "I did not find this in the documents."
NEAREST = "The nearest passages:"
PROBABLE = "One of these passages probably answers:"
CLOSEST = "The nearest passages; none of them surely answers:"
NO_EVIDENCE = "No passage of the documents was found for this question."
MOST_MISSING = 4
RUNS_ON = 4
"""Characters that may lie between two quotes that follow each other: blanks, an item's mark."""


@dataclass
class Composition:
    """A text that grows piece by piece, with the spans that a draft needs."""

    text: str = ""
    sentences: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)
    spans: list[tuple[int, int, int]] = field(default_factory=list)
    bounds: str = ""
    """The collection's own bounds of the verdict, in words."""

    def say(self, sentence: str, separator: str = "\n\n") -> str:
        """Add a sentence of the reader's own, which cites nothing; returns the new piece."""
        return self._add(sentence, (), separator)

    def quote(self, unit: Unit, separator: str) -> str:
        """Add a quoted unit with its citation; returns the new piece."""
        self.spans.append((unit.hit, unit.start, unit.end))
        return self._add(f"{quoted(unit)} [{unit.hit}]", (unit.hit,), separator)

    def _add(self, sentence: str, cited: tuple[int, ...], separator: str) -> str:
        piece = f"{separator}{sentence}" if self.text else sentence
        start = len(self.text) + len(piece) - len(sentence)
        self.text += piece
        self.sentences.append((start, len(self.text), cited))
        return piece

    def draft(self, verdict: Verdict, *, short: str = "") -> Draft:
        """The finished draft."""
        return Draft(
            text=self.text,
            short=short,
            found=verdict in ANSWERED,
            verdict=verdict,
            sentences=tuple(self.sentences),
            spans=tuple(self.spans),
            usage=Usage(),
            answered_by=LOCAL_READER,
            notices=(NOTICE,),
            bounds=self.bounds,
        )


def quoted(unit: Unit) -> str:
    """The unit's text, with dots where it was cut out of a longer sentence."""
    if unit.whole:
        return unit.text
    before = "… " if unit.position and unit.text[:1].islower() else ""
    after = "" if unit.text[-1:] in ".!?。！？" else " …"
    return f"{before}{unit.text}{after}"


def quotes(composition: Composition, units: Sequence[Unit]) -> Iterator[str]:
    """Quote units in order: those that follow each other in a passage run on, every other begins a
    paragraph."""
    previous: Unit | None = None
    for unit in units:
        follows = previous is not None and runs_on(previous, unit)
        yield composition.quote(unit, " " if follows else "\n\n")
        previous = unit


def runs_on(previous: Unit, unit: Unit) -> bool:
    """Whether a unit goes on in the paragraph of the one before it."""
    return previous.hit == unit.hit and 0 <= unit.start - previous.end <= RUNS_ON


def missing_words(words: Sequence[str]) -> str:
    """A sentence that names what of the question no passage holds; empty without any."""
    if not words:
        return ""
    shown = [f"“{word}”" for word in words[:MOST_MISSING]]
    return f"None of the passages that were found mentions {enumeration(shown, 'or')}."


def part_not_found(question: str) -> str:
    """A sentence that says which of two questions was not answered, in its own words: those that a
    short second part borrowed from the first stand in brackets at its end."""
    return f"I did not find an answer to the other part: “{_own_words(question)}?”"


def part_left_open(question: str) -> str:
    """The same of a part that is asked of the very thing which the quoted sentence tells of, and
    may be answered by it in words that do not show it."""
    return f"Whether this answers the other part as well is open: “{_own_words(question)}?”"


def _own_words(question: str) -> str:
    return re.sub(r"\s*\(.*\)\s*\??$", "", question).rstrip("? ")
