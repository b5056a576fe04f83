"""Amounts that a sentence names one beside the other, each with the words that say of what it is:
“The slope would cost £18,400, new lead £3,150, and the slates £260.”"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.analysis import term_texts
from backend.tasks.answer.extractive.units import Unit

_SCALES = {
    "": Decimal(1),
    "k": Decimal(1000),
    "thousand": Decimal(1000),
    "m": Decimal(10**6),
    "million": Decimal(10**6),
    "bn": Decimal(10**9),
    "billion": Decimal(10**9),
}
_CODES = {"gbp": "£", "eur": "€", "usd": "$", "pound": "£", "euro": "€", "dollar": "$"}
_SPELLED = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    "twelve",
)
_NUMBERS = {word: Decimal(at) for at, word in enumerate(_SPELLED, 1)}
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_SCALE = r"(?: ?(?P<{}>thousand|million|billion|bn|[km])(?![\w²³]))?"
_AMOUNT = re.compile(
    rf"(?i)(?<![\w.,/-])(?:(?P<coin>[£$€]|(?:gbp|eur|usd) ?)(?P<sum>{_NUMBER}){_SCALE.format('by')}"
    rf"|(?P<number>{_NUMBER}|{'|'.join(_SPELLED)}){_SCALE.format('scale')}"
    r"(?:(?P<cent> ?%| per ?cent\b)|[ -](?P<noun>[^\W\d_]+(?![\w'’])[²³]?)))(?![\d/])"
)
_NO_NOUN = frozenset(
    [
        *("and", "or", "of", "in", "on", "at", "to", "for", "from", "by", "with", "as", "than"),
        *("the", "a", "an", "is", "are", "was", "were", "has", "have", "had", "will", "would"),
        *("per", "pm", "am", "more", "less", "fewer", "other", "further", "were", "which", "that"),
    ]
)
_BOUND = re.compile(
    r"(?i)(?:\b(?:up to|at (?:least|most)|(?:more|less|fewer) than|over|under|above|below|between"
    r"|within|from|maximum of|minimum of|not exceeding|by|every|each|page|section|clause"
    r"|chapter|appendix|table|figure|note)|[–-]) ?$"
)
"""An amount behind it is a bound, a step, or the number of something."""
_ABOUT = re.compile(r"(?i)\b(?:about|around|roughly|some|approximately|nearly|almost|ca\.?) $")
_RANGE = re.compile(r"(?i)^ ?(?:to|–|-|or) ?[£$€]?\d")
_EACH = re.compile(
    r"(?i)^ (?:(?P<per>per|an?|each|every) (?P<one>[^\W\d_]+)|(?P<alone>each|apiece)\b)"
)
_ITS_NAME = re.compile(r"(?i)^ (?:for|on|towards) ")
_WHEN = re.compile(r"(?i)^,? (?:in|for|during|by) (?:the )?(?:[^\W\d_]+ )?(?:19|20)\d\d\b")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CUT = re.compile(r"(?i)[,;:()]|\b(?:and|but|while|whereas)\b")


@dataclass(frozen=True, slots=True)
class NamedAmount:
    """An amount of a sentence.

    `value` is in `unit`: a sign of currency, “%”, or a noun in its stem, with what one of it is of
    behind a stroke (“£/month”). `text` is as the sentence prints it, `noun` its last word where
    that is the unit; `name` are the stems of the
    words that say of what it is; `is_about` says that the sentence calls it so.
    """

    value: Decimal
    unit: str
    text: str
    noun: str
    name: frozenset[str]
    is_about: bool
    sentence: Unit

    @property
    def is_whole(self) -> bool:
        """Whether it is printed without decimals."""
        return self.value == self.value.to_integral_value()


def named_amounts(sentence: Unit) -> list[NamedAmount]:
    """The amounts of a sentence with their names, in its order; none where one of them is a bound
    or a range, since the others may be too.

    A name stands before its amount, back to the amount before it; behind it where each amount of
    the sentence is followed by “for” or “on”. A year behind an amount is part of its name, and one
    that has no words of its own has those of the one before it.
    """
    text = sentence.text
    matches = [match for match in _AMOUNT.finditer(text) if _is_amount(match)]
    if any(match["coin"] for match in matches):  # the “nine slates” that cost £260 are no amount
        matches = [match for match in matches if match["coin"]]
    if not matches or any(_is_bound(text, match) for match in matches):
        return []
    ends = [match.end() + len(_per_of(text, match)[1]) for match in matches]
    starts = [*(match.start() for match in matches[1:]), len(text)]
    behind = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    if all(map(_ITS_NAME.match, behind)):
        names = [_CUT.split(each, maxsplit=1)[0] for each in behind]
        if len(names) == 1:  # either side may say of what it is
            names = [f"{text[: matches[0].start()]} {names[0]}"]
    else:
        names = list(_names_before(text, matches, ends, behind))
    held = [frozenset(term_texts(name)) for name in names]
    return list(_made(sentence, matches, _with_names_shared(held)))


def _names_before(
    text: str, matches: list[re.Match[str]], ends: list[int], behind: list[str]
) -> Iterator[str]:
    """The words before each amount and the year behind it, which is none of the next one's."""
    whens = [found[0] if (found := _WHEN.match(each)) else "" for each in behind]
    froms = [0, *(end + len(when) for end, when in zip(ends, whens, strict=True))]
    for match, start, when in zip(matches, froms, whens, strict=False):
        yield f"{text[start : match.start()]} {when}"


def _with_names_shared(names: list[frozenset[str]]) -> list[frozenset[str]]:
    """The names, where one that is no more than a time with the words of the one before it."""
    shared = names[:1]
    for own in names[1:]:
        bare = frozenset(word for word in own if not _YEAR.fullmatch(word))
        first = frozenset(word for word in shared[-1] if not _YEAR.fullmatch(word))
        shared.append(own if bare else own | first)
    return shared


def _made(
    sentence: Unit, matches: list[re.Match[str]], names: list[frozenset[str]]
) -> Iterator[NamedAmount]:
    text = sentence.text
    for match, name in zip(matches, names, strict=True):
        unit = _unit_of(match)
        per = _per_of(text, match)[0]
        amount = NamedAmount(
            value=_value_of(match),
            unit=unit,
            text=match[0],
            noun=match["noun"] or "",
            name=name - frozenset(term_texts(match["noun"] or "")),
            is_about=_ABOUT.search(text[: match.start()]) is not None,
            sentence=sentence,
        )
        yield replace(amount, unit=f"{unit}/{per}", text=f"{match[0]} per {per}") if per else amount


def _is_amount(match: re.Match[str]) -> bool:
    """Whether a figure has a unit; a year, or a number before “and”, has none."""
    if match["coin"] or match["cent"]:
        return True
    return match["noun"].casefold() not in _NO_NOUN and not (
        _YEAR.fullmatch(match["number"]) and match["noun"].islower()
    )


def _is_bound(text: str, match: re.Match[str]) -> bool:
    before = text[: match.start()]
    return _BOUND.search(before) is not None or _RANGE.match(text[match.end() :]) is not None


def _per_of(text: str, match: re.Match[str]) -> tuple[str, str]:
    """What one of an amount is of (“month” of “£3 a month”), and the words that say so."""
    found = _EACH.match(text[match.end() :])
    if found is None:
        return "", ""
    return (found["one"] or found["alone"]).casefold(), found[0]


def _unit_of(match: re.Match[str]) -> str:
    if match["coin"]:
        coin = match["coin"].strip().casefold()
        return _CODES.get(coin, coin)
    if match["cent"]:
        return "%"
    (stem,) = term_texts(match["noun"], keep_stop_words=True)[:1] or (match["noun"].casefold(),)
    return _CODES.get(stem, stem)


def _value_of(match: re.Match[str]) -> Decimal:
    written = (match["sum"] or match["number"]).casefold()
    scale = (match["by"] or match["scale"] or "").casefold()
    number = _NUMBERS[written] if written in _NUMBERS else Decimal(written.replace(",", ""))
    return number * _SCALES[scale]
