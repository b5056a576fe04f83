"""Values of a list that are the initials of words of the question."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.initials import are_all_initials
from backend.tasks.calculate.composed.word_meanings import PART, Meanings
from backend.types import StoredTable
from tests.unit.csv_lists import list_of

AWAY = list_of(
    "Day,Kind,Signed by,Place\n1,PL,BT,R&C\n2,sick,MO,Hut\n3,PL,MO,S&S\n4,T,BT,Hut\n", "away.csv"
)


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("How many days were paternity leave?", {"PL"}),
        ("How many did Bea Trott sign?", set()),  # another BT may have
        ("What happened at the Rose and Crown?", {"R&C"}),
        ("What happened at the Sun & Stars on paternity leave?", {"S&S", "PL"}),
        ("How many days of leave were paid?", set()),  # in another order
        ("How many were taken?", set()),  # one letter is no name
        ("Who took parental unpaid leave?", set()),
    ],
)
def test_they_stand_for_the_value(question: str, texts: set[str]) -> None:
    mentions = Meanings(question, AWAY, "away")
    found = {text: each.fit for each in mentions.values for text in each.texts}
    assert found == dict.fromkeys(texts, PART)


def lets(header: str) -> StoredTable:
    """A list with a column of initials below a header."""
    rows = "1,GC,BT,2\n2,WI,MO,3\n3,GC,BT,4\n4,PLS,MO,1\n"
    return list_of(f"Day,{header},Hirer,Hours\n{rows}", "lets.csv")


LETS = lets("Project")


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("How many hours did the Garden Club have?", {"GC"}),
        ("How often did the garden club come?", {"GC"}),
        ("How often did the Women's Institute come?", {"WI"}),
        ("When did the Garden Club and the Pond Lovers Society come?", {"GC", "PLS"}),
        ("How many hours did Bea Trott have?", set()),  # those who hire are people
        ("How many hours did the Garden Society have?", set()),
    ],
)
def test_things_go_by_the_initials_of_their_names(question: str, texts: set[str]) -> None:
    mentions = Meanings(question, LETS, "lets")
    found = {text: each.fit for each in mentions.values for text in each.texts}
    assert found == dict.fromkeys(texts, PART)


@pytest.mark.parametrize(
    ("texts", "are_all"),
    [
        (["GC", "WI", "PLS"], True),
        (["R&C", "WI"], True),
        (["GC", "Hut"], False),
        (["GC", "W"], False),  # one letter is no name
        (["GC", "wi"], False),
        (["GC"], False),  # one text alone says nothing of the others
        ([], False),
    ],
)
def test_a_column_is_of_initials_where_all_its_texts_are(texts: list[str], are_all: bool) -> None:
    assert are_all_initials(texts) is are_all


@pytest.mark.parametrize("header", ["Project", "Site", "Room", "Course", "Farm", "Grant funds"])
def test_people_write_what_stands_below_such_headers_by_its_initials(header: str) -> None:
    (value,) = Meanings("How many hours did the Garden Club have?", lets(header), "lets").values
    assert (value.texts, value.fit) == (("GC",), PART)


@pytest.mark.parametrize("header", ["Group", "Size", "Kind", "Tenant", "Driver", "Item"])
def test_below_other_headers_a_name_has_no_initials(header: str) -> None:
    asked = "How many hours did the Garden Club have?"
    assert Meanings(asked, lets(header), "lets").values == ()
    # what is no name is written so below any of them
    (value,) = Meanings(asked.lower(), lets(header), "lets").values
    assert value.texts == ("GC",)


def test_beside_names_in_full_a_name_has_no_initials() -> None:
    sites = list_of("Day,Site,Hours\n1,GC,2\n2,Women,3\n3,GC,4\n", "lets.csv")
    assert Meanings("How many hours did the Garden Club have?", sites, "lets").values == ()
    (value,) = Meanings("How many hours did the garden club have?", sites, "lets").values
    assert value.texts == ("GC",)


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What were the total hours?", set()),  # that is a column
        ("What were the total hours of the Garden Club?", {"GC"}),
        ("What did the garden visitors do?", set()),
        ("How many hours did the Town Hall have?", {"TH"}),
        ("How many hours did the green vans have?", {"GV"}),
    ],
)
def test_words_that_name_a_column_have_no_initials_of_things(
    question: str, texts: set[str]
) -> None:
    table = list_of(
        "Day,Project,Hours,Visitors\n1,TH,2,7\n2,GC,3,8\n3,GV,4,9\n4,TH,1,5\n", "lets.csv"
    )
    found = {text for each in Meanings(question, table, "lets").values for text in each.texts}
    assert found == texts


def test_what_is_no_thing_has_initials_though_a_word_names_a_column() -> None:
    table = list_of("Day,Kind,Leave\n1,AL,2\n2,sick,1\n3,AL,4\n", "away.csv")
    (value,) = Meanings("How much annual leave was there?", table, "away").values
    assert (value.texts, value.fit) == (("AL",), PART)
