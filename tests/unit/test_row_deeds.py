"""Lists whose rows are one deed each: who did most, how many were done, how long it took."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.pipelines._choices import choices_of
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_words import headers_of, stemmed, words_for_rows
from backend.tasks.calculate.programs.row_deeds import may_ask_deeds
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind, StoredTable
from tests.unit.test_column_spending import Columns, listed

BOOKS: Columns = (
    ("Book", CellKind.TEXT, ""),
    ("Bookbinder", CellKind.TEXT, ""),
    ("Minutes", CellKind.NUMBER, ""),
    ("State", CellKind.TEXT, ""),
)
BOUND = (
    ("2024-05-02", "Atlas", "Cleo Marsh", "30", "Mended"),
    ("2024-05-02", "Psalter", "Cleo Marsh", "45", "Mended"),
    ("2024-05-09", "Atlas", "Cleo Marsh", "10", "Mended"),
    ("2024-05-09", "Almanac", "Rufus Dell", "80", "Not mended"),
    ("2024-06-06", "Primer", "Rufus Dell", "20", "Mended"),
    ("2024-06-06", "Herbal", "Rufus Dell", "25", "Glue ordered"),
)
SHOP: Columns = (
    ("Fruit", CellKind.TEXT, ""),
    ("Seller", CellKind.TEXT, ""),
    ("Quantity", CellKind.NUMBER, ""),
    ("Amount", CellKind.NUMBER, "EUR"),
)
SOLD = (
    ("1 May", "Pears", "Nell", "3", "9"),
    ("1 May", "Plums", "Nell", "8", "4"),
    ("2 May", "Pears", "Kit", "4", "12"),
    ("2 May", "Figs", "Kit", "2", "8"),
)


def bindery() -> StoredTable:
    return replace(listed(BOUND, BOOKS, "Date"), title="Bindery log")


def asked(question: str, table: StoredTable | None = None) -> Calculation | Refusal | None:
    return calculate_columns(question, (table or bindery(),), "Bindery log")


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Who mended the most books?", "Cleo Marsh"),  # 3 rows and 2 different books, to 1
        ("Who mended the fewest books?", "Rufus Dell"),
        ("How many atlases were mended?", "2"),
        ("How many atlases were mended in May?", "2"),
        ("How many minutes did Rufus Dell spend?", "125 min"),  # 80 + 20 + 25
        ("How many minutes did Cleo Marsh spend on the atlas?", "40 min"),
        ("How much time did Cleo Marsh spend in May?", "85 min"),
        ("How long did Rufus Dell work in June?", "45 min"),
        ("Which bookbinder took the most minutes?", "Rufus Dell"),
        ("Which bookbinder spent the least time?", "Cleo Marsh"),
        ("Who worked the longest?", "Rufus Dell"),  # 125 in all, and 80 at once
        ("Which book was brought in most often?", "Atlas"),
        ("Which two books took the most minutes?", "Almanac, Psalter"),  # 80, 45, and 40
    ],
)
def test_what_was_done_is_told_of_rows(question: str, figure: str) -> None:
    assert may_ask_deeds(question)
    made = asked(question)
    assert isinstance(made, Calculation), made
    assert made.figure == figure


def offered(question: str, table: StoredTable | None = None) -> dict[str, str]:
    refused = asked(question, table)
    assert isinstance(refused, Refusal), refused

    def ask(text: str) -> Calculation | Refusal | None:
        return asked(text, table)

    found = {}
    for choice in choices_of(question, refused, ask):
        made = ask(choice.question)
        assert isinstance(made, Calculation)
        found[choice.label] = made.figure
    return found


def test_rows_and_different_things_are_choices_where_they_differ() -> None:
    assert offered("How many books did Cleo Marsh mend?") == {
        "Rows of the list where State is Mended": "3",
        "Different Book where State is Mended": "2",
    }


def test_what_was_not_done_may_be_one_state_or_every_other() -> None:
    assert offered("How many books could not be mended?") == {
        "Rows of the list where State is Not mended": "1",
        "Rows of the list where State is other than Mended": "2",
    }


def test_the_longest_may_be_the_sum_or_the_longest_row() -> None:
    rows = (*BOUND[:3], ("2024-05-09", "Almanac", "Rufus Dell", "60", "Mended"))
    table = replace(listed(rows, BOOKS, "Date"), title="Bindery log")
    assert offered("Who worked the longest?", table) == {
        "Highest total Minutes": "Cleo Marsh",  # 85 to 60
        "Highest single Minutes": "Rufus Dell",  # 60 to 45
    }


def test_what_sold_best_may_be_pieces_or_money() -> None:
    table = replace(listed(SOLD, SHOP, "Day"), title="Fruit sales")
    assert offered("Which fruit sold best?", table) == {
        "Highest total Quantity": "Plums",
        "Highest total Amount": "Pears",
    }
    made = asked("Which fruit sold the most pieces?", table)
    assert not isinstance(made, Calculation)
    assert isinstance(asked("Who sold best?", table), Calculation | Refusal)


def test_pieces_are_added_up_where_a_row_stands_for_several() -> None:
    columns: Columns = (*SHOP, ("State", CellKind.TEXT, ""))
    states = ("Shipped", "Cancelled", "Shipped", "Shipped")
    rows = tuple((*row, state) for row, state in zip(SOLD, states, strict=True))
    table = replace(listed(rows, columns, "Day"), title="Fruit sales")
    made = asked("How many pears were shipped?", table)
    assert isinstance(made, Calculation)
    assert made.figure == "7"  # 3 + 4, of two rows
    made = asked("Which seller sold the most pears?", table)
    assert isinstance(made, Calculation)
    assert made.listed[0] == ("Kit", "4")


def test_what_a_list_can_tell_instead_is_offered() -> None:
    refused = asked("Which book was burnt most often?")
    assert isinstance(refused, Refusal)
    assert "says nothing of “burnt”" in refused.reason
    assert refused.lacks == ("burnt",)
    assert offered("Which book was burnt most often?") == {
        "Most rows": "Atlas",
        "Highest total Minutes": "Almanac",
    }


def test_how_many_somebody_did_may_be_rows_or_different_ones() -> None:
    assert offered("How many books did Cleo Marsh do?") == {
        "Rows of the list": "3",
        "Different Book": "2",
    }
    told = asked("How many minutes were spent on the atlas?")
    assert isinstance(told, Calculation)
    assert told.figure == "40 min"


@pytest.mark.parametrize(
    "question",
    [
        "Who stole the most books?",  # of what the log does not tell
        "Which book was thrown away most often?",
        "How many minutes did Cleo Marsh waste?",
        "How many pages did Cleo Marsh mend?",
        "How many minutes did Cleo Marsh spend on the globe?",
        "Which bookbinder took the most pages?",
        "Which bookbinder needed the most books?",  # a verb of time, and no time is asked for
    ],
)
def test_what_the_list_is_not_of_gives_no_figure(question: str) -> None:
    assert not isinstance(asked(question), Calculation)


def test_a_deed_is_not_counted_by_the_word_for_who_does_it() -> None:
    columns: Columns = (("Repairer", CellKind.TEXT, ""), ("Minutes", CellKind.NUMBER, ""))
    rows = (
        *(("2024-05-01", "Ada", "5"), ("2024-05-02", "Ada", "6")),
        *(("2024-05-03", "Ben", "9"), ("2024-06-02", "Cid", "1")),
    )
    table = replace(listed(rows, columns, "Day"), title="Repairs")
    for question, figure in (
        ("How many repairs were there in May?", "3"),  # of two repairers
        ("Which repairs took the longest?", "Ben (2024-05-03)"),  # and Ada was at it for 11 minutes
    ):
        made = calculate_columns(question, (table,), "Repairs")
        assert isinstance(made, Calculation), question
        assert made.figure == figure


def test_where_everybody_has_one_row_none_came_most_often() -> None:
    columns: Columns = (("Town", CellKind.TEXT, ""), ("Age", CellKind.NUMBER, ""))
    rows = (("Ada", "Quay", "5"), ("Ben", "Quay", "6"), ("Cid", "Hill", "9"))
    table = replace(listed(rows, columns, "Member"), title="Members")
    refused = calculate_columns("Who came most often?", (table,), "Members")
    assert isinstance(refused, Refusal)
    assert "same figure" not in refused.reason


def test_a_time_sheet_counts_no_times() -> None:
    rows = (
        ("2024-05-01", "Door", "60"),
        ("2024-05-01", "Gate", "10"),
        ("2024-05-02", "Gate", "15"),
    )
    columns: Columns = (("Task", CellKind.TEXT, ""), ("Duration", CellKind.NUMBER, "min"))
    table = replace(listed(rows, columns, "Day"), title="Time sheet")
    made = calculate_columns("Which task took the most time?", (table,), "Time sheet")
    assert isinstance(made, Calculation)
    assert (made.figure, made.listed[0]) == ("Door", ("Door", "60 min"))
    words = words_for_rows(headers_of(table, "Hours of work"))
    assert stemmed(["sheet"]) <= words
    assert not stemmed(["time", "hours"]) & words


def test_hours_are_told_of_a_column_of_minutes() -> None:
    rows = (("1 May", "Ivy", "90"), ("2 May", "Ivy", "30"), ("2 May", "Moss", "45"))
    columns: Columns = (("Worker", CellKind.TEXT, ""), ("Duration", CellKind.NUMBER, "min"))
    table = replace(listed(rows, columns, "Day"), title="Work log")
    made = calculate_columns("How many hours did Ivy work?", (table,), "Work log")
    assert isinstance(made, Calculation)
    assert made.figure == "2 h"
    assert made.formula.endswith("90 + 30 = 120 min; 120 min ÷ 60 = 2 h")
    days = calculate_columns("How many days did Ivy work?", (table,), "Work log")
    assert not isinstance(days, Calculation) or days.figure == "2"


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Which two bindings took the longest?", "Almanac (2024-05-09), Psalter (2024-05-02)"),
        ("Who mended the atlas the most?", "Cleo Marsh"),
        ("How long did Cleo Marsh mend in May?", "85 min"),
    ],
)
def test_rows_with_only_a_day_are_called_by_what_they_are_of(question: str, figure: str) -> None:
    extra = ("2024-06-07", "Atlas", "Rufus Dell", "5", "Mended")
    table = replace(listed((*BOUND, extra), BOOKS, "Date"), title="Bindings")
    made = calculate_columns(question, (table,), "Bindings mended")
    assert isinstance(made, Calculation), made
    assert made.figure == figure


def test_one_word_that_several_rows_share_is_told_with_the_next() -> None:
    rows = (("2024-05-02", "Atlas", "Cleo", "30"), ("2024-05-02", "Atlas", "Rufus", "10"))
    rows += (("2024-05-03", "Globe", "Rufus", "20"),)
    table = replace(listed(rows, BOOKS[:3], "Date"), title="Bindings")
    made = calculate_columns("Which binding took the longest?", (table,), "Bindings")
    assert isinstance(made, Calculation), made
    assert made.figure == "Atlas / Cleo (2024-05-02)"


def test_what_a_column_names_is_called_by_that_alone_in_a_list_of_days() -> None:
    made = asked("Which book has the highest minutes?", replace(bindery(), rows=bindery().rows[2:]))
    assert isinstance(made, Calculation), made
    assert made.figure == "Almanac"


def test_who_lost_most_of_it_is_not_who_has_most_of_it() -> None:
    table = replace(listed(SOLD, SHOP, "Day"), title="Fruit sales")
    sold = calculate_columns("Which seller sold the most pears?", (table,), "Fruit sales")
    assert isinstance(sold, Calculation)
    for verb in ("lost", "broke", "returned"):
        question = f"Which seller {verb} the most quantity?"
        assert not isinstance(calculate_columns(question, (table,), "Fruit sales"), Calculation)


def test_a_list_without_money_says_so_in_plain_words() -> None:
    refused = asked("How much did Cleo Marsh pay?")
    assert isinstance(refused, Refusal)
    assert refused.reason == (
        "The list Bindery log has no column for money; it has Date, Book, Bookbinder, Minutes and "
        "State. Minutes can be added up or ranked, and rows can be counted by Date, Book, "
        "Bookbinder or State."
    )
