"""A footnote is read below the row or column that bears its mark."""

from __future__ import annotations

from backend.tasks.answer.extractive.footnotes import with_footnotes
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Hit
from tests.unit.test_local_reader import hit

TABLE = (
    "Room  Beds  Winter (1)\nAttic (2)  2  40.00\nCellar  4  60.00\n\n"
    "(1) December to March.\n(2) Reached by a ladder. Not let to children.\n\n"
    "All rooms have a stove."
)


def headings(*hits: Hit) -> dict[str, str]:
    return {footnote.text: footnote.heading for footnote in with_footnotes(cut_hits(hits), hits)}


def test_a_note_stands_below_what_bears_its_mark() -> None:
    found = headings(hit(TABLE))
    assert found["(1) December to March."] == "Winter"
    assert found["(2) Reached by a ladder."] == "Attic"
    assert found["Not let to children."] == "Attic"
    assert found["All rooms have a stove."] == ""


def test_the_mark_may_stand_in_a_row_that_was_found_apart() -> None:
    row = hit("Prices: Attic (2) — Beds: 2; Winter (1): 40.00", kind="table_row", start=900)
    notes = hit("(1) December to March.\n(2) Reached by a ladder.", start=0)
    found = headings(row, notes)
    assert found["(1) December to March."] == "Winter"
    assert found["(2) Reached by a ladder."] == "Attic"


def test_marks_of_another_document_or_of_a_list_mark_nothing() -> None:
    other = hit("Attic (2)  2  40.00\nCellar (2)  4  60.00", document="other")
    assert headings(other, hit("(2) Reached by a ladder."))["(2) Reached by a ladder."] == ""
    steps = hit("To leave:\n\n(1) Fold the sheets.\n(2) Close the door (2 turns).")
    assert set(headings(steps).values()) == {""}


def test_a_note_of_many_rows_is_one_of_the_table() -> None:
    many = "\n".join(f"{name} (1)  2  40.00" for name in ("Attic", "Cellar", "Loft", "Barn"))
    assert headings(hit(f"{many}\n\n(1) With breakfast."))["(1) With breakfast."] == ""
