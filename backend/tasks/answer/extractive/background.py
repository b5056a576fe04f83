"""How much a term says: inverse document frequencies of a background collection."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Background:
    """Document frequencies of common stems in `documents` encyclopaedia passages.

    A retriever's own statistics are not at hand when an answer is written, and five passages are
    too few to tell a rare word from a common one.
    """

    frequencies: Mapping[str, int]
    documents: int

    def weight(self, term: str) -> float:
        """ln(1 + N/df) / ln(1 + N), in 0..1; 1 for terms that the background does not hold.

        This is the idf of Spärck Jones (1972), smoothed and scaled to its largest value.
        """
        frequency = self.frequencies.get(term, 0)
        if frequency <= 1:
            return 1.0
        return math.log1p(self.documents / frequency) / math.log1p(self.documents)
