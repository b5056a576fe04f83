"""Tables of a known kind: which pages hold the table whose rows a question names.

A table has a kind and row labels; a question names row labels. The kind is told by the title above
the rows, the patterns of which come from a glossary.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from backend.glossaries import Glossary
from backend.scope.page_view import Array, PageView
from backend.scope.pages import TITLE_WORDS, TOP_LINES, TableTitle

LEAST_ROWS = 8
"""Fewest rows with two values below a title that make a table of its kind."""
FURTHER_DOWN = 0.6
NOT_OF_THE_WHOLE = 0.8
PART_OR_EXCERPT = 0.5


def strength(title: TableTitle, kind: str, glossary: Glossary) -> float:
    """How surely a line titles a table of a kind, in [0, 1]."""
    if title.rows < LEAST_ROWS or len(title.text.split()) > TITLE_WORDS:
        return 0.0
    if glossary.never.search(title.text):
        return 0.0
    if not any(pattern.search(title.text) for pattern in glossary.table_titles.get(kind, ())):
        return 0.0
    sure = 1.0 if title.line < TOP_LINES else FURTHER_DOWN
    sure *= 1.0 if glossary.main.search(title.text) else NOT_OF_THE_WHOLE
    return sure * (PART_OR_EXCERPT if glossary.lesser.search(title.near) else 1.0)


def table_scores(view: PageView, kinds: Sequence[str], glossary: Glossary) -> Array:
    """(P,) how surely each page holds a table of one of the kinds."""
    scores = np.zeros(view.size, np.float32)
    if not kinds:
        return scores
    for page, titles in view.titles.items():
        found = [strength(title, kind, glossary) for title in titles for kind in kinds]
        scores[page] = max(found, default=0.0)
    return scores
