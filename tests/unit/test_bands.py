"""Rows that hold for a band of sizes."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.bound.bands import with_band_named
from backend.tasks.calculate.bound.bound_figures import bound_figure
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of

PARCELS = list_of(
    "Parcel,Inland (EUR),Abroad (EUR)\nup to 2 kg,5,14\nup to 5 kg,7,19\nup to 31.5 kg,17,42\n",
    "parcels.csv",
)
AGES = list_of("Age,Ticket (EUR)\n0–5 years,0\n6–17 years,4\n18 years and older,9\n", "tickets.csv")
LENGTHS = list_of("Boat (m),Berth (EUR)\nunder 6,100\n6 to 9,160\nover 9,240\n", "berths.csv")
CHERRIES = list_of("Quantity,Price per kg (EUR)\nup to 5 kg,6\nover 5 kg,5\n", "cherries.csv")


def told(question: str, table: StoredTable) -> str:
    made = bound_figure(question, [table], "")
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "table", "figure"),
    [
        ("What does a parcel of 3 kg cost inland?", PARCELS, "7 EUR"),
        ("How much is a parcel of 2 kg abroad?", PARCELS, "14 EUR"),
        ("What does a 4-kilo parcel cost abroad?", PARCELS, "19 EUR"),
        ("What does a parcel of 12 kilos cost abroad?", PARCELS, "42 EUR"),
        ("What does a parcel of up to 5 kg cost abroad?", PARCELS, "19 EUR"),
        ("What does a parcel of 40 kg cost inland?", PARCELS, ""),  # above all bands
        ("What does a parcel of more than 3 kg cost inland?", PARCELS, ""),
        ("What does a parcel of 3 kg or more cost inland?", PARCELS, ""),
        ("What does a parcel of 3 kg by express cost inland?", PARCELS, ""),
        ("What do 3 parcels cost inland?", PARCELS, ""),
        ("What does a parcel of 3 litres cost inland?", PARCELS, ""),
        ("What do parcels of 2 kg and 4 kg cost inland?", PARCELS, ""),
        ("How much is a ticket at the age of 17?", AGES, "4 EUR"),
        ("What does a ticket for a 30-year-old cost?", AGES, "9 EUR"),
        ("What does a berth cost for a boat of 9 m?", LENGTHS, "160 EUR"),
        ("What does a berth cost for a boat of 5.5 metres?", LENGTHS, "100 EUR"),
        ("What does a berth cost for a boat of 9.5 m?", LENGTHS, "240 EUR"),
        ("What do 8 kg cost?", CHERRIES, ""),  # 40, and not the 5 of one kg
        ("What is the price per kg for 8 kg?", CHERRIES, "5 EUR"),
    ],
)
def test_the_size_lies_in_one_band(question: str, table: StoredTable, figure: str) -> None:
    assert told(question, table) == figure


DUES = list_of(
    "Age,Dues per year (EUR)\nup to 6 years,30\n7 to 17 years,48\n18 years and older,90\n",
    "dues.csv",
)


def test_dues_per_year_are_of_no_year_of_age() -> None:
    assert told("How much are the dues for a 12-year-old?", DUES) == "48 EUR"
    assert told("How much are the dues for 12 years?", DUES) == ""


RAFT = list_of(
    "Load,Fare (EUR)\nBicycle,4\nCart up to 3 m,28\nCart over 3 m,36\nVan,52\n", "raft.csv"
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What does a cart of 2.5 m cost?", "28 EUR"),
        ("What does a cart of 4 metres cost?", "36 EUR"),
        ("What does a van of 4 m cost?", ""),
        ("What does a sledge of 2 m cost?", ""),
    ],
)
def test_bands_of_one_thing_among_others(question: str, figure: str) -> None:
    assert told(question, RAFT) == figure


def test_bands_that_overlap_and_single_sizes_are_none() -> None:
    both = list_of("Boat,Berth (EUR)\n0–6 m,100\n6–9 m,160\n", "b.csv")
    assert with_band_named("a berth for 6 m", both) == "a berth for 6 m"
    assert with_band_named("a berth for 7 m", both) == "a berth for 6–9 m"
    plain = list_of("Boat,Berth (EUR)\n6 m,100\n9 m,160\n", "b.csv")
    assert with_band_named("a berth for 7 m", plain) == "a berth for 7 m"
