"""What is embedded for a chunk."""

from __future__ import annotations

from backend.ingestion.passage_text import PREFIX_TOKENS, chunk_token_budget, embedding_text
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
