"""Rows of a table that stand in the text around them as well."""

from __future__ import annotations

from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Chunk, Hit

TITLE = "14 Tannery Row - what we have spent doing it up"
TEXT = f"""{TITLE}

N = Nia, T = Tom

Day  What  Kind  Sum
3 Feb  Gloves S, box  consum.  62
17 Feb  Cat litter  misc  8
19 Feb  Syringes, box  consum.  41

Ask Nia before you order."""


def chunk(text: str, kind: str, start: int = 0) -> Chunk:
    return Chunk(f"{kind}{start}", "d", "list", 0, text, start, start + len(text), (0,), kind)


def hits(*, with_rows: bool) -> list[Hit]:
    rows = [chunk("Row spend: 3 Feb — What: Gloves S, box; Sum: 62", "table_row", 82)]
    chunks = [chunk(TEXT, "prose"), *(rows if with_rows else [])]
    return [Hit(each, 1.0, ()) for each in chunks]


def texts(*, with_rows: bool) -> list[str]:
    return [unit.text for unit in cut_hits(hits(with_rows=with_rows))]


def test_no_piece_runs_from_one_row_into_the_next() -> None:
    found = texts(with_rows=True)
    assert not any("misc" in text and "Syringes" in text for text in found)
    assert any("Ask Nia before you order." in text for text in found)


def test_what_rows_stand_under_is_none_of_their_words() -> None:
    assert TITLE not in texts(with_rows=True)
    assert TITLE in texts(with_rows=False)


def test_a_line_that_explains_signs_is_told() -> None:
    assert "N = Nia, T = Tom" in texts(with_rows=True)
