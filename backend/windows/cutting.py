"""Where a passage is cut into windows: a few sentences that say one thing.

A passage of 384 tokens says many things, and one vector for all of them lies near none. Windows are
compared with the question instead, and the passage is as near as its nearest window (MaxP; Dai &
Callan 2019, "Deeper Text Understanding for IR with Contextual Neural Language Modeling").
"""

from __future__ import annotations

from backend.sentences import sentence_spans
from backend.types import Chunk

MOST_CHARACTERS = 300
"""Whole sentences share a window up to so many characters; a longer sentence is one of its own.

Chosen on the training documents of `bench/own_files`: windows of twice the size find 59 of 100
passages among the first five where these find 64.
"""


def window_spans(text: str) -> list[tuple[int, int]]:
    """The windows of a text as half-open spans of whole sentences, in order."""
    spans: list[tuple[int, int]] = []
    for start, end in sentence_spans(text):
        if spans and end - spans[-1][0] <= MOST_CHARACTERS:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def window_texts(chunk: Chunk) -> list[str]:
    """What is embedded of a passage; empty where its own vector stands for all of it: it has one
    window, or it was put together from a table, whose figures say nothing to a model of meaning.
    """
    if chunk.is_composed or len(chunk.text) <= MOST_CHARACTERS:
        return []
    spans = window_spans(chunk.text)
    return [chunk.text[start:end] for start, end in spans] if len(spans) > 1 else []
