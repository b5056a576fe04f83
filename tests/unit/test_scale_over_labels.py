"""What is printed over the labels, and read as the header of another column, says the scale."""

from __future__ import annotations

from decimal import Decimal

from backend.tables.column_typing import typed_columns
from backend.tables.table_parts import Grid, Place

SCALE = ("December 31 (Millions, except share data)",)


def place(text: str) -> Place | None:
    return Place(text, 0, len(text), 0, None) if text else None


def scales(*held: str) -> list[Decimal]:
    """The scales of a column with some texts and of one with an amount in each of 40 rows."""
    rows = tuple(
        (place(f"Item {at}"), place(held[at] if at < len(held) else ""), place(f"$ {200 + at}"))
        for at in range(40)
    )
    grid = Grid(0, 100, "Balance sheets", (), (SCALE, ("2031",)), rows)
    return [each.scale for each in typed_columns(grid, [])[0]]


def test_a_column_that_holds_next_to_nothing_has_the_header_of_the_labels() -> None:
    assert scales("16)", "2/3")[1] == Decimal(10**6)


def test_the_scale_of_a_column_of_its_own_is_its_own() -> None:
    assert scales(*(str(at) for at in range(40)))[1] == 1
