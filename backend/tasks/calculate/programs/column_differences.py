"""Two figures of a list beside each other: by how much one exceeds the other ("How much more did we
spend on travel than on food?"), and whether or which one does ("Did SH-20 cost more than SH-21?").

Each of the two is a question of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.calendar_words import MONTH_NAME
from backend.tables.cell_values import cell_value
from backend.tasks.calculate.programs.arithmetic import HUNDRED, rounded, written
from backend.tasks.calculate.programs.column_wording import AFTER_VERB, ARTICLES, VERB
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured

_PLACES = r"(?:on|for|in|at|with|to|from|by|during)"
_DID = r"(?:do|does|did|has|have|was|were|is|are)"
_HIGHER = r"(?:(?P<high>higher|larger|greater|bigger|more)|(?P<low>lower|smaller|less))"
_MORE = re.compile(
    r"(?i)^how (?P<how>much|many) (?:(?P<high>more)|less|fewer) "
    rf"(?P<what>(?!{_DID} )[^\W\d_]+(?: (?!{_DID} )[^\W\d_]+){{0,2}} )?"
    rf"(?P<did>{_DID}) (?P<one>.+?) than (?P<two>.+)$"
)
_MORE_OF = re.compile(
    rf"(?i)^how (?P<how>many) (?:(?P<high>more)|less|fewer) (?P<what>.+?) (?P<one>{_PLACES} .+?) "
    rf"than (?P<two>(?:{_PLACES} )?.+)$"
)
_BETWEEN = re.compile(
    r"(?i)^what (?:is|was) the difference between (?:the |our )?(?P<what>.+?) "
    rf"(?P<one>{_PLACES} .+?) and (?P<two>(?:{_PLACES} )?.+)$"
)
_OF = r"(?P<what>[^\W\d_]+(?: [^\W\d_]+){0,2})"
_REST = r"(?P<rest> (?:in|for|on|during) (?:the )?(?:[A-Z]|\d|first|second|third|fourth).*)?$"
_BETWEEN_TWO = (
    re.compile(
        rf"(?i:^what (?:is|was) the difference in {_OF} between) (?P<one>.+?) and "
        rf"(?P<two>.+?){_REST}"
    ),
    re.compile(
        rf"(?i:^what (?:is|was) the difference between the {_OF} of) (?P<one>.+?) and "
        rf"(?:that of |those of )?(?P<two>.+?){_REST}"
    ),
)
_EXCEEDS = re.compile(
    rf"(?i:^by how m(?:uch|any) (?:do|does|did) (?:the )?{_OF} of) (?P<one>.+?) "
    rf"(?i:exceeds?) (?:that|those) of (?P<two>.+?){_REST}"
)
_IS_HIGHER = re.compile(
    rf"(?i:^(?P<by>by how much )?(?:is|was|are|were) (?:the )?{_OF} of) (?P<one>.+?) "
    rf"(?i:{_HIGHER}) than (?:that|those) of (?P<two>.+?){_REST}"
)
_DID_MORE = re.compile(
    r"(?i)^(?P<did>do|does|did|has|have) (?P<one>.+?) (?:(?P<high>more)|less|fewer)"
    r"(?P<what> .+?)? than (?P<two>.+)$"
)
_DEARER = {
    "more expensive": ("cost", True),
    "dearer": ("cost", True),
    "cheaper": ("cost", False),
    "less expensive": ("cost", False),
    "heavier": ("weigh", True),
    "lighter": ("weigh", False),
}
_IS_DEARER = re.compile(
    rf"(?i)^(?:is|was) (?P<one>.+?) (?P<word>{'|'.join(_DEARER)}) than (?P<two>.+)$"
)
_ADJECTIVES = {
    "heavier": ("heavy", True),
    "lighter": ("heavy", False),
    "more expensive": ("expensive", True),
    "dearer": ("expensive", True),
    "cheaper": ("expensive", False),
    "less expensive": ("expensive", False),
    "longer": ("long", True),
    "shorter": ("long", False),
    "taller": ("tall", True),
    "wider": ("wide", True),
    "narrower": ("wide", False),
    "deeper": ("deep", True),
    "warmer": ("warm", True),
    "hotter": ("warm", True),
    "colder": ("warm", False),
    "cooler": ("warm", False),
    "older": ("old", True),
    "younger": ("old", False),
}
_HOW_MUCH_SO = re.compile(
    rf"(?i)^(?:by )?how much (?P<word>{'|'.join(_ADJECTIVES)}) (?:is|was|are|were) (?P<one>.+?) "
    r"than (?P<two>.+)$"
)
_PERIOD = rf"(?:q[1-4]|{MONTH_NAME}|(?:19|20)\d\d)(?: (?:19|20)\d\d)?"
_MOVED = re.compile(
    r"(?i)^by how much did (?:the )?(?P<what>.+?) (?:(?P<up>rise|grow|increase|go up|climb)"
    r"|(?P<down>fall|drop|decrease|go down|decline|sink)|change) (?:from|between) "
    rf"(?P<one>{_PERIOD}) (?:to|and) (?P<two>{_PERIOD})$"
)
_MOVED_BY = re.compile(
    r"(?i)^by (?:(?:how many|how much|what) (?:per ?cent|%)|what percentage) did (?:the )?"
    r"(?P<what>.+?) (?:(?P<up>rise|grow|increase|go up|climb)"
    r"|(?P<down>fall|drop|decrease|go down|decline|sink)|change) (?:from|between) "
    rf"(?P<one>{_PERIOD}) (?:to|and) (?P<two>{_PERIOD})$"
)
_YEAR = re.compile(r"(?:19|20)\d\d$")
_YEAR_OF_BOTH = re.compile(
    rf"(?i)(?P<one>\b{_PLACES} (?:q[1-4]|{MONTH_NAME}))(?P<two> than {_PLACES} "
    rf"(?:q[1-4]|{MONTH_NAME})) (?P<year>(?:19|20)\d\d)(?=$)"
)
"""More "in Q2 than in Q1 2031" is so in Q2 2031."""
_WHICH = re.compile(
    r"(?i)^(?:who|which|which one|what) (?P<verb>[a-z]+) (?:(?P<high>more)|less|fewer)"
    r"(?P<what> [^,:]+?)?[,:] (?P<one>.+?) or (?P<two>.+)$"
)
_PAST = {"cost": "cost", "had": "have", "spent": "spend", "got": "get", "sold": "sell"}
MOVED = "moved"
"""That it is wanted how far a figure went up or down, or by how much one thing is heavier or the
like, which must be so."""
PER_CENT = "per cent"
"""That it is wanted by how many per cent the first of two cells is above the second."""
PER_CENT_UP = "per cent up"
PER_CENT_DOWN = "per cent down"
"""The same where the first must be above the second, or below it."""
APART = "apart"
"""That it is wanted how far two figures are apart, whichever is larger."""
_OTHER_WAY = "The figures went the other way than the question says."
_ALIKE = (Operation.SUM, Operation.LOOKUP, Operation.COUNT)


@dataclass(frozen=True, slots=True)
class ComparedSums:
    """The questions for two figures, that which is taken from last. `wanted` is empty where their
    difference is wanted, `MOVED` where the first must not be the smaller one, `APART` where the
    smaller is taken from the larger, `PER_CENT` or one of its kind where the change in per cent is
    wanted, "higher" or "lower" where it is wanted whether the first is that; `names` are those of
    the two where it is wanted which of them is."""

    larger: str
    smaller: str
    wanted: str = ""
    names: tuple[str, ...] = ()


def compared_sums(question: str) -> ComparedSums | None:
    """The two figures that a question compares; None where it compares none."""
    text = " ".join(question.split()).strip(" ?.!")
    return next(_read(_YEAR_OF_BOTH.sub(r"\g<one> \g<year>\g<two> \g<year>", text)), None)


def _read(text: str) -> Iterator[ComparedSums]:
    if match := _MORE.match(text):
        start = f"how {match['how']} {match['what'] or ''}{match['did']}"
        pair = _both(match["one"], match["two"])
        if pair is not None:
            asked = [f"{start} {word}".replace("much money ", "much ") for word in pair]
            yield _pair(asked if match["high"] else asked[::-1])
    elif match := _MORE_OF.match(text):
        pair = _placed(match["one"], match["two"])
        asked = [f"how {match['how']} {match['what']} {word}" for word in pair]
        yield _pair(asked if match["high"] else asked[::-1])
    if match := _BETWEEN.match(text):
        pair = _placed(match["one"], match["two"])
        yield _pair([f"what is the total {match['what']} {word}" for word in pair], APART)
    for form in (*_BETWEEN_TWO, _EXCEEDS, _IS_HIGHER):
        if match := form.match(text):
            held = match.groupdict()
            asked = [
                f"what is the {held['what']} of {held[part]}{held['rest'] or ''}"
                for part in ("one", "two")
            ]
            wanted = "lower" if held.get("low") else "higher"
            if form in _BETWEEN_TWO:
                yield _pair(asked, APART)
            elif form is not _IS_HIGHER:
                yield _pair(asked)
            elif held["by"]:
                yield _pair(asked if wanted == "higher" else asked[::-1])
            else:
                yield _pair(asked, wanted=wanted)
    yield from _moved(text)
    yield from _decided(text)


def _moved(text: str) -> Iterator[ComparedSums]:
    """How far a figure went up or down, and how much heavier or the like one thing is."""
    if match := _MOVED.match(text):
        one, two = match["one"], match["two"]
        if not _YEAR.search(one) and (year := _YEAR.search(two)):
            one = f"{one} {year[0]}"  # "from March to May 2024"
        asked = [f"what is the {match['what']} in {each}" for each in (two, one)]
        is_sided = match["up"] or match["down"]
        yield _pair(asked[::-1] if match["down"] else asked, MOVED if is_sided else APART)
    if match := _MOVED_BY.match(text):
        one, two = match["one"], match["two"]
        if not _YEAR.search(one) and (year := _YEAR.search(two)):
            one = f"{one} {year[0]}"
        wanted = PER_CENT_UP if match["up"] else PER_CENT_DOWN if match["down"] else PER_CENT
        yield _pair([f"what is the {match['what']} in {each}" for each in (two, one)], wanted)
    if match := _HOW_MUCH_SO.match(text):
        adjective, is_high = _ADJECTIVES[match["word"].casefold()]
        asked = [f"how {adjective} is {match[part]}" for part in ("one", "two")]
        yield _pair(asked if is_high else asked[::-1], MOVED)


def _decided(text: str) -> Iterator[ComparedSums]:
    """Whether one of two is more, or which of them."""
    if match := _DID_MORE.match(text):
        one, what = match["one"], match["what"] or ""
        if re.match(rf"(?i) {_PLACES} ", what):  # "spend more on tools than on yarn"
            one, what = f"{one}{what}", ""
        how = "many" if what else "much"
        pair = _both(one, match["two"])
        if pair is not None:
            asked = [f"how {how}{what} {match['did']} {each}" for each in pair]
            yield _pair(asked, wanted="higher" if match["high"] else "lower")
    if match := _IS_DEARER.match(text):
        verb, is_high = _DEARER[match["word"].casefold()]
        asked = [f"how much does {match[part]} {verb}" for part in ("one", "two")]
        yield _pair(asked, wanted="higher" if is_high else "lower")
    if match := _WHICH.match(text):
        verb = match["verb"].casefold()
        verb = _PAST.get(verb, verb.removesuffix("ed") if verb.endswith("ed") else verb)
        how = "many" if match["what"] else "much"
        names = (match["one"], match["two"])
        asked = [f"how {how}{match['what'] or ''} did {name} {verb}" for name in names]
        yield _pair(asked, "higher" if match["high"] else "lower", names)


def _pair(asked: Sequence[str], wanted: str = "", names: tuple[str, ...] = ()) -> ComparedSums:
    first, second = asked
    return ComparedSums(first, second, wanted, names)


def _both(one: str, two: str) -> tuple[str, str] | None:
    """Subject, verb and rest of both, where the second is said in part: "we spend on tools" and "on
    yarn", "the ferry carry in May" and "the barge"; None where there is no verb."""
    if match := re.search(rf"(?i)\b{_PLACES} (?!.*\b{_PLACES} ).+$", one):
        placed = re.match(rf"(?i){_PLACES} ", two)
        if placed is not None or not _verbs_in(one[: match.start()].split()):
            place = match.group().split(" ", 1)[0]
            second = two if placed is not None else f"{place} {two}"
            return one, f"{one[: match.start()]}{second}"
        if not two[:1].isupper() and not any(each.isdigit() for each in two):
            return one, f"{one[: match.start()]}{match.group().split(' ', 1)[0]} {two}"
    words = one.split()
    at = next(iter(_verbs_in(words)), 0)
    if not at:
        return None
    cut = re.search(rf"(?i) {_PLACES} ", two)
    subject, rest = (two[: cut.start()], two[cut.start() :]) if cut else (two, "")
    return f"{one}{rest}", f"{subject} {' '.join(words[at:])}{rest}"


def _verbs_in(words: list[str]) -> list[int]:
    """The places of words that may be the verb behind a subject, the likeliest first."""
    found = [
        at
        for at, word in enumerate(words)
        if at
        and VERB.match(word)
        and (at + 1 == len(words) or words[at + 1].casefold() in AFTER_VERB)
        and any(each.casefold() not in ARTICLES for each in words[:at])
    ]
    return found[::-1]


def _placed(one: str, two: str) -> tuple[str, str]:
    place = one.split(" ", 1)[0]
    is_placed = re.match(rf"(?i){_PLACES} ", two) is not None
    return one, two if is_placed else f"{place} {two}"


def difference_of_sums(
    compared: ComparedSums,
    larger: Calculation | Refusal | None,
    smaller: Calculation | Refusal | None,
) -> Calculation | Refusal | None:
    """The first figure less the second, with the cells of both; below nought where the second is
    the larger one. Where it is wanted whether or which one is larger, that is said. A refusal of
    either is that of both; None where either is no sum, count or single figure."""
    for each in (larger, smaller):
        if isinstance(each, Refusal):
            return each
    if not isinstance(larger, Calculation) or not isinstance(smaller, Calculation):
        return None
    if larger.operation is not smaller.operation or larger.operation not in _ALIKE:
        return None
    if larger.joint or smaller.joint:
        return None
    one, two = _cells(larger), _cells(smaller)
    if one is None or two is None:
        return None
    if {each.place for each in one} & {each.place for each in two}:
        return Refusal("The two sums share rows: it is open what their difference is of.")
    if (larger.unit, larger.scale) != (smaller.unit, smaller.scale):
        return Refusal("The two sums have different units or scales.")
    up, down = larger.value > smaller.value, larger.value < smaller.value
    if (compared.wanted == PER_CENT_UP and down) or (compared.wanted == PER_CENT_DOWN and up):
        return Refusal(_OTHER_WAY, is_open=True)
    if compared.wanted in (PER_CENT, PER_CENT_UP, PER_CENT_DOWN):
        return _change(one, two, f"{larger.over}, against {smaller.over}")
    if compared.wanted == APART and larger.value < smaller.value:
        larger, smaller, one, two = smaller, larger, two, one
    if compared.wanted == MOVED and larger.value < smaller.value:
        return Refusal(_OTHER_WAY, is_open=True)
    value = larger.value - smaller.value
    unit, scale = larger.unit, larger.scale
    figures = f"{written(larger.value)} − {written(smaller.value)} = {written(value)}"
    formula = f"{figures}{measured(unit, scale)}"
    over = f"{larger.over} − {smaller.over}"
    difference = Calculation(
        Operation.DIFFERENCE,
        written(value),
        value,
        unit,
        scale,
        formula,
        f"{written(value)}{measured(unit, scale)} ({over}: {formula})",
        (*one, *two),
        1.0,
        exact=True,
        over=over,
        of_rows=larger.of_rows + smaller.of_rows,
    )
    is_decided = compared.wanted not in ("", APART, MOVED)
    return _decision(compared, larger, smaller, difference) if is_decided else difference


def _change(
    later: Sequence[Operand], earlier: Sequence[Operand], of: str
) -> Calculation | Refusal | None:
    """By how many per cent what some cells come to is above or below what others do, with what they
    are `of`."""
    if any(operand.unit == "%" for operand in (*later, *earlier)):
        return Refusal("The figures are in per cent themselves.", is_open=True)
    if any(operand.value < 0 for operand in (*later, *earlier)):
        return Refusal("A figure is nought or negative: its growth can be read both ways.")
    one, two = (sum((cell.value for cell in cells), Decimal(0)) for cells in (later, earlier))
    if not one or not two:
        return Refusal("A figure is nought or negative: its growth can be read both ways.")
    value = rounded((one / two - 1) * HUNDRED)
    formula = f"{written(one)} ÷ {written(two)} − 1 = {written(value)} %"
    return Calculation(
        Operation.CHANGE,
        written(value),
        value,
        "%",
        Decimal(1),
        formula,
        f"{written(value)} % ({of}: {formula})",
        (*later, *earlier),
        1.0,
        exact=True,
        over=of,
    )


def _decision(
    compared: ComparedSums, larger: Calculation, smaller: Calculation, found: Calculation
) -> Calculation | Refusal:
    """Whether the first of two is what is wanted of it, or which of the two is."""
    if compared.names and not found.value:
        return Refusal("Both are the same.", (larger.sentence, smaller.sentence), is_open=True)
    behind = measured(found.unit, found.scale)
    is_so = found.value > 0 if compared.wanted == "higher" else found.value < 0
    answer = "Yes" if is_so else "No"
    if compared.names:
        answer = compared.names[0 if is_so else 1]
    figures = [f"{written(each.value)}{behind}" for each in (larger, smaller)]
    if compared.names and not is_so:
        figures.reverse()
    answer = f"{answer}: {figures[0]} against {figures[1]}"
    return replace(
        found,
        operation=Operation.COMPARISON,
        answer=answer,
        sentence=f"{answer} ({found.over}: {found.formula})",
    )


def _cells(made: Calculation) -> tuple[Operand, ...] | None:
    """The cells that come to a figure: one of a look-up, one of each row that is counted; None
    where what was looked up is no figure."""
    if made.operation is Operation.LOOKUP:
        first = made.operands[0]
        is_figure = cell_value(first.text).value is not None and first.value == made.value
        return (first,) if is_figure else None
    if made.operation is Operation.COUNT:
        rows = {operand.row: operand for operand in reversed(made.operands)}
        return tuple(replace(each, value=Decimal(1), unit="") for _, each in sorted(rows.items()))
    return made.operands
