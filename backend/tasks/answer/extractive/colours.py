"""Questions for a colour: only a sentence that names one answers them."""

from __future__ import annotations

import re

_ASKS = re.compile(r"(?i)\b(?:what|which) (?:[a-z]+ )?colou?rs?\b")
_COLOUR = re.compile(
    r"(?i)\b(?:colou?r\w*|black|white|gr[ae]y|red|pink|orange|yellow|green|blue|purple|violet|brown"
    r"|beige|cream|gold(?:en)?|silver|turquoise|cyan|magenta|maroon|navy|teal|olive|amber|scarlet"
    r"|crimson|ivory|khaki|transparent|colou?rless|rust|ochre|lilac|indigo)(?:ish)?\b"
)


def lacks_colour(question: str, text: str) -> bool:
    """Whether a colour is asked for and a text names none."""
    return _ASKS.search(question) is not None and _COLOUR.search(text) is None
