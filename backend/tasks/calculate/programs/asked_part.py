"""Questions for the largest, the smallest or the losing part of a whole, as they are put."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from backend.tasks.calculate.programs.column_words import bare_question
from backend.tasks.calculate.programs.kinds_of_part import (
    is_plain_kind,
    kind_named,
)
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.series import words_of

_HIGH = r"highest|largest|biggest|greatest|most"
_LOW = r"lowest|smallest|least"
_HOW = rf"(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))"
_IN_STATEMENT = (
    r"(?: (?:item|line item))?(?: (?:in|on|of|from) (?:the |its |their )?(?:consolidated )?"
    r"(?:balance sheets?|income statements?|cash flow statements?|statements? of [a-z ]+))?"
)
_WHICH = r"(?:what|which)"
_BE = r"(?:was|is|were)"
_OF_A_KIND = tuple(
    re.compile(rf"(?i)^{form}{_IN_STATEMENT}$")
    for form in (
        rf"{_WHICH} {_BE} (?:the )?(?:single )?{_HOW} (?P<kind>[a-z -]+?)",
        rf"{_WHICH} (?P<kind>[a-z -]+?) {_BE} (?:the )?{_HOW}",
    )
)
_HAD = r"(?:had|has|made|reported|generated|contributed|earned|posted|recorded|brought in)"
_OF_A_MEASURE = tuple(
    re.compile(rf"(?i)^{_WHICH} (?P<part>[a-z /-]+?){form}$")
    for form in (
        rf" {_HAD} (?:the )?{_HOW} (?P<measure>[a-z &-]+?)",
        rf"['’]s? (?P<measure>[a-z &-]+?) {_BE} (?:the )?{_HOW}",
    )
)
_NAME = r"(?-i:[A-Z][\w&.-]*(?: [A-Z][\w&.-]*){0,3})"
_LOSING = re.compile(
    rf"(?i)^{_WHICH}(?: of(?: (?:the|its|their|our)| (?P<owner>{_NAME})['’]s?)?)? "
    r"(?P<part>parts?|segments?|divisions?|business(?:es)?(?: (?:units?|lines?))?|regions?)"
    rf"(?: of(?: the (?:company|group|business|firm)| (?P<whole>{_NAME}))?)? "
    r"(?:lost money|(?:made|ran|was run at|had) an? (?:operating )?loss"
    r"|(?:was|were) (?:loss[- ]making|unprofitable|in the red))$"
)
_SOLD_MOST = re.compile(
    rf"(?i)^(?:in|to) {_WHICH} (?P<part>country|region|market) did"
    rf"(?: the (?:company|group|business|firm)| it| they| we| (?P<whole>{_NAME}))? sell (?:the )?"
    r"(?:most|(?P<low>least))$"
)
_BUT = r"(?:outside(?: of)?|apart from|aside from|other than|except(?: for)?|besides|excluding)"
_ALL_BUT = (
    re.compile(rf"(?i)^{_BUT} (?:the )?(?P<but>[^,]{{2,40}}?),? (?=(?:in |to )?{_WHICH}\b)"),
    re.compile(rf"(?i)(?<= country) {_BUT} (?:the )?(?P<but>[^,]{{2,40}}?) (?={_HAD}\b|did\b)"),
    re.compile(rf"(?i),? {_BUT} (?:the )?(?P<but>[^,]{{2,40}})$"),
)
"""One part that is left out by its name."""
_HOW_MUCH = re.compile(
    r"(?i),? and (?:by )?how much(?: (?:was (?:it|that)|did it (?:lose|make|sell|come to)))?$"
)
_NAMED = (
    re.compile(r"(?i)\boperati(?:ng|ons?)\b"),
    re.compile(r"(?i)\binvest(?:ing|ments?)\b"),
    re.compile(r"(?i)\bfinanc(?:ing|es?)\b"),
)
_MOST_CASH = re.compile(rf"(?i)\bwhich\b.*\b{_HOW}\b.*\bcash\b")
_LOST = re.compile(r"(?i)\b(?:lost|used|spent|consumed|burn(?:ed|t)|outflows?)\b")
_BRACKETS = re.compile(r"\s*\([^)]*\)")
_TIME = re.compile(
    r"(?i)(?:,? ?\b(?:as of|at the end of|at|in|for|during|of|the|year|end))* "
    r"(?:(?:fiscal |financial )?(?:years? )?(?:FY|CY)? ?['’]?(?:19|20)\d\d|FY ?['’]?\d\d)\b"
    r"|,? ?\b(?:in|for|during) (?:the )?(?:Q[1-4]|(?:first|second|third|fourth) quarter)(?: of)?"
)
_LEFT_OVER = re.compile(r"(?i)(?: (?:for|of|in|by|to|from|at))+$")
_OF_AMOUNT = words_of("contribution share amount total level overall")
_TOTAL = words_of("total")
_RESULTS = tuple(
    words_of(each)
    for each in (
        *("operating income", "operating profit", "operating result", "operating earnings"),
        *("operating loss", "segment profit", "segment income", "segment result", "net income"),
    )
)
_SALES = tuple(words_of(each) for each in ("sales", "revenue", "turnover"))


@dataclass(frozen=True, slots=True)
class PartAsked:
    """What is asked: `kind` are the stems of what the parts are in a statement ("liability"), or
    `part` is the word for the parts ("region") and `measure` the stems of what is measured.
    `activities` says that the three kinds of cash flow are compared. `measures` are what is
    measured where several names of it will do. `is_loss` wants the only part below nought. `but` is
    the part that is left out, `whole` a name that stands for what is parted, and `with_figure` says
    that it is asked how much as well."""

    kind: frozenset[str]
    part: str
    measure: frozenset[str]
    activities: bool
    is_low: bool
    years: tuple[str, ...]
    quarters: tuple[str, ...]
    measures: tuple[frozenset[str], ...] = ()
    is_loss: bool = False
    but: str = ""
    whole: str = ""
    with_figure: bool = False


def part_asked(question: str) -> PartAsked | None:
    """What a question for the largest or smallest part wants; None where it is none, or does not
    name one year."""
    text = bare_question(question)
    years, quarters = years_in(text), quarters_in(text) or parts_in(text)
    if len(years) != 1 or len(quarters) > 1 or len(text) > 250:
        return None
    plain = _BRACKETS.sub("", _HOW_MUCH.sub("", text))
    with_figure = _HOW_MUCH.search(text) is not None
    if all(each.search(plain) for each in _NAMED) and (most := _MOST_CASH.search(plain)):
        if _LOST.search(plain):
            return None
        none = frozenset[str]()
        return PartAsked(none, "", none, True, bool(most["low"]), years, quarters)
    bare = _LEFT_OVER.sub("", " ".join(_TIME.sub(" ", plain).split()).strip(" ,"))
    left_out = next(filter(None, (form.search(bare) for form in _ALL_BUT)), None)
    but = left_out["but"].strip() if left_out else ""
    if left_out:
        bare = f"{bare[: left_out.start()].strip()} {bare[left_out.end() :].strip()}".strip(" ,")
    found = _of_form(bare, years, quarters)
    return replace(found, but=but, with_figure=with_figure) if found is not None else None


def _of_form(bare: str, years: tuple[str, ...], quarters: tuple[str, ...]) -> PartAsked | None:
    """What a question wants without its period and what it leaves out."""
    none = frozenset[str]()
    if lost := _LOSING.match(bare):
        part = "segment" if lost["part"].casefold().startswith("part") else lost["part"]
        whole = lost["owner"] or lost["whole"] or ""
        return PartAsked(
            *(none, part, none, False, True, years, quarters), _RESULTS, is_loss=True, whole=whole
        )
    if sold := _SOLD_MOST.match(bare):
        part = "country" if sold["part"].casefold() == "country" else "region"
        is_low, whole = bool(sold["low"]), sold["whole"] or ""
        return PartAsked(none, part, none, False, is_low, years, quarters, _SALES, whole=whole)
    for form in _OF_A_MEASURE:
        if (match := form.match(bare)) and is_plain_kind(match["part"]):
            measure = words_of(match["measure"]) - _OF_AMOUNT
            if measure:
                return PartAsked(
                    frozenset(), match["part"], measure, False, bool(match["low"]), years, quarters
                )
    for form in _OF_A_KIND:
        if match := form.match(bare):
            kind = words_of(match["kind"])
            if kind and not (_TOTAL & kind or kind_named(match["kind"])):
                return PartAsked(kind, "", frozenset(), False, bool(match["low"]), years, quarters)
    return None
