"""Where each chunker cuts, worked out by hand with the small embedder (a word of up to four
letters is one token, a mark is one).
"""

from __future__ import annotations

import numpy as np
import pytest

from backend import registry
from backend.chunkers.semantic import chosen_percentile, distance_threshold, length_threshold
from backend.ports import ChunkDraft
from backend.types import CollectionSettings, Section, Table
from tests.chunking import SmallEmbedder, reading_of, sections_at, table_at


def split(
    name: str,
    text: str,
    *,
    size: int,
    overlap: int = 0,
    sections: tuple[Section, ...] = (),
    tables: tuple[Table, ...] = (),
    limit: int = 64,
) -> list[ChunkDraft]:
    choice = CollectionSettings(chunk_tokens=size, overlap_tokens=overlap)
    chunker = registry.load("backend.chunkers", name).build()
    drafts: list[ChunkDraft] = chunker.split(
        reading_of(text, tables), sections, choice, SmallEmbedder(), limit
    )
    return drafts


def texts(drafts: list[ChunkDraft]) -> list[str]:
    return [draft.text for draft in drafts]


def test_fixed_windows_overlap_by_tokens() -> None:
    text = "a b c d e f g h i j"
    assert texts(split("fixed", text, size=4, overlap=1)) == ["a b c d", "d e f g", "g h i j"]


def test_fixed_keeps_words_whole() -> None:
    # "abcdefgh" is two tokens: the window of three ends before it instead of inside.
    assert texts(split("fixed", "a b abcdefgh c", size=3)) == ["a b", "abcdefgh c"]


def test_recursive_packs_whole_sentences() -> None:
    text = "One a. Two b. Thre c. Four d."  # three tokens each
    assert texts(split("recursive", text, size=6)) == ["One a. Two b.", "Thre c. Four d."]


def test_recursive_overlaps_by_whole_sentences() -> None:
    text = "One a. Two b. Thre c. Four d."
    assert texts(split("recursive", text, size=6, overlap=3)) == [
        "One a. Two b.",
        "Two b. Thre c.",
        "Thre c. Four d.",
    ]


def test_recursive_prefers_the_end_of_a_paragraph() -> None:
    # Three sentences would fit into 9 tokens; two of them (6 of 9) end a paragraph.
    text = "One a. Two b.\n\nThre c. Four d."
    assert texts(split("recursive", text, size=9)) == ["One a. Two b.", "Thre c. Four d."]


def test_recursive_does_not_repeat_sentences_over_a_paragraphs_end() -> None:
    text = "One a. Two b.\n\nThre c. Four d."
    assert texts(split("recursive", text, size=6, overlap=3)) == [
        "One a. Two b.",
        "Thre c. Four d.",
    ]


def test_recursive_cuts_long_sentences_between_words() -> None:
    assert texts(split("recursive", "a b c d e f g", size=3)) == ["a b c", "d e f", "g"]


def test_long_sections_are_not_mixed() -> None:
    text = "Top one two thre four. End.\n\nNext one two thre four. End."
    start = text.index("Next")
    drafts = split("recursive", text, size=10, sections=sections_at(len(text), [start], [1]))
    assert [(draft.text[:4], draft.section) for draft in drafts] == [("Top ", 0), ("Next", 1)]


def test_a_lonely_heading_joins_its_first_subsection() -> None:
    text = "Part I\n\nItem 1\n\nSome words that stay here."
    starts = [text.index("Item")]
    drafts = split("recursive", text, size=16, sections=sections_at(len(text), starts, [1, 2]))
    assert texts(drafts) == [text]
    assert drafts[0].section == 1, "most of the text is in the subsection"


def test_a_short_subsection_does_not_join_the_next_chapter() -> None:
    text = "Item 9\n\nPart II\n\nSome words that stay here."
    starts = [text.index("Part")]
    drafts = split("recursive", text, size=20, sections=sections_at(len(text), starts, [2, 1]))
    assert len(drafts) == 2


def test_limit_is_stronger_than_the_size() -> None:
    assert texts(split("recursive", "a b c d", size=100, limit=2)) == ["a b", "c d"]


def test_endless_words_are_cut() -> None:
    drafts = split("recursive", "x" * 10_000, size=20)
    assert "".join(texts(drafts)) == "x" * 10_000
    assert max(len(draft.text) for draft in drafts) <= 20 * 4


TABLE_TEXT = "Intro text.\n\nRevenue | 17,846 | 15,301\nCosts | 9,010 | \nNote\n\nAfter."


def table() -> Table:
    return table_at(TABLE_TEXT, "Revenue", "Income statement", ["", "2023", "2022"])


def test_rows_repeat_title_and_header() -> None:
    rows = split("table", TABLE_TEXT, size=64, tables=(table(),))
    assert texts(rows) == [
        "Income statement: Revenue — 2023: 17,846; 2022: 15,301",
        "Income statement: Costs — 2023: 9,010",
    ]
    assert {row.kind for row in rows} == {"table_row"}
    assert TABLE_TEXT[rows[0].start : rows[0].end] == "Revenue | 17,846 | 15,301"


def test_headers_are_matched_from_the_right() -> None:
    short = table_at(TABLE_TEXT, "Revenue", "", ["2023", "2022"])
    rows = split("table", TABLE_TEXT, size=64, tables=(short,))
    assert rows[0].text == "Revenue — 2023: 17,846; 2022: 15,301"
    none = table_at(TABLE_TEXT, "Revenue", "", [])
    rows = split("table", TABLE_TEXT, size=64, tables=(none,))
    assert rows[0].text == "Revenue — 17,846; 15,301"


def test_a_row_knows_its_table_and_names_the_group_that_it_stands_in() -> None:
    text = "First | 1\nSecond | 2\n\nCurrent assets: | \nCash | 3\nStock | 4"
    tables = (
        table_at(text, "First", "Ranks", ["", "2023"]),
        table_at(text, "Current", "Balance", ["", "2023"]),
    )
    rows = split("table", text, size=64, tables=tables)
    assert [(row.table, row.row) for row in rows] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert rows[3].text == "Balance: Current assets: Stock — 2023: 4"


@pytest.mark.parametrize("limit", range(1, 20))
def test_rows_over_the_limit_are_parted(limit: int) -> None:
    rows = split("table", TABLE_TEXT, size=64, tables=(table(),), limit=limit)
    assert all(SmallEmbedder().count(row.text) <= limit for row in rows)
    assert "17" in " ".join(texts(rows))
    assert "010" in " ".join(texts(rows))


def test_prose_chunkers_cover_tables_and_say_so() -> None:
    drafts = split("recursive", TABLE_TEXT, size=6, tables=(table(),))
    start, end = table().start, table().end
    inside = [draft for draft in drafts if start <= draft.start and draft.end <= end]
    assert "Revenue | 17,846" in texts(inside)
    assert {draft.kind for draft in inside} == {"table"}
    assert {draft.kind for draft in drafts if draft not in inside} == {"prose"}


def test_short_sentences_are_those_below_median_plus_mad() -> None:
    # median of 2 4 6 8 20 is 6; deviations 4 2 0 2 14, their median 2
    assert length_threshold([2, 4, 6, 8, 20]) == 8.0
    assert length_threshold([]) == 0.0


def test_the_percentile_falls_from_90_to_75_with_the_coefficient_of_variation() -> None:
    assert chosen_percentile(np.array([1.0, 1.0, 1.0])) == 90.0  # CV 0
    # mean 1, standard deviation 0.5: half way between 0.25 and 0.75
    assert chosen_percentile(np.array([0.5, 1.5])) == pytest.approx(82.5)
    assert chosen_percentile(np.array([0.0, 0.0, 0.0, 4.0])) == 75.0  # CV 1.73
    assert chosen_percentile(np.zeros(3)) == 90.0
    assert distance_threshold(np.zeros(0)) == float("inf")


def test_semantic_cuts_where_the_subject_changes() -> None:
    ships = " ".join(f"Ship port dock crew sail {n}." for n in range(4))
    bread = " ".join(f"Oven loaf rye salt bake {n}." for n in range(4))
    drafts = split("semantic", f"{ships} {bread}", size=60)
    assert len(drafts) >= 2
    assert drafts[0].text.startswith("Ship")
    edges = {draft.start for draft in drafts}
    # Windows of three blur the border by one merged sentence.
    assert any(abs(edge - len(ships)) <= len("Oven loaf rye salt bake 0.") + 2 for edge in edges)
