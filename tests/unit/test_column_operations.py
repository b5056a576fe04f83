"""Questions over whole columns are answered from all rows and every word, or not at all."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

PARTS = (
    ("P1", "tools", "Nordholz", "120", "3"),
    ("P2", "tools", "Kranich", "80", "5"),
    ("P3", "seeds", "Nordholz", "700", ""),
    ("P4", "seeds", "Ilmenau", "510", "9"),
    ("P5", "lamps", "Kranich", "500", "7"),
)


def cell(text: str, kind: CellKind) -> Cell | None:
    if not text:
        return None
    value = None if kind is CellKind.TEXT else Decimal(text)
    return Cell(text, kind, value, 0, len(text), 0, None)


def table(rows=PARTS, total: bool = False) -> StoredTable:
    number = CellKind.NUMBER
    kinds = (CellKind.TEXT, CellKind.TEXT, number, number)
    names = ("Category", "Supplier", "Price", "Weight (kg)")
    units = ("", "", "", "kg")
    made = [
        StoredRow(
            row[0],
            (),
            tuple(cell(text, kind) for text, kind in zip(row[1:], kinds, strict=True)),
            False,
            cell(row[0], CellKind.TEXT),
        )
        for row in rows
    ]
    if total:
        figures = (None, None, cell("1910", number), cell("24", number))
        made.append(StoredRow("Total", (), figures, True, cell("Total", CellKind.TEXT)))
    columns = tuple(
        Column(name, (name,), kind, unit, Decimal(1), "")
        for name, kind, unit in zip(names, kinds, units, strict=True)
    )
    return StoredTable("t", "d", (0,), None, (), "", "", columns, tuple(made), "Order")


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many orders have a price above 500?", "2"),
        ("How many orders have a price of at least 500?", "3"),
        ("How many orders are in category tools?", "2"),
        ("What is the average price of the items in category tools?", "100"),
        ("What is the total weight of orders in category tools?", "8 kg"),
        ("What is the total of price where category is seeds?", "1,210"),
        ("List the orders of Kranich", "P2, P5"),
        ("Which suppliers have orders with a price below 130?", "Nordholz, Kranich"),
        ("Which order has the highest price?", "P3"),
        ("Which order in category tools has the lowest price?", "P2"),
        ("What is the average price of orders with a weight above 4?", "363.33"),
        ("Which three orders have the highest price?", "P3, P4, P5"),
        ("How many orders are not in category tools?", "3"),
        ("How many orders are not in category tools or seeds?", "1"),
        ("How many suppliers are in category tools or seeds?", "3"),
        ("How many suppliers are there?", "3"),
        ("How many orders have a price between 100 and 510?", "3"),
        ("How many orders have a weight of 7 or more?", "2"),
        ("List the orders without a weight", "P3"),
        ("What is the average price per supplier in category tools?", "Nordholz: 120; Kranich: 80"),
        ("Total price by category", "seeds: 1,210; lamps: 500; tools: 200"),
        ("How many orders are there in each category?", "tools: 2; seeds: 2; lamps: 1"),
        ("Which supplier has the highest average price?", "Ilmenau"),  # 510 against 410 and 290
        ("Which supplier has the lowest total price?", "Ilmenau"),  # 510 against 820 and 580
        ("Which category has the fewest orders?", "lamps"),
        ("What is the highest price per category?", "seeds: 700; lamps: 500; tools: 120"),
        ("What is the price of order P4?", "510"),
        ("What does P4 cost?", "510"),
        ("Who is the supplier of order P4?", "Ilmenau"),
        ("What is the highest price in category tools?", "120"),
        ("Which is the cheapest order?", "P2"),
        ("Which order is the most expensive?", "P3"),
        ("What is the total of price times weight?", "8,850"),  # 360 + 400 + 4,590 + 3,500
        ("Which order weighs the least?", "P1"),
        ("How many orders have a price > 500?", "2"),
        ("How many orders where category is tools and weight <= 3", "1"),
    ],
)
@pytest.mark.parametrize("total", [False, True])
def test_answers_worked_out_by_hand(question: str, figure: str, total: bool) -> None:
    made = calculate_columns(question, [table(total=total)])
    assert isinstance(made, Calculation), made
    assert made.figure == figure
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    assert check_calculation(made, [held]).supported is True


@pytest.mark.parametrize(
    "question",
    [
        "How many orders are above 500?",  # of two columns
        "How many blue orders are in category tools?",
        "How many orders were shipped to Bremen?",
        "Which supplier has the highest price?",  # of which order?
        "List the orders",
        "How many prices are in category tools?",
        "How many seals are in category tools?",
        "How many orders are in category tools in 2021?",
        "How many orders are not above 500?",
        "How many orders are in category tools or have a price above 500?",
        "How many orders are neither in category tools nor in seeds?",
        "Total price by colour",
        "What is the price by category?",
        "What is the colour of order P4?",
        "What is the price of category tools?",  # of two orders
        "What is the price of order P9?",
        "Which supplier has the most parcels?",
        "Which is the oldest order?",
        "What does Kranich cost?",
        "What is the total of price times price?",
        "List the orders without a colour",
        "When was order P4?",
        "Who is the price of order P4?",
        "How many orders were placed in March 2024?",
        "How many tools were ordered?",  # orders are counted, not tools
        "Which suppliers have at least 2 orders?",  # of no amount
        "How many orders have a price of -500?",
        "How many orders have a price ≠ 500?",
        "What was ordered of Kranich?",
        "How many Nordholz tools did they order?",
    ],
)
def test_what_is_not_wholly_understood_gives_no_number(question: str) -> None:
    assert not isinstance(calculate_columns(question, [table()], "Seals"), Calculation)


def test_rows_left_out_are_told() -> None:
    made = calculate_columns("What is the average weight of all orders?", [table(total=True)])
    assert isinstance(made, Calculation)
    assert made.formula == (
        "mean of Weight (kg) of 4 of 5 rows = 6 kg "
        "(1 of totals left out, 1 without an entry left out)"
    )


def test_ties_are_told_as_ties() -> None:
    tied = table((*PARTS, ("P6", "lamps", "Ilmenau", "700", "1")))
    found = calculate_columns("Which order has the highest price?", [tied])
    assert isinstance(found, Calculation)
    assert (found.figure, found.value) == ("P3 and P6 (a tie)", Decimal(700))
    assert found.listed == (("P3", "700"), ("P6", "700"))


def test_other_units_are_refused() -> None:
    share = table()
    cells = (*share.rows[0].cells[:2], Cell("9 %", CellKind.PER_CENT, Decimal(9), 0, 3, 0, None))
    first = replace(share.rows[0], cells=(*cells, share.rows[0].cells[3]))
    mixed = replace(share, rows=(first, *share.rows[1:]))
    assert isinstance(calculate_columns("What is the total of price?", [mixed]), Refusal)


def test_growth_compares_the_same_period_of_the_year_before() -> None:
    columns = tuple(
        Column(name, (name,), CellKind.NUMBER, "EUR", Decimal(1), period)
        for name, period in (("Q1 2023", "2023-Q1"), ("Q1 2022", "2022-Q1"))
    )
    rows = tuple(
        StoredRow(
            label,
            (),
            (cell(now, CellKind.NUMBER), cell(then, CellKind.NUMBER)),
            label == "Total",
            cell(label, CellKind.TEXT),
        )
        for label, now, then in (
            ("Bakery", "110", "100"),
            ("Dairy", "60", "50"),
            ("Total", "170", "150"),
        )
    )
    firm = StoredTable("t", "d", (0,), None, (), "", "", columns, rows, "Division")
    made = calculate_columns("Which division grew fastest in Q1 2023?", [firm])
    assert isinstance(made, Calculation)
    assert (made.figure, made.value, made.unit) == ("Dairy", Decimal(20), "%")
    assert len(made.operands) == 4


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=12), st.integers(1, 10**6))
def test_rows_above_and_at_most_a_bound_are_all_rows(prices: list[int], bound: int) -> None:
    grid = table(tuple((f"N{at}", "x", "y", str(price), "1") for at, price in enumerate(prices)))

    def counted(words: str) -> Decimal:
        made = calculate_columns(f"How many orders have a price {words} {bound}?", [grid])
        return made.value if isinstance(made, Calculation) else Decimal(0)

    assert counted("above") + counted("at most") == len(prices)
    total = calculate_columns("What is the total of price?", [grid])
    assert isinstance(total, Calculation)
    assert total.value == sum(prices)
    best = calculate_columns("Which order has the highest price?", [grid])
    if isinstance(best, Calculation):
        assert best.value == max(prices)
        assert prices[best.operands[0].row] == max(prices)
    else:
        assert prices.count(max(prices)) > 1


def test_a_statement_and_a_row_that_happens_to_be_a_sum_are_not_added_up() -> None:
    statement = replace(table(), title="Consolidated balance sheet")
    last = table().rows[-1]
    bare = replace(last, total=True, cells=(None, None, *last.cells[2:]))
    summing = replace(table(), rows=(*table().rows[:-1], bare))
    grouped = replace(table(), label_name="Orders of spring:")
    for grid in (statement, summing, grouped):
        found = calculate_columns("What is the total of price where category is seeds?", [grid])
        assert isinstance(found, Refusal)


def test_a_group_above_rows_narrows_them() -> None:
    grid = table()
    rows = tuple(
        replace(row, group=("Harbour" if at < 2 else "Quay",)) for at, row in enumerate(grid.rows)
    )
    made = calculate_columns(
        "What is the total price of orders in Quay?", [replace(grid, rows=rows)]
    )
    assert isinstance(made, Calculation)
    assert made.formula == (
        "sum of Price of 3 of 5 rows where group is Quay: 700 + 510 + 500 = 1,710"
    )
