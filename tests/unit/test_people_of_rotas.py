"""A rota is asked by its people, and answered by the cells of the list."""

from dataclasses import replace

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.list_programs import programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.people_of_rotas import PeopleOfRota, people_of_rota
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.types import Calculation
from tests.unit.csv_lists import list_of, passage_of

ROTA = list_of(
    "Day,Gate,Lunch hall,Club,Children,Notes\n"
    "Mon 4 May,Ron Mabey,Priya Nair,Bev + Ron,20,\n"
    "Tue 5 May,Kofi Mensah,Ron Mabey,Bev Oakes,22,Sports day\n"
    "Wed 6 May,Ron Mabey,Jo Stubbs,NO CLUB,18,\n",
    "rota.csv",
)


def rota() -> PeopleOfRota:
    found = people_of_rota(ROTA)
    assert found is not None
    return found


def results(question: str) -> dict[tuple[ListStep, str], Calculation]:
    """What all programs over the people come to, with the cells of the list itself."""
    people = rota()
    mentions = Meanings(question, people.table, "rota")
    made = [
        (each.step, run(each, people.table))
        for each in programs_of(question, mentions, cues_of(question, mentions.words))
    ]
    return {
        (step, outcome.answer): people.in_own_cells(outcome)
        for step, outcome in made
        if isinstance(outcome, Calculation)
    }


@pytest.mark.parametrize(
    ("question", "step", "answer"),
    [
        ("how many duties does Ron have", ListStep.COUNT, "4"),
        ("what is Ron doing on 5 may", ListStep.LIST, "Lunch hall"),
        ("when is bev on the club", ListStep.LIST, "Mon 4 May, Tue 5 May"),
        ("is Ron on the gate or the club more", ListStep.MORE_OF_TWO, "Gate: 2 against 1"),
        ("has Kofi ever done the lunch hall", ListStep.ANY, "No"),
        ("who has the most duties", ListStep.TOP_COUNT, "Ron Mabey"),
    ],
)
def test_people_are_asked_for_over_all_their_columns(
    question: str, step: ListStep, answer: str
) -> None:
    assert (step, answer) in results(question)


def test_the_cells_are_those_of_the_list() -> None:
    made = results("what is Ron doing on 5 may")[ListStep.LIST, "Lunch hall"]
    assert {(operand.row, operand.column) for operand in made.operands} == {(1, 1)}
    passage = passage_of(ROTA)
    told = replace(passage, text=f"{passage.text} Gate Lunch hall Club")
    assert check_calculation(made, [told]).supported


def test_two_duties_in_one_row_are_not_told_as_one_row() -> None:
    double = list_of(
        "Day,Gate,Club\n4 May,Ron Mabey,Ron Mabey\n5 May,Jo Stubbs,Ron Mabey\n", "double.csv"
    )
    people = people_of_rota(double)
    assert people is not None
    mentions = Meanings("how many duties has Ron", people.table, "rota")
    programs = programs_of(
        "how many duties has Ron", mentions, cues_of("how many duties has Ron", mentions.words)
    )
    made = [run(each, people.table) for each in programs if each.step is ListStep.COUNT]
    counted = next(each for each in made if isinstance(each, Calculation) and each.value == 3)
    assert not check_calculation(people.in_own_cells(counted), [passage_of(double)]).supported


@pytest.mark.parametrize(
    "text",
    [
        "Boat,Owner,Place\nWren,Ada Finch,Lee\nSwift,Jon Wick,Ouse\n",  # one column of names
        "Town,From,To\nA,Ely,Bath\nB,York,Hull\n",  # no name twice
    ],
)
def test_a_list_that_names_nobody_twice_is_no_rota(text: str) -> None:
    assert people_of_rota(list_of(text, "l.csv")) is None


def kept(*places: str) -> str:
    """A list of things whose kinds are all different, with the place of each."""
    kinds = ("Lift", "Wiring", "Slates", "Paint", "Locks", "Lamps", "Joists")
    rows = "".join(f"A{at},{place},{kinds[at]}\n" for at, place in enumerate(places))
    return f"Thing,Place,Kind\n{rows}"


def test_one_word_of_two_columns_makes_no_rota() -> None:
    places = ("Lift", "Kitchen", "Roof", "Hall", "Yard", "Porch", "Attic")
    assert people_of_rota(list_of(kept(*places), "l.csv")) is None


def test_some_names_of_two_columns_make_a_rota() -> None:
    places = ("Lift", "Wiring", "Slates", "Hall", "Yard", "Porch", "Attic")
    found = people_of_rota(list_of(kept(*places), "l.csv"))
    assert found is not None
    assert found.duties == (0, 1)


def test_a_column_that_shares_hardly_a_name_is_no_duty() -> None:
    rota = list_of(
        "Day,Gate,Club,Guest\n1 May,Ann Hay,Flo Kay,Ann Hay\n2 May,Bob Lee,Ann Hay,Gus Ivy\n"
        "3 May,Cy Fox,Bob Lee,Hal Oak\n4 May,Di Orr,Cy Fox,Ian Elm\n"
        "5 May,Ed Ash,Di Orr,Jo Fir\n6 May,Flo Kay,Ed Ash,Kit Yew\n",
        "rota.csv",
    )
    found = people_of_rota(rota)
    assert found is not None
    assert found.duties == (0, 1)
