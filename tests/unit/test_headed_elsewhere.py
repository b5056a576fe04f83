"""What a table is headed by goes before what another one's title says beside it; an offer is called
a quote as well."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal, StoredTable
from backend.types.layout import Box
from tests.unit.csv_lists import list_of

BOX = Box(0.1, 0.1, 0.9, 0.9)
BOATS = "Code,Boat,Length (m),Price\nB1,Dinghy,3,900\nB2,Punt,5,1400\nB3,Punt,6,1700\n"
HOOKS = "Code,Hook,Price\nH1,Ash hook,40\nH2,Brass hook,65\nH3,Telescopic hook,52\n"
WORKS = "Work,Price\nLifting the mast,£850\nNew shrouds,£1640\nRevarnishing,£420\nTotal,£2910\n"


def printed(text: str, title: str) -> StoredTable:
    """A table of a page under a heading."""
    return replace(list_of(text), id=title, box=BOX, title=title, section=("Prices", title))


def told(question: str, *tables: StoredTable, about: str = "Prices of the boatyard") -> str:
    made = calculate_columns(question, tables, about)
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the dearest boat?", ""),  # two punts have two prices, and no hook is a boat
        ("What is the dearest boat hook?", "Brass hook"),
        ("What is the cheapest hook?", "Ash hook"),
    ],
)
def test_a_hook_is_no_boat_though_it_is_under_boat_hooks(question: str, answer: str) -> None:
    assert told(question, printed(BOATS, "For the river"), printed(HOOKS, "Boat hooks")) == answer


def test_another_table_that_is_headed_so_leaves_it_open() -> None:
    tables = (printed(BOATS, "For the river"), printed(HOOKS, "Boat hooks"))
    made = calculate_columns("What is the dearest boat?", tables)
    assert isinstance(made, Refusal)
    assert made.is_open


def test_a_title_alone_names_the_rows_where_no_table_is_headed_so() -> None:
    assert told("What is the dearest boat?", printed(HOOKS, "Boat hooks")) == "H2"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the most expensive item in the Heron's quote?", "New shrouds"),
        ("What is the cheapest item in the quotation for the Heron?", "Revarnishing"),
        ("What is the most expensive item in the offer for the Heron?", "New shrouds"),
        ("What is the most expensive item in the Heron's bill?", ""),
        ("What is the most expensive item in the Egret's quote?", ""),
    ],
)
def test_an_offer_is_a_quote_and_no_bill(question: str, answer: str) -> None:
    assert told(question, printed(WORKS, "The Heron"), about="Offer for the Heron") == answer


def test_a_bill_is_an_invoice() -> None:
    table = printed(WORKS, "The Heron")
    question = "What is the cheapest item on the invoice for the Heron?"
    assert told(question, table, about="Bill for the Heron") == "Revarnishing"
    assert told(question, table, about="Notes on the Heron") == ""
