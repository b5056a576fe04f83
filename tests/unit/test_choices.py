"""A refused question offers its readings, and each choice, asked, is answered by that reading."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import pytest

from backend.command_line.ask_command import ask as ask_by_command
from backend.evidence.redaction import redacted
from backend.interfaces.http_api.chat_message import facts_of, message_of, without_sources
from backend.interfaces.presentation import Naming, answer_summary
from backend.pipelines._according import according
from backend.pipelines._choices import choices_of
from backend.serialisation import from_json, to_json
from backend.settings import load_settings
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.row_readings import words_for_row
from backend.tasks.calculate.programs.series import series_of
from backend.types import (
    Answer,
    Calculation,
    Cell,
    CellKind,
    Choice,
    Column,
    Interpretation,
    Query,
    Refusal,
    StoredRow,
    StoredTable,
    Verdict,
)
from backend.workbench import Workbench, open_workbench

SHOP = b"""Item,"January 28, 2023","January 29, 2022","January 30, 2021"
"Net sales",10208,8630,6151
"Merchandise inventories",1600,1500,1200
"Net income attributable to members",1242,985,175
"Net income attributable to the fund",12,9,5
"""
VISITS = b"""Visit,Guide,Place,Home,Guests,Quantity,Net fee (EUR),Gross fee (EUR)
V1,Mora,quay,hill,12,3,10,12
V2,Mora,hill,quay,7,4,20,24
V3,Lind,quay,quay,20,11,30,36
V4,Okri,mill,hill,9,1,40,48
"""
QUARTERS = b"""Item,"Three months ended June 30, 2022","Three months ended December 31, 2021",\
"Year ended June 30, 2022","Year ended June 30, 2021"
Revenue,100,90,380,300
Costs,60,50,209,150
"""
RESTATED = b"""Item,"Year 2022, as reported","Year 2022, restated","Year 2023"
Revenue,40,41,50
Costs,10,12,20
"""
HARVEST = b"""<h1>Harvest</h1><table><tr><th>Fruit</th><th>2022</th><th>2023</th></tr>
<tr><td>Apples</td><td></td><td></td></tr>
<tr><td>Early sorts</td><td>10</td><td>12</td></tr>
<tr><td>Late sorts</td><td>20</td><td>23</td></tr>
<tr><td>Pears</td><td></td><td></td></tr>
<tr><td>Early sorts</td><td>5</td><td>6</td></tr><tr><td>Late sorts</td><td>7</td><td>8</td></tr>
</table>"""
MILLS = {
    "north.csv": b"Year,Flour (kg),Seeds (kg)\n2022,900,100\n2023,950,110\n2024,970,120\n",
    "south.csv": b"Year,Seeds (kg),Helpers\n2022,420,14\n2023,760,15\n2024,1150,13\n",
}
FILES = {
    "shop": {"shop.csv": SHOP},
    "visits": {"visits.csv": VISITS},
    "quarters": {"quarters.csv": QUARTERS.replace(b"\\\n", b"")},
    "restated": {"restated.csv": RESTATED},
    "harvest": {"harvest.html": HARVEST},
    "mills": MILLS,
}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    opened = open_workbench(
        load_settings({}, library=tmp_path_factory.mktemp("choices")), start_workers=False
    )
    for collection, files in FILES.items():
        made = opened.library.create_collection(collection)
        for name, content in files.items():
            assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(
    workbench: Workbench, name: str, question: str, pipeline: str = "naive", conversation: str = ""
) -> Answer:
    query = Query(question, workbench.library.collection_named(name).id)
    asking = workbench.questions.ask(query, pipeline, conversation)
    assert asking.wait(60)
    assert asking.answer is not None
    return asking.answer


@pytest.mark.parametrize(
    ("name", "question", "choices"),
    [
        (
            "shop",
            "What were net sales in fiscal 2022?",
            {"28 January 2023": "10208", "29 January 2022": "8630"},
        ),
        (
            "shop",  # 1600 / 1500 and 1500 / 1200
            "By how much did merchandise inventories grow in fiscal 2022, in per cent?",
            {
                "28 January 2023 and 29 January 2022": "6.67 %",
                "29 January 2022 and 30 January 2021": "25 %",
            },
        ),
        (
            "shop",  # (8630 + 10208) / 2 and (6151 + 8630) / 2
            "What is the average of net sales in 2021 and 2022?",
            {
                "29 January 2022 and 28 January 2023": "9,419",
                "30 January 2021 and 29 January 2022": "7,390.5",
            },
        ),
        (
            "shop",
            "What was net income at January 28, 2023?",
            {
                "Net income attributable to members": "1242",
                "Net income attributable to the fund": "12",
            },
        ),
        (
            "shop",
            "What was net income in 2022?",
            {
                "Net income attributable to members, 28 January 2023": "1242",
                "Net income attributable to members, 29 January 2022": "985",
                "Net income attributable to the fund, 28 January 2023": "12",
                "Net income attributable to the fund, 29 January 2022": "9",
            },
        ),
        (
            "shop",
            "How much were the net sales?",
            {"January 28, 2023": "10208", "January 29, 2022": "8630", "January 30, 2021": "6151"},
        ),
        ("visits", "How many guests did Mora have?", {"Visit V1": "12", "Visit V2": "7"}),
        (
            "visits",
            "Which guide visited most?",
            {
                "Most often": "Mora",
                "Highest total Quantity": "Lind",
                "Highest total Guests": "Lind",
                "Highest total Gross fee (EUR)": "Okri",
                "Highest total Net fee (EUR)": "Okri",
            },
        ),
        ("visits", "How many visits are in hill?", {"Home: hill": "2", "Place: hill": "1"}),
        ("visits", "What is the total fee?", {"Net fee": "100 EUR", "Gross fee": "120 EUR"}),
        (
            "quarters",
            "What was revenue in Q2 2022?",
            {
                "Calendar Q2: three months ended June 2022": "100",
                "Fiscal Q2: three months ended December 2021": "90",
            },
        ),
        (
            "quarters",  # 209 / 380 and 150 / 300
            "What was the ratio of costs to revenue in 2021 and 2022?",
            {"2021": "0.5", "2022": "0.55"},
        ),
        (
            "restated",
            "What was revenue in 2022?",
            {"Year 2022, as reported": "40", "Year 2022, restated": "41"},
        ),
        (
            "harvest",
            "What was the change in late sorts from 2022 to 2023?",
            {"Late sorts (Apples)": "3", "Late sorts (Pears)": "1"},
        ),
        (
            "mills",
            "Seeds of 2022, 2023 and 2024 together",
            {"north.csv": "330 kg", "south.csv": "2,330 kg"},
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


@pytest.mark.parametrize(
    ("question", "choices"),
    [
        ("What is the fee of V3?", {"Net fee": "30 EUR", "Gross fee": "36 EUR"}),
        ("List the visits of quay", {"Place: quay": "V1, V3", "Home: quay": "V2, V3"}),
        ("Which visits have a fee above 20?", {"Net fee": "V3, V4", "Gross fee": "V2, V3, V4"}),
    ],
)
def test_columns_that_fit_alike_are_offered_below_what_is_quoted(
    workbench: Workbench, question: str, choices: dict[str, str]
) -> None:
    quoted = asked(workbench, "visits", question)
    assert (quoted.calculation, quoted.found, quoted.short) == (None, False, "")
    found = {choice.label: asked(workbench, "visits", choice.question) for choice in quoted.choices}
    assert {label: answer.short for label, answer in found.items()} == choices
    assert {answer.verdict for answer in found.values()} == {Verdict.CALCULATED}


def grid(label: str, name: str = "t", page: int = 0, text: str = "41") -> StoredTable:
    """A table of one figure, of 2023."""
    cell = Cell(text, CellKind.NUMBER, Decimal(text), 0, len(text), page, None)
    column = Column("2023", ("2023",), CellKind.NUMBER, "kg", Decimal(1), "2023")
    row = StoredRow(label, (), (cell,), False, None)
    return StoredTable(name, "d", (page,), None, (), "", "", (column,), (row,))


def test_of_several_readings_one_alone_is_no_choice() -> None:
    def ask(question: str) -> Calculation | Refusal | None:
        return calculate(question, [grid("Milled seeds")])

    milled = Interpretation("Milled", ((("seeds", "milled seeds"),),), frozenset([("t", 0, 0)]))
    sown = Interpretation("Sown", ((("seeds", "sown grain"),),), frozenset([("t", 1, 0)]))
    refused = Refusal("Two rows fit equally well.", is_open=True, readings=(milled, sown))
    question = "How much were the seeds in 2023?"
    assert choices_of(question, refused, ask) == ()
    alone = choices_of(question, replace(refused, readings=(milled,)), ask)
    assert alone == (Choice("Milled", "How much were the milled seeds in 2023?"),)


def test_a_word_behind_a_row_may_belong_to_it() -> None:
    (series,) = series_of(grid("Total current assets"))
    assert words_for_row("What is the change in current ratio from 2022 to 2023", series) == ""
    assert words_for_row("What were the current assets in 2023", series) == "current assets"
    (plain,) = series_of(grid("Other receivables"))
    assert words_for_row("the change in Other receivables grew", plain) == "Other receivables"


def test_tables_of_two_pages_are_told_apart_by_their_page() -> None:
    """The same row twice: 41 on the third page, 50 on the eighth."""

    tables = (grid("Seeds", "a", 2, "41"), grid("Seeds", "b", 7, "50"))

    def ask(question: str) -> Calculation | Refusal | None:
        said = according(question, {"d": "harvest.pdf"})
        return calculate(
            said.question,
            [table for table in tables if not said.pages or said.pages & {*table.pages}],
        )

    question = "How much were the seeds in 2023?"
    refused = ask(question)
    assert isinstance(refused, Refusal)
    choices = choices_of(question, refused, ask)
    assert [choice.label for choice in choices] == ["Page 3: Seeds", "Page 8: Seeds"]
    found = [ask(choice.question) for choice in choices]
    assert [each.answer for each in found if isinstance(each, Calculation)] == ["41", "50"]


@pytest.mark.parametrize(
    ("question", "rest", "documents", "pages"),
    [
        ("How many, according to mill.csv?", "How many?", {"a", "b"}, set()),
        ("According to “old mill.csv”, how many?", "how many?", {"c"}, set()),
        ("How many, according to page 12?", "How many?", set(), {11}),
        ("How many, according to mill.csv.gz?", None, set(), set()),
        ("How many, according to the miller?", None, set(), set()),
    ],
)
def test_a_question_says_according_to_what(
    question: str, rest: str | None, documents: set[str], pages: set[int]
) -> None:
    names = {"a": "mill.csv", "b": "mill.csv", "c": "old mill.csv"}
    found = according(question, names)
    assert found.question == (rest or question)
    assert (found.document_ids, found.pages) == (documents, pages)


@pytest.mark.parametrize("pipeline", ["chain_of_thought", "community_graph", "fused_hybrid"])
def test_every_pipeline_offers_them(workbench: Workbench, pipeline: str) -> None:
    answer = asked(workbench, "shop", "What were net sales in 2022?", pipeline)
    assert [choice.question for choice in answer.choices] == [
        "What were net sales at January 28, 2023?",
        "What were net sales at January 29, 2022?",
    ]


def test_what_is_not_open_or_not_there_offers_nothing(workbench: Workbench) -> None:
    assert asked(workbench, "shop", "What were net sales at January 29, 2022?").choices == ()
    assert asked(workbench, "shop", "What were net sales in 2015?").choices == ()
    assert asked(workbench, "visits", "Who guides at the mill?").choices == ()


def test_choices_are_stored_and_exported_and_older_answers_open(workbench: Workbench) -> None:
    answer = asked(workbench, "visits", "Which guide visited most?")
    assert from_json(Answer, to_json(answer)) == answer
    (kept,) = workbench.questions.conversation(answer.conversation_id)
    assert kept.choices == answer.choices
    markdown = workbench.evidence.bundle(answer.id, "markdown")
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
        collection="visits",
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


def test_programs_are_given_them(workbench: Workbench) -> None:
    answer = asked(workbench, "visits", "Which guide visited most?")
    naming = Naming(workbench)
    given = [
        (choice.label, choice.question) for choice in answer_summary(answer, naming, {}).choices
    ]
    assert given[0] == ("Most often", "Which guide visited most often?")
    assert [(choice.label, choice.question) for choice in facts_of(answer, naming).choices] == given
    message = message_of(answer, naming, "http://localhost").content
    assert "Which do you mean?\n\n- Which guide visited most often?\n" in message
    assert "most often" not in without_sources(message)


def test_a_reading_of_other_rows_is_not_computed_in_vain() -> None:
    """A wording that leads to another table costs a calculation for each of its readings."""
    milled = Interpretation("Milled", ((("seeds", "milled seeds"),),), frozenset([("t", 0, 0)]))
    years = tuple(
        Interpretation(year, ((("", f" in {year}"),),), frozenset([("other", 5, place)]))
        for place, year in enumerate(("2022", "2023"))
    )
    computed: list[str] = []

    def ask(question: str) -> Calculation | Refusal | None:
        computed.append(question)
        return Refusal("Several columns fit.", is_open=True, readings=years)

    assert choices_of("How much were the seeds?", Refusal("Two.", readings=(milled,)), ask) == ()
    assert computed == ["How much were the milled seeds?"]
