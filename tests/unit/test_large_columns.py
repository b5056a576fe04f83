"""Questions over large tables, without and with a language model."""

from __future__ import annotations

import json
import threading
from decimal import Decimal
from pathlib import Path

import pytest

from backend.language_models import openai_compatible
from backend.pipelines._choices import choices_of
from backend.ports import Figured, LargeSource, QueryFailedError
from backend.readers.delimited import DelimitedReader
from backend.settings import Secret, Settings
from backend.tables.stored_tables import stored_tables
from backend.tasks.calculate.language_model import build
from backend.tasks.calculate.large.condition_sql import conditions_of
from backend.tasks.calculate.large.large_columns import calculate_large
from backend.tasks.calculate.large.shown_rows import rows_shown, rows_that_may_be_meant
from backend.tasks.calculate.large.written_over_large import large_result, large_sql_table
from backend.tasks.calculate.programs.column_bounds import ColumnBound
from backend.tasks.calculate.programs.column_links import BoundedColumn, ColumnLink
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_words import ROWS
from backend.tasks.calculate.written.allowed_sql import allowed
from backend.types import Calculation, Operation, Refusal, StoredTable
from tests.large_tables import ORDERS, quiet, source_of
from tests.scripted_server.script import answer
from tests.scripted_server.server import ScriptedServer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("columns")


@pytest.fixture(scope="module")
def orders(folder: Path) -> LargeSource:
    return source_of(folder, ORDERS)


@pytest.fixture(scope="module")
def small(folder: Path, orders: LargeSource) -> StoredTable:
    """The same orders as a small table."""
    reading = DelimitedReader(200, 1000).read(
        folder / "written-orders.csv", "orders.csv", None, quiet
    )
    return stored_tables(reading, (), "d")[0]


def told(question: str, source: LargeSource) -> Calculation:
    found = calculate_large(question, source)
    assert isinstance(found, Calculation), found
    return found


def refused(question: str, source: LargeSource) -> Refusal:
    found = calculate_large(question, source)
    assert isinstance(found, Refusal), found
    return found


@pytest.mark.parametrize(
    ("question", "operation", "figure"),
    [
        ("How many orders are there?", Operation.COUNT, "6"),
        ("How many orders are from the north?", Operation.COUNT, "3"),
        ("How many orders were placed in February 2024?", Operation.COUNT, "2"),
        ("How many orders have a price over 7?", Operation.COUNT, "3"),
        ("How many orders are not from the north?", Operation.COUNT, "3"),
        ("How many orders have no state?", Operation.COUNT, "1"),
        ("How many orders are not open?", Operation.COUNT, "3"),
        ("How many orders were placed after January 2024?", Operation.COUNT, "4"),
        ("How many orders were placed before February 2024?", Operation.COUNT, "2"),
        ("How many orders were placed since 3 February 2024?", Operation.COUNT, "3"),
        ("How many orders did Ada Finch place?", Operation.COUNT, "2"),
        ("How many orders did Ada Finch place in January 2024?", Operation.COUNT, "1"),
        ("How many customers are there?", Operation.COUNT, "4"),
        # 2 + 1 + 4 + 3 + 10 + 5
        ("What is the total of units?", Operation.SUM, "25"),
        # 2 + 4 + 5
        ("What is the total of units in the north?", Operation.SUM, "11"),
        # 21 + 100 + 9 + 21 + 11 + 100
        ("What is the total of units times price?", Operation.SUM, "262.00 EUR"),
        # 140.85 / 6 = 23.475
        ("What is the average price?", Operation.MEAN, "23.48 EUR"),
        # (100 + 1.1) / 2
        ("What is the average price in the south?", Operation.MEAN, "50.55 EUR"),
        ("What is the highest price?", Operation.LARGEST, "100.00 EUR"),
        ("What is the lowest price in the north?", Operation.SMALLEST, "2.25 EUR"),
        ("Which order has the most units?", Operation.LARGEST, "1005"),
        ("Which orders are from the east?", Operation.LIST, "1004"),
        ("What is the price of order 1003?", Operation.LOOKUP, "2.25 EUR"),
        ("What share of the orders are from the north?", Operation.SHARE, "50 %"),
        (
            "Total units per region",
            Operation.SUM_PER_GROUP,
            "South: 11; North: 11; East: 3",
        ),
        (
            "How many orders per month?",
            Operation.COUNT_PER_GROUP,
            "January 2024: 2; February 2024: 2; March 2024: 2",
        ),
        # North (10.5 + 2.25 + 20) / 3, South (100 + 1.1) / 2, East 7
        ("Which region has the highest average price?", Operation.MEAN_PER_GROUP, "South"),
        ("Top 2 customers by units", Operation.SUM_PER_GROUP, "Omar Rell, Ada Finch"),
        ("Who ordered the most units?", Operation.SUM_PER_GROUP, "Omar Rell"),  # 11
        ("What is the average number of units per month?", Operation.MEAN_OF_GROUPS, "8.33"),
        ("What is the average number of orders per customer?", Operation.MEAN_OF_GROUPS, "1.5"),
        ("What share of the units is from the north?", Operation.SHARE, "44 %"),  # 11 of 25
        ("When was the last order from the south?", Operation.LAST, "2024-03-09"),
        ("When was the first order of Jo Marsh?", Operation.FIRST, "2024-02-03"),
        ("How many more units did Omar Rell order than Ada Finch?", Operation.DIFFERENCE, "5"),
        ("Did Ada Finch order more units than Jo Marsh?", Operation.COMPARISON, "Yes: 6 against 3"),
    ],
)
def test_figures_are_those_of_all_rows(
    orders: LargeSource, question: str, operation: Operation, figure: str
) -> None:
    found = told(question, orders)
    assert (found.operation, set(found.figure.split("; "))) == (operation, set(figure.split("; ")))
    assert found.of_rows > 0


QUESTIONS = (
    "How many orders are open?",
    "How many orders are from Ada Finch or Omar Rell?",
    "What is the total of units of Ada Finch?",
    "What is the average price per region?",
    "Total units per month",
    "Which customer has the highest total of units?",
    "Which region has the lowest average price?",
    "Which orders have a price under 5?",
    "How many orders were placed after 3 February 2024?",
    "How many orders are there without a state?",
    "What is the state of order 1004?",
    "Who ordered most?",
    "What is the total of units of blue orders?",
    "What is the price of Ada Finch?",
    "Which region grew fastest?",
    "How many orders have more than 3 units?",
    "Which order has the lowest price?",
    "What is the highest number of units in March 2024?",
    "What share of the orders has a price over 5?",
    "Top 2 customers by units",
    "Top 2 customers by total units",
    "Which customer has the highest units?",
    "What are the top three orders by units?",
    "Which region has the fewest open orders?",
    "Which region has the fewest orders?",
    "What is the average number of units per month?",
    "What is the average number of orders per customer?",
    "What is the average units per month?",
    "What share of the units is from the north?",
    "When was the last order from the south?",
    "When was the first order of Jo Marsh?",
    "How many units did Omar Rell carry in March?",
    "How many more units did Omar Rell order than Ada Finch?",
    "Did Omar Rell order more units than Ada Finch?",
    "How many more orders are from the north than from the east?",
    "How many times did Ada Finch order?",
    "Who ordered the most?",
    "Who ordered the most units?",
    "Which customer ordered the most?",
    "Which two regions have the highest total of units times price?",
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_large_table_says_what_a_small_one_of_the_same_rows_says(
    orders: LargeSource, small: StoredTable, question: str
) -> None:
    large, plain = calculate_large(question, orders), calculate_columns(question, [small], "orders")
    if isinstance(large, Calculation):
        assert isinstance(plain, Calculation)
        assert (large.value, large.unit, large.scale) == (plain.value, plain.unit, plain.scale)
        assert set(large.answer.split("; ")) == set(plain.answer.split("; "))
    else:
        # what is told over few rows may be refused over many, never the other way
        assert large is None or large.reason
        if isinstance(plain, Refusal) and isinstance(large, Refusal) and large.readings:
            assert [reading.label for reading in large.readings] == [
                reading.label for reading in plain.readings
            ]


def test_the_cells_are_those_of_the_first_rows_with_their_places(orders: LargeSource) -> None:
    found = told("What is the total of units in the north?", orders)
    assert [(operand.row, operand.label, operand.text) for operand in found.operands] == [
        (0, "1001", "2"),
        (2, "1003", "4"),
        (5, "1006", "5"),
    ]
    assert (found.of_rows, found.over) == (3, "Units of 3 of 6 rows where Region is North")
    assert {
        (operand.document_id, operand.table_id, operand.start, operand.end)
        for operand in found.operands
    } == {("d", "t", 0, 10)}


def test_rows_without_an_entry_are_left_out_and_said(orders: LargeSource) -> None:
    found = told("How many orders are not open?", orders)
    assert found.formula.endswith("(1 without an entry left out)")


def test_of_many_rows_the_first_are_shown_and_all_are_counted(tmp_path: Path) -> None:
    body = "".join(f"{at},{'North' if at % 2 else 'South'},{at}.25\n" for at in range(1, 2001))
    source = source_of(tmp_path, f"No,Region,Sales\n{body}")
    found = told("What is the total of sales in the north?", source)
    # 1 + 3 + … + 1999 = 1000², and 1000 times .25
    assert found.value == Decimal(1000**2 + 250)
    assert (found.of_rows, len(found.operands)) == (1000, 20)
    assert found.cells_left == "Cells of 20 of the 1,000 rows that were used."
    assert "1,000 of 2,000 rows where Region is North" in found.formula


def test_rows_of_totals_are_left_out_and_said(tmp_path: Path) -> None:
    source = source_of(tmp_path, "Region,Sales\nNorth,1\nSouth,2\nEast,4\nTotal,7\n")
    found = told("What is the total of sales?", source)
    assert (found.figure, "1 of totals left out" in found.formula) == ("7", True)
    open_end = source_of(tmp_path, "Region,Sales\nNorth,1\nSouth,2\nEast,4\n,7\n", "open.csv")
    assert "last row" in refused("What is the total of sales?", open_end).reason


def test_what_is_open_is_refused(tmp_path: Path, orders: LargeSource) -> None:
    assert refused("What is the total of units of blue orders?", orders).lacks
    assert refused("What is the price of Ada Finch?", orders).is_open
    tie = source_of(tmp_path, "Region,Sales\nNorth,2\nSouth,2\nEast,1\n", "tie.csv")
    assert told("Which region has the highest sales?", tie).figure == "North and South (a tie)"
    same = source_of(tmp_path, "Region,Sales\nNorth,2\nSouth,2\nEast,2\n", "same.csv")
    assert "same figure" in refused("Which region has the highest sales?", same).reason
    shares = source_of(tmp_path, "Region,Share\nNorth,20%\nSouth,30%\nEast,5%\n", "shares.csv")
    assert "Shares" in refused("What is the total of share?", shares).reason
    scaled = source_of(
        tmp_path, "Region,Sales (in thousands)\nNorth,20\nSouth,30\nEast,5\n", "scaled.csv"
    )
    bound = BoundedColumn(0, ColumnBound(("", ""), ">", Decimal(10), "", is_scaled=False))
    open_scale = conditions_of(ColumnLink(ROWS, (), (), (bound,)), scaled.file.table)
    assert isinstance(open_scale, Refusal)
    assert "scale" in open_scale.reason
    assert told("What is the total of sales?", scaled).scale == 1000


def test_what_no_row_of_many_fits_is_no_fewest(tmp_path: Path, orders: LargeSource) -> None:
    found = refused("Which region has the fewest open orders?", orders)
    assert (found.is_open, found.nearest) == (True, ("North",))
    gap = source_of(
        tmp_path,
        "No,Date,Units\n1,2024-01-05,2\n2,2024-01-09,2\n3,2024-03-09,4\n",
        "gap.csv",
    )
    found = refused("What is the average number of units per month?", gap)
    assert found.nearest == ("February 2024",)


def test_a_part_of_a_sum_needs_every_figure(tmp_path: Path) -> None:
    whole = source_of(tmp_path, "No,Region,Units\n1,North,2\n2,South,6\n3,South,2\n", "whole.csv")
    question = "What share of the units is from the north?"
    assert told(question, whole).figure == "20 %"
    gap = source_of(tmp_path, "No,Region,Units\n1,North,2\n2,South,\n3,South,2\n", "gaps.csv")
    assert refused(question, gap)
    below = source_of(tmp_path, "No,Region,Units\n1,North,2\n2,South,-6\n3,South,9\n", "less.csv")
    assert refused(question, below)


def test_the_most_of_many_rows_is_a_choice(tmp_path: Path) -> None:
    body = "\n".join(f"{at},Reed,{1 + at % 2}" for at in range(30))
    source = source_of(tmp_path, f"Order,Customer,Quantity\n{body}\n30,Coates,90\n")
    question = "Which customer ordered the most?"
    found = refused(question, source)
    assert found.is_open

    offered = choices_of(question, found, lambda text: calculate_large(text, source))
    told_of = {each.label: told(each.question, source).figure for each in offered}
    assert told_of == {"Most often": "Reed", "Highest total Quantity": "Coates"}

    question = "Which customer has the highest quantity?"
    offered = choices_of(
        question, refused(question, source), lambda text: calculate_large(text, source)
    )
    (choice,) = offered
    assert told(choice.question, source).figure == "Coates"


def test_a_value_far_down_the_file_is_known(tmp_path: Path) -> None:
    body = "".join(f"{at},Customer {at},1\n" for at in range(3000))
    source = source_of(
        tmp_path,
        f"No,Customer,Units\n{body}3000,Zoë Ödman,7\n3001,Library,2\n"
        "3002,Straße 9,4\n3003,Last,1\n",
    )
    assert told("What is the total of units of Zoë Ödman?", source).figure == "7"
    assert told("What is the total of units of the library?", source).figure == "2"
    assert told("What is the total of units of Straße 9?", source).figure == "4"
    assert told("What is the total of units of Customer 2718?", source).figure == "1"


def test_rows_that_may_be_meant_have_each_value_that_shares_a_word(orders: LargeSource) -> None:
    shown = rows_that_may_be_meant(orders, "How many orders are from Jo Marsh?")
    assert "Jo Marsh" in {row.cells[1].text for row in shown.table.rows if row.cells[1]}
    (row,) = rows_shown(orders, [4]).table.rows
    assert (row.label, [cell and cell.text for cell in row.cells]) == (
        "1005",
        ["2024-03-09", "Omar Rell", "South", "10", "1.10", "paid"],
    )


# --- with a language model -----------------------------------------------------------------------


def queried(sql: str, source: LargeSource) -> Calculation | Refusal:
    given = large_sql_table(source, "How many?")
    return large_result(allowed(sql, {given.name: given}), given, source)


@pytest.mark.parametrize(
    ("sql", "figure"),
    [
        ("SELECT SUM(units) FROM t1 WHERE region = 'north'", "11"),
        ("SELECT COUNT(*) FROM t1 WHERE date LIKE '2024-02%'", "2"),
        ("SELECT COUNT(*) FROM t1 WHERE strftime('%Y-%m', date) = '2024-03'", "2"),
        ("SELECT COUNT(DISTINCT customer) FROM t1", "4"),
        ("SELECT AVG(price_eur) FROM t1 WHERE region = 'South'", "50.55 EUR"),
        ("SELECT SUM(price_eur) / COUNT(*) FROM t1 WHERE region = 'South'", "50.55 EUR"),
        ("SELECT price_eur FROM t1 WHERE \"order\" = '1003'", "2.25 EUR"),
        ('SELECT "order" FROM t1 ORDER BY units DESC LIMIT 1', "1005"),
        (
            "SELECT region, SUM(units) AS s FROM t1 GROUP BY region ORDER BY s, region LIMIT 1",
            "East: 3",
        ),
        (
            "WITH g AS (SELECT customer, SUM(units) AS s FROM t1 GROUP BY customer)"
            " SELECT MAX(s) FROM g",
            "11",
        ),
        ("SELECT SUM(units) FROM t1 WHERE state IS NULL", "5"),
        (
            "SELECT 100.0 * (SELECT SUM(units) FROM t1 WHERE region = 'North')"
            " / SUM(units) FROM t1",
            "44 %",
        ),
    ],
)
def test_a_written_query_runs_over_all_rows(orders: LargeSource, sql: str, figure: str) -> None:
    found = queried(sql, orders)
    assert isinstance(found, Calculation), found
    assert found.figure == figure
    assert found.operands
    assert found.of_rows


def test_a_written_query_shows_the_rows_that_it_reads(orders: LargeSource) -> None:
    found = queried("SELECT SUM(units) FROM t1 WHERE region = 'South'", orders)
    assert isinstance(found, Calculation)
    assert [(operand.row, operand.text) for operand in found.operands] == [(1, "1"), (4, "10")]
    assert found.of_rows == 2


def test_a_written_query_that_cannot_run_says_why(orders: LargeSource) -> None:
    with pytest.raises(QueryFailedError, match="DuckDB says"):
        queried("SELECT SUM(customer) FROM t1", orders)


def asked(server: ScriptedServer, source: LargeSource) -> Figured:
    settings = Settings(
        language_model_url=server.openai_url,
        language_model_name="tiny",
        language_model_key=Secret("hidden"),
    )
    task = build(settings, openai_compatible.build(settings))
    return task.calculate("How many units went to Ada Finch?", (), threading.Event(), source)


def test_the_model_is_told_of_all_rows_and_given_a_few(
    scripted_server: ScriptedServer, orders: LargeSource
) -> None:
    sql = "SELECT SUM(units) FROM t1 WHERE customer = 'Ada Finch'"
    scripted_server.script(answer(json.dumps({"sql": sql}), usage=(300, 20)))
    found = asked(scripted_server, orders)
    assert isinstance(found.outcome, Calculation)
    assert (found.outcome.figure, found.outcome.of_rows) == ("6", 2)
    (chat,) = scripted_server.chats
    assert "rows: 6" in chat.text
    assert "\"customer\" = 'Ada Finch'" in chat.text


def test_a_query_that_reads_a_file_is_refused_and_asked_for_once_more(
    scripted_server: ScriptedServer, orders: LargeSource
) -> None:
    bad = json.dumps({"sql": "SELECT SUM(units) FROM read_csv('/etc/passwd')"})
    good = json.dumps({"sql": "SELECT SUM(units) FROM t1"})
    scripted_server.script(answer(bad), answer(good))
    found = asked(scripted_server, orders)
    assert isinstance(found.outcome, Calculation)
    assert found.outcome.figure == "25"


def test_units_and_payments_are_asked_as_of_small_lists(tmp_path: Path) -> None:
    bills = "\n".join(
        (
            "Bill,Customer,Minutes,Total (EUR),Paid on",
            *("1,Ada,90,10,2024-05-02", "2,Ada,45,20,", "3,Ben,30,40,2024-06-01", ""),
        )
    )
    source = source_of(tmp_path, bills, "bills.csv")
    for question, figure in (
        ("How many hours did Ada work?", "2.25 h"),  # 90 + 45 minutes
        ("How much did Ada pay?", "10 EUR"),
        ("How much does Ada owe?", "20 EUR"),
        ("How much was paid in June?", "40 EUR"),
    ):
        assert told(question, source).figure == figure, question


def test_lists_of_deeds_are_asked_as_small_ones_are(tmp_path: Path) -> None:
    rows = (
        *("2024-05-02,Atlas,Ada,30,Mended", "2024-05-02,Globe,Ada,45,Mended"),
        *("2024-05-09,Atlas,Ben,80,Not mended", "2024-06-06,Primer,Ben,20,Mended"),
        "2024-06-07,Atlas,Cid,10,Mended",
    )
    log = "\n".join(("Date,Book,Mender,Minutes,State", *rows, ""))
    source = source_of(tmp_path, log, "log.csv")
    for question, figure in (
        ("Who mended the most books?", "Ada"),
        ("How many books were mended in May?", "2"),
        ("Which book took the most minutes?", "Atlas"),
        ("How many minutes did Ben spend on the atlas?", "80 min"),
        ("Which book was brought in most often?", "Atlas"),
    ):
        assert told(question, source).figure == figure, question
    assert not isinstance(calculate_large("Which book burnt most often?", source), Calculation)
