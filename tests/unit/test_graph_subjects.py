"""What a passage is about, read from its first sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.passage_view.subjects import ALIKE, BEFORE_COLON, FULL, SHORT, subject_keys


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Skagen is a port at the northern tip.", {"skagen": FULL}),
        ("The Glass Ferry (1931) is a novel by Orla Venn.", {"glass ferry": FULL}),
        # A person's middle names are seldom used, nor is the generation.
        (
            "Orla Maria Venn (born 1899) was a writer.",
            {"orla maria venn": FULL, "orla venn": SHORT},
        ),
        ("Peder Moe Jr. was a painter.", {"peder moe jr": FULL, "peder moe": ALIKE}),
        (
            'Orla Maria "Olly" Venn was a writer.',
            {"orla maria olly venn": FULL, "orla maria venn": ALIKE, "orla venn": SHORT}
            | {"olly venn": ALIKE},
        ),
        # Things are defined in lower case, too, but one common word is no name.
        ("A tidal mill is a mill that the tide drives.", {"tidal mill": FULL}),
        ("A mill is a building.", {}),
        ("Ferries: A History is a book.", {"ferries a history": FULL, "ferries": BEFORE_COLON}),
    ],
)
def test_a_passage_is_about_the_subject_of_its_first_sentence(
    text: str, expected: dict[str, float]
) -> None:
    assert subject_keys(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It was sold in 1931.",
        "However, the harbour was closed.",
        "In 1931 the harbour was closed.",
        "Item\tValue\nRevenue\t12",
        "",
    ],
)
def test_no_subject_is_better_than_a_wrong_one(text: str) -> None:
    assert subject_keys(text) == {}


@given(st.text(max_size=200))
def test_any_text_has_keys_with_weights_between_none_and_full(text: str) -> None:
    for key, weight in subject_keys(text).items():
        assert key == key.strip()
        assert 0.0 < weight <= FULL
