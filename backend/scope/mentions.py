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
from backend.held_rows import rows_of
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
        likely: dict[str, tuple[float, frozenset[str]]] = {}
        for form in sorted(forms):
            for place, found in self._likely(form).items():
                if place not in bearing:
                    likely[place] = max(found, likely.get(place, found), key=lambda each: each[0])
        ordered = sorted(likely.items(), key=lambda item: (-item[1][0], item[0]))
        written = _written(forms)
        return any(
            written.search(fold(self._text(document)))
            for _, (_, documents) in ordered[:MOST_READ]
            for document in sorted(documents)
        )

    def _likely(self, form: Form) -> dict[str, tuple[float, frozenset[str]]]:
        """Places and short documents with all terms of a name on pages enough: the share of these
        pages, and the documents that they belong to.
        """
        terms = dict.fromkeys(term_texts(" ".join(form)))
        columns = [self._pages.terms.get(term, -1) for term in terms]
        if not columns or -1 in columns:
            return {}
        found: dict[str, tuple[float, frozenset[str]]] = {}
        rows = _pages_with(self._pages, columns)
        held = np.bincount(self._pages.place_of[rows], minlength=len(self._pages.places))
        for number in np.flatnonzero((held > 0) & (held >= LEAST_SHARE * self._sizes)).tolist():
            inside = rows[self._pages.place_of[rows] == number]
            numbers = self._pages.document_of[inside].tolist()
            documents = {self._pages.documents[each] for each in numbers}
            share = float(held[number] / self._sizes[number])
            found[self._pages.places[number]] = share, frozenset(documents)
        for number in self._short_with(columns):
            document = self._pages.documents[number]
            found[document] = 1.0, frozenset([document])
        return found

    @cached_property
    def _sizes(self) -> Numbers:
        """(places,) pages of each."""
        return np.bincount(self._pages.place_of, minlength=len(self._pages.places))

    @cached_property
    def _is_short(self) -> Mask:
        """(documents,) which are short."""
        found = np.zeros(len(self._pages.documents), bool)
        found[[self._pages.document_numbers[each] for each in self._short]] = True
        return found

    def _short_with(self, columns: Sequence[int]) -> list[int]:
        """Numbers of the short documents that hold all of some terms, in order."""
        found = self._is_short.copy()
        for column in columns:
            holding = np.zeros_like(found)
            holding[self._pages.document_of[_pages_with(self._pages, [column])]] = True
            found &= holding
        numbers: list[int] = np.flatnonzero(found).tolist()
        return numbers


def _pages_with(pages: PageView, columns: Sequence[int]) -> Numbers:
    """The pages that hold all of some terms, in order."""
    found: Numbers | None = None
    for column in columns:
        held = rows_of(pages.saturated, np.array([column])).columns
        found = np.unique(held) if found is None else np.intersect1d(found, held)
    return np.zeros(0, np.int64) if found is None else found.astype(np.int64)


def _written(forms: Collection[Form]) -> re.Pattern[str]:
    """A name in folded text: its words side by side or joined by "and", perhaps with an "s"."""
    between = r"(?:[\W_]{1,3}|[\W_]{1,2}and[\W_]{1,2})"
    ways = (between.join(map(re.escape, form)) for form in sorted(forms) if form)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(ways) or '(?!)'})(?:['’]?s)?(?![^\W_])")
