"""Names in full and short are one where they can be of nobody else."""

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.list_programs import programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.short_names import may_be_several, names_in_full
from backend.types import Calculation
from tests.unit.csv_lists import list_of, passage_of

MILES = list_of(
    "Day,Driver,Miles\n3 Mar,Priya Nair,120\n4 Mar,Tom Beck,130\n5 Mar,Priya,60\n"
    "6 Mar,P. Nair,10\n7 Mar,Tom Beck,40\n",
    "miles.csv",
)


@pytest.mark.parametrize(
    ("texts", "full"),
    [
        (["Priya", "Priya Nair", "P. Nair"], {"Priya": "Priya Nair", "P. Nair": "Priya Nair"}),
        (["Tom", "Tom Beck", "Tom Hale"], {}),  # which Tom is open
        (["Tom", "Tom Beck", "Tom B."], {"Tom": "Tom Beck", "Tom B.": "Tom Beck"}),
        (["Craig", "Craig M.", "Lou"], {"Craig": "Craig M."}),
        (["Alder", "Alder El.", "Alder El.", "Lou Hay"], {"Alder": "Alder El."}),
        (["Tom Beck", "Tom Beck Jr.", "Ann Lee"], {}),  # father and son
        (["Beck", "Beck Jr.", "Ann Lee"], {}),
        (["A", "Ann Beck", "Bo Hill"], {}),
        (["oak", "oak panel"], {}),  # no names
        (["Heron 60", "Heron 60 Auto"], {}),
        (["Red", "Blue", "Green", "White", "Black", "Red Kite"], {}),  # hardly a column of names
    ],
)
def test_a_short_name_stands_for_the_only_one_in_full(
    texts: list[str], full: dict[str, str]
) -> None:
    assert dict(names_in_full(texts)) == full


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "Region,Seller,Sales\nNorth,Ida,50\nNorth East,Jon,30\nSouth,Bea,60\nNorth,Carl,5\n",
            "what were sales in the North",
            "55",
        ),
        ("Item,Sold\nTable,5\nTable Lamp,9\nDesk Lamp,4\nTable,2\n", "how many tables sold", "7"),
    ],
)
def test_regions_and_goods_have_no_short_names(text: str, question: str, answer: str) -> None:
    table = list_of(text, "l.csv")
    mentions = Meanings(question, table, "l")
    programs = programs_of(question, mentions, cues_of(question, mentions.words))
    made = [run(each, table) for each in programs if each.step is ListStep.SUM]
    assert answer in {each.answer for each in made if isinstance(each, Calculation)}


def test_a_name_of_two_people_is_open() -> None:
    assert may_be_several("Tom", ["Tom", "Tom Beck", "Tom Hale"])
    assert not may_be_several("Tom", ["Tom", "Tom Beck", "Tom B."])


def _told(question: str, step: ListStep) -> list[Calculation]:
    mentions = Meanings(question, MILES, "miles")
    programs = programs_of(question, mentions, cues_of(question, mentions.words))
    made = [run(each, MILES) for each in programs if each.step is step]
    return [each for each in made if isinstance(each, Calculation)]


def test_the_rows_of_all_forms_of_a_name_count_together() -> None:
    made = next(
        each for each in _told("how many miles did priya drive", ListStep.SUM) if each.value == 190
    )
    assert "Driver is P. Nair or Priya or Priya Nair" in made.formula
    assert check_calculation(made, [passage_of(MILES)]).supported


def test_a_form_that_means_one_of_several_forms_of_a_name_tells_nothing() -> None:
    asked = calculate_columns("How many miles did Priya drive?", [MILES], "miles")
    assert not isinstance(asked, Calculation)


def test_groups_are_of_people_and_not_of_how_their_names_are_written() -> None:
    made = next(
        each
        for each in _told("who drove the most miles", ListStep.TOP_SUM)
        if each.answer == "Priya Nair"
    )
    assert made.value == 190
    assert "per Driver (P. Nair as Priya Nair, Priya as Priya Nair)" in made.formula
    assert check_calculation(made, [passage_of(MILES)]).supported
