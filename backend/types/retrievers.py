"""What a retriever says of itself: how it is shown, asked and counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RetrieverFamily = Literal["text", "structure", "graph", "pages", "choice"]
"""What a retriever looks at, which decides the family of its colour."""


@dataclass(frozen=True, slots=True)
class RetrieverCard:
    """A retriever as the pipelines ask and count it, and as the screens show it.

    Attributes:
        plain: what it looks at, in a word or two.
        clause: the same as the end of a sentence.
        place: its place wherever retrievers are listed; equal places are ordered by name.
        asked: with the others for passages, where whole pages are judged, or never, since a stage
            of the ranking does its work.
        depth: how many passages it proposes at least.
        proposes: off for one that only scores what others proposed.
        bounded: whether raw scores mean the same in every question and collection.
        lowest: the least score that it can give by its definition, None if there is none.
        prior: its weight in models that were not trained with it; 1 for an ordinary one.
        at_once: whether it needs nothing that is read in the background.
    """

    name: str
    plain: str = ""
    clause: str = ""
    family: RetrieverFamily = "text"
    place: int = 1_000
    asked: Literal["passages", "pages", "never"] = "passages"
    depth: int = 20
    proposes: bool = True
    bounded: bool = False
    lowest: float | None = None
    prior: float = 1.0
    at_once: bool = False
