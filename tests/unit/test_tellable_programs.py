"""Which results over a list may be told at all, however probable they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.composed.composed_figure import (
    Composed,
    ProgramResult,
)
from backend.tasks.calculate.composed.derived_columns import with_derived_columns
from backend.tasks.calculate.composed.list_programs import Program, programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.mentions import ValueMention
from backend.tasks.calculate.composed.program_features import (
    FIGURES_UNNAMED,
    RIVAL_NAMED,
    ROWS_COUNTED,
    STATE_NAMED,
    TELLS_DAY,
    ProgramFeatures,
)
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.row_conditions import PairMention, StateMention
from backend.tasks.calculate.composed.tellable_programs import is_tellable
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_links import Pair
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of
from tests.unit.test_composed_programs import FERRIES, results, told

JOBS = list_of(
    "Job,Room,Status\nRegrout shower,Bath,Booked\nPaint walls,Hall,Done\nHang door,Hall,Done\n",
    "jobs.csv",
)


def test_nothing_is_told_to_yes_or_no_or_where_a_denial_is_left_over() -> None:
    count = Program(ListStep.COUNT, None, None)
    total = Program(ListStep.SUM, 5, None)
    assert is_tellable("What did the fares come to?", told("", total))
    assert not is_tellable("Did the fares come to 500?", told("", total))
    assert not is_tellable("What came in that was never counted?", told("", total))
    assert is_tellable("How many crossings were there?", told("", count))
    assert not is_tellable("How many lorries came?", told("", count, **{"pieces beside": 1.0}))
    assert not is_tellable("What is the fare?", told("", total, **{"one figure again": 1.0}))


def test_yes_or_no_is_told_to_did_and_any_alone_and_where_no_deed_is_left_over() -> None:
    asked = "Did Jon Wick ever sail the Alke?"
    found = results(asked)[(ListStep.ANY, "Yes")]
    assert is_tellable(asked, told("", found))
    assert is_tellable("Any crossings of Jon Wick?", told("", found))
    assert not is_tellable("Who sailed the Alke?", told("", found))
    # that there is a crossing of his says nothing of a breakdown
    assert not is_tellable("Did Jon Wick's Alke break down?", told("", found, left=1.0))


def test_what_is_to_come_is_told_by_a_column_that_is_named() -> None:
    looked_up = results("When was N-3 due?")[(ListStep.LOOK_UP, "2021-06-03")]
    question = "When will the Alke be due?"
    assert is_tellable(question, told("", looked_up, **{TELLS_DAY: 1.0, "answer, named": 1.0}))
    assert not is_tellable(question, told("", looked_up, **{TELLS_DAY: 1.0}))
    assert is_tellable("When was the Alke due?", told("", looked_up, **{TELLS_DAY: 1.0}))


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("Which captain earned most?", False),
        ("When did most cars come?", False),
        ("How many cars came?", True),
        ("What came in?", True),
    ],
)
def test_a_figure_is_no_name_and_no_day(question: str, is_told: bool) -> None:
    assert is_tellable(question, told("", Program(ListStep.SUM, 5, None))) is is_told


def test_who_is_nobody_s_boat() -> None:
    boat = results("Which ferry carried 22 cars?")[(ListStep.LIST, "Basstölpel")]
    assert is_tellable("Which ferry carried 22 cars?", told("", boat))
    assert not is_tellable("Who carried 22 cars?", told("", boat, **{"answer, who|other": 1.0}))


def test_a_name_is_no_figure_but_a_day_says_when() -> None:
    last = results("When was the last crossing?")[(ListStep.MOST, "2021-06-11")]
    assert is_tellable("When was the last crossing?", told("", last))
    name = results("Who was captain of N-3?")[(ListStep.LOOK_UP, "Jon Wick")]
    assert not is_tellable("How much did N-3 take?", told("", name))


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("Has the shower been regrouted?", False),
        ("Is the shower booked?", True),
    ],
)
def test_that_a_job_is_in_the_list_does_not_say_that_it_is_done(
    question: str, is_told: bool
) -> None:
    mentions = Meanings(question, JOBS, "")
    cues = cues_of(question, mentions.words)
    of = ProgramFeatures(question, mentions, cues, with_derived_columns(mentions, cues))
    may_be_told = []
    for program in programs_of(question, mentions, cues):
        made = run(program, JOBS) if program.step is ListStep.ANY else None
        if isinstance(made, Calculation):
            features = of.of(program) | of.of_outcome(program, made)
            result = ProgramResult(program, made, features)
            may_be_told.append(is_tellable(question, Composed(result, made, 0.99)))
    assert may_be_told
    assert any(may_be_told) is is_told


def test_a_word_that_may_name_several_tells_nothing() -> None:
    crews = list_of("Name,Boat,Pay\nAda Beck,Alke,5\nBo Beck,Tern,7\nCy Holt,Alke,9\n", "pay.csv")
    program = results("What is the pay of Beck?", crews)[(ListStep.SUM, "12")]
    outcome = run(program, crews)
    assert isinstance(outcome, Calculation)
    composed = Composed(ProgramResult(program, outcome, {}), outcome, 0.9)
    assert not is_tellable("What is the pay of Beck?", composed)


def test_pieces_are_not_counted_by_rows_but_times_are() -> None:
    counted = results("How many crossings did the Alke make?")[(ListStep.COUNT, "3")]
    beside = {"pieces beside": 1.0}
    assert is_tellable("How often did the Alke cross?", told("", counted, **beside))
    assert is_tellable("How many times did the Alke cross?", told("", counted, **beside))
    assert not is_tellable("How many did the Alke carry?", told("", counted, **beside))


def test_yes_and_no_are_looked_up_below_a_header_that_is_named() -> None:
    asked = "Has the Basstölpel paid?"
    found = results(asked)
    paid, fare = found[(ListStep.LOOK_UP, "no")], found[(ListStep.LOOK_UP, "340 EUR")]
    named = {"answer, named": 1.0}
    assert is_tellable(asked, told("", paid, **named))
    assert not is_tellable(asked, told("", paid))
    assert not is_tellable("Has it been paid back?", told("", paid, **named, left=1.0))
    assert not is_tellable(asked, told("", paid, **{"answer, named": 0.5}))
    assert not is_tellable(asked, told("", fare, **named))
    assert is_tellable("What stands under paid for the Basstölpel?", told("", paid, **named))


def test_who_is_told_by_a_column_of_names_that_the_question_names() -> None:
    rota = list_of(
        "Day,Gate,Lunch hall,Children\nMon 4 May,Ron Mabey,Priya Nair,20\n"
        "Tue 5 May,Kofi Mensah,Ron Mabey,22\nWed 6 May,Ron Mabey,Jo Stubbs,18\n",
        "rota.csv",
    )
    question = "who is on the gate on 5 may"
    mentions = Meanings(question, rota, "rota")
    cues = cues_of(question, mentions.words)
    of = ProgramFeatures(question, mentions, cues, with_derived_columns(mentions, cues)).of
    by_column = {}
    for each in programs_of(question, mentions, cues):
        outcome = run(each, rota)
        if each.step is ListStep.LIST and not each.states and isinstance(outcome, Calculation):
            made = Composed(ProgramResult(each, outcome, of(each)), outcome, 1.0)
            by_column[each.answer] = is_tellable(question, made)
    assert by_column[0]  # the gate
    assert not by_column[1]  # the lunch hall, of which nothing is asked


def test_a_share_is_of_a_column_that_is_named() -> None:
    question = "What share of the fares was the Alke's?"
    found = results(question)
    part = next(each for (step, _), each in found.items() if step is ListStep.PART)
    share = next(each for (step, _), each in found.items() if step is ListStep.SHARE)
    assert not is_tellable(question, told("", part, **{FIGURES_UNNAMED: 1.0}))
    assert is_tellable(question, told("", part, **{FIGURES_UNNAMED: 0.0}))
    assert is_tellable(question, told("", share))


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("What did the Alke and the Basstölpel take in fares?", True),
        ("What did the Alke, Basstölpel take in fares?", True),
        ("What did Alke + Basstölpel take in fares?", True),
        ("What did the Alke take in fares, after the Basstölpel?", False),
        ("What did the Alke take in fares when the Basstölpel was out?", False),
    ],
)
def test_two_values_are_put_together_where_the_question_joins_them(
    question: str, is_told: bool
) -> None:
    mentions = Meanings(question, FERRIES, "crossings")
    found = [
        program
        for program in programs_of(question, mentions, cues_of(question, mentions.words))
        if program.step is ListStep.SUM and len(program.values) == 2 and program.figures == 5
    ]
    assert found
    assert is_tellable(question, told(question, found[0])) is is_told


def test_who_does_something_is_not_told_by_all_names_of_a_list() -> None:
    rows = "".join(f"{at},Hull {at},Kit{at},yes\n" for at in range(12))
    park = list_of("Berth,Boat,Owner,Trailer\n" + rows, "park.csv")
    question = "Who looks after the trailers?"
    program = results("Which owners have a trailer?", park)
    (listed,) = [
        each
        for (step, _), each in program.items()
        if step is ListStep.LIST and each.answer == 1 and not each.values
    ]
    outcome = run(listed, park)
    assert isinstance(outcome, Calculation)
    composed = Composed(ProgramResult(listed, outcome, {}), outcome, 0.9)
    assert not is_tellable(question, composed)
    assert is_tellable("Which owners have a trailer?", composed)
    named = ValueMention(2, 3, 2, ("yes",), 1.0)
    of_some = Composed(ProgramResult(replace(listed, values=(named,)), outcome, {}), outcome, 0.9)
    assert is_tellable("Which owners say yes?", of_some)


LETS = list_of(
    "Let,Tenant,Dep due,Dep pd,Rent due,Rent pd,Deposit\nA,Ida,100,100,50,40,5\n"
    "B,Jon,90,40,60,60,6\nC,Cy,70,70,30,30,7\n",
    "lets.csv",
)
REPAIRS = list_of(
    "Repair,Room,Status,Hours\nShower,Bath,pending,2\nDoor,Hall,done,3\nTiles,Bath,pending,1\n",
    "repairs.csv",
)
PARTIES = list_of(
    "Day,Party,Room,Guests\n1 May,wedding,Hall,40\n2 May,wedding,Loft,30\n9 May,wake,Hall,90\n",
    "parties.csv",
)


def tellable(question: str, step: ListStep, table: StoredTable, about: str) -> set[tuple[str, str]]:
    """What may be told by the programs of a step: each answer, and the rows that it is of."""
    mentions = Meanings(question, table, about)
    cues = cues_of(question, mentions.words)
    of = ProgramFeatures(question, mentions, cues, with_derived_columns(mentions, cues))
    found = set()
    for program in programs_of(question, mentions, cues):
        made = run(program, table) if program.step is step else None
        if isinstance(made, Calculation):
            features = of.of(program) | of.of_outcome(program, made)
            if is_tellable(question, Composed(ProgramResult(program, made, features), made, 0.99)):
                found.add((made.answer, made.over.partition(" where ")[2]))
    return found


@pytest.mark.parametrize(
    "question",
    [
        "Which tenants are not paid in full?",
        "Who hasn't paid in full?",
        "Which tenants haven't yet paid in full?",
        "Which tenants haven't paid their rent in full?",
    ],
)
def test_what_is_not_paid_in_full_is_told_by_two_columns(question: str) -> None:
    found = tellable(question, ListStep.LIST, LETS, "lets")
    assert {("Jon", "Dep pd < Dep due"), ("Ida", "Rent pd < Rent due")} <= found


def test_what_the_words_name_is_set_beside_its_own_column() -> None:
    found = tellable("Which tenant's dep is not paid in full?", ListStep.LIST, LETS, "lets")
    assert ("Jon", "Dep pd < Dep due") in found
    # what was paid of the rent is not less than what was due of the deposit
    assert not any("Rent pd < Dep due" in rows or "Dep pd < Rent due" in rows for _, rows in found)


def test_another_denial_is_not_told_by_two_columns() -> None:
    assert tellable("Which tenants are not short of rent?", ListStep.LIST, LETS, "lets") == set()
    assert tellable("Which tenants are short of rent?", ListStep.LIST, LETS, "lets")


def test_another_column_than_that_which_words_name_is_not_told() -> None:
    total = Program(ListStep.SUM, 5, None)
    question = "How much deposit was taken?"
    both = {FIGURES_UNNAMED: 1.0, RIVAL_NAMED: 1.0}
    assert not is_tellable(question, told("", total, **both))
    assert is_tellable(question, told("", total, **{FIGURES_UNNAMED: 1.0}))
    assert is_tellable(question, told("", total, **{RIVAL_NAMED: 1.0}))


@pytest.mark.parametrize(
    ("question", "sums"),
    [
        ("What does the deposit come to?", {"18"}),  # 5 + 6 + 7
        ("What does the rent due come to?", {"140", "130"}),
    ],
)
def test_figures_are_of_the_column_that_is_named(question: str, sums: set[str]) -> None:
    table = list_of("Let,Rent due,Rent pd,Deposit\nA,50,40,5\nB,60,60,6\nC,30,30,7\n", "lets.csv")
    found = {answer for answer, _ in tellable(question, ListStep.SUM, table, "lets")}
    assert found == sums


def test_still_is_told_by_a_state_that_is_named() -> None:
    pending = tellable("Which repairs are still pending?", ListStep.LIST, REPAIRS, "repairs")
    assert ("Shower, Tiles", "Status is pending") in pending
    bath = tellable("Which repairs are still in the bath?", ListStep.LIST, REPAIRS, "repairs")
    assert bath == set()  # that it is in the list says nothing of now
    bath = tellable("Which repairs are in the bath?", ListStep.LIST, REPAIRS, "repairs")
    assert ("Shower, Tiles", "Room is Bath") in bath


def test_the_state_of_rows_makes_still_tellable() -> None:
    total = Program(ListStep.SUM, 5, None)
    asked = "What do the fares still come to?"
    assert not is_tellable(asked, told("", total))
    assert is_tellable(asked, told("", total, **{STATE_NAMED: 1.0}))


@pytest.mark.parametrize(
    ("question", "counts"),
    [
        ("How many weddings were there?", {"2"}),
        ("How many of the weddings were in the hall?", {"1"}),
        ("How many guests were at weddings?", set()),  # those are counted in a column
        ("How many came to the wake?", set()),  # those are guests, whatever they are called
    ],
)
def test_rows_are_counted_where_no_column_has_their_number(question: str, counts: set[str]) -> None:
    found = tellable(question, ListStep.COUNT, PARTIES, "parties")
    assert {answer for answer, _ in found} == counts


def test_a_column_of_any_pieces_may_count_whatever_a_row_is() -> None:
    sold = list_of(
        "Day,Thing,Shop,Quantity\n1 May,kite,Pier,4\n2 May,kite,Quay,3\n9 May,ball,Pier,9\n",
        "sold.csv",
    )
    assert tellable("How many kites were there?", ListStep.COUNT, sold, "sold") == set()


def test_rows_that_are_counted_are_no_pieces() -> None:
    counted = results("How many crossings did the Alke make?")[(ListStep.COUNT, "3")]
    asked = "How many crossings did the Alke make?"
    assert not is_tellable(asked, told("", counted, **{"pieces beside": 1.0}))
    assert is_tellable(asked, told("", counted, **{"pieces beside": 1.0, ROWS_COUNTED: 1.0}))


def test_what_a_rule_finds_accounts_for_every_word() -> None:
    total = told("", Program(ListStep.SUM, 5, None))
    question = "Was the Alke over or under budget, and not above?"
    assert not is_tellable(question, total)
    of_budget = replace(total.candidate.program, step=ListStep.BEYOND)
    by_rule = replace(total, candidate=replace(total.candidate, program=of_budget))
    assert is_tellable(question, by_rule)


@pytest.mark.parametrize(
    "question",
    [
        "Which tenants' dep has not been paid in full?",
        "Which tenants have not yet been paid in full?",
        "Which tenants haven't paid the dep in full?",
    ],
)
def test_what_has_not_been_paid_in_full_is_less_than_what_was_due(question: str) -> None:
    assert ("Jon", "Dep pd < Dep due") in tellable(question, ListStep.LIST, LETS, "lets")


def test_that_there_are_rows_or_what_was_planned_says_nothing_of_a_budget() -> None:
    count, total = Program(ListStep.COUNT, None, None), Program(ListStep.SUM, 5, None)
    over = PairMention(frozenset(), Pair(5, ">", 4))
    for question in (
        "How many are over budget?",
        "How many of them are within the budget?",
        "Why is it so much over budget?",
    ):
        assert not is_tellable(question, told("", count))
        assert is_tellable(question, told("", replace(count, pairs=(over,))))
        assert not is_tellable(question, told("", total))
        assert is_tellable(question, joined(told("", total), "−"))
        assert not is_tellable(question, joined(told("", total), "÷"))
    assert is_tellable("How many are there?", told("", count))
    assert is_tellable("How much is the budget?", told("", total))


@pytest.mark.parametrize(
    "header", ["Budget left (EUR)", "Remaining", "Unspent", "Balance", "Over budget by", "Variance"]
)
def test_what_is_left_is_set_against_nothing_any_more(header: str) -> None:
    total = joined(told("", Program(ListStep.SUM, 5, None)), "−")
    first, *others = total.calculation.operands
    operands = (replace(first, header=header), *others)
    left = replace(total, calculation=replace(total.calculation, operands=operands))
    assert is_tellable("What is left of the budget?", total)
    assert not is_tellable("What is left of the budget?", left)
    assert is_tellable("What do the fares come to?", left)


def joined(composed: Composed, sign: str) -> Composed:
    """The same, of two columns that a sign joins."""
    return replace(composed, calculation=replace(composed.calculation, joint=sign))


def test_that_rows_are_there_without_some_is_not_that_they_are_over_budget() -> None:
    sailed = results("Did Jon Wick ever sail the Alke?")[ListStep.ANY, "Yes"]
    without = StateMention(frozenset(), 0, is_yes=False, is_empty=False, texts=("Basstölpel",))
    some = told("", replace(sailed, states=(without,)))
    assert not is_tellable("Are we over budget without the Basstölpel?", some)
    assert is_tellable("Are we on the Alke without the Basstölpel?", some)
