"""Entries of the index as arrays: what was written is found again, and later rows go first."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.indexes._embedded.kept_entries import (
    drop_newer,
    keep_entries,
    kept_entries,
    rows_kept,
)

IDS = st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=6)


def entries(named: dict[int, str]) -> list[tuple[int, str, str, str, int]]:
    return [(row, named[row], f"of {row % 3}", "text", row % 2) for row in sorted(named)]


def test_rows_are_found_by_their_ids_and_gaps_hold_nothing(tmp_path: Path) -> None:
    keep_entries(tmp_path, 7, 5, entries({0: "swan", 2: "auk", 3: "tern"}))
    assert rows_kept(tmp_path) == 5
    kept = kept_entries(tmp_path, 7, 5)
    assert kept is not None
    assert kept.alive.tolist() == [True, False, True, True, False]
    assert kept.has_vector.tolist() == [False, False, False, True, False]
    assert dict(kept.codes) == {"of 0": 0, "text": 1, "of 2": 2}
    assert kept.documents.tolist() == [0, 0, 2, 0, 0]
    assert kept.media_types.tolist() == [1, 0, 1, 1, 0]
    found = kept.ids
    assert [found.at(row) for row in (0, 2, 3)] == ["swan", "auk", "tern"]
    assert found.rows_of(["tern", "gull", "swan"]) == [3, 0]


def test_a_later_row_of_an_id_goes_first_until_it_has_gone(tmp_path: Path) -> None:
    keep_entries(tmp_path, 1, 2, entries({0: "swan", 1: "auk"}))
    kept = kept_entries(tmp_path, 1, 2)
    assert kept is not None
    found = kept.ids
    found.add(3, "swan")
    assert found.at(3) == "swan"
    assert found.rows_of(["swan", "auk"]) == [3, 1]
    found.forget(0, "swan")
    assert found.rows_of(["swan"]) == [3]
    found.forget(3, "swan")
    assert found.rows_of(["swan"]) == [0]


def test_what_is_newer_than_the_catalogue_is_passed_over(tmp_path: Path) -> None:
    keep_entries(tmp_path, 4, 3, entries({0: "swan"}))
    assert kept_entries(tmp_path, 3, 3) is None
    assert kept_entries(tmp_path, 4, 2) is None
    assert kept_entries(tmp_path, 5, 9) is not None


def test_what_is_ahead_of_the_catalogue_goes_before_that_catches_up(tmp_path: Path) -> None:
    keep_entries(tmp_path, 4, 3, entries({0: "swan"}))
    drop_newer(tmp_path, 4, 3)
    assert rows_kept(tmp_path) == 3
    drop_newer(tmp_path, 4, 2)
    assert rows_kept(tmp_path) == 0
    keep_entries(tmp_path, 4, 3, entries({0: "swan"}))
    drop_newer(tmp_path, 3, 3)
    assert kept_entries(tmp_path, 9, 9) is None


def test_nothing_is_kept_of_a_folder_without_the_file(tmp_path: Path) -> None:
    assert rows_kept(tmp_path) == 0
    assert kept_entries(tmp_path, 9, 9) is None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("part")


@given(named=st.dictionaries(st.integers(0, 12), IDS), asked=st.lists(IDS, max_size=4))
def test_every_id_has_its_row_and_no_other(
    folder: Path, named: dict[int, str], asked: list[str]
) -> None:
    once = {row: text for text, row in {text: row for row, text in named.items()}.items()}
    keep_entries(folder, 1, 13, entries(once))
    kept = kept_entries(folder, 1, 13)
    assert kept is not None
    found = kept.ids
    for row, text in once.items():
        assert found.at(row) == text
        assert found.rows_of([text]) == [row]
    held = set(once.values())
    assert len(found.rows_of(asked)) == sum(text in held for text in asked)
