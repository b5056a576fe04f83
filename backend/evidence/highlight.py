"""Which words of a passage are the question's, for marking them on screen."""

from __future__ import annotations

from backend.analysis import term_texts, terms

_JOINING = " \t\n-–'’/&"
"""Characters between two marked words that are marked with them."""


def term_spans(question: str, text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the text's words that share a stem with the question's, in order.

    Stop words count only when the question has nothing else. Marked words that only white space
    or a hyphen parts become one span.
    """
    wanted = set(term_texts(question))
    keep = not wanted
    wanted = wanted or set(term_texts(question, keep_stop_words=True))
    merged: list[tuple[int, int]] = []
    for term in terms(text, keep_stop_words=keep):
        if term.text not in wanted:
            continue
        if merged and _joins(text, merged[-1][1], term.start):
            merged[-1] = (merged[-1][0], max(merged[-1][1], term.end))
        else:
            merged.append((term.start, term.end))
    return tuple(merged)


def _joins(text: str, end: int, start: int) -> bool:
    """Whether two marks meet: they overlap (bigrams do), or only joining characters part them."""
    between = text[end:start]
    return start <= end or (
        len(between) <= 3 and "\n\n" not in between and all(c in _JOINING for c in between)
    )
