"""Precision and recall of spans: how much of what is shown is evidence, and how much of the
evidence is shown (Smith & Troynikov 2024, "Evaluating Chunking Strategies for Retrieval"; there by
tokens, here by characters). Unlike measures of passages they see how large the passages are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

Span = tuple[str, int, int]
"""A document's id, and a part [start, end) of its text."""


def span_precision(found: Sequence[Span], gold: Sequence[Span]) -> float:
    """|found ∩ gold| / |found| in characters, each counted once; 0.0 where nothing was found."""
    shown = _length(_united(found))
    return _common(found, gold) / shown if shown else 0.0


def span_recall(found: Sequence[Span], gold: Sequence[Span]) -> float:
    """|found ∩ gold| / |gold| in characters, each counted once.

    Raises:
        ValueError: without evidence.
    """
    wanted = _length(_united(gold))
    if not wanted:
        raise ValueError("span recall needs evidence")
    return _common(found, gold) / wanted


def _common(found: Sequence[Span], gold: Sequence[Span]) -> int:
    both = _length(_united(found)) + _length(_united(gold))
    return both - _length(_united([*found, *gold]))


def _length(spans: Iterable[Span]) -> int:
    return sum(end - start for _, start, end in spans)


def _united(spans: Iterable[Span]) -> list[Span]:
    """The spans without overlaps."""
    by_document: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for document, start, end in spans:
        by_document[document].append((start, end))
    united: list[Span] = []
    for document, parts in by_document.items():
        last = 0
        for start, end in sorted(parts):
            if end > max(start, last):
                united.append((document, max(start, last), end))
                last = end
    return united
