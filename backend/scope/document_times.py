"""The times and the kinds of a collection's documents.

Most documents of a large collection share both with many others. So each different pair stands
here once, with which of them each document has: a question about a year weighs pairs alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import compress

import numpy as np
import numpy.typing as npt

from backend.scope.periods import Times
from backend.scope.profiles import Profile

TimeAndKinds = tuple[Times, frozenset[str]]


class DocumentTimes:
    """The different times and kinds of documents. Made once, then read.

    Args:
        ids: (N,) documents, ascending.
        pairs: each another, and each of some document.
        pair_of: (N,) place of each document's pair.
    """

    def __init__(
        self,
        ids: Sequence[str] = (),
        pairs: Sequence[TimeAndKinds] = (),
        pair_of: npt.NDArray[np.int64] | None = None,
    ) -> None:
        self.ids = ids
        self.pairs = tuple(pairs)
        self.pair_of = np.zeros(0, np.int64) if pair_of is None else pair_of
        self.kinds = frozenset(kind for _, kinds in self.pairs for kind in kinds)
        """All kinds that some document is of."""

    def changed(
        self, gone: Mapping[str, Profile], came: Mapping[str, Profile], ids: Sequence[str]
    ) -> DocumentTimes:
        """The same without some documents and with others; these stay as they are.

        Args:
            ids: all documents then, ascending.
        """
        stayed = np.delete(self.pair_of, [bisect_left(self.ids, each) for each in gone])
        numbers = {pair: place for place, pair in enumerate(self.pairs)}
        ordered = sorted(came)
        own = []
        for each in ordered:
            pair = came[each].times, came[each].kinds
            own.append(numbers.setdefault(pair, len(numbers)))
        # where they go among those that stayed: fewer by those that came before them
        places = [bisect_left(ids, each) - before for before, each in enumerate(ordered)]
        pair_of = np.insert(stayed, places, own).astype(np.int64)
        used = np.bincount(pair_of, minlength=len(numbers)) > 0
        anew = np.cumsum(used) - 1
        return DocumentTimes(ids, tuple(compress(numbers, used.tolist())), anew[pair_of])
