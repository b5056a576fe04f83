"""What a table is searched by in the comparison of its forms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from backend.types import Chunk
from bench._table_units import Unit, block_text, blocks, outside, spans
from bench.table_passages import Ranker
from tests.unit.test_table_card import cell, row, sales


def sizes(groups: str) -> list[int]:
    """Sizes of the blocks of rows whose groups are these letters."""
    rows = tuple(row(f"r{at}", "1", "2", group=(group,)) for at, group in enumerate(groups))
    return [len(block) for block in blocks(sales(rows=rows))]


def test_blocks_have_three_to_twelve_rows_and_end_with_their_group() -> None:
    assert sizes("aaaa") == [4]
    assert sizes("aaaabbbb") == [4, 4]
    assert sizes("aabbbb") == [6], "two rows are too few for a block"
    assert sizes("aaaabb") == [6], "what is left at the end joins the last one"
    assert sizes("a" * 12 + "bb") == [12, 2], "unless that would be more than twelve"
    assert sizes("a" * 30) == [12, 12, 6]


def test_a_block_says_its_header_and_its_groups_once() -> None:
    made = sales()
    assert block_text(made, made.rows).splitlines() == [
        "Sales by boat",
        "Boat; 2023; Q4 2022",
        "Small boats",
        "Terns: 1,250; 300",
        "Petrels: 4,000; 900",
        "Total sales: 5,250; 1,200",
    ]


def test_a_passage_without_its_table_keeps_the_rest() -> None:
    text = "Before.\n\nClass 2023\nTerns 12\n\nAfter."
    figure = replace(cell("12"), start=text.index("12"), end=text.index("12") + 2)
    table = sales(rows=(replace(row("Terns", at=text.index("Terns")), cells=(figure,)),))
    printed = spans(text, [table])
    chunk = Chunk("c", "d", "s", 0, text, 0, len(text), (0,), "prose")
    assert outside(chunk, printed) == "Before.\n\n\nAfter."
    later = replace(chunk, text="After.", start=text.index("After."))
    assert outside(later, printed) == "After."


def test_a_place_has_the_score_of_its_best_unit_and_counts_once() -> None:
    texts = ["tern tern", "tern", "gull", "gull tern tern tern gull gull"]
    units = [Unit(text, text, (place,)) for text, place in zip(texts, "aabc", strict=True)]
    vectors = np.array([[0.0, 1.0], [0.1, 0.9], [1.0, 0.0], [0.6, 0.8]], np.float32)
    found = Ranker(units, vectors).places("tern", np.array([1.0, 0.0], np.float32))
    assert found["lexical"] == ["a", "c"], "what has none of the words is no hit"
    assert found["dense"] == ["b", "c", "a"]
    assert set(found["hybrid"]) == {"a", "b", "c"}
