"""Months of a question that is typed in small letters, as they are printed.

"may" and "march" are words of their own, so in small letters they count as months only where what
stands beside them says so: "in may", "from april to may", "on 3 march".
"""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_FORMS, MONTHS

_FULL = "|".join(month for month in MONTHS if month not in ("march", "may"))
_SHORT = "|".join(sorted(MONTH_FORMS - set(MONTHS), key=lambda month: (-len(month), month)))
_TITLES = "|".join(map(str.title, MONTHS))
_PERIOD = "in|during|since|until|till|before|after|by|from|between|of|for|early|mid|late"
_NO_VERB = r"(?! (?:be|have|not|also|only|never)\b)"
_BEHIND_DAY = (
    r"(?=\W*$|,? (?:(?:19|20)\d\d|and|or|to|until|till|for|from|at|in|by|with|is|was|were)\b)"
)
_NAMES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<before>)\b(?P<month>{_FULL})\b",
        rf"(?P<before>\b\d{{1,2}}(?:st|nd|rd|th)? )(?P<month>{_SHORT})\b",
        rf"(?P<before>)\b(?P<month>{_SHORT})(?=\.? \d)",
        rf"(?P<before>\b(?i:{_PERIOD})[ -]|(?<!\b[Tt]he )\blast )(?P<month>may|march)\b{_NO_VERB}",
        r"(?P<before>)\b(?P<month>may|march)(?=,? (?:19|20)\d\d\b)",
        # "may 3 people enter" and "may 3.5 litres" name no day
        r"(?P<before>)\b(?P<month>may|march)(?= \d{1,2}(?:st|nd|rd|th)?(?! [a-z]| ?%|[.:,]?\d))",
        rf"(?P<before>\b\d{{1,2}}(?:(?:st|nd|rd|th)(?: of)?)? )(?P<month>may|march)\b{_NO_VERB}"
        rf"{_BEHIND_DAY}",
        # by now the month before it is in capitals
        rf"(?P<before>\b(?:{_TITLES})(?: ?[-–] ?| (?:and|or|to|until|till) ))"
        rf"(?P<month>may|march)\b{_NO_VERB}",
    )
)


def months_as_printed(question: str) -> str:
    """A question with the months that it names in capitals: "how many in may" asks of May.

    >>> months_as_printed("who may join in march or may, on 3 june")
    'who may join in March or May, on 3 June'
    """
    for pattern in _NAMES:
        question = pattern.sub(lambda found: found["before"] + found["month"].title(), question)
    return question
