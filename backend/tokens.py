"""How many tokens a text is, where no tokeniser of the model is at hand.

The rule: four characters of an alphabetic script are one token (the rule of thumb that OpenAI and
others publish for English), and each character of Chinese, Japanese or Korean script is one. Real
tokenisers differ by some 20%, so results are shown as estimates.
"""

from __future__ import annotations

import re

CHARACTERS_PER_TOKEN = 4
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")


def estimate_tokens(text: str) -> int:
    """Estimated tokens of a text, rounded up; 0 for the empty text."""
    wide = 0 if text.isascii() else sum(1 for _ in _WIDE.finditer(text))
    return wide + -(-(len(text) - wide) // CHARACTERS_PER_TOKEN)
