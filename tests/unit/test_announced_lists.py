"""A list that opens the next passage is shown with the passage that announces it."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.pipelines._announced_lists import (
    LONGEST,
    LONGEST_PARAGRAPH,
    length_announced,
    with_announced_lists,
)
from backend.ports import LibraryRecords, Retrieval
from backend.types import Chunk, Hit

LEAD = "The boat has a locker. It holds"
ITEMS = "\n\n1. two sails\n2. an anchor\n   with its chain\n\n3. a lamp"
REST = "\n\nThe lamp is tested in May."


class Document:
    """The text of one document, as records give it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self, document_id: str, start: int = 0, end: int | None = None) -> str:
        assert document_id == "d"
        return self._text[start:end]


def shown(text: str, length: int, kind: str = "prose") -> Chunk:
    chunk = Chunk("c", "d", "s", 0, text[:length], 0, length, (0,), kind)  # type: ignore[arg-type]
    found = Retrieval((Hit(chunk, 1.0, ()),), 1)
    (hit,) = with_announced_lists(cast(LibraryRecords, Document(text)), found).hits
    assert hit.chunk.text == text[: hit.chunk.end]
    assert replace(hit.chunk, text=chunk.text, end=chunk.end) == chunk
    return hit.chunk


@pytest.mark.parametrize("lead", [f"{LEAD}:", f"{LEAD} to", "The things in it are"])
def test_a_passage_goes_on_with_the_items_that_it_announces(lead: str) -> None:
    assert shown(f"{lead}{ITEMS}{REST}", len(lead)).text == f"{lead}{ITEMS}"


@pytest.mark.parametrize("lead", ["It holds six things.", "It holds six things", "It is full"])
def test_a_passage_that_announces_nothing_stays_as_it_is(lead: str) -> None:
    assert shown(f"{lead}{ITEMS}{REST}", len(lead)).text == lead


def test_what_an_option_does_follows_its_names() -> None:
    text = "Switches\n\n-q, --quiet\n\nsays nothing while the sail\nis furled.\n\n--loud\n\nsings."
    head = "Switches\n\n-q, --quiet"
    assert shown(text, len(head)).text == text[: text.index("\n\n--loud")]
    assert shown(text, len("Switches")).text == "Switches"
    long = f"{head}\n\n{'sail ' * LONGEST}"
    assert shown(long, len(head)).text == head
    listed = "The oars are\n\n- sculls\n\nNothing else is lent."
    assert shown(listed, listed.index("\n\nNothing")).text == listed[: listed.index("\n\nNothing")]


def test_behind_a_colon_alone_a_paragraph_follows() -> None:
    listing = "\n\nreef --now\nreef --slow"
    assert shown(f"Type:{listing}{REST}", 5).text == f"Type:{listing}"
    assert shown(f"The word is{listing}{REST}", 11).text == "The word is"
    long = "\n\n" + "sail " * (LONGEST_PARAGRAPH // 5)
    assert shown(f"Type:{long}{REST}", 5).text == "Type:"


def test_a_table_is_not_widened() -> None:
    assert shown(f"{LEAD}:{ITEMS}", len(LEAD) + 1, "table").text == f"{LEAD}:"


def test_an_item_that_does_not_fit_is_left_out_whole() -> None:
    first = "\n- " + "a " * 100
    second = "\n- " + "b\n" * 300
    assert length_announced(f"{first}{second}", colon=True) == len(first.rstrip())


def test_nothing_follows_the_end_of_a_document() -> None:
    assert length_announced("", colon=True) == 0


@given(st.text(alphabet="a1.- \n:•", max_size=900), st.booleans())
def test_what_is_added_is_short_and_ends_with_a_word(after: str, colon: bool) -> None:
    length = length_announced(after, colon=colon)
    assert 0 <= length <= min(LONGEST, len(after))
    assert after[:length] == after[:length].rstrip()


@pytest.mark.parametrize(
    "below",
    [
        "\n\n| Sail | Size |\n|---|---|\n| jib | 9 |\n| lug | 12 |",
        "\n\nSail Size\n\njib nine of them lug twelve of them mizzen all the rest",
        "\n\n- a jib\n- a lug",
    ],
)
def test_a_passage_goes_on_with_the_table_that_it_promises(below: str) -> None:
    lead = "A boat is dear. The following sails are sold."
    assert shown(f"{lead}{below}{REST}", len(lead)).text == f"{lead}{below}"
    other = "A boat is dear. The sails are sold."
    assert shown(f"{other}{below}{REST}", len(other)).text == other
    assert shown(f"{lead}{REST}", len(lead)).text == lead
