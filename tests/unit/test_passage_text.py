"""What is embedded for a chunk."""

from __future__ import annotations

from backend.ingestion.passage_text import (
    PREFIX_TOKENS,
    chunk_token_budget,
    embedding_text,
    row_words,
)
from tests.chunking import SmallEmbedder


def test_title_and_headings_come_first() -> None:
    assert embedding_text("Annual report", ("Item 7", "Liquidity"), "Cash rose.") == (
        "Annual report > Item 7 > Liquidity\nCash rose."
    )


def test_what_the_chunk_begins_with_is_not_said_twice() -> None:
    assert embedding_text("Report", ("Report", "Liquidity"), "LIQUIDITY\n\nCash rose.") == (
        "Report\nLIQUIDITY\n\nCash rose."
    )
    assert embedding_text("", (), "Cash rose.") == "Cash rose."


def test_long_lines_lose_middle_headings_first() -> None:
    long = "very " * 60
    made = embedding_text("Report", (f"Part {long}", "Liquidity"), "Cash rose.")
    assert made == "Report > Liquidity\nCash rose."


def test_the_prefix_is_bounded() -> None:
    words = "word " * 300
    prefix, text = embedding_text(words, (words + "x", words + "y"), "Cash rose.").split("\n")
    assert text == "Cash rose."
    assert SmallEmbedder().count(prefix) <= PREFIX_TOKENS


def test_the_budget_leaves_room_for_the_prefix() -> None:
    assert chunk_token_budget(SmallEmbedder(510)) == 462
    assert chunk_token_budget(SmallEmbedder(64)) == 32  # never less than half


def test_a_row_is_embedded_by_its_words() -> None:
    row = (
        "Statement of income: Net revenue — 12 Weeks 3/25/2023: 17,846; 12 Weeks 3/19/2022: 16,200"
    )
    assert embedding_text("First quarter", ("Item 1", "Statements"), row, "table_row") == (
        "First quarter\nStatement of income: Net revenue — Weeks 2023 2022"
    )
    assert embedding_text("", (), "Tides: High water", "table_row") == "Tides: High water"


def test_a_row_keeps_words_years_and_figures_inside_words() -> None:
    assert row_words("Q1 results: Growth — Fiscal 2023: 14.3%; Core: (0.5)%; Note(a): n/m") == (
        "Q1 results: Growth — Fiscal 2023 Core Note(a) n/m"
    )
    assert row_words("Segment: Total — $(7); $16; 34") == "Segment: Total"
    assert row_words(" — 12; 13") == " — 12; 13"


def test_the_title_before_a_row_keeps_whole_words() -> None:
    made = embedding_text("word " * 40, (), "Label", "table_row")
    assert made == "word " * 11 + "word\nLabel"
