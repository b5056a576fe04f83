"""Names inside names: who speaks of the Bank of England speaks of a bank, and of England."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from backend.analysis import STOP_WORDS


def nested_names(keys: Mapping[str, int]) -> npt.NDArray[np.int64]:
    """(n, 2) numbers of each known name and of a known name inside it: a shorter run of its words
    that neither begins nor ends with a stop word.

    Args:
        keys: the number of each known name.
    """
    longest: dict[str, int] = {}
    """Words of the longest name that begins with a word."""
    for key in keys:
        first = key.partition(" ")[0]
        longest[first] = max(longest.get(first, 0), key.count(" ") + 1)
    pairs: list[int] = []
    for key, number in keys.items():
        if " " not in key:
            continue
        words = key.split()
        inside: set[int] = set()
        for start, word in enumerate(words):
            reach = longest.get(word, 0)
            if not reach or word in STOP_WORDS:
                continue
            for last in range(start + 1, min(start + reach, len(words)) + 1):
                found = keys.get(" ".join(words[start:last]), number)
                if found != number and words[last - 1] not in STOP_WORDS:
                    inside.add(found)
        for each in inside:
            pairs += (number, each)
    return np.array(pairs, np.int64).reshape(-1, 2)
