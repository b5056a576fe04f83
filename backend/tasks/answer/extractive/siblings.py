"""Two things of one kind that a document tells apart in one sentence: what is said of the east room
is not said of the west room, where “The east room seats ten, the west room four” stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from backend.analysis import STOP_WORDS, term_texts

_WORD = re.compile(r"[^\W\d_][\w’'-]*")


def is_of_sibling(question: str, text: str, beside: Iterable[str]) -> bool:
    """Whether a question names a thing by two words, a text has the second one only behind others,
    and one sentence of its document has both names.

    Args:
        beside: the sentences of the text's document, and what stands above them.
    """
    held = frozenset(term_texts(text))
    sentences: list[list[tuple[str, str]]] | None = None
    for first, second in _pairs(question):
        if first in held or second not in held:
            continue
        others = {one for one, other in _pairs(text) if other == second}
        if not others or not _stands_only_in_pairs(text, second):
            continue
        sentences = [_pairs(each) for each in beside] if sentences is None else sentences
        for pairs in sentences:
            if (first, second) in pairs and any((each, second) in pairs for each in others):
                return True
    return False


def _pairs(text: str) -> list[tuple[str, str]]:
    """The stems of each word with the one right before it, but for function words."""
    words = list(_WORD.finditer(text))
    found = []
    for one, other in pairwise(words):
        apart = text[one.end() : other.start()] != " "
        if apart or {one.group().lower(), other.group().lower()} & STOP_WORDS:
            continue
        left, right = term_texts(one.group()), term_texts(other.group())
        if len(left) == 1 and len(right) == 1:
            found.append((left[0], right[0]))
    return found


def _stands_only_in_pairs(text: str, stem: str) -> bool:
    """Whether each word with a stem has another one that is no function word right before it."""
    single = sum(1 for each in _WORD.finditer(text) if term_texts(each.group()) == [stem])
    return single == sum(1 for _, other in _pairs(text) if other == stem)
