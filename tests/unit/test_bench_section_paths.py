"""Headings by meaning: which path is embedded, and how it joins the agreement of words."""

from __future__ import annotations

import numpy as np
import pytest

from bench.section_paths import JOINS, path_of, unit_rows


def test_a_path_begins_with_the_title_and_says_it_once() -> None:
    assert path_of("Harbour rules", ("Harbour rules", "Dues", "Winter")) == (
        "Harbour rules › Dues › Winter"
    )
    assert path_of("Harbour rules", ("Dues",)) == "Harbour rules › Dues"


@pytest.mark.parametrize("headings", [(), ("Harbour rules",)])
def test_without_a_heading_there_is_no_path(headings: tuple[str, ...]) -> None:
    assert path_of("Harbour rules", headings) == ""


def test_words_and_meaning_are_joined() -> None:
    assert JOINS["mean"](0.5, 0.25) == 0.375
    assert JOINS["maximum"](0.5, 0.25) == 0.5


def test_rows_become_of_length_one_and_empty_ones_stay() -> None:
    rows = unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]], np.float32))
    assert rows.tolist() == pytest.approx(np.array([[0.6, 0.8], [0.0, 0.0]]))
