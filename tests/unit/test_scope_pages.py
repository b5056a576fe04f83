"""Pages as rows and terms: labels, headings, salience, and tables of a known kind."""

from __future__ import annotations

import math

import numpy as np
import pytest

from backend import glossaries
from backend.errors import SettingsError
from backend.scope.document_weights import DocumentWeights
from backend.scope.page_view import PageView
from backend.scope.pages import PagePart, Row, TableTitle, TermNumbers, is_heading, part_of, row_of
from backend.scope.statements import strength, table_scores
from backend.types import Box, Chunk, Line
from tests.parts_alone import pages_of

BOX = Box(0.0, 0.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("line", "label", "values"),
    [
        ("Net income  4,756  4,822  5,260", "Net income", 3),
        ("Interest expense  (112)  (113)", "Interest expense", 2),
        ("Other, net  41  —  42", "Other, net", 3),
        ("Total revenue $ 17,606 $ 15,785", "Total revenue", 2),
        ("Operating margin 35.2 % 34.1 %", "Operating margin", 2),
        ("2022 2021 2020", "2022 2021 2020", 0),
        ("It grew strongly in 2022", "It grew strongly in 2022", 0),
        ("Revenue:", "Revenue:", 0),
        ("", "", 0),
    ],
)
def test_a_row_is_a_label_and_the_values_that_end_it(line: str, label: str, values: int) -> None:
    assert row_of(line) == Row(label, values)


def test_a_line_of_many_numbers_is_read_in_one_pass() -> None:
    assert row_of("1 " * 20_000 + "x").values == 0


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("CONSOLIDATED STATEMENTS OF INCOME", True),
        ("Results of Operations", True),
        ("Item 9a. controls and other matters", True),
        ("The company sells ships to everyone who asks.", False),
        ("the company sells ships", False),
        ("12", False),
        ("A" * 200, False),
    ],
)
def test_headings_are_short_and_in_capitals(line: str, heading: bool) -> None:
    assert is_heading(line) == heading


STATEMENT = "\n".join(
    ["Consolidated Balance Sheets", "2023 2022"]
    + [f"{name} 1,{n:03d} 2,{n:03d}" for n, name in enumerate(["Inventories"] * 4 + ["Debt"] * 6)]
)
PROSE = "We keep some inventories near the harbour.\nShips wait for the pilot every winter."


def part(document: str, pages: list[str], vocabulary: TermNumbers) -> PagePart:
    text, lines, chunks = "", [], []
    for number, page in enumerate(pages):
        first = len(text)
        for line in page.splitlines():
            lines.append(Line(len(text), len(text) + len(line), number, BOX))
            text += line + "\n"
        chunk = (first, len(text), text[first:])
        chunks.append(
            Chunk(
                f"{document}-{number}",
                document,
                "",
                number,
                chunk[2],
                *chunk[:2],
                (number,),
                "prose",
            )
        )
    return part_of(document, text, lines, chunks, vocabulary)


def view(*pages: str) -> PageView:
    vocabulary = TermNumbers()
    return pages_of([part("a", list(pages), vocabulary)], vocabulary)


def test_passages_stand_on_their_pages() -> None:
    seen = view(PROSE, STATEMENT)
    assert seen.page_of == {"a-0": 0, "a-1": 1}
    assert [seen.passages_on(page) for page in (0, 1, 2)] == [("a-0",), ("a-1",), ()]
    assert seen.numbers.tolist() == [0, 1]
    assert seen.last.tolist() == [False, True]
    assert seen.rows.tolist() == [0, 10]
    assert seen.has_tables


def test_pages_have_the_weights_of_their_documents() -> None:
    vocabulary = TermNumbers()
    made = pages_of([part(each, [PROSE, PROSE], vocabulary) for each in "bdf"], vocabulary)
    plain = {"a": 9.0, "b": 1.0, "d": 2.0, "e": 9.0}
    wanted = [1.0, 1.0, 2.0, 2.0, 0.0, 0.0]
    assert made.weighed(plain).tolist() == wanted
    ids = sorted(plain)
    shared = DocumentWeights(ids, np.array([plain[each] for each in ids]))
    assert made.weighed(shared).tolist() == wanted
    assert made.weighed(shared.raised({"d": 1.0, "f": 0.5})).tolist() == [1, 1, 3, 3, 0.5, 0.5]
    assert made.weighed(DocumentWeights(["d"], np.array([4.0]))).tolist() == [0, 0, 4, 4, 0, 0]


def test_few_pages_do_not_outweigh_their_passages() -> None:
    assert not view(*[STATEMENT] * 39).has_many_pages
    assert view(*[STATEMENT] * 40).has_many_pages


def test_prose_alone_has_no_tables() -> None:
    assert not view(PROSE, PROSE).has_tables
    assert not pages_of([], TermNumbers()).has_tables


def test_a_report_among_manuals_has_tables_and_the_collection_has_none() -> None:
    seen = view(*[PROSE] * 18, *[STATEMENT] * 3)
    assert not seen.has_tables  # 3 of 21 pages are fewer than 15 of 100
    assert view(*[PROSE] * 17, *[STATEMENT] * 3).has_tables
    last = np.arange(21) > 11
    assert seen.has_tables_among(last)
    assert not seen.has_tables_among(~last)
    assert not seen.has_tables_among(np.zeros(21, bool))


def test_terms_that_label_rows_are_salient() -> None:
    weights = view(PROSE, STATEMENT).salient(["inventori", "harbour", "unknown", "2023"])
    # one line of prose holds "harbour": (0 + 5 r) / (1 + 5) / r
    assert weights["harbour"] == pytest.approx(5 / 6)
    # 4 of 5 lines with "inventories" are rows, more than of all lines
    assert weights["inventori"] > 1.0
    assert weights["unknown"] == 1.0
    assert weights["2023"] <= 0.4


def test_bm25_uses_the_idf_of_the_pages_that_are_searched() -> None:
    seen = view("ships", "ships sail", "pilots")
    everywhere = seen.bm25({"ship": 1.0}, np.ones(3, bool))
    first_two = seen.bm25({"ship": 1.0}, np.array([True, True, False]))
    # page 1 of length 1, mean length 4/3: f (k1+1) / (f + k1 (1 − b + b · 3/4))
    saturated = 2.2 / (1 + 1.2 * (0.25 + 0.75 * 0.75))
    assert everywhere[0] == pytest.approx(math.log(1 + 1.5 / 2.5) * saturated, rel=1e-5)
    assert first_two[0] == pytest.approx(math.log(1 + 0.5 / 2.5) * saturated, rel=1e-5)
    assert everywhere[2] == 0.0


def test_a_table_is_known_by_its_title_and_its_rows() -> None:
    glossary = glossaries.load("finance")
    seen = view(PROSE, STATEMENT, "Balance Sheets\nsee the notes")
    assert table_scores(seen, ["balance sheet"], glossary).tolist() == [0.0, 1.0, 0.0]
    assert table_scores(seen, ["income statement"], glossary).tolist() == [0.0, 0.0, 0.0]
    assert table_scores(seen, [], glossary).tolist() == [0.0, 0.0, 0.0]


def test_a_title_counts_less_further_down_and_for_a_part() -> None:
    glossary = glossaries.load("finance")

    def sure(text: str, line: int = 0, rows: int = 20, near: str = "") -> float:
        return strength(TableTitle(text, line, rows, near), "balance sheet", glossary)

    assert sure("Consolidated Balance Sheets") == 1.0
    assert sure("Balance Sheets") == 0.8
    assert sure("Consolidated Balance Sheets", line=20) == 0.6
    assert sure("Consolidated Balance Sheets", near="Selected data") == 0.5
    assert sure("Consolidated Balance Sheets", rows=7) == 0.0
    assert sure("See the consolidated balance sheets") == 0.0


def test_the_finance_glossary_knows_what_ratios_need() -> None:
    glossary = glossaries.load("finance")
    intent = glossary.intent("Has the quick ratio improved?")
    assert "total current liabilities" in intent.labels
    assert intent.tables == ("balance sheet",)
    assert glossary.intent("Why did the quick ratio improve?").tables == ()
    assert glossary.intent("Who is the pilot?").labels == ()


def test_glossaries_are_listed_and_unknown_ones_refused() -> None:
    assert "finance" in glossaries.names()
    with pytest.raises(SettingsError, match="no glossary “law”"):
        glossaries.load("law")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title = 1 = 2", "cannot be used"),
        ('title = "x"', "entries"),
        ('title = "x"\n[[entries]]\nasks = "("\nlabels = []\ntables = []', "cannot be used"),
        ('title = "x"\n[[entries]]\nasks = "a"\nlabels = []\ntables = ["t"]', "does not describe"),
    ],
)
def test_a_broken_glossary_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        glossaries.parsed("broken", text)


def test_values_on_lines_of_their_own_belong_to_the_label_before() -> None:
    text = "Net sales\n1,200\n1,100\nfell"
    chunk = Chunk("c", "d", "", 0, text, 0, len(text), (0,), "prose")
    vocabulary = TermNumbers()
    made = part_of("d", text, [], [chunk], vocabulary)
    assert made.rows.tolist() == [1]
    assert {vocabulary.terms["net"], vocabulary.terms["sale"]} == set(made.labels[:, 2].tolist())
