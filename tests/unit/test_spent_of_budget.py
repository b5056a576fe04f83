"""What was spent is set against what was planned by sums, group by group where it is asked so."""

from __future__ import annotations

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.bare_quarters import with_bare_quarters
from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.paraphrases import meaning_of
from backend.tasks.calculate.composed.spent_of_budget import may_be_of_budget, spent_of_budget
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.types import Calculation, Operation, Refusal, StoredTable
from tests.unit.csv_lists import list_of, passage_of

COSTS = list_of(
    "Month,Project,Cost type,Budget (EUR),Actual (EUR)\n"
    "April,Garden,Plants,100,120\n"
    "April,Garden,Tools,50,20\n"
    "April,Kitchen,Paint,200,260\n"
    "May,Garden,Plants,100,130\n"
    "May,Kitchen,Paint,80,70\n"
    "May,Cellar,Stone,300,300\n"
    "June,Garden,Plants,90,\n"
    "June,Loft,Beams,400,150\n",
    "costs.csv",
)
QUARTERS = list_of(
    "Job,Quarter,Budget,Actual\nFence,Q1,100,120\nFence,Q2,100,90\nPond,Q1,40,30\nPond,Q2,40,60\n",
    "jobs.csv",
)


def found(
    question: str, table: StoredTable = COSTS, about: str = "costs"
) -> tuple[Program, Calculation | Refusal] | None:
    return spent_of_budget(question, Meanings(question, table, about))


def told(question: str, table: StoredTable = COSTS, about: str = "costs") -> Calculation:
    made = found(question, table, about)
    assert made is not None
    assert isinstance(made[1], Calculation)
    return made[1]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # 120 + 20 + 130 against 100 + 50 + 100: June has no figure yet
        ("Was Garden over or under budget?", "Over, by 20 EUR"),
        ("Was Garden over or under budget in April?", "Under, by 10 EUR"),
        ("Is Cellar over or under budget?", "Neither: both are the same"),
        ("Was Garden over budget?", "Yes, over by 20 EUR"),
        ("Did Garden overspend?", "Yes, over by 20 EUR"),
        ("Did Kitchen exceed its budget?", "Yes, over by 50 EUR"),
        ("Did Kitchen exceed the year's budget?", "Yes, over by 50 EUR"),
        ("Is Garden over its plan?", "Yes, over by 20 EUR"),
        ("Was Garden over budget in April?", "No, under by 10 EUR"),
        ("Was Kitchen under budget?", "No, over by 50 EUR"),
        ("Was Garden within budget?", "No, over by 20 EUR"),
        ("Is Loft below budget?", "Yes, under by 250 EUR"),
        ("Is Loft within budget?", "Yes, under by 250 EUR"),
        ("Is Kitchen at or below budget?", "No, over by 50 EUR"),
        ("Was Cellar over budget?", "No, just on it"),
        ("Was Cellar under budget?", "No, just on it"),
        ("Was Cellar within its budget?", "Yes, just on it"),
        ("Was Cellar at or below budget?", "Yes, just on it"),
        ("Was Plants over budget?", "Yes, over by 50 EUR"),
        ("Was Garden over- or underspent?", "Over, by 20 EUR"),
        ("Are we over budget overall?", "No, under by 180 EUR"),  # 1,050 against 1,230
    ],
)
def test_sums_are_compared_and_not_rows(question: str, answer: str) -> None:
    made = told(question)
    assert made.operation is Operation.COMPARISON
    assert made.figure == answer


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("By how much was Kitchen over budget?", "50 EUR"),
        ("How far over budget was Garden in May?", "30 EUR"),
        ("How far under budget is Loft?", "250 EUR"),
        ("How much did we overspend on Kitchen?", "50 EUR"),
    ],
)
def test_by_how_much_is_a_figure(question: str, figure: str) -> None:
    made = told(question)
    assert made.operation is Operation.DIFFERENCE
    assert made.figure == figure


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("By how much was Kitchen under budget?", "It is over, by 50 EUR"),
        ("How much over budget was Loft?", "It is under, by 250 EUR"),
        ("How far over budget is Cellar?", "Both are the same"),
        ("How much did we underspend on Cellar?", "Both are the same"),
    ],
)
def test_where_it_is_the_other_way_round_that_is_said(question: str, answer: str) -> None:
    assert told(question).figure == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which project is over budget?", "Kitchen (50 EUR over), Garden (20 EUR over)"),
        ("Which projects exceeded the budget?", "Kitchen (50 EUR over), Garden (20 EUR over)"),
        ("Which projects were under budget?", "Loft (250 EUR under)"),
        ("Which project was over budget in May?", "Garden (30 EUR over)"),
        ("Which projects are within their budget?", "Loft (250 EUR under), Cellar (0 EUR under)"),
        ("Which project is furthest under budget?", "Loft (250 EUR under)"),
        ("Which months were over budget?", "April (50 EUR over), May (20 EUR over)"),
        ("Which project is furthest over budget?", "Kitchen (50 EUR over)"),
        ("Which project went over budget most?", "Kitchen (50 EUR over)"),
        # both by 50: a tie is told as such
        ("Which cost type is furthest over budget?", "Plants (50 EUR over), Paint (50 EUR over)"),
    ],
)
def test_groups_are_told_that_are_beyond_the_furthest_first(question: str, answer: str) -> None:
    made = told(question)
    assert made.operation is Operation.SUM_PER_GROUP
    assert made.answer == answer


def test_the_groups_that_are_not_beyond_are_in_the_working() -> None:
    made = told("Which project is over budget?")
    assert made.listed == (
        ("Kitchen", "50 EUR"),
        ("Garden", "20 EUR"),
        ("Cellar", "0 EUR"),
        ("Loft", "−250 EUR"),
    )
    # of each row what was spent stands beside what was planned
    assert [(cell.label, cell.text) for cell in made.operands[:4]] == [
        ("Kitchen", "260"),
        ("Kitchen", "200"),
        ("Kitchen", "70"),
        ("Kitchen", "80"),
    ]


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is left of the Garden budget?", "70 EUR"),  # 340 − 270, with the 90 of June
        ("How much of the Garden budget is left?", "70 EUR"),
        ("What remains of the Loft budget?", "250 EUR"),
        ("How much is left in the Cellar budget?", "0 EUR"),
        ("How much of the budget is unspent?", "270 EUR"),  # 1,320 − 1,050
        ("How much budget is left in April?", "Nothing: 50 EUR over"),
        ("How much is left in the Kitchen budget?", "Nothing: 50 EUR over"),
    ],
)
def test_of_what_nothing_was_spent_yet_all_is_left(question: str, figure: str) -> None:
    assert told(question).figure == figure


ASKED = [
    "Was Garden over or under budget in April?",
    "Was Kitchen under budget?",
    "Was Cellar over budget?",
    "Was Cellar within budget?",
    "Are we over budget overall?",
    "By how much was Kitchen over budget?",
    "How much over budget was Loft?",
    "Which project is over budget?",
    "Which projects were under budget?",
    "Which projects are within their budget?",
    "Which cost type is furthest over budget?",
    "Which project was over budget in May?",
    "What is left of the Garden budget?",
    "How much is left in the Kitchen budget?",
]


@pytest.mark.parametrize("question", ASKED)
def test_the_working_comes_out_from_the_cells(question: str) -> None:
    assert check_calculation(told(question), [passage_of(COSTS)]).supported


@pytest.mark.parametrize(
    ("question", "formula", "texts"),
    [
        (
            "Was Garden over budget in April?",
            "150 − 140 = 10 EUR",
            ["100", "50", "120", "20"],  # the larger sum goes first
        ),
        ("Was Kitchen over budget?", "330 − 280 = 50 EUR", ["260", "70", "200", "80"]),
        (
            "What is left of the Garden budget?",
            "340 − 270 = 70 EUR",
            ["100", "50", "100", "90", "120", "20", "130"],
        ),
    ],
)
def test_the_working_has_the_cells_of_both_columns(
    question: str, formula: str, texts: list[str]
) -> None:
    made = told(question)
    assert made.formula == formula
    assert [cell.text for cell in made.operands] == texts


@pytest.mark.parametrize(
    ("question", "step", "meaning"),
    [
        (
            "Was Garden over budget in April?",
            ListStep.BEYOND,
            "how far Actual (EUR) is over or under Budget (EUR) "
            "where Project is Garden and Month is April",
        ),
        (
            "Which projects are under budget?",
            ListStep.BEYOND_EACH,
            "which Project in total where Actual (EUR) < Budget (EUR)",
        ),
        (
            "Which projects are over budget?",
            ListStep.BEYOND_EACH,
            "which Project in total where Actual (EUR) > Budget (EUR)",
        ),
        (
            "What is left of the Garden budget?",
            ListStep.LEFT_OF,
            "what Actual (EUR) leaves of Budget (EUR) where Project is Garden",
        ),
    ],
)
def test_what_is_meant_is_said(question: str, step: ListStep, meaning: str) -> None:
    made = found(question)
    assert made is not None
    assert made[0].step is step
    assert meaning_of(made[0], COSTS, "costs") == meaning


def test_which_rows_it_is_of_is_said() -> None:
    assert told("Was Garden over budget in May?").over == (
        "Actual (EUR) − Budget (EUR) of 1 of 8 rows where Project is Garden and Month is May"
    )


@pytest.mark.parametrize(
    "question",
    [
        "Why was Garden over budget?",
        "When did Garden go over budget?",
        "Who was over budget?",
        "Where are we over budget?",
        "How did Garden go over budget?",
        "How come Garden is over budget?",
        "What happens if a project is over budget?",
        "What should we do when we are over budget?",
        "Should we worry that Garden is over budget?",
        "Can a project go over budget?",
        "And why is so little of the budget left?",
        "What is the Garden budget?",  # of neither side
        "What is the budget for Garden over the year?",  # no words of one comparison
        "Is the budget above what we spent?",
        "Did the budget exceed what we spent?",
        "Is the Garden budget over 50?",
        "Is Garden over target?",
        "Will Garden be over budget?",
        "Is Garden over there?",  # of no budget
        "Which project is left?",
    ],
)
def test_reasons_ways_and_rules_are_no_sums(question: str) -> None:
    assert not may_be_of_budget(question)
    assert found(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Was Garden over budget on Tuesday?",
        "Was the Garden fence over budget?",
        "Was Garden over budget in London?",
        "Which builder was over budget?",
        "Which project in Hull was over budget?",
        "What percentage of the Garden budget is left?",
        "Which project has most of its budget left?",
        "Was any project over budget?",
        "Was Garden over budget in 2031?",
        "Which project is Garden over budget for?",
        "Is Garden over budget by more than 50?",
    ],
)
def test_with_a_word_left_over_nothing_is_told(question: str) -> None:
    assert may_be_of_budget(question)
    assert found(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Which projects are not over budget?",
        "Isn't Garden over budget?",
        "Are we over budget without Garden?",
        "Are we over budget except for Garden?",
        "Are we over budget, not counting Garden?",
        "Are we over budget, leaving out Garden?",
        "Was Garden ever over budget?",
        "Is Garden always over budget?",
        "By how much will Garden be over budget?",
        "Was Garden over budget last month?",
        "Which project is over budget next month?",
        "Is anything over budget?",
        "Is there any budget left?",
        "How many projects are over budget?",
        "Which rows are over budget?",
        "Are all projects over budget?",
        "Has every project gone over budget?",
        "Are some projects over budget?",
    ],
)
def test_what_denies_or_asks_of_other_times_or_of_single_rows_is_none(question: str) -> None:
    assert may_be_of_budget(question)
    assert found(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "How far over budget is the worst?",  # of rows or of their groups
        "What is the furthest over budget?",
        "By how much are we over budget at most?",
        "Which projects are over or under budget?",  # all of them are either
        "Which months were above or below budget?",
    ],
)
def test_the_most_without_a_group_and_groups_of_either_side_are_none(question: str) -> None:
    assert may_be_of_budget(question)
    assert found(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Was Garden or Kitchen over budget?",  # which of the two
        "What is left of the Garden and the Kitchen budget?",
    ],
)
def test_two_values_of_a_column_are_open(question: str) -> None:
    assert found(question) is None


def test_a_word_of_two_columns_is_open() -> None:
    table = list_of(
        "No,Job,Kind,Budget,Actual\n1,Garden,wood,100,110\n2,Pond,Garden,40,30\n"
        "3,Garden,Garden,20,25\n",
        "jobs.csv",
    )
    assert found("Was Garden over budget?", table) is None
    assert told("Was Pond over budget?", table).answer == "No, under by 10"


@pytest.mark.parametrize(
    "text",
    [
        "Job,Budget,Plan,Actual\nFence,100,110,120\nPond,40,40,30\n",
        "Job,Budget,Actual,Spent\nFence,100,110,120\nPond,40,40,30\n",
        "Job,Cost,Actual\nFence,100,110\nPond,40,40\n",  # nothing that was planned
        "Job,Budget,Cost\nFence,100,110\nPond,40,40\n",  # whether that was spent is open
        "Job,Budget (EUR),Actual (USD)\nFence,100,120\nPond,40,30\n",
    ],
)
@pytest.mark.parametrize(
    "question",
    [
        "Was Fence over budget?",
        "What is left of the Fence budget?",
        "Which jobs are over budget?",
    ],
)
def test_one_column_of_either_and_one_unit_are_needed(text: str, question: str) -> None:
    assert found(question, list_of(text, "jobs.csv")) is None


@pytest.mark.parametrize("spent", ["Raised", "Spent", "Actual"])
def test_what_was_to_be_reached_is_no_budget(spent: str) -> None:
    table = list_of(f"Appeal,Target,{spent}\nFence,100,120\nPond,40,30\n", "appeals.csv")
    assert found("Was Fence over budget?", table) is None
    assert found("Which appeals are over budget?", table, "appeals") is None


@pytest.mark.parametrize(
    ("planned", "spent"),
    [
        ("Budgeted", "Spent"),
        ("Planned", "Outturn"),
        ("Plan", "Actuals"),
        ("Allocated", "Spend"),
        ("Allocation", "Expenditure"),
        ("Budget", "Used"),
    ],
)
def test_the_columns_go_by_several_names(planned: str, spent: str) -> None:
    table = list_of(f"Job,{planned},{spent}\nFence,100,120\nPond,40,30\n", "jobs.csv")
    assert told("Was Fence over budget?", table).answer == "Yes, over by 20"


def test_rows_without_their_group_leave_it_open_which_is_beyond() -> None:
    table = list_of("No,Job,Budget,Actual\n1,Fence,100,110\n2,,40,50\n3,Pond,50,60\n", "jobs.csv")
    made = found("Which jobs are over budget?", table)
    assert made is not None
    assert isinstance(made[1], Refusal)


def test_that_there_is_none_beyond_is_refused() -> None:
    question = "Which quarters were under budget?"
    made = found(question, with_bare_quarters(QUARTERS, question))
    assert made is not None
    assert isinstance(made[1], Refusal)


def test_one_group_alone_is_none_of_several() -> None:
    made = found("Which project was under budget in June?")  # the garden has no figure
    assert made is not None
    assert isinstance(made[1], Refusal)


def test_a_row_without_a_figure_is_not_over_and_not_under() -> None:
    table = list_of("Job,Budget,Actual\nFence,100,\nPond,40,30\nWell,20,25\n", "jobs.csv")
    assert found("Was Fence over budget?", table) is None
    assert told("Which jobs were under budget?", table, "jobs").answer == "Pond (10 under)"


def test_a_row_of_totals_is_not_added_up() -> None:
    table = list_of("Job,Budget,Actual\nFence,100,120\nPond,40,30\nTotal,140,150\n", "jobs.csv")
    made = told("Are we over budget?", table)
    assert made.answer == "Yes, over by 10"
    assert made.formula == "150 − 140 = 10"


def test_the_rows_themselves_may_be_asked_for_by_their_word() -> None:
    table = list_of("Name,Budget,Actual\nFence,100,120\nPond,40,30\n", "jobs.csv")
    assert told("Which jobs are over budget?", table, "jobs").answer == "Fence (20 over)"
    assert found("Which walls are over budget?", table, "jobs") is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was Fence over or under budget in Q2?", "Under, by 10"),
        ("Which jobs were over budget in Q2?", "Pond (20 over)"),
        ("Which quarter was over budget?", "Q1 (10 over), Q2 (10 over)"),
    ],
)
def test_a_quarter_without_a_year_is_a_value(question: str, answer: str) -> None:
    assert told(question, with_bare_quarters(QUARTERS, question)).answer == answer


def test_a_day_that_is_named_is_none_of_it() -> None:
    table = list_of(
        "Day,Job,Budget,Actual\n2030-04-02,Fence,100,120\n2031-04-02,Fence,100,50\n", "jobs.csv"
    )
    assert found("Was Fence over budget in 2030?", table) is None
    assert told("Was Fence over budget?", table).answer == "No, under by 30"


@pytest.mark.parametrize("question", ["Was Fence over budget?", "Which jobs are over budget?"])
def test_a_state_that_has_the_words_of_the_comparison_leaves_it_open(question: str) -> None:
    table = list_of(
        "Job,Status,Budget,Actual\nFence,Over budget,100,120\nPond,On track,40,30\n", "jobs.csv"
    )
    assert found(question, table, "jobs") is None
    assert found(question, list_of("Job,Budget,Actual\nFence,100,120\nPond,40,30\n"), "jobs")


@pytest.mark.parametrize("income", ["Grant income", "Revenue", "Receipts", "Bar takings"])
def test_more_income_than_planned_is_not_over_budget(income: str) -> None:
    table = list_of(
        f"Line,Kind,Budget,Actual\nRent,cost,100,120\nWages,cost,40,30\nHall,{income},50,90\n",
        "lines.csv",
    )
    assert found("Are we over budget?", table) is None
    assert found("What is left of the budget?", table) is None
    assert found("Which lines are over budget?", table, "lines") is None
    # where the rows of one kind are meant it is open no longer
    assert told("Was cost over budget?", table).answer == "Yes, over by 10"


@pytest.mark.parametrize(
    "text",
    [
        "Job,Budget,Actual\nFence,100,120\nPond,40,−30\n",
        "Job,Budget,Actual\nFence,100,120\nPond,-40,30\n",
        "Job,Budget,Actual\nFence,£100,£120\nPond,$40,$30\n",
        "Job,Budget,Actual\nFence,£100,£120\nPond,£40,€30\n",
    ],
)
def test_amounts_below_nought_and_of_two_currencies_are_not_added_up(text: str) -> None:
    table = list_of(text, "jobs.csv")
    assert found("Are we over budget?", table) is None
    assert found("What is left of the budget?", table) is None
    assert found("Which jobs are over budget?", table, "jobs") is None
    assert found("Was Fence over budget?", table) is not None  # they are of another job


@pytest.mark.parametrize(
    "question",
    ["Was Garden B over budget?", "Was B over budget?", "How much of the B budget is left?"],
)
def test_a_single_letter_may_name_anything(question: str) -> None:
    table = list_of("Job,Budget,Actual\nGarden B,100,120\nB,40,30\nC,9,8\n", "jobs.csv")
    assert found(question, table) is None


@pytest.mark.parametrize(
    "question", ["Are we over budget this year?", "Is Fence over this year's budget?"]
)
def test_this_year_is_one_of_several(question: str) -> None:
    text = "Day,Job,Budget,Actual\n2030-04-02,Fence,100,120\n{}-06-02,Fence,100,50\n"
    assert found(question, list_of(text.format(2031), "jobs.csv")) is None
    of_one = list_of(text.format(2030), "jobs.csv")
    assert told(question, of_one).answer == "No, under by 30"


def test_of_what_nothing_was_spent_at_all_the_whole_is_left() -> None:
    assert told("How much is left of the Garden budget in June?").figure == "90 EUR"
    # and it is neither over nor under
    assert found("Was Garden over budget in June?") is None


def test_where_nothing_was_planned_nothing_is_left_of_it() -> None:
    table = list_of("Job,Budget,Actual\nFence,,20\nPond,40,30\n", "jobs.csv")
    made = found("What is left of the Fence budget?", table)
    assert made is not None
    assert isinstance(made[1], Refusal)
