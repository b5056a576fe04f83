"""Figures that are asked for in another unit than a list has: "How many hours did Ada work?" of a
column of minutes, "What does the anvil weigh in kilograms?" of one in grams.

The question is put in the column's own unit, and what it comes to is turned into the one that was
asked for, as the formula says: "240 min ÷ 60 = 4 h". Only units of one kind whose ratio is exact
are turned into each other (`sizes` in `comparisons.toml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Context, Decimal, InvalidOperation
from functools import cache

from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_answers import said_list
from backend.tasks.calculate.programs.column_units import unit_named, unit_of_column
from backend.tasks.calculate.programs.column_words import FIGURES, WORD, bare_question
from backend.tasks.calculate.programs.comparison_words import unit_sizes, units_in_words
from backend.types.calculations import (
    PER_GROUP,
    Calculation,
    Conversion,
    Operation,
    Refusal,
    measured,
    number_told,
)
from backend.types.tables import StoredTable

_CUBIC = re.compile(r"(?i)\bcubic met(?:re|er)s?\b")
_EXACT = Context(prec=50)
_FINEST = Decimal("0.000001")
"""What comes out with so many places at most is told in full, all else to two places."""
_LEAST = Decimal("0.1")
"""Of less than this two places say too little."""
_SINGLE = frozenset(
    [
        *(Operation.SUM, Operation.MEAN, Operation.MEAN_OF_GROUPS, Operation.LOOKUP),
        *(Operation.DIFFERENCE, Operation.LARGEST, Operation.SMALLEST),
    ]
)
_MEANS = frozenset([Operation.MEAN, Operation.MEAN_OF_GROUPS, Operation.MEAN_PER_GROUP])
_ANY_CASE = frozenset(["kg", "km", "kwh", "mwh", "gwh"])
"""Signs that mean one thing however they are written: "G" may be the name of a hall."""
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_NAMED = frozenset([Operation.TOP, Operation.BOTTOM, Operation.LARGEST, Operation.SMALLEST])


@dataclass(frozen=True, slots=True)
class UnitReading:
    """A question in the unit `own` of columns of a list; `asked` is the unit that is wanted, empty
    where only a bound was in another one ("more than 2 hours")."""

    question: str
    own: str
    asked: str


_SPAN = re.compile(rf"(?i)\bbetween (?P<low>{_NUMBER}) and (?={_NUMBER} ?(?P<unit>[^\W\d_]+))")
"""Two bounds of which only the second has its unit: "between 0.5 and 1 kg"."""
_BOTH = re.compile(
    rf"\bbetween (?P<low>{_NUMBER}) (?P<unit>[^\W\d_]+) and (?P<high>{_NUMBER} (?P=unit))(?![\w-])"
)
_BARE_BEFORE = re.compile(rf"(?i)(?<![\w.,]){_NUMBER} ?(?:and|to|or|-|–) ?$")


@cache
def _forms() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Where a question wants a unit by its name, where it says in which one, and bounds."""
    names = sorted(
        (name for name, unit in units_in_words().items() if unit in unit_sizes()),
        key=len,
        reverse=True,
    )
    signs = sorted(map(re.escape, unit_sizes()), key=len, reverse=True)
    said = "|".join(
        [
            *(f"(?i:{re.escape(name)})" for name in names),
            *(f"(?i:{sign})" if sign in _ANY_CASE else sign for sign in signs),
        ]
    )
    counted = re.compile(
        r"\b(?P<start>(?i:how many|how much|the most|the fewest|the least|total|average|mean"
        rf"|number of)) (?P<unit>{said})(?P<of> of(?= ))?(?![\w-])"
    )
    within = re.compile(rf",? \b(?i:in|measured in) (?P<unit>{said})(?![\w-])(?! ?\d)")
    bound = re.compile(rf"(?<![\w.,])(?P<digits>{_NUMBER}) ?(?P<unit>{said})(?![\w-])")
    return counted, within, bound


def may_ask_units(question: str) -> bool:
    """Whether a question wants a figure in a unit that it names, or has a bound in one."""
    text = _CUBIC.sub("m³", bare_question(question))
    return any(form.search(text) for form in _forms())


def readings_in_units(question: str, table: StoredTable) -> Iterator[UnitReading]:
    """The question in each unit that columns of a list have, where it wants or names another one
    of that kind which no column has."""
    if table.box is not None:
        return
    text = _CUBIC.sub("m³", bare_question(question))
    text = _SPAN.sub(lambda found: f"between {found['low']} {found['unit']} and ", text)
    counted, within, bound = _forms()
    if any(_is_cell(found["unit"], table) for found in within.finditer(text)):
        return
    wanted = {
        unit_named(found["unit"]) for form in (counted, within) for found in form.finditer(text)
    }
    bounds = {unit_named(found["unit"]) for found in bound.finditer(text)}
    if len(wanted) > 1 or not (wanted | bounds) or "and" in _behind_units(text, within):
        return
    held: dict[str, str] = {}  # units, with all headers of columns that are in them
    for column in table.columns:
        if column.kind in FIGURES and (unit := unit_of_column(column)):
            held[unit] = f"{held.get(unit, '')} {column.name}".strip()
    asked = next(iter(wanted), "")
    named = {unit_named(word) for column in table.columns for word in WORD.findall(column.name)}
    if asked in held or asked in named or bounds & held.keys():
        return
    kinds = {unit_sizes()[each].kind for each in wanted | bounds}
    for own, header in held.items():
        size = unit_sizes().get(own)
        if len(kinds) != 1 or size is None or size.kind not in kinds:
            continue
        if (plain := _in_unit(text, own, header)) is not None and plain != text:
            yield UnitReading(plain, own, asked)


def _is_cell(text: str, table: StoredTable) -> bool:
    """Whether a text is what a row is called or holds, such as a hall "G"."""
    called = text.casefold()
    return any(
        each.casefold() == called
        for row in table.rows
        for each in (row.label, *row.group, *(cell.text for cell in row.cells if cell is not None))
    )


def _behind_units(text: str, within: re.Pattern[str]) -> str:
    """The word behind "in hours": with "and" two units are wanted at once."""
    return " ".join(text[match.end() :].strip().split(" ")[0] for match in within.finditer(text))


def _in_unit(text: str, own: str, header: str) -> str | None:
    """A question with its units as a column has them; None where a bound would not be exact, or
    one beside it has no unit."""
    counted, within, bound = _forms()
    name = _name_of(own, header)
    kept = text
    for found in reversed([*bound.finditer(text)]):
        turned = _turned(Decimal(found["digits"].replace(",", "")), unit_named(found["unit"]), own)
        if turned is None or not turned.is_exact or _BARE_BEFORE.search(text[: found.start()]):
            return None
        sign = name if name in WORD.findall(header.casefold()) else own
        kept = f"{kept[: found.start()]}{turned.value:f} {sign}{kept[found.end() :]}"
    kept = _BOTH.sub(r"between \g<low> and \g<high>", kept)
    kept = counted.sub(lambda found: f"{found['start']} {name}{found['of'] or ''}", kept)
    return within.sub("", kept)


def _name_of(unit: str, header: str) -> str:
    """What a question calls a unit: as the header does, else by its last name."""
    named = [name for name, of in units_in_words().items() if of == unit]
    said = [word.casefold() for word in WORD.findall(header)]
    return next((each for each in said if each in named), named[-1])


@dataclass(frozen=True, slots=True)
class _Turned:
    value: Decimal
    factor: Decimal
    is_divided: bool
    is_exact: bool


def _turned(value: Decimal, own: str, asked: str) -> _Turned | None:
    """A figure in another unit; None where the ratio of the two is not exact, too little would be
    left, or it has more digits than are reckoned with."""
    try:
        return _worked_out(value, own, asked)
    except InvalidOperation:
        return None


def _worked_out(value: Decimal, own: str, asked: str) -> _Turned | None:
    sizes = unit_sizes()
    one, other = sizes[own].size, sizes[asked].size
    ratios = {True: _EXACT.divide(other, one), False: _EXACT.divide(one, other)}
    whole = sorted(ratios, reverse=other > one)  # "÷ 60" rather than "× 0.016…"
    is_divided = next((each for each in whole if _is_short(ratios[each])), None)
    if is_divided is None:
        return None
    factor = Decimal(f"{ratios[is_divided].normalize():f}")
    worked = _EXACT.divide(value, factor) if is_divided else _EXACT.multiply(value, factor)
    exact = worked.quantize(_FINEST, context=_EXACT)
    if exact == worked:
        return _Turned(Decimal(f"{exact.normalize():f}"), factor, is_divided, True)
    return _Turned(rounded(worked), factor, is_divided, False) if abs(worked) >= _LEAST else None


def _is_short(ratio: Decimal) -> bool:
    return ratio == ratio.quantize(Decimal("1e-9"), context=_EXACT)


def told_in_unit(
    made: Calculation | Refusal | None, reading: UnitReading, table: StoredTable
) -> Calculation | Refusal | None:
    """What a question in the column's own unit comes to, in the unit that was asked for; None where
    it is of no such column."""
    if isinstance(made, Refusal):
        return replace(made, readings=(), lacks=()) if made.is_open else None
    if made is None or not reading.asked:
        return made
    if not _is_in(made, reading.own, table):
        return None
    if made.operation in _NAMED and not _is_figure(made):
        return made  # a name: its figures stand in the formula, as they are printed
    if made.operation in PER_GROUP:
        return _of_groups(made, reading)
    if made.operation not in _SINGLE:
        return None
    return converted(made, reading.own, reading.asked)


def converted(made: Calculation, own: str, asked: str) -> Calculation | None:
    """A single figure in another unit; None where it cannot be told in it."""
    turned = _turned(made.value, own, asked)
    if turned is None or (not turned.is_divided and _may_be_rounded(made)):
        return None
    said = f"{written(turned.value)}{measured(asked, made.scale)}"
    formula = f"{made.formula}; {_working(made.value, own, turned)} = {said}"
    is_said = made.operation in _NAMED or made.operation is Operation.LOOKUP
    return replace(
        made,
        answer=said if is_said else written(turned.value),
        value=turned.value,
        unit=asked,
        formula=formula,
        sentence=f"{said} ({formula})",
        converted=_before(made, turned),
    )


def _may_be_rounded(made: Calculation) -> bool:
    """Whether a figure may be told to two places only, what is left out of which would count once
    it is multiplied. Of a mean over all its cells they say so."""
    if made.operation is Operation.MEAN and not made.of_rows and not made.joint:
        values = [operand.value for operand in made.operands]
        return made.value * len(values) != sum(values)
    return made.operation in _MEANS or made.joint == "÷"


def in_own_unit(made: Calculation) -> Calculation:
    """A calculation as it was before its figure was turned into another unit."""
    before = made.converted
    if before is None:
        return made
    return replace(
        made,
        answer=written(before.value),
        value=before.value,
        unit=before.unit,
        formula=before.formula,
        listed=before.listed,
        converted=None,
    )


def _working(value: Decimal, own: str, turned: _Turned) -> str:
    sign = "÷" if turned.is_divided else "×"
    return f"{written(value)}{measured(own, Decimal(1))} {sign} {written(turned.factor)}"


def _before(made: Calculation, turned: _Turned) -> Conversion:
    return Conversion(
        made.value, made.unit, made.formula, made.listed, turned.factor, turned.is_divided
    )


def _of_groups(made: Calculation, reading: UnitReading) -> Calculation | None:
    """The figure of each group in another unit; where groups are ranked, their names answer, and
    their figures stand as they are printed."""
    if made.answer != said_list([f"{name}: {figure}" for name, figure in made.listed], "; "):
        return made
    behind = measured(made.unit, made.scale)
    listed: list[tuple[str, str]] = []
    for name, figure in made.listed:
        turned = _turned(number_told(figure.removesuffix(behind)), reading.own, reading.asked)
        if turned is None:
            return None
        listed.append((name, f"{written(turned.value)}{measured(reading.asked, made.scale)}"))
    first = _turned(made.value, reading.own, reading.asked)
    if first is None or (not first.is_divided and _may_be_rounded(made)):
        return None
    answer = said_list([f"{name}: {figure}" for name, figure in listed], "; ")
    sign = "÷" if first.is_divided else "×"
    names = f"{measured(reading.own, made.scale)} {sign} {written(first.factor)} ="
    formula = f"{made.formula};{names}{measured(reading.asked, made.scale)}"
    return replace(
        made,
        answer=answer,
        value=first.value,
        unit=reading.asked,
        formula=formula,
        sentence=f"{answer} ({formula})",
        listed=tuple(listed),
        converted=_before(made, first),
    )


def _is_in(made: Calculation, own: str, table: StoredTable) -> bool:
    """Whether all cells that were used are of columns in a unit; of a product the figure is."""
    if made.scale != 1:
        return False
    if made.joint in ("×", "÷"):
        return unit_named(made.unit) == own
    columns = {operand.column for operand in made.operands}
    return all(at >= 0 and unit_of_column(table.columns[at]) == own for at in columns)


def _is_figure(made: Calculation) -> bool:
    return made.answer == f"{written(made.value)}{measured(made.unit, made.scale)}"
