"""What a passage is about, read from its first sentence, for passages whose title does not say it.

Files are seldom named after what their passages are about, and records of a corpus often have no
title. "Orla Maria "Olly" Venn (born 1899) was …" is about Olly Venn all the same. The
forms under which others will name it come with how surely each stands for the passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.analysis import STOP_WORDS
from backend.passage_view.names import LONGEST_NAME, lead_name, name_key

FULL = 0.85
"""The subject as the passage spells it."""
ALIKE = 0.75
"""Without titles of persons, generations, or what stands in quotes."""
BEFORE_COLON = 0.7
"""What stands before a colon: a work without its subtitle."""
SHORT = 0.5
"""First and last word of a longer name: a person without middle names."""
LONGEST_PERSON = 5

_DEFINED = re.compile(
    r"^[\"“'‘]?(?P<name>[^\n(,;]{2,80}?)[\"”'’]?\s*(?:\([^)\n]{0,200}\)?\s*|,[^.\n]{0,160}?,\s*)?"
    r"\s*\b(?:(?:is|was|are|were)\s+(?:a|an|the|one|any)|represented)\b"
)
_ARTICLE = re.compile(r"^(?:the|an|a)\s+", re.IGNORECASE)
_QUOTED = re.compile(r"\s*[\"“'‘(](?P<name>[^\"”'’)]{2,30})[\"”'’)]\s*")
_HONORIFIC = re.compile(r"^(?:Sir|Dame|Dr\.?|Lord|Lady|Saint|St\.?|Rev\.?|Prof\.?)\s+")
_GENERATION = re.compile(r",?\s+(?:Jr\.?|Sr\.?|[IVX]{1,4})$")


def subject_keys(text: str) -> dict[str, float]:
    """The keys of what a text is about with how surely each stands for it; often empty."""
    found: dict[str, float] = {}
    subject = lead_name(text) or _defined(text)
    if not subject:
        return found
    for form, weight in _forms(subject):
        key = name_key(form)
        words = key.split()
        if len(key) > 1 and len(words) <= LONGEST_NAME and not set(words) <= STOP_WORDS:
            found[key] = max(weight, found.get(key, 0.0))
    return found


def _defined(text: str) -> str:
    """The subject of a definition ("A tidal weir is a …"); one word counts for nothing."""
    match = _DEFINED.match(text[:300])
    if match is None:
        return ""
    name = _ARTICLE.sub("", match.group("name").strip())
    words = [word for word in name.split() if word.lower() not in STOP_WORDS]
    return name if 2 <= len(words) <= LONGEST_NAME else ""


def _forms(subject: str) -> Iterator[tuple[str, float]]:
    yield subject, FULL
    subject = _ARTICLE.sub("", subject)
    plain = _GENERATION.sub("", _HONORIFIC.sub("", _QUOTED.sub(" ", subject).strip()))
    if plain != subject:
        yield plain, ALIKE
    words = plain.split()
    person = 2 <= len(words) <= LONGEST_PERSON and all(word[0].isupper() for word in words)
    if person and len(words) > 2 and ":" not in plain:
        yield f"{words[0]} {words[-1]}", SHORT
    if ":" in plain:
        yield plain.split(":", 1)[0], BEFORE_COLON
    nickname = _QUOTED.search(subject)
    if person and nickname is not None:
        yield f"{nickname.group('name')} {words[-1]}", ALIKE
