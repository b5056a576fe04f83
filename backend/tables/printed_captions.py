"""The number that a printed caption gives its table or figure: "Table 3. Costs", "Exhibit B"."""

from __future__ import annotations

import re

_CAPTION = re.compile(
    r"(?P<kind>(?i:table|tab\.|tabelle|tableau|tabla|tabela|figure|fig\.|abbildung|abb\.|chart"
    r"|exhibit|schedule|annex|appendix))\s+"
    r"(?P<number>[A-Z]?[.-]?\d+(?:[.-]\d+)*[a-z]?|[A-Z]|[IVX]+)(?=\s*(?:[:.–—|(-]|[A-Z]|$))"
)
CONTINUED = re.compile(
    r"(?im)\bcont(?:inue|['’])?d\b(?=\s*(?:[.:;|)\]–—-]|$|(?:from|on)\b))|\bcontinuation\b"
)
"""“Table 3 (continued)”; what “continued to grow” is a sentence."""


def caption_number(text: str) -> tuple[str, str] | None:
    """What a caption counts and its number, as in "Table" and "3"; None of a text that is none, as
    a sentence that speaks of a table is not."""
    found = _CAPTION.match(text)
    return (found["kind"].casefold(), found["number"]) if found else None


def is_of_other(text: str, title: str) -> bool:
    """Whether a text is the caption of another table than a title is: "Table 4" of "Table 3". One
    that is continued goes on with a table whose title has no number."""
    own, other = caption_number(title), caption_number(text)
    if other is None or (own is None and CONTINUED.search(text)):
        return False
    return own != other
