"""What tables between rules are made of: columns told by blanks, names over them, rows of several
lines, and what stands above and below the rules; each by itself, over words in their places."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from backend.readers.layout.lined_bands import may_name, names_above, rows_below, without_caption
from backend.readers.layout.lined_header import header_of, with_label_numbers
from backend.readers.layout.lined_rows import entries_of
from backend.readers.layout.lined_tables import lined_tables
from backend.readers.layout.rows import fragments, rows
from backend.readers.layout.rule_runs import Rule, RuleRun
from backend.readers.layout.shapes import FragmentRow, PrintedTable, Word
from backend.readers.layout.white_columns import Zone, columns_of, words_in

SIZE, LETTER = 10.0, 5.0


def at(text: str, left: float, top: float, *, size: float = SIZE) -> list[Word]:
    """The words of a text, a blank of three points between them."""
    words = []
    for part in text.split():
        right = left + LETTER * len(part)
        words.append(Word(part, left, top, right, top + size, size, False))
        left = right + 3.0
    return words


def lines(*placed: tuple[str, float, float]) -> list[FragmentRow]:
    return rows(fragments([word for each in placed for word in at(*each)]))


def texts_of(entries: Sequence[Sequence[Sequence[Word]]]) -> list[tuple[str, ...]]:
    return [tuple(" ".join(word.text for word in cell) for cell in entry) for entry in entries]


# --- columns --------------------------------------------------------------------------------------


def test_a_sign_is_of_the_figures_beside_it() -> None:
    body = lines(
        *[("Tolls", 0, 0), ("$", 100, 0), ("310", 130, 0), ("12", 200, 0), ("%", 230, 0)],
        *[("Rents", 0, 20), ("$", 100, 20), ("120", 130, 20), ("7", 200, 20), ("%", 230, 20)],
    )
    assert columns_of(body) == [Zone(0, 25), Zone(100, 145), Zone(200, 235)]


def test_a_label_that_reaches_over_figures_of_other_rows_closes_no_column() -> None:
    body = lines(
        *[("Tolls", 0, 0), ("310", 100, 0), ("12", 200, 0)],
        *[("Rents", 0, 20), ("120", 100, 20), ("7", 200, 20)],
        *[("Growth of tolls and of rents", 0, 40), ("5", 200, 40)],
    )
    zones = columns_of(body)
    assert [zone.left for zone in zones] == [0, 100, 200]
    assert texts_of(entries_of([body], zones))[-1] == ("Growth of tolls and of rents", "", "5")


# --- names ----------------------------------------------------------------------------------------

ZONES = [Zone(0, 40), Zone(100, 120), Zone(160, 180), Zone(220, 240), Zone(280, 300)]
LOWER = [("Ship", 0, 20), ("Young", 96, 20), ("Old", 162, 20), ("Young", 216, 20), ("Old", 282, 20)]


def test_names_on_one_rule_have_as_many_columns_each_wherever_they_stand() -> None:
    names = lines(("All", 100, 0), ("Mates", 220, 0), *LOWER)
    assert header_of(names, ZONES, [RuleRun(14, 95, 305)]) == (
        ("Ship",),
        ("All", "Young"),
        ("All", "Old"),
        ("Mates", "Young"),
        ("Mates", "Old"),
    )


def test_a_name_on_a_rule_is_of_the_columns_below_it_alone() -> None:
    names = lines(("Landed", 160, 0), *LOWER)
    found = header_of(names, ZONES, [RuleRun(14, 155, 305)])
    assert found is not None
    assert found[1] == ("Young",)
    assert found[2:] == (("Landed", "Old"), ("Landed", "Young"), ("Landed", "Old"))


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("2031", True),
        ("Level 1", True),
        ("(£000)", True),
        ("No.", True),
        ("23", False),
        ("Change 230", False),
        ("Left —", False),
        ("£410", False),
        ("It was sold.", False),
    ],
)
def test_figures_and_sentences_are_no_names(last: str, told: bool) -> None:
    zones = [Zone(0, 40), Zone(100, 120), Zone(160, 240)]
    found = header_of(lines(("Ship", 0, 0), ("Sold", 100, 0), (last, 160, 0)), zones, [])
    assert (found is not None) is told


def test_what_numbers_the_rows_is_of_the_labels_that_one_name_reaches_over() -> None:
    zones = [Zone(0, 5), Zone(15, 90), Zone(150, 170)]
    over_both = lines(("Option", 0, 0), ("Cost", 150, 0))
    assert with_label_numbers(zones, over_both) == [Zone(0, 90), Zone(150, 170)]
    apart = lines(("No", 0, 0), ("Option", 15, 0), ("Cost", 150, 0))
    assert with_label_numbers(zones, apart) == zones


# --- rows -----------------------------------------------------------------------------------------

PAIR = [Zone(0, 90), Zone(120, 200)]


@pytest.mark.parametrize(
    ("first", "second", "step", "joined"),
    [
        ("RUN (set,", ("Npoints)", 0), 12, True),  # a bracket is open above it
        ("RUN", ("Sets", 0), 12, False),
        ("RUN", ("of the mean", 120), 12, True),  # no label
        ("RUN", ("of the mean", 0), 12, True),  # in small letters
        ("RUN", ("of the mean", 120), 30, False),  # too far below
    ],
)
def test_which_lines_go_on_with_a_row(
    first: str, second: tuple[str, float], step: float, joined: bool
) -> None:
    body = lines((first, 0, 0), ("Running average", 120, 0), (*second, step))
    assert (len(entries_of([body], PAIR)) == 1) is joined


def test_lines_closer_than_rows_with_figures_go_on_whatever_their_letters() -> None:
    body = lines(
        *[("Bond of the", 0, 0), ("31", 120, 0)],
        *[
            ("Alder Fund", 0, 11),
            ("Tern", 0, 33),
            ("42", 120, 33),
            ("Gannet", 0, 66),
            ("7", 120, 66),
        ],
    )
    assert [label for label, _ in texts_of(entries_of([body], PAIR))] == [
        "Bond of the Alder Fund",
        "Tern",
        "Gannet",
    ]


def test_a_row_of_dots_alone_is_none() -> None:
    body = lines(
        ("Tern", 0, 0), ("42", 120, 0), (". . . . .", 0, 20), ("Ling", 0, 40), ("7", 120, 40)
    )
    assert texts_of(entries_of([body], PAIR)) == [("Tern", "42"), ("Ling", "7")]


# --- above and below the rules --------------------------------------------------------------------


def said(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in sorted(words, key=lambda each: (each.top, each.left)))


@pytest.mark.parametrize(
    ("caption", "top", "kept"),
    [
        ("Table 4 The ships of Alder", 0, False),
        ("Ship", 0, False),  # apart from the names
        ("Ship", 8, True),  # the first line of a name
    ],
)
def test_a_caption_is_no_name(caption: str, top: float, kept: bool) -> None:
    above = [
        word
        for each in ((caption, 0, top), ("and", 0, 20), ("Sold", 100, 20))
        for word in at(*each)
    ]
    assert (caption in said(without_caption(above))) is kept


@pytest.mark.parametrize(
    ("text", "may"),
    [("2031", True), ("12", True), ("(£000)", True), ("£410", False), ("1,310", False)],
)
def test_what_may_be_names(text: str, may: bool) -> None:
    assert may_name([*at("Ship", 0, 0), *at(text, 100, 0)]) is may


def test_a_text_alone_is_a_name_where_it_has_a_rule_or_a_column_and_is_no_title() -> None:
    names = [*at("Ship", 0, 40), *at("Sold", 100, 40), *at("Left", 200, 40)]
    rule = RuleRun(36, 95, 240)
    top = at("Budget", 140, 24)
    assert said(names_above([*top, *names], 52, 0, [rule], 240)) == "Budget Ship Sold Left"
    assert said(names_above([*top, *names], 52, 0, [], 240)) == "Ship Sold Left"
    over_one = at("Crates", 96, 27)
    assert said(names_above([*over_one, *names], 52, 0, [], 240)) == "Crates Ship Sold Left"
    title = at("Budget", 140, 20, size=14)
    assert said(names_above([*title, *names], 52, 0, [rule], 240)) == "Ship Sold Left"


def test_rows_go_on_below_a_rule_and_a_note_does_not() -> None:
    total, note = [*at("All", 0, 8), *at("781", 120, 8)], at("Crates of fish", 0, 24)
    prose = at("The crates are counted on the quay each day of the week but one", 0, 24)

    def below(words: Sequence[Word]) -> str:
        return said([word for row in rows_below(words, 0, 200) for word in words_in(row)])

    assert below([*total, *note]) == "All 781"
    assert below([*total, *prose]) == "All 781"
    assert below([*at("All", 0, 40), *at("781", 120, 40)]) == ""


# --- whole tables ---------------------------------------------------------------------------------


def table_between(rules: Sequence[float], *placed: tuple[str, float, float]) -> list[PrintedTable]:
    words = [word for each in placed for word in at(*each)]
    return [each.table for each in lined_tables([Rule(-5, y, 400, y) for y in rules], words)]


NAMES = [("Ship", 0, 5), ("Sold", 100, 5), ("Left", 160, 5), ("Remark", 220, 5)]
ROWS = [
    *[("Tern", 0, 30), ("31", 100, 30), ("4", 160, 30), ("As planned", 220, 30)],
    *[("Ling", 0, 50), ("42", 100, 50), ("6", 160, 50), ("Too late", 220, 50)],
]


def test_a_total_below_the_last_rule_is_one_of_the_rows() -> None:
    total = [("All", 0, 75), ("73", 100, 75), ("10", 160, 75)]
    (table,) = table_between([0, 20, 65], *NAMES, *ROWS, *total)
    assert [cells for _, cells in table.rows][-1] == ("All", "73", "10", "")


def test_names_of_a_next_table_in_the_same_space_end_the_first() -> None:
    again = [("Quay", 0, 70), ("Sold", 100, 70), ("Left", 160, 70), ("Remark", 220, 70)]
    more = [("North", 0, 90), ("5", 100, 90), ("7", 160, 90), ("Closed", 220, 90)]
    assert table_between([0, 20, 110], *NAMES, *ROWS, *again, *more) == []


@pytest.mark.parametrize(("mark", "tables"), [("•", 0), ("A", 1)])
def test_the_entries_of_a_list_are_no_rows(mark: str, tables: int) -> None:
    """Below names that each have a column of their own."""
    entries = [
        (text, left, 20.0 * number + 10)
        for number in range(1, 4)
        for text, left in ((mark, 0), (f"puts the boat in berth {number}", 60))
    ]
    names = [("Key", 0, 5), ("Meaning", 60, 5)]
    assert len(table_between([0, 20, 95], *names, *entries)) == tables
