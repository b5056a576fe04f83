"""What a column is measured in may be a rate ("m³/day"): it is a unit of its figures and no part of
the column's name, and a table in such units counts things where a column has none."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.ingestion.sections import sections_of
from backend.readers.html import read_html
from backend.tables.column_scales import measure_of
from backend.tables.stored_tables import stored_tables
from backend.tasks.calculate.programs.calculation import calculate
from backend.types.calculations import Calculation, Refusal
from tests.unit.csv_lists import list_of

SUPPLY = (
    "Year,Leakage (m³/day),Burst mains,Repair (days)\n"
    "2030,1960,141,6.1\n2031,2190,149,7.9\n2032,2410,196,8.8\n"
)
MEASURES = "Measure,Capital (£000),Running cost (£000)\nValves,135,6\nLoggers,210,18\n"


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("Leakage (m³/day)", "m³/day"),
        ("Iron (µg/l)", "µg/l"),
        ("Flow (l/s)", "l/s"),
        ("Use (kWh/m²)", "kWh/m²"),
        ("Fuel (l/100 km)", "l/100 km"),
        ("Turbidity (NTU)", "NTU"),
        ("Wins (home/away)", ""),
        ("Ratio (a/b)", ""),
    ],
)
def test_a_rate_in_brackets_is_the_unit_of_a_column(name: str, unit: str) -> None:
    assert measure_of(name).unit == unit


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("How much leakage was there in 2031?", Decimal(2190), "m³/day"),
        ("By how much did leakage rise between 2030 and 2032?", Decimal(450), "m³/day"),
        ("How many burst mains were there in 2032?", Decimal(196), ""),
    ],
)
def test_figures_beside_tables_in_thousands_are_told_as_they_are(
    question: str, value: Decimal, unit: str
) -> None:
    supply, measures = list_of(SUPPLY), list_of(MEASURES, "measures.csv")
    found = calculate(question, [supply], beside=[measures])
    assert isinstance(found, Calculation)
    assert (found.value, found.unit) == (value, unit)


@pytest.mark.parametrize(
    ("over", "names", "unit"),
    [
        ("Dose (mg/l)", ("0.8", "1.0"), ""),  # the doses are, and not what is pumped
        ("Dose (mg/l)", ("2030", "2031"), "mg/l"),
        ("Dose (mg/l)", ("North", "South"), "mg/l"),
        ("Price (£)", ("100", "500"), "GBP"),  # for so many pieces
    ],
)
def test_a_unit_over_bare_numbers_is_of_these(over: str, names: tuple[str, str], unit: str) -> None:
    page = (
        f"<table><tr><th rowspan=2>Flow</th><th colspan=2>{over}</th></tr>"
        f"<tr><th>{names[0]}</th><th>{names[1]}</th></tr>"
        "<tr><td>Low</td><td>0.57</td><td>0.71</td></tr>"
        "<tr><td>High</td><td>0.74</td><td>0.93</td></tr></table>"
    )
    reading = read_html(page, "pumps.html")
    (table,) = stored_tables(reading, sections_of(reading, "d"), "d")
    assert {column.unit for column in table.columns} == {unit}


def test_sums_without_a_scale_stay_open_beside_tables_in_thousands() -> None:
    silent = list_of("Year,Rents,Burst mains\n2030,196,141\n2031,215,149\n2032,241,196\n")
    found = calculate("What were the rents in 2031?", [silent], beside=[list_of(MEASURES, "m.csv")])
    assert isinstance(found, Refusal)
