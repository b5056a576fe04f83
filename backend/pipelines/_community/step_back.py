"""A question asked one step back: what it is about, without what only one passage names.

The seed thesis (§5.4) has a language model write a step-back question for the communities, whose
summaries speak of themes, and keeps the question itself for the passages. Here it is written by
rule: names, figures and dates are left out.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.calendar_words import MONTH_BEGINNING
from backend.passage_view.names import names_in

LEAST_TERMS = 2
"""A question of fewer terms without its names says nothing of a theme; it is kept as it is."""
_BEFORE = r"(?:\b(?:of|in|on|by|from|at|for)\s+)?(?:\b[Tt]he\s+)?"
"""What joins a name to the sentence goes with it."""
_MONTH = rf"\b(?:{MONTH_BEGINNING})[a-z]*\.?"
_FIGURE = re.compile(
    rf"(?i){_BEFORE}(?:{_MONTH}\s+(?=\d))?(?:[$€£]\s?)?\d[\d.,:/-]*(?<![.,])(?:\s?%|st|nd|rd|th)?"
    rf"(?:\s+{_MONTH})?(?:,?\s+\d{{4}}\b)?"
)
_LEFT_OVER = re.compile(
    r"(?i)[\s,]+(?:(?:in|on|of|by|from|at|for|to|between|since|and|or)\b)?\s*(?=[?.!]|$)"
)


def step_back(question: str) -> str:
    """The question without its names, figures and dates; itself where too little is left.

    >>> step_back("Why did the harbour dues of Gull Reach rise in 2031?")
    'Why did the harbour dues rise?'
    >>> step_back("Who is Ada Hill?")
    'Who is Ada Hill?'
    """
    text = question
    for name in sorted({each.surface for each in names_in(question)}, key=len, reverse=True):
        text = re.sub(rf"{_BEFORE}{re.escape(name)}(?:[’']s)?(?!\w)", " ", text)
    text = " ".join(_FIGURE.sub(" ", text).split())
    while (shorter := _LEFT_OVER.sub("", text)) != text:
        text = shorter
    return text if len(term_texts(text)) >= LEAST_TERMS else question
