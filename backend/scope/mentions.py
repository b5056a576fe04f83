"""Which documents speak of a name that another document bears.

An event, a product or a person may have a file of its own and be spoken of in many others, where
the answer may stand as well. A name is looked for by its terms, all on one page; one of several
words is then read for in the text, where they have to stand side by side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cached_property

import numpy as np

from backend.analysis import fold, term_texts
from backend.scope.page_view import Mask, Numbers, PageView

LEAST_SHARE = 0.1
"""A document speaks of a name that stands on this share of its pages or more, however often."""

MOST_READ = 20
"""So many documents at most are read for one question; those with the largest share come first."""

Form = tuple[str, ...]
"""A name as it may be written: its words in order."""


class Mentions:
    """Where words stand in the documents of a collection. Built once, then read.

    Args:
        pages: of all documents.
        text: the text of a document by its id; empty where it has gone.
        short: the documents that are too short to search in, each taken for one page.
    """

    def __init__(
        self, pages: PageView, text: Callable[[str], str], short: Collection[str] = ()
    ) -> None:
        self._pages = pages
        self._text = text
        self._short = short

    def spoken_of(self, forms: Collection[Form], bearing: Collection[str]) -> bool:
        """Whether another document than those that bear a name speaks of it.

        Args:
            forms: the ways to write the name, in folded words; one of stop words alone is nowhere.
            bearing: ids of places.
        """
        left_out = frozenset(self._pages.place_numbers.get(each, -1) for each in bearing)
        likely: dict[int, tuple[float, Numbers]] = {}
        for form in sorted(forms):
            pages, places = self._likely(form, left_out)
            for place, share in places:
                if place not in likely or share >= likely[place][0]:
                    likely[place] = share, pages
        ordered = sorted(likely.items(), key=lambda item: (-item[1][0], item[0]))
        written = _written(forms)
        return any(
            written.search(fold(self._text(document)))
            for place, (_, pages) in ordered[:MOST_READ]
            for document in self._documents_of(place, pages)
        )

    def _likely(
        self, form: Form, left_out: Collection[int]
    ) -> tuple[Numbers, list[tuple[int, float]]]:
        """The pages with all terms of a name; and of the places that have enough of them, and the
        short documents, the `MOST_READ` with the largest share, by number, but for some. Places are
        numbered in the order of their ids; a short document is a place of its own.
        """
        terms = dict.fromkeys(term_texts(" ".join(form)))
        columns = [self._pages.terms.get(term, -1) for term in terms]
        if not columns or -1 in columns:
            return np.zeros(0, np.int64), []
        rows = _pages_with(self._pages, columns)
        held = np.bincount(self._pages.place_of[rows], minlength=len(self._pages.places))
        shares = np.where((held > 0) & (held >= LEAST_SHARE * self._sizes), held / self._sizes, 0.0)
        shares[self._short_with(columns)] = 1.0
        places = np.flatnonzero(shares)
        # a place that is left out may be among the first
        most = MOST_READ + len(left_out)
        first = places[np.argsort(-shares[places], kind="stable")[:most]].tolist()
        kept = [each for each in first if each not in left_out][:MOST_READ]
        return rows, [(each, float(shares[each])) for each in kept]

    def _documents_of(self, place: int, pages: Numbers) -> list[str]:
        """The documents of a place to which some of these pages belong, or, with none, the short
        document that it is; sorted."""
        inside = self._pages.document_of[pages[self._pages.place_of[pages] == place]]
        documents = [self._pages.documents[each] for each in np.unique(inside).tolist()]
        return sorted(documents) or [self._pages.places[place]]

    @cached_property
    def _sizes(self) -> Numbers:
        """(places,) pages of each."""
        found = np.bincount(self._pages.place_of, minlength=len(self._pages.places))
        return np.maximum(found, 1)

    @cached_property
    def _is_short(self) -> Mask:
        """(documents,) which are short."""
        found = np.zeros(len(self._pages.documents), bool)
        found[[self._pages.document_numbers[each] for each in self._short]] = True
        return found

    def _short_with(self, columns: Sequence[int]) -> Numbers:
        """The places that short documents are which hold all of some terms, on whichever page."""
        if not self._short:
            return np.zeros(0, np.int64)
        found = self._is_short.copy()
        for column in columns:
            holding = np.zeros_like(found)
            holding[self._pages.document_of[self._pages.pages_with(column)]] = True
            found &= holding
        return np.unique(self._pages.place_of[found[self._pages.document_of]])


def _pages_with(pages: PageView, columns: Sequence[int]) -> Numbers:
    """The pages that hold all of some terms, in order."""
    found = pages.pages_with(columns[0])
    for column in columns[1:]:
        found = np.intersect1d(found, pages.pages_with(column), assume_unique=True)
    return found


def _written(forms: Collection[Form]) -> re.Pattern[str]:
    """A name in folded text: its words side by side or joined by "and", perhaps with an "s"."""
    between = r"(?:[\W_]{1,3}|[\W_]{1,2}and[\W_]{1,2})"
    ways = (between.join(map(re.escape, form)) for form in sorted(forms) if form)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(ways) or '(?!)'})(?:['’]?s)?(?![^\W_])")
