"""By how much something moved, where a sentence only has its two levels: “from £48 to £55”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from backend.analysis import STOP_WORDS, term_texts
from backend.calendar_words import MONTH_NAME
from backend.tables.rounded_sums import decimal_places
from backend.tasks.answer.extractive.printed_sums import SUM, value_of

LONG_FIGURE = 5
"""Characters of a figure behind which no “million” is left out, at most."""
_SCALE = r"thousand|million|billion|[mk]|bn"
_NO_UNIT = r"(?!(?:to|and|or|in|on|at|of|by|from|last|this|with|compared|against|the|an?)\b)"


def _amount(name: str) -> str:
    """The form of an amount: a coin or none, figures, a scale, and a per cent sign or a unit."""
    return (
        rf"(?P<{name}_coin>[£$€])?(?P<{name}>{SUM})(?![\d/:]|[.,]\d)"
        rf"(?: ?(?P<{name}_scale>{_SCALE})\b)?"
        rf"(?:(?P<{name}_cent> ?%| per ?cent\b)|[ -]?{_NO_UNIT}(?P<{name}_unit>[a-z]+)\b)?"
    )


_RISE = (
    r"ris(?:e|es|en|ing)|rose|rais(?:e|es|ed)|increas\w*|go(?:es|ing|ne)? up|went up|put up"
    r"|gr[eo]w(?:s|n|th|ing)?|climb\w*|jump\w*|gain\w*"
)
_FALL = (
    r"f[ae]ll(?:s|en|ing)?|drop\w*|decreas\w*|go(?:es|ing|ne)? down|went down|declin\w*"
    r"|shr[iau]nk\w*|reduc\w*|cut|lower(?:s|ed)|c[oa]me down|comes down"
)
_MOVED = rf"(?:{_RISE}|{_FALL}|chang(?:e|es|ed|ing)|mov(?:e|es|ed)|improv\w+)"
_ASKS_CHANGE = re.compile(
    rf"(?i)\bby (?:how (?:much|many)|what (?:amount|percentage|per ?cent))\b.*\b{_MOVED}\b"
    r"|\bhow (?:much|far|many \w+) (?:do|does|did|has|have|had|will|is|are|was|were)\b"
    rf".*\b{_MOVED}\b"
    rf"|\b(?:what|how (?:big|large|high|steep|great)) (?:is|was|are|were|will be) the (?:\w+ )?"
    r"(?P<noun>increase|rise|drop|fall|decrease|change|cut|reduction|growth) (?:in|of|to)\b"
)
_ASKS_LEVEL = re.compile(
    rf"(?i)^(?:and )?to (?:how|what)\b|\b{_MOVED} (?:to|from)\b|\bhow (?:much|many) (?:to|of)\b"
)
"""To what it rises is no change."""
_ASKS_SHARE = re.compile(r"(?i)%|\bper ?cent|\bpercent")
_UP, _DOWN = re.compile(rf"(?i)\b(?:{_RISE})\b"), re.compile(rf"(?i)\b(?:{_FALL})\b")
_FROM_TO = re.compile(
    rf"(?i)\b{_MOVED}\b(?:(?!\bfrom\b)[^.;:]){{0,80}}\bfrom {_amount('old')}"
    rf"(?: (?:a|an|per|each) [a-z]+)?(?: (?:in|last) [\w ]{{3,14}}?)? to {_amount('new')}"
)
_TO_FROM = re.compile(
    rf"(?i)\b(?:{_MOVED}\b[^.;:]{{0,80}}\b(?:to|at) )?{_amount('new')}"
    rf"(?: (?:a|an|per|each) [a-z]+)?(?: (?:in|this) [\w ]{{3,14}}?)?,? \(?"
    rf"(?:(?:up |down )?from|compared (?:with|to)|against) {_amount('old')}"
)
_SAYS_CHANGE = re.compile(
    rf"(?i)\bby (?:about |around |some |nearly |over )?[£$€]?{SUM}|\b(?:increase|rise|drop|fall"
    rf"|decrease|change|cut|reduction|growth) of (?:about |around )?[£$€]?{SUM}"
)
_CLAUSE = re.compile(
    r"(?i)[,;:.(](?=\s|$)|\b(?:and|while|whereas|but|as|so|because|although|though|when|if|unless)\b"
)
"""Where another thing may begin to be spoken of."""
_UNSURE = re.compile(
    r"(?i)\b(?:not|never|no|would|could|might|(?-i:may)|should|if|unless|target|plan(?:ned)?|budget\w*"
    r"|forecast|expected|estimated?|proposed|proposal)\b|n['’]t\b"
)
"""What makes a change none, or one that only may be; it is of the thing where the question says
so as well."""
_OF_SOME = re.compile(r"(?i)\b(?:among|amongst|aged|every|each|between|with|route)\b")
"""“Use grew among people from 20 to 30.”"""
_SHIFTED = re.compile(r"(?i)\b(?:chang|mov)\w+")
_MOVED_FROM = re.compile(rf"(?i)\b{_MOVED}\b(?P<between>(?:(?!\b{_MOVED}\b).)*)\bfrom $")
_ASIDE = re.compile(
    r"(?i)(?: (?:\w+ly|again|further|(?:this|last) (?:year|month|week)"
    rf"|in (?:{MONTH_NAME}|\d{{4}})))* "
)
_OF_NUMBER = re.compile(r"(?i)\bnumbers?\b|\bhow many (?!pounds|dollars|euros|per)")
_PREPOSITION = re.compile(
    r"(?i)\b(?:of|at|in|for|on|per|by|from|to|with|since|between|during|after|before|over)\b"
)
_EVERY = re.compile(r"(?i)\b(?:a|an|per|each) ([a-z]+)")
_ITSELF = re.compile(r"(?i)\b(?:it|they|this|these)\b")
_MONTH = re.compile(rf"(?i){MONTH_NAME}")
_FIGURE = re.compile(r"[£$€]?\d[\d.,]*")
_DAYS = re.compile(
    rf"(?i)\b\d{{1,2}}(?:st|nd|rd|th)? {MONTH_NAME}\b(?: \d{{4}}\b)?"
    rf"|\b{MONTH_NAME} \d{{1,2}}\b(?:,? \d{{4}}\b)?|\b(?:19|20)\d\d\b|\[\d+\]"
)
_NO_THING = frozenset(
    term_texts(
        "much many far amount percentage per cent percent pounds dollars euros total overall year"
        " month last annual new old now since average figure level number change rise increase fall"
        " drop"
    )
)
_OF_TIME = re.compile(rf"(?i)(?:{MONTH_NAME}|[ap]m|o|hrs|st|nd|rd|th)")
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class _Amount:
    figure: str
    coin: str
    scale: str
    unit: str

    @property
    def value(self) -> Decimal:
        return value_of(self.figure)

    @property
    def text(self) -> str:
        """The amount with coin, scale and unit, its figure as it is printed."""
        return self.with_figure(self.figure)

    def with_figure(self, figure: str) -> str:
        """Another figure, written as this amount is."""
        scale = f" {self.scale}" if len(self.scale) > 2 else self.scale
        return f"{self.coin}{figure}{scale}{f' {self.unit}' if self.unit else ''}"


def change_told(question: str, text: str) -> str:
    """How far something moved, reckoned from the two levels that a sentence has; empty where it is
    asked for nothing of the kind, the sentence says it itself, or has not just the two levels of
    the very thing.

    >>> change_told("By how much does the rent rise?", "The rent rises from £48 to £55.")
    '£55 − £48 = £7'
    """
    if not _ASKS_CHANGE.search(question) or _ASKS_LEVEL.search(question):
        return ""
    matches = [*_FROM_TO.finditer(text)] or [*_TO_FROM.finditer(text)]
    share = _ASKS_SHARE.search(question) is not None
    if len(matches) != 1 or _SAYS_CHANGE.search(text):
        return ""
    if not _is_change_of_it(question, text, matches[0]):
        return ""
    old, new = _alike(_read(matches[0], "old"), _read(matches[0], "new"))
    if not old.coin + old.scale + old.unit and _SHIFTED.search(matches[0].group()):
        return ""  # from 9 to 10 are hours, or places
    moved = new.value - old.value
    if not _is_one_unit(old, new) or moved == 0:
        return ""
    if any(_is_other_way(each, moved) for each in (question, matches[0].group())):
        return ""
    high, low = (old, new) if moved < 0 else (new, old)
    if share:
        return _in_per_cent(high, low, old)
    figure = f"{abs(moved):,.{max(decimal_places(old.value), decimal_places(new.value))}f}"
    by = f"{figure} percentage points" if new.unit == "%" else new.with_figure(figure)
    return f"{high.text} − {low.text} = {by}"


def _is_change_of_it(question: str, text: str, match: re.Match[str]) -> bool:
    """Whether two levels are said of what is asked about, and of its years: the thing of another
    part of the sentence, a part of all, and a change that goes on or only may come are none."""
    begin = min(match.start("old"), match.start("new"))
    first = max((each.end() for each in _CLAUSE.finditer(text, 0, begin)), default=0)
    behind = _CLAUSE.search(text, match.end())
    last = behind.start() if behind is not None else len(text)
    before = text[first:begin]
    if _OF_SOME.search(before) or (
        _UNSURE.search(text[first:last]) and not _UNSURE.search(question)
    ):
        return False
    if not set(_YEAR.findall(question)) <= set(_YEAR.findall(text[first:last])) and _YEAR.search(
        text
    ):
        return False
    if len(set(_EVERY.findall(text[match.start() : last].casefold()))) > 1:
        return False
    coin = bool(match["old_coin"] or match["new_coin"])
    if (
        not coin
        and (moved := _MOVED_FROM.search(before))
        and not _ASIDE.fullmatch(moved["between"])
    ):
        return False  # “rose in hamlets from 20 to 30 inhabitants”
    rest = _DAYS.sub(" ", f"{text[: match.start()]} # {text[match.end() :]}")
    if re.match(r" ?[–-] ?[£$€]?\d", text[match.end() :]) or any(
        not coin or figure[0] in "£$€" for figure in _FIGURE.findall(rest)
    ):
        return False
    if coin and _OF_NUMBER.search(question):
        return False
    asked, told = _things(question), _things(before)
    if not asked or not told:
        return not asked or _ITSELF.search(before) is not None
    heads = _head(question) <= told and _head(before) <= asked
    return heads and (asked <= told or told <= asked)


def _head(text: str) -> frozenset[str]:
    """The stem of the word that what a text is about is called by: “rent” of “the harbour rent of
    the barges”; none where there is none."""
    for part in _PREPOSITION.split(text):
        plain = re.sub(rf"(?i)\b(?:{_MOVED})\b", " ", _DAYS.sub(" ", part))
        words = re.findall(r"(?i)(?!\w+ly\b)\b[^\W\d_]{2,}", plain)
        named = [each for word in words if (each := _things(word))]
        if named:
            return named[-1]
    return frozenset()


def _things(text: str) -> frozenset[str]:
    """The stems of the words of a text that say what it is about."""
    plain = re.sub(rf"(?i)\b(?:{_MOVED})\b", " ", _DAYS.sub(" ", text))
    words = re.findall(r"[^\W\d_]{2,}", plain)
    return (
        frozenset(term_texts(" ".join(each for each in words if not _MONTH.fullmatch(each))))
        - _NO_THING
    )


def _alike(one: _Amount, two: _Amount) -> tuple[_Amount, _Amount]:
    """Two amounts, of which each has what only the other one says: “from 9 to 6 days”."""
    coin, unit = one.coin or two.coin, one.unit or two.unit
    scale = (
        "" if len(max(one.figure, two.figure, key=len)) > LONG_FIGURE else one.scale or two.scale
    )
    return (
        _Amount(one.figure, one.coin or coin, one.scale or scale, one.unit or unit),
        _Amount(two.figure, two.coin or coin, two.scale or scale, two.unit or unit),
    )


def _is_one_unit(one: _Amount, two: _Amount) -> bool:
    """Whether two amounts may be set against each other; days, hours and years are none."""
    same = (one.coin, one.scale, one.unit) == (two.coin, two.scale, two.unit)
    is_time = _OF_TIME.fullmatch(one.unit) is not None
    is_year = not one.coin + one.scale + one.unit and all(
        _YEAR.fullmatch(each.figure) for each in (one, two)
    )
    return same and not is_time and not is_year and not (one.coin and one.unit)


def _in_per_cent(high: _Amount, low: _Amount, old: _Amount) -> str:
    """A change as a share of what was before; none of what is a share itself."""
    if old.unit == "%" or old.value == 0:
        return ""
    by = (high.value - low.value) / old.value * 100
    rounded = by.quantize(Decimal("0.1"), ROUND_HALF_UP).normalize()
    equal = "=" if rounded == by else "≈"
    return f"({high.text} − {low.text}) ÷ {old.text} {equal} {rounded:f} %"


def _is_other_way(text: str, moved: Decimal) -> bool:
    """Whether a text speaks of a rise of what fell, or the other way round."""
    up, down = _UP.search(text) is not None, _DOWN.search(text) is not None
    return up is not down and up is not (moved > 0)


def _read(match: re.Match[str], name: str) -> _Amount:
    said = (match[f"{name}_unit"] or "").casefold()
    unit = "%" if match[f"{name}_cent"] else "" if said in STOP_WORDS - {"t"} else said
    return _Amount(
        match[name],
        match[f"{name}_coin"] or "",
        (match[f"{name}_scale"] or "").casefold(),
        unit,
    )
