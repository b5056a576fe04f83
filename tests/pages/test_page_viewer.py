"""The page beside an answer: what is sent to the browser, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.page_pane import LEAST_REACH, inside, reach, shares
from app.shown import Shown, cited_spans, document_spans
from backend.types import Answer, Box, Chunk, Citation, Hit, PageImage, Sentence, Signal, Usage
from components.page_viewer import as_plain, example, marks_in_percent
from components.palette import retriever_color
from components.quote_cards import Quote, QuoteCardsView, cards_of, lead_of, quotes_of


def _image(*boxes: Box) -> PageImage:
    return PageImage(b"", 1000, 2000, boxes)


def test_words_of_one_line_are_one_mark_and_lines_stay_apart() -> None:
    word, next_word = Box(100, 200, 200, 220), Box(210, 202, 300, 222)
    below, other_column = Box(100, 240, 300, 260), Box(600, 240, 900, 260)
    assert marks_in_percent(_image(next_word, word, below, other_column)) == [
        (10.0, 10.0, 20.0, 1.1),
        (10.0, 12.0, 20.0, 1.0),
        (60.0, 12.0, 30.0, 1.0),
    ]


def test_a_page_is_zoomed_to_what_is_marked_but_never_closer_than_a_row_needs() -> None:
    assert reach(_image()) == (0.06, 0.94)
    assert reach(_image(Box(100, 0, 900, 20))) == pytest.approx((0.07, 0.93))
    left, right = reach(_image(Box(900, 0, 990, 20)))
    assert (left, right) == pytest.approx((1 - LEAST_REACH, 1.0))
    left, right = reach(_image(Box(10, 0, 60, 20)))
    assert (left, right) == pytest.approx((0.0, LEAST_REACH))


def test_shares_are_of_what_spoke_for_a_passage() -> None:
    chunk = Chunk("a", "d", "s", 0, "Text.", 0, 5, (0,), "prose", "T", ())
    signals = (
        Signal("lexical", 1, 1.0, 1.0, 1.0),
        Signal("dense", 1, 1.0, 1.0, 3.0),
        Signal("page", 1, 1.0, 1.0, -2.0),
    )
    assert shares(Hit(chunk, 2.0, signals), dark=False) == (
        (75.0, retriever_color("dense", dark=False)),
        (25.0, retriever_color("lexical", dark=False)),
    )
    assert shares(Hit(chunk, 0.0, ()), dark=True) == ()


def test_a_text_is_cut_at_what_is_quoted() -> None:
    assert inside("One. Two. Three.", [(5, 9)], marked=True) == [
        ("here", "One. "),
        ("mark", "Two."),
        ("here", " Three."),
    ]
    assert inside("One. Two.", [(5, 99), (5, 9)], marked=True) == [
        ("here", "One. "),
        ("mark", "Two."),
    ]
    assert inside("One. Two.", [(5, 9)], marked=False) == [("here", "One. Two.")]


def test_a_row_of_a_table_is_cited_whole_and_marked_where_it_stands() -> None:
    row = Chunk("r", "d", "s", 0, "Sales — 2022: 12", 100, 112, (0,), "table_row", "T", ())
    citation = Citation(1, "r", "d", 0, 100, 112, True)
    shown = Shown("?", (), (), (citation,))
    assert cited_spans(shown, row) == [(0, len(row.text))]
    assert document_spans(shown, row) == [(100, 112)]


def test_what_the_browser_is_given_is_plain_and_clean() -> None:
    plain = as_plain(example())
    assert plain["place"] == "1 / 3"
    assert (plain["before"], plain["after"]) == (False, True)
    assert str(plain["image"]).startswith("data:image/webp;base64,")
    assert plain["description"] == "Annual report, page 1 of 3: the quoted part is marked"


def _answer(text: str, *sentences: Sentence) -> Answer:
    chunks = [
        Chunk(name, "d", "s", 0, "Text.", 0, 5, (page,), "prose", "Report", ("Sales",))
        for name, page in (("a", 0), ("b", 6))
    ]
    return Answer(
        id="i", question="?", pipeline="naive", text=text, short="", found=True,
        sentences=sentences, citations=(Citation(2, "b", "d", 7, 0, 5, True),),
        hits=tuple(Hit(chunk, 1.0, ()) for chunk in chunks), steps=(), usage=Usage(),
        answered_by="local reader", settings={}, index_version=1, at=0.0,
    )  # fmt: skip


def test_sentences_on_one_passage_are_one_card_and_its_page_is_the_cited_one() -> None:
    text = "Not found.\n\nOne. Two. Three."
    answer = _answer(
        text,
        Sentence("Not found.", 0, 10, (), None),
        Sentence("One.", 12, 16, (2,), True),
        Sentence("Two.", 17, 21, (2,), False, "“Two” is missing."),
        Sentence("Three.", 22, 28, (1,), True),
    )
    first, second = quotes_of(answer)
    assert (first.number, first.page, first.section) == (2, "p. 8", "Sales")
    assert first.sentences == (("One.", ""), ("Two.", "“Two” is missing."))
    assert (second.number, second.page) == (1, "p. 1")
    assert lead_of(answer) == "Not found."


def test_quotes_of_one_passage_that_do_not_follow_each_other_are_set_apart() -> None:
    text = "One. Two.\n\nthree four.\n\n… five."
    spans = [(0, 4), (5, 9), (11, 22), (24, 31)]
    said = [Sentence(text[a:b], a, b, (1,), True) for a, b in spans]
    (only,) = quotes_of(replace(_answer(text, *said), text=text))
    assert [quoted for quoted, _ in only.sentences] == [
        "One.", "Two.", "… three four.", "… five."
    ]  # fmt: skip


def test_a_citation_of_a_passage_that_is_not_there_makes_no_card() -> None:
    answer = _answer("One.", Sentence("One.", 0, 4, (9,), True))
    assert quotes_of(answer) == ()


def test_the_first_line_is_marked_in_a_quote_else_the_first_sentence() -> None:
    quotes = (
        Quote(1, "R", "", "p. 1", (("Sales rose 8 % to 12.", ""), ("Costs fell.", "why"))),
        Quote(2, "R", "", "", (("They rose 8 %.", ""),)),
    )
    first, second = cards_of(QuoteCardsView(quotes, key="8 %"))
    assert first["quotes"] == [
        ["Sales rose ", "8 %", " to 12.", ""],
        ["Costs fell.", "", "", "why"],
    ]
    assert second["quotes"] == [["They rose ", "8 %", ".", ""]]
    assert (first["name"], second["name"]) == ("Source 1: R, p. 1", "Source 2: R")
    plain = cards_of(QuoteCardsView(quotes, key="something else"))
    assert plain[0]["quotes"] == [
        ["", "Sales rose 8 % to 12.", "", ""],
        ["Costs fell.", "", "", "why"],
    ]
