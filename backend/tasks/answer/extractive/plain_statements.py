"""Sentences that say plainly what is asked, in words that the ranking has seldom seen together:
what is allowed, at what hour on which day, by when and for how long, how deep or heavy something
is, why “we are moving”, and from whom a letter is.

House rules, notices and minutes are made of these. Each form asks for all that the question names,
so that a neighbouring rule ("Barbecues are permitted …") is none about dogs.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.calendar_words import MONTH_BEGINNING, WEEKDAY
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import asks_for_past_date, is_question
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import WEEKDAY_STEMS
from backend.tasks.answer.extractive.units import Unit

_ASKS_LEAVE = re.compile(
    r"(?i)^(?:may|can|must) (?:i|we|you|one|they|he|she|[^\W\d_]+(?: [^\W\d_]+)?)\b"
    r"|^(?:am i|are (?:we|you)|is it) (?:allowed|permitted|forbidden)\b"
    r"|^(?:is|are) .+ (?:allowed|permitted|forbidden|prohibited)\b"
)
_GIVES_LEAVE = re.compile(
    r"(?i)\b(?:may|must|shall|allowed|permitted|forbidden|prohibited|banned|welcome)\b"
)
_LEAVE = frozenset(
    term_texts(
        "may can must allowed permitted forbidden prohibited bring brought take have keep use get "
        "go come do make put",
        keep_stop_words=True,
    )
)
"""Words of asking for leave, and verbs that say little: who may not bring a dog must leave it."""
_MODAL = frozenset(term_texts("may can must should", keep_stop_words=True))
_CLOCK = re.compile(
    r"(?i)\b\d{1,2}(?:[.:]\d\d)? ?(?:[ap]\.?m\b|o['’]clock|h\b|uhr\b)|\b\d{1,2}[.:]\d\d\b|\bnoon\b"
    r"|\bmidnight\b"
)
_OPENS_WITH_HOUR = re.compile(rf"(?i)\W*(?:at )?(?:{_CLOCK.pattern.removeprefix('(?i)')})")
_SPELLED = (
    r"a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty"
    r"|ninety"
)
_SPAN = re.compile(
    rf"(?i)\b(?:\d+(?:[.,]\d+)?|{_SPELLED})[\s-](?:second|minute|hour|day|week|month|year|decade)s?\b"
)
_HOW_LONG = re.compile(
    r"(?i)^(?:and )?how long (?:do|does|did|will|is|are|was|were|has|have|can|may|must|should)"
    r" (?P<rest>.+)$"
)
_DOES_SO = re.compile(r"(?i)\b(?:do|does|did|will|can|may|must|should)\b|[^\W\d_]{2,}ed$")
"""What the question ends with is done."""
_BY_WHEN = re.compile(r"(?i)^(?:by|until|till) when\b")
_DAY = (
    rf"(?:{WEEKDAY})|\d{{1,2}}(?:st|nd|rd|th)?\b|(?:{MONTH_BEGINNING})[a-z]*\b|(?:19|20)\d\d\b|"
    r"(?:first|second|third|last|end|middle|noon|midnight|next|this|tomorrow)\b"
)
_DEADLINE = re.compile(
    rf"(?i)\b(?:by|until|till|before|no later than|not later than) (?:the )?(?:{_DAY})"
)
_PAYING = frozenset(term_texts("pay paid payable due payment"))
_WHEN_IS = re.compile(r"(?i)^(?:and )?when (?:is|are|was|were) (?:the |our |your )?(?P<what>.+)$")
_TAKES_PLACE = re.compile(
    r"(?i)\b(?:tak(?:es?|ing)|took) place\b|\b(?:is|are|was|were|be) held\b|\bhappens?\b"
)
_A_DAY = re.compile(rf"(?i)\b(?:{_DAY})")
_TURNED = re.compile(
    r"(?i)^why (?P<be>are|is|am|was|were|have|has|had) (?P<who>we|they|you|i|it|he|she) (?P<do>\w+)"
)
_BECAUSE = re.compile(r"(?i)\b(?:because|since|as|due to)\b")
_WROTE = re.compile(
    r"(?i)^(?:who|by whom) (?:wrote|sent|signed|was|is) (?:the |this )?(?P<what>[^\W\d_]+)"
    r"(?: (?:written|sent|signed) by| by| from)?(?: (?:about|on|to|regarding|concerning|of) .+)?$"
    r"|^who is the (?P<of>[^\W\d_]+) from$"
)
_FROM = re.compile(r"(?:From|Author|Sender|Written by|Signed|Minutes): ?[^\W\d_a-z]")
_SIGNED = re.compile(
    r"(?:[Yy]ours (?:sincerely|faithfully|truly|ever)|[Ss]incerely(?: yours)?"
    r"|(?:[Ww]ith )?(?:[Kk]ind|[Bb]est|[Ww]arm)(?:est)? (?:regards|wishes)|[Rr]egards|[Cc]heers)"
    r"\s*,?\s+(?P<who>[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){0,3})"
)
"""The end of a letter."""
_NAME_ALONE = re.compile(
    r"(?P<who>(?:Dr\.? |Prof\.? |Mrs?\.? |Ms\.? )?[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z]\.)?"
    r"(?: [^\W\d_a-z][\w'’-]+){1,2}?)(?:,? [^\W\d_][^.!?:;]{0,60})?$"
)
NEAR_THE_END = 4
"""A name at the end of a letter is one of so many last pieces of its passage."""
LONGEST_NAME = 9
"""Words of such a name with what its bearer is, at most."""
_WRITTEN = frozenset(
    term_texts(
        "letter mail email e-mail message note reply answer notice confirmation invitation memo "
        "offer quotation reminder complaint invoice statement contract agreement report"
    )
)
_LENGTH = r"(?:m|cm|mm|km|ft|metres?|meters?|feet|foot|inch(?:es)?|yards?|fathoms?)"
_WEIGHT = r"(?:g|kg|t|lbs?|grams?|kilos?|kilograms?|tons?|tonnes?|pounds?)"
_AREA = (
    r"(?:m²|m2|km²|sqm|sq\.? ?(?:m|ft|km)|square (?:met(?:re|er)s?|feet|miles?|kilomet(?:re|er)s?)"
    r"|acres?|hectares?|ha)"
)
_DEGREES = r"(?:° ?[CF]?|degrees)"
_SIZES = (
    ("deep", "deep depth deepen deeper", _LENGTH),
    ("wide", "wide width widen wider", _LENGTH),
    ("high", "high height heighten higher tall", _LENGTH),
    ("tall", "tall height high", _LENGTH),
    ("thick", "thick thickness", _LENGTH),
    ("large", "large big area size surface", _AREA),
    ("big", "large big area size surface", _AREA),
    ("heavy", "heavy weight weigh weighs weighed heavier", _WEIGHT),
    ("long", "long length", _LENGTH),
    ("loud", "loud noise sound level volume louder", r"db(?:\(a\))?|decibels?"),
    ("hot", "hot warm temperature heat", _DEGREES),
    ("warm", "warm hot temperature heat", _DEGREES),
    ("cold", "cold cool temperature", _DEGREES),
    ("fast", "fast speed faster", r"(?:km/h|mph|m/s|knots?|rpm)"),
    ("powerful", "power powerful output", r"(?:[km]?w|watts?|kilowatts?|hp|horsepower)"),
    ("strong", "strong power strength", r"(?:[km]?w|watts?|kilowatts?|hp|horsepower|k?n|newtons?)"),
)
_HOW_LARGE = re.compile(rf"(?i)^(?:and )?how (?P<size>{'|'.join(each[0] for each in _SIZES)})\b")
_PROPERTY = re.compile(
    r"(?i)(?:^|[:—–] )(?:the |its )?(?P<size>[\w-]+)(?: (?:level|output|class))?"
    r"(?:\W|\b(?:value|is|of|up to|about|max(?:imum)?)\b)*$"
)
_HOW_FAR = re.compile(r"(?i)^(?:and )?how far (?:away |off )?(?:is|are|was|were) (?P<what>.+)$")
_AWAY = re.compile(
    rf"(?i)(?<![\w.,])(?:\d+(?:[.,]\d+)?|{_SPELLED})[\s-]?(?:{_LENGTH}|miles?|kilomet(?:re|er)s?"
    r"|minutes?['’]?|hours?['’]?) (?:[a-z]+ ){0,3}(?:from|away|to|off|walk|drive|ride|north|south|"
    r"east|west)\b"
)
_MEASURED = {
    size: (
        frozenset(term_texts(words)),
        re.compile(rf"(?i)(?<![\w.,])\d+(?:[.,]\d+)?[\s-]?{unit}(?!\w)"),
    )
    for size, words, unit in _SIZES
}


def plainly_said(question: Question, unit: Unit, about: frozenset[str]) -> float:
    """How surely a sentence says what is asked: 0, or `FIT`.

    Args:
        question: what is asked.
        unit: the sentence.
        about: stems of the titles and headings that it stands under.
    """
    text, held = unit.text, unit.term_set
    if is_question(text):
        return 0.0
    fits = (
        _leave(question, text, held, about)
        or _hour(question, text, held, about)
        or _size(question, text, held, about)
        or _far(question, text, held, about)
        or _span(question, unit, about)
        or _deadline(question, text, held, about)
        or _takes_place(question, unit)
        or _turned(question, text)
        or _from_whom(question, unit, about)
    )
    return FIT if fits else 0.0


def _says_all(asked: frozenset[str], held: frozenset[str], about: frozenset[str]) -> bool:
    """Whether a sentence says something of what is asked, and what it stands under all the rest."""
    return bool(asked & held) and asked <= held | about


def asks_leave(question: Question) -> bool:
    """Whether yes or no is asked of what somebody may do."""
    return question.kind is AnswerKind.YES_NO and _ASKS_LEAVE.match(question.text) is not None


def gives_leave(text: str) -> bool:
    """Whether a text allows or forbids something."""
    return _GIVES_LEAVE.search(text) is not None


def _leave(question: Question, text: str, held: frozenset[str], about: frozenset[str]) -> bool:
    """A sentence that allows or forbids all that is asked leave for."""
    if not asks_leave(question):
        return False
    asked = frozenset(question.terms) - _LEAVE
    return _says_all(asked, held, about) and gives_leave(text)


def _hour(question: Question, text: str, held: frozenset[str], about: frozenset[str]) -> bool:
    """A sentence with an hour of the day of the week that is asked about, or one that begins with
    the hour at which all that is asked happened."""
    if question.kind is not AnswerKind.DATE:
        return False
    if asks_for_past_date(question.text) and _OPENS_WITH_HOUR.match(text):
        return len(question.terms) > 1 and question.weights.keys() <= held
    days = WEEKDAY_STEMS.intersection(question.terms)
    if not days or not days <= held:
        return False
    asked = frozenset(question.terms) - days
    return _says_all(asked, held, about) and _CLOCK.search(text) is not None


def _size(question: Question, text: str, held: frozenset[str], about: frozenset[str]) -> bool:
    """A sentence that says so much of the size that is asked for, in a unit of it."""
    asked = _HOW_LARGE.match(question.text)
    if asked is None:
        return False
    family, figure = _MEASURED[asked["size"].casefold()]
    named = frozenset(question.terms) - family
    told = figure.search(text) if family & held else None
    if told is None:
        return False
    return _says_all(named, held, about) or (named <= about and _is_property(family, text, told))


def _is_property(family: frozenset[str], text: str, figure: re.Match[str]) -> bool:
    """Whether a figure stands right behind a word for the size, and nothing says of what it is:
    “Noise: 42 dB” is told of what the titles name."""
    label = _PROPERTY.search(text[: figure.start()])
    return label is not None and not family.isdisjoint(term_texts(label["size"]))


def _far(question: Question, text: str, held: frozenset[str], about: frozenset[str]) -> bool:
    """A sentence that says how far what is asked about is from somewhere."""
    asked = _HOW_FAR.match(question.text.rstrip(" ?."))
    if asked is None or not _AWAY.search(text):
        return False
    return _says_all(frozenset(term_texts(asked["what"])), held, about)


def _span(question: Question, unit: Unit, about: frozenset[str]) -> bool:
    """A sentence that says for how long what is asked about does what is asked. That it does so is
    said by the sentence or its heading: a title (“Lifts stopped in May”) says it of every one."""
    asked = _HOW_LONG.match(question.text.rstrip(" ?."))
    if asked is None or not _SPAN.search(unit.text):
        return False
    done = term_texts(asked["rest"])[-1:] if _DOES_SO.search(asked.group()) else []
    if not unit.term_set.union(term_texts(unit.heading)).issuperset(done):
        return False
    return _says_all(frozenset(term_texts(asked["rest"])) - _MODAL, unit.term_set, about)


def _deadline(question: Question, text: str, held: frozenset[str], about: frozenset[str]) -> bool:
    """A sentence that says by when what is asked must be done."""
    if not _BY_WHEN.match(question.text) or not _DEADLINE.search(text):
        return False
    asked = frozenset(question.terms) - _LEAVE
    if asked & _PAYING and held & _PAYING:  # what must be paid is payable, or due
        return asked - _PAYING <= held | about
    return _says_all(asked, held, about)


def _takes_place(question: Question, unit: Unit) -> bool:
    """A sentence that opens with what “when” asks about and says on which day it takes place."""
    asked = _WHEN_IS.match(question.text.rstrip(" ?."))
    if asked is None or not _TAKES_PLACE.search(unit.text) or not _A_DAY.search(unit.text):
        return False
    wanted = tuple(term_texts(asked["what"]))
    return bool(wanted) and unit.terms[: len(wanted)] == wanted


def _turned(question: Question, text: str) -> bool:
    """A sentence that says “we are moving because …” for “Why are we moving?”."""
    asked = _TURNED.match(question.text.strip())
    if asked is None:
        return False
    said = re.compile(rf"(?i)\b{asked['who']} {asked['be']} {re.escape(asked['do'])}\b")
    found = said.search(text)
    return found is not None and _BECAUSE.search(text, found.end()) is not None


def _from_whom(question: Question, unit: Unit, about: frozenset[str]) -> bool:
    """The line of a letter, memo or minutes that says who wrote it, or the name at its end."""
    asked = _WROTE.match(question.text.rstrip(" ?."))
    if asked is None:
        return False
    what = frozenset(term_texts(asked["what"] or asked["of"]))
    if _FROM.match(unit.text):
        return what <= about
    return bool(signer_of(question, unit)) and what <= about | _WRITTEN


def signer_of(question: Question, unit: Unit) -> str:
    """The name below the closing words of a letter, or alone with what its bearer is at the end of
    a passage, where it is asked who wrote or signed it; empty for other text."""
    if _WROTE.match(question.text.rstrip(" ?.")) is None:
        return ""
    closed = _SIGNED.search(unit.text)
    if closed is not None:
        return closed["who"]
    alone = _NAME_ALONE.match(unit.text)
    last = unit.position > 0 and unit.siblings - unit.position <= NEAR_THE_END
    return alone["who"] if alone is not None and last and len(unit.terms) <= LONGEST_NAME else ""
