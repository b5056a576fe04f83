"""Rows of a PDF file that begin with the day on which something happened."""

from __future__ import annotations

import pytest

from backend.readers.layout.cells import cells_of
from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import PrintedTable, Word
from tests.unit.test_reader_layout import row, word


def ending(text: str, right: float, top: float) -> list[Word]:
    """Words set flush right, a wide blank apart."""
    words: list[Word] = []
    for part in reversed(text.split()):
        words.insert(0, word(part, right - 5 * len(part), top))
        right = words[0].left - 3
    return words


ENTRIES = [
    ("02.04.2041", "Rent of the shed", "310.00", "", "690.50"),
    ("03.04.2041", "Tar", "18.40", "", "672.10"),
    ("09.04.2041", "Fees", "", "95.00", "767.10"),
    ("11.04.2041", "Sailmaker", "120.00", "", "647.10"),
]


def ledger(*entries: tuple[str, ...]) -> PrintedTable:
    """The only table of a page that a bank might print: days, words, and figures flush right."""
    names = [word("Day", 50, 80), word("Text", 120, 80), *ending("Paid", 300, 80)]
    words = [word("Harbour", 200, 40, 16), word("Bank", 262, 40, 16), *names]
    words += [*ending("In (EUR)", 370, 80), *ending("Left (EUR)", 426, 80)]
    for number, (day, text, paid, got, left) in enumerate(entries):
        top = 96.0 + 14 * number
        words.append(word(day, 50, top))
        at = 120.0
        for part in text.split():
            words.append(word(part, at, top))
            at = words[-1].right + 3
        for figure, right in ((paid, 300), (got, 370), (left, 426)):
            words += ending(figure, right, top)
    (table,) = [item for item in lay_out(words, 595, 842).items if isinstance(item, PrintedTable)]
    return table


def test_the_day_is_the_label_and_each_figure_stands_under_its_own_name() -> None:
    table = ledger(*ENTRIES)
    assert table.header == (("Day",), ("Text",), ("Paid",), ("In (EUR)",), ("Left (EUR)",))
    assert [cells for _, cells in table.rows] == list(ENTRIES)


@pytest.mark.parametrize("day", ["2/4/2041", "02-04-41", "2041-04-02"])
def test_a_day_in_figures_is_no_figure_of_its_row(day: str) -> None:
    found = cells_of(row(word(day, 0), word("Tar", 80), word("18.40", 200)))
    assert (found.label, found.numeric) == (f"{day}  Tar", 1)
    assert cells_of(row(word(day, 0), word("18.40", 200))).label == day


@pytest.mark.parametrize(
    "texts",
    [
        ("31.12.2041", "31.12.2040"),  # days over the columns
        ("31/12/2041", "31/12/2040"),
        ("31.12.2041", "2040"),
        ("31.12.2041", "Change"),
        ("3.12.20", "14.5"),  # the number of a section
        ("12.2041", "14.5"),
        ("192.168.2041", "14.5"),
    ],
)
def test_other_rows_keep_their_first_cell(texts: tuple[str, str]) -> None:
    found = cells_of(row(word(texts[0], 0), word(texts[1], 120)))
    assert found.cells[0].text == texts[0]


def test_words_under_one_piece_of_a_header_are_not_parted_within_a_column() -> None:
    table = ledger(*((*entry[:3], "", entry[4]) for entry in ENTRIES if entry[2]))
    assert table.header[2] == ("Paid",)
    assert [cells[2] for _, cells in table.rows] == ["310.00", "18.40", "120.00"]
