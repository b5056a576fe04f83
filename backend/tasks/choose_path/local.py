"""Choosing sections by meaning and words of their headings, without a language model."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from backend.analysis import term_texts
from backend.ports import ChosenSections, Embedder, PathChooser, StopSignal
from backend.settings import Settings
from backend.tasks.choose_path._headings import heading_of
from backend.types import Section

NAME = "local rules"
WORDS = 0.5
"""Weight of shared words beside the cosine of headings and question."""
LEAST = 0.35
"""A section whose headings fit worse than this is not chosen."""
NEAR = 0.85
"""Further sections must fit at least so well, as a share of the best."""


class LocalPathChooser:
    """Fit = cosine(question, document › headings) + ½ · share of the question's terms in the
    headings, each weighed by how few of the given headings hold it.
    """

    name = NAME

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def choose(
        self,
        question: str,
        sections: Sequence[tuple[str, Section]],
        most: int,
        stop: StopSignal,
    ) -> ChosenSections:
        """See `backend.ports.PathChooser`."""
        texts = [heading_of(title, section) for title, section in sections]
        if not texts or not question.strip():
            return ChosenSections((), NAME)
        vectors = self._embedder.embed([question, *texts])
        cosines = vectors[1:] @ vectors[0]
        shared = _shared(question, texts)
        fits = [
            float(cosine) + WORDS * words for cosine, words in zip(cosines, shared, strict=True)
        ]
        order = sorted(range(len(fits)), key=lambda place: (-fits[place], place))
        bar = max(LEAST, NEAR * fits[order[0]])
        kept = [place for place in order[:most] if fits[place] >= bar]
        return ChosenSections(tuple(sections[place][1].id for place in kept), NAME)


def _shared(question: str, texts: Sequence[str]) -> list[float]:
    """The share of the question's terms that each text holds, weighed by inverse frequency."""
    held = [set(term_texts(text)) for text in texts]
    frequency = Counter(term for terms in held for term in terms)
    wanted = {
        term: math.log(1.0 + len(texts) / (1 + frequency[term])) for term in term_texts(question)
    }
    whole = sum(wanted.values()) or 1.0
    return [
        sum(weight for term, weight in wanted.items() if term in terms) / whole for terms in held
    ]


def build(settings: Settings, embedder: Embedder) -> PathChooser:
    """The task over the embedder of the collection's vectors."""
    return LocalPathChooser(embedder)
