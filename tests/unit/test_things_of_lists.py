"""What things of a price list cost and how long they take, each meant by the words of its cells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.bound.bound_figures import bound_figure
from backend.tasks.calculate.bound.things_of_lists import things_of_lists
from backend.types import Calculation, Operation, StoredTable
from tests.unit.csv_lists import list_of, passage_of

BLOCKS = (
    "Code,Article,Width,Weight,Price,Delivery time\n"
    """B12,"Oak block, turned",12 cm,1.5 kg,18,3 weeks\n"""
    """B16,"Oak block, turned",16 cm,2.5 kg,27,4 weeks\n"""
    "C16,Brass cleat with screws,16 cm,0.9 kg,35,10 weeks\n"
    "C20,Long cleat with screws,20 cm,1.4 kg,52,12 weeks\n"
    "P1,Two sheave pulley,9 cm,1.1 kg,44,6 weeks\n"
    "P2,Three sheave pulley,9 cm,1.6 kg,61,8 weeks\n"
)
WORK = (
    "Code,Service,Price\nW1,Sanding a block,9\nW2,Splicing and whipping,14\n"
    """W3,"Hire of a winch, per day",30\nW4,Fitting a rudder,70\nW5,Painting a mast,45\n"""
)


def of_shop(text: str = BLOCKS, title: str = "Blocks and cleats") -> StoredTable:
    return replace(list_of(text), id=title, title=title)


def made(question: str, *tables: StoredTable) -> Calculation | None:
    done = bound_figure(question, tables or (of_shop(), of_shop(WORK, "Workshop")), "")
    return done if isinstance(done, Calculation) else None


def told(question: str, *tables: StoredTable) -> str:
    done = made(question, *tables)
    return done.figure if done is not None else ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What would a 12 cm oak block and a brass cleat cost together?", "53"),  # 18 + 35
        ("What would a 12cm oak block and a brass cleat come to in total?", "53"),
        ("What is the total price of a long cleat and a two sheave pulley?", "96"),  # 52 + 44
        ("How much are a brass cleat and a long cleat altogether?", "87"),
        ("What would an oak block and a brass cleat cost together?", ""),  # of 12 or 16 cm
        ("What would two brass cleats and a long cleat cost together?", ""),
        ("What would brass cleats and a long cleat cost together?", ""),  # how many?
        ("What would a brass cleat and a brass cleat cost together?", ""),
        ("What would a brass cleat and a mast cost together?", ""),
        ("What would a brass cleat and a winch cost together?", ""),
        ("What would a brass cleat and fitting a rudder cost together?", ""),  # two lists
        ("What would a brass cleat and a used long cleat cost together?", ""),
        ("What would painting a mast and the hire of a winch cost together?", ""),  # for one day
        ("What would painting a mast and fitting a rudder cost together?", "115"),
    ],
)
def test_two_things_of_one_list_come_to_their_prices(question: str, figure: str) -> None:
    assert told(question) == figure


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much dearer is a long cleat than a brass cleat?", "17"),
        ("How much cheaper is a brass cleat than a long cleat?", "17"),
        ("How much more does a 16 cm oak block cost than a 12 cm oak block?", "9"),
        ("How much dearer is a brass cleat than a long cleat?", ""),  # it is cheaper
        ("How much dearer is a cleat than an oak block?", ""),
    ],
)
def test_one_thing_is_dearer_than_another(question: str, figure: str) -> None:
    assert told(question) == figure


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How long is the wait for a two sheave pulley?", "6 weeks"),
        ("What is the delivery time for the brass cleat?", "10 weeks"),
        ("How long do I have to wait for a 16 cm oak block?", "4 weeks"),
        ("How long is the wait for a pulley?", ""),
        ("How long is the wait for two pulleys?", ""),
        ("How long is the wait for painting a mast?", ""),  # no column says it
    ],
)
def test_a_thing_is_waited_for_as_long_as_its_row_says(question: str, figure: str) -> None:
    assert told(question) == figure


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What does a brass cleat cost?", "35"),
        ("What does a 16 cm oak block cost?", "27"),
        ("How much is splicing and whipping?", "14"),
        ("How much is splicing?", ""),  # the price is that of both
        ("What does a block cost?", ""),  # nor what sanding one costs
        ("How much is a winch?", ""),
        ("What does a 9 oak block cost?", ""),
        ("What do 12 oak blocks cost?", ""),  # so many, and not so wide
        ("What do 16 oak blocks cost?", ""),
        ("What does a 1.5 kg oak block cost?", "18"),
        ("What does the painting of a brass cleat cost?", ""),
        ("What does a brass cleat without screws cost?", ""),
        ("What does a brass cleat for 10 weeks cost?", ""),  # so long it takes to come
        ("What does a brass cleat with screws cost?", "35"),
    ],
)
def test_a_thing_costs_what_the_only_row_of_it_says(question: str, figure: str) -> None:
    assert told(question) == figure


def test_two_columns_of_prices_leave_it_open() -> None:
    further = of_shop(BLOCKS.replace("Weight", "Member price"))
    assert told("What does a brass cleat cost?", further) == ""
    assert (
        told("What does a brass cleat cost?", of_shop(BLOCKS.replace("Price", "Price code"))) == ""
    )


def test_the_price_of_a_pack_is_not_that_of_one() -> None:
    text = "Code,Article,Pack,Price\nS1,Brass screw,20,35\nS2,Long cleat,1,52\nS3,Oak block,1,18\n"
    table = of_shop(text)
    assert told("What would a long cleat and an oak block cost together?", table) == "70"
    assert things_of_lists("What does a brass screw cost?", [table]) is None
    question = "What would a brass screw and an oak block cost together?"
    assert things_of_lists(question, [table]) is None


def test_what_is_asked_for_is_what_the_row_is_named_by() -> None:
    text = "Code,Article,For,Price\nC1,Brass cleat,the mast,35\nC2,Long cleat,the boom,52\n"
    assert told("What does a brass cleat for the mast cost?", of_shop(text)) == "35"
    assert things_of_lists("What does the mast of a brass cleat cost?", [of_shop(text)]) is None


def test_the_same_thing_in_two_lists_leaves_it_open() -> None:
    older = of_shop(BLOCKS.replace("35", "33"), "Blocks and cleats, last year")
    assert told("What would a long cleat and a brass cleat cost together?", of_shop(), older) == ""


def test_a_title_of_one_kind_of_thing_names_its_rows_and_a_sentence_does_not() -> None:
    pulleys = "Code,Kind,Price\nP1,Two sheave,44\nP2,Three sheave,61\nP3,Swivel,25\n"
    question = "What would a two sheave pulley and a swivel pulley cost together?"
    assert told(question, of_shop(pulleys, "Pulleys")) == "69"
    assert told(question, of_shop(pulleys, "Pulleys and hooks")) == ""
    sentence = "Each pulley comes with a brass hook."
    table = of_shop(pulleys, sentence)
    assert things_of_lists("What does the hook of a swivel pulley cost?", [table]) is None


def test_the_cells_are_cited_and_a_shared_name_is_told_with_its_code() -> None:
    done = made("What would a 12 cm oak block and a brass cleat cost together?")
    assert done is not None
    assert done.operation is Operation.SUM
    assert [each.label for each in done.operands] == [
        *("Oak block, turned (B12)", "Brass cleat with screws"),
    ]
    assert check_calculation(done, [passage_of(of_shop())]).supported is True


def test_a_time_in_words_is_told_as_it_stands() -> None:
    words = BLOCKS.replace("10 weeks", "8 to 10 weeks").replace("3 weeks", "from stock")
    table = of_shop(words)
    assert told("How long is the wait for a brass cleat?", table) == "8 to 10 weeks"
    assert told("How long is the wait for a 12 cm oak block?", table) == ""
