"""Words that a list writes short: "Rej." over what was rejected, "stud" for a student."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from backend.calendar_words import MONTH_ABBREVIATIONS, MONTHS, month_number
from backend.tasks.calculate.programs.column_words import FUNCTION, stemmed

_SHORT_FOR = {
    "hrs": "hours",
    "hr": "hours",
    "mins": "minutes",
    "min": "minutes",
    "qty": "quantity",
    "amt": "amount",
    "temp": "temperature",
    "dept": "department",
    "prio": "priority",
    "tel": "phone",
    "mobile": "phone",
    "avg": "average",
    "max": "maximum",
    "no": "number",
    "nr": "number",
    "qtr": "quarter",
    "yr": "year",
    "dob": "born",
    "wt": "weight",
    "dist": "distance",
    "km": "distance",
    "addr": "address",
    "resp": "responsible",
    "pcs": "pieces",
    "inst": "instrument",
    "inv": "invoice",
    "desc": "description",
    "loc": "location",
    "cust": "customer",
    "supp": "supplier",
    "rec'd": "received",
    "rec’d": "received",
    "recd": "received",
    **{short: MONTHS[month_number(short) - 1] for short in MONTH_ABBREVIATIONS},
}
"""What headers are short for."""
_MAY_BE_SHORT_FOR = {
    "adv": ("advance",),
    "att": ("attended", "attendance"),
    "bal": ("balance",),
    "bud": ("budget",),
    "canc": ("cancelled",),
    "cert": ("certificate",),
    "del": ("delivered", "delivery"),
    "dep": ("deposit", "departure"),
    "est": ("estimate", "estimated"),
    "exp": ("expires", "expiry", "expected"),
    "mem": ("member",),
    "ord": ("order", "ordered"),
    "pd": ("paid",),
    "reg": ("registration", "registered"),
    "ret": ("returned", "return"),
    "typ": ("type",),
    "veh": ("vehicle",),
    "vol": ("volume", "volunteer"),
}
"""What headers may be short for, where the question has such a word."""
_LEAST_MORE = 2
"""Letters that a word in full has more than the one that a point cuts short, at least."""
_SHORTEST_HEADER = 3
_SHORTEST_CUT = 4
_MORE_THAN_CUT = 3
"""Letters of a word that is cut short without a point, and how many more the whole has, at least:
less would be other words ("part", "party")."""
_VOWELS = "aeiouy"


def said_in_full(word: str, header: str, said: Sequence[str]) -> str:
    """A word of a header in full: as it is known, or as the question says it where a point in the
    header cuts it short; itself where it is not short for anything.

    >>> said_in_full("Rej", "Rej.", ["How", "many", "were", "rejected"])
    'rejected'
    """
    if known := _SHORT_FOR.get(word.casefold()):
        return known
    stems = stemmed(said)
    for full in _MAY_BE_SHORT_FOR.get(word.casefold(), ()):
        if stemmed([full]) <= stems:
            return full
    if not re.search(rf"(?<!\w){re.escape(word)}\.", header):
        return word
    start, least = word.casefold(), len(word) + _LEAST_MORE
    found = [
        each
        for each in said
        if each.casefold().startswith(start)
        and len(each) >= least
        and each.casefold() not in FUNCTION
    ]
    return max(found, key=len) if found and len(word) >= _SHORTEST_HEADER else word


def cut_to(stem: str, vocabulary: Iterable[str]) -> list[str]:
    """The only word of a list that is the beginning of another one and ends before a vowel, as
    "stud" is of "student" and "boat" is not of "boathouse"; empty where there is none, or several.

    >>> cut_to("student", ["stud", "full", "student loan"])
    ['stud']
    """
    found = [
        each
        for each in vocabulary
        if len(each) >= _SHORTEST_CUT
        and len(stem) >= len(each) + _MORE_THAN_CUT
        and stem.startswith(each)
        and each[-1] not in _VOWELS
        and stem[len(each)] in _VOWELS
    ]
    return found if len(found) == 1 else []
