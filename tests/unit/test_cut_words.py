"""Words that a list writes short are known by the ones that the question writes in full."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.cut_words import cut_to, said_in_full
from backend.tasks.calculate.composed.word_meanings import MISSPELT, Meanings
from tests.unit.csv_lists import list_of


@pytest.mark.parametrize(
    ("word", "header", "said", "full"),
    [
        ("Rej", "Rej.", ["rejected"], "rejected"),
        ("Rej", "Rej", ["rejected"], "Rej"),  # nothing says that it is short
        ("Rej", "Rej.", ["reject"], "reject"),
        ("Rej", "Rej.", ["rejo"], "Rej"),
        ("Qty", "Qty", ["apples"], "quantity"),
        ("Wh", "Wh.", ["Which"], "Wh"),
        ("Whi", "Whi.", ["Which", "whistles"], "whistles"),
        ("Date", "Arr. Date", ["dated"], "Date"),
        ("Arr", "Arr. Date", ["arrived"], "arrived"),
        ("Dep", "Dep due", ["deposit"], "deposit"),  # the question says which one
        ("Dep", "Dep due", ["deposits"], "deposit"),
        ("Dep", "Dep due", ["departure"], "departure"),
        ("Dep", "Dep due", ["rent"], "Dep"),
        ("pd", "Dep pd", ["paid"], "paid"),
        ("pd", "Dep pd", ["pay"], "pd"),
        ("Ret", "Ret", ["returned"], "returned"),
        ("Act", "Act", ["action"], "Act"),
        ("Act", "Act", ["actual"], "Act"),  # an act may be played
        ("Cat", "Cat", ["category"], "Cat"),  # and a cat may be one
        ("Cat", "Cat.", ["category"], "category"),  # unless a point cuts it short
        ("Ex", "Ex", ["expires"], "Ex"),  # no short form of it that is known
    ],
)
def test_a_header_is_said_in_full(word: str, header: str, said: list[str], full: str) -> None:
    assert said_in_full(word, header, said) == full


@pytest.mark.parametrize(
    ("stem", "vocabulary", "found"),
    [
        ("student", ["stud", "full"], ["stud"]),
        ("studio", ["stud"], []),  # too little is cut off
        ("student", ["stu"], []),
        ("conference", ["conf", "confer"], []),  # which of the two is open
        ("relatives", ["rela"], []),
        ("boathouse", ["boat"], []),  # another thing, and no longer word for it
    ],
)
def test_a_value_is_cut_short_where_no_other_word_is_meant(
    stem: str, vocabulary: list[str], found: list[str]
) -> None:
    assert cut_to(stem, vocabulary) == found


def test_a_list_is_asked_by_the_words_in_full() -> None:
    table = list_of("Name,Type,Rej.\nAnn,stud,2\nBo,full,0\nCy,stud,1\n", "members.csv")
    mentions = Meanings("How many were rejected of the students?", table, "members")
    rejected = next(each for each in mentions.columns if each.column == 1)
    assert rejected.fit == 1.0
    (students,) = mentions.values
    assert (students.texts, students.fit) == (("stud",), MISSPELT)


def test_a_header_is_known_by_what_it_may_be_short_for() -> None:
    table = list_of("Let,Dep due,Dep pd,Rent\nA,100,100,50\nB,90,40,60\n", "lets.csv")
    mentions = Meanings("Which deposits have been paid?", table, "lets")
    fits = {each.column: each.fit for each in mentions.columns}
    assert fits == {0: 0.5, 1: 1.0}
    assert not Meanings("What was the departure?", table, "lets").header_stems(2) & {"depart"}


def test_a_name_is_not_cut_to_another_one() -> None:
    table = list_of("No,Region\n1,North\n2,South\n3,North\n", "orders.csv")
    assert Meanings("How many came from Northampton?", table, "orders").values == ()
