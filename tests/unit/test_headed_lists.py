"""Lists below headings: told whole where just what the heading names is asked for."""

from __future__ import annotations

import re

import pytest

from backend.analysis import term_texts
from backend.pipelines._broad.headed_lists import MOST_ITEMS, asked_heading
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench
from tests.unit.test_broad_questions import workbench
from tests.valleys import finish

__all__ = ["workbench"]

MINUTES = """# Meeting of the ferry guild

## Decisions of the guild

The guild agreed on these points.

1. The slip is tarred in May. Bo Rask buys the tar.
2. Dogs travel free.
3. Ada Finch rings the bell.

The next meeting is in June.

## Risks

- Ice may close the slip. It did so twice.
- The bell is cracked.

## Rules of the slip

The slip is swept on Mondays. Boats are tied up at dusk. Nobody sleeps on board.

- no fires
- no dogs

Lamps are lit at dusk. The gate is locked at nine. The key hangs in the shed.

## Next steps

| What | Who |
| --- | --- |
| Buy tar | Bo Rask |
| Mend the bell | Ada Finch |
"""
MANUAL = """# Winch manual

## Risks

- A wet rope slips.
- A worn pawl lets go.
"""


@pytest.mark.parametrize(
    ("question", "thing", "beside"),
    [
        ("What are the risks?", "risks", ""),
        ("And which are the main risks of the winch?", "risks", "winch"),
        ("Which decisions were taken by the ferry guild?", "decisions", "ferry guild"),
        ("What decisions did the guild take?", "decisions", "guild"),
        ("List all the ingredients.", "ingredients", ""),
        ("Please name the side effects", "side effects", ""),
        ("What actions were decided?", "actions", ""),
        ("What technical requirements are there?", "technical requirements", ""),
    ],
)
def test_all_of_a_list_is_asked_for(question: str, thing: str, beside: str) -> None:
    asked = asked_heading(question)
    assert asked is not None
    assert (asked.thing, asked.beside) == (thing, frozenset(term_texts(beside)))


@pytest.mark.parametrize(
    "question",
    [
        "Which decisions were not taken?",
        "What are the other risks?",
        "What are the risks besides ice?",
        "What is the risk?",
        "How many risks are there?",
        "Which risks are high?",
        "Who named the risks?",
        "What are the boats?",
    ],
)
def test_what_asks_for_a_part_or_for_something_else_does_not(question: str) -> None:
    assert asked_heading(question) is None


def told(workbench: Workbench, question: str, text: str = MINUTES, other: str = "") -> Answer:
    collection = workbench.library.create_collection("c")
    workbench.library.add_file(collection.id, "minutes.md", text.encode())
    if other:
        workbench.library.add_file(collection.id, "manual.md", other.encode())
    finish(workbench)
    return told_again(workbench, question)


def told_again(workbench: Workbench, question: str) -> Answer:
    collection = workbench.library.collection_named("c")
    asking = workbench.questions.ask(Query(question, collection.id), "naive")
    asking.wait()
    assert asking.answer is not None
    return asking.answer


def test_the_items_are_told_whole_and_nothing_else(workbench: Workbench) -> None:
    answer = told(workbench, "Which decisions were taken by the guild?")
    assert answer.verdict is Verdict.LIKELY
    # passages are short here: the first item goes on in the next one
    assert re.sub(r" \[\d\]", "", answer.text).split("\n\n") == [
        *("**Decisions of the guild**", "1. The slip is tarred in May.", "Bo Rask buys the tar."),
        *("2. Dogs travel free.", "3. Ada Finch rings the bell."),
    ]


@pytest.mark.parametrize(("count", "whole"), [("three", True), ("3", True), ("four", False)])
def test_a_list_has_as_many_items_as_are_asked_for(
    workbench: Workbench, count: str, whole: bool
) -> None:
    answer = told(workbench, f"What are the {count} decisions of the guild?")
    assert answer.text.startswith("**Decisions of the guild**\n\n1. The slip") is whole


def test_lists_of_two_documents_stand_under_their_names(workbench: Workbench) -> None:
    answer = told(workbench, "What are the main risks?", other=MANUAL)
    assert "**Meeting of the ferry guild: Risks**" in answer.text
    assert "- Ice may close the slip. It did so twice." in answer.text
    assert "**Winch manual: Risks**" in answer.text
    assert "- A worn pawl lets go." in answer.text


def test_of_two_documents_the_one_that_is_named_is_told(workbench: Workbench) -> None:
    answer = told(workbench, "What are the risks of the winch?", other=MANUAL)
    assert "A wet rope slips." in answer.text
    assert "Ice" not in answer.text


def test_rows_of_a_table_below_the_heading_are_its_items(workbench: Workbench) -> None:
    answer = told(workbench, "What are the next steps?")
    assert "Buy tar" in answer.text
    assert "Mend the bell" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "What are the risks of the oars?",  # no heading and no document is called so
        "What are the rules of the slip?",  # the list is but a part of what is said
    ],
)
def test_no_list_is_told_that_is_not_what_the_heading_names(
    workbench: Workbench, question: str
) -> None:
    answer = told(workbench, question)
    assert not answer.text.startswith(("**Risks**\n\n-", "**Rules of the slip**\n\n- no fires"))


def test_a_long_list_says_how_much_more_there_is(workbench: Workbench) -> None:
    items = "".join(f"- Rope number {'i' * n} is worn\n" for n in range(1, MOST_ITEMS + 4))
    answer = told(workbench, "What are the problems?", f"# Log\n\n## Problems\n\n{items}")
    assert answer.text.count("Rope number") == MOST_ITEMS
    assert answer.text.endswith("And 3 more below this heading.")


def test_a_list_ends_with_its_section_though_its_passage_goes_on(workbench: Workbench) -> None:
    short = "# Weir\n\n## Risks\n\n- Ice may close it.\n- Otters dig here.\n\n## Problems\n\n"
    both = f"{short}- The tar is thin.\n- The nails are too short.\n"
    risks = told(workbench, "What are the risks?", both)
    assert re.sub(r" \[\d\]", "", risks.text).split("\n\n") == [
        *("**Risks**", "- Ice may close it.", "- Otters dig here."),
    ]
    problems = told_again(workbench, "What are the problems?")
    assert re.sub(r" \[\d\]", "", problems.text).split("\n\n") == [
        *("**Problems**", "- The tar is thin.", "- The nails are too short."),
    ]
