"""What counts as the same term in a question and in a passage."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backend.analysis import fold, stem, term_texts, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t", []),
        ("The moorings were replaced", ["moor", "replac"]),
        ("Runs running RUN", ["run", "run", "run"]),
        ("revenue of 17,846.5 million", ["revenu", "17846.5", "million"]),
        ("1,2,3", ["1", "2", "3"]),
        ("U.S. and US", ["us", "us"]),
        ("PepsiCo's and PepsiCo’s", ["pepsico", "pepsico"]),
        ("naïve café Ångström", ["naiv", "cafe", "angstrom"]),
        ("Straße", ["strass"]),
        ("FY2023 10-K section 4.2", ["fy2023", "10", "k", "section", "4.2"]),
        ("spin-off", ["spin"]),
    ],
)
def test_terms_of_english(text: str, expected: list[str]) -> None:
    assert term_texts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("中文测试", ["中文", "文测", "测试"]),
        ("中", ["中"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー"]),
    ],
)
def test_scripts_without_blanks_become_bigrams(text: str, expected: list[str]) -> None:
    assert term_texts(text) == expected


def test_other_alphabets_are_folded_but_not_stemmed() -> None:
    assert term_texts("Москва МОСКВА") == ["москва", "москва"]
    assert term_texts("مرحبا") == ["مرحبا"]


def test_stop_words_are_kept_on_request() -> None:
    assert term_texts("to be or not", keep_stop_words=True) == ["to", "be", "or", "not"]
    assert term_texts("to be or not") == []


def test_spans_point_at_the_words_of_the_text() -> None:
    text = "Wave buoys, 3.4 m"
    assert [(term.text, text[term.start : term.end]) for term in terms(text)] == [
        ("wave", "Wave"),
        ("buoy", "buoys"),
        ("3.4", "3.4"),
        ("m", "m"),
    ]


@pytest.mark.parametrize("word", ["17,846", "17\u00a0846", "17\u202f846", "17846"])
def test_a_number_is_one_term_however_it_is_grouped(word: str) -> None:
    assert stem(word) == "17846"


@given(st.text(max_size=200))
def test_terms_stand_in_order_inside_the_text(text: str) -> None:
    last = 0
    for term in terms(text, keep_stop_words=True):
        assert last <= term.start or term.start == last - 1  # bigrams share a character
        assert term.start < term.end <= len(text)
        assert term.text
        last = term.end


@given(st.text(max_size=100))
@example("\U0001d400")  # a bold capital A, which has no small letter of its own
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet=st.characters(max_codepoint=0x24F), max_size=100))
def test_a_question_in_capitals_meets_the_same_terms(text: str) -> None:
    lower, upper = text.lower(), text.lower().upper()
    if upper.lower() == lower:  # some letters have no single capital
        assert term_texts(lower) == term_texts(upper)
