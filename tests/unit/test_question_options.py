"""Options are checked against the cards before a question is asked."""

from __future__ import annotations

import pytest

from backend import registry
from backend.errors import QuestionError
from backend.services.options import checked, possible

CARDS = tuple(
    registry.load("backend.pipelines", name).CARD for name in registry.names("backend.pipelines")
)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_what_the_cards_offer_is_accepted(card) -> None:  # type: ignore[no-untyped-def]
    for option in card.options:
        for value in (option.default, *option.choices):
            checked(card.name, CARDS, {option.name: value})
    checked(card.name, CARDS, {"answerer": "local", "glossary": "finance"})


@pytest.mark.parametrize(
    ("pipeline", "options", "what", "expected"),
    [
        ("naive", {"fusion": "nonsense"}, "“nonsense” is not a choice", "reciprocal_rank, convex"),
        ("naive", {"alpha": "abc"}, "“abc” is none", "from 0 to 1"),
        ("naive", {"alpha": "1.5"}, "cannot be 1.5", "from 0 to 1"),
        ("naive", {"alpha": "nan"}, "cannot be nan", "from 0 to 1"),
        ("naive", {"hops": "2"}, "“hops” is not an option", "alpha, fusion"),
        ("fused_hybrid", {"use_lexicl": "off"}, "“use_lexicl” is not an option", "use_lexical"),
        ("community_graph", {"seeds": "51"}, "cannot be 51", "from 1 to 50"),
        ("naive", {"k0": "abc"}, "“abc” is none", "from 1 to 1000"),
        ("naive", {"k0": "-60"}, "cannot be -60", "from 1 to 1000"),
        ("naive", {"scope": "nowhere"}, "“nowhere” is not a choice", "on, off"),
        ("naive", {"answerer": "nonsense"}, "“nonsense” is not a choice", "local"),
        ("chain_of_thought", {"retrieval": "chain_of_thought"}, "not a choice", "naive"),
    ],
)
def test_what_is_wrong_is_said_with_what_was_expected(
    pipeline: str, options: dict[str, str], what: str, expected: str
) -> None:
    with pytest.raises(QuestionError) as error:
        checked(pipeline, CARDS, options)
    assert what in error.value.what
    assert expected in error.value.remedy


def test_a_chain_takes_the_options_of_the_search_beneath() -> None:
    checked("chain_of_thought", CARDS, {"alpha": "0.5"})
    checked("chain_of_thought", CARDS, {"retrieval": "fused_hybrid", "model": "rank"})
    with pytest.raises(QuestionError):
        checked("chain_of_thought", CARDS, {"retrieval": "fused_hybrid", "alpha": "0.5"})


def test_older_answers_may_hold_values_that_no_longer_pass() -> None:
    fusion = next(each for card in CARDS for each in card.options if each.name == "fusion")
    assert possible(fusion, "convex")
    assert not possible(fusion, "nonsense")
