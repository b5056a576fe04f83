"""What holds in theory only: “In theory the winch lifts two tonnes” is followed by what it does."""

from __future__ import annotations

import re

_IN_THEORY = r"(?:in theory|theoretically|on paper)"
_OPENS_SO = re.compile(rf"(?i)^(?:while |although |though )?{_IN_THEORY}\b")
_ASKS_SO = re.compile(
    rf"(?i)\b(?:{_IN_THEORY}|theor(?:y|etical\w*)|possibl[ey]|at all|should|recommend\w*)\b"
)


def is_only_in_theory(question: str, text: str) -> bool:
    """Whether a sentence opens by saying that it holds in theory, and the question is not of that:
    what holds indeed stands elsewhere."""
    return _OPENS_SO.match(text.strip()) is not None and _ASKS_SO.search(question) is None
