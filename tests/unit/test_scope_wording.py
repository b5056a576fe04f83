"""Page references, "this document", and what of a question is left to look for."""

from __future__ import annotations

import pytest

from backend.glossaries import load
from backend.scope.wording import (
    cleaned,
    means_this_document,
    pages_asked,
    without_asides,
    without_provisos,
)


@pytest.mark.parametrize(
    ("question", "pages"),
    [
        ("What does page 9 say?", (8,)),
        ("See pp. 3-5 of it", (2, 3, 4)),
        ("Compare pages 2 and 7", (1, 6)),
        ("Who signed on the last page?", (-1,)),
        ("What is the title on the cover page?", (0,)),
        ("Which date is on the cover of this report?", (0,)),
        ("What stands on the first page and on page 4?", (3, 0)),
        ("Who sang the cover version?", ()),
        ("How many pages has it?", ()),
        ("page 0", ()),
        ("pages 1 to 900", ()),
    ],
)
def test_pages_are_counted_from_zero(question: str, pages: tuple[int, ...]) -> None:
    assert pages_asked(question) == pages


def test_this_document() -> None:
    assert means_this_document("Who wrote this report?")
    assert means_this_document("What is that annual report about?")
    assert not means_this_document("Which report is this year's?")


@pytest.mark.parametrize(
    ("question", "left"),
    [
        (
            "What is the ratio? Round your answer to 2.5 decimal places.",
            "What is the ratio?",
        ),
        (
            "Is the margin improving? If margin is not a useful metric, then state that.",
            "Is the margin improving?",
        ),
        ("Please answer in one sentence.", "Please answer in one sentence."),
        ("Who pleased the crowd?", "Who pleased the crowd?"),
    ],
)
def test_asides_on_how_to_answer_are_left_out(question: str, left: str) -> None:
    assert without_asides(question) == left


def test_what_speaks_of_the_question_itself_is_left_out() -> None:
    asked = "How long is the quay? Answer the question by what the plans say."
    assert without_asides(asked) == "How long is the quay?"
    assert without_asides("How long is it? If that is unknown, say so.") == "How long is it?"
    assert without_asides("If the tide is out, say when it turns.").startswith("If the tide")


def test_a_field_adds_sentences_of_its_own() -> None:
    asked = "What is the margin? Base it on the balance sheet by year. Explain why it fell."
    assert without_asides(asked) == asked
    assert without_asides(asked, load("finance").asides) == "What is the margin?"
    assert cleaned(asked, asides=load("finance").asides) == "What is the margin?"
    inside = "Did the margin fall if it is not a useful metric?"
    assert without_asides(inside, load("finance").asides) == inside


def test_names_that_chose_the_documents_are_left_out() -> None:
    question = "What are Grand Harbour's sales?"
    assert cleaned(question, {"grand", "harbour"}) == "What are sales?"


def test_a_question_is_never_emptied() -> None:
    assert cleaned("Northwind?", {"northwind"}) == "Northwind?"
    assert cleaned("", ()) == ""


@pytest.mark.parametrize(
    ("question", "left"),
    [
        (
            "Is the quay sound? If soundness is no use for a quay, then state that and say why.",
            "Is the quay sound?",
        ),
        ("How long is it? If that is unknown, please say so.", "How long is it?"),
        (
            "When does it turn? If the tide is out, tell me where the boat lies.",
            "When does it turn? If the tide is out, tell me where the boat lies.",
        ),
        (
            "Is it open? If it is closed, explain what to do.",
            "Is it open? If it is closed, explain what to do.",
        ),
        ("If that is unknown, say so.", "If that is unknown, say so."),
        ("Is it 4? If not, answer “unknown”.", "Is it 4?"),
        (
            "My lease ends in May. If I leave early, state the fee I pay.",
            "My lease ends in May. If I leave early, state the fee I pay.",
        ),
        (
            "What is the fee? If the guest is a child, state the reduced fee.",
            "What is the fee? If the guest is a child, state the reduced fee.",
        ),
        (
            "What is the fee? If the guest is a child, state that of a child.",
            "What is the fee? If the guest is a child, state that of a child.",
        ),
        ("Who pays? Please name the clause.", "Who pays? Please name the clause."),
    ],
)
def test_what_to_say_where_a_question_does_not_fit_is_no_question(question: str, left: str) -> None:
    assert without_provisos(question) == left
