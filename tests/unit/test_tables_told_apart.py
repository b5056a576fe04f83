"""Tables under one heading are told apart by the names over their labels."""

from __future__ import annotations

import pytest

from backend.tables.told_apart import told_apart
from backend.types.tables import StoredTable


def table(title: str, label_name: str, number: int = 0) -> StoredTable:
    return StoredTable(f"t{number}", "d", (0,), None, (), title, "", (), (), label_name)


def titles(*tables: StoredTable) -> list[str]:
    return [each.title for each in told_apart(tables)]


def test_the_name_over_the_labels_joins_a_title_that_several_share() -> None:
    told = titles(table("June quarter:", "Rope"), table("June  quarter", "Sails"), table("Tar", ""))
    assert told == ["June quarter: Rope", "June  quarter: Sails", "Tar"]


def test_a_table_of_the_whole_keeps_the_title_beside_those_of_parts() -> None:
    assert titles(table("Quarter", ""), table("Quarter", "Rope")) == ["Quarter", "Quarter: Rope"]


def test_one_title_or_one_name_needs_nothing() -> None:
    assert titles(table("June", "Rope"), table("July", "Rope")) == ["June", "July"]
    assert titles(table("June", "Rope"), table("June", "Rope")) == ["June", "June"]
    assert titles(table("", "Rope"), table("", "Sails")) == ["", ""]


@pytest.mark.parametrize(
    "unit", ["(in millions)", "$ million", "Year ended June", "2023", "%", "Unaudited"]
)
def test_units_and_periods_are_no_names(unit: str) -> None:
    assert titles(table("June", unit), table("June", "Rope")) == ["June", "June: Rope"]
