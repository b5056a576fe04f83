"""Things that a number tells: “which port does it use?” wants one, and “it listens on all
interfaces by default” has none.
"""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"(?i)^(?:and )?(?:(?:on|from|at|in|since|to) )?(?:what|which) "
    r"(?:(?!of\b)[\w-]+ )?(?:ports?|versions?|releases?|pages?|chapters?)\b"
    r"(?! of\b| (?:numbers? )?(?:names?|control|managers?|systems?|forwarding|files?))"
)
_NUMBER = re.compile(r"(?<![\w.])v?\d")


def lacks_its_number(question: str, text: str) -> bool:
    """Whether what has a number is asked for, and a text has none."""
    return _ASKS.match(question.strip()) is not None and _NUMBER.search(text) is None
