"""Which field's words a collection needs: the glossary whose kinds of table its documents hold.

Few people would look for a switch before they ask for a quick ratio; a balance sheet and an income
statement in one document say well enough of which field it is. A glossary is silent where a
question does not speak of its field, so that a few accounts among other papers cost these nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice

from backend import glossaries
from backend.glossaries import Glossary
from backend.scope.page_view import PageView
from backend.scope.pages import TableTitle
from backend.scope.statements import FURTHER_DOWN, NOT_OF_THE_WHOLE, strength

LEAST_KINDS = 2
"""Kinds of table that one document must hold: "Balance sheet" alone may head another list."""
LEAST_STRENGTH = FURTHER_DOWN * NOT_OF_THE_WHOLE
"""A part or an excerpt tells nothing."""
MOST_PAGES = 2_000
"""So many pages with titles are looked at, so that a large collection without such tables costs no
more than a moment."""


def glossary_of(pages: PageView) -> str:
    """Name of the first glossary, by name, of whose tables one document holds enough kinds; empty
    where there is none."""
    titled = list(islice(_titled(pages), MOST_PAGES))
    for name in glossaries.names():
        if _speaks(glossaries.load(name), titled):
            return name
    return ""


def _titled(pages: PageView) -> Iterator[tuple[int, tuple[TableTitle, ...]]]:
    """The document of each page that has titles, with these."""
    owners = pages.document_of
    for page, titles in pages.titles.items():
        yield int(owners[page]), titles


def _speaks(glossary: Glossary, titled: Iterable[tuple[int, tuple[TableTitle, ...]]]) -> bool:
    kinds_of: defaultdict[int, set[str]] = defaultdict(set)
    for document, titles in titled:
        found = kinds_of[document]
        for kind in glossary.table_titles.keys() - found:
            if any(strength(title, kind, glossary) >= LEAST_STRENGTH for title in titles):
                found.add(kind)
        if len(found) >= LEAST_KINDS:
            return True
    return False
