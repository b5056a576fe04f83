"""Surface signs that a sentence says the opposite of its source: a negation, an opposed word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import term_texts

ALIKE = 0.6
"""Least share of the claim's terms that a source sentence must hold to be compared with it."""

_NEGATION = re.compile(
    r"(?i)\b(?:not|no|never|none|neither|nor|without|cannot|nobody|nothing|nowhere)\b|n['’]t\b"
)
_OPPOSED = (
    ("increase", "decrease"),
    ("rise", "fall"),
    ("rose", "fell"),
    ("grew", "shrank"),
    ("grow", "shrink"),
    ("gain", "loss"),
    ("profit", "loss"),
    ("higher", "lower"),
    ("more", "less"),
    ("more", "fewer"),
    ("above", "below"),
    ("before", "after"),
    ("first", "last"),
    ("older", "younger"),
    ("larger", "smaller"),
    ("win", "lose"),
    ("won", "lost"),
    ("accept", "reject"),
    ("approve", "reject"),
    ("include", "exclude"),
    ("open", "close"),
    ("north", "south"),
    ("east", "west"),
    ("male", "female"),
    ("maximum", "minimum"),
    ("ascend", "descend"),
    ("import", "export"),
    ("present", "absent"),
    ("all", "none"),
    ("increased", "declined"),
    ("increased", "reduced"),
)


def _stemmed(word: str) -> str:
    return term_texts(word, keep_stop_words=True)[0]


_PAIRS = tuple(
    pair
    for left, right in _OPPOSED
    for pair in ((_stemmed(left), _stemmed(right)), (_stemmed(right), _stemmed(left)))
)


def contradiction(claim: str, sources: Sequence[str]) -> str:
    """What speaks against the claim in the source sentence most like it, in words; else empty.

    Only the most similar sentence is compared, and only if it holds most of the claim's words.
    """
    wanted = set(term_texts(claim))
    if not wanted:
        return ""
    best, held = "", 0.0
    for source in sources:
        share = len(wanted & set(term_texts(source))) / len(wanted)
        if share > held:
            best, held = source, share
    if held < ALIKE:
        return ""
    claimed, said = (set(term_texts(text, keep_stop_words=True)) for text in (claim, best))
    for word, opposite in _PAIRS:
        if word in claimed and word not in said and opposite in said and opposite not in claimed:
            return "It says the opposite of the cited passage in one word."
    if bool(_NEGATION.search(claim)) != bool(_NEGATION.search(best)) and held >= 0.8:
        return (
            "It denies what the cited passage says."
            if _NEGATION.search(claim)
            else "The cited passage denies this."
        )
    return ""
