"""A measure over groups of columns is said of every column of these groups."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tables.column_typing import typed_columns
from backend.tables.measure_over_groups import with_measure_over_groups
from backend.tables.table_parts import Grid, Place

TOP = "CATCH ($MM)"
PATHS = (
    ("SPRING", "2031"),
    (TOP, "SPRING", "2030"),
    (TOP, "SPRING", "Change"),
    ("AUTUMN", "2031"),
    (TOP, "AUTUMN", "2030"),
    (TOP, "AUTUMN", "Change"),
)


def test_the_first_column_of_each_group_has_the_measure_and_its_scale() -> None:
    assert [path[0] for path in with_measure_over_groups(PATHS)] == [TOP] * 6
    row = tuple(
        Place(text, 0, 1, 0, None) for text in ("Eel", "$12", "11", "9.1%", "5", "4", "25%")
    )
    columns, _ = typed_columns(Grid(0, 9, "", (), PATHS, (row,)), [])
    assert [column.scale for column in columns if column.unit != "%"] == [Decimal(10**6)] * 4


@pytest.mark.parametrize(
    "paths",
    [
        # a group of which no column has it
        (*PATHS, ("STAFF", "2031")),
        # over less than half of the columns
        (("SPRING", "2031"), ("SPRING", "2030"), (TOP, "SPRING", "2029"), ("SPRING", "2028")),
        # no measure
        (("SPRING", "2031"), ("CATCH", "SPRING", "2030")),
        # nothing else beside it, or a column without a group
        ((TOP, "2031"), (TOP, "2030")),
        (("2031",), (TOP, "SPRING", "2030")),
        (),
    ],
)
def test_other_headers_stay_as_they_are(paths: tuple[tuple[str, ...], ...]) -> None:
    assert with_measure_over_groups(paths) == paths
