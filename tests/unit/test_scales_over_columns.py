"""A scale such as "£000" is no figure: it stands over figures, and is part of their header."""

from __future__ import annotations

import pytest

from backend.readers.layout.cells import is_amount, is_number, is_scale
from backend.readers.layout.spanned_cells import is_figure
from tests.unit.test_reader_layout import printed_table

OATS = [[("Oats", 50), ("19,940", 350), ("8,215", 475)], [("Rye", 50), ("66", 370), ("48", 490)]]


@pytest.mark.parametrize("text", ["£000", "$000", "(€000)", "[£000]", "US$000", "£000,000"])
def test_a_scale_is_neither_figure_nor_amount(text: str) -> None:
    assert is_scale(text)
    assert not any(tells(text) for tells in (is_number, is_amount, is_figure))


@pytest.mark.parametrize("text", ["$0", "£0.00", "£00", "£1,000", "£0,000", "€2000"])
def test_amounts_are_no_scales(text: str) -> None:
    assert not is_scale(text)
    assert is_amount(text)


@pytest.mark.parametrize("text", ["000", "0,000"])
def test_zeros_without_a_currency_are_figures(text: str) -> None:
    assert not is_scale(text)
    assert is_number(text)


@pytest.mark.parametrize("scale", ["£000", "(£000)", "$000", "€ 000"])
@pytest.mark.parametrize(
    ("one", "other"),
    [(("Plan 2031/32", 320), ("Sown 2030/31", 440)), (("2032", 360), ("2031", 480))],
)
def test_a_scale_over_the_labels_stands_in_the_header(
    scale: str, one: tuple[str, float], other: tuple[str, float]
) -> None:
    table = printed_table([[(scale, 50), one, other], *OATS])
    assert table.header == ((scale,), (one[0],), (other[0],))
    assert [cells[0] for _, cells in table.rows] == ["Oats", "Rye"]


def test_a_scale_over_each_column_goes_on_with_its_name() -> None:
    table = printed_table(
        [[("Spring", 350), ("Autumn", 470)], [("£000", 360), ("£000", 480)], *OATS]
    )
    assert table.header == ((), ("Spring £000",), ("Autumn £000",))


def test_a_scale_may_stand_over_one_column_alone() -> None:
    table = printed_table([[("Crop", 50), ("£000", 360), ("Fields", 470)], *OATS])
    assert table.header == (("Crop",), ("£000",), ("Fields",))


def test_a_row_of_amounts_is_no_header() -> None:
    table = printed_table([[("Seed", 50), ("$0", 370), ("$12", 485)], *OATS])
    assert table.header == ()
    assert [cells[0] for _, cells in table.rows] == ["Seed", "Oats", "Rye"]
