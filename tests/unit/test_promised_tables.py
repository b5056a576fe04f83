"""What a sentence promises is told with it, and without it the sentence answers nothing."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.complete import announces_nothing, complete_one
from backend.tasks.answer.extractive.promised_tables import (
    LONGEST,
    is_cut_short,
    promised_end,
    promises_table,
    told_rows,
)
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_complete_quotes import reading_of
from tests.unit.test_local_reader import ask, hit

LEAD = "A permit can have the following classes."
TABLE = "| Class | Boats |\n|---|---|\n| A | rowing boats |\n| B | sailing boats |"
FLAT = "\n\nClass Boats\n\nA rowing boats of the club B sailing boats C all of them"
"""A table that lost its lines."""
ASKED = "Which classes can a permit have?"


@pytest.mark.parametrize(
    ("text", "promises"),
    [
        (LEAD, True),
        ("Each permit is of one of the following classes.", True),
        ("The classes are as follows.", True),
        ("The classes are listed in the table below.", True),
        ("The following classes, or parts of them, are sold in May.", True),
        ("The following year no permit was given.", False),
        ("The following sections tell of permits.", False),
        ("The following classes are sold: A and B.", False),
        ("The classes A and B are sold.", False),
    ],
)
def test_a_sentence_that_promises_what_stands_below_it(text: str, promises: bool) -> None:
    assert promises_table(text) is promises


@pytest.mark.parametrize(
    ("below", "taken"),
    [
        (f"\n\n{TABLE}\n\nKeep it.", f"\n\n{TABLE}"),
        (
            "\n\nA - rowing boats\nB - sailing boats\n\nKeep it.",
            "\n\nA - rowing boats\nB - sailing boats",
        ),
        (
            "\n\nA - a rowing boat of the club\n\nB – a boat that\nsails\n\nC — others\n\nKeep it.",
            "\n\nA - a rowing boat of the club\n\nB – a boat that\nsails\n\nC — others",
        ),
        ("\n\nA - a rowing boat of the club\n\nKeep all of it dry.", ""),  # one entry alone
        ("\n\nKeep it dry.\n\nKeep it.", ""),  # one line is prose
        ("\n\nKeep it dry.\nDo not fold it.\nSign it.", ""),  # so are sentences
        ("\n\n- rowing boats\n- sailing boats", ""),  # items are sentences of their own
        (" Keep it dry.", ""),
        (FLAT, FLAT),
        ("\n\nClass Boats\n\nKeep the permit dry at all times, and do not fold it.", ""),
        ("\n\nClass Boats\n\n4.3 Prices", ""),
        ("", ""),
    ],
)
def test_where_what_is_promised_ends(below: str, taken: str) -> None:
    assert promised_end(LEAD + below, len(LEAD)) == len(LEAD) + len(taken)


def test_a_long_table_is_cut_after_a_row() -> None:
    rows = "\n".join(f"| {at:03} | a boat that is called so |" for at in range(99))
    text = f"{LEAD}\n\n| Class | Boats |\n|---|---|\n{rows}"
    end = promised_end(text, len(LEAD))
    assert len(LEAD) < end <= len(LEAD) + LONGEST
    assert text[:end].endswith("|")


def test_the_rows_are_told_without_the_marks_of_the_table() -> None:
    said = f"{LEAD} {TABLE}".replace("\n", " ")
    assert told_rows(said) == (
        "A permit can have the following classes: A – rowing boats; B – sailing boats"
    )
    assert told_rows("A permit | costs £3.") == "A permit | costs £3."


def test_the_table_is_quoted_and_told_with_the_sentence() -> None:
    _, draft = ask(ASKED, [hit(f"{LEAD}\n\n{TABLE}\n\nKeep your permit dry at all times.")])
    assert draft.short.endswith("A – rowing boats; B – sailing boats")
    assert "sailing boats" in draft.text


def test_a_list_with_marks_is_told_with_the_sentence() -> None:
    text = f"{LEAD}\n\n- rowing boats\n- sailing boats\n\nKeep it dry."
    reading = reading_of(text, ASKED)
    assert complete_one(reading, reading.units[0]).text.endswith("- sailing boats")


def test_without_it_the_sentence_answers_nothing() -> None:
    text = f"{LEAD} Keep your permit dry at all times."
    reading = reading_of(text, ASKED)
    assert announces_nothing(reading, reading.units[0])
    assert judged_first(ASKED, text, LEAD) is Verdict.CLOSEST
    with_table = reading_of(f"{LEAD}\n\n{TABLE}", ASKED)
    assert not announces_nothing(with_table, with_table.units[0])


def test_the_last_item_of_a_list_is_not_put_together_with_the_paragraph_below() -> None:
    text = "We sew:\n\n- jibs\n- lugs for small boats\n- mains\n\nPrices\n\nA jib costs £90."
    told = [unit.text for unit in cut_hits([hit(text)])]
    assert told[-1] == "A jib costs £90."
    assert told[-2].endswith("- mains")


@pytest.mark.parametrize(
    "line", ["| A | rowing boats |", "A - a rowing boat of the club\n", "A rowing boats"]
)
def test_what_is_too_long_to_be_told_whole_is_cut_short(line: str) -> None:
    head = "\n\n| Class | Boats |\n|---|---|\n" if line.startswith("|") else "\n\n"
    few, many = (f"{LEAD}{head}" + "\n".join([line] * count) for count in (4, 60))
    assert not is_cut_short(few, promised_end(few, len(LEAD)))
    assert is_cut_short(many, promised_end(many, len(LEAD)))
    reading = reading_of(many, ASKED)
    assert complete_one(reading, reading.units[0]).text.endswith(" …")
