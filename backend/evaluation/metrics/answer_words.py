"""An answer as words that can be compared: what all metrics of answers share.

Lower case, without punctuation and English articles, as the SQuAD evaluation does it (Rajpurkar et
al. 2016), with two differences that answers from business documents need: full stops and commas
inside a number stay, so that 1.5 is not 15; and signs of currency and per cent go.
"""

from __future__ import annotations

import re
import unicodedata

_ARTICLES = frozenset(["a", "an", "the"])
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|\w+")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def answer_words(text: str) -> list[str]:
    """The words in order; thousands separators are taken out of numbers."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    found = (match[0] for match in _WORD.finditer(folded))
    return [
        word.replace(",", "") if _GROUPED.fullmatch(word) else word
        for word in found
        if word not in _ARTICLES
    ]
