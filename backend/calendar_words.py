"""The names of the months and of the days of the week, and patterns for them.

A pattern is written without a group around it and without flags: who uses it says whether small
letters count ("may" and "march" are words of their own) and what may stand beside it.
"""

from __future__ import annotations

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
MONTH_TITLES = tuple(month.title() for month in MONTHS)
"""The same as they are printed: "January"."""
MONTH_ABBREVIATIONS = (*(month[:3] for month in MONTHS if month != "may"), "sept")
"""What stands for a longer name, often with a point behind it."""
MONTH_FORMS = frozenset([*MONTHS, *MONTH_ABBREVIATIONS])
"""Every way in which a month is named, in small letters and without a point."""
MONTHS_ABROAD = {
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre "
    "dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro "
    "dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
}
"""The months' names in other languages, by their ISO 639-1 code, from the first on."""
MONTH_ABBREVIATIONS_ABROAD = {
    "de": "jan feb mrz apr aug sep sept okt nov dez",
    "fr": "janv fév févr avr juil sept oct nov déc",
    "es": "ene feb mar abr may jun jul ago sep sept oct nov dic",
}
"""What stands for a longer name in other languages, often with a point behind it."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TITLES_OF_TIME = frozenset((*MONTH_TITLES, *map(str.title, WEEKDAYS)))
"""Months and days of the week as they are printed."""
QUARTER_ORDINALS = ("first", "second", "third", "fourth")
"""What people call the quarters of a year, in their order."""
NAMES_OF_TIME = MONTH_FORMS | frozenset(WEEKDAYS)

FULL_MONTH = "|".join(MONTH_TITLES)
"""Pattern of a month's full name."""
SHORT_MONTH = "|".join(sorted(map(str.title, MONTH_ABBREVIATIONS), key=len, reverse=True))
"""Pattern of a month's name cut short."""
MONTH_NAME = f"{FULL_MONTH}|{SHORT_MONTH}"
"""Pattern of a month's name, in full or short; the longest that fits is tried first."""
MONTH_IN_PROSE = rf"{FULL_MONTH}|(?:{SHORT_MONTH})\.?"
"""The same with the point of a short name; behind a full one a point ends the sentence."""
MONTH_NAME_ABROAD = "|".join(
    sorted(
        {each.title() for names in MONTHS_ABROAD.values() for each in names.split()}
        - set(MONTH_TITLES),
        key=lambda title: (-len(title), title),
    )
)
"""Pattern of a month's full name in another language where it is none in English."""
MONTH_BEGINNING = "|".join(month[:3] for month in MONTHS)
"""Pattern of the first three letters of a month's name, whatever follows."""
MONTH_BEGINNING_ABROAD = (
    r"jan|f[eé]v|feb|m[aä]r|ma[iy]|a[pvb]r|jun|juin|juil|jul|aug|ao[uû]|ago|sep|o[ck]t|nov|"
    r"d[eé][cz]|dic|ene"
)
"""The same in English, German, French and Spanish."""
WEEKDAY = "|".join(WEEKDAYS)
"""Pattern of a day of the week."""

_NUMBERS = {
    each: number
    for names in (" ".join(month[:3] for month in MONTHS), *MONTHS_ABROAD.values())
    for number, each in enumerate(names.split(), start=1)
}


def month_number(name: str) -> int:
    """Which month of the year, from 1, a name is of: in full in any of the languages, or the first
    letters of the English one.

    Raises:
        KeyError: for a text that is no such name and does not begin as an English one does.
    """
    folded = name.casefold()
    return _NUMBERS.get(folded) or _NUMBERS[folded[:3]]
