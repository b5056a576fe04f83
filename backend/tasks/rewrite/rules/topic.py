"""What a question is about: its words without the frame that makes it a question (English)."""

from __future__ import annotations

import re

AUXILIARIES = (
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|should|would|will|may|might|must|'s|’s)"
)
_COURTESY = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|but|also|then|please|thanks)[,\s]+)*"
    r"(?:(?:can|could|would|will) you (?:please )?)?"
    r"(?:(?:tell|show|give) me (?:about |what |how |more about )?"
    r"|(?:explain|describe|list|summari[sz]e|outline|compare|find|name|define|state) "
    r"(?:me )?(?:how |what |why )?)?",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"^(?:(?:in|at|on|for|by|from|to|with|under|since) )?"
    rf"(?:(?:what|which|who|whom|whose|when|where|why|how)\b"
    rf"(?: (?:much|many|long|often|far|big|large|high))?\s*)?(?:{AUXILIARIES}(?:n['’]t)?\b\s*)?",
    re.IGNORECASE,
)
_INNER = re.compile(r"\s(?:do|does|did)\s", re.IGNORECASE)
_TAIL = re.compile(
    r"\s+(?:work|works|mean|means|happen|happens|look like|take place|go|done|called)$",
    re.IGNORECASE,
)


def topic(question: str) -> str:
    """What a question is about: "How does the claim process work?" gives "the claim process".

    The question itself, without its mark, where nothing else is left.
    """
    stem = question.strip().rstrip("?!. ")
    found = _FRAME.sub("", _COURTESY.sub("", stem))
    return _TAIL.sub("", _INNER.sub(" ", found)).strip() or stem


def regarding(question: str, previous: str) -> str:
    """The question with the topic of the previous one added."""
    return f"{question.strip().rstrip('?!. ')}, regarding {topic(previous)}?"


def stem(question: str) -> str:
    """The question without its mark."""
    return question.strip().rstrip("?!. ")
