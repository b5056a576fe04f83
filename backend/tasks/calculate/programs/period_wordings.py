"""What people say for a period that accounts call otherwise: "the last quarter of 2022" is its
fourth one, "the first half of fiscal 2024" six months of it, "year-end 2022" the end of 2022, and
"the July 2023 quarter" three months that end then."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME

_YEAR = (
    r"(?P<year>(?:(?:fiscal|financial|calendar)(?: year)? |FY ?|CY ?)?(?:19|20)\d\d"
    r"|(?:FY|CY) ?['’]?\d\d)\b"
)
_OF = r"(?:,? (?:of|in)(?: the)?|,)? ?"
_DAY = rf"(?=(?:\d{{1,2}}(?:st|nd|rd|th)? )?(?:{MONTH_NAME})\b)"
_ENDED = r"(?:to|ended|ending|that (?:ended|ends))(?: in| on)?"
_MONTH = rf"(?P<month>{MONTH_NAME})"
_AT_THE_END = r"at the end of \g<year>"
_AT_END_OF_MONTH = r"at the end of \g<month> \g<year>"
_FORMS = (
    (rf"\b(?:last|final|closing) quarter{_OF}{_YEAR}", r"fourth quarter of \g<year>"),
    (
        rf"\b(?:the )?(?:(?:first|1st) half|H1|1H){_OF}{_YEAR}(?! ?[-–/])",
        r"the first six months of \g<year>",
    ),
    (
        rf"\b(?:the )?first (?:three|3) quarters{_OF}{_YEAR}",
        r"the first nine months of \g<year>",
    ),
    (rf"\b(?:at|as of|as at|by|on) (?:the )?year[- ]?end{_OF}{_YEAR}", _AT_THE_END),
    (r"\b(?:at|as of|as at|by) (?:the )?(?P<year>(?:19|20)\d\d) year[- ]?end\b", _AT_THE_END),
    (rf"\bat the end of (?:the )?{_MONTH} (?P<year>(?:19|20)\d\d) quarter\b", _AT_END_OF_MONTH),
    (r"\b1H ?['’]?(?P<year>\d\d)\b", r"the first six months of 20\g<year>"),
    (rf"\b(?:at|by) (?:the )?close of {_YEAR}", _AT_THE_END),
    (r"\b(?:at|by) end (?:of )?(?P<year>(?:19|20)\d\d)\b", _AT_THE_END),
    (rf"\bquarter {_ENDED} {_DAY}", "three months ended "),
    (rf"\b(?:three|3) months to {_DAY}", "three months ended "),
    (rf"\b{_MONTH} (?P<year>(?:19|20)\d\d) quarter\b", r"three months ended \g<month> \g<year>"),
    (
        rf"\b{_MONTH} quarter(?: of| in)? (?P<year>(?:19|20)\d\d)\b",
        r"three months ended \g<month> \g<year>",
    ),
    (
        rf"\b(?:(?:first|1st) )?(?<!second )(?<!2nd )(?<!last )(?<!other )"
        rf"(?:half[- ]year|half|(?:six|6) months) {_ENDED} {_DAY}",
        "six months ended ",
    ),
    (rf"\b(?:nine|9) months to {_DAY}", "nine months ended "),
    (rf"\b(?:(?:twelve|12) months {_ENDED}|year to) {_DAY}", "year ended "),
)
_PLAIN = tuple((re.compile(f"(?i){form}"), plain) for form, plain in _FORMS)


def with_plain_periods(question: str) -> str:
    """The question with its periods as accounts call them; as it is where it has no such words.

    Only a half that comes first is told by statements, as six months; a second one stays.
    """
    for form, plain in _PLAIN:
        question = form.sub(plain, question)
    return " ".join(question.split())
