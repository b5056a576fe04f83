"""When something ends is not told by when it begins.

“The café opens at nine” has all of “When does the café close?” but the deed, and its hour is of the
opposite one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import holds_kind

_DEEDS = (
    (
        r"opens?|opened|opening|begins?|began|begun|beginning|starts?|started|starting",
        r"clos(?:es?|ed|ing)|shuts?|shutting|ends?|ended|ending|finish(?:es|ed|ing)?|stops?|stopped"
        r"|stopping|is over",
    ),
    (r"arriv(?:es?|ed|ing|als?)", r"leav(?:es?|ing)|left|departs?|departed|departing|departures?"),
    (r"buil[dt]s?|building|erected", r"demolished|torn down|taken down|pulled down|removed"),
)
_UNDONE = (
    (
        r"start\w*|begin\w*|on|open\w*|arriv\w*",
        r"stop\w*|end\w*|off|clos\w*|leav\w*|finish\w*|shut\w*",
    ),
    (r"add\w*|install\w*|join\w*|book\w*", r"delet\w*|remov\w*|uninstall\w*|leav\w*|cancel\w*"),
    (r"lock\w*|in|pack\w*", r"unlock\w*|out|unpack\w*"),
)
"""Beginnings of words for a deed, and for what undoes it: of headings, which say a deed alone."""


def _sides(deeds: Iterable[tuple[str, str]]) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Each deed with its opposite, either way round."""
    return [
        (re.compile(rf"(?i)\b(?:{own})\b"), re.compile(rf"(?i)\b(?:{other})\b"))
        for deed in deeds
        for own, other in (deed, deed[::-1])
    ]


_SIDES, _UNDOING = _sides(_DEEDS), _sides(_UNDONE)
_PARTS = re.compile(r"(?i);\s|,?\s(?:and|but|while|whereas)\s")
_WHEN = re.compile(
    r"(?i)\W*(?:and |but |so )?(?:when|until when|(?:at |by |until )?(?:what|which) "
    r"(?:time|hour|day|date|year))\b"
)
_ASIDE = re.compile(
    r"(?i)\b(?:that|which|who|if|while|because|after|before)\b(?! (?:time|hour|day|date|year)\b)"
)
"""What may have the deed beside the one whose time is asked for."""
_SPAN = re.compile(
    r"(?i)\b(?:until|till|between|through|to (?:\d|noon|midnight|dusk|dark|mon|tues|wednes|thurs"
    r"|fri|satur|sun)|\w+ to \w+day)\b|\d\s?(?:[ap]\.?m\.?\s?)?[–—-]\s?\d|\bhours\b|\bfor \w+ "
    r"(?:minutes|hours|days|weeks|months|years)\b|\b(?:takes|lasts|24|always|never|all day)\b"
)
"""What tells the end with the beginning: “open from 9 to 5”."""


def tells_the_opposite_deed(question: str, text: str) -> bool:
    """Whether it is asked when something happens, and a text has no word for that, or one beside
    which it tells no day, but one for its opposite; it tells no span of time, of which both ends
    are told."""
    if _WHEN.match(question) is None or _ASIDE.search(question) or _SPAN.search(text):
        return False
    return any(
        own.search(question)
        and not other.search(question)
        and other.search(text)
        and (not own.search(text) or _is_dated_by(other, own, text))
        for own, other in _SIDES
    )


def _is_dated_by(deed: re.Pattern[str], asked: re.Pattern[str], text: str) -> bool:
    """Whether all days and hours of a text stand beside a deed, and none beside the asked one: “It
    opens on 3 May and closes like the others.”"""
    parts = [each for each in _PARTS.split(text) if holds_kind(AnswerKind.DATE, f" {each} ")]
    return bool(parts) and all(deed.search(part) and not asked.search(part) for part in parts)


def undoes(question: str, heading: str) -> bool:
    """Whether a heading says the opposite of what is asked: “Starting the show” for how it is
    switched off."""
    return any(
        own.search(question)
        and not other.search(question)
        and other.search(heading)
        and not own.search(heading)
        for own, other in _UNDOING
    )
