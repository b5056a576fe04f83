"""Labels of which one is a part of another: what stands behind “Common:” is not what is asked for
by “very common”, where a line “Very common: …” stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import fold

_LABEL = re.compile(
    r"^(?:[•▪◦‣·*–—-]\s+|\(?(?:\d{1,2}|[a-z])[.)]\s+)?(?P<label>[^\W\d_][\w'’-]*(?: [\w'’-]+){0,4})"
    r"(?: \([^()]{1,60}\))?(?::|\s[–—])\s"
)
_WORD = re.compile(r"[\w'’-]+")


def without_shorter_labels(question: str, texts: Sequence[str]) -> list[bool]:
    """Which texts do not begin with a label of the question that is only a part of the label of
    another one, whose words the question has as well, one behind the other."""
    asked = _words(question)
    labels = [_label(text) for text in texts]
    named = {label for label in labels if label and _is_run(label, asked)}
    return [
        label not in named or not any(label != each and _is_run(label, each) for each in named)
        for label in labels
    ]


def _label(text: str) -> tuple[str, ...]:
    match = _LABEL.match(text)
    return _words(match["label"]) if match is not None else ()


def _words(text: str) -> tuple[str, ...]:
    return tuple(fold(word) for word in _WORD.findall(text))


def _is_run(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether some words stand one behind the other among others."""
    size = len(part)
    return any(tuple(whole[at : at + size]) == tuple(part) for at in range(len(whole) - size + 1))
