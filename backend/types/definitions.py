"""What a passage defines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DefinitionForm = Literal[
    "means",
    "quoted",
    "is a",
    "called",
    "listed",
    "heading",
    "apposition",
    "short form",
    "entry",
    "label",
]
"""How a sentence defines: “X means …”, (the “X”), “X is a …”, “… is called X”, “X: …” in a list
of terms, a heading X over “is a …”, “X, a …, …”, “Long Form (LF)”, the head “X arguments
[Function]” of an entry in a reference manual, a line “X: …” that tells the value of X.
"""


@dataclass(frozen=True, slots=True)
class Definition:
    """A term and the sentence of a passage that defines it.

    `start` and `end` are the sentence's half-open span in the passage's text; `strength` in [0, 1]
    is how surely it defines, by its form and its place.
    """

    term: str
    start: int
    end: int
    form: DefinitionForm
    strength: float
