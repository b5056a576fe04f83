"""Values of a list that are the initials of what a question says: "AL" of annual leave, "F&H" of
the Fox and Hounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from backend.tasks.calculate.composed.mentions import SaidWord

_INITIALS = re.compile(r"[A-Z](?:\.?(?:\s?&\s?)?[A-Z]){1,4}\.?")
_AND = frozenset(["and"])
_SIGN = re.compile(r"(\w+) ?& ?(?=(\w+))")
_SHORTEST = 2
"""Letters of a word that an initial stands for, at least."""


def said_as_initials(
    question: str,
    words: Sequence[SaidWord],
    texts: Iterable[str],
    *,
    are_things: bool = False,
) -> Iterator[tuple[int, int, str]]:
    """The places `[first, last)` of words whose initials a text is, with that text. Of words in
    capitals it is only where both join two of them: “Bea Trott” may be any BT.

    Args:
        words: of the question, in their order; a sign between them is none.
        texts: of a column.
        are_things: whether the column is of things and all its texts are initials, so that “Garden
            Club” is GC.
    """
    texts = list(texts)
    held = {_letters(text): text for text in texts if _INITIALS.fullmatch(text)}
    longest = max(map(len, held), default=0)
    joined = set(_SIGN.findall(question))
    for first in range(len(words)):
        letters = ""
        for last in range(first, len(words)):
            word = words[last].text
            if word.casefold() in _AND and letters:
                letters += "&"
                continue
            if last > first and (words[last - 1].text, word) in joined:
                letters += "&"
            is_joined = "&" in letters
            if len(word) < _SHORTEST or not words[last].is_content or not word[0].isalpha():
                break
            if word[0].isupper() and not (is_joined or are_things) and letters:
                break
            letters += word[0].casefold()
            if len(letters) > longest:
                break
            is_name = word[0].isupper() and not (is_joined or are_things)
            if len(letters) > 1 and letters in held and not is_name:
                yield first, last + 1, held[letters]


def are_all_initials(texts: Iterable[str]) -> bool:
    """Whether all texts of a column are different initials, of two words or more."""
    held = list(texts)
    return len(held) > 1 and all(map(_INITIALS.fullmatch, held))


def _letters(text: str) -> str:
    return re.sub(r"[^a-z&]", "", text.casefold())
