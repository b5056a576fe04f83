"""Tables of tasks: what is to be done, by whom and by when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.agreement import is_same
from backend.tasks.calculate.programs.table_tasks import table_tasks
from backend.types import Calculation, Operation, StoredTable
from tests.unit.csv_lists import list_of, passage_of

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
        ("What does Ole Vogt do?", ""),
        ("What did Ole Vogt do?", ""),
        ("What does Ole Vogt not have to do?", ""),
        ("What must Ole Vogt and Ida Kern do?", ""),
        ("What does Ben Roth have to do?", "Ask the harbour master for a key"),
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
    [
        ("Action,", "Boat,"),
        ("Owner", "Berth"),
        ("Due", "Who"),
        ("Ole Vogt", ""),  # printed once for several rows, maybe
        ("9 May", "90 %"),
        ("Order a rope", ""),
    ],
)
def test_a_table_without_tasks_or_with_two_owners_is_none(old: str, new: str) -> None:
    assert told("What does Ole Vogt have to do?", actions(ACTIONS.replace(old, new, 1))) == ""


def test_a_table_need_not_say_by_when() -> None:
    text = "Action,Owner\nOil the winch,Ida Kern\nOrder a rope,Ole Vogt\nPaint the shed,Ida Kern\n"
    assert told("What must Ole Vogt do?", actions(text)) == "Order a rope"


OFFICES = (
    "Task,Owner,Due\nCall the meeting,Chair,3 May\nBook the hall,Vice Chair,4 May\n"
    "Write to all,Membership Secretary,9 May\nBuy tea,Ann Lind (Treasurer) and Chair,9 May\n"
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does the Chair have to do?", "Call the meeting (3 May); Buy tea (9 May)"),
        ("What does the Vice Chair have to do?", "Book the hall (4 May)"),
        ("What does the Secretary have to do?", "Write to all (9 May)"),
    ],
)
def test_a_longer_name_is_not_the_one_that_is_asked_for(question: str, answer: str) -> None:
    assert told(question, actions(OFFICES)) == answer


def test_what_is_done_is_left_out_and_unknown_states_leave_it_open() -> None:
    text = (
        "Action,Owner,Status\nOil the winch,Ida Kern,Done\nOrder a rope,Ida Kern,Open\n"
        "Paint the shed,Ole Vogt,open\n"
    )
    assert told("What does Ida Kern have to do?", actions(text)) == "Order a rope"
    assert told("What does Ida Kern have to do?", actions(text.replace("Done", "Blue"))) == ""


@pytest.mark.parametrize(
    "question",
    [
        "Which actions were agreed at the April meeting?",
        "What are the tasks now?",
    ],
)
def test_the_meeting_may_be_named_by_the_title(question: str) -> None:
    assert told(question, actions()).startswith("Oil the winch (3 May); ")


@pytest.mark.parametrize(
    "question",
    [
        "Which actions are there for May?",
        "Which actions were agreed at the March meeting?",
        "Which tasks are assigned to Ole Vogt?",
    ],
)
def test_a_further_condition_leaves_it_open(question: str) -> None:
    assert told(question, actions()) == ""


def test_a_log_is_no_list_of_tasks() -> None:
    table = replace(actions(), title="Log of first aid")
    assert told("What does Ole Vogt have to do?", table) == ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many jobs did Ida Kern get at the April meeting?", "2"),
        ("How many tasks were given to Ben Roth?", "1"),
        ("How many actions was Ole Vogt assigned?", "1"),
        ("How many things does Ida Kern have to do?", "2"),
        ("How many things did Ida Kern get?", ""),
        ("How many jobs did Kern get?", ""),  # Ida or Ada
        ("How many jobs did Ida Kern get at the March meeting?", ""),
        ("How many jobs did Ida Kern get in May?", ""),
        ("How many jobs did Ida Kern and Ole Vogt get?", ""),
        ("How many jobs did Ole Brand get?", ""),
        ("How many jobs did Ida Kern finish?", ""),
        ("How many jobs did the club get?", ""),
        ("How many ropes did Ole Vogt get?", ""),
    ],
)
def test_the_tasks_of_somebody_are_counted(question: str, answer: str) -> None:
    assert told(question, actions()) == answer


def test_what_was_given_counts_when_it_is_done_and_what_is_to_be_done_does_not() -> None:
    text = (
        "Action,Owner,Status\nOil the winch,Ida Kern,Done\nOrder a rope,Ida Kern,Open\n"
        "Paint the shed,Ole Vogt,open\n"
    )
    assert told("How many jobs did Ida Kern get?", actions(text)) == "2"
    assert told("How many jobs does Ida Kern still have to do?", actions(text)) == "1"
    made = table_tasks("How many jobs did Ida Kern get?", [actions(text)], ABOUT)
    assert made is not None
    assert [what for what, _ in made.listed] == ["Oil the winch", "Order a rope"]
    assert check_calculation(made, [passage_of(actions(text))]).supported is True


@pytest.mark.parametrize("everybody", ["All", "Everyone", "Whole committee", "All members"])
def test_what_everybody_was_given_leaves_it_open_how_many_one_was(everybody: str) -> None:
    question = "How many jobs did Ida Kern get?"
    assert told(question, actions(ACTIONS.replace("Ole Vogt", everybody))) == ""
    assert told(question, actions(ACTIONS.replace("Ole Vogt", "Alla Rosen"))) == "2"


def test_as_many_tasks_of_two_lists_are_not_the_same() -> None:
    question = "How many jobs did Ida Kern get?"
    others = actions(ACTIONS.replace("rope", "hawser").replace("winch", "capstan"))
    one, same, other = (
        table_tasks(question, [each], ABOUT) for each in (actions(), actions(), others)
    )
    assert one is not None
    assert same is not None
    assert other is not None
    assert one.answer == other.answer
    assert is_same(one, same)
    assert not is_same(one, other)


@pytest.mark.parametrize(
    ("about", "answer"), [("2031-04-12 committee", "2"), ("2031-05-12 committee", "")]
)
def test_the_day_in_a_title_says_the_month_of_the_meeting(about: str, answer: str) -> None:
    made = table_tasks("How many jobs did Ida Kern get at the April meeting?", [actions()], about)
    assert (made.answer if made is not None else "") == answer


@pytest.mark.parametrize(
    ("title", "answer"),
    [("Actions", "2"), ("Next steps", "2"), ("Actions of the crown", ""), ("Who sang what", "")],
)
def test_a_column_of_what_is_one_of_tasks_under_their_name(title: str, answer: str) -> None:
    table = replace(
        actions(ACTIONS.replace("Action", "What").replace("Owner", "Who")), title=title, section=()
    )
    assert told("How many jobs did Ida Kern get?", table) == answer
