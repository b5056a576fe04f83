"""How many tokens a text is, where no tokeniser of the model is at hand.

The rule: four characters of an alphabetic script are one token (the rule of thumb that OpenAI and
others publish for English); each digit, each sign of a table or a formula, and each character of
Chinese, Japanese or Korean script is one, as tokenisers that split figures into digits count them.
So figures are rather over- than underestimated. Results are shown as estimates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
CHARACTERS_PER_TOKEN = 4
_ALONE = re.compile(
    r"[\d$€£%|+=<>{}\\/_^~*#@–—…·•\[\]\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]"
)


def estimate_tokens(text: str) -> int:
    """Estimated tokens of a text, rounded up; 0 for the empty text."""
    alone = sum(1 for _ in _ALONE.finditer(text))
    return alone + -(-(len(text) - alone) // CHARACTERS_PER_TOKEN)


def first_within(items: Iterable[T], most: int, text: Callable[[T], str]) -> list[T]:
    """The first items whose texts have at most so many tokens together, the first in any case.

    Args:
        text: of an item, by which it is measured.
    """
    kept: list[T] = []
    left = most
    for item in items:
        left -= estimate_tokens(text(item))
        if kept and left < 0:
            break
        kept.append(item)
    return kept
