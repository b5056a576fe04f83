"""A refused question offers its readings, and each choice, asked, is answered by that reading."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Iterator

import pytest

from backend.command_line.asking import ask as ask_by_command
from backend.evidence.redaction import redacted
from backend.serialisation import from_json, to_json
from backend.settings import load_settings
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench, open_workbench

SHOP = b"""Item,"January 28, 2023","January 29, 2022","January 30, 2021"
"Net sales",10208,8630,6151
"Merchandise inventories",1600,1500,1200
"Net income attributable to members",1242,985,175
"Net income attributable to the fund",12,9,5
"""
VISITS = b"""Visit,Guide,Place,Guests,Quantity
V1,Mora,quay,12,3
V2,Mora,hill,7,4
V3,Lind,quay,20,11
V4,Okri,mill,9,1
"""


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    opened = open_workbench(
        load_settings({}, library=tmp_path_factory.mktemp("choices")), start_workers=False
    )
    for name, content in (("shop.csv", SHOP), ("visits.csv", VISITS)):
        made = opened.create_collection(name)
        assert opened.add_file(made.id, name, content) is not None
    opened.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(
    workbench: Workbench, name: str, question: str, pipeline: str = "naive", conversation: str = ""
) -> Answer:
    query = Query(question, workbench.collection_named(name).id)
    asking = workbench.ask(query, pipeline, conversation)
    assert asking.wait(60)
    assert asking.answer is not None
    return asking.answer


@pytest.mark.parametrize(
    ("name", "question", "choices"),
    [
        (
            "shop.csv",
            "What were net sales in fiscal 2022?",
            {"28 January 2023": "10208", "29 January 2022": "8630"},
        ),
        (
            "shop.csv",  # 1600 / 1500 and 1500 / 1200
            "By how much did merchandise inventories grow in fiscal 2022, in per cent?",
            {
                "28 January 2023 and 29 January 2022": "6.67 %",
                "29 January 2022 and 30 January 2021": "25 %",
            },
        ),
        (
            "shop.csv",  # (8630 + 10208) / 2 and (6151 + 8630) / 2
            "What is the average of net sales in 2021 and 2022?",
            {
                "29 January 2022 and 28 January 2023": "9,419",
                "30 January 2021 and 29 January 2022": "7,390.5",
            },
        ),
        (
            "shop.csv",
            "What was net income at January 28, 2023?",
            {
                "Net income attributable to members": "1242",
                "Net income attributable to the fund": "12",
            },
        ),
        (
            "shop.csv",
            "What was net income in 2022?",
            {
                "Net income attributable to members, 28 January 2023": "1242",
                "Net income attributable to members, 29 January 2022": "985",
                "Net income attributable to the fund, 28 January 2023": "12",
                "Net income attributable to the fund, 29 January 2022": "9",
            },
        ),
        ("visits.csv", "How many guests did Mora have?", {"Visit V1": "12", "Visit V2": "7"}),
        (
            "visits.csv",
            "Which guide visited most?",
            {"Most often": "Mora", "Highest total Quantity": "Lind"},
        ),
    ],
)
def test_each_choice_is_answered_by_its_reading(
    workbench: Workbench, name: str, question: str, choices: dict[str, str]
) -> None:
    open_answer = asked(workbench, name, question)
    assert open_answer.calculation is None
    assert open_answer.verdict not in {Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY}
    told = {}
    for choice in open_answer.choices:
        answer = asked(workbench, name, choice.question, conversation=open_answer.conversation_id)
        assert answer.verdict is Verdict.CALCULATED, choice.question
        assert answer.choices == ()
        told[choice.label] = answer.short
    assert told == choices


@pytest.mark.parametrize("pipeline", ["chain_of_thought", "community_graph", "fused_hybrid"])
def test_every_pipeline_offers_them(workbench: Workbench, pipeline: str) -> None:
    answer = asked(workbench, "shop.csv", "What were net sales in 2022?", pipeline)
    assert [each.question for each in answer.choices] == [
        "What were net sales at January 28, 2023?",
        "What were net sales at January 29, 2022?",
    ]


def test_what_is_not_open_or_not_there_offers_nothing(workbench: Workbench) -> None:
    assert asked(workbench, "shop.csv", "What were net sales at January 29, 2022?").choices == ()
    assert asked(workbench, "shop.csv", "What were net sales in 2015?").choices == ()
    assert asked(workbench, "visits.csv", "Who guides at the mill?").choices == ()


def test_choices_are_stored_and_exported_and_older_answers_open(workbench: Workbench) -> None:
    answer = asked(workbench, "visits.csv", "Which guide visited most?")
    assert from_json(Answer, to_json(answer)) == answer
    (kept,) = workbench.conversation(answer.conversation_id)
    assert kept.choices == answer.choices
    markdown = workbench.bundle(answer.id, "markdown")
    assert "1. Most often: Which guide visited most often?" in markdown
    gone = {hit.chunk.document_id for hit in answer.hits}
    assert redacted(answer, gone).choices == ()
    older = to_json(answer).replace('"choices"', '"not_known_then"')
    assert from_json(Answer, older).choices == ()


def test_the_command_prints_them_as_a_numbered_list(
    workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    options = argparse.Namespace(
        question="How many guests did Mora have?",
        collection="visits.csv",
        document=[],
        option=[],
        top_k=5,
        pipeline="naive",
        json=False,
    )
    assert ask_by_command(workbench, options) == 0
    printed = capsys.readouterr().out
    assert "Which do you mean? Ask one of these:\n" in printed
    assert "  1. Visit V1: How many guests did V1 have?\n" in printed
    assert "  2. Visit V2: How many guests did V2 have?\n" in printed
