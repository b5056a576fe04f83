"""Lists that look like what a reading is made for, and are of something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_rows import closing_rows
from backend.types import Box, Calculation, Refusal, StoredTable
from tests.unit.csv_lists import list_of


def answer(table: StoredTable, question: str, about: str = "") -> str:
    """What is told; empty where nothing is."""
    made = calculate_columns(question, [table], about)
    return made.answer if isinstance(made, Calculation) else ""


# --- less is better -------------------------------------------------------------------------------

RUNNERS = "Runner,Hill course,Shore course\nOda,61,70\nPim,58,66\nRuf,66,64\n"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who has the best hill course result?", "Ruf"),
        ("Who did better in the hill course than in the shore course?", "Ruf"),
    ],
)
def test_the_best_time_is_not_the_longest(question: str, told: str) -> None:
    table = list_of(RUNNERS, "list.csv")
    assert answer(table, question, "points of the spring cup") == told
    for about in ("lap times of the spring cup", "race results", "golf rounds"):
        assert answer(table, question, about) == ""


def test_the_best_penalty_figure_is_not_the_highest() -> None:
    table = list_of("Rider,Penalty,Style\nOda,24,61\nPim,28,55\n", "cup.csv")
    assert answer(table, "Who has the best penalty score?", "cup") == ""
    assert answer(table, "Who has the best style score?", "cup") == "Oda"


# --- months of several years ----------------------------------------------------------------------

YEARS = (
    "Year,Month,Pressed\n2031,January,40\n2031,February,42\n2031,March,45\n"
    "2032,January,50\n2032,February,39\n2032,March,48\n"
)


@pytest.mark.parametrize(
    "question",
    [
        "How much was pressed in January?",
        "How much was pressed from January to March?",
        "How much was pressed in the first quarter?",
    ],
)
def test_months_of_two_years_are_not_added_up(question: str) -> None:
    made = calculate_columns(question, [list_of(YEARS, "press.csv")], "press")
    assert isinstance(made, Refusal)
    assert "which year" in made.reason
    one = list_of(YEARS[: YEARS.index("2032")], "press.csv")
    assert answer(one, question, "press") == ("40" if "in January" in question else "127")


def test_a_year_of_two_is_told_where_it_is_named() -> None:
    assert answer(list_of(YEARS, "press.csv"), "How much was pressed in 2031?", "press") == "127"


def test_the_year_of_something_else_leaves_the_month_alone() -> None:
    table = list_of(
        "Year joined,Month,Fee\n2031,May,4\n2032,May,5\n2033,June,6\n",
        "members.csv",
    )
    assert answer(table, "What is the total fee in May?", "members") == "9"


# --- things that were counted again ---------------------------------------------------------------

WARDS = list_of(
    "Barn,Month,Year,Stalls\nA,January,2031,20\nA,February,2031,20\nB,January,2031,15\n"
    "B,February,2031,15\n",
    "barns.csv",
)


def test_what_there_is_is_not_what_was_counted_each_month_together() -> None:
    assert answer(WARDS, "How many stalls are there?", "barns") == ""  # 35, and not 70
    assert answer(WARDS, "How many stalls are there in barn A?", "barns") in ("", "20")
    assert answer(WARDS, "How many stalls were there?", "barns") == ""
    daily = list_of("Day,Herons\n2031-04-01,3\n2031-04-02,4\n2031-04-03,2\n", "pond.csv")
    assert answer(daily, "How many herons are there?", "pond") == ""
    assert answer(daily, "How many herons were there?", "pond") == "9"
    ponds = list_of("Pond,Kind,Herons\nA,grey,3\nA,white,4\nB,grey,2\n", "ponds.csv")
    assert answer(ponds, "How many herons are there?", "ponds") == "9"


# --- kinds ----------------------------------------------------------------------------------------


def test_where_something_stands_is_no_kind_of_it() -> None:
    hives = list_of("Hive,Position,Honey\nH1,meadow,12\nH2,meadow,9\nH3,yard,7\n", "hives.csv")
    assert answer(hives, "How many meadows are there?", "hives") == ""
    crew = list_of("Rower,Position,Starts\nOda,cox,12\nPim,stroke,9\nRuf,cox,7\n", "crew.csv")
    assert answer(crew, "How many coxes are there?", "crew") in ("", "2")
    assert answer(crew, "How many cox are there?", "crew") == "2"


def test_what_was_spent_on_things_does_not_count_them() -> None:
    spent = list_of("Expense,Category,Cost\nNew tyres,van,90\nFuel,van,40\nTar,punt,12\n", "s.csv")
    assert answer(spent, "How many vans are there?", "spending") == ""
    boats = list_of("Boat,Category,Cost\nOtter,punt,90\nHeron,punt,40\nMole,skiff,12\n", "b.csv")
    assert answer(boats, "How many punts are there?", "boats") == "2"


def test_a_share_of_animals_is_not_told_as_one_of_their_weight() -> None:
    text = "Breed,Pond,Weight kg\n" + "".join(
        f"{breed},{'Elm' if at % 2 else 'Ash'},{2 + at / 10:.1f}\n"
        for breed, many in (("grey", 4), ("white", 3), ("Redcap", 5))
        for at in range(many)
    )
    swans = list_of(text, "swans.csv")
    made = calculate_columns("What share of the swans are Redcap?", [swans], "swans")
    assert isinstance(made, Refusal)
    assert made.is_open
    assert answer(swans, "How many Redcap swans are there?", "swans") == "5"


# --- bills ----------------------------------------------------------------------------------------


def test_a_deposit_and_the_rest_below_a_total_are_not_added_to_it() -> None:
    works = "Work,Amount\nFooting,400\nCoping,250\n"
    quote = list_of(f"{works}Total,650\nDeposit paid,300\nBalance due,350\n", "quote.csv")
    assert len(closing_rows(quote)) == 3
    assert answer(quote, "What is the average amount?", "quote") == "325"
    assert answer(quote, "What is the balance due?", "quote") == "350"
    other = list_of(f"{works}Total,650\nPaid parking,9\nTotal,659\n", "quote.csv")
    assert len(closing_rows(other)) == 0


def test_the_rate_in_the_name_of_a_row_is_not_the_unit_of_its_figure() -> None:
    bill = list_of(
        "Part,Qty,Price,Amount\nPads,4,12,48\nFilter,1,9,9\nSubtotal,,,57\nVAT 10 %,,,5.7\n"
        "Total,,,62.7\n",
        "bill.csv",
    )
    assert answer(bill, "How much is the VAT?", "bill") == "5.7"


BARE = "Part,Qty,Price,Amount\nPads,4,12,48\nFilter,1,9,9\nLabour,3,50,150\n"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did the pads cost?", ""),  # 12 for one, or 48 for all
        ("What did the pads cost in total?", "48"),
        ("How much did the labour cost altogether?", "150"),
        ("How much did the filter cost?", "9"),
        ("What is the price of the pads?", "12"),
    ],
)
def test_without_a_currency_the_product_shows_what_all_came_to(question: str, told: str) -> None:
    assert answer(list_of(BARE, "bill.csv"), question, "bill") == told


def test_what_is_on_a_bill_twice_cost_both_rows_together() -> None:
    bill = list_of("Dish,Portions,Price each,Total\nSoup,20,3,60\nPie,30,5,150\nPie,10,5,50\n")
    assert answer(bill, "How much did the pie cost in total?", "bill") == "200"
    money = list_of(
        "Dish,Number,Unit price (EUR),Total (EUR)\nPie,30,5,150\nPie,10,5,50\nTea,2,1,2"
    )
    assert answer(money, "How much did the pie cost in total?", "bill") == "200"


def test_what_is_kept_costs_what_one_of_it_costs() -> None:
    stock = list_of("Item,In stock,Unit price,Total value\nHinges,12,2,24\nHooks,40,3,120\n")
    assert answer(stock, "How much do hinges cost?", "stock") == "2"


# --- packs ----------------------------------------------------------------------------------------

PACKS = list_of(
    'Item,In stock,Price\n"Wood screws, pack of 25",4,3\nHooks (box of 10),6,1\nHinges,12,2\n'
    "Cleats 20 pcs,5,4\n",
    "shed stock.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many wood screws are in stock?", ""),  # four packs, or 100 screws
        ("How many hooks are in stock?", ""),
        ("How many cleats are in stock?", ""),
        ("How many hinges are in stock?", "12"),
        ("What is the price of the hooks?", "1"),
        ("How many items are in stock?", "4"),
    ],
)
def test_packs_in_stock_are_not_told_as_pieces(question: str, told: str) -> None:
    assert answer(PACKS, question, "shed stock") == told


def test_a_header_that_says_pieces_counts_them() -> None:
    table = list_of('Item,Pieces in stock\n"Wood screws, pack of 25",100\nHinges,12\n', "s.csv")
    assert answer(table, "How many wood screws are in stock?", "stock") == "100"


# --- what was paid --------------------------------------------------------------------------------


def test_the_items_of_a_bill_are_not_what_was_paid_with_its_tax() -> None:
    text = "Item,Quantity,Unit price,Total\nSlates,100,2,200\nLaths,10,4,40\nNet total,,,240\n"
    bill = list_of(f"{text}VAT,,,48\nTotal due,,,288\n", "bill.csv")
    assert answer(bill, "How much did we spend in total?", "bill") == ""  # 288, and not 240
    assert answer(bill, "What is the total due?", "bill") == "288"
    plain = list_of("Item,Cost\nSlates,200\nLaths,40\nTotal,240\n", "costs.csv")
    assert answer(plain, "How much did we spend in total?", "costs") == "240"


STATEMENT = (
    "Date,Text,Debit,Credit,Balance\n2031-01-08,Lund Clay,120,,380\n"
    "2031-02-09,Lund Clay glaze,60,,320\n2031-03-05,Sale to Weir Shop,,210,530\n"
    "2031-03-12,Weir Shop stand fee,25,,505\n"
)


def test_what_was_paid_back_leaves_open_what_was_paid() -> None:
    table = list_of(STATEMENT, "account.csv")
    assert answer(table, "How much did we pay Lund Clay?", "account") == "180"
    assert answer(table, "How much did we spend at the Weir Shop?", "account") == "25"
    back = list_of(f"{STATEMENT}2031-03-20,Lund Clay refund,,40,545\n", "account.csv")
    assert answer(back, "How much did we pay Lund Clay?", "account") == ""
    assert answer(back, "How much did we get from the Weir Shop?", "account") == "210"
    assert answer(back, "How much did we get from Lund Clay?", "account") == "40"


def test_a_sum_names_no_entry_that_it_does_not_have() -> None:
    made = calculate_columns(
        "How much did we get from the Weir Shop?", [list_of(STATEMENT, "a.csv")], "account"
    )
    assert isinstance(made, Calculation)
    assert "where Text is Sale to Weir Shop = 210" in made.formula


def test_a_rent_that_falls_due_again_is_not_what_was_paid() -> None:
    rooms = list_of("Room,Size,Rent\nLoft,40,300\nCellar,22,140\n", "rooms.csv")
    assert answer(rooms, "How much rent did we pay in total?", "rooms") == ""
    assert answer(rooms, "What is the total rent?", "rooms") == "440"
    assert answer(rooms, "How much rent did we pay in total?", "rents of May 2031") == "440"
    months = list_of("Month,Rent\nMay,300\nJune,310\n", "rent.csv")
    assert answer(months, "How much rent did we pay in total?", "rent") == "610"
    fees = list_of("Member,Fee\nOda,30\nPim,14\n", "fees.csv")
    assert answer(fees, "How much did the members pay in total?", "fees") in ("", "44")


def test_numbers_that_things_are_known_by_are_not_added_up() -> None:
    text = "Swan,Pond,Ring\n" + "".join(f"S{at},Elm,{100 + at}\n" for at in range(6))
    assert answer(list_of(text, "swans.csv"), "How many rings are there?", "swans") == ""
    rings = list_of("Tent,Rings\nA,3\nB,4\nC,5\n", "tents.csv")
    assert answer(rings, "How many rings are there?", "tents") == "12"


def test_a_printed_bill_tells_the_price_of_one_apart_as_well() -> None:
    text = "Work,Quantity,Unit price,Total\nFooting,4,50,200\nCoping,3,30,90\n"
    bill = replace(list_of(text, "bill.pdf"), box=Box(0, 0, 9, 9))
    assert answer(bill, "What did the footing cost in total?", "bill") == "200"
    assert answer(bill, "What did the footing cost?", "bill") == ""


def test_a_discount_above_the_total_is_no_item() -> None:
    text = "Part,Qty,Price,Amount\nPads,4,12,48\nFilter,1,9,9\n"
    bill = list_of(f"{text}Discount 10%,,,-5.7\nTotal,,,51.3\n", "bill.csv")
    assert answer(bill, "How many parts are there?", "bill") == "2"
    assert answer(bill, "How much is the discount?", "bill") == "−5.7"
    cards = list_of(f"{text}Discount card,2,5,10\nTotal,,,67\n", "bill.csv")
    assert answer(cards, "How many parts are there?", "bill") == "3"
