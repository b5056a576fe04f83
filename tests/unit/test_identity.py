"""Ids are made of content, so they are the same everywhere and differ where content differs."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.identity import ID_LENGTH, chunk_id, content_id, document_id, section_id

PARTS = st.lists(st.text(max_size=20), min_size=1, max_size=4)


def test_a_known_id_stays_what_it_is_on_every_machine_and_in_every_version() -> None:
    # by hand: each part prefixed by its length in bytes; "é" has two
    by_hand = hashlib.sha256("8:document1:c2:é".encode()).hexdigest()[:24]
    assert content_id("document", "c", "é") == by_hand


def test_numbers_and_their_text_are_one() -> None:
    assert content_id("a", 12) == content_id("a", "12")


def test_parts_do_not_run_into_each_other() -> None:
    assert content_id("ab", "c") != content_id("a", "bc")
    assert content_id("a", "") != content_id("a")


def test_half_of_a_surrogate_pair_has_an_id_too() -> None:
    assert len(content_id("\ud83d")) == ID_LENGTH


@given(PARTS, PARTS)
def test_equal_parts_equal_id_and_no_other(one: list[str], other: list[str]) -> None:
    assert (content_id(*one) == content_id(*other)) is (one == other)


@given(PARTS)
def test_an_id_is_short_lower_case_hex(parts: list[str]) -> None:
    made = content_id(*parts)
    assert len(made) == ID_LENGTH == 24
    assert set(made) <= set("0123456789abcdef")


@pytest.mark.parametrize("key", ["", "2", "a record"])
def test_the_same_bytes_may_be_kept_twice_under_different_keys(key: str) -> None:
    assert (document_id("c", "00ff", key) == document_id("c", "00ff", "")) is (key == "")


def test_kinds_of_things_never_share_an_id() -> None:
    assert len({document_id("d", "1", "2"), section_id("d", 1, 2, ""), content_id("d", 1, 2)}) == 3
    assert chunk_id("d", "prose", 0, 4, "text") != chunk_id("d", "table_row", 0, 4, "text")
