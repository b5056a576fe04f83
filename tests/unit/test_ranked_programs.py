"""Questions that name a row and a column by words are computed from every cell that may be meant,
and only where no other comes near."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.ranking.candidates import PROGRAM, candidates_of
from backend.tasks.calculate.ranking.question_forms import FormKind, forms_of
from backend.tasks.calculate.ranking.ranked_calculation import (
    calculate_ranked,
    says_the_same_periods,
    wants_a_figure,
)
from backend.tasks.calculate.ranking.ranker import Ranker, shipped_ranker
from backend.tasks.calculate.ranking.table_cells import cells_of
from backend.types import Calculation, Operation, Refusal, StoredTable
from tests.unit.small_ledgers import ledger

ANY_LEAD = Ranker(shipped_ranker().forest, 0.0)
YEARS = (("2022", "2022"), ("2021", "2021"), ("2020", "2020"))


def mill() -> StoredTable:
    return ledger(
        YEARS,
        (
            ((), "Flour sales", ("500", "400", "320")),
            ((), "Bran sales", ("60", "50", "80")),
            ((), "Total sales", ("560", "450", "400")),
            ((), "Wages", ("210", "190", "170")),
            ((), "Repair costs", ("(40)", "(20)", "(25)")),
        ),
        title="Accounts of the mill",
    )


def likeliest(question: str, *tables: StoredTable) -> Calculation | Refusal | None:
    """What the ranking would tell however near the next candidate is."""
    return calculate_ranked(question, tables or [mill()], ranker=ANY_LEAD)


def answer(question: str) -> str:
    made = likeliest(question)
    return made.sentence if isinstance(made, Calculation) else "refused"


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            "What were flour sales in 2022 and 2021 respectively?",
            "Flour sales: 2022: 500 thousand; 2021: 400 thousand",
        ),
        ("What is the average of wages in 2022, 2021 and 2020?", "= 190 thousand"),
        ("In which years were flour sales more than 350 thousand?", "2022 and 2021"),
        (
            "How many years did bran sales exceed 55 thousand?",
            "2 (2022: 60, 2020: 80 thousand)",
        ),
        ("Which year had the lowest bran sales?", "2021"),
        ("What percentage of total sales in 2022 was bran sales?", "60 ÷ 560 = 10.71 %"),
        ("What is the ratio of wages to total sales in 2021?", "190 ÷ 450 = 0.42"),
        ("What was the percentage change in repair costs from 2021 to 2022?", "= 100 %"),
    ],
)
def test_what_is_computed(question: str, sentence: str) -> None:
    assert sentence in answer(question)


@pytest.mark.parametrize(
    "question",
    [
        "Why did flour sales grow in 2022?",
        "What were barley sales in 2022?",
        "What were flour sales in 2019?",
        "What were flour sales in the first quarter of 2022?",
        "What was the change in repair costs between 2021 and 2022?",  # grew or fell: both readings
        "What were sales of the mill shop to visitors in 2022?",
        "In which years were wages more than 900 thousand?",
    ],
)
def test_what_is_refused(question: str) -> None:
    made = calculate(question, [mill()])
    assert not isinstance(made, Calculation), made


def test_two_cells_of_one_heading_go_together_and_no_others() -> None:
    divisions = ledger(
        YEARS,
        tuple(
            ((head,), name, figures)
            for head, lists in (
                ("Net sales", (("7", "6", "5"), ("9", "8", "7"))),
                ("Profit", (("2", "1", "1"), ("3", "2", "2"))),
            )
            for name, figures in zip(("Lowland", "Upland"), lists, strict=True)
        ),
    )
    question = "What were net sales of Lowland and Upland together in 2022?"
    made = candidates_of(forms_of(question), question, cells_of(divisions))
    pairs = [candidate for candidate in made if candidate.form.kind is FormKind.SUM]
    assert pairs
    assert all(one.group == other.group for one, other in (pair.spots for pair in pairs))
    own = "What was the profit of Lowland as a percentage of its net sales in 2022?"
    shares = [
        candidate
        for candidate in candidates_of(forms_of(own), own, cells_of(divisions))
        if candidate.form.kind is FormKind.SHARE
    ]
    assert shares
    assert all(len({spot.label for spot in share.spots}) == 1 for share in shares)


def test_a_near_candidate_of_another_answer_leaves_it_open() -> None:
    never = Ranker(shipped_ranker().forest, 2.0)
    question = "What were wages in 2022 and 2021 respectively?"
    assert isinstance(calculate_ranked(question, [mill()]), Calculation)
    assert isinstance(calculate_ranked(question, [mill()], ranker=never), Refusal)


def test_values_and_periods_are_checked_by_their_cells() -> None:
    for question, operation in (
        ("What were flour sales in 2022 and 2021 respectively?", Operation.VALUES),
        ("In which years were flour sales more than 350 thousand?", Operation.PERIODS),
        ("How many years did bran sales exceed 55 thousand?", Operation.COUNT_OF_PERIODS),
    ):
        made = likeliest(question)
        assert isinstance(made, Calculation), made
        assert made.operation is operation
        texts = [operand.text for operand in made.operands]
        assert [said for _, said in made.listed] == texts


def test_features_have_their_names_and_the_weights_are_of_them() -> None:
    question = "What were flour sales in 2022?"
    made = candidates_of(forms_of(question), question, cells_of(mill()))
    assert {len(candidate.features) for candidate in made} == {len(PROGRAM)}
    assert all(0 <= likelihood <= 1 for likelihood in shipped_ranker().likelihoods(made))


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What were flour sales in 2022?", True),
        ("By how much did wages change between 2021 and 2022?", True),
        ("What is the notice period?", False),
        ("Who runs the mill?", False),
        ("Why did wages rise in 2022?", False),
    ],
)
def test_questions_for_prose_are_left_to_reading(question: str, wanted: bool) -> None:
    assert wants_a_figure(question) is wanted


def test_a_row_with_figures_of_fewer_years_is_no_rival_in_which_years_there_are() -> None:
    """What lists more years than the likeliest one gives another answer, what lists fewer of them
    does not."""
    table = ledger(
        YEARS,
        (((), "Flour stored", ("5", "4", "3")), ((), "Bran stored", ("2", "1", ""))),
    )
    question = "In which years was the amount stored recorded?"
    made = candidates_of(forms_of(question), question, cells_of(table))
    by_count = {
        len(candidate.spots): candidate
        for candidate in made
        if candidate.form.kind is FormKind.PERIODS
    }
    assert set(by_count) == {2, 3}
    assert says_the_same_periods(by_count[3], by_count[2])
    assert not says_the_same_periods(by_count[2], by_count[3])
