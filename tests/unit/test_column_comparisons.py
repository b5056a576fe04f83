"""Two figures of a list beside each other, the first and the last day, and how often."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Chunk
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind
from tests.unit.test_column_spending import Columns, listed

SENT: Columns = (
    ("Date", CellKind.DATE, ""),
    ("From", CellKind.TEXT, ""),
    ("To", CellKind.TEXT, ""),
    ("Carrier", CellKind.TEXT, ""),
    ("Weight (kg)", CellKind.NUMBER, "kg"),
    ("Cost (EUR)", CellKind.NUMBER, "EUR"),
    ("Insured", CellKind.TEXT, ""),
)
ROWS = (
    ("P-1", "2026-03-02", "Ulm", "Bern", "Fleet", "40", "25.50", "yes"),
    ("P-2", "2026-03-09", "Bern", "Ulm", "Hasty", "25", "15.00", "no"),
    ("P-3", "2026-04-01", "Ulm", "Graz", "Fleet", "30", "21.00", "yes"),
    ("P-4", "2026-04-20", "Ulm", "Bern", "Hasty", "65", "40.00", "no"),
    ("P-5", "2026-05-04", "Bern", "Ulm", "Fleet", "50", "30.00", "yes"),
)
MARKS: Columns = (
    ("Form", CellKind.TEXT, ""),
    ("Latin", CellKind.NUMBER, ""),
    ("Art", CellKind.NUMBER, ""),
)
PUPILS = (
    ("Ada Archer", "green", "81", "60"),
    ("Ben Blythe", "green", "", "90"),
    ("Cleo Carver", "blue", "55", "85"),
    ("Dan Draper", "blue", "85", ""),
)


def asked(question: str) -> Calculation | Refusal | None:
    return calculate_columns(question, (listed(ROWS, SENT, "Parcel"),), "parcels sent")


def marks(question: str) -> Calculation | Refusal | None:
    return calculate_columns(question, (listed(PUPILS, MARKS, "Pupil"),), "marks of the school")


def holds(made: Calculation | Refusal | None, figure: str) -> Calculation:
    """The calculation, whose figure is as told and whose check holds."""
    assert isinstance(made, Calculation), made
    assert made.figure == figure
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 10), (0,), "row")
    assert check_calculation(made, [held]).supported is True
    return made


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        # two rows
        ("How much more did P-1 weigh than P-2?", "15 kg"),
        ("How much less did P-2 cost than P-1?", "10.50 EUR"),
        ("What is the difference in weight between P-4 and P-3?", "35 kg"),
        ("What is the difference in weight between P-3 and P-4?", "35 kg"),  # it has no sign
        ("By how much does the weight of P-4 exceed that of P-3?", "35 kg"),
        ("By how much was the cost of P-2 lower than that of P-1?", "10.50 EUR"),
        ("Did P-1 cost more than P-2?", "Yes: 25.50 EUR against 15.00 EUR"),
        ("Did P-2 cost more than P-1?", "No: 15.00 EUR against 25.50 EUR"),
        ("Is P-2 cheaper than P-1?", "Yes: 15.00 EUR against 25.50 EUR"),
        ("Was P-4 lighter than P-5?", "No: 65 kg against 50 kg"),
        ("Which cost more, P-1 or P-4?", "P-4: 40.00 EUR against 25.50 EUR"),
        # two sums
        ("How much more weight did Fleet carry than Hasty?", "30 kg"),  # 120 against 90
        ("How much more weight did Fleet carry in April than in May?", "−20 kg"),
        ("Did Fleet carry more weight than Hasty in April?", "No: 30 kg against 65 kg"),
        ("Who carried more weight, Hasty or Fleet?", "Fleet: 120 kg against 90 kg"),
        # two counts
        ("How many more parcels went from Ulm than from Bern?", "1"),
        ("How many more parcels are from Ulm than Bern?", "1"),
        # days
        ("When did we last send to Bern?", "2026-04-20"),
        ("When was the first parcel from Bern?", "2026-03-09"),
        ("When was the latest parcel?", "2026-05-04"),
        # how often
        ("How often was Fleet insured?", "3"),
        ("How many times did we send to Bern?", "2"),
        # ways
        ("How many parcels went from Ulm to Bern?", "2"),
        ("How many parcels went to Ulm?", "2"),
        ("Which parcels went to Graz?", "P-3"),
        ("What percentage of the total weight went to Bern?", "50 %"),
        ("How much did we pay Hasty in April?", "40.00 EUR"),
    ],
)
def test_figures_worked_out_by_hand(question: str, figure: str) -> None:
    holds(asked(question), figure)


@pytest.mark.parametrize(
    "question",
    [
        "How much more did P-1 weigh than P-9?",
        "Did P-1 arrive more than P-2?",
        "Which cost more, P-1 or P-9?",
        "How many parcels went from Graz?",  # there only "to Graz"
        "How many more parcels were lost from Ulm than from Bern?",
        "When did we last refuse Bern?",
        "How many times did we cancel Fleet?",
        "How often was Fleet late?",
        "What is the difference in town between P-4 and P-3?",
    ],
)
def test_what_the_list_does_not_hold_is_not_told(question: str) -> None:
    assert not isinstance(asked(question), Calculation)


def test_two_that_are_alike_are_no_more_than_each_other() -> None:
    alike = (*ROWS[:1], ("P-6", *ROWS[0][1:]))
    table = listed(alike, SENT, "Parcel")
    made = calculate_columns("Did P-1 cost more than P-6?", (table,), "parcels sent")
    holds(made, "No: 25.50 EUR against 25.50 EUR")
    made = calculate_columns("Which cost more, P-1 or P-6?", (table,), "parcels sent")
    assert isinstance(made, Refusal)
    assert made.is_open


def test_a_comparison_that_its_cells_do_not_bear_out_is_seen() -> None:
    made = holds(asked("Did P-1 cost more than P-2?"), "Yes: 25.50 EUR against 15.00 EUR")
    assert made.operation is Operation.COMPARISON
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, len(texts) + 9, (0,), "row")
    wrong = replace(made, value=-made.value)
    assert check_calculation(wrong, [held]).supported is False


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many pupils scored above 80 in Latin?", "2"),
        ("How many pupils have a mark over 70 in Art?", "2"),
        ("How many pupils have no mark in Art?", "1"),
        ("What did Cleo Carver get in Art?", "85"),
        ("What is Ada Archer's mark in Latin?", "81"),
        ("Which form has the higher average in Art?", "blue"),  # 85 against 75
        ("Did Ada Archer score more than Dan Draper in Latin?", "No: 81 against 85"),
        ("How many green forms are there?", "2"),
        ("Who has the highest mark in Art?", "Ben Blythe"),
    ],
)
def test_marks_of_pupils(question: str, figure: str) -> None:
    holds(marks(question), figure)


@pytest.mark.parametrize(
    "question",
    [
        "What did Ben Blythe get in Latin?",  # is empty
        "What did Ada Archer get in Music?",
        "How many pupils have no mark in Music?",
        "How many pupils scored above 80?",  # in which?
        "How many marks did the green form get?",
        "Did Ben Blythe score more than Dan Draper in Latin?",
    ],
)
def test_marks_that_are_not_there(question: str) -> None:
    assert not isinstance(marks(question), Calculation)


BAKED: Columns = (
    ("Date", CellKind.DATE, ""),
    ("Baker", CellKind.TEXT, ""),
    ("Product", CellKind.TEXT, ""),
    ("Baked", CellKind.NUMBER, ""),
    ("Sold", CellKind.NUMBER, ""),
    ("Fare (EUR)", CellKind.NUMBER, "EUR"),
    ("Payment", CellKind.TEXT, ""),
)
BATCHES = (
    ("R-1", "2026-03-02", "Ivo Lang", "Roll", "40", "38", "8.00", "card"),
    ("R-2", "2026-03-03", "Nils Berg", "Roll", "20", "20", "4.50", "cash"),
    ("R-3", "2026-03-03", "Ivo Lang", "Bun", "35", "30", "6.00", "card"),
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        # a verb that is a header
        ("How many rolls did Ivo Lang bake?", "40"),
        ("How much did Ivo Lang bake?", "75"),
        ("How many rolls were sold?", "58"),
        ("Did Ivo Lang bake more than Nils Berg?", "Yes: 75 against 20"),
        ("Which baker baked the most rolls?", "Ivo Lang"),
        ("How many rolls did Ivo Lang burn?", None),
        ("How many cakes did Ivo Lang bake?", None),
        # a value of what was done, rows that were made, and what they cost
        ("How many batches were paid by card?", "2"),
        ("How many batches did Ivo Lang make?", "2"),
        ("How many batches did Ivo Lang make in March?", "2"),
        ("How many batches cost more than 5 euros?", "2"),
        ("How much did Ivo Lang earn from rolls?", "8.00 EUR"),
        ("How many batches did Ivo Lang spoil?", None),
    ],
)
def test_verbs_that_are_headers(question: str, figure: str | None) -> None:
    made = calculate_columns(question, (listed(BATCHES, BAKED, "Batch"),), "batches of the oven")
    if figure is None:
        assert not isinstance(made, Calculation), made
    else:
        holds(made, figure)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Who has the highest score?", "Ada Archer"),
        ("What is the average score?", "70"),
        ("What did Ben Blythe score?", None),
        ("What is the score of Ben Blythe?", "59"),
        ("How many pupils scored over 60?", "1"),
        ("Did Ada Archer score more than Ben Blythe?", "Yes: 81 against 59"),
    ],
)
def test_a_verb_that_is_a_header_as_well_is_its_column(question: str, figure: str | None) -> None:
    rows = (("Ada Archer", "81"), ("Ben Blythe", "59"))
    scores = listed(rows, (("Score", CellKind.NUMBER, ""),), "Pupil")
    made = calculate_columns(question, (scores,), "results of the test")
    if figure is None:
        assert not isinstance(made, Calculation)
    else:
        holds(made, figure)
