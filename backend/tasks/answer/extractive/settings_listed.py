"""Listings of settings, as a manual shows them: `Boat { name = "Tern" berth = 4 sail = red }`.

One holds the word for nearly everything that may be asked of its subject, and is an example of how
it is written: it tells neither what a value is nor what a setting does.
"""

from __future__ import annotations

import re

from backend.question_kinds import AnswerKind

FEWEST = 3
"""Settings of a listing, at least."""

_SETTING = re.compile(r"(?<![\w=<>!+-])[\w.$-]{1,60} ?(?:=|:=) ?(?=[^\s=])")
_ASKS_FOR_LISTING = re.compile(
    r"(?i)\b(?:examples?|listings?|samples?|config\w*|files?|sections?|resources?|blocks?|syntax"
    r"|look like|written|define[ds]?|definition|declare[ds]?|set(?: up)?)\b"
)
_SHOWN_IN_ONE = frozenset([AnswerKind.MANNER, AnswerKind.LIST])


def is_listing(text: str) -> bool:
    """Whether a text is several settings in a row, and no sentence."""
    return len(_SETTING.findall(text)) >= FEWEST and text.rstrip()[-1:] not in {".", "!", "?"}


def is_only_listed(kind: AnswerKind, question: str, text: str) -> bool:
    """Whether a text is a listing of settings, where none is asked for."""
    if kind in _SHOWN_IN_ONE or _ASKS_FOR_LISTING.search(question):
        return False
    return is_listing(text)
