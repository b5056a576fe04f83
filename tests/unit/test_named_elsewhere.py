"""A document that does not know the name of a question does not answer it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.named_elsewhere import (
    is_where_name_is_unknown,
    lacks_a_name,
    names_siblings,
)
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

STABLE = hit(
    "ELM RIDING CLUB\nThe Yard, Elm\n\nPonies are allowed, two to a stall. Hay is paid apart.",
    document="stable",
    title="stable letter",
)
FARM = hit(
    "Flat 2, Larch Farm, Ashford\n\nThe rent goes up in May. The farm is sold by Ida Brandt.",
    document="farm",
    title="farm letter",
)
QUESTION = "How many ponies may I keep at Larch Farm?"


def held(question: str, *hits: object) -> bool:
    reading = reading_of(question, *hits)  # type: ignore[arg-type]
    unit = next(each for each in reading.units if "Ponies" in each.text)
    return is_where_name_is_unknown(reading, unit)


def test_what_one_letter_allows_is_not_allowed_at_the_farm_of_another() -> None:
    assert held(QUESTION, STABLE, FARM)


# nobody has the name, a document only names it, or it leads to the other one
@pytest.mark.parametrize(
    "other",
    [
        hit("The rent goes up in May.", document="farm", title="farm letter"),
        hit(f"{'The rent goes up. ' * 40}Ask at Larch Farm.", document="farm"),
        hit("Flat 2, Larch Farm\n\nThe stable letter holds here.", document="farm"),
    ],
)
def test_a_name_that_no_other_document_is_about_says_nothing(other: object) -> None:
    assert not held(QUESTION, STABLE, other)


def test_a_document_that_has_a_part_of_the_name_may_be_of_it() -> None:
    own = hit("The Larch\n\nPonies are allowed, two to a stall.", document="stable")
    assert not held(QUESTION, own, FARM)
    club = hit("Elm Riding Club\n\nPonies are allowed, two to a stall.", document="stable")
    assert not held("How many ponies may I keep at the ERC?", club, FARM)


def test_a_document_whose_beginning_was_not_found_may_have_the_name_there() -> None:
    later = hit("Ponies are allowed, two to a stall.", document="stable", start=900)
    assert not held(QUESTION, later, FARM)


def test_a_sentence_with_a_name_of_the_other_document_goes_on_with_it() -> None:
    own = hit("Rules.\n\nPonies of Ida Brandt are kept two to a stall.", document="stable")
    assert not held(QUESTION, own, FARM)


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        (
            "When is the survey of the Moor due?",
            "The Moor came in on Sunday. Rain fell on the quay. The survey is due.",
            True,
        ),
        ("When is the survey of the Moor due?", "The Moor came in. The survey is due.", False),
        (
            "When is the survey of the Moor due?",
            "The Moor is old. It leaks. Its survey is due.",
            False,
        ),
        ("When is the survey due?", "Rain fell. The survey is due.", False),
    ],
)
def test_a_name_stands_in_a_sentence_above_it_or_right_before_it(
    question: str, text: str, lacks: bool
) -> None:
    reading = reading_of(question, hit(text))
    told = next(unit for unit in reading.candidates if "survey" in unit.text)
    assert lacks_a_name(reading, told) is lacks


@pytest.mark.parametrize(
    ("question", "text", "tells_of_others"),
    [
        ("Who is warden for the Annexe?", "For the Hall it is Ida, for the Lodge Bo.", True),
        ("Who is warden for the Lodge?", "For the Hall it is Ida, for the Lodge Bo.", False),
        ("Who is warden for the Annexe?", "The warden is Ida Brandt.", False),
        ("Who is warden for the Annexe?", "The warden for May is Ida Brandt.", False),
        ("What is paid in York?", "See the list in Section 4.", False),
        ("What is paid in York?", "Members from York pay £5 in Ely as well.", False),
        ("who is warden for the annexe?", "For the Hall it is Ida, for the Lodge Bo.", False),
    ],
)
def test_what_is_told_of_other_names_is_not_told_of_one(
    question: str, text: str, tells_of_others: bool
) -> None:
    reading = reading_of(question, hit(text, document="rules"))
    assert names_siblings(reading, reading.units[0]) is tells_of_others


WARDENS = "For the Hall it is Ida, for the Lodge Bo."


@pytest.mark.parametrize(
    ("text", "tells_of_others"),
    [
        (f"The wardens are new. {WARDENS}", True),
        (f"The Annexe has a warden. {WARDENS}", False),  # the sentence right above has the name
        (f"The Annexe has a warden. It rained all day long. {WARDENS}", True),
        (f"{WARDENS} The Annexe has a warden.", True),
    ],
)
def test_the_sentence_right_above_may_have_the_name(text: str, tells_of_others: bool) -> None:
    reading = reading_of("Who is warden for the Annexe?", hit(text, document="rules"))
    told = next(unit for unit in reading.units if "Lodge" in unit.text)
    assert names_siblings(reading, told) is tells_of_others


@pytest.mark.parametrize(
    "name",
    ["Members", "a Member", "Friends", "Christmas", "Easter", "HMRC", "Easter Monday", "Monday"],
)
def test_what_everybody_knows_is_no_sibling(name: str) -> None:
    reading = reading_of(
        "What is paid for the Annexe?", hit(f"For {name} it is £5.", document="rules")
    )
    assert not names_siblings(reading, reading.units[0])
    asked = reading_of(f"What is paid for {name}?", hit("For the Hall it is £5.", document="rules"))
    assert not names_siblings(asked, asked.units[0])


def test_other_names_are_siblings_still() -> None:
    for name in ("Chester", "Eastern Lodge", "Friendship House", "Hall"):
        text = f"For the {name} it is £5."
        reading = reading_of("What is paid for the Annexe?", hit(text, document="rules"))
        assert names_siblings(reading, reading.units[0])
