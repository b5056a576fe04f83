"""Lists that one sentence holds, told where no heading has the list that is asked for."""

from __future__ import annotations

import re

from backend.pipelines._broad.headed_lists import MOST_ITEMS, asked_heading
from backend.pipelines._broad.listed_in_sentences import listed_in_sentences
from backend.types import Chunk, Verdict
from backend.workbench import Workbench
from tests.unit.test_broad_questions import workbench
from tests.unit.test_headed_lists import told, told_again

__all__ = ["workbench"]

STATEMENT = """# Statement of the ferry guild

The guild is exposed to risks and doubts of many kinds, as every guild is. Results could differ \
because of risks that nobody knows. Risks and doubts that could make the season worse include, \
but are not limited to: late deliveries of tar, rope and oars; ice on the slip; the loss of a \
ferryman; and a wet spring. The guild does not bring this statement up to date.
"""
OTHER = """# Statement of the mill

Among the risks of the mill are the following: drought, mice and a broken wheel.
"""


def passage(text: str, document: str = "d", start: int = 0) -> Chunk:
    end = start + len(text)
    return Chunk(document, document, "", 0, text, start, end, (0,), "prose", "The mill")


def items(question: str, *texts: str) -> list[list[str]]:
    asked = asked_heading(question)
    assert asked is not None
    chunks = [passage(text, document=f"document {number}") for number, text in enumerate(texts)]
    found = listed_in_sentences(asked, chunks, lambda _: None)
    return [[quote.text for item in told.items for quote in item] for told in found]


def test_the_items_of_a_sentence_are_told_one_by_one(workbench: Workbench) -> None:
    answer = told(workbench, "What are the main risks?", STATEMENT, OTHER)
    assert answer.verdict is Verdict.LIKELY
    said = re.sub(r" \[\d\]", "", answer.text)
    for item in (
        "late deliveries of tar, rope\n\nand oars\n",  # the passage ends within it
        "\nice on the slip",
        "\nthe loss of a ferryman",
        "\na wet spring",
        "\ndrought",
        "\nmice",
        "\na broken wheel",
    ):
        assert item in said
    assert "nobody knows" not in answer.text
    assert "many kinds" not in answer.text
    of_the_mill = told_again(workbench, "What are the main risks of the mill?")
    assert "mice [1]" in of_the_mill.text
    assert "ice on the slip" not in of_the_mill.text


def test_each_item_stands_where_it_is_quoted_from() -> None:
    asked = asked_heading("What are the risks?")
    assert asked is not None
    chunk = passage(OTHER, start=100)
    (found,) = listed_in_sentences(asked, [chunk], lambda _: None)
    assert [OTHER[each.start - 100 : each.end - 100] for (each,) in found.items] == [
        "drought",
        "mice",
        "a broken wheel",
    ]


def test_the_longest_list_of_a_document_is_told() -> None:
    text = "Risks include: ice; fire; mice. The risks are: ice; fire; mice; rust."
    assert items("What are the risks?", text) == [["ice", "fire", "mice", "rust"]]


def test_a_long_list_says_how_many_it_leaves_out() -> None:
    asked = asked_heading("List the tasks")
    assert asked is not None
    text = "The tasks are: " + "; ".join(f"paint door {n}" for n in range(15)) + "."
    (found,) = listed_in_sentences(asked, [passage(text)], lambda _: None)
    assert len(found.items) == MOST_ITEMS
    assert found.more == 3


def test_what_is_no_list_or_not_of_it_is_left_alone() -> None:
    assert items("What are the risks?", "The risks are high, old, and well known.") == []
    assert items("What are the risks?", "Risks include: ice; fire.") == []
    assert items("What are the risks?", "Some of the risks are: ice; fire; mice.") == []
    assert items("What are the risks?", "Costs include: oars; rope; tar.") == []
    assert items("What are the risks of the barn?", "The risks are: ice; fire; mice.") == []
    assert items("What are the three risks?", "The risks are: ice; fire; mice; rust.") == []
    late = "What the guild, its men and its boats fear and name as risks are: ice; fire; mice."
    assert items("What are the risks?", late) == []
