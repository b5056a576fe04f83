"""Tasks that minutes note in lines of their own are read together, and gathered where all are asked
for."""

from __future__ import annotations

from typing import cast

import pytest

from backend.pipelines._noted_tasks import LABELS, with_noted_tasks
from backend.ports import LibraryRecords, Retrieval
from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.noted_tasks import noted_tasks, said, task_line
from backend.tasks.answer.extractive.tasks_listed import asks_for_tasks, listed_tasks
from backend.types import Chunk, Hit, Query, Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of, under

OARS = under(
    "4. Oars",
    "Two oars are split. Ada Finch showed them round. The workshop of Bo Kelso was chosen.\n\n"
    "Action: order the oars\nOwner: Omar Rell\nBy: 3 May",
    title="Rowing club",
)
SHED = under(
    "5. Shed",
    "The roof leaks. Some talk followed.\n\nAction: letter to the landlord\nOwner: Ida Brandt",
    title="Rowing club",
)


def parts(text: str) -> list[tuple[str, str, str]]:
    return [
        (said(text, task.what), said(text, task.owner), said(text, task.due))
        for task in noted_tasks(text)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Action: order oars\nOwner: Omar Rell\nBy: 3 May", ("order oars", "Omar Rell", "3 May")),
        ("Action: order oars  Owner: Omar Rell  By: May", ("order oars", "Omar Rell", "May")),
        ("Action: order oars (Owner: Omar, by: May)", ("order oars", "Omar", "May")),
        ("- Task 2: order oars (two)\n\nResponsible: Omar", ("order oars (two)", "Omar", "")),
        ("Action: order oars\nfor the four\nDue: May", ("order oars for the four", "", "May")),
        ("ACTION: Omar Rell to order oars", ("Omar Rell to order oars", "Omar Rell", "")),
        ("Action: order oars\nStatus: open", ("order oars", "", "")),
    ],
)
def test_a_task_has_who_and_by_when(text: str, found: tuple[str, str, str]) -> None:
    assert parts(f"{text}\n\nNothing else was said.") == [found]


def test_one_task_ends_where_the_next_begins() -> None:
    assert parts("Action: order oars\nOwner: Omar\nAction: mend shed\nOwner: Ida") == [
        ("order oars", "Omar", ""),
        ("mend shed", "Ida", ""),
    ]


@pytest.mark.parametrize(
    "text", ["The action: it was brave.", "Reaction: slow\nOwner: Omar", "Owner: Omar\nBy: May"]
)
def test_other_lines_are_no_tasks(text: str) -> None:
    assert noted_tasks(text) == ()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who orders the oars?", "Omar Rell"),
        ("Who has to order the oars?", "Omar Rell"),
        ("Who is responsible for ordering the oars?", "Omar Rell"),
        ("By when must the oars be ordered?", "3 May"),
        ("Who writes the letter to the landlord?", "Ida Brandt"),
        ("By when does Omar Rell need the oars?", "3 May"),
        ("Who orders the oars by 3 May?", "Omar Rell"),
    ],
)
def test_the_line_below_a_task_says_who_or_by_when(question: str, answer: str) -> None:
    reading = reading_of(question, OARS, SHED)
    told = {task_line(reading, unit) for unit in reading.units} - {""}
    assert told == {answer}


@pytest.mark.parametrize(
    "question",
    [
        "Who paints the oars?",
        "Who ordered the oars?",
        "Who is the owner?",
        "Who rows in the club?",
        "When were the oars split?",
        "Who leaks the oars?",
        "By when must the shed be painted?",
        "By when does Bo Kelso need the oars?",
        "By when does Omar Rell need the shed?",
    ],
)
def test_no_other_task_is_told(question: str) -> None:
    reading = reading_of(question, OARS, SHED)
    assert not any(task_line(reading, unit) for unit in reading.units)


def test_the_quote_holds_the_task_with_the_name() -> None:
    reading = reading_of("Who orders the oars?", OARS)
    owner = next(unit for unit in reading.units if unit.text == "Owner: Omar Rell")
    assert complete_one(reading, owner).text == "Action: order the oars Owner: Omar Rell By: 3 May"


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What are the action points?", True),
        ("What were the actions of the meeting in May?", True),
        ("Which tasks were agreed?", True),
        ("List all action items.", True),
        ("What does Omar Rell have to do?", True),
        ("What does the -q option do?", False),
        ("What does Keelhaul do?", True),
        ("What is the action of the lever?", False),
        ("What should I do?", False),
        ("What are the tasks for?", True),
    ],
)
def test_what_asks_for_all_tasks(question: str, asks: bool) -> None:
    assert asks_for_tasks(question) is asks


def line_of(question: str, *hits: Hit) -> str:
    listed = listed_tasks(question, hits)
    return listed.line if listed is not None else ""


def test_all_tasks_of_a_document_are_told_with_who_does_them() -> None:
    assert (
        line_of("What are the action points?", SHED_OF_ONE, OARS_OF_ONE)
        == "order the oars (Omar Rell) · letter to the landlord (Ida Brandt)"
    )
    assert line_of("What does Ida Brandt have to do?", SHED_OF_ONE) == "letter to the landlord"
    assert line_of("Which tasks were agreed about the oars?", OARS_OF_ONE, SHED_OF_ONE) == (
        "order the oars (Omar Rell)"
    )
    assert line_of("What are the action points of the rowing club?", OARS_OF_ONE, SHED_OF_ONE)


@pytest.mark.parametrize(
    "question",
    [
        "What are the action points of the choir?",
        "What does Bo Kelso have to do?",
        "What does Keelhaul do?",
        "Who is the chair?",
    ],
)
def test_tasks_of_another_are_not_told(question: str) -> None:
    assert listed_tasks(question, (OARS_OF_ONE, SHED_OF_ONE)) is None


def test_a_table_of_faults_is_no_list_of_tasks() -> None:
    faults = hit("Fault: no steam\nAction: open the valve\n\nFault: noise\nAction: oil the shaft")
    assert listed_tasks("What are the actions?", (faults,)) is None


OARS_OF_ONE = hit(OARS.chunk.text, document="m", start=0, title="Rowing club")
SHED_OF_ONE = hit(SHED.chunk.text, document="m", start=500, title="Rowing club")


class Minutes:
    """The passages of documents, as records give them."""

    def chunks_of(self, document_id: str) -> tuple[Chunk, ...]:
        return (OARS_OF_ONE.chunk, SHED_OF_ONE.chunk) if document_id == "m" else ()


def test_the_document_is_read_whole_for_its_tasks() -> None:
    records = cast(LibraryRecords, Minutes())
    asked = Query("What are the action points?", "c")

    def nothing_more(query: Query) -> Retrieval:
        raise AssertionError(query)

    found = with_noted_tasks(records, asked, Retrieval((SHED_OF_ONE,), 1), nothing_more)
    assert [each.chunk.start for each in found.hits] == [500, 0]
    other = Query("What are the berths?", "c")
    kept = with_noted_tasks(records, other, Retrieval((SHED_OF_ONE,), 1), nothing_more)
    assert len(kept.hits) == 1


def test_without_such_a_document_one_is_searched_by_its_labels() -> None:
    records = cast(LibraryRecords, Minutes())
    elsewhere = hit("The points are oiled.", document="other")

    def by_labels(query: Query) -> Retrieval:
        assert query.text == LABELS
        return Retrieval((OARS_OF_ONE,), 1)

    asked = Query("What are the action points?", "c")
    found = with_noted_tasks(records, asked, Retrieval((elsewhere,), 1), by_labels)
    assert [each.chunk.document_id for each in found.hits] == ["other", "m", "m"]


def test_the_reader_lists_them_as_likely() -> None:
    _, draft = ask("What are the action points?", (OARS_OF_ONE, SHED_OF_ONE))
    assert draft.verdict is Verdict.LIKELY
    assert draft.short == "order the oars (Omar Rell) · letter to the landlord (Ida Brandt)"
