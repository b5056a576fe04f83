"""What the words of a question want done with figures, wherever in the question they stand.

"By how much did actual rent exceed the budget?", "How far over budget was the rent?" and "What is
the difference between budgeted and actual rent?" have one operation and no form in common.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from backend.evidence.quantities import NUMBER_WORDS

_NUMBER = rf"\d{{1,2}}|{'|'.join(word for word, value in NUMBER_WORDS.items() if 1 < value <= 12)}"
_NEVER = re.compile(r"\bpoints?\b|\bexceeded by\b|\bat (?:least|most)\b|[<>=≠≤≥±~]")
"""What makes another question of the same words."""
_EACH = re.compile(
    r"\b(?:per|each|every) (?P<time>month|quarter|year)\b|\b(?P<ly>month|quarter|year)ly\b"
)
"""Behind an average: that of all periods that there are."""
_EVERY = re.compile(
    rf"\b(?:(?:over|across|for|in|during|of) )?(?:all|the) (?:(?:the|all) )?"
    rf"(?:(?P<many>{_NUMBER}) )?(?P<time>months|quarters|years)\b"
)
_RATE = re.compile(
    r"\b(?:by |in |as )?(?:an? |what |how many |how much )?(?:per ?cent(?:age)?\b|%)"
    r"(?: terms)?|%"
)
_SHARE = re.compile(
    r"\b(?:what |which )?(?:share|proportion|percentage|per ?cent|fraction) of\b|\bhow much of\b"
    r"|\b(?:share|proportion|fraction)\b|\baccount(?:s|ed)? for\b|\b(?:makes?|made) up\b"
)
_RANK = re.compile(
    rf"\b(?:top (?P<top>{_NUMBER})|(?:(?P<many>{_NUMBER}) )?(?:"
    r"(?P<high>(?P<dear>most expensive|dearest|costliest)|highest|largest|biggest"
    r"|best[- ]selling|top[- ]selling|greatest|maximum|most)"
    r"|(?P<low>(?P<cheap>least expensive|cheapest)|lowest|smallest|fewest|minimum|least)))\b"
)
_UP = re.compile(
    r"\b(?:more|higher|larger|greater|bigger|exceed(?:s|ed|ing)?|above|ahead|r[io]ses?|risen"
    rf"|over(?! (?:all|the) (?:(?:the|all) )?(?:{_NUMBER})? ?[a-z]+s\b)"
    r"|gr[oe]ws?|grown|growth|increas(?:e|es|ed)|climb(?:s|ed)?|went up|go up|overr[au]n"
    r"|oversh[o]+t|overspen[dt])\b"
)
_DOWN = re.compile(
    r"\b(?:less|fewer|lower|smaller|below|under|behind|f[ae]lls?(?! on\b)|fallen|drop(?:s|ped)?"
    r"|decreas(?:e|es|ed)|declin(?:e|es|ed)|s[ia]nk|shr[ia]nk|went down|go down|undersh[o]+t"
    r"|underspen[dt])\b"
)
_APART = re.compile(
    r"\b(?:differences?|differ(?:s|ed)?|deviat(?:e|es|ed|ion)|variance|gap|apart|compared"
    r"|chang(?:e|es|ed))\b"
)
_PER = re.compile(r"\bper\b|\bdivided by\b")
_MEAN = re.compile(r"\b(?:on average|average|mean)\b")
_SUM = re.compile(
    r"\b(?:in total|total|sum|altogether|together|combined|overall|in all|in sum|across"
    r"|adds? up(?: to)?|added up|c[oa]mes? to|amount(?:s|ed)? to)\b"
)
_COUNTING = re.compile(
    r"^(?:(?:in|at|for|on|of) )?(?:how many|what number of|count)\b"
    r"|^(?:(?:what|which) (?:is|was|were|are) )?(?:the )?(?:total )?number of\b|^how often\b"
)
_CASES = re.compile(
    r"^(?:in )?how many cases\b|^how often\b"
    r"|^how many times(?= (?:is|are|was|were|did|does|do|has|have|had)\b)"
)
"""What counts the rows themselves, whatever they are called."""
_MOVES = re.compile(
    r"\b(?:r[io]ses?|risen|gr[oe]ws?|grown|growth|increas(?:e|es|ed)|climb(?:s|ed)?|f[ae]lls?|fallen"
    r"|drop(?:s|ped)?|decreas(?:e|es|ed)|declin(?:e|es|ed)|went|go|chang(?:e|es|ed))\b"
)
_HOW = re.compile(r"^(?:by )?how (?:high|low|large|small|big|great|far)\b")
_PREVIOUS = re.compile(
    r"\b(?P<on>year|month|quarter)[- ](?:on|over)[- ](?P=on)\b"
    r"|\b(?:than |from |on |over |compared (?:with|to) )?(?:in )?the "
    r"(?:(?:previous|prior|preceding) (?P<time>year|month|quarter)"
    r"|(?P<before>year|month|quarter) before)\b"
)
"""That a figure is set against that of the period right before."""
_LISTING = re.compile(
    r"^(?:(?:in|at|for|on) )?"
    r"(?:which|list|name|show|what(?! (?:is|was|did|do|does|has|have|had)\b))\b"
)


class Wanted(StrEnum):
    """What is to be made of the cells that a question binds."""

    CELL = "cell"
    SUM = "sum"
    MEAN = "mean"
    DIFFERENCE = "difference"
    CHANGE = "change"
    SHARE = "share"
    PER = "per"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Cues:
    """What the cue words of a question say. `rest` is its text with each of them replaced by
    blanks of the same length. `sense` is 1 where a figure is said to be higher or to have risen, -1
    where it is lower, else 0. `is_move` says that a figure went up or down.
    `is_every` wants all periods that there are, `many` of them where a number is said, each a
    `time`. `most` is how many rows a ranking wants, `is_low` the smallest. `previous` says that the
    period right before is meant as well, a year, quarter or month. `is_of_cases` counts the rows,
    whatever they are called. `is_of_price` says that the first one is the cheapest or dearest."""

    wanted: Wanted
    rest: str
    sense: int = 0
    is_counting: bool = False
    is_listing: bool = False
    is_every: bool = False
    many: int = 0
    time: str = ""
    most: int = 1
    is_low: bool = False
    previous: str = ""
    is_of_cases: bool = False
    is_move: bool = False
    is_of_price: bool = False


def cues_of(text: str) -> Cues | None:
    """What the cue words of a text in small letters say; None where some contradict each other, or
    one asks for what is not worked out here."""
    if _NEVER.search(text):
        return None
    rest = text
    counting, listing = _COUNTING.search(text), _LISTING.search(text)

    def taken(form: re.Pattern[str]) -> re.Match[str] | None:
        nonlocal rest
        first = form.search(rest)
        rest = form.sub(lambda found: " " * len(found[0]), rest)
        return first

    taken(_HOW)
    cases = taken(_CASES)
    moved = _MOVES.search(rest)
    previous = taken(_PREVIOUS)
    every = taken(_EVERY)
    each = taken(_EACH) if _MEAN.search(rest) and every is None else None
    share = taken(_SHARE)
    rate = taken(_RATE)
    rank = taken(_RANK)
    up, down, apart = taken(_UP), taken(_DOWN), taken(_APART)
    per, mean, added = taken(_PER), taken(_MEAN), taken(_SUM)
    moves = bool(up or down or apart)
    kinds = [bool(share), bool(rank), moves, bool(per) and not mean, bool(mean)]
    if sum(kinds) > 1 or (up and down) or (rate and not (moves or share)):
        return None
    wanted = Wanted.CELL
    if share:
        wanted = Wanted.SHARE
    elif rank:
        wanted = Wanted.RANK
    elif moves:
        wanted = Wanted.CHANGE if rate else Wanted.DIFFERENCE
    elif mean:
        wanted = Wanted.MEAN
    elif per:
        wanted = Wanted.PER
    elif added or every:
        wanted = Wanted.SUM
    return Cues(
        wanted,
        rest,
        1 if up else -1 if down else 0,
        counting is not None,
        listing is not None,
        every is not None or each is not None,
        _number(every["many"]) if every and every["many"] else 0,
        every["time"].removesuffix("s") if every else (each["time"] or each["ly"]) if each else "",
        _number(rank["top"] or rank["many"] or "1") if rank else 1,
        bool(rank and rank["low"]),
        (previous["on"] or previous["time"] or previous["before"]) if previous else "",
        cases is not None,
        moved is not None,
        bool(rank and (rank["dear"] or rank["cheap"])),
    )


def _number(word: str) -> int:
    return int(word) if word.isdigit() else int(NUMBER_WORDS[word])
