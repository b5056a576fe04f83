"""What the figures of one sentence come to, where the question asks for that and the sentence only
has what it is reckoned from: “from £48 to £55” for by how much a rent rises, “2.4 m by 1.8 m” for
an area, “£14 a night” for three nights.

Sums over several sentences are those of `reckoned_amounts`, over tables of `tasks/calculate`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from backend.analysis import term_texts
from backend.calendar_words import MONTH_NAME

_SPELLED = dict(
    zip(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"),
        (2, 3, 4, 5, 6, 7, 8, 9, 10, 12),
        strict=True,
    )
)
_SUM = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_SCALE = r"thousand|million|billion|[mk]|bn"
_NO_UNIT = r"(?!(?:to|and|or|in|on|at|of|by|from|last|this|with|compared|against|the|an?)\b)"


def _amount(name: str) -> str:
    """The form of an amount: a coin or none, figures, a scale, and a per cent sign or a unit."""
    return (
        rf"(?P<{name}_coin>[£$€])?(?P<{name}>{_SUM})(?![\d/:]|[.,]\d)"
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
    rf"(?i)\bby (?:about |around |some |nearly |over )?[£$€]?{_SUM}|\b(?:increase|rise|drop|fall"
    rf"|decrease|change|cut|reduction|growth) of (?:about |around )?[£$€]?{_SUM}"
)
_OF_TIME = re.compile(rf"(?i)(?:{MONTH_NAME}|[ap]m|o|hrs|st|nd|rd|th)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ASKS_AREA = re.compile(
    r"(?i)\b(?:what|how (?:much|many|big|large))\b.*\b(?:area|sq(?:uare|\.)? (?:metres?|meters?"
    r"|feet|foot|yards?|miles?|inches|centimetres?|m|ft|km))\b|\bfloor ?space\b"
)
_SIDES = re.compile(
    rf"(?i)(?<![\w.,£$€×])(?<!x )(?<!× )(?<!by )(?P<one>{_SUM}) ?(?P<one_unit>[a-z]+\.?)?"
    rf"(?: by | ?[x×] ?)(?P<two>{_SUM})(?! ?[x×]| by )"
    r"[ -]?(?P<unit>m|metres?|meters?|cm|mm|km|ft|feet|foot|yards?"
    r"|inch(?:es)?|miles?)\b(?! ?(?:[x×]|by) ?\d)"
)
_SQUARES = {
    unit: square
    for units, square in (
        ("m metre metres meter meters", "m²"),
        ("cm", "cm²"),
        ("mm", "mm²"),
        ("km", "km²"),
        ("ft foot feet", "sq ft"),
        ("yard yards", "square yards"),
        ("inch inches", "square inches"),
        ("mile miles", "square miles"),
    )
    for unit in units.split()
}
_SEVERAL = re.compile(
    rf"(?i)\b(?P<many>\d{{1,3}}|{'|'.join(_SPELLED)}) (?:[a-z-]+ )?"
    r"(?P<noun>[a-z]{3,}s|people|children)\b"
)
_ASKS_COST = re.compile(
    r"(?i)\bhow (?:much|expensive)\b|\bwhat\b.*\b(?:costs?|pay|price|charged?|fees?)\b"
)
_PER = re.compile(
    rf"(?i)(?P<coin>[£$€])(?P<sum>{_SUM})(?![\d/])(?: ?(?:,|is charged))?"
    r" ?(?:/ ?|(?:a|an|per|each|every|for (?:each|every|one)) )(?P<noun>[a-z]+)\b"
)
_EACH = re.compile(
    rf"(?i)\b(?:each|every|an?|one) (?P<noun>[a-z]+) (?:costs?|is(?: charged at)?) "
    rf"(?P<coin>[£$€])(?P<sum>{_SUM})(?![\d/])"
)
_TIERED = re.compile(
    r"(?i)\b(?:first|second|third|further|additional|extra|minimum|at least|at most|up to|more than"
    r"|over|under|from|discount\w*|reduc\w*|free|plus|except|unless|if|deposit|only|member\w*"
    r"|half|until|after|before)\b"
)
"""What makes the price of several another than so many times that of one."""


@dataclass(frozen=True, slots=True)
class _Amount:
    figure: str
    coin: str
    scale: str
    unit: str

    @property
    def value(self) -> Decimal:
        return Decimal(self.figure.replace(",", ""))

    @property
    def text(self) -> str:
        """The amount with coin, scale and unit, its figure as it is printed."""
        return self.with_figure(self.figure)

    def with_figure(self, figure: str) -> str:
        """Another figure, written as this amount is."""
        scale = f" {self.scale}" if len(self.scale) > 2 else self.scale
        return f"{self.coin}{figure}{scale}{f' {self.unit}' if self.unit else ''}"


def reckoned_figures(question: str, text: str) -> str:
    """How what a question asks for is reckoned from the figures of a sentence that answers it;
    empty where it asks for nothing of the kind, the sentence says it itself, or has not just the
    figures that it takes.

    >>> reckoned_figures("By how much does the rent rise?", "The rent rises from £48 to £55.")
    '£55 − £48 = £7'
    >>> reckoned_figures("What is the area of the shed?", "A shed of 2.4 m by 1.8 m is allowed.")
    '2.4 m × 1.8 m = 4.32 m²'
    >>> reckoned_figures("What do three nights cost?", "A berth is £14 a night.")
    '3 × £14 = £42'
    """
    question = " ".join(question.split())
    return _change(question, text) or _area(question, text) or _several(question, text)


def is_of_several(question: str, text: str) -> bool:
    """Whether what is reckoned is the price of several from that of one, which may have another."""
    question = " ".join(question.split())
    return not (_change(question, text) or _area(question, text)) and bool(_several(question, text))


def _change(question: str, text: str) -> str:
    if not _ASKS_CHANGE.search(question) or _ASKS_LEVEL.search(question):
        return ""
    matches = [*_FROM_TO.finditer(text)] or [*_TO_FROM.finditer(text)]
    share = _ASKS_SHARE.search(question) is not None
    if len(matches) != 1 or _SAYS_CHANGE.search(text):
        return ""
    old, new = _alike(_read(matches[0], "old"), _read(matches[0], "new"))
    moved = new.value - old.value
    if not _is_one_unit(old, new) or moved == 0 or _is_other_way(question, moved):
        return ""
    high, low = (old, new) if moved < 0 else (new, old)
    if share:
        return _in_per_cent(high, low, old)
    figure = f"{abs(moved):,.{max(_places(old.value), _places(new.value))}f}"
    by = f"{figure} percentage points" if new.unit == "%" else new.with_figure(figure)
    return f"{high.text} − {low.text} = {by}"


def _alike(one: _Amount, two: _Amount) -> tuple[_Amount, _Amount]:
    """Two amounts, of which each has what only the other one says: “from 9 to 6 days”."""
    coin, scale, unit = (one.coin or two.coin, one.scale or two.scale, one.unit or two.unit)
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


def _is_other_way(question: str, moved: Decimal) -> bool:
    """Whether a question is for a rise of what fell, or the other way round."""
    up, down = _UP.search(question) is not None, _DOWN.search(question) is not None
    return up is not down and up is not (moved > 0)


def _area(question: str, text: str) -> str:
    matches = list(_SIDES.finditer(text))
    if not _ASKS_AREA.search(question) or len(matches) != 1 or re.search(r"²|\bsq", text):
        return ""
    match = matches[0]
    own = match["unit"].casefold()
    unit = _SQUARES[own]
    if match["one_unit"] and _SQUARES.get(match["one_unit"].casefold().rstrip(".")) != unit:
        return ""
    asked = re.search(r"(?i)\bsquare (?P<of>[a-z])", question)
    if asked is not None and asked["of"].casefold() != own[0]:
        return ""
    one, two = Decimal(match["one"].replace(",", "")), Decimal(match["two"].replace(",", ""))
    area = (one * two).normalize()
    return f"{match['one']} {own} × {match['two']} {own} = {area:,f} {unit}"


def _several(question: str, text: str) -> str:
    asked = list(_SEVERAL.finditer(question))
    if len(asked) != 1 or not _ASKS_COST.search(question) or _TIERED.search(text):
        return ""
    matches = [*_PER.finditer(text), *_EACH.finditer(text)]
    if len(matches) != 1 or len(re.findall(r"\d[\d.,]*", text)) != 1:
        return ""
    match = matches[0]
    if term_texts(match["noun"]) != term_texts(asked[0]["noun"]):
        return ""
    many = asked[0]["many"].casefold()
    times = _SPELLED.get(many) or int(many)
    price = Decimal(match["sum"].replace(",", ""))
    if times < 2:
        return ""
    places = 2 if _places(price) else 0
    coin = match["coin"]
    return f"{times} × {coin}{match['sum']} = {coin}{times * price:,.{places}f}"


def _read(match: re.Match[str], name: str) -> _Amount:
    unit = "%" if match[f"{name}_cent"] else (match[f"{name}_unit"] or "").casefold()
    return _Amount(
        match[name],
        match[f"{name}_coin"] or "",
        (match[f"{name}_scale"] or "").casefold(),
        unit,
    )


def _places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0
