"""Tables of one page, each under the heading that is printed right above it."""

from __future__ import annotations

from dataclasses import replace

from backend.tables.headings_over import text_around, under_own_headings
from backend.types.tables import StoredTable

FIRST = "CATCHES BY BOAT (in tonnes)"
SECOND = "COSTS BY BOAT (in thousands)"


def table(title: str, lead_in: str) -> StoredTable:
    return StoredTable("t", "d", (0,), None, (), title, lead_in, (), ())


def titles(*tables: StoredTable) -> list[str]:
    return [heading.title for heading in under_own_headings(tables)]


def test_the_second_table_is_told_under_its_own_heading() -> None:
    assert titles(table(FIRST, ""), table(FIRST, SECOND)) == [FIRST, SECOND]


def test_so_is_the_third() -> None:
    third = "CREWS BY BOAT"
    found = titles(table(FIRST, ""), table(FIRST, SECOND), table(FIRST, third))
    assert found == [FIRST, SECOND, third]


def test_the_first_table_keeps_its_title() -> None:
    assert titles(table(FIRST, SECOND)) == [FIRST]
    assert titles(table("", SECOND), table("", SECOND)) == ["", ""]


def test_a_table_with_a_title_of_its_own_keeps_it() -> None:
    assert titles(table(FIRST, ""), table("Depths", SECOND)) == [FIRST, "Depths"]


def test_prose_before_a_table_is_no_heading() -> None:
    sentence = "The boats came home on time."
    plain = "what follows is from the second half of the season"
    assert titles(table(FIRST, ""), table(FIRST, sentence)) == [FIRST, FIRST]
    assert titles(table(FIRST, ""), table(FIRST, plain)) == [FIRST, FIRST]


def test_a_part_that_goes_on_keeps_the_title() -> None:
    assert titles(table(FIRST, ""), table(FIRST, ""), table(FIRST, FIRST)) == [FIRST] * 3


ANNOUNCED = "Landings by harbour are as follows (in tonnes):"


def test_the_sentence_that_announces_a_table_goes_before_that_of_another_one() -> None:
    prose = "Quay dues are shared. Dues of 4. harbours by berth were as follows (in thousands):"
    own = "Dues of 4. harbours by berth were as follows (in thousands):"
    assert titles(table(ANNOUNCED, ""), table(ANNOUNCED, prose)) == [ANNOUNCED, own]
    spaced = "Dues rose in 2030 . Quays were built for (in thousands):"
    assert titles(table(ANNOUNCED, ""), table(ANNOUNCED, spaced))[1] == spaced[20:]


def test_a_heading_over_several_announced_tables_stays() -> None:
    under = "The dues of berths were as follows:"
    assert titles(table("Harbours", ""), table("Harbours", under)) == ["Harbours", "Harbours"]
    assert titles(table(ANNOUNCED, ""), table(ANNOUNCED, "It rained."))[1] == ANNOUNCED


def test_below_a_heading_that_is_its_title_the_one_above_says_what_a_table_is_of() -> None:
    below = replace(table("Full year", ""), section=("SALES BY QUAY", "Full year"))
    assert "SALES BY QUAY" in text_around(below)
    other = replace(table("Full year", ""), section=("SALES BY QUAY", "Boats"))
    assert "SALES BY QUAY" not in text_around(other)
