"""Tables of tasks: what is to be done, by whom and by when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.table_tasks import table_tasks
from backend.types import Calculation, Operation, StoredTable
from tests.unit.csv_lists import list_of

ACTIONS = (
    "No.,Action,Owner,Due\n"
    "1,Oil the winch,Ida Kern,3 May\n"
    "2,Order a rope,Ole Vogt,9 May\n"
    "3,Ask the harbour master for a key,Ida Kern and Ben Roth,\n"
    "4,Paint the shed,Ada Kern,1 June\n"
)
ABOUT = "Minutes of the ferry club, 12 April 2031"


def actions(text: str = ACTIONS) -> StoredTable:
    return list_of(text, "actions.csv")


def told(question: str, *tables: StoredTable) -> str:
    made = table_tasks(question, tables, ABOUT)
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does Ole Vogt have to do?", "Order a rope (9 May)"),
        ("What must Mr Vogt do, and by when?", "Order a rope (9 May)"),
        ("What does Ole Vogt have to do after the April meeting?", "Order a rope (9 May)"),
        ("What is Ida Kern supposed to do?", "Oil the winch (3 May); Ask the harbour master for"),
        ("What does Kern have to do?", ""),  # Ida or Ada
        ("What does Ole Vogt have to do with the rope?", ""),
        ("What does Ole Vogt have to do in May 2032?", ""),
        ("What does Ole Brand have to do?", ""),
        ("What does the club have to do?", ""),
        ("What did Ole Vogt order?", ""),
    ],
)
def test_somebody_has_to_do_what_stands_beside_the_name(question: str, answer: str) -> None:
    made = told(question, actions())
    assert made.startswith(answer) if answer else made == ""


def test_every_task_is_listed_with_its_day() -> None:
    made = table_tasks("What are the action points from the meeting?", [actions()], ABOUT)
    assert made is not None
    assert made.operation is Operation.LIST
    assert [due for _, due in made.listed] == ["3 May", "9 May", "", "1 June"]
    # the cells of the days are lit as well, where there are any
    assert [cell.text for cell in made.operands][:4] == [
        *("Oil the winch", "3 May", "Order a rope", "9 May"),
    ]
    assert len(made.operands) == 7


def test_a_document_of_two_such_tables_leaves_it_open() -> None:
    older = replace(actions(ACTIONS.replace("rope", "net")), id="older")
    assert told("What does Ole Vogt have to do?", actions(), older) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [("Action,", "Boat,"), ("Owner", "Berth"), ("Due", "Who")],
)
def test_a_table_without_tasks_or_with_two_owners_is_none(old: str, new: str) -> None:
    assert told("What does Ole Vogt have to do?", actions(ACTIONS.replace(old, new, 1))) == ""


def test_a_table_need_not_say_by_when() -> None:
    text = "Action,Owner\nOil the winch,Ida Kern\nOrder a rope,Ole Vogt\nPaint the shed,Ida Kern\n"
    assert told("What must Ole Vogt do?", actions(text)) == "Order a rope"
