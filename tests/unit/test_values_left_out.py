"""Values that a question leaves out are none of the rows that it means."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.list_programs import programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.row_conditions import value_sets, values_left_out
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of

BOOKINGS = list_of(
    "Booking,Boat,Status,Note,Nights\nB1,Alke,paid,,2\nB2,Tern,cancelled,cancelled on 2 Feb,3\n"
    "B3,Alke,cancelled,,4\nB4,Moor,paid,late,5\n",
    "bookings.csv",
)
BOAT, STATUS, NOTE = 0, 1, 2


DISHES = list_of(
    "Dish,Allergens,Price\nSoup,Milk,3\nCake,Nuts and milk,4\nPie,Nuts,5\nRice,,6\nStew,Egg,7\n",
    "dishes.csv",
)


def left_out(question: str, table: StoredTable = BOOKINGS) -> list[tuple[int, tuple[str, ...]]]:
    mentions = Meanings(question, table, "bookings")
    found = values_left_out(mentions, cues_of(question, mentions.words))
    return [(value.column, value.texts) for value in found]


@pytest.mark.parametrize(
    "question",
    [
        "How many bookings are there without the cancelled ones?",
        "How many bookings are there, not including cancelled ones?",
        "How many bookings are there if you don't count the cancelled ones?",
        "How many bookings are there if we don’t include cancelled bookings?",
        "How many bookings are there minus the cancelled ones?",
        "How many bookings are there except for the cancelled ones?",
        "How many bookings are there, ignoring the cancelled ones?",
    ],
)
def test_the_state_is_left_out_and_not_a_note_with_its_word(question: str) -> None:
    assert left_out(question) == [(STATUS, ("cancelled",))]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("How many nights are there without the Alke?", [(BOAT, ("Alke",))]),
        ("How many nights are there without the late booking?", [(NOTE, ("late",))]),
        ("How many bookings were cancelled?", []),
        ("How many cancelled bookings are there without the Alke?", [(BOAT, ("Alke",))]),
        ("How many bookings are without a berth for the Alke?", []),  # a berth is missing
        ("How many bookings were not in time for the Alke?", []),
        ("How many nights are there without the usual ones of the Alke?", []),
        ("How many nights, leaving out what was cancelled?", [(STATUS, ("cancelled",))]),
        ("How many nights, leaving out those that were cancelled?", [(STATUS, ("cancelled",))]),
        ("How many nights are there without any cancelled ones?", [(STATUS, ("cancelled",))]),
    ],
)
def test_only_what_stands_behind_such_words_is_left_out(
    question: str, values: list[tuple[int, tuple[str, ...]]]
) -> None:
    assert left_out(question) == values


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What do the dishes without nuts cost?", []),  # those with nuts and milk have nuts
        ("What do the dishes without milk cost?", []),
        ("What do the dishes without egg cost?", ["Egg"]),
        ("What do the dishes without nuts and milk cost?", ["Nuts and milk"]),
    ],
)
def test_what_another_text_of_its_column_has_as_well_is_not_left_out(
    question: str, texts: list[str]
) -> None:
    assert left_out(question, DISHES) == [(0, (text,)) for text in texts]


def test_what_is_left_out_is_no_condition() -> None:
    question = "How many nights were on the Alke without the cancelled ones?"
    mentions = Meanings(question, BOOKINGS, "bookings")
    cues = cues_of(question, mentions.words)
    sets = [[value.texts for value in some] for some in value_sets(mentions, cues, ())]
    assert sets == [[("Alke",)], []]


def results(question: str, step: ListStep) -> set[str]:
    mentions = Meanings(question, BOOKINGS, "bookings")
    programs = programs_of(question, mentions, cues_of(question, mentions.words))
    made = [run(each, BOOKINGS) for each in programs if each.step is step]
    return {each.answer for each in made if isinstance(each, Calculation)}


@pytest.mark.parametrize(
    ("question", "step", "answer", "not_meant"),
    [
        # 2 + 5; those that are cancelled have 3 + 4, one of them has a note
        ("How many nights without the cancelled bookings?", ListStep.SUM, "7", "3"),
        ("How many bookings are there without the cancelled ones?", ListStep.COUNT, "2", "1"),
        ("How many nights on the Alke without the cancelled ones?", ListStep.SUM, "2", "4"),
        ("How many nights minus those of the Alke?", ListStep.SUM, "8", "6"),  # 3 + 5
    ],
)
def test_the_other_rows_are_meant(
    question: str, step: ListStep, answer: str, not_meant: str
) -> None:
    found = results(question, step)
    assert answer in found
    assert not_meant not in found
