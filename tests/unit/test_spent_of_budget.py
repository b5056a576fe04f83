"""What was spent is set against what was planned by sums, group by group where it is asked so."""

from __future__ import annotations

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.bare_quarters import with_bare_quarters
from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.paraphrases import meaning_of
from backend.tasks.calculate.composed.spent_of_budget import (
    is_of_budget,
    may_be_of_budget,
    spent_of_budget,
)
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
        ("Was Garden over budget or under?", "Over, by 20 EUR"),
        ("Was Garden under its budget or over in April?", "Under, by 10 EUR"),
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
        ("Which project overspent?", "Kitchen (50 EUR over), Garden (20 EUR over)"),
        ("Which project underspent?", "Loft (250 EUR under)"),
        ("Which of the projects overspent most?", "Kitchen (50 EUR over)"),
        (
            "For which project did we go over budget?",
            "Kitchen (50 EUR over), Garden (20 EUR over)",
        ),
        ("On which project did we overspend in May?", "Garden (30 EUR over)"),
        ("In which month was Garden over budget?", "May (30 EUR over)"),
        (
            "Tell me which projects are over budget",
            "Kitchen (50 EUR over), Garden (20 EUR over)",
        ),
        ("Show me which projects are under budget.", "Loft (250 EUR under)"),
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


@pytest.mark.parametrize(
    ("question", "over"),
    [
        (
            "Was Garden over budget in May?",
            "Actual (EUR) − Budget (EUR) of 1 of 8 rows where Project is Garden and Month is May",
        ),
        # of June nothing is said yet
        (
            "Was Garden over budget?",
            "Actual (EUR) − Budget (EUR) of 3 of 8 rows where Project is Garden",
        ),
        ("Are we over budget?", "Budget (EUR) − Actual (EUR) of 7 of 8 rows"),
        (
            "Which project is over budget?",
            "Actual (EUR) − Budget (EUR) per Project of 7 of 8 rows",
        ),
        # and what is left of its budget as well
        (
            "What is left of the Garden budget?",
            "Budget (EUR) − Actual (EUR) of 4 of 8 rows where Project is Garden",
        ),
    ],
)
def test_which_rows_it_is_of_is_said(question: str, over: str) -> None:
    assert told(question).over == over


@pytest.mark.parametrize(
    "question",
    [
        "Why was Garden over budget?",
        "When did Garden go over budget?",
        "Who was over budget?",
        "Whose project is over budget?",
        "Whom did we overspend on?",
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
    ("question", "is_so"),
    [
        ("Is Garden over budget?", True),
        ("What is left of the Garden budget?", True),
        ("Why was Garden over budget?", True),  # that no sum answers it is another matter
        ("Whose project is over budget?", True),
        ("What happens if a project is overspent?", True),
        ("What is the Garden budget?", False),
        ("Is Garden over target?", False),
        ("Which project is left?", False),
    ],
)
def test_something_is_set_against_a_budget_whatever_is_asked(question: str, is_so: bool) -> None:
    assert is_of_budget(question) is is_so


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
        "Is Garden over budget only in May?",
        "Are we over budget but for Garden?",
        "Was Garden over budget up to May?",
        "Was Garden over budget until May?",
        "Was Garden over budget since May?",
        "Was Garden over budget before May?",
        "Was Garden over budget after April?",
        "Is Garden over budget by 20?",
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


def test_where_something_is_to_come_a_row_without_a_figure_is_left_out() -> None:
    table = list_of(
        "Month,Job,Budget,Actual\nMay,Fence,100,120\nJune,Fence,90,\nMay,Pond,40,30\nJune,Well,5,\n",
        "jobs.csv",
    )
    made = told("Was Fence over budget?", table)
    assert made.answer == "Yes, over by 20"
    assert made.over == "Actual − Budget of 1 of 4 rows where Job is Fence"
    assert told("Which jobs were under budget?", table, "jobs").answer == "Pond (10 under)"
    assert told("Are we over budget?", table).answer == "Yes, over by 10"  # 150 against 140
    assert found("Was Well over budget?", table) is None  # it is neither yet
    assert told("How much is left of the Well budget?", table).answer == "5"


@pytest.mark.parametrize(
    "question",
    [
        "Was Fence over budget?",
        "Was Fence within budget?",
        "Which jobs were under budget?",
        "Which jobs are over budget?",
        "Are we over budget?",
    ],
)
def test_without_periods_a_row_without_a_figure_leaves_it_open(question: str) -> None:
    table = list_of("Job,Budget,Actual\nFence,100,\nPond,40,30\nWell,20,25\n", "jobs.csv")
    assert found(question, table, "jobs") is None
    assert told("Was Pond under budget?", table).answer == "Yes, under by 10"
    assert told("What is left of the budget?", table).answer == "105"  # 160 − 55


def test_what_was_spent_without_a_budget_was_spent() -> None:
    table = list_of(
        "Job,Part,Budget,Actual\nFence,wood,100,90\nFence,nails,,20\nPond,liner,40,30\n", "jobs.csv"
    )
    made = told("Was Fence over budget?", table)
    assert made.answer == "Yes, over by 10"  # 90 + 20 against 100
    assert made.over == "Actual − Budget of 2 of 3 rows where Job is Fence"
    assert made.formula == "110 − 100 = 10"
    assert check_calculation(made, [passage_of(table)]).supported
    assert told("Are we over budget?", table).answer == "No, just on it"
    assert told("What is left of the Fence budget?", table).answer == "Nothing: 10 over"
    assert found("Was nails over budget?", table) is None  # nothing was planned for them


def test_groups_of_which_some_have_no_budget_are_refused() -> None:
    table = list_of(
        "Job,Part,Budget,Actual\nFence,wood,100,90\nFence,nails,,20\nPond,liner,40,50\n", "jobs.csv"
    )
    made = found("Which jobs are over budget?", table, "jobs")
    assert made is not None
    assert isinstance(made[1], Refusal)
    planned = list_of(
        "Job,Part,Budget,Actual\nFence,wood,100,90\nFence,nails,5,20\nPond,liner,40,50\n",
        "jobs.csv",
    )
    assert told("Which jobs are over budget?", planned, "jobs").answer == (
        "Pond (10 over), Fence (5 over)"
    )


@pytest.mark.parametrize(
    ("header", "years"),
    [
        ("Year", ("2030", "2031")),
        ("Fiscal year", ("2030", "2031")),
        ("FY", ("30", "31")),
        ("Financial years", ("2030/31", "2031/32")),
        ("Season", ("first", "second")),
    ],
)
@pytest.mark.parametrize("text", ["{0},Job,{1}", "Job,{0},{1}", "Job,{1},{0}"])
def test_rows_of_several_years_are_not_added_up(
    header: str, years: tuple[str, str], text: str
) -> None:
    def of(*found: str) -> StoredTable:
        jobs = (("Fence", "100,120"), ("Pond", "40,30"))
        lines = [text.format(header, "Budget,Actual")]
        lines += [
            text.replace("Job", job).format(year, sums) for year in found for job, sums in jobs
        ]
        return list_of("\n".join(lines), "jobs.csv")

    for question in (
        "Was Fence over budget?",
        "Are we over budget?",
        "What is left of the Fence budget?",
        "Which jobs are over budget?",
    ):
        assert found(question, of(*years), "jobs") is None
        assert found(question, of(years[0]), "jobs") is not None


def test_of_a_year_that_is_named_rows_are_added_up() -> None:
    table = list_of(
        "Job,Season,Budget,Actual\nFence,2030/31,100,120\nFence,2031/32,90,50\n"
        "Pond,2030/31,40,30\nPond,2031/32,40,45\n",
        "jobs.csv",
    )
    assert told("Was Fence over budget in 2031/32?", table).answer == "No, under by 40"
    assert told("Which jobs were over budget in 2031/32?", table, "jobs").answer == "Pond (5 over)"


@pytest.mark.parametrize(
    ("planned", "spent"),
    [
        *((planned, "Actual") for planned in ("Annual budget", "Yearly budget", "Total budget")),
        *((planned, "Actual") for planned in ("Budget for the year", "Full-year budget")),
        *(
            (planned, "Actual")
            for planned in ("Budget (annual)", "Budget to date", "Running budget")
        ),
        *(("Budget", spent) for spent in ("Actual to date", "Cumulative spend", "Total spent")),
        *(("Budget", spent) for spent in ("Actual YTD", "Actual (YTD)", "Spent (cumulative)")),
    ],
)
def test_figures_of_all_the_year_or_until_then_are_no_parts_of_a_sum(
    planned: str, spent: str
) -> None:
    def of(text: str) -> StoredTable:
        return list_of(text.format(planned, spent), "jobs.csv")

    by_quarter = of("Job,Quarter,{},{}\nFence,Q1,100,30\nPond,Q1,80,20\n")
    repeated = of("Job,Part,{},{}\nFence,wood,100,30\nFence,nails,100,40\nPond,liner,80,20\n")
    once = of("Job,{},{}\nFence,100,120\nPond,80,20\n")
    for question in (
        "Was Fence over budget?",
        "Are we over budget?",
        "What is left of the budget?",
    ):
        assert found(question, by_quarter) is None
        assert found(question, repeated) is None
        assert found(question, once) is not None


def test_one_budget_that_stands_in_each_row_is_not_added_up() -> None:
    def of(text: str) -> StoredTable:
        return list_of(text, "jobs.csv")

    question = "Are we over budget?"
    same = "Job,Budget,Actual\nFence,100,30\nPond,100,90\nWell,100,70\n"
    assert found(question, of(same)) is None
    assert found("What is left of the budget?", of(same)) is None
    assert found("Which jobs are over budget?", of(same), "jobs") is None
    others = same.replace("Well,100", "Well,99")
    assert told(question, of(others)).answer == "No, under by 109"  # 190 against 299
    # each month may have the same one
    monthly = "Month,Budget,Actual\nMay,100,30\nJune,100,90\nJuly,100,70\n"
    assert told(question, of(monthly)).answer == "No, under by 110"
    assert told(question, of("Job,Budget,Actual\nFence,100,120\n")).answer == "Yes, over by 20"


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


@pytest.mark.parametrize(
    "income",
    [
        *("Grant income", "Revenue", "Receipts", "Bar takings", "Sales", "Hire fees", "Donations"),
        *("Subscriptions", "Grants", "Fundraising", "Bank interest", "Membership", "Sponsorship"),
    ],
)
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
    ],
)
def test_amounts_below_nought_are_not_added_up(text: str) -> None:
    table = list_of(text, "jobs.csv")
    assert found("Are we over budget?", table) is None
    assert found("What is left of the budget?", table) is None
    assert found("Which jobs are over budget?", table, "jobs") is None
    assert found("Was Fence over budget?", table) is not None  # they are of another job


@pytest.mark.parametrize(
    "text",
    [
        "Job,Budget,Actual\nFence,£100,£120\nPond,$40,$30\n",
        "Job,Budget,Actual\nFence,£100,£120\nPond,£40,€30\n",
        "Job,Budget,Actual\nFence,100,120\nPond,£40,€30\n",  # those of the fence may be either
    ],
)
def test_of_two_currencies_nothing_is_added_up(text: str) -> None:
    table = list_of(text, "jobs.csv")
    assert found("Are we over budget?", table) is None
    assert found("What is left of the budget?", table) is None
    assert found("Which jobs are over budget?", table, "jobs") is None
    assert found("Was Fence over budget?", table) is None
    assert found("Was Fence over budget?", list_of(text.replace("$", "£").replace("€", "£")))


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
    made = told("How much is left of the Garden budget in June?")
    assert made.figure == "90 EUR"
    assert [cell.text for cell in made.operands] == ["90"]
    assert "of which nothing is spent" in made.formula
    assert check_calculation(made, [passage_of(COSTS)]).supported
    # and it is neither over nor under
    assert found("Was Garden over budget in June?") is None


def test_where_nothing_was_planned_nothing_is_left_of_it() -> None:
    table = list_of("Job,Budget,Actual\nFence,,20\nPond,40,30\n", "jobs.csv")
    made = found("What is left of the Fence budget?", table)
    assert made is not None
    assert isinstance(made[1], Refusal)
