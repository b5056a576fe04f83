"""Whether a text tells how far one amount lies from another, where that is asked for.

“How much more is the new rent?” is not answered by “The new rent is 960 pounds.”: whoever reads it
as the answer is wrong by the old one.
"""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_BEGINNING

_ASKS = re.compile(
    r"(?i)^\W*(?:and )?(?:by how (?:much|many|far)\b"
    r"|how (?:much|many|far)(?: [^\W\d_]+)?? (?:(?:more|less|fewer|higher|lower|shorter|larger"
    r"|smaller|greater|bigger|cheaper|dearer|faster|slower|heavier|lighter|older|younger)\b"
    r"(?! than \d)|(?:longer|further|farther)\b.* than (?!\d))"
    r"|what (?:is|was|are|were) the (?:difference|gap|increase|rise|decrease|fall|drop)\b.*\d)"
)
"""How much longer a book may be kept is a time and no difference."""
_TELLS = re.compile(
    r"(?i)\b(?:more|less|fewer|higher|lower|longer|shorter|larger|smaller|greater|bigger|cheaper"
    r"|dearer|further|faster|slower|heavier|lighter|older|younger|extra|additional"
    r"|(?:by|up|down)(?: (?:about|some|nearly|almost|over|from|on|a))? [£$€]?"
    r"(?:\d[\d.,]*|few|half|third)"
    r"|increas\w*|decreas\w*|ris(?:e|es|ing)|rose|risen|gr[eo]w\w*|fall(?:s|en|ing)?|fell|drop\w*"
    r"|declin\w*|gain(?:s|ed)?|los[ts]|reduc\w*|difference|gap|exceed\w*|doubled?|twice|half"
    r"|halved|same|unchanged|equal\w*|sur?plus|supplements?|surcharges?|premium|discount\w*|on top"
    r"|saves?|saved|savings?|off|per ?cent|another|left|remain\w*|still|beyond|above|below|over"
    r"|after|before|addition|plus|times|\w+fold|outweighs?|outnumbers?)\b|%"
)
_ASKS_SIZE = re.compile(
    r"(?i)(?:and )?how (?:much (?:does|do|did|is|are) .+|(?:heavy|long|tall|high|wide|deep|large"
    r"|big|old|far) .+)"
)
_COMPARED = re.compile(r"(?i)\b(?:more|less|fewer|than|longer|higher|lower|heavier|lighter)\b")
_FIGURE = re.compile(r"(?<![\w.,])[£$€]?\d[\d.,]*(?![\w.,]*[^\W\d_])")
_MORE_THAN = re.compile(
    r"(?i) ?(?:%|[a-z²]+)?(?: of [a-z]+)? (?:more|less|fewer|longer|shorter|higher|lower|wider"
    r"|heavier|lighter|larger|smaller|older|younger|taller|deeper|dearer|cheaper|further|extra)\b"
)
_DATES = re.compile(
    rf"(?i)\b\d{{1,2}}(?:st|nd|rd|th)? (?:{MONTH_BEGINNING})\w*"
    rf"|\b(?:{MONTH_BEGINNING})\w* \d{{1,2}}\b"
    r"|\b(?:1[5-9]|20)\d\d\b"
)
_AMOUNT = re.compile(r"(?<![\w.])\d[\d.,]*")
_BOTH = 2


def tells_only_difference(question: str, text: str) -> bool:
    """Whether a size or a price is asked for, and all figures of a text say how much more or less
    it is than another one's: “The racing punt weighs 9 kilos more.”"""
    if not _ASKS_SIZE.match(question.strip()) or asks_for_difference(question):
        return False
    if _COMPARED.search(question):
        return False
    said = text.rpartition("?")[2]  # a question may stand before it
    figures = list(_FIGURE.finditer(said))
    return bool(figures) and all(_MORE_THAN.match(said, figure.end()) for figure in figures)


def asks_for_difference(question: str) -> bool:
    """Whether it is asked by how much two amounts differ."""
    return _ASKS.search(question) is not None


def tells_difference(text: str) -> bool:
    """Whether a text may say so: by a word for it, or by two amounts to be compared."""
    if _TELLS.search(text):
        return True
    return len(_AMOUNT.findall(_DATES.sub(" ", text))) >= _BOTH
