"""Whether a page's text layer is worth reading."""

from __future__ import annotations

import unicodedata

LEAST_LETTERS = 200
"""Below so many letters nothing is said of vowels."""
LEAST_SIGNS = 20
MOST_NAMELESS = 0.4
VOWELS = frozenset("aeiouyAEIOUY")
VOWELS_LEAST, VOWELS_MOST = 0.18, 0.7
"""Share of vowels among the letters a to z: between .3 and .5 in every European language, above
.25 in code and in tables of abbreviations, .19 if each letter were as likely as any other."""


def is_rubbish(text: str) -> bool:
    """Whether a text cannot be what the page shows: signs without a name in Unicode, or letters of
    which hardly any, or nearly all, are vowels.

    So look the pages of fonts whose letters were given arbitrary codes.
    """
    signs = [sign for sign in text if not sign.isspace()]
    if len(signs) < LEAST_SIGNS:
        return False
    nameless = sum(unicodedata.category(sign) in ("Co", "Cn", "Cc", "Cs") for sign in signs)
    nameless += signs.count("\ufffd")
    if nameless > MOST_NAMELESS * len(signs):
        return True
    letters = [sign for sign in signs if sign.isalpha()]
    latin = [letter for letter in letters if letter.isascii()]
    if len(latin) < LEAST_LETTERS or len(latin) < 0.9 * len(letters):
        return False
    share = sum(letter in VOWELS for letter in latin) / len(latin)
    return not VOWELS_LEAST <= share <= VOWELS_MOST
