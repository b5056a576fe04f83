"""A table's card says what the whole table is about, within a limit, and no figure of its cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.ingestion.table_cards import card_text, last_tokens
from backend.tables.card_places import holder_of_span
from backend.tables.table_wording import period_in_words
from backend.tasks.describe_table.local import MOST_WORDS, described
from backend.types import Cell, CellKind, Chunk, Column, StoredRow, StoredTable

MILLION = Decimal(10) ** 6


class Words:
    """Counts words as tokens."""

    max_tokens = 10_000

    def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
        return [
            np.array([match.span() for match in re.finditer(r"\S+", text)], np.int32).reshape(-1, 2)
            for text in texts
        ]


def cell(text: str, start: int = 0) -> Cell:
    value = Decimal(text.replace(",", ""))
    return Cell(text, CellKind.NUMBER, value, start, start + len(text), 0, None)


def row(
    label: str, *texts: str, group: tuple[str, ...] = (), total: bool = False, at: int = 0
) -> StoredRow:
    named = Cell(label, CellKind.TEXT, None, at, at + len(label), 0, None)
    return StoredRow(label, group, tuple(cell(text, at) for text in texts), total, named)


def column(name: str, period: str = "", unit: str = "USD", scale: Decimal = MILLION) -> Column:
    return Column(name, (name,), CellKind.NUMBER, unit, scale, period)


def sales(**changes: object) -> StoredTable:
    made: dict[str, object] = {
        "id": "t",
        "document_id": "d",
        "pages": (0,),
        "box": None,
        "section": ("Results",),
        "title": "Sales by boat",
        "lead_in": "The table below shows what each yard sold.",
        "columns": (column("2023", "2023"), column("Q4 2022", "2022-12-31/3M")),
        "rows": (
            row("Terns", "1,250", "300", group=("Small boats",)),
            row("Petrels", "4,000", "900", group=("Small boats",)),
            row("Total sales", "5,250", "1,200", total=True),
        ),
        "label_name": "Boat",
    }
    return StoredTable(**{**made, **changes})  # type: ignore[arg-type]


def test_a_card_has_title_lead_in_columns_periods_units_and_rows() -> None:
    assert card_text(sales(), Words(), 200).splitlines() == [
        "Sales by boat",
        "The table below shows what each yard sold.",
        "Columns: Boat; 2023; Q4 2022",
        "Periods: 2023; 3 months to 2022-12-31",
        "Units: USD, in millions",
        "Rows: Small boats; Terns; Petrels; Total sales",
    ]


def test_a_description_follows_the_lead_in() -> None:
    lines = card_text(sales(), Words(), 200, "What two yards\nearned.").splitlines()
    assert lines[1:4] == [
        "The table below shows what each yard sold.",
        "What two yards earned.",
        "Columns: Boat; 2023; Q4 2022",
    ]


def test_what_is_not_known_has_no_line() -> None:
    bare = sales(
        title="",
        lead_in="",
        label_name="",
        columns=(column("", unit="", scale=Decimal(1)), column("", unit="", scale=Decimal(1))),
    )
    assert card_text(bare, Words(), 200) == "Rows: Small boats; Terns; Petrels; Total sales"


def test_a_lead_in_that_begins_with_the_title_is_said_once() -> None:
    found = card_text(sales(lead_in="Sales by boat, both yards."), Words(), 200)
    assert found.startswith("Sales by boat, both yards.\nColumns")


def test_sixty_tokens_of_the_lead_in_are_kept_those_next_to_the_table() -> None:
    lead = " ".join(f"w{number}" for number in range(100))
    said = card_text(sales(lead_in=lead), Words(), 500).splitlines()[1].split()
    assert (said[0], said[-1], len(said)) == ("w40", "w99", 60)


def test_a_word_that_tokens_cut_in_two_is_left_out_whole() -> None:
    class Halves(Words):
        def token_offsets(self, texts: Sequence[str]) -> list[npt.NDArray[np.int32]]:
            return [
                np.array([(at, at + 2) for at in range(0, len(text), 2)], np.int32)
                for text in texts
            ]

    assert last_tokens("abcd efgh ijkl", Halves(), 3) == "ijkl"
    assert last_tokens("abcd", Halves(), 2) == "abcd"
    assert last_tokens("abcdefgh", Halves(), 2) == ""


def test_labels_go_first_where_the_limit_is_near() -> None:
    rows = tuple(row(f"label{number}", "1", "2") for number in range(300))
    found = card_text(sales(rows=rows), Words(), 40)
    assert len(found.split()) <= 40
    assert "Units: USD, in millions" in found
    assert "label0;" in found
    assert "label100" not in found
    shorter = card_text(sales(rows=rows), Words(), 21)
    assert "Rows:" not in shorter
    assert "Units: USD, in millions" in shorter


@given(
    limit=st.integers(0, 80),
    labels=st.lists(st.text(max_size=30), max_size=30),
    description=st.text(max_size=200),
)
def test_a_card_never_exceeds_its_limit(limit: int, labels: list[str], description: str) -> None:
    made = sales(rows=tuple(row(label, "77", "88") for label in labels))
    found = card_text(made, Words(), limit, description)
    assert len(found.split()) <= limit


@pytest.mark.parametrize(
    ("period", "words"),
    [
        ("2022", "2022"),
        ("2022-Q4", "2022-Q4"),
        ("2023-01-28/13W", "13 weeks to 2023-01-28"),
        ("2022-09-30/9M", "9 months to 2022-09-30"),
        ("2023-01-28/12M", "2023-01-28"),
    ],
)
def test_periods_are_said_in_words(period: str, words: str) -> None:
    assert period_in_words(period) == words


def test_the_template_says_what_there_is_and_works_out_nothing() -> None:
    assert described(sales()) == (
        "The table “Sales by boat” gives Small boats, Terns, Petrels and Total sales. "
        "Its columns are 2023 and Q4 2022. Its rows are called by Boat. "
        "Its figures are of 2023 and 3 months to 2022-12-31. They are given as USD, in millions. "
        "Total sales is 5,250 in 2023."
    )


def test_what_stands_over_the_labels_in_brackets_names_no_rows() -> None:
    assert "called by" not in described(sales(label_name="(Dollars in millions)"))
    assert "Its rows are called by Boat." in described(sales(label_name="Boat (class)"))


@given(
    labels=st.lists(st.text(max_size=300), min_size=1, max_size=40),
    names=st.lists(st.text(max_size=300), min_size=1, max_size=20),
    title=st.text(max_size=600),
)
def test_the_template_has_its_limit_of_words_and_only_figures_that_are_there(
    labels: list[str], names: list[str], title: str
) -> None:
    made = sales(
        title=title,
        columns=tuple(column(name) for name in names),
        rows=tuple(row(label, *["91"] * len(names), total=True) for label in labels),
    )
    assert len(described(made).split()) <= MOST_WORDS


def chunk(name: str, start: int, end: int, kind: str = "prose", ordinal: int = 0) -> Chunk:
    return Chunk(name, "d", "s", ordinal, "x" * (end - start), start, end, (0,), kind)  # type: ignore[arg-type]


def test_the_passage_that_holds_most_of_a_table_stands_for_it() -> None:
    before, table = chunk("before", 0, 50), chunk("table", 45, 90, "table", 1)
    line, card = chunk("line", 40, 100, "table_row", 2), chunk("card", 40, 100, "table_card", 3)
    assert holder_of_span((before, table, line, card), 40, 100) == table
    assert holder_of_span((before, line, card), 60, 100) == line
    assert holder_of_span((before, card), 60, 100) is None
    twin = chunk("twin", 45, 90, "table", 4)
    assert holder_of_span((before, table, twin), 40, 100) == table
