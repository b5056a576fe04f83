"""A question together with the reading of a list that is meant by it, as one text.

Whoever is offered several readings chooses one by asking this text: it says what is meant, so that
it can be kept, sent and asked again like any other question.
"""

from __future__ import annotations

import re

_MEANT = re.compile(r"(?s)(.*\S)\s+\(meant: (.+)\)\s*")


def as_meant(question: str, title: str, meaning: str) -> str:
    """A question with what is meant over the list of a title."""
    return f"{question} (meant: {title}: {meaning})"


def meant_in(text: str) -> tuple[str, str]:
    """A question, and what stands behind it as meant; empty where nothing does."""
    said = _MEANT.fullmatch(text)
    return (said[1], said[2]) if said else (text, "")


def is_meant(meant: str, title: str, meaning: str) -> bool:
    """Whether that is the meaning over the list of a title, in capital letters or small ones."""
    return _plain(meant) == _plain(f"{title}: {meaning}")


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
