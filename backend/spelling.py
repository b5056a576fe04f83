"""British and American spellings of one word: “colour” and “color”, “organise” and “organize”.

A passage that spells a word the other way mentions it all the same.
"""

from __future__ import annotations

import re

_OUR = (
    r"(\b(?:dis|un)?(?:arb|ard|arm|behavi|cand|clam|col|endeav|fav|flav|glam|harb|hon|hum|lab|"
    r"neighb|od|parl|rig|rum|savi|sav|splend|tum|val|vap|vig)o)"
)
_RE = r"(\b(?:calib|cent|fib|lit|(?:centi|kilo|milli)?met|sab|spect|theat))"
_ENDING = r"(e[drs]?|ing|ations?)$"
_DOUBLED = "([aeiou][a-z]*?[^aeiou][aeiou])"
"""“travelled”, and not “filed”: a syllable stands before the one that is doubled."""
_PAIRS: tuple[tuple[str, str, str, str], ...] = (
    # a British form, what becomes of it; an American form, what becomes of it
    (_OUR + "ur", r"\1r", _OUR + "r(?!u)", r"\1ur"),
    (_RE + "re(s?)$", r"\1er\2", _RE + "er(s?)$", r"\1re\2"),
    ("([a-z]{3})is" + _ENDING, r"\1iz\2", "([a-z]{3})iz" + _ENDING, r"\1is\2"),
    ("(al)ys" + _ENDING, r"\1yz\2", "(al)yz" + _ENDING, r"\1ys\2"),
    ("(def|off|lic|pret)ence", r"\1ense", "(def|off|lic|pret)ense", r"\1ence"),
    ("((?:cata|dia|ana|mono)l)ogue", r"\1og", "((?:cata|dia|ana|mono)l)og(?!u|[iy])", r"\1ogue"),
    (_DOUBLED + "ll(ed|ing|ers?)$", r"\1l\2", _DOUBLED + "l(ed|ing|ers?)$", r"\1ll\2"),
    (r"\b(acknowledg|judg)ement", r"\1ment", r"\b(acknowledg|judg)ment", r"\1ement"),
    (r"\b(an|p)ae", r"\1e", r"\b(an(?=emi|est)|p(?=edi))e", r"\1ae"),
    *(
        (rf"\b{british}", american, rf"\b{american}", british)
        for british, american in (
            ("aluminium", "aluminum"),
            ("cheque", "check"),
            ("grey", "gray"),
            ("jewellery", "jewelry"),
            ("kerb", "curb"),
            ("mould", "mold"),
            ("plough", "plow"),
            ("programme", "program"),
            ("sceptic", "skeptic"),
            ("tyre", "tire"),
        )
    ),
)
_RULES = tuple(
    (re.compile(pattern), replacement)
    for british, american_form, american, british_form in _PAIRS
    for pattern, replacement in ((british, american_form), (american, british_form))
)


def other_spellings(word: str) -> frozenset[str]:
    """How else a word may be spelled, in small letters, by one rule each.

    Not all of them are words (“promize”), so they are good for looking something up alone.

    Args:
        word: one word, in any letter case.
    """
    folded = word.lower()
    made = (pattern.sub(replacement, folded, count=1) for pattern, replacement in _RULES)
    return frozenset(made) - {folded}
