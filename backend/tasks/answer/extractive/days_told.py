"""The day that “which day” asks for: a time of day is none.

“The last ferry leaves at 9.40 pm” has nearly all of “When is the last day of the ferry?”, and its
hour is of every day.
"""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME, WEEKDAY
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.hours_told import tells_hour

_PICKED = r"(?:very |exact )?(?:(?:first|last|final|next|closing|opening|earliest|latest) )?"
_ASKS = re.compile(
    rf"(?i)^(?:and |but |so )?(?:(?:on|by|from|since|until|till|before|after) )?"
    rf"(?:(?:what|which) {_PICKED}(?:day|date)\b(?! of (?:the )?week\b)"
    rf"|(?:when|what) (?:is|was|are|will be|would be) (?:the|our|my|your|their|its) {_PICKED}"
    r"(?:day|date)\b(?! of (?:the )?week\b| trips?\b| tours?\b| tickets?\b| rates?\b| care\b))"
)
_ASKS_ONE = re.compile(r"(?i)\b(?:first|last|final|closing|opening|earliest|latest) (?:day|date)\b")
"""A single day, and not one of every week."""
_ASKS_LAST = re.compile(r"(?i)\b(?:last|final|closing|latest) (?:day|date)\b")
_TO_DO_IT = re.compile(
    r"(?i)\b(?:day|date) (?:to|for|by which|(?:that )?(?:i|we|you|one|people) (?:can|may|must))\b"
)
"""“The last day to apply”: who does it by then is in time."""
_DAY = re.compile(
    rf"(?i)\b(?:{WEEKDAY})s?\b|\b\d{{1,2}}(?:st|nd|rd|th)\b|\b(?:19|20)\d\d\b"
    r"|(?<![\d.:])\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b"
    r"|(?<![\d.:/])\d{1,2}/\d{1,2}(?![\d/])|\b(?:weds|thur)\b|\b(?:Mo|Tu|We|Th|Fr|Sa|Su)(?= |,|$)"
    r"|\b(?:bank )?holidays?\b|\bweekdays?\b|\beve\b"
    r"|\b(?:to)?days?\b|\b(?:tomorrow|yesterday|tonight|daily|dates?|fortnight|weekends?|easter"
    r"|whitsun|pentecost|christmas|new year|midsummer|michaelmas|lent|ramadan|eid|passover|diwali"
    r"|spring|summer|autumn|winter)\b|\b(?:weeks?|months?|years?|terms?|seasons?)\b"
)
_EACH_WEEK = re.compile(rf"(?i)\b(?:(?:every|each) (?:{WEEKDAY})|(?:{WEEKDAY})s|daily|every day)\b")
_MONTH = re.compile(rf"\b(?:{MONTH_NAME}|{MONTH_NAME.upper()})\b")
_DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{MONTH_NAME})\b"
    rf"|\b(?:{MONTH_NAME}) \d{{1,2}}(?:st|nd|rd|th)?\b"
)
_WEEKDAY_CUT = re.compile(r"\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b")
_HOUR = re.compile(
    r"(?i)\b\d{1,2}[.:][0-5]\d(?: ?[ap]\.?m\b\.?)?|\b\d{1,2} ?(?:[ap]\.?m\b\.?|o['’]clock)"
    r"|\b(?:noon|midnight)\b|\b(?:\d+|[a-z]+) (?:minutes?|hours?)\b"
)
_END = (
    r"(?<!at the )(?<!at )\b(?:last|final(?:ly)?)\b(?! (?:week|month|year|spring|summer|autumn"
    rf"|winter|term|season|time|{WEEKDAY})\b)"
    r"|\b(?:stop|finish|ceas|expir|discontinu|withdr[ae]w)\w*\b"
    r"|\b(?:clos(?:es?|ed|ing|ure)|ends?|ended|ending|until|till|through|up to|beyond)\b(?! of\b)"
    r"|\d (?:to|and) \d|\d ?[–—-] ?\d"
)
_ENDS = re.compile(rf"(?i){_END}")
_IN_TIME = re.compile(rf"(?i){_END}|\b(?:by|before|no later than|deadlines?|due|latest|within)\b")


def asks_for_day(question: str) -> bool:
    """Whether a question asks for a day or a date by this word."""
    return _ASKS.match(question.strip()) is not None


def tells_day(text: str) -> bool:
    """Whether a text may tell a day: by a date, a day of the week, a month, a season, or a word
    such as “tomorrow” or “weeks”."""
    named = any(pattern.search(text) for pattern in (_MONTH, _DAY, _WEEKDAY_CUT))
    return named or holds_kind(AnswerKind.DATE, _HOUR.sub(" ", text))


def asks_for_last_day(question: str) -> bool:
    """Whether a question asks for the last day of something by this word."""
    return asks_for_day(question) and _ASKS_LAST.search(question) is not None


def tells_date(text: str) -> bool:
    """Whether a text tells a certain day: one of a month, by its number."""
    return _DATE.search(text) is not None


def tells_only_hours(question: str, text: str) -> bool:
    """Whether a day is asked for, and all times that a text tells are times of day, or, where the
    first or the last day is asked for, of every week."""
    if not asks_for_day(question) or not tells_hour(text):
        return False
    return not tells_day(_EACH_WEEK.sub(" ", text) if _ASKS_ONE.search(question) else text)


def tells_end_on_a_day(question: str, text: str) -> bool:
    """Whether the last day of something is asked for, and a text tells of an end and of a day."""
    if not asks_for_last_day(question) or not tells_day(text):
        return False
    ends = _IN_TIME if _TO_DO_IT.search(question) else _ENDS
    return ends.search(text) is not None
