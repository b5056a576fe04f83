"""One figure in each of several years that a question names: "What were net sales in 2022 and
2023?". Each is looked up as if its year were asked about alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from backend.tasks.calculate.programs.requests import request_of, years_in
from backend.tasks.calculate.programs.telling import values_told
from backend.types.calculations import Calculation, Operation, Refusal

_YEAR = r"(?:FY ?)?(?:19|20)\d\d"
_NAMED = rf"(?:(?:fiscal|financial) (?:years? )?)?{_YEAR}"
_YEARS = re.compile(
    rf"(?i)\b(?P<how>in|for|during|at the end of) (?P<fiscal>(?:fiscal |financial )?)(?:years? )?"
    rf"(?P<all>{_NAMED}(?:(?:, ?| and |, and | & ){_NAMED})+)(?![\w-])"
)
_ONE = re.compile(_YEAR)
_LOOKS_UP = re.compile(r"(?i)^(?:what (?:is|was|are|were)|how (?:much|many)) ")
_WORKED = re.compile(
    r"(?i)\b(?:average|mean|sum|total of|together|combined|between|change|difference|growth|ratio"
    r"|(?<!per )share|compared?|respectively|altogether|in all|cumulative)\b"
)
_LOOKED_UP = frozenset([Operation.LOOKUP, Operation.VALUES])
_FEWEST, _MOST = 2, 10


def several_years(
    question: str, ask: Callable[[str], Calculation | Refusal | None]
) -> Calculation | None:
    """The figure of each year, of one row of one table; None where the question asks for something
    else, or where one of them is not looked up for certain.

    Args:
        ask: what is said for certain to a question about one year.
    """
    text = " ".join(question.split()).rstrip(" ?.")
    found = list(_YEARS.finditer(text))
    if len(found) != 1 or not _LOOKS_UP.match(text) or _WORKED.search(text):
        return None
    named, years = found[0], _ONE.findall(found[0]["all"])
    others = f"{text[: named.start()]} {text[named.end() :]}"
    if not _FEWEST <= len(years) <= _MOST or len(set(years)) < len(years) or years_in(others):
        return None
    calculations: list[Calculation] = []
    for year in years:
        when = f"{named['how']} {named['fiscal']}{year}"
        alone = f"{text[: named.start()]}{when}{text[named.end() :]}?"
        request = request_of(alone)
        one = ask(alone) if request and request.operation is Operation.LOOKUP else None
        if not isinstance(one, Calculation) or one.operation not in _LOOKED_UP:
            return None
        calculations.append(one)
    return _beside(calculations, years)


def _beside(made: list[Calculation], years: list[str]) -> Calculation | None:
    """The figures in the order of the question; None where they are not of one row and measure."""
    first = made[0]
    cells = [cell for calculation in made for cell in calculation.operands]
    rows = [
        tuple((cell.table_id, cell.row) for cell in calculation.operands) for calculation in made
    ]
    if (
        len(set(rows)) > 1
        or len({(calculation.unit, calculation.scale) for calculation in made}) > 1
    ):
        return None
    # the unit is told behind each
    texts = [cell.text if first.unit == "%" else cell.text.strip("$€£ ") for cell in cells]
    named = [
        f"{year} {name}".strip()
        for year, calculation in zip(years, made, strict=True)
        for name, _ in (calculation.listed or (("", ""),))
    ]
    told = values_told(list(zip(named, texts, strict=True)), cells, first.confidence)
    return replace(told, exact=first.exact)
