"""What figures with a name share, and how a told figure is read back."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.named_figures import (
    bare_label,
    further_words,
    says_before,
    titled,
    without,
)
from backend.types import number_told


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-1e9, max_value=1e9))
def test_a_figure_is_read_back_as_it_was_written(value: Decimal) -> None:
    assert number_told(written(value)) == value


def test_what_stands_behind_a_number_is_not_passed_over() -> None:
    assert number_told("−1,250.5") == Decimal("-1250.5")
    with pytest.raises(InvalidOperation):
        number_told("1,250.5 kg")


def test_a_word_that_means_another_figure_is_told() -> None:
    question = "What was the reported ballast ratio of the ferries in 2023?"
    name = re.search("ballast ratio", question)
    assert name is not None
    assert without(question, name) == "What was the reported   of the ferries in 2023?"
    assert further_words(without(question, name)) == {"ferri"}
    assert further_words("What was the reported   in 2023?") == frozenset()


@pytest.mark.parametrize(
    ("label", "before"),
    [("Income before harbour dues", True), ("Harbour dues", False), ("Beforehand dues", False)],
)
def test_a_row_that_stands_before_something_is_another(label: str, before: bool) -> None:
    assert says_before(label) is before


def test_a_label_is_bare_without_brackets_and_marks() -> None:
    assert bare_label("Ballast ratio (in %):") == "Ballast ratio"
    assert titled("ballast ratio of GB boats") == "Ballast ratio of GB boats"
