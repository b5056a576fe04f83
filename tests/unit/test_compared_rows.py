"""Which of two rows is more of something, and the oldest by a column of years."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of

MILLS = list_of(
    "Mill,Built,Area (m²),Price (EUR),Miller\nUpper mill,1874,620,900,Ada\n"
    "Old mill,1962,410,700,Bo\nQuay mill,2014,540,700,Cy\n",
    "mills.csv",
)
ORDER = list_of(
    "No.,Plant,Pieces,Price,Sum\n1,Currant,4,8.90,35.60\n2,Lavender,30,3.20,96.00\n"
    "3,Rose,3,21.50,64.50\n",
    "order.csv",
)


def told(question: str, table: StoredTable = MILLS) -> str:
    made = calculate_columns(question, [table], "")
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "Which mill is larger, the upper mill or the quay mill?",
            "Upper mill: 620 m² against 540 m²",
        ),
        ("Which is smaller, the upper mill or the quay mill?", "Quay mill: 540 m² against 620 m²"),
        ("Which mill is older, the old mill or the upper mill?", "Upper mill: 1874 against 1962"),
        (
            "Which mill was more expensive, upper mill or old mill?",
            "Upper mill: 900 EUR against 700 EUR",
        ),
        ("Which mill is cheaper, the old mill or the quay mill?", ""),  # both are the same
        ("Which mill is heavier, the old mill or the quay mill?", ""),
        ("Which mill is larger, the old mill or the sea mill?", ""),
        ("Which mill is better, the old mill or the quay mill?", ""),
        ("Which mill is the oldest?", "Upper mill"),
        ("Who is the miller of the oldest mill?", "Ada"),
        ("When was the upper mill built?", "1874"),
    ],
)
def test_rows_are_compared_by_the_column_that_the_word_means(question: str, answer: str) -> None:
    assert told(question) == answer


def test_the_price_of_one_is_asked() -> None:
    assert told("What does one rose cost?", ORDER) == "21.50"


def test_rows_are_not_counted_for_pieces() -> None:
    assert told("How many lavender plants were ordered?", ORDER) == ""
    assert told("How many kinds of plants are there?", ORDER) in ("", "3")
    calls = list_of("Call,Pieces\n1,4\n2,5\n", "calls.csv")
    assert told("How many calls are there?", calls) == "2"
