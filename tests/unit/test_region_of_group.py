"""Rows of regions below groups of products: group and label say together which row is meant."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.region_of_group import region_asked
from backend.tasks.calculate.programs.series import words_of
from backend.types import Calculation, StoredTable
from tests.unit.small_ledgers import Row, ledger

HEAD = "REPORTED SALES vs. PRIOR PERIOD ($MM) › "
COLUMNS = (
    (f"{HEAD}FOURTH QUARTER % Change › 2031", "2031-Q4"),
    (f"{HEAD}FOURTH QUARTER % Change › 2030", "2030-Q4"),
    (f"{HEAD}FOURTH QUARTER % Change › Reported", ""),
    (f"{HEAD}TWELVE MONTHS % Change › 2031", "2031"),
    (f"{HEAD}TWELVE MONTHS % Change › 2030", "2030"),
    (f"{HEAD}TWELVE MONTHS % Change › Reported", ""),
)
ROWS: tuple[Row, ...] = (
    (("PADDLING",), "US", ("60", "50", "20.0%", "210", "190", "10.5%")),
    (("PADDLING",), "Intl", ("30", "40", "-25.0%", "130", "150", "-13.3%")),
    (("PADDLING",), "WW", ("90", "90", "0.0%", "340", "340", "0.0%")),
    (("PADDLING", "KAYAK"), "US", ("41", "30", "36.7%", "150", "120", "25.0%")),
    (("PADDLING", "KAYAK"), "US Exports", ("4", "3", "33.3%", "11", "9", "22.2%")),
    (("PADDLING", "KAYAK"), "Intl", ("17", "22", "-22.7%", "82", "90", "-8.9%")),
    (("PADDLING", "KAYAK"), "WW", ("63", "55", "14.5%", "243", "219", "11.0%")),
    (("PADDLING", "CANOE / CANADIER"), "US", ("19", "20", "-5.0%", "60", "70", "-14.3%")),
    (("PADDLING", "CANOE / CANADIER"), "Intl", ("13", "18", "-27.8%", "48", "60", "-20.0%")),
    (("PADDLING", "CANOE / CANADIER"), "WW", ("32", "38", "-15.8%", "140", "130", "7.7%")),
)


OTHERS: tuple[Row, ...] = (
    (("PADDLING", "OTHER PADDLING"), "US", ("0", "0", "", "0", "0", "")),
    (("PADDLING", "OTHER PADDLING"), "Intl", ("1", "1", "", "2", "3", "")),
    (("PADDLING", "OTHER PADDLING"), "WW", ("1", "1", "", "2", "3", "")),
)


def table(
    columns: tuple[tuple[str, str], ...] = COLUMNS, rows: tuple[Row, ...] = ROWS, title: str = ""
) -> StoredTable:
    made = ledger(columns, rows, title=title)
    return replace(
        made, columns=tuple(replace(column, scale=Decimal(10**6)) for column in made.columns)
    )


def told(question: str, *tables: StoredTable) -> str:
    made = calculate(question, tables or (table(),))
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What were Kayak's worldwide sales in 2031?", "243 million USD"),
        ("How much did Kayak bring in worldwide in 2031?", "243 million USD"),
        ("What were Kayak's US sales in Q4 2031?", "41 million USD"),
        ("What were sales of Kayak in the United States in 2030?", "120 million USD"),
        ("How much did Kayak sell in the U.S. in 2031?", "150 million USD"),
        ("What were Kayak's international sales in the fourth quarter of 2030?", "22 million USD"),
        ("What was the global revenue of paddling in 2031?", "340 million USD"),
        ("What were Kayak's sales in 2031?", "243 million USD"),  # US, exports and abroad
    ],
)
def test_group_and_region_name_a_row_together(question: str, figure: str) -> None:
    assert told(question) == figure


@pytest.mark.parametrize(
    "question",
    [
        "What were Kayak's sales outside the US in 2031?",
        "What were Kayak's non-US sales in 2031?",
        "What were Kayak's sales to us in 2032?",
        "What were Kayak's US and international sales in 2031?",
        "What were Kayak's worldwide costs in 2031?",
        "What were Kayak's worldwide adjusted sales in 2031?",
        "What were Kayak's worldwide sales?",
        "What were Raft's worldwide sales in 2031?",
        "What was the change in Kayak's worldwide sales in 2031?",
        "What were Kayak's average US sales in 2031?",
        "What were Kayak's sales in June 2031?",
        "What share of Kayak's sales was US in 2031?",
        "What were Canoe's worldwide sales in 2031?",  # the row is of another one as well
        "What were Canoe Canadier's sales in 2031?",  # 60 and 48 are no 140
    ],
)
def test_what_no_row_surely_is_stays_untold(question: str) -> None:
    assert told(question) == ""


def test_what_is_asked_of_the_sales_is_not_the_sales() -> None:
    assert told("What was the increase of Kayak's US sales in 2031?") == "30 million"
    for of in ("growth of Kayak's worldwide sales in 2031", "Kayak's US sales as of 1 May 2031"):
        asked = region_asked(f"What was the {of}?")
        assert asked is not None
        assert asked.group > words_of("Kayak")


def test_the_answer_says_which_group_it_is_of() -> None:
    made = calculate("What were Kayak's worldwide sales in 2031?", (table(),))
    assert isinstance(made, Calculation)
    assert made.operands[0].label == "KAYAK › WW"
    assert made.sentence.startswith("KAYAK › WW, ")


def test_rows_of_another_measure_are_no_sales() -> None:
    other = tuple((head.replace("SALES", "COST OF SALES"), period) for head, period in COLUMNS)
    assert told("What were Kayak's worldwide sales in 2031?", table(other)) == ""
    bare = tuple((head.removeprefix(HEAD), period) for head, period in COLUMNS)
    assert told("What were Kayak's worldwide sales in 2031?", table(bare)) == ""
    titled = table(bare, title="Sales by product")
    assert told("What were Kayak's worldwide sales in 2031?", titled) == "243 million USD"


def test_tables_that_differ_leave_it_open() -> None:
    restated = replace(
        table(rows=(*ROWS[:6], (ROWS[6][0], "WW", ("63", "55", "", "240", "219", "")), *ROWS[7:])),
        id="restated",
    )
    assert told("What were Kayak's worldwide sales in 2031?", table(), restated) == ""


def test_others_are_not_the_whole() -> None:
    question = "What were worldwide sales of paddling in 2031?"
    assert told(question, table(rows=(*ROWS, *OTHERS))) == "340 million USD"
    assert told(question, table(rows=(*ROWS[3:], *OTHERS))) == ""


def test_what_is_left_out_is_no_region() -> None:
    assert region_asked("What were Kayak's sales in 2031, not in the US?") is None
    assert region_asked("What were Kayak's sales in 2031, in the US?") is not None


def test_us_is_a_country_in_capitals_alone() -> None:
    asked = region_asked("How much did the kayak bring us in sales in 2031?")
    assert asked is None or asked.region == ""
