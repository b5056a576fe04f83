"""What form an answer takes by the kind of its question, as an instruction to a language model."""

from __future__ import annotations

import re

_FORMS = (
    (
        r"^\W*(?:how (?:do|can|should|to)\b|what (?:are )?the steps)",
        "Give the steps in order, one on each line, numbered, each with its citation.",
    ),
    (
        r"\b(?:list|name all|which (?:\w+ )?(?:are|were|have)|what are the)\b",
        "Give the items as a list, one on each line with a dash, each with its citation.",
    ),
    (
        r"\b(?:compare|comparison|difference between|versus|vs\.?)\b",
        "Say first what the difference is, then one line for each thing compared, with the same "
        "figures for each.",
    ),
    (
        r"^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|should|will|would)\b",
        "Begin with Yes or No, or with what keeps it open, and give the reason in that sentence.",
    ),
    (
        r"\b(?:how (?:much|many|large|big|high|long|far|old)|percent\w*|ratio|margin|growth|total|"
        r"sum|average|by what)\b",
        "Begin with the figure, its unit and what it is of. If you compute it, state the "
        "arithmetic in brackets with the figures used: 25.0 % (50 / 200).",
    ),
    (r"^\W*why\b", "Begin with the reason itself, as the passages give it."),
    (r"^\W*(?:who|whom|whose)\b", "Begin with the name."),
    (r"^\W*(?:when|since when|until when)\b", "Begin with the date."),
    (
        r"\b(?:summari[sz]e|summary|overview|outline|about\W*$|"
        r"main (?:risks|findings|points|themes))",
        "Begin with one sentence on the whole, then two or three sentences for each theme under a "
        "short heading in bold, each sentence with its citation.",
    ),
)
_READ = tuple((re.compile(pattern, re.IGNORECASE), form) for pattern, form in _FORMS)
PLAIN = "Begin with the answer itself, and add only what it needs to be understood."


def form_for(question: str) -> str:
    """The form for a question: the first kind that its wording fits, else `PLAIN`."""
    broad = _READ[-1]
    if broad[0].search(question):
        return broad[1]
    return next((form for pattern, form in _READ if pattern.search(question)), PLAIN)
