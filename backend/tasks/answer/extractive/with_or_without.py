"""With or without a thing: what holds “where a lock is used” is not what holds without a lock."""

from __future__ import annotations

import re

from backend.analysis import term_texts

_WITHOUT = re.compile(
    r"(?i)\b(?:without|not using|has no|have no|if there is no) (?:(?:the|an?|any|using|having) )*"
    r"(?P<what>[\w-]+)"
)
_WITH = re.compile(
    r"(?i)\b(?:with|using|where|when|if|once) (?:(?:the|an?|any|using|having|there is|you use) )*"
    r"(?P<what>(?!out\b)[\w-]+)(?P<rest>(?: [\w-]+){0,3})"
)
_DENIED = re.compile(r"(?i)\b(?:not|no|never|without)\b|n['’]t\b")


def is_of_the_other_state(question: str, text: str) -> bool:
    """Whether it is asked what holds without a thing, and a text tells only what holds with it; or
    the other way round."""
    lacking, having = _lacked(question), _had(question)
    told_without, told_with = _lacked(text), _had(text)
    if lacking:
        return bool(lacking & told_with) and not lacking & told_without
    return bool(having & told_without) and not having & told_with


def _lacked(text: str) -> frozenset[str]:
    """The stems of what is said not to be there."""
    stems = frozenset(
        stem for match in _WITHOUT.finditer(text) for stem in term_texts(match["what"])
    )
    denied = (match for match in _WITH.finditer(text) if _DENIED.search(match["rest"]))
    return stems | frozenset(stem for match in denied for stem in term_texts(match["what"]))


def _had(text: str) -> frozenset[str]:
    """The stems of what is said to be there."""
    return frozenset(
        stem
        for match in _WITH.finditer(text)
        if not _DENIED.search(match["rest"])
        for stem in term_texts(match["what"])
    )
