"""Quoted rows are drawn as a small table, in the cards of quotes and beside an opened passage."""

from __future__ import annotations

from dataclasses import replace

from backend.types import QuotedRow, QuotedTable
from components import small_table
from components.quote_cards import Quote, QuoteCardsView, cards_of, quotes_of
from tests.pages.standin import HOSTILE, make_answer

WIDE = QuotedTable(
    "t",
    "Orders",
    "Order",
    "EUR",
    ("Price", "City", "Item", "Day"),
    1,
    (QuotedRow("1050", ("Spring",), ("185", "Leeds", "Shelf", "3 May")),),
    further=2,
)


def test_a_short_row_lies_with_the_asked_column_first() -> None:
    shown = small_table.as_plain(small_table.example(), marked=True)
    assert (shown["caption"], shown["heads"]) == ("Orchard · in kg", ["", "2024", "2023"])
    assert (shown["asked"], shown["first"], shown["upright"]) == (1, 1, False)
    assert shown["rows"] == [
        {"label": "Seeds", "group": "", "cells": ["420", "760"], "asked": False}
    ]


def test_a_row_of_many_columns_stands_upright_under_what_it_is_of() -> None:
    shown = small_table.as_plain(WIDE)
    assert shown["subject"] == "Spring › Order 1050"
    assert shown["rows"][0] == {"label": "Price", "group": "", "cells": ["185"], "asked": True}  # type: ignore[index]
    assert [row["asked"] for row in shown["rows"]] == [True, False, False, False]  # type: ignore[attr-defined]
    assert shown["note"] == "2 further columns in the table."


def test_a_long_cell_stands_upright_too() -> None:
    row = QuotedRow("Clause 4", (), ("The tenant pays for the water that is used.",))
    assert small_table.is_upright(replace(WIDE, heads=("Text",), rows=(row,)))


def test_rows_are_read_out_with_head_and_cell() -> None:
    assert (
        small_table.read_out(small_table.example())
        == "Orchard · in kg. Seeds. 2024: 420; 2023: 760"
    )


def test_what_stands_in_a_file_is_never_markup() -> None:
    row = QuotedRow(HOSTILE, (), ("\u202e7",))
    shown = small_table.as_plain(replace(WIDE, title=HOSTILE, heads=("A",), asked=0, rows=(row,)))
    assert shown["rows"][0]["label"] == HOSTILE  # type: ignore[index]  # goes in as textContent
    assert shown["rows"][0]["cells"] == ["7"]  # type: ignore[index]


def test_a_quoted_row_is_a_table_and_other_quotes_stay_sentences() -> None:
    quotes = quotes_of(make_answer(), {1: small_table.example()})
    assert [quote.table is not None for quote in quotes if quote.number == 1] == [True]
    assert all(quote.table is None for quote in quotes if quote.number != 1)


def test_only_the_first_quote_of_an_answer_is_marked() -> None:
    quote = Quote(1, "Report", "", "p. 1", (("Seeds — 2024: 420", ""),), small_table.example())
    two = (quote, replace(quote, number=2))
    assert [card["table"]["marked"] for card in cards_of(QuoteCardsView(two))] == [True, False]  # type: ignore[index]
    assert not cards_of(QuoteCardsView(two, near=True))[0]["table"]["marked"]  # type: ignore[index]


def test_a_title_that_stands_on_top_of_the_card_is_not_repeated() -> None:
    quote = Quote(1, "Report", "Orchard", "", (("Seeds — 2024: 420", ""),), small_table.example())
    (card,) = cards_of(QuoteCardsView((quote,)))
    assert card["table"]["caption"] == "in kg"  # type: ignore[index]
    assert str(card["words"]).startswith("in kg. Seeds.")


def test_as_html_a_row_lies_or_stands_and_no_text_becomes_markup() -> None:
    lying = small_table.as_html(small_table.example())
    assert "<p class='quire-rows-caption'>Orchard · in kg</p>" in lying
    assert "<tr><th></th><th class='quire-asked'>2024</th><th>2023</th></tr>" in lying
    assert "<tr><th>Seeds</th><td class='quire-asked'>420</td><td>760</td></tr>" in lying
    upright = small_table.as_html(WIDE)
    assert "quire-upright" in upright
    assert upright.count("<tr>") == len(WIDE.heads)
    row = replace(small_table.example().rows[0], label="<b>x</b>", cells=("<i>1</i>", "2"))
    made = small_table.as_html(replace(small_table.example(), title="<u>t</u>", rows=(row,)))
    assert not any(tag in made for tag in ("<b>", "<i>", "<u>"))


def test_in_brief_the_asked_columns_of_the_first_row_stay_and_the_rest_is_counted() -> None:
    brief = small_table.in_brief(WIDE)
    assert (brief.heads, brief.rows[0].cells) == (("Price",), ("185",))
    assert (brief.asked, brief.further, brief.more_rows) == (1, 5, 0), "2 further, and 3 cut off"
    unasked = small_table.in_brief(replace(WIDE, asked=0, rows=WIDE.rows * 3))
    assert unasked.heads == ("Price", "City", "Item")
    assert (unasked.asked, unasked.further, unasked.more_rows) == (0, 3, 2)
    every = small_table.in_brief(replace(WIDE, asked=4))
    assert (every.asked, len(every.heads), every.further) == (3, 3, 3)
