"""People name columns by words that their headers do not have."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.said_otherwise import said_otherwise
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_words import stemmed
from backend.types import StoredTable
from tests.unit.csv_lists import list_of

COSTS = list_of(
    "Month,Job,Budget (EUR),Actual (EUR),Hours\nApril,Fence,100,120,4\nMay,Pond,50,20,7\n",
    "costs.csv",
)
LETS = list_of(
    "Tenant,In,Out,Lease start,Lease end,Rent\n"
    "Ida,2031-01-02,2031-05-02,2031-01-01,2031-06-02,50\n"
    "Jon,2031-01-09,2031-05-12,2031-01-05,2031-07-02,60\n",
    "lets.csv",
)


def named(question: str, table: StoredTable) -> dict[str, frozenset[str]]:
    """The columns that a question names otherwise, by their headers."""
    found = {
        column.name: said_otherwise(question, table.columns, at)
        for at, column in enumerate(table.columns)
    }
    return {header: words for header, words in found.items() if words}


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much was spent on the fence?", ["spent"]),
        ("What did we spend in May?", ["spend"]),
        ("What is the spending on the pond?", ["spending"]),
        ("What was the expenditure of April?", ["expenditure"]),
    ],
)
def test_what_was_spent_stands_under_actual_beside_a_budget(
    question: str, words: list[str]
) -> None:
    assert named(question, COSTS) == {"Actual (EUR)": stemmed(words)}


@pytest.mark.parametrize("question", ["What was the budget of May?", "What did the fence cost?"])
def test_other_words_name_none(question: str) -> None:
    assert named(question, COSTS) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Job,Actual,Hours\nFence,120,4\nPond,20,7\n",  # no budget beside it
        "Job,Budget (EUR),Actual (h)\nFence,100,4\nPond,50,7\n",  # hours are not spent of euros
        "Job,Budget,Actual\nFence,100,see note\nPond,50,none\n",  # no figures
        "Job,Planned,Actual\nFence,in oak,4\nPond,in stone,7\n",  # no figures of a plan
        "Job,Act,Hours\nFence,120,4\nPond,20,7\n",
    ],
)
def test_without_a_budget_of_its_kind_actual_is_not_what_was_spent(text: str) -> None:
    assert named("How much was spent on the fence?", list_of(text, "costs.csv")) == {}


@pytest.mark.parametrize(
    ("planned", "spent"), [("Est", "Act"), ("Bud", "Act"), ("Est.", "Actual"), ("Budget", "Act.")]
)
def test_both_columns_may_be_cut_short(planned: str, spent: str) -> None:
    table = list_of(f"Job,{planned},{spent}\nFence,100,120\nPond,50,20\n", "costs.csv")
    assert named("How much was spent on the fence?", table) == {spent: stemmed(["spent"])}


@pytest.mark.parametrize(
    ("question", "header", "words"),
    [
        ("When did Ida move in?", "In", ["move", "in"]),
        ("Who moved in first?", "In", ["moved", "in"]),
        ("When did Jon check out?", "Out", ["check", "out"]),
        ("Who went out last?", "Out", ["went", "out"]),
        ("When does the lease of Ida start?", "Lease start", ["start"]),
        ("When did it begin?", "Lease start", ["begin"]),
        ("When does the lease run out?", "Lease end", ["run", "out"]),
        ("When does it expire?", "Lease end", ["expire"]),
        ("Which is due back first?", "Lease end", ["due", "back"]),
    ],
)
def test_a_deed_names_the_column_of_its_day(question: str, header: str, words: list[str]) -> None:
    assert named(question, LETS) == {header: stemmed(words)}


@pytest.mark.parametrize(
    "question", ["When was Ida in?", "Who is out?", "What is the rent of Jon?", "Who moved house?"]
)
def test_a_place_alone_is_no_deed(question: str) -> None:
    assert named(question, LETS) == {}


@pytest.mark.parametrize(
    "question",
    [
        "When does the lease that began in May end?",
        "When did the lease start that runs out in June?",
        "From when to when is it, and when does it expire?",
        "Who moved in where it began in May, and when does it end?",
    ],
)
def test_of_a_beginning_and_an_end_it_is_open_which_day_is_of_which(question: str) -> None:
    assert named(question, LETS) == {}


def test_a_header_of_no_days_is_not_when_something_began() -> None:
    table = list_of("Road,Start,Length\nMill Lane,Ely,5\nDyke Road,York,7\n", "roads.csv")
    assert named("Where does Mill Lane begin?", table) == {}


def test_a_column_is_found_by_them() -> None:
    mentions = Meanings("How much was spent on the fence?", COSTS, "costs")
    (actual,) = mentions.columns
    assert (COSTS.columns[actual.column].name, actual.fit) == ("Actual (EUR)", 1.0)
    mentions = Meanings("When did Jon move out?", LETS, "lets")
    found = {each.column: each.fit for each in mentions.columns}
    assert found[1] == 1.0


def test_its_own_words_that_are_said_still_name_it() -> None:
    said = Meanings("What actual spending was there?", COSTS, "costs").header_stems(2)
    assert said == stemmed(["actual", "spending"])
