"""Quoted rows read as tables in a terminal and in an exported answer."""

from __future__ import annotations

from dataclasses import replace

from backend.evidence.bundle import as_markdown, text_hash
from backend.evidence.quoted_text import WIDTH, as_lines, quoted_whole, with_tables
from backend.types import Answer, Chunk, Hit, QuotedRow, QuotedTable, Sentence, Usage, Verdict

SALES = QuotedTable(
    "t",
    "Income",
    "",
    "million USD",
    ("2022", "2021"),
    1,
    (QuotedRow("Net sales", (), ("1,020", "900")),),
    further=1,
)
ROW = "Income: Net sales — 2021: 900; 2022: 1,020"


def answer(text: str, *sentences: Sentence, short: str = "") -> Answer:
    row = Chunk("c", "d", "s", 0, ROW, 0, 20, (0,), "table_row", "Report", (), "t", 0)
    prose = Chunk("p", "d", "s", 1, "They rose.", 30, 40, (0,), "prose", "Report")
    return Answer(
        id="a",
        question="What were net sales in 2022?",
        pipeline="naive",
        text=text,
        short=short,
        found=True,
        sentences=sentences,
        citations=(),
        hits=(Hit(row, 1.0, ()), Hit(prose, 0.5, ())),
        steps=(),
        usage=Usage(),
        answered_by="local reader",
        settings={},
        index_version=1,
        at=0.0,
        verdict=Verdict.LIKELY,
    )


def quoted(short: str = "") -> Answer:
    text = f"{ROW} [1]\n\nThey rose. [2]"
    end = len(ROW) + 4
    return answer(
        text,
        Sentence(ROW, 0, end, (1,), True),
        Sentence("They rose.", end + 2, len(text), (2,), True),
        short=short,
    )


def test_a_row_is_printed_under_its_heads() -> None:
    assert as_lines(SALES) == [
        "Income, in million USD",
        "              2022  2021",
        "  Net sales  1,020   900",
        "  (1 further column in the table)",
    ]


def test_a_row_too_wide_for_a_terminal_stands_upright() -> None:
    wide = QuotedTable(
        "t", "", "Order", "", ("Item", "Remark"), 0, (QuotedRow("7", (), ("Shelf", "x" * WIDTH)),)
    )
    assert as_lines(wide) == ["  7", "    Item    Shelf", f"    Remark  {'x' * WIDTH}"]


def test_the_table_stands_where_the_row_was_quoted_and_keeps_its_mark() -> None:
    assert (
        with_tables(quoted(), {1: SALES}, lambda _: ["TABLE"]) == "TABLE\n\n[1]\n\nThey rose. [2]"
    )


def test_only_rows_that_are_quoted_as_they_stand_are_drawn() -> None:
    reworded = "Net sales were 1,020 million dollars."
    assert not quoted_whole(answer(reworded, Sentence(reworded, 0, len(reworded), (1,), True)))


def test_the_export_shows_the_row_as_a_table_that_no_viewer_takes_for_more() -> None:
    hostile = QuotedTable(
        "t", "", "", "", ("a|b",), 0, (QuotedRow("[x](http://e.example)", (), ("<b>",)),)
    )
    written = as_markdown(quoted(short="Net sales — 2022: 1,020"), {}, {1: SALES})
    assert written.count("| Net sales | 1,020 | 900 |") == 2  # the answer, and the evidence
    assert "|  | 2022 | 2021 |\n| --- | ---: | ---: |" in written
    assert "Net sales — 2022" not in written
    assert text_hash(ROW) in written
    shown = as_markdown(quoted(), {}, {1: hostile})
    assert "a\\|b" in shown
    assert "<b>" not in shown
    assert "](http" not in shown


def test_a_text_with_the_sign_that_holds_a_tables_place_is_not_taken_for_one() -> None:
    text = "\ue0000\ue000"
    made = answer(text, Sentence(text, 0, len(text), (2,), True))
    assert "| Net sales |" not in as_markdown(made, {}, {}).split("## Evidence")[0]


def test_a_line_says_what_a_table_says_only_where_its_first_columns_are_asked_for() -> None:
    line = "Net sales — 2022: 1,020"
    assert SALES.is_said_by(line)
    assert not SALES.is_said_by("Gross profit — 2022: 400")
    assert not replace(SALES, asked=0).is_said_by(line)


def test_a_line_of_a_whole_row_is_said_better_by_the_table() -> None:
    unasked = replace(SALES, asked=0)
    assert unasked.is_said_by("Net sales — 2022: 1,020; 2021: 900; Change: 13 %")
    assert unasked.is_said_by("2022 2021 Net sales 1,020 900")
    assert not unasked.is_said_by("Net sales, 2022: 1,020 million USD")
    assert not unasked.is_said_by("Net sales rose to 1,020.")


def test_two_quotes_of_one_passage_are_drawn_once() -> None:
    text = f"{ROW} [1]\n\n{ROW} [1]\n\nThey rose. [2]"
    end = len(ROW) + 4
    twice = answer(
        text,
        Sentence(ROW, 0, end, (1,), True),
        Sentence(ROW, end + 2, 2 * end + 2, (1,), True),
        Sentence("They rose.", 2 * end + 4, len(text), (2,), True),
    )
    assert with_tables(twice, {1: SALES}, lambda _: ["TABLE"]) == "TABLE\n\n[1]\n\nThey rose. [2]"


def test_a_sentence_of_words_is_no_stretch_of_a_table() -> None:
    assert quoted_whole(quoted()) == {1}  # "They rose." stands in its passage word for word
