"""Questions to begin with over lists: what is asked, what must come out, and what is shown."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.briefing.candidate_questions import CandidateQuestion
from backend.briefing.for_sets import set_questions
from backend.briefing.from_lists import list_questions
from backend.briefing.list_wording import (
    Thing,
    adds_up,
    compares,
    count_question,
    day_question,
    figure_question,
    is_named_for_time,
    largest_question,
    names_time,
    role_question,
    says_when,
    spoken_column,
    spoken_row,
    thing_of_label,
    thing_of_title,
    total_question,
)
from backend.briefing.listed_tables import (
    Listed,
    large_list_of,
    lists_among,
    shared_by,
    years_of_document,
    years_of_rows,
)
from backend.briefing.question_checks import CheckLimits, checked, why_refused
from backend.ports import Records
from backend.readers.delimited import DelimitedReader, read_delimited
from backend.settings import load_settings
from backend.tables.stored_tables import stored_tables
from backend.types import (
    NO_USAGE,
    Answer,
    Calculation,
    Chunk,
    Citation,
    Document,
    Operand,
    Operation,
    Query,
    QuestionKind,
    Quotation,
    StoredTable,
    Verdict,
)
from backend.workbench import Workbench, open_workbench
from tests.large_tables import quiet, source_of
from tests.unit.test_workbench import add

VOYAGES = """Voyage,Ship,Master,Sailed,Crates,Freight (EUR),Wage rate,Phone
V-1,Heron,Ida Norrby,2021-03-04,12,400.50,2.5,0171 220
V-2,Plover,Per Olsen,2021-05-11,30,99.50,2.0,0171 221
V-3,Heron,Ida Norrby,2022-04-02,8,1200.00,2.5,0171 222
V-4,Curlew,Rolf Dahl,2023-06-30,25,300.00,3.5,0171 223
V-5,Heron,Per Olsen,2023-08-01,5,150.00,2.5,0171 224
"""
TOOLS = """Tool,Shelf,Price in EUR,In use since
Milling cutter,A3,32.50,2019
Twist drill,A1,2.40,2020
Brass hinges,B2,7.90,2018
Hacksaw,C1,18.00,2022
"""


class Pageless:
    """Records of documents without pages."""

    def lines(self, *span: object) -> tuple[()]:
        return ()


def tables_of(text: str, name: str = "list.csv") -> tuple[StoredTable, ...]:
    return stored_tables(read_delimited(text, name), (), name)


def document(name: str = "voyages.csv") -> Document:
    title = name.rpartition(".")[0].replace("-", " ")
    return Document(name, "c", name, title, "text/csv", "0", 1, 1, 1, 1, 0.0)


def asked(text: str, name: str = "voyages.csv", *others: str) -> list[CandidateQuestion]:
    """The candidates of a file in a collection; `others` are files of the same name and another
    ending that hold those texts."""
    files = [
        lists_among(tables_of(other, f"{number}-{name}"), document(name).title)
        for number, other in enumerate((text, *others))
    ]
    passage = Chunk("k", name, "s", 0, "", 0, 100_000, (), "table")
    shared = shared_by([one for file in files for one in file])
    records = cast(Records, Pageless())
    return list(list_questions(records, document(name), files[0], (passage,), shared))


def expected(made: list[CandidateQuestion]) -> dict[str, Decimal | str]:
    return {
        candidate_question.text: candidate_question.stated
        if candidate_question.worth is None
        else candidate_question.worth
        for candidate_question in made
    }


# --- what is asked ---------------------------------------------------------------------------


def test_a_list_leads_to_a_total_an_entry_the_largest_and_how_many() -> None:
    assert expected(asked(VOYAGES)) == {
        "What is the total number of crates of all voyages?": 80,
        "When did voyage V-1 sail?": "2021-03-04",
        "What is the freight of voyage V-1?": Decimal("400.50"),
        "Which voyage has the most crates?": "V-2",
        "Which voyage has the highest freight?": "V-3",
        "How many voyages are there with the ship Heron?": 3,
        "How many voyages are there with the master Ida Norrby?": 2,
    }, "no sum of rates and no phone"


def test_things_are_named_as_people_name_them() -> None:
    assert expected(asked(TOOLS, "workshop.csv")) == {
        "What is the price of the milling cutter?": Decimal("32.50"),
        "Which tool has the highest price?": "Milling cutter",
    }, "prices add up to nothing, and 2019 is no figure"


def test_rows_with_numbers_are_asked_for_by_the_names_beside_them() -> None:
    text = """Member ID,Name,Joined,Hours
1,Ada Finch,2019-04-02,14
2,Tom Reed,2021-09-17,32.5
3,Mira Holt,2022-01-21,7
4,Jon Vale,2015-06-30,21
"""
    assert expected(asked(text, "club.csv")) == {
        "What is the total number of hours of all members?": Decimal("74.5"),
        "When did Ada Finch join?": "2019-04-02",
        "How many hours does Ada Finch have?": 14,
        "Who has the most hours?": "Tom Reed",
    }


def test_rows_with_numbers_of_nothing_are_what_the_first_words_beside_them_are_called() -> None:
    text = """SKU,Item,Supplier,Stock,Unit price
10034,Light bulb,Brightway,140,2.99
10035,Extension lead,Cordex,32,11.50
10041,Wall socket,Cordex,210,3.40
10042,Dimmer switch,Brightway,18,14.90
10050,Junction box,Cordex,75,1.25
"""
    assert expected(asked(text, "inventory.csv")) == {
        "What is the unit price of the light bulb?": Decimal("2.99"),
        "Who is the supplier of the light bulb?": "Brightway",
        "Which item has the highest unit price?": "Dimmer switch",
        "How many items are from Cordex?": 3,
    }


def test_rows_that_only_the_title_names_are_asked_for_in_the_plural() -> None:
    text = "Date,Boat,Passengers\n2024-05-02,Tern,8\n2024-05-09,Gull,5\n2024-06-01,Tern,6\n"
    made = expected(asked(f"{text}2024-06-02,Wren,2\n", "outings.csv"))
    assert made == {
        "What is the total number of passengers of all outings?": 21,
        "Which of the outings has the most passengers?": "2024-05-02",
        "How many outings are there with the boat Tern?": 2,
    }


def test_what_two_files_have_is_asked_with_the_name_of_the_file() -> None:
    other = VOYAGES.replace("V-", "W-")
    for text in expected(asked(VOYAGES, "voyages.csv", other)):
        named = "of voyage V-" not in text and "voyage V-1" not in text
        assert text.endswith(", according to voyages.csv?") == named, text


def test_what_two_lists_of_one_file_have_is_not_asked() -> None:
    twice = f"{VOYAGES}\n\n{VOYAGES.replace('V-', 'W-')}"
    assert {question.kind for question in asked(twice)} == {"entry"}
    assert asked(f"{VOYAGES}\n\n{VOYAGES}") == []


@pytest.mark.parametrize(
    ("changed", "into"),
    [
        ("1200.00", ""),
        ("1200.00", "-1200.00"),
        ("1200.00", "$1200.00"),
        ("1200.00", "950.00"),
    ],
    ids=["a cell is empty", "one is below nought", "another currency", "the sum of the others"],
)
def test_a_column_that_is_not_whole_is_not_asked_for_as_a_whole(changed: str, into: str) -> None:
    made = asked(VOYAGES.replace(",Wage rate", ",Rank").replace(changed, into))
    whole = [question.text for question in made if question.kind in ("total", "largest")]
    assert whole == [
        "What is the total number of crates of all voyages?",
        "Which voyage has the most crates?",
    ]


def test_the_largest_of_equals_is_not_asked_for() -> None:
    made = expected(asked(VOYAGES.replace("V-4,Curlew,Rolf Dahl,2023-06-30,25", "V-4,C,R,,30")))
    assert "Which voyage has the most crates?" not in made
    assert "Which voyage has the highest freight?" in made


def test_a_row_whose_name_is_a_part_of_another_name_is_not_asked_for() -> None:
    text = "Boat,Length (m)\nTern,8.4\nTern II,9.1\nGull,4.0\nWren,3.6\n"
    assert [question.text for question in asked(text, "boats.csv") if question.kind == "entry"] == [
        "What is the length of Tern II?"
    ]


def test_shares_are_not_added_up() -> None:
    text = "Region,Sales\nNorth,41%\nSouth,22%\nEast,27%\nWest,10%\n"
    assert {question.kind for question in asked(text, "regions.csv")} == {"entry", "largest"}


@pytest.mark.parametrize("header", ["Freight (EUR thousand)", "Freight (EUR million)"])
def test_figures_in_thousands_are_not_asked_for(header: str) -> None:
    made = expected(asked(VOYAGES.replace("Freight (EUR)", header)))
    assert "What is the total number of crates of all voyages?" in made
    assert not [each for each in made if "freight" in each]


OWNED = VOYAGES.replace("Rolf Dahl", "Heron")
"""A master is called as a ship is."""


def test_a_word_that_another_column_has_too_is_not_counted() -> None:
    counts = [question.text for question in asked(OWNED) if question.kind == "count"]
    assert counts == ["How many voyages are there with the master Ida Norrby?"]


def test_an_entry_that_comes_to_the_sum_of_those_above_it_is_no_sum() -> None:
    made = expected(asked(CREW, "crew.csv"))
    assert made["When did Ida Norrby join?"] == "2018-02-01"
    (found,) = lists_among(tables_of(CREW), "crew")
    assert found.names[2] == "Rolf Dahl", "7 shares below 4 and 2"


@pytest.mark.parametrize("sums", ["Total,,55", ",Total,55", "Total,,55\nGrand total,,55"])
def test_sums_below_a_list_are_no_rows_of_it(sums: str) -> None:
    text = "Voyage,Ship,Crates\nV-1,Heron,12\nV-2,Heron,30\nV-3,Wren,8\nV-4,Crane,5\n"
    made = expected(asked(f"{text}{sums}\n"))
    assert made["What is the total number of crates of all voyages?"] == 55
    assert made["Which voyage has the most crates?"] == "V-2"


@pytest.mark.parametrize(
    "text",
    [
        "Item,2022,2023\nNet sales,10,11\nCosts,7,8\nProfit,3,3\nTax,1,1\n",
        "Ship,Jan,Feb\nHeron,10,11\nPlover,7,8\nCurlew,3,3\nWren,1,1\n",
        "Voyage,Crates\nV-1,12\nV-2,30\nV-3,8\n",
    ],
    ids=["years", "months", "three rows"],
)
def test_a_table_of_times_or_of_few_rows_is_no_list(text: str) -> None:
    assert asked(text) == []


def test_words_within_others_yes_and_no_and_sentences_group_nothing() -> None:
    text = """Repair,Boat,Done,Note
R1,Tern,yes,The mast step had to be made anew from oak
R2,Tern II,yes,The mast step had to be made anew from oak
R3,Tern,yes,Paint
R4,Gull,no,Paint
R5,Gull,no,Rudder
R6,Tern,no,Rudder
"""
    assert [question for question in asked(text, "repairs.csv") if question.kind == "count"] == [
        question for question in asked(text, "repairs.csv") if "boat Gull" in question.text
    ]


@given(
    st.lists(st.integers(0, 9_999), min_size=4, max_size=12),
    st.lists(st.sampled_from(["Heron", "Plover", "Curlew"]), min_size=12, max_size=12),
)
def test_what_must_come_out_is_what_the_cells_come_to(figures: list[int], ships: list[str]) -> None:
    rows = [f"V-{at},{ships[at]},{figure}" for at, figure in enumerate(figures)]
    for question in asked("\n".join(["Voyage,Ship,Crates", *rows])):
        if question.kind == "total":
            assert question.worth == sum(figures)
        elif question.kind == "largest":
            assert figures.count(max(figures)) == 1
            assert question.stated == f"V-{figures.index(max(figures))}"
        elif question.kind == "count":
            ship = question.text.rstrip("?").rpartition(" ")[2]
            held = ships[: len(figures)]
            assert question.worth == held.count(ship) == max(map(held.count, held))
        else:
            assert question.kind == "entry"


# --- large tables ----------------------------------------------------------------------------


def large(folder: Path, text: str, name: str = "voyages.csv") -> Listed | None:
    """A text that is read as a large table, as a list."""
    source = source_of(folder, text, name)
    reading = DelimitedReader(200, 2).read(folder / f"written-{name}", name, None, quiet)
    (first,) = stored_tables(reading, (), name)
    return large_list_of(first, source.file, document(name).title)


def asked_of_large(found: Listed) -> list[CandidateQuestion]:
    passage = Chunk("k", "d", "s", 0, "", 0, 100_000, (), "table")
    records, shared = cast(Records, Pageless()), shared_by([found])
    return list(list_questions(records, document(), [found], (passage,), shared))


def test_a_large_table_leads_to_the_questions_of_a_small_one(tmp_path: Path) -> None:
    found = large(tmp_path, VOYAGES)
    assert found is not None
    assert found.file is not None
    small = asked(VOYAGES)
    named = {
        question.text.replace("?", ", according to voyages.csv?")
        if question.kind == "entry"
        else question.text
        for question in small
    }
    made = expected(asked_of_large(found))
    assert set(made) == named, "which rows it has besides the first ones is not looked up"
    assert list(made.values()) == list(expected(small).values())
    assert years_of_document([found], []) == ("2021", "2023")


def test_all_rows_of_a_large_table_count_and_not_the_first_ones_alone(tmp_path: Path) -> None:
    more = "".join(
        f"V-{number},Plover,Rolf Dahl,2024-01-01,{number},1.00,2.0,0171\n"
        for number in range(6, 100)
    )
    found = large(tmp_path, VOYAGES + more)
    assert found is not None
    assert len(found.rows) < 99
    made = expected(asked_of_large(found))
    assert made["What is the total number of crates of all voyages?"] == 80 + sum(range(6, 100))
    assert made["Which voyage has the most crates?"] == "V-99"
    assert made["How many voyages are there with the ship Plover?"] == 95
    assert years_of_rows([found]) == ("2021", "2024")
    twice = VOYAGES + more + "V-7,Plover,Rolf Dahl,2024-01-01,3,1.00,2.0,0171\n"
    assert large(tmp_path / ".", twice, "twice.csv") is None, "labels below do not tell rows apart"


def test_of_a_large_table_no_equals_and_no_words_of_two_columns_are_asked_for(
    tmp_path: Path,
) -> None:
    found = large(tmp_path, OWNED.replace("2023-06-30,25", "2023-06-30,30"))
    assert found is not None
    made = expected(asked_of_large(found))
    assert "How many voyages are there with the ship Heron?" not in made
    assert "How many voyages are there with the master Ida Norrby?" in made
    assert "Which voyage has the most crates?" not in made
    assert "Which voyage has the highest freight?" in made


@pytest.mark.parametrize(
    "into",
    ["", "-1200.00", "950.00"],
    ids=["a cell is empty", "one is below nought", "the sum of the others"],
)
def test_of_a_large_table_a_column_that_is_not_whole_is_not_asked_for_as_a_whole(
    tmp_path: Path, into: str
) -> None:
    found = large(tmp_path, VOYAGES.replace(",Wage rate", ",Rank").replace("1200.00", into))
    assert found is not None
    whole = [each.text for each in asked_of_large(found) if each.kind in ("total", "largest")]
    assert whole == [
        "What is the total number of crates of all voyages?",
        "Which voyage has the most crates?",
    ]


def test_a_large_table_whose_last_row_may_be_a_sum_is_no_list(tmp_path: Path) -> None:
    rows = [f"V{number},{'AB'[number % 2]},{number}" for number in range(1, 61)]
    text = "\n".join(["Voyage,Ship,Crates", *rows])
    assert large(tmp_path, text, "whole.csv") is not None
    assert large(tmp_path, f"{text}\n,,1830\n", "open.csv") is None
    assert large(tmp_path, "Voyage,Ship,Crates\nV1,A,1\nV2,B,2\nV3,A,4\nV4,A,9\n,,16\n") is None


# --- wording ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "one", "many"),
    [
        ("Order no", "order", "orders"),
        ("Member ID", "member", "members"),
        ("Policy", "policy", "policies"),
        ("Branch", "branch", "branches"),
        ("Person", "person", "people"),
        ("Boats", "", "boats"),
    ],
)
def test_a_row_is_called_what_stands_over_its_label(name: str, one: str, many: str) -> None:
    assert thing_of_label(name) == Thing(one, many)


@pytest.mark.parametrize(
    "name", ["Name", "No", "Date", "ID", "Title", "Phone", "Month", "VIN", "When", ""]
)
def test_what_only_numbers_dates_or_names_rows_calls_them_nothing(name: str) -> None:
    assert thing_of_label(name) is None


def test_a_title_calls_rows_by_its_last_word_if_that_is_a_plural() -> None:
    assert thing_of_title("Purchase orders 2024") == Thing("", "orders")
    assert thing_of_title("Club members list") == Thing("", "members")
    assert [thing_of_title(each) for each in ("Workshop stock", "Notes", "2024", "Sales")] == [
        *(None, None, None, None)
    ]


@pytest.mark.parametrize(
    ("name", "said", "total", "largest"),
    [
        ("Amount", "amount", True, True),
        ("Price in EUR", "price", False, True),
        ("Number of seats", "seats", False, True),
        ("Passengers", "passengers", True, True),
        ("Distance (km)", "distance", True, True),
        ("Average cost", "average cost", False, True),
        ("Unit price", "unit price", False, True),
        ("Price per kg", "price per kg", False, True),
        ("Share", "share", False, True),
        ("Years", "years", False, False),
        ("Age", "age", False, False),
        ("Room", "room", False, False),
    ],
)
def test_only_what_means_something_is_added_up_or_compared(
    name: str, said: str, total: bool, largest: bool
) -> None:
    assert spoken_column(name) == said
    assert (adds_up(said), compares(said, measured=False)) == (total, largest)


@pytest.mark.parametrize("name", ["Order ID", "Phone", "Email", "Code", "Zip", "Notes", "Q3/4", ""])
def test_numbers_that_tell_rows_apart_and_ways_to_reach_people_are_not_asked_for(name: str) -> None:
    assert spoken_column(name) == ""


def test_questions_read_as_people_ask_them() -> None:
    members, shops = Thing("member", "members"), Thing("shop", "shops")
    assert [
        total_question("costs", shops),
        total_question("total", None),
        total_question("total price", shops),
        largest_question("distance", shops, named_aside=False),
        largest_question("fee", Thing("", "members"), named_aside=False),
        largest_question("fee", shops, named_aside=True),
        count_question("town", "Harrow", members),
        count_question("town", "Harrow", shops),
        count_question("category", "Food", shops),
        count_question("author", "Ida Norrby", Thing("", "books")),
        count_question("status", "open", shops),
        figure_question("costs", "the mill"),
        figure_question("oars", "the grey boats"),
        day_question("Paid on", "the grey boats"),
        day_question("Left", "Ada Finch"),
        day_question("Due", "the rent"),
        day_question("start date", "the course"),
        day_question("Date", "the course"),
        day_question("Year", "the course"),
        role_question("skipper", "the Heron"),
        role_question("colour", "the Heron"),
    ] == [
        "What are the total costs of all shops",
        "What is the total",
        "What is the total price of all shops",
        "Which shop has the greatest distance",
        "Which of the members has the highest fee",
        "Which shop has the highest fee",
        "How many members are from Harrow",
        "How many shops are in Harrow",
        "How many shops are in the category Food",
        "How many books are by Ida Norrby",
        "How many shops have the status open",
        "What are the costs of the mill",
        "How many oars do the grey boats have",
        "When were the grey boats paid",
        "When did Ada Finch leave",
        "When is the rent due",
        "What is the start date of the course",
        *("", ""),
        "Who is the skipper of the Heron",
        "",
    ]


def test_a_row_is_named_as_it_is_written_unless_it_is_a_common_word() -> None:
    order = Thing("order", "orders")
    rows = (
        "Milling cutter",
        "Ada Finch",
        "O-17",
        "Heron",
        "a/b (old)",
        "x",
        "all the long way home",
    )
    assert [spoken_row(row, order) for row in rows] == [
        *("the milling cutter", "Ada Finch", "order O-17", "Heron", "", "", ""),
    ]
    assert spoken_row("O-17", None) == ""
    assert spoken_row("LED bulb 9W", Thing("item", "items")) == "item LED bulb 9W"
    assert spoken_row("Mend 3 old boats", Thing("task", "tasks")) == ""


# --- what is kept ----------------------------------------------------------------------------


def answered(short: str, table: str = "t", verdict: Verdict = Verdict.CALCULATED) -> Answer:
    cell = Operand(
        "d", table, 0, 0, "V-1", "Crates", "", "12", Decimal(12), Decimal(1), "", 0, 2, -1, None
    )  # fmt: skip
    made = Calculation(
        Operation.SUM, short, Decimal(12), "", Decimal(1), "", "", (cell,), 1.0
    )  # fmt: skip
    citation = Citation(1, "c", "d", 0, 0, 15, True)
    return Answer(
        "a", "?", "naive", short, short, True, (), (citation,), (), (), NO_USAGE,
        "local reader", {}, 1, 0.0, verdict=verdict, calculation=made,
    )  # fmt: skip


def candidate(
    kind: QuestionKind, text: str = "?", stated: str = "", worth: str = "", table: str = "t"
) -> CandidateQuestion:
    source = Quotation("words", "d", "Title", "c", 0, 10, 20)
    value = Decimal(worth) if worth else None
    return CandidateQuestion(text, kind, source, stated, worth=value, table=table)


@pytest.mark.parametrize(
    ("made", "answer", "reason"),
    [
        (candidate("total", worth="3321.4"), answered("3,321.40 EUR"), ""),
        (candidate("total", worth="3321.4"), answered("3,321.41 EUR"), "another figure"),
        (candidate("total", worth="3"), answered("3 or 4"), "another figure"),
        (candidate("total", worth="3"), answered("3", "u"), "from another place"),
        (candidate("total", worth="3"), answered("3", verdict=Verdict.DIRECT), "not sure"),
        (candidate("largest", stated="V-2"), answered("v-2"), ""),
        (candidate("largest", stated="V-2"), answered("V-21"), "another name"),
        (candidate("entry", stated="1.204,50", worth="1204.50"), answered("1.204,50"), ""),
        (candidate("entry", stated="12 March", worth=""), answered("13 March"), "another name"),
    ],
)
def test_a_question_over_a_list_is_kept_only_if_its_cells_come_to_the_answer(
    made: CandidateQuestion, answer: Answer, reason: str
) -> None:
    assert why_refused(made, answer) == reason
    assert why_refused(made, replace(answer, calculation=None)) == "not sure"


def test_of_one_list_three_questions_of_different_kinds_are_kept() -> None:
    made = [
        candidate("total", "t1", worth="3"),
        candidate("total", "t2", worth="3"),
        candidate("entry", "e1", worth="4"),
        candidate("entry", "e2", worth="3"),
        candidate("largest", "l1", stated="3"),
        candidate("count", "c1", worth="3"),
        candidate("total", "u1", worth="3", table="u"),
    ]
    asked_for: list[str] = []

    def ask(text: str) -> Answer:
        asked_for.append(text)
        return answered("3", "u" if text == "u1" else "t")

    kept = checked(made, ask, limits=CheckLimits(of_a_document=9))
    assert [checked_question.text for checked_question in kept] == ["t1", "l1", "c1", "u1"]
    assert "t2" not in asked_for, "a total is there"
    assert "e2" not in asked_for, "three are there"


# --- when a list is --------------------------------------------------------------------------


def test_a_list_is_of_the_years_of_its_rows() -> None:
    lists = lists_among(tables_of(VOYAGES), "voyages")
    passage = Chunk("k", "d", "s", 0, "", 0, len(VOYAGES), (), "table")
    assert years_of_rows(lists) == ("2021", "2023")
    assert years_of_document(lists, [passage]) == ("2021", "2023")
    long = replace(passage, end=9 * len(VOYAGES))
    assert years_of_document(lists, [long]) == ("", ""), "a report with a list is not of its rows"
    born = VOYAGES.replace("Sailed", "Date of birth")
    assert years_of_rows(lists_among(tables_of(born), "voyages")) == ("", "")


def test_which_columns_say_when_a_row_was() -> None:
    names = ("Date", "Invoice date", "Year", "Joined", "Paid on", "Due", "Founded", "Birth date")
    assert [name for name in names if says_when(name)] == [
        *("Date", "Invoice date", "Joined", "Paid on")
    ]
    assert is_named_for_time("Year"), "over the labels it says when"
    assert names_time("May")
    assert not names_time("Maypole")


# --- all of it -------------------------------------------------------------------------------

CATCHES = """Catch,Boat,Landed,Crates,Weight (kg)
K-1,Heron,2021-03-04,12,300.5
K-2,Plover,2021-05-11,30,741.0
K-3,Heron,2022-04-02,8,199.5
K-4,Curlew,2023-06-30,25,620.0
"""
CREW = """Name,Joined,Town,Shares
Ida Norrby,2018-02-01,Ostmouth,4
Per Olsen,2020-07-15,Harrow,2
Rolf Dahl,2019-11-03,Ostmouth,7
Jon Vale,2022-01-09,Crewick,1
Mira Holt,2021-05-05,Ostmouth,3
"""
RIGHT = {
    "What is the total number of crates of all catches?": "75",
    "Which catch has the most crates?": "K-2",
    "How many catches are there with the boat Heron?": "2",
    "When did Ida Norrby join?": "2018-02-01",
}


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    monkeypatch.setattr(opened.briefing, "_in_background", True)
    monkeypatch.setattr(opened._worker, "ensure", lambda: None)
    yield opened
    opened.close()


def test_a_collection_of_lists_offers_questions_and_answers_each_rightly(
    workbench: Workbench,
) -> None:
    collection = workbench.library.create_collection("Harbour")
    catches = add(workbench, collection.id, "catches.csv", CATCHES)
    crew = add(workbench, collection.id, "crew.csv", CREW)
    workbench.briefing.notice_missing_briefing(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    found = workbench.briefing.briefing_of(collection.id)
    assert found is not None
    times = {each.document_id: (each.period, each.until) for each in found.documents}
    assert times == {catches: ("2021", "2023"), crew: ("2018", "2022")}
    assert {each.text: each.short for each in found.questions} == RIGHT
    kinds = [each.kind for each in found.questions if each.source.document_id == catches]
    assert len(kinds) == len(set(kinds)) == 3
    for question in workbench.briefing.leading_questions(collection.id):
        asking = workbench.questions.ask(Query(question.text, collection.id), "fused_hybrid")
        assert asking.wait(60)
        assert asking.answer is not None
        assert (asking.answer.short, asking.answer.verdict) == (
            RIGHT[question.text],
            Verdict.CALCULATED,
        )
    of_sets = set_questions(workbench.parts.records, collection.id, found.questions)
    entries = {each.text for each in found.questions if each.kind == "entry"}
    assert {set_question.text for set_question in of_sets} == entries, (
        "no passage is the evidence of a total"
    )


def test_a_large_table_offers_questions_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(load_settings({}, library=tmp_path / "library"), large_table_rows=3)
    opened = open_workbench(settings, start_workers=False)
    monkeypatch.setattr(opened.briefing, "_in_background", True)
    monkeypatch.setattr(opened._worker, "ensure", lambda: None)
    collection = opened.library.create_collection("Harbour")
    add(opened, collection.id, "catches.csv", CATCHES)
    opened.briefing.notice_missing_briefing(collection.id)
    opened.queue.work_until_idle(threading.Event())
    found = opened.briefing.briefing_of(collection.id)
    opened.close()
    assert found is not None
    assert [(each.period, each.until) for each in found.documents] == [("2021", "2023")]
    assert {question.text: question.short for question in found.questions} == {
        "What is the total number of crates of all catches?": "75",
        "When was catch K-1 landed, according to catches.csv?": "2021-03-04",
        "Which catch has the most crates?": "K-2",
    }
