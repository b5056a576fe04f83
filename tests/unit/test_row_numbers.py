"""Rows of a PDF file that begin with their number: positions of a bill, ranks, numbers of parts."""

from __future__ import annotations

import pytest

from backend.readers.layout.cells import cells_of
from backend.readers.layout.page import lay_out
from backend.readers.layout.row_numbers import with_row_numbers
from backend.readers.layout.shapes import PrintedTable, Word
from tests.unit.test_dated_rows import ending
from tests.unit.test_reader_layout import row, word

GOODS = [("Sails", "3", "210.00"), ("Ropes", "40", "88.00"), ("Cleats", "12", "54.60")]


def words_at(text: str, left: float, top: float) -> list[Word]:
    words: list[Word] = []
    for part in text.split():
        words.append(word(part, left, top))
        left = words[-1].right + 3
    return words


def bill(*numbers: str) -> PrintedTable:
    """The only table of a page: the head of a letter, and goods with their numbers."""
    words = [*words_at("Finch Chandlery", 50, 40), *words_at("1 Quay Lane", 50, 56)]
    words += [*words_at("Bill of 3 May 2031", 50, 72), word("No.", 50, 92), word("Goods", 100, 92)]
    words += [*ending("Pieces", 260, 92), *ending("Sum", 340, 92)]
    for at, (number, (what, pieces, total)) in enumerate(zip(numbers, GOODS, strict=True)):
        top = 106.0 + 14 * at
        words += [word(number, 50, top), *words_at(what, 100, top)]
        words += [*ending(pieces, 260, top), *ending(total, 340, top)]
    (table,) = [item for item in lay_out(words, 595, 842).items if isinstance(item, PrintedTable)]
    return table


@pytest.mark.parametrize(
    "numbers",
    [("1", "2", "3"), ("7.", "8.", "9."), ("10", "20", "30"), ("40312", "17405", "90011")],
)
def test_the_number_is_the_label_and_the_head_of_the_letter_no_name_of_a_column(
    numbers: tuple[str, ...],
) -> None:
    table = bill(*numbers)
    assert table.header == (("No.",), ("Goods",), ("Pieces",), ("Sum",))
    assert [cells for _, cells in table.rows] == [
        (number, *goods) for number, goods in zip(numbers, GOODS, strict=True)
    ]


@pytest.mark.parametrize(
    "numbers",
    [
        ("2", "2", "5"),  # how many there are
        ("1", "2", "2"),
        ("12", "24", "36"),
        ("150", "300", "450"),
        ("2029", "2030", "2031"),
        ("4000", "4000", "9000"),
    ],
)
def test_what_counts_or_is_a_year_stays_a_figure(numbers: tuple[str, ...]) -> None:
    rows = [
        cells_of(row(word(number, 0), word(what, 40), word(total, 200)))
        for number, (what, _, total) in zip(numbers, GOODS, strict=True)
    ]
    assert with_row_numbers(rows) == rows


def test_a_number_without_a_text_or_a_figure_behind_it_stays_one() -> None:
    rows = [cells_of(row(word(str(at), 0), word("4.5", 80), word("Tar", 200))) for at in (1, 2, 3)]
    assert with_row_numbers(rows) == rows
    rows = [cells_of(row(word(str(at), 0), word("Tar", 80))) for at in (1, 2, 3)]
    assert with_row_numbers(rows) == rows


def test_numbers_go_on_behind_a_row_without_one() -> None:
    numbered = [row(word(str(at), 0), word("Tar", 40), word("4.50", 200)) for at in (1, 2, 3)]
    rows = [cells_of(each) for each in (*numbered[:2], row(word("Sum", 40)), numbered[2])]
    assert [number.label for number in with_row_numbers(rows)] == [
        "1  Tar",
        "2  Tar",
        "Sum",
        "3  Tar",
    ]
