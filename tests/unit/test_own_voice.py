"""A question that calls somebody by name is read in the voice of a document that says “we”."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.own_voice import in_its_voice, with_terms_in_full

GRILL = ("Harbour Grill",)
WE = "We employed 40 people in our kitchens."


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("How many people did Harbour Grill employ?", "How many people did we employ?"),
        ("How many people does Harbour Grill employ?", "How many people do we employ?"),
        ("How many halls has the Harbour Grill rented?", "How many halls have we rented?"),
        ("Is Harbour Grill open in May?", "Are we open in May?"),
        ("Was the Harbour Grill open in May?", "Were we open in May?"),
        ("When will Harbour Grill open again?", "When will we open again?"),
        ("What is Harbour Grill's rent?", "What is our rent?"),
        ("What is the Harbour Grill’s rent?", "What is our rent?"),
        ("Who cooks for Harbour Grill?", "Who cooks for us?"),
        ("What is the rent of the Harbour Grill?", "What is the rent of us?"),
        ("Harbour Grill: how many people cook?", "how many people cook?"),
        ("Harbour Grill, 2031: how many people cook?", "how many people cook, 2031?"),
        ("The Harbour Grill in 2031: how many cook?", "how many cook, in 2031?"),
    ],
)
def test_a_name_is_we_us_or_our_as_its_place_wants(question: str, read: str) -> None:
    assert in_its_voice(question, GRILL, WE) == read


def test_a_possessive_of_a_name_that_ends_in_s_has_no_further_s() -> None:
    assert in_its_voice("What is Tern Ferries' rent?", ("Tern Ferries",), WE) == "What is our rent?"


def test_a_name_with_an_and_is_replaced_wherever_it_stands() -> None:
    question = "Did S&M sell boats, and what did S&M get for them?"
    assert (
        in_its_voice(question, ("S&M",), WE) == "Did we sell boats, and what did we get for them?"
    )


def test_several_names_of_one_document_are_all_replaced() -> None:
    question = "Did Tern Ferries pay what TF owed?"
    assert in_its_voice(question, ("Tern Ferries", "TF"), WE) == "Did we pay what we owed?"


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("How many people does Harbour Grill employ?", "How many people does the Charity employ?"),
        ("What is Harbour Grill's rent?", "What is the Charity’s rent?"),
        ("Who cooks for Harbour Grill?", "Who cooks for the Charity?"),
    ],
)
def test_what_a_document_calls_itself_with_a_capital_stands_for_the_name(
    question: str, read: str
) -> None:
    assert in_its_voice(question, GRILL, "The Charity has 40 cooks.") == read


def test_a_text_that_says_both_is_read_as_we() -> None:
    text = "The Company is small; we employ 40 people."
    assert in_its_voice("Does Harbour Grill pay?", GRILL, text) == "Do we pay?"


@pytest.mark.parametrize(
    "text",
    [
        "40 people were employed.",
        "The company employed 40 people.",  # any company
        "The Bank of Norland employed 40 people.",  # somebody else
        "In the US 40 people were employed.",
        "It cost us $4 million to employ them.",  # US $
        "The western house employed 40 people.",
    ],
)
def test_a_text_that_does_not_speak_of_itself_leaves_the_name(text: str) -> None:
    question = "How many people did Harbour Grill employ?"
    assert in_its_voice(question, GRILL, text) == question


def test_a_question_that_names_none_of_the_owners_is_read_as_it_is() -> None:
    for question in ("How many people did they employ?", "What did Harbour Grillers earn?"):
        assert in_its_voice(question, GRILL, WE) == question
    named = "How many people did Harbour Grill employ?"
    assert in_its_voice(named, (), WE) == named


def test_a_short_term_is_written_out_where_the_texts_have_it_so() -> None:
    texts = ["Rope was dear.", "Capital expenditures came to 410 euros."]
    assert with_terms_in_full("What was capex in 2031?", texts) == (
        "What was capital expenditures in 2031?"
    )
    assert with_terms_in_full("Why did CAPEX rise?", texts) == "Why did capital expenditures rise?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What was capex in 2031?", "Capital expenditures (capex) came to 410 euros."),
        ("What was capex in 2031?", "Working capital came to 410 euros."),
        ("What were capexes in 2031?", "Capital expenditures came to 410 euros."),
        ("What was rent in 2031?", "Capital expenditures came to 410 euros."),
        ("What was R&D&X in 2031?", "Research and development expenses rose."),
    ],
)
def test_a_short_term_stays_where_the_texts_have_it_or_do_not_spell_it_out(
    question: str, text: str
) -> None:
    assert with_terms_in_full(question, [text]) == question


def test_somebody_to_whom_something_is_done_is_us() -> None:
    assert in_its_voice("Who audits Harbour Grill?", ("Harbour Grill",), WE) == "Who audits us?"


def test_a_longer_name_goes_before_the_one_that_it_begins_with() -> None:
    asked = in_its_voice("What did Tern Bay earn, and Tern?", ("Tern", "Tern Bay"), WE)
    assert asked.startswith("What did we earn")
    assert "Bay" not in asked
