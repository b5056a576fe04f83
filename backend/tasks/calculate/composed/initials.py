"""Values of a list that are the initials of what a question says: "AL" of annual leave, "F&H" of
the Fox and Hounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from backend.tasks.calculate.composed.mentions import SaidWord

_INITIALS = re.compile(r"[A-Z](?:\.?(?:\s?&\s?)?[A-Z]){1,4}\.?")
_AND = frozenset(["and", "&", "of", "the", "for", "in"])
_SHORTEST = 2
"""Letters of a word that an initial stands for, at least."""


def said_as_initials(
    words: Sequence[SaidWord], texts: Iterable[str]
) -> Iterator[tuple[int, int, str]]:
    """The places `[first, last)` of words whose initials a text is, with that text. What joins
    words has none of its own.

    Args:
        words: of the question, in their order.
        texts: of a column.
    """
    held = {re.sub(r"[^A-Z]", "", text).casefold(): text for text in texts if _is_short(text)}
    if not held:
        return
    longest = max(map(len, held))
    for first in range(len(words)):
        letters = ""
        for last in range(first, len(words)):
            word = words[last].text
            if word.casefold() in _AND and letters:
                continue
            if len(word) < _SHORTEST or not words[last].is_content or not word[0].isalpha():
                break
            letters += word[0].casefold()
            if len(letters) > longest:
                break
            if len(letters) > 1 and letters in held:
                yield first, last + 1, held[letters]


def _is_short(text: str) -> bool:
    return _INITIALS.fullmatch(text) is not None
