"""Whether a question asks what a collection is about, rather than for something in it."""

from __future__ import annotations

import re

_WHOLE = (
    r"(?:collections?|documents?|files?|papers?|librar(?:y|ies)|corpus|texts?|reports?|filings?|"
    r"articles?|notes|sources?|uploads?)"
)
_THEMES = r"(?:themes?|topics?|subjects?|ideas?|threads?|takeaways?|key points|main points)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bwhat\b.*\b(?:is|are|does|do)\b.*\b{_WHOLE}\b"
        rf".*\b(?:about|cover|contain|deal with|discuss)",
        rf"\bwhat\b.*\b{_THEMES}\b.*\b(?:of|in|across|among|throughout)\b.*\b{_WHOLE}\b",
        rf"^\W*(?:please\s+|can you\s+|could you\s+)?(?:summari[sz]e|outline|sum up|describe)\b"
        rf"\s+(?:this|these|the|all|my|our)\b.*\b{_WHOLE}\b",
        rf"\b(?:overview|summary|outline)\s+of\s+(?:this|these|the|all|my|our)\b.*\b{_WHOLE}\b",
        rf"^\W*(?:what|which)\s+(?:are|is)\s+the\s+(?:\w+\s+)?{_THEMES}\W*$",
    )
)
_NAMED = re.compile(r"(?<!^)(?<![.?!]\s)\b[A-Z][a-z]+")
_MOST_WORDS = 20


def is_broad(question: str) -> bool:
    """True for “What are these documents about?”; a question that names something is narrow."""
    text = question.strip()
    if not text or len(text.split()) > _MOST_WORDS or _NAMED.search(text):
        return False
    return any(pattern.search(text) for pattern in _PATTERNS)
