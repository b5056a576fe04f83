"""A verb in a form that stemming does not join is held as well."""

from __future__ import annotations

import pytest

from backend.analysis import term_texts
from backend.discourse.irregular_verbs import held_in_other_forms
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of


@pytest.mark.parametrize(
    ("asked", "text", "held"),
    [
        ("Who holds the key?", "It is held by Ada Finch.", {"hold"}),
        ("Who broke the oar?", "Tom breaks oars.", {"broke"}),
        ("Who holds the key?", "Ada Finch holds it.", set()),  # it is held as it stands
        ("Who holds the key?", "Ada Finch keeps it.", set()),
        # other words that look like a form
        ("When was the club founded?", "You find the club here.", set()),
        ("What lies on the left side?", "Ada leaves the side door open.", set()),
        ("Who sees the boat?", "The saw of the boat is blunt.", set()),
    ],
)
def test_the_other_forms_of_a_verb(asked: str, text: str, held: set[str]) -> None:
    assert held_in_other_forms(term_texts(asked), frozenset(term_texts(text))) == held


def test_a_sentence_holds_the_verb_of_the_question() -> None:
    (unit,) = reading_of("Who holds the key?", hit("It is held by Ada Finch.")).units
    assert "hold" in unit.term_set
    assert unit.terms == tuple(term_texts("It is held by Ada Finch."))
