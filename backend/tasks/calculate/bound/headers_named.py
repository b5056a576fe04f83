"""Which headers the words of a question name that say none of them whole: by some of their words,
by a unit, by "planned" for "Budget", by a verb, and as money."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from backend.tasks.calculate.bound.cues import Cues, Wanted
from backend.tasks.calculate.bound.places import LINE, TIMES, FigureField
from backend.tasks.calculate.bound.words import OpenWords
from backend.tasks.calculate.programs.column_words import WORD, stemmed
from backend.tasks.calculate.programs.comparison_words import (
    flows,
    pieces,
    set_apart,
    units_in_words,
    verbs,
)
from backend.tasks.calculate.programs.plain_verbs import is_level

_PLANNED = stemmed(["budget", "plan"])
PLANNED = _PLANNED | stemmed(["forecast", "target", "estimate"])
"""What a figure that came about is set against."""
_ACTUAL = stemmed(["actual", "actually"])
_SPENDING = stemmed(["spend", "spent", "spending", "pay", "paid"])
_COSTS = _SPENDING | stemmed(["cost", "costs", "expense", "expenses", "expenditure", "money"])
_EARNING = stemmed(["bring", "brought", "earn", "earned", "take", "took", "raise", "raised"])
_CURRENCY = re.compile(r"[A-Z]{3}")
_NUMBER_OF = re.compile(r"(?i)\b(?:how many|number of)\b")
_TOOK_PLACE = re.compile(r"(?i)\b(?:took|take|takes) place\b|^how many\b(?! more\b)")

Named = dict[str, list[tuple[int, str]]]
"""By dimension the values that are named, each with the place of its word."""


def names_a_line(values: Mapping[str, object]) -> bool:
    """Whether a line of a header is named, and not only a period or a sheet."""
    return any(place.startswith(LINE) for place in values)


def planned(said_in: OpenWords, among: FigureField, values: Named) -> bool:
    """Puts "planned" to the column "Budget" and the like, where one header is such."""
    for at in said_in.free():
        stems = said_in.stems(at)
        for family in (_PLANNED, _ACTUAL):
            if not stems or not stems <= family:
                continue
            found = [
                (name, value)
                for name in among.dimensions()
                if name not in TIMES
                for value in among.values(name)
                if stemmed(WORD.findall(value)) & family
            ]
            if len(found) > 1:
                return False
            for name, value in found:
                values.setdefault(name, []).append((at, value))
                said_in.taken.add(at)
    return True


def partly(said_in: OpenWords, among: FigureField, values: Named) -> bool:
    """Puts words to the one header that has them; false where several have. The header's other
    words must not choose some of the things or others ("returned")."""
    apart = stemmed(set_apart())
    for name in among.dimensions():
        if name in TIMES:
            continue
        heads = {each: stemmed(WORD.findall(each)) for each in among.values(name)}
        named = [value for _, value in values.get(name, [])]
        shared = frozenset.intersection(*heads.values()) if len(heads) > 1 else frozenset()
        told = [
            (at, said_in.stems(at))
            for at in said_in.free()
            if any(said_in.stems(at) <= stems for stems in heads.values())
        ]
        said = [(at, stems) for at, stems in told if not stems <= shared]
        asked = frozenset().union(*(stems for _, stems in said))
        if not asked:
            if not named:
                _by_unit(said_in, among, name, values)
            said_in.taken.update(at for at, _ in told)
            continue
        fits = [each for each, stems in heads.items() if asked <= stems]
        if not fits or named:
            fits = _each_by_its_own(heads, [stems for _, stems in said])
            asked = frozenset().union(*(heads[each] for each in fits))
        if not fits or (len(fits) > 1 and any(asked <= heads[each] for each in fits)):
            return False
        if any((heads[each] - asked) & apart for each in fits):
            return False
        found = [(_first_of(each, said, heads, fits), each) for each in fits]
        values.setdefault(name, []).extend(found)
        said_in.taken.update(at for at, _ in told)
    return True


def actual_beside_plan(among: FigureField) -> tuple[str, str] | None:
    """The one header of what came about, with its dimension, where another of the same dimension is
    of a plan."""
    for name in among.dimensions():
        held = {each: stemmed(WORD.findall(each)) for each in among.values(name)}
        actual = [each for each, stems in held.items() if stems & _ACTUAL]
        plans = [each for each, stems in held.items() if stems & PLANNED]
        if name not in TIMES and len(actual) == 1 and plans:
            return name, actual[0]
    return None


def _by_unit(said_in: OpenWords, among: FigureField, name: str, values: Named) -> None:
    """Puts the name of a unit to the header of the only measure in it: "How many MWh …"."""
    units = {each: _units(among, name, each) for each in among.values(name)}
    for at in said_in.free():
        word = said_in.words[at].text.casefold()
        unit = units_in_words().get(word, word)
        found = [each for each, held in units.items() if unit in held]
        if len(found) == 1:
            values[name] = [(at, found[0])]
            said_in.taken.add(at)
            return


def _units(among: FigureField, name: str, value: str) -> set[str]:
    places = (place for place in among.places if place.value(name) == value)
    units = {place.table.columns[place.column].unit for place in places}
    return {unit if unit.isupper() else unit.casefold() for unit in units if unit}


def meant_by_verb(said_in: OpenWords, among: FigureField, values: Named) -> None:
    """Puts a verb such as "weigh" to the only header that it asks for."""
    for at in said_in.free():
        meant = verbs().get(said_in.words[at].text.casefold())
        if meant is None or names_a_line(values):
            continue
        for tier in meant.headers:
            found = [
                (name, value)
                for name in among.dimensions()
                if name.startswith(LINE)
                for value in among.values(name)
                if stemmed(WORD.findall(value)) & stemmed(tier)
            ]
            if len(found) == 1:
                values[found[0][0]] = [(at, found[0][1])]
                said_in.taken.add(at)
            if found:
                break


def number_of(said_in: OpenWords, among: FigureField, values: Named) -> None:
    """Puts "how many" of a row to the only column of pieces."""
    if not _NUMBER_OF.search(said_in.text) or names_a_line(values):
        return
    found = {
        (name, value)
        for place in among.places
        for name, value in place.values
        if name.startswith(LINE) and stemmed(WORD.findall(value)) & stemmed(pieces().words)
    }
    if len(found) == 1:
        ((name, value),) = found
        values[name] = [(0, value)]


def income(said_in: OpenWords, among: FigureField, values: Named) -> None:
    """Puts "bring in" and the like to the only column of money that adds up, unless the table is
    of what was paid."""
    said = [at for at in said_in.free() if said_in.stems(at) <= _EARNING]
    if _TOOK_PLACE.search(said_in.text):
        return
    money = [
        figure_place
        for figure_place in among.places
        if _CURRENCY.fullmatch(figure_place.table.columns[figure_place.column].unit)
    ]
    if len(said) != 1:
        return
    named = [value for name, held in values.items() for _, value in held if name.startswith(LINE)]
    is_money = all(
        _CURRENCY.fullmatch(figure_place.table.columns[figure_place.column].unit)
        for figure_place in among.places
        if {value for _, value in figure_place.values} & set(named)
    )
    if named and is_money and not stemmed(WORD.findall(" ".join(named))) & _COSTS:
        said_in.taken.update(said)
    if len(money) != 1 or named:
        return
    (place,) = money
    about = " ".join((place.table.title, *(column.name for column in place.table.columns)))
    if {word.casefold() for word in WORD.findall(about)} & flows()[0]:
        return
    for name, value in place.values:
        if name.startswith(LINE) and not is_level(place.table, place.column):
            values[name] = [(said[0], value)]
            said_in.taken.update(said)


def money(said_in: OpenWords, among: FigureField, values: Named, cues: Cues) -> bool:
    """Takes the words for money where all figures that may be meant are money; what was spent is no
    plan. False where figures are of something else, or a plan is named as spent."""
    said = [at for at in said_in.free() if said_in.stems(at) <= _COSTS]
    if not said:
        return True
    chosen = [
        place
        for place in among.places
        if all(place.value(name) in {value for _, value in held} for name, held in values.items())
    ]
    columns = [place.table.columns[place.column] for place in chosen or among.places]
    spent = all(said_in.stems(at) <= _SPENDING for at in said)
    is_spending = spent and actual_beside_plan(among) is not None
    if not is_spending and not all(_CURRENCY.fullmatch(column.unit) for column in columns):
        return False
    said_in.taken.update(said)
    spent = any(said_in.stems(at) <= _SPENDING for at in said)
    for name in among.dimensions():
        held = among.values(name)
        actual = [value for value in held if stemmed(WORD.findall(value)) & _ACTUAL]
        if spent and len(actual) == 1 and name not in values:
            values[name] = [(said[0], actual[0])]
        planned = any(stemmed(WORD.findall(each)) & PLANNED for _, each in values.get(name, []))
        if spent and planned and cues.wanted not in (Wanted.DIFFERENCE, Wanted.CHANGE):
            return False
    return True


def _each_by_its_own(
    heads: Mapping[str, frozenset[str]], said: Sequence[frozenset[str]]
) -> list[str]:
    """The headers of which each has a word that no other one has ("the North and South depots" of
    "Depot North" and "Depot South"), where all of them have the other words."""
    own = [
        fits[0]
        for stems in said
        if len(fits := [each for each, held in heads.items() if stems <= held]) == 1
    ]
    found = list(dict.fromkeys(own))
    rest = [stems for stems in said if sum(stems <= held for held in heads.values()) != 1]
    return found if all(stems <= heads[each] for stems in rest for each in found) else []


def _first_of(
    head: str,
    said: Sequence[tuple[int, frozenset[str]]],
    heads: Mapping[str, frozenset[str]],
    among: Sequence[str],
) -> int:
    """The place of the first word that is of one header alone, among those that are meant."""
    return next(
        at for at, stems in said if [each for each in among if stems <= heads[each]] == [head]
    )
