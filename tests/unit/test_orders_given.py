"""Which sentences tell somebody to do something, by their opening."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.orders_given import is_order


@pytest.mark.parametrize(
    "text",
    [
        "Lift the mast into its shoe.",
        "Put wet ropes in the loft.",
        "Varnish the deck twice.",  # no verb that is known, but something is done to “the deck”
        "First, coil the line.",
        "When the mast stands, fasten the stay.",
        "You then coil the line.",
        "We then coil the line.",
        "Do not stand below the boom.",
        "2. Slowly lower the jib.",
    ],
)
def test_what_opens_with_what_is_to_be_done_is_an_order(text: str) -> None:
    assert is_order(text)


@pytest.mark.parametrize(
    "text",
    [
        "The mast holds two sails.",
        "Dry ropes last for years.",
        "Press releases are sent out in May.",
        "Report of the pilot.",
        "Rent rises in May.",
        "Pay rose by 3 % in May.",
        "Oil prices fell.",
        "Rent: 300 florins.",
        "In the morning the boats leave.",
        "If the bilge fills, the boat sinks.",
        "Using the key, he opened it.",
        "You are welcome on board.",
        "We accept oars of ash.",  # what we do is told to nobody
        "Half the boats leave in May.",
    ],
)
def test_what_only_says_how_things_are_is_none(text: str) -> None:
    assert not is_order(text)
