"""Which terms of a text and of a question every search index works with, and what fields weigh.

Texts become terms in `backend.analysis` and reach the engines joined by blanks; the engines cut at
the blanks and do nothing else, so that two engines find and rank alike.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from backend.analysis import term_texts

FIELD_WEIGHTS = {"text": 1.0, "title": 1.0, "path": 0.5}
"""The title's weight was chosen among 0, .3, .5, 1, 1.5 and 2 on the first halves of hotpotqa300
(recall@5 74.5 at .5, 73.5 at 1) and nq_uda (hit@5 50.9 at .5, 52.3 at 1); these sets have no
headings to choose the path's with."""
MAX_TERMS = 512
"""Most different terms of a question that are searched for, in its order."""
SIGNIFICANT_DIGITS = 5
"""Engines add the terms' shares in an order that depends on their files, so the last bits of a
score depend on history. Scores are rounded to so many digits, far below what tells passages apart,
and equal passages rank by id."""


def analysed(text: str) -> str:
    """The terms of a text as an index stores them."""
    return " ".join(" ".join(term_texts(text)).split())


analysed_heading = lru_cache(maxsize=4_096)(analysed)
"""The same for titles and paths, which the chunks of a document share."""


def question_terms(text: str) -> dict[str, int]:
    """The first MAX_TERMS different terms of a question with how often they occur in it."""
    counted = Counter(analysed(text).split())
    return dict(list(counted.items())[:MAX_TERMS])


def rounded(score: float) -> float:
    """A score at SIGNIFICANT_DIGITS."""
    return float(f"{score:.{SIGNIFICANT_DIGITS}g}")
