"""A heading between the rows of figures begins another table."""

from __future__ import annotations

from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import PrintedTable, Word
from tests.unit.test_dated_rows import ending
from tests.unit.test_reader_layout import word


def rows_at(top: float, *rows: tuple[str, ...]) -> list[Word]:
    words: list[Word] = []
    for at, (label, *figures) in enumerate(rows):
        words.append(word(label, 50, top + 14 * at))
        for place, figure in enumerate(figures):
            words += ending(figure, 260 + 80 * place, top + 14 * at)
    return words


def tables(size: float) -> list[PrintedTable]:
    words = rows_at(80, ("Goods", "Pieces", "Sum"), ("Tar", "3", "21.00"), ("Rope", "4", "8.80"))
    words.append(word("Freight", 50, 130, size))
    words += rows_at(154, ("Near", "20.00"), ("Far", "35.00"), ("Abroad", "90.00"))
    return [item for item in lay_out(words, 595, 842).items if isinstance(item, PrintedTable)]


def test_a_text_in_a_larger_font_parts_two_tables() -> None:
    first, second = tables(14)
    assert [cells[0] for _, cells in first.rows] == ["Tar", "Rope"]
    assert [cells for _, cells in second.rows] == [
        ("Near", "20.00"),
        ("Far", "35.00"),
        ("Abroad", "90.00"),
    ]


def test_a_text_of_the_rows_font_heads_a_group() -> None:
    (table,) = tables(10)
    assert [cells[0] for _, cells in table.rows] == [
        *("Tar", "Rope", "Freight", "Near", "Far", "Abroad"),
    ]
