"""A unit that only some figures of a column have."""

from __future__ import annotations

import pytest

from tests.unit.csv_lists import list_of


@pytest.mark.parametrize(
    ("cells", "unit"),
    [
        (("14", "1 tube", "41", "6"), ""),
        (("14 tubes", "1 tube", "41 tubes", "6"), "tubes"),
        (("12", "19 B", "7"), ""),
        (("12 kg", "19", "7"), "kg"),
        (("30", "1 tube", "2 boxes", "14"), ""),
        (("14 grams", "19", "7"), "grams"),
        (("500 grams", "2 kilos", "750 grams"), "grams"),  # and the others have their own
        (("12 m", "19", "7"), "m"),
        (("€ 12", "19", "7"), "EUR"),
    ],
)
def test_a_word_behind_one_of_several_figures_is_no_unit_of_the_others(
    cells: tuple[str, ...], unit: str
) -> None:
    rows = "".join(f"row {at},{cell}\n" for at, cell in enumerate(cells))
    (column,) = list_of(f"Thing,Left\n{rows}", "things.csv").columns
    assert column.unit == unit
