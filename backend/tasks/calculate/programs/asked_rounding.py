"""How exactly a question wants its figure, and in what scale: "… to the nearest hundred", "to one
decimal place", "rounded to a whole number", "in millions".

These words name no row: they are taken out of the question before its cells are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.calendar_words import MONTHS
from backend.tasks.calculate.programs.column_units import unit_named
from backend.tasks.calculate.programs.comparison_words import unit_sizes

ONE = Decimal(1)
SCALES = {"thousand": Decimal(1000), "million": Decimal(10**6), "billion": Decimal(10**9)}
PER_CENT = "%"
MONEY = "money"
"""Stands for the unit of what is rounded to whole dollars or cents."""
_MOST_PLACES = 10
_LONGEST = 2000
"""Characters; a longer question says nothing of its figure's form that is read."""
_TENS = {"one": 1, "ten": 10, "hundred": 100}
_PARTS = {"tenth": "0.1", "hundredth": "0.01", "thousandth": "0.001"}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six")
_ORDINALS = ("", "first", "second", "third", "fourth")
_CURRENCIES = {
    **dict.fromkeys(("us dollar", "dollar", "usd", "us$", "$"), "USD"),
    **dict.fromkeys(("euro", "eur", "€"), "EUR"),
    **dict.fromkeys(("pound", "gbp", "£"), "GBP"),
    **dict.fromkeys(("yen", "jpy", "¥"), "JPY"),
}
_MONEY = r"(?:(?:us )?dollars?|usd|us\$|\$|euros?|eur|€|pounds?|gbp|£|yen|jpy|¥)"
_SAYING = (
    r"(?:round|express|report|give|state|show|write|answer|calculate)(?:ed|d|n)?"
    r"|shown|given|written|rounding"
)
_LEAD = (
    rf"(?: ?(?:^|(?<=[.?!])|[,;(–—]) ?(?:and |but )?(?:please,? )?(?:(?:{_SAYING})\b"
    r"(?: (?:the|your|it|this|that|result|answer|figures?|number|value|off|up|down|each)\b)"
    r"{0,4},? )?"
    r"| (?:and )?(?:round(?:ed|ing)?(?: it)?(?: off| up| down)? )?)"
)
_TAIL = r"\)?(?=[\s,;.?!)]|$)"
_SIZE = (
    r"(?:(?P<many>ten|(?:one )?hundred|\d{1,3}) )?(?P<size>thousand|million|billion|hundred|ten)s?"
    r"|(?P<sign>us\$|[$€£¥])? ?(?P<digits>\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})"
)
_PER_CENT = r"percentage point|per ?cent|%"
_NEAREST = re.compile(
    rf"(?i){_LEAD}(?:to|in|at) (?:the |its )?(?:nearest|closest) (?:"
    rf"(?P<part>tenth|hundredth|thousandth)s?(?: of (?:a|an|one) (?P<of>{_PER_CENT}))?"
    rf"|{_SIZE}|(?:(?:whole|full) )?(?P<word>{_PER_CENT}|[^\W\d_]+)s?)"
    rf"(?: (?:of )?(?P<money>{_MONEY})(?!\w))?{_TAIL}"
)
_PLACES = re.compile(
    rf"(?i){_LEAD}(?:to|with|using|at) (?:(?:the )?(?P<order>{'|'.join(_ORDINALS[1:])})"
    rf"|(?P<count>{'|'.join(_COUNTS)}|\d{{1,2}})) (?:decimals?(?: (?:place|point|digit)s?)?"
    rf"|d\.?p\.?|(?P<bare>places?)(?: (?P<after>after|behind) the (?:decimal )?(?:point|comma))?)"
    rf"{_TAIL}"
)
_WHOLE = re.compile(
    rf"(?i){_LEAD}(?:(?:to|as|in) (?:an? |the )?(?:whole (?:numbers?|figures?)|integers?)"
    rf"|without (?:any )?decimals?(?: places?)?){_TAIL}"
)
_SIGNIFICANT = re.compile(
    rf"(?i){_LEAD}(?:to|with|using) (?P<count>{'|'.join(_COUNTS)}|\d{{1,2}}) "
    rf"significant (?:figures?|digits?){_TAIL}"
)
_IN_SCALE = re.compile(
    rf"(?i){_LEAD}in (?:(?P<before>{_MONEY}) ?)?(?P<size>thousand|million|billion)"
    rf"(?:s|(?= {_MONEY}(?!\w)|[,.?!)]|$))(?: (?:of )?(?P<money>{_MONEY})(?!\w))?"
    rf"{_TAIL}(?! of\b)"
)
_MAY_ASK = re.compile(
    r"(?i)\b(?:nearest|closest|decimals?|places?|d\.?p|whole|integers?|significant"
    r"|(?:thousand|million|billion)s?)\b"
)
_COUNTS_THINGS = re.compile(r"(?i)^\W*how many\b(?! (?:per ?cent|percent|%|percentage))")
_SAYS_SO = re.compile(rf"(?i)\b(?:{_SAYING}|round)\b")
_ENDED = re.compile(
    r"(?i)^(?:\W*$|[;.?!)]"
    r"|,? ?(?:and |but )?(?:please )?(?:round(?:ed|ing)?|express(?:ed)?|to|with)\b"
    r"|,? ?in (?:thousand|million|billion)s?\b"
    r"|,? ?(?:in|for|at|during|on|as of|over|between|from|since)\b[^,;.?!]*"
    rf"\b(?:(?:19|20)\d\d|q[1-4]|quarters?|years?|months?|{'|'.join(MONTHS)})\b)"
)
"""What may stand behind a phrase that says how a figure is told: nothing more, another such phrase,
or a period."""
_ONE_WAY = re.compile(r"(?i)\bround(?:ed|ing)?(?: (?:it|the \w+|your \w+))? (?:up|down)\b")
TWO_WAYS = "The question asks for its figure to be rounded in two ways."
ONE_WAY = "Figures are rounded to the nearest one, and not up or down."
NO_FIGURES = "A figure is told to one significant figure at least."
TOO_MANY = f"Figures are told to {_MOST_PLACES} places at most."


@dataclass(frozen=True, slots=True)
class AskedRounding:
    """What a question says of its figure's form.

    `step` is what the figure is to be a multiple of: of the whole amount where `of_amount` ("to the
    nearest million"), of the figure as it is told otherwise ("to one decimal"). `significant` are
    so many figures from the first. `scale` is the one that the figure is to be told in. `unit` is
    the unit that the figure must have, `money` the code of its currency; both may be empty.
    `refused` says why it cannot be done.
    """

    step: Decimal | None = None
    of_amount: bool = False
    significant: int = 0
    scale: Decimal | None = None
    unit: str = ""
    money: str = ""
    refused: str = ""

    @property
    def rounds(self) -> bool:
        """Whether more is asked for than a scale."""
        return self.step is not None or self.significant > 0


def rounding_asked(question: str) -> tuple[str, AskedRounding | None]:
    """The question without what it says of its figure's form, and what that is; None where it says
    nothing of it."""
    if len(question) > _LONGEST or not _MAY_ASK.search(question):
        return question, None
    forms: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], AskedRounding | None]], ...] = (
        (_NEAREST, _nearest),
        (_SIGNIFICANT, _significant),
        (_PLACES, _places),
        (_WHOLE, lambda _: AskedRounding(ONE)),
        (_IN_SCALE, _in_scale),
    )
    # the patterns would try every length of a run of blanks
    text, found = " ".join(question.split()), list[AskedRounding]()
    for form, read in forms:
        for match in reversed([*form.finditer(text)]):
            if _is_of_form(match, text) and (said := read(match)) is not None:
                found.append(said)
                text = _without(match, text)
    if not found:
        return question, None
    if _ONE_WAY.search(question):
        return text, AskedRounding(refused=ONE_WAY)
    made = found[0]
    for each in found[1:]:
        made = _joined(made, each)
    return text, made


def _is_of_form(found: re.Match[str], text: str) -> bool:
    """Whether a phrase says how the figure is told, and names or filters nothing: "made to two
    places", "contracts in millions", "gas to the nearest meter"."""
    groups = found.groupdict()
    has_verb = _SAYS_SO.search(found[0]) is not None
    is_apart = has_verb or found[0].lstrip()[:1] in tuple(",;(–—")
    counts = _COUNTS_THINGS.search(text) is not None
    if "bare" in groups:
        is_plain = groups["bare"] is not None and groups["after"] is None
        return not is_plain or (is_apart and not counts)
    if "count" in groups:
        return True
    if "before" in groups and counts and not is_apart:
        return False
    before, behind = text[: found.start()].rstrip(), text[found.end() :]
    is_ahead = (not before or before[-1] in ".?!") and behind[:1] == ","
    is_set_off = found[0].lstrip()[:1] in tuple(",;(–—") and behind[:1] == ","
    return has_verb or is_ahead or is_set_off or _ENDED.match(behind.lstrip(" ")) is not None


def _joined(one: AskedRounding, other: AskedRounding) -> AskedRounding:
    """What two phrases say together: "in millions, to one decimal"."""
    if one.rounds and other.rounds and one != other:
        return AskedRounding(refused=TWO_WAYS)
    if one.scale and other.scale and one.scale != other.scale:
        return AskedRounding(refused=TWO_WAYS)
    return replace(
        one if one.rounds else other,
        scale=one.scale or other.scale,
        money=one.money or other.money,
        refused=one.refused or other.refused,
    )


def _without(match: re.Match[str], text: str) -> str:
    """A question without a phrase and the comma or bracket before it."""
    before, after = text[: match.start()].rstrip(" ,;("), text[match.end() :].strip()
    if match[0].lstrip()[:1] == ",":
        after = after.removeprefix(",").lstrip()
    if not before:
        return after.lstrip(" ,;.")
    if before[-1] in ".?!":
        after = after.lstrip(".! ")
    return f"{before}{after}" if after[:1] in ("", *"?!.,;)") else f"{before} {after}"


def _nearest(found: re.Match[str]) -> AskedRounding | None:
    money = _code(found["money"])
    if found["part"]:
        of = PER_CENT if found["of"] else ""
        return AskedRounding(Decimal(_PARTS[found["part"].casefold()]), unit=of, money=money)
    if found["size"]:
        size = found["size"].casefold()
        counted = (found["many"] or "one").casefold().split()[-1]
        many = int(counted) if counted.isdigit() else _TENS[counted]
        if not many:
            return None
        step = many * (SCALES[size] if size in SCALES else Decimal(_TENS[size]))
        return AskedRounding(step, of_amount=True, money=money)
    if found["digits"]:
        step = Decimal(found["digits"].replace(",", ""))
        if not step:
            return None
        if sign := _code(found["sign"]):
            return AskedRounding(step, of_amount=True, unit=MONEY, money=sign)
        return AskedRounding(step, of_amount=step > 1, money=money)
    word = found["word"].casefold()
    if re.fullmatch(_PER_CENT, word):
        return AskedRounding(ONE, unit=PER_CENT)
    if word in ("number", "numbers", "figure", "integer", "integers", "unit", "one"):
        return AskedRounding(ONE, money=money)
    if word in ("cent", "cents", "penny"):
        return AskedRounding(Decimal("0.01"), of_amount=True, unit=MONEY)
    if code := _code(word):
        return AskedRounding(ONE, of_amount=True, unit=MONEY, money=code)
    unit = unit_named(word)
    # "to the nearest town" says where something is, and nothing of a figure
    return AskedRounding(ONE, unit=unit) if unit in unit_sizes() else None


def _significant(found: re.Match[str]) -> AskedRounding:
    count = _count(found["count"])
    return AskedRounding(significant=count) if count else AskedRounding(refused=NO_FIGURES)


def _places(found: re.Match[str]) -> AskedRounding:
    order = found["order"]
    places = _ORDINALS.index(order.casefold()) if order else _count(found["count"])
    if places > _MOST_PLACES:
        return AskedRounding(refused=TOO_MANY)
    return AskedRounding(ONE.scaleb(-places))


def _in_scale(found: re.Match[str]) -> AskedRounding:
    money = _code(found["money"]) or _code(found["before"])
    return AskedRounding(scale=SCALES[found["size"].casefold()], money=money)


def _count(text: str) -> int:
    return int(text) if text.isdigit() else _COUNTS.index(text.casefold())


def _code(text: str | None) -> str:
    plain = (text or "").casefold()
    return _CURRENCIES.get(plain) or _CURRENCIES.get(plain.removesuffix("s"), "")
