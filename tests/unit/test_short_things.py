"""Things in full and short are one where the short form can be of nothing else."""

from __future__ import annotations

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.list_programs import programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.short_things import (
    MOST_TEXTS,
    forms_in_full,
    things_in_full,
)
from backend.types import Calculation
from tests.unit.csv_lists import list_of, passage_of

LETS = list_of(
    "Day,Room,Hours\n3 Mar,Great Hall,4\n4 Mar,Gt Hall,3\n5 Mar,Library,5\n6 Mar,GH,2\n"
    "7 Mar,Lib.,3\n8 Mar,Barn,7\n9 Mar,Long Loft,1\n10 Mar,LL,2\n",
    "lets.csv",
)
GREAT = "Great Old Stone Hall"


@pytest.mark.parametrize(
    ("texts", "full"),
    [
        (
            ["Great Hall", "Gt Hall", "GH", "Library", "Lib.", "Long Loft", "LL"],
            {"GH": "Great Hall", "Gt Hall": "Great Hall", "Lib.": "Library", "LL": "Long Loft"},
        ),
        (["Main Road", "Main Rd"], {"Main Rd": "Main Road"}),
        (["Stone Hall", "St. Hall"], {"St. Hall": "Stone Hall"}),
        (["Great hall", "Gt hall"], {"Gt hall": "Great hall"}),  # it is the word in a capital
        (["Great Old Stone Hall", "Gt Old Stone Hall"], {"Gt Old Stone Hall": GREAT}),
        (["Library", "Libr.", "Lib."], {"Libr.": "Library", "Lib.": "Library"}),
        (
            ["Long Reading Room", "LRR", "Tea Room", "TR"],
            {"LRR": "Long Reading Room", "TR": "Tea Room"},
        ),
        (
            ["Rose and Crown", "RC", "House of the Lamb", "HL"],
            {"RC": "Rose and Crown", "HL": "House of the Lamb"},
        ),
        # initials are of the thing in full, and of no short form of it
        (
            ["Gate House", "Ga. House", "GH", "Tea Room", "TR"],
            {"Ga. House": "Gate House", "GH": "Gate House", "TR": "Tea Room"},
        ),
        # “Mn” stands beside “Rd”, which is short itself
        (["Main Road", "Main Rd", "Mn Rd"], {"Main Rd": "Main Road", "Mn Rd": "Main Road"}),
    ],
)
def test_a_short_form_stands_for_the_only_thing_in_full(
    texts: list[str], full: dict[str, str]
) -> None:
    assert dict(things_in_full(texts)) == full


@pytest.mark.parametrize(
    "texts",
    [
        ["Town House", "Tea House", "TH"],  # which one is open
        ["Stone Hall", "Stable Hall", "St. Hall"],
        ["Senior rate", "Similar rate", "Sr rate"],
        ["Great Hall", "Hall"],
        ["Great Hall", "Great"],
        ["Table", "Table Lamp"],
        ["Library", "Li."],  # too little is left of it
        ["Library", "Lb"],
        ["Kitchen", "KIT"],  # no initials of several words
        ["Kitchen", "K"],
        ["Long Reading Room", "LR"],  # a word is left out
        ["Room 2", "Rm 1"],  # another number
        ["Room 1", "Rm 1"],  # what has figures in it is a name as it stands
        ["Library 2", "Lib. 2"],
        ["Stone Hall", "S. Hall"],  # one letter may be of anything
        ["East Gate", "E. Gate"],
        ["great hall", "gt hall"],  # in small letters it is no name
        ["Main Road", "Main rd"],
        ["March Road", "Mar. Road"],  # a month
        ["Marching", "Mar."],
        ["September Fair", "Sept. Fair"],
        ["The Great Old Stone Hall", "The Gt Old Stone Hall"],  # of five words
        ["Gate Hall", "Gat Hall"],  # misspelt rather than short
        ["Gate Hall", "Gt Hall"],  # ends otherwise
        ["Main Road", "Mn Rd"],  # no word is the same
        ["Great Hall", "Gr Hall"],
        ["Great Hall", "Gt Barn"],
        ["Great Hall", "Gmt Hall"],  # has a letter of its own
        ["Mat Room", "Mt Room"],  # hardly shorter
        ["Library Reading Room", "Lib. Room"],
    ],
)
def test_what_may_be_something_else_is_not_short_for_it(texts: list[str]) -> None:
    assert dict(things_in_full(texts)) == {}


@pytest.mark.parametrize(
    "texts",
    [
        ["Great Hall", "GH"],  # one alone may be something else
        ["Paper Clips", "PC", "Ring Binder"],
        ["Great Hall", "GH", "Tea Room", "TR", "KIT"],  # not all of them are written in full
        ["Great Hall", "GH", "Tea Room", "TR", "Tap Room"],  # which one is open
        ["Great Hall", "GH", "Room 4", "RM"],
    ],
)
def test_initials_count_where_the_column_has_all_of_them_in_full(texts: list[str]) -> None:
    assert dict(things_in_full(texts)) == {}
    both = dict(things_in_full(["Great Hall", "GH", "Tea Room", "TR"]))
    assert both == {"GH": "Great Hall", "TR": "Tea Room"}


def test_of_a_long_list_texts_are_not_compared_with_each_other() -> None:
    short = ["Great Hall", "Gt Hall"]

    def named(many: int) -> list[str]:
        letters = "abcdefghijklmnopqrstuvwxyz"
        return [f"Barn {one}{two}" for one in letters for two in letters][:many]

    full = {"Gt Hall": "Great Hall"}
    assert dict(things_in_full([*short, *named(MOST_TEXTS - len(short))])) == full
    assert dict(things_in_full([*short, *named(MOST_TEXTS)])) == {}
    # what is no name is not counted
    others = [f"{at} barns" for at in range(MOST_TEXTS)]
    assert dict(things_in_full([*short, *others])) == full


def test_people_go_by_their_first_names_and_things_do_not() -> None:
    assert dict(forms_in_full("Driver", ["Ann Beck", "Ann"])) == {"Ann": "Ann Beck"}
    assert dict(forms_in_full("Boat", ["Ann Beck", "Ann"])) == {}
    assert dict(forms_in_full("Room", ["Great Hall", "Gt Hall"])) == {"Gt Hall": "Great Hall"}
    assert dict(forms_in_full("Driver", ["Great Hall", "Gt Hall"])) == {}


def made_of(question: str, step: ListStep) -> list[Calculation]:
    mentions = Meanings(question, LETS, "lets")
    programs = programs_of(question, mentions, cues_of(question, mentions.words))
    made = [run(each, LETS) for each in programs if each.step is step]
    return [each for each in made if isinstance(each, Calculation)]


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("How many hours was the great hall let?", ("Great Hall", "Gt Hall", "GH")),
        ("How many hours was the library let?", ("Library", "Lib.")),
        ("How many hours was the barn let?", ("Barn",)),
        ("How many hours was the long loft let?", ("Long Loft", "LL")),
    ],
)
def test_all_forms_of_a_thing_are_meant_by_its_name(question: str, texts: tuple[str, ...]) -> None:
    value = max(Meanings(question, LETS, "lets").values, key=lambda each: each.fit)
    assert set(value.texts) == set(texts)
    assert not value.is_several


def test_the_rows_of_all_forms_count_together() -> None:
    made = next(
        each
        for each in made_of("how many hours was the great hall let", ListStep.SUM)
        if each.value == 9  # 4 + 3 + 2
    )
    assert check_calculation(made, [passage_of(LETS)]).supported


def test_groups_are_of_things_and_not_of_how_they_are_written() -> None:
    made = next(
        each
        for each in made_of("which room was let for the most hours", ListStep.TOP_SUM)
        if each.answer == "Great Hall"
    )
    assert made.value == 9
    assert "GH as Great Hall" in made.formula
    assert "LL as Long Loft" in made.formula
    assert "Lib. as Library" in made.formula
    assert check_calculation(made, [passage_of(LETS)]).supported


def test_one_of_several_forms_tells_nothing_of_the_thing() -> None:
    asked = calculate_columns("How many hours was the Library let?", [LETS], "lets")
    assert not isinstance(asked, Calculation)
    asked = calculate_columns("How many hours was the Barn let?", [LETS], "lets")
    assert isinstance(asked, Calculation)
    assert asked.answer.startswith("7")
