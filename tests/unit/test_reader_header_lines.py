"""Headers of one and of two lines that are centred at one height belong together."""

from __future__ import annotations

from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import PrintedTable, Word

WIDTH = 5.0


def words(text: str, middle: float, top: float) -> list[Word]:
    """A text centred at a place."""
    left = middle - WIDTH * len(text) / 2
    found = []
    for word in text.split():
        found.append(Word(word, left, top, left + WIDTH * len(word), top + 9.0, 9.0, False))
        left += WIDTH * (len(word) + 1)
    return found


def header_of(*lines: tuple[str, float, float]) -> tuple[tuple[str, ...], ...]:
    """The header over four columns of figures; each line is a text, its middle and its top."""
    printed = [word for line in lines for word in words(*line)]
    for number, label in enumerate(("Wool", "Rope", "Tar", "Salt")):
        top = 180.0 + 14.0 * number
        printed += words(label, 60.0, top)
        for column, middle in enumerate((200.0, 280.0, 400.0, 480.0)):
            printed += words(f"{number + 2},{column}10", middle, top)
    tables = [item for item in lay_out(printed, 612, 792).items if isinstance(item, PrintedTable)]
    return tables[0].header


def test_single_lines_between_two_lines_are_one_row_of_headers() -> None:
    header = header_of(
        ("Three months", 240, 130),
        ("Twelve months", 440, 130),
        ("Shipped", 200, 150),
        ("Shipped", 400, 150),
        ("Stored", 280, 154.5),
        ("Stored", 480, 154.5),
        ("(tonnes)", 60, 159),
        ("abroad", 200, 159),
        ("abroad", 400, 159),
    )
    assert header == (
        ("(tonnes)",),
        ("Three months", "Shipped abroad"),
        ("Three months", "Stored"),
        ("Twelve months", "Shipped abroad"),
        ("Twelve months", "Stored"),
    )


def test_lines_that_keep_their_distance_are_rows_of_their_own() -> None:
    header = header_of(
        ("Home", 240, 136),
        ("Abroad", 440, 136),
        ("Shipped", 200, 146),
        ("Stored", 280, 146),
        ("Shipped", 400, 146),
        ("Stored", 480, 146),
        ("in May", 200, 156),
        ("in May", 280, 156),
        ("in May", 400, 156),
        ("in May", 480, 156),
    )
    assert header[1:] == tuple(
        (side, f"{what} in May") for side in ("Home", "Abroad") for what in ("Shipped", "Stored")
    )
