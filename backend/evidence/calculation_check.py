"""Whether a calculation is what its cited passages say: every cell stands there as printed, and the
formula comes out when it is reckoned again by the support check's own arithmetic."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from operator import add, mul, sub, truediv
from statistics import median

from backend.calendar_words import MONTH_NAME, month_number
from backend.evidence.arithmetic import computed, reckoned
from backend.evidence.support import SUPPORTED, SupportCheck
from backend.types import (
    GROUP_JOINT,
    ONE_FIGURE,
    PER_GROUP,
    TO_TWO_PLACES,
    Calculation,
    Chunk,
    Conversion,
    Operand,
    Operation,
    Rounded,
    difference_in,
    measured,
    number_told,
)

_OF_ALL = {Operation.SUM: "sum", Operation.MEAN: "mean", Operation.MEDIAN: "median"}
HALF_A_CENT = Decimal("0.005")
"""Results with two places may be so far from the exact ones."""
_EXTREMES = frozenset([Operation.LARGEST, Operation.SMALLEST])
_LOW = frozenset([Operation.SMALLEST, Operation.BOTTOM, Operation.FIRST])
_RANKS = _EXTREMES | {Operation.TOP, Operation.BOTTOM, Operation.FIRST, Operation.LAST}
_OF_PERIODS = frozenset([Operation.VALUES, Operation.PERIODS, Operation.COUNT_OF_PERIODS])
_PER_GROUP = {
    Operation.COUNT_PER_GROUP: "count",
    Operation.SUM_PER_GROUP: "sum",
    Operation.MEAN_PER_GROUP: "mean",
    Operation.LARGEST_PER_GROUP: "largest",
    Operation.SMALLEST_PER_GROUP: "smallest",
}
_DIVIDED = re.compile(r"(?P<part>\d+(?:\.\d+)?) ÷ (?P<whole>\d+(?:\.\d+)?) = ")
_THE_OTHER_WAY = re.compile(r"^Not at all: (?P<name>.+) is (?P<how>higher|lower) by ")
_MOVED = re.compile(
    r"^(?P<head>Yes|No|Up|Down|Improved|Worsened): (?P<figures>.+) \((?P<sign>[+−])(?P<by>[\d,.]+)"
    r"(?P<unit>[^()]*)\)$"
)
_SO = frozenset(["Yes", "Up", "Improved"])
_NUMBER = re.compile(r"(?:(?<=\()−)?\d[\d,]*(?:\.\d+)?")
_CONSTANTS = frozenset([Decimal(2), Decimal(3), Decimal(365)])
_RANKED = re.compile(r"^(?:\d+ )?(?P<end>largest|smallest) ")
_LEADING = re.compile(
    r"^(?:(?P<many>\d+) )?(?P<end>largest|smallest) (?:by )?"
    r"(?:(?P<how>sum|count|mean|largest|smallest) of )?"
)
_JOINTS = {"×": mul, "+": add, "−": sub, "÷": truediv}

_IN_PERIOD = re.compile(
    rf"(?i)\bin ((?:\d{{1,2}} )?(?:{MONTH_NAME})(?: (?:19|20)\d\d)?|(?:19|20)\d\d)\b"
)
"""The days, months and years of a condition in words."""
_DAY_IN = re.compile(r"\d{1,2}(?= [A-Za-z])")
_MONTH_IN = re.compile(rf"(?i)\b(?:{MONTH_NAME})\b")
_YEAR_IN = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_FIGURES_OF_DAY = re.compile(r"\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?\.?")


def check_calculation(made: Calculation, passages: Sequence[Chunk]) -> SupportCheck:
    """Supported if every cell is in a passage and the formula comes out.

    Args:
        made: the calculation. Of one over a whole column the cells that the passages hold are
            looked for, the first of them at least: further ones stand in its table alone.
        passages: those that the answer cites.
    """
    if made.rounded is not None:
        if not _is_rounded(made, made.rounded):
            return SupportCheck(False, "The figure is not rounded as its formula says.")
        return check_calculation(_unrounded(made, made.rounded), passages)
    if made.converted is not None:
        if not _is_converted(made, made.converted):
            return SupportCheck(False, "The formula does not come out.")
        return check_calculation(_before(made, made.converted), passages)
    if made.sides:
        return _check_of_sides(made, passages)
    if made.of_rows:
        return _check_of_large(made, passages)
    for operand in made.operands:
        holding = [
            chunk.text
            for chunk in passages
            if chunk.document_id == operand.document_id
            and chunk.start <= operand.start
            and operand.end <= chunk.end
        ]
        if not holding and made.over and operand is not made.operands[0]:
            continue
        if not any(operand.text in text for text in holding):
            return SupportCheck(False, f"“{operand.text}” is not in the cited passages.")
    if _comes_out_of_cells(made):
        return SUPPORTED
    return SupportCheck(False, "The formula does not come out.")


def _check_of_sides(made: Calculation, passages: Sequence[Chunk]) -> SupportCheck:
    """Whether each side is what its passages say, and what is said of both follows from them."""
    for side in made.sides:
        if side.operation not in ONE_FIGURE:
            return SupportCheck(False, "A side of the comparison is more than one figure.")
        check = check_calculation(side, passages)
        if not check.supported:
            return check
    one, other = (calculation.value * calculation.scale for calculation in made.sides)
    own = [(calculation.figure, calculation.operands) for calculation in made.sides]
    figures = [figure for _, figure in made.listed]
    cells = tuple(cell for _, cells in own for cell in cells)
    right = sorted(figures) == sorted(figure for figure, _ in own) and made.operands == cells
    if made.operation is Operation.DIFFERENCE:
        slack = sum(HALF_A_CENT * calculation.scale for calculation in (*made.sides, made))
        right = right and abs(abs(one - other) - made.value * made.scale) <= slack
    else:
        right = right and one != other
        right = right and made.formula.endswith(
            f"; {figures[0]} {'>' if one > other else '<'} {figures[1]}"
        )
        right = right and _names_the_side(made)
    return SUPPORTED if right else SupportCheck(False, "The formula does not come out.")


def _names_the_side(made: Calculation) -> bool:
    """Whether the answer is the side that is asked for, or says rightly how the first one stands to
    the second."""
    one, other = (side.value * side.scale for side in made.sides)
    (first, _), (second, _) = made.listed
    if match := _THE_OTHER_WAY.match(made.answer):
        return match["name"] == first and (match["how"] == "lower") is (one < other)
    is_first = (one > other) is (", the higher of " in made.over)
    if moved := _MOVED.match(made.answer):
        return _says_how_it_moved(made, moved, is_first=is_first)
    return made.answer in ((first, "Yes") if is_first else (second, "No"))


def _says_how_it_moved(made: Calculation, moved: re.Match[str], *, is_first: bool) -> bool:
    """Whether a measure moved as is told: the word, both figures and how far they are apart."""
    one, other = made.sides
    apart = one.value * one.scale - other.value * other.scale
    is_so = moved["head"] in _SO
    is_right = is_so is is_first
    if moved["head"] in ("Up", "Down"):
        is_right = is_right and is_so is (apart > 0)
    figures = ", ".join(f"{said} in {name}" for name, said in made.listed)
    scale = min(one.scale, other.scale)
    by = Decimal(moved["by"].replace(",", "")) * scale
    slack = HALF_A_CENT * (one.scale + other.scale + scale)
    return (
        is_right
        and moved["figures"] == figures
        and (moved["sign"] == "+") is (apart > 0)
        and abs(abs(apart) - by) <= slack
        and moved["unit"] == difference_in(one.unit, scale)
    )


def _comes_out_of_cells(made: Calculation) -> bool:
    """Whether the result is what the cells give."""
    if made.operation is Operation.QUERY:
        return True  # a database worked it out; that its cells stand where it says is looked at
    if made.operation in _OF_PERIODS:
        return _is_of_periods(made)
    if made.over:
        return _is_of_column(made)
    if made.operation in _EXTREMES:
        values = [operand.value for operand in made.operands]
        best = max(values) if made.operation is Operation.LARGEST else min(values)
        return made.value == best and values.count(best) == 1
    if made.operation is Operation.LOOKUP:
        return True
    if made.operation is Operation.COMBINED:
        return _is_combined(made)
    return bool(computed(made.formula)) and _is_in_one_scale(made)


def _is_combined(made: Calculation) -> bool:
    """Whether the formula comes out to the result and is made of the cells, each in the finest of
    their scales, and of no figure but the 2 or 3 of a mean and the days of a year."""
    exact = reckoned(made.formula)
    if exact is None or abs(exact - made.value) > HALF_A_CENT:
        return False
    working = made.formula.rpartition("; ")[2].rpartition(" = ")[0]
    said = [
        Decimal(number.replace(",", "").replace("−", "-")) for number in _NUMBER.findall(working)
    ]
    scale = min(each.scale for each in made.operands)
    for operand in made.operands:
        own = operand.value * operand.scale / scale
        if own not in said:
            return False
        said.remove(own)
    return set(said) <= _CONSTANTS


def _is_in_one_scale(made: Calculation) -> bool:
    """Whether figures in several scales come to the result by what they mean in full."""
    if len({operand.scale for operand in made.operands}) == 1:
        return True
    values = [operand.value * operand.scale for operand in made.operands]
    first, last = values[0], values[-1]
    match made.operation:
        case Operation.SUM:
            exact = sum(values, Decimal(0))
        case Operation.MEAN:
            exact = sum(values, Decimal(0)) / len(values)
        case Operation.DIFFERENCE:
            exact = first - last
        case Operation.CHANGE | Operation.SHARE | Operation.RATIO if last:
            hundred = 1 if made.operation is Operation.RATIO else 100
            exact = (first - last if made.operation is Operation.CHANGE else first) / last * hundred
        case _:
            return False
    return abs(made.value * made.scale - exact) <= HALF_A_CENT * made.scale


def _is_rounded(made: Calculation, before: Rounded) -> bool:
    """Whether each figure is the one before it, to the nearest step, in its new scale."""
    exact = reckoned(before.formula) if made.operation in TO_TWO_PLACES else None
    if made.converted is not None or not made.operands:
        exact = None
    pairs = [(made.value, before.value if exact is None else exact)]
    if made.listed != before.listed:
        names = [name for name, _ in made.listed]
        if names != [name for name, _ in before.listed]:
            return False
        if not all(said.endswith(measured(made.unit, made.scale)) for _, said in made.listed):
            return False
        own = (
            [operand.value for operand in made.operands]
            if made.operation is Operation.VALUES
            else [_without_unit(said) for _, said in before.listed]
        )
        pairs = list(zip([_without_unit(said) for _, said in made.listed], own, strict=True))
    slack = Decimal(0) if exact is not None else HALF_A_CENT * before.scale
    for told, known in pairs:
        apart = abs(told * made.scale - known * before.scale)
        if before.step is None:
            last = Decimal(1).scaleb(int(told.as_tuple().exponent))
            if made.listed != before.listed:
                most = last / 2 * made.scale
            else:  # in another scale a figure has the places that it has in its own
                most = HALF_A_CENT * before.scale if known != before.value else Decimal(0)
            if apart > most:
                return False
        elif told % before.step or apart > before.step * made.scale / 2 + slack:
            return False
    return True


def _unrounded(made: Calculation, before: Rounded) -> Calculation:
    """A calculation as it was before its figure was rounded."""
    return replace(
        made,
        value=before.value,
        scale=before.scale,
        answer=before.answer,
        formula=before.formula,
        listed=before.listed,
        rounded=None,
    )


def _is_converted(made: Calculation, before: Conversion) -> bool:
    """Whether each figure is what it was in the unit of the cells, divided or multiplied."""
    pairs = [(made.value, before.value)]
    for (name, said), (own_name, own) in zip(made.listed, before.listed, strict=True):
        if name != own_name:
            return False
        pairs.append((_without_unit(said), _without_unit(own)))
    return all(
        abs(now - (own / before.factor if before.is_divided else own * before.factor))
        <= HALF_A_CENT
        for now, own in pairs
    )


def _without_unit(figure: str) -> Decimal:
    """The number at the beginning of a figure with its unit."""
    return number_told(figure.split(" ", maxsplit=1)[0])


def _before(made: Calculation, before: Conversion) -> Calculation:
    """A calculation in the unit of its cells."""
    return replace(
        made,
        value=before.value,
        unit=before.unit,
        formula=before.formula,
        listed=before.listed,
        converted=None,
    )


def _check_of_large(made: Calculation, passages: Sequence[Chunk]) -> SupportCheck:
    """Whether the passage is cited that says what table it is. Its rows stand in no passage, so a
    database has worked out the figure, and it is not reckoned again; only a share is."""
    first = made.operands[0]
    if not any(
        chunk.document_id == first.document_id
        and chunk.start <= first.start
        and first.end <= chunk.end
        for chunk in passages
    ):
        return SupportCheck(False, "The table is not among the cited passages.")
    if made.operation is Operation.SHARE and not computed(made.formula):
        return SupportCheck(False, "The formula does not come out.")
    return SUPPORTED


def _is_of_periods(made: Calculation) -> bool:
    """Whether the listed figures are those of the cells, one for each of them."""
    counted = made.operation is not Operation.COUNT_OF_PERIODS or made.value == len(made.listed)
    return counted and [said for _, said in made.listed] == [
        operand.text for operand in made.operands
    ]


def _is_of_column(made: Calculation) -> bool:
    """Whether the result over a whole column comes out of its cells. Those of another document only
    say which rows of the list are meant."""
    first = made.operands[0].document_id
    own = tuple(each for each in made.operands if each.document_id == first)
    made = replace(made, operands=own)
    if made.operation is Operation.LEADERS_PER_GROUP:
        return _are_leaders(made)
    if made.operation in PER_GROUP:
        return _is_of_groups(made)
    if made.operation is Operation.COUNT:
        many = len({(each.table_id, each.row) for each in made.operands})
        return made.value == many if made.value else _fits_none(made)
    if made.operation is Operation.LIST:
        named: dict[tuple[str, int], str] = {}  # further cells of a row say why it is one of them
        for operand in made.operands:
            named.setdefault((operand.table_id, operand.row), operand.text)
        return [name for name, _ in made.listed] == list(named.values())
    if made.operation is Operation.LOOKUP:
        return _is_looked_up(made)
    if made.operation is Operation.GROWTH:
        rates = [
            later.value / before.value - 1
            for later, before in zip(made.operands[::2], made.operands[1::2], strict=True)
        ]
        return rates.count(max(rates)) == 1 and abs(made.value - rates[0] * 100) <= HALF_A_CENT
    if made.operation in (Operation.SHARE, Operation.RATIO):
        return _is_rate(made) if made.joint == "÷" else _is_share(made)
    if made.operation in _RANKS:
        return _is_ranked(made, _values(_ranking_cells(made), made.joint))
    values = _values(made.operands, made.joint)
    if made.operation is Operation.MEAN_OF_GROUPS:
        return _is_mean_of_groups(made, values)
    if made.operation in (Operation.DIFFERENCE, Operation.COMPARISON, Operation.CHANGE):
        is_rate = made.operation is Operation.CHANGE
        of_cells = _is_change_of_sums if is_rate else _is_of_two_sums
        return of_cells(made.value, values) and bool(computed(made.formula))
    if made.operation in _OF_ALL:
        return _comes_out(made.value, values, _OF_ALL[made.operation])
    return _is_ranked(made, values)


def _is_looked_up(made: Calculation) -> bool:
    """Whether all cells, or all pairs of them, say what is told."""
    if made.joint:
        values = _values(made.operands, made.joint)
        return all(abs(value - made.value) <= _slack(made) for value in values)
    held = [(each.text, each.value) for each in made.operands]
    return held.count(held[0]) == len(held) and held[0][1] == made.value


def _ranking_cells(made: Calculation) -> list[Operand]:
    """The cells that rows are ranked by, without those behind them that name the first rows."""
    many = 2 if made.joint else 1
    first = [operand.column for operand in made.operands[:many]]
    found: list[Operand] = []
    for at in range(0, len(made.operands), many):
        some = made.operands[at : at + many]
        if [operand.column for operand in some] != first:
            break
        found += some
    return found


def _is_share(made: Calculation) -> bool:
    """Whether so many rows, or what they come to, are divided by all."""
    counted = made.formula.startswith(f"{len({each.place for each in made.operands})} ÷ ")
    return (counted or _is_part(made)) and bool(computed(made.formula))


def _is_rate(made: Calculation) -> bool:
    """Whether the first cells of all pairs by the second ones come to what is told."""
    values = [operand.value for operand in made.operands]
    part, whole = sum(values[::2], Decimal(0)), sum(values[1::2], Decimal(0))
    hundred = 100 if made.operation is Operation.SHARE else 1
    return bool(whole) and abs(part / whole * hundred - made.value) <= HALF_A_CENT


def _is_ranked(made: Calculation, values: Sequence[Decimal]) -> bool:
    """Whether the figures stand in their order, and the first is what is told."""
    is_low = made.operation in _LOW
    best = min(values) if is_low else max(values)
    pairs = itertools.pairwise(values if is_low else values[::-1])
    slack = _slack(made)
    return abs(made.value - best) <= slack and all(one <= two + 2 * slack for one, two in pairs)


def _slack(made: Calculation) -> Decimal:
    """How far figures may be from the exact ones: a quotient is told with two places."""
    return HALF_A_CENT if made.joint == "÷" else Decimal(0)


def _fits_none(made: Calculation) -> bool:
    """Whether no row that is shown has all of its cells among the words of what none fits."""
    rows: dict[tuple[str, int], list[str]] = {}
    for operand in made.operands:
        rows.setdefault((operand.table_id, operand.row), []).append(operand.text)
    said = made.over.partition(" where ")[2]
    is_of_words = bool(said) and not any(sign in said for sign in "<>≤≥=")
    periods = _IN_PERIOD.findall(said)
    return is_of_words and not any(
        all(
            re.search(rf"(?i)(?<!\w){re.escape(text)}(?!\w)", said) is not None
            or any(_may_be_of(text, period) for period in periods)
            for text in texts
        )
        for texts in rows.values()
    )


def _may_be_of(text: str, period: str) -> bool:
    """Whether a cell may be that day, or a day of that month or year: in figures either may be the
    month, and a day without a year is of any."""
    figures = _FIGURES_OF_DAY.fullmatch(text)
    name = _MONTH_IN.search(text)
    if figures is None and (name is None or not any(map(str.isdigit, text))):
        return False
    month, year = _MONTH_IN.search(period), _YEAR_IN.search(period)
    if month is not None:
        numbers = [int(each) for each in re.findall(r"\d+", text)]
        months = [month_number(name[0])] if name else numbers
        day = _DAY_IN.match(period)
        is_of_day = day is None or int(day[0]) in numbers
        if month_number(month[0]) not in months or not is_of_day:
            return False
    years = _YEAR_IN.findall(text)
    return year is None or not years or year[0] in years


def _is_mean_of_groups(made: Calculation, values: Sequence[Decimal]) -> bool:
    """Whether what is divided is the sum of the cells or how many they are, by as many as there are
    groups among their labels."""
    divided = _DIVIDED.search(made.formula.replace(",", ""))
    groups = len({operand.label for operand in made.operands})
    return (
        divided is not None
        and Decimal(divided["part"]) in (sum(values, Decimal(0)), len(values))
        and Decimal(divided["whole"]) == groups
        and bool(computed(_division_in(made.formula)))
    )


def _division_in(formula: str) -> str:
    """The division at the end of a formula in words."""
    return formula.rpartition(": ")[2]


def _is_of_two_sums(value: Decimal, cells: Sequence[Decimal]) -> bool:
    """Whether the first cells, less all further ones, come to a value."""
    total = sum(cells, Decimal(0))
    return any(2 * first - total == value for first in itertools.accumulate(cells[:-1]))


def _is_change_of_sums(value: Decimal, cells: Sequence[Decimal]) -> bool:
    """Whether the first cells come to so many per cent more than all further ones."""
    total = sum(cells, Decimal(0))
    return any(
        total != first and abs((first / (total - first) - 1) * 100 - value) <= HALF_A_CENT
        for first in itertools.accumulate(cells[:-1])
    )


def _is_part(made: Calculation) -> bool:
    """Whether the first cells come to what is divided, and all cells to what it is divided by."""
    sums = list(itertools.accumulate(operand.value for operand in made.operands))
    divided = _DIVIDED.match(made.formula.replace(",", ""))
    return (
        divided is not None
        and Decimal(divided["part"]) in sums
        and Decimal(divided["whole"]) == sums[-1]
    )


def _is_of_groups(made: Calculation) -> bool:
    """Whether the figure of each group comes out of its cells, and no cell is of another group."""
    of: dict[str, list[Operand]] = {}
    for operand in made.operands:
        of.setdefault(operand.label, []).append(operand)
    named = dict(made.listed)
    others = [cells for name, cells in of.items() if name not in named]
    if not named or not named.keys() <= of.keys():
        return False
    if others and not _lie_behind(made, of[made.listed[-1][0]], others):
        return False
    behind = measured(made.unit, made.scale)
    figures: list[Decimal] = []
    for name, said in made.listed:
        if not said.endswith(behind):
            return False
        figure = number_told(said.removesuffix(behind))
        figures.append(figure)
        if not _comes_out(figure, _values(of[name], made.joint), _PER_GROUP[made.operation]):
            return False
    return made.value == figures[0]


def _are_leaders(made: Calculation) -> bool:
    """Whether in each group as many are named as are asked for, they come to what is said of them,
    and all others of the group lie behind the last of them."""
    ranked = _LEADING.match(made.formula)
    if ranked is None or not made.listed:
        return False
    how, is_low = ranked["how"] or "largest", ranked["end"] == "smallest"
    if not ranked["how"]:
        how = ranked["end"]
    of: dict[str, dict[str, list[Operand]]] = {}
    for operand in made.operands:
        group = operand.label.partition(GROUP_JOINT)[0]
        of.setdefault(group, {}).setdefault(operand.label, []).append(operand)
    said = {name: _without_unit(figure) for name, figure in made.listed}
    for names in of.values():
        figures = {name: _figure_of(_values(held, made.joint), how) for name, held in names.items()}
        told = {name: figures[name] for name in figures if name in said}
        if len(told) != min(int(ranked["many"] or 1), len(figures)):
            return False
        if any(abs(said[name] - each) > HALF_A_CENT for name, each in told.items()):
            return False
        end = max(told.values()) if is_low else min(told.values())
        others = [figure for name, figure in figures.items() if name not in told]
        if not all(other > end if is_low else other < end for other in others):
            return False
    return said.keys() <= {name for names in of.values() for name in names}


def _lie_behind(
    made: Calculation, last: Sequence[Operand], others: Sequence[Sequence[Operand]]
) -> bool:
    """Whether a ranking names its first groups alone, and every other group lies behind the last
    of them."""
    ranked = _RANKED.match(made.formula)
    if ranked is None:
        return False
    how = _PER_GROUP[made.operation]
    end, *behind = (_figure_of(_values(cells, made.joint), how) for cells in (last, *others))
    is_low = ranked["end"] == "smallest"
    return all(each > end if is_low else each < end for each in behind)


def _figure_of(values: Sequence[Decimal], how: str) -> Decimal:
    """The figure of a group, worked out from its cells."""
    total = sum(values, Decimal(0))
    match how:
        case "count":
            return Decimal(len(values))
        case "sum":
            return total
        case "mean":
            return total / len(values)
        case "median":
            return median(values)
        case _:
            return (max if how == "largest" else min)(values)


def _values(cells: Sequence[Operand], joint: str) -> list[Decimal]:
    """The figures of cells, of two side by side where they are joined."""
    values = [cell.value for cell in cells]
    if not joint:
        return values
    work = _JOINTS[joint]
    return [work(one, two) for one, two in zip(values[::2], values[1::2], strict=True)]


def _comes_out(figure: Decimal, values: Sequence[Decimal], how: str) -> bool:
    return abs(figure - _figure_of(values, how)) <= HALF_A_CENT
