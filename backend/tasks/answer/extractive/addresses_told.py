"""Telephone numbers and addresses of mail and the web: who asks for one wants it alone, from the
line of a letter head that has all of them.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import has_verb

_NUMBER = (
    r"(?<![\d.,])(?!\d{4}-\d\d-\d\d\b)\+?\(?\d[\d()/ -]{5,}\d(?![\d.,]\d)"
    r"|(?i:\b(?:call|dial|ring|phone)) \d{3,}\b"
)
_MAIL = r"[\w.+-]+@[\w-]+\.\w"
_WEB = r"(?i:\bhttps?:|\bwww\.|\b[\w-]+\.(?:org|com|net|example|edu|gov|info)\b)"
_ADDRESSES = tuple(
    (re.compile(asked), re.compile(held), re.compile(whole))
    for asked, held, whole in (
        (
            r"(?i)\b(?:tele)?phone\b|\bphone number\b|\bnumber\b.*\b(?:call|ring|dial|phone)\b"
            r"|\bfax\b",
            _NUMBER,
            rf"(?:(?i:\b(?:(?:tele)?phone|tel|fax|mobile|call|ring)\b)[.:]? ?)?(?:{_NUMBER})",
        ),
        (r"(?i)\be-?mail address\b", _MAIL, r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
        (
            r"(?i)\b(?:website|web ?page|web address|url|homepage)\b",
            _WEB,
            r"(?<!\S)(?:https?://|www\.)\S*[^\s.,;:)]",
        ),
    )
)
"""How each is asked for, what shows that a text has one, and one by itself."""
ADDRESS_WORDS = frozenset(
    term_texts("email e mail address telephone phone fax number website web page url homepage")
)
"""Stems by which one is asked for."""
_FAX = re.compile(r"(?i)\bfax\b")
LEAST_LINE = 20
"""Characters of a line that is cut to what is asked for, at least."""


def tells_address(question: str, text: str) -> bool:
    """Whether a text has the kind of address that a question asks for."""
    return any(asked.search(question) and held.search(text) for asked, held, _ in _ADDRESSES)


def address_told(question: str, text: str) -> str:
    """The only address of the asked kind in a line of a letter head, with the word for it; empty
    where the line has several, says a sentence or is short."""
    if has_verb(text) or len(text) < LEAST_LINE:
        return ""
    wanted = [whole for asked, _, whole in _ADDRESSES if asked.search(question)]
    found = [match.group().strip() for whole in wanted[:1] for match in whole.finditer(text)]
    if len(found) != 1 or (_FAX.search(found[0]) is None) is not (_FAX.search(question) is None):
        return ""
    return found[0]
