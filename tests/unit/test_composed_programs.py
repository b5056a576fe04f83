"""Programs that are composed of what the words of a question may stand for in a list."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.composed_figure import (
    Composed,
    ProgramResult,
)
from backend.tasks.calculate.composed.derived_columns import with_derived_columns
from backend.tasks.calculate.composed.list_programs import Program, programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.paraphrases import paraphrase_of
from backend.tasks.calculate.composed.program_features import ProgramFeatures
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import MISSPELT, PART, WHOLE, Meanings
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal, StoredTable
from tests.unit.csv_lists import list_of, passage_of

FERRIES = list_of(
    "Crossing,Ferry,Captain,Sailed,Due,Cars,Fare (EUR),Paid\n"
    "N-1,Alke,Ida Moor,2021-05-02,2021-05-01,14,210,yes\n"
    "N-2,Basstölpel,Jon Wick,2021-05-04,2021-05-04,22,340,no\n"
    "N-3,Alke,Jon Wick,2021-06-01,2021-06-03,9,120,yes\n"
    "N-4,Alke,Ida Moor,2021-06-11,2021-06-10,0,95,\n",
    "crossings.csv",
)


def results(question: str, table: StoredTable = FERRIES) -> dict[tuple[ListStep, str], Program]:
    """What all programs come to, by their step and answer."""
    mentions = Meanings(question, table, "crossings")
    found: dict[tuple[ListStep, str], Program] = {}
    for program in programs_of(question, mentions, cues_of(question, mentions.words)):
        outcome = run(program, table)
        if isinstance(outcome, Calculation):
            found.setdefault((program.step, outcome.answer), program)
    return found


@pytest.mark.parametrize(
    ("question", "step", "answer"),
    [
        ("What did the Alke take in fares altogether?", ListStep.SUM, "425"),
        ("How many crossings did Jon Wick make?", ListStep.COUNT, "2"),
        ("What is the average fare?", ListStep.MEAN, "191.25"),
        ("Which crossing carried the most cars?", ListStep.TOP, "N-2"),
        ("Who took the most money?", ListStep.TOP_SUM, "Jon Wick"),
        ("Who sailed most often?", ListStep.TOP_COUNT, "Ida Moor and Jon Wick (a tie)"),
        ("Which crossings are not paid?", ListStep.LIST, "N-2"),
        ("Which crossings were late?", ListStep.LIST, "N-1, N-4"),
        ("How many cars were there in June?", ListStep.SUM, "9"),
        ("How much more did May bring in than June?", ListStep.DIFFERENCE, "335"),
        ("What share of the fares did the Alke take?", ListStep.PART, "55.56"),
        ("How many different ferries are there?", ListStep.COUNT_KINDS, "2"),
        ("Which crossing carried no cars at all?", ListStep.LIST, "N-4"),
        ("When was the last crossing?", ListStep.MOST, "2021-06-11"),
        ("How many cars per ferry?", ListStep.SUM_EACH, "Alke: 23; Basstölpel: 22"),
        ("Who was captain of N-3?", ListStep.LOOK_UP, "Jon Wick"),
        ("Top two fares by crossing?", ListStep.TOP, "N-2, N-1"),
        ("How much was taken in fares, leaving out Jon Wick?", ListStep.SUM, "305"),
        ("Which crossings did not come from Ida Moor?", ListStep.LIST, "N-2, N-3"),
        ("How many crossings were there except for the Alke?", ListStep.COUNT, "1"),
        ("Did Jon Wick ever sail the Alke?", ListStep.ANY, "Yes"),
        ("Has Ida Moor sailed the Basstölpel?", ListStep.ANY, "No"),
        ("Did the Basstölpel sail in June?", ListStep.ANY, "No"),
        (
            "Did the Alke or the Basstölpel carry more cars?",
            ListStep.MORE_OF_TWO,
            "Alke: 23 against 22",
        ),
        (
            "Was May or June cheaper?",
            ListStep.LESS_OF_TWO,
            "June: 215 EUR against 550 EUR",
        ),
        (
            "Did the Alke carry more cars than the Basstölpel?",
            ListStep.IS_MORE,
            "Yes: 23 against 22",
        ),
        (
            "Is the Alke cheaper than the Basstölpel in fares?",
            ListStep.IS_LESS,
            "No: 425 EUR against 340 EUR",
        ),
        ("Has everybody paid?", ListStep.EVERY, "No"),
        ("Which crossings carried more than nine cars?", ListStep.LIST, "N-1, N-2"),
        ("Which ferry sailed more than once?", ListStep.REPEATED, "Alke"),
        ("Which ferry carried 22 cars?", ListStep.LIST, "Basstölpel"),
        ("Which crossing was on a Friday?", ListStep.LIST, "N-4"),
        ("How many cars came on the 2nd?", ListStep.SUM, "14"),
        ("Which ferry had the cheapest crossing?", ListStep.BOTTOM, "Alke"),
        ("Who sailed last?", ListStep.TOP, "Ida Moor"),
        ("Which ferry sailed on 4 may?", ListStep.LIST, "Basstölpel"),
        ("How many cars came from 2 to 4 May?", ListStep.SUM, "36"),
        ("How many cars were there by the end of May?", ListStep.SUM, "36"),
        ("What was the fare of the one that is not paid?", ListStep.LOOK_UP, "340 EUR"),
    ],
)
def test_some_program_means_the_question(question: str, step: ListStep, answer: str) -> None:
    assert (step, answer) in results(question)


LOG = list_of(
    "Day,Buoy,Depth (m),Seen by\n2 Apr,Outer,12,Ida\n3 Apr,Inner,7,Jon\n9 Apr,Outer,15,Jon\n",
    "log.csv",
)


@pytest.mark.parametrize(
    ("question", "step", "answer"),
    [
        ("When was the outer buoy last seen?", ListStep.MOST, "9 Apr"),
        ("Which buoy was seen first?", ListStep.BOTTOM, "Outer"),
        ("Who was at the deepest one?", ListStep.TOP, "Jon"),
        ("How deep was it on the 3rd of April?", ListStep.SUM, "7"),
        ("Which buoys were seen before 4 April?", ListStep.LIST, "Outer, Inner"),
    ],
)
def test_the_days_that_label_rows_put_them_in_order(
    question: str, step: ListStep, answer: str
) -> None:
    assert (step, answer) in results(question, LOG)


def test_a_day_of_a_year_is_in_no_list_without_years() -> None:
    assert programs("Which buoys were seen on 3 April 2021?", LOG) == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many cars came on Friday 11 June?", ["on 11 June"]),
        ("How many cars came on Friday the 11th?", ["on the 11th"]),
        ("How many cars came on Friday?", ["on a Friday"]),
    ],
)
def test_a_day_of_the_week_before_a_day_says_the_same_day(question: str, said: list[str]) -> None:
    sets = Meanings(question, FERRIES, "crossings").day_sets
    assert [day.dated.said for day in sets[0]] == said


TWO_YEARS = list_of(
    "Visit,Day,Fee\nA,2023-05-08,3\nB,2023-05-14,4\nC,2024-04-14,5\nD,2024-05-14,6\n", "v.csv"
)


@pytest.mark.parametrize(
    "bound",
    [
        *("before 14 May", "after 14 May", "since 14 May", "until 14 May", "prior to 14 May"),
        *("from 8 to 14 May", "14 May or later", "up to and including 14 May"),
        "between the 8th and the 14th of May",
    ],
)
def test_a_bound_of_an_open_year_leaves_no_program(bound: str) -> None:
    assert programs(f"What were the fees {bound}?", TWO_YEARS) == []


LABELLED = list_of("Day,Boat,Fee\n2 May,A,3\n5 May,B,5\n9 May,C,7\n12 May,D,9\n", "fees.csv")


@pytest.mark.parametrize(
    ("bound", "total"),
    [
        ("before 9 May", "8"),
        ("since 5 May", "21"),
        ("up to 5 May", "8"),
        ("after the 5th of May", "16"),
        ("from 5 to 9 May", "12"),
        ("on 9 May", "7"),
    ],
)
def test_a_bound_on_the_days_that_label_rows(bound: str, total: str) -> None:
    question = f"What were the fees {bound}?"
    days = {program.dates for program in programs(question, LABELLED) if program.dates}
    assert all(len({each.dated.said for each in some}) == len(some) for some in days)
    assert (ListStep.SUM, total) in results(question, LABELLED)
    sums = {run(Program(ListStep.SUM, 1, None, dates=some), LABELLED) for some in days}
    assert {each.answer for each in sums if isinstance(each, Calculation)} == {total}


def test_the_year_of_a_list_is_all_of_it_and_one_of_two_is_not() -> None:
    rows = "Day,Fee\n2 Apr,3\n3 Apr,4\n9 Apr,5\n"
    one, two = list_of(rows, "fees-2023.csv"), list_of(rows, "fees-2023-and-2024.csv")
    question = "What were the fees in 2023?"
    assert Meanings(question, one, "fees 2023").is_understood
    assert not Meanings(question, two, "fees 2023 and 2024").is_understood
    assert not Meanings(question, one, "fees 2023/24").is_understood


def test_several_first_rows_of_one_name_are_not_told() -> None:
    dues = list_of("Day,Boat,Dues\n2 Apr,Alke,300\n3 Apr,Alke,280\n9 Apr,Tern,240\n", "d.csv")
    outcome = run(Program(ListStep.TOP, 1, 0, most=2), dues)
    assert isinstance(outcome, Refusal)


def test_a_row_is_the_first_by_itself_whatever_others_have_its_name() -> None:
    cheapest = Program(ListStep.BOTTOM, 5, 0)
    assert cheapest in programs("Which ferry had the cheapest crossing?")
    outcome = run(cheapest, FERRIES)
    assert isinstance(outcome, Calculation)
    *fares, name = outcome.operands
    assert [cell.text for cell in fares] == ["95", "120", "210", "340"]
    assert (name.text, name.row) == ("Alke", 3)
    assert check_calculation(outcome, [passage_of(FERRIES)]).supported
    other = replace(outcome, operands=(fares[1], fares[0], *fares[2:], name))
    assert not check_calculation(other, [passage_of(FERRIES)]).supported


def test_the_first_row_is_not_told_without_a_name() -> None:
    nameless = list_of("Hut,Warden,Beds\nArl,Ida,4\nBer,Jon,6\nCim,,9\n", "huts.csv")
    assert not any(
        step is ListStep.TOP and program.answer == 0
        for (step, _), program in results("Who has the most beds?", nameless).items()
    )


@pytest.mark.parametrize(
    ("question", "texts", "fit"),
    [
        ("How often did Ida Moor sail?", ("Ida Moor",), WHOLE),
        ("How often did Moor sail?", ("Ida Moor",), PART),
        ("How often did the Bastölpel sail?", ("Basstölpel",), MISSPELT),
    ],
)
def test_values_are_named_whole_in_part_or_misspelt(
    question: str, texts: tuple[str, ...], fit: float
) -> None:
    values = Meanings(question, FERRIES, "").values
    assert [(value.texts, value.fit) for value in values] == [(texts, fit)]


def test_a_code_is_named_by_all_of_its_parts() -> None:
    jobs = list_of(
        "Job,Task,Hours\n2024-001,oil,3\n2024-002,paint,5\n2024-019,sand,7\n", "jobs.csv"
    )
    named = Meanings("How long did 2024-019 take?", jobs, "").values
    assert {text for value in named for text in value.texts} == {"2024-019"}
    assert not Meanings("How long did 2024-007 take?", jobs, "").values


def test_a_program_accounts_for_the_words_that_it_uses() -> None:
    question = "How many cars did Ida Moor bring in heavy rain?"
    mentions = Meanings(question, FERRIES, "crossings")
    cues = cues_of(question, mentions.words)
    derived = with_derived_columns(mentions, cues)
    features = ProgramFeatures(question, mentions, cues, derived)
    best = min(map(features.left, programs_of(question, mentions, cues)))
    assert best == 3  # "bring", "heavy", "rain"


def test_a_program_is_said_in_plain_words() -> None:
    program = results("What did the Alke take in fares altogether?")[(ListStep.SUM, "425")]
    assert paraphrase_of(program, FERRIES, "crossings") == "total Fare (EUR), Alke, crossings"


def told(question: str, program: Program, **features: float) -> Composed:
    outcome = run(program, FERRIES)
    assert isinstance(outcome, Calculation)
    return Composed(ProgramResult(program, outcome, dict(features)), outcome, 0.9)


def test_all_are_so_only_where_none_is_otherwise() -> None:
    steps = {each.step for each in programs("Are all the crossings paid?")}
    assert ListStep.ANY not in steps  # one that is paid does not make all of them
    assert not any(
        state.is_yes
        for each in programs("Are all the crossings paid?")
        if each.step is ListStep.EVERY
        for state in each.states
    )


def test_several_weekdays_are_one_or_the_other() -> None:
    found = results("Which crossings were on a Friday or a Sunday?")
    assert (ListStep.LIST, "N-1, N-4") in found


@pytest.mark.parametrize(
    ("question", "is_day"),
    [("Who sailed on the 2nd?", True), ("Who sailed 2nd?", False), ("the 2nd ferry?", False)],
)
def test_an_ordinal_is_a_day_behind_on_the(question: str, is_day: bool) -> None:
    assert (Meanings(question, FERRIES, "").day_sets != ((),)) is is_day


def test_a_month_of_several_years_is_none_of_them() -> None:
    years = list_of("Day,For,Sum\n2030-03-01,tea,5\n2031-03-02,milk,6\n", "tea.csv")
    assert not Meanings("What was spent in March?", years, "").is_understood


def test_an_empty_cell_says_neither_yes_nor_no() -> None:
    jobs = list_of("Job,Who,What\nA,Ada,chair\nB,Bo,lamp\nC,Ada,\n", "jobs.csv")
    assert (ListStep.ANY, "No") not in results("Did Ada ever order a lamp?", jobs)


@pytest.mark.parametrize(
    "question",
    [
        "Did Jon Wick or Ida Moor carry more cars?",
        "Has everybody paid for the crossings?",
        "Which ferry sailed more than once, and who was late?",
        "How many cars on average per month, and which had the fewest?",
        "What share of the fares came in on a Friday or in June?",
        "Which crossings on the 2nd carried 14 cars?",
    ],
)
def test_whatever_is_worked_out_holds_against_its_cells(question: str) -> None:
    found = [(each, run(each, FERRIES)) for each in results(question).values()]
    assert found
    for program, outcome in found:
        assert isinstance(outcome, Calculation)
        assert check_calculation(outcome, [passage_of(FERRIES)]).supported, (program, outcome)


def test_that_no_row_fits_is_shown_by_the_cells_that_would_have_to() -> None:
    question = "Has Ida Moor sailed the Basstölpel?"
    none = run(results(question)[(ListStep.ANY, "No")], FERRIES)
    assert isinstance(none, Calculation)
    assert none.value == 0
    assert [operand.text for operand in none.operands[:2]] == ["Alke", "Ida Moor"]
    assert check_calculation(none, [passage_of(FERRIES)]).supported
    other = replace(none, over=none.over.replace("Basstölpel", "Alke"))
    assert not check_calculation(
        other, [passage_of(FERRIES)]
    ).supported  # her crossings of the Alke do fit


def programs(question: str, table: StoredTable = FERRIES) -> list[Program]:
    mentions = Meanings(question, table, "crossings")
    return programs_of(question, mentions, cues_of(question, mentions.words))


def test_a_bound_that_is_not_taken_up_leaves_no_program() -> None:
    undated = list_of("Kite,Span\nWren,12\nSwift,16\n", "k.csv")
    assert programs("Which kite flew in May?", undated) == []


def test_two_months_are_both_together_or_one_beside_the_other() -> None:
    sets = Meanings("What came in as fares in May and June?", FERRIES, "crossings").day_sets
    together, apart = sets[0], sets[-1]
    assert [[span.first.month for span in day.dated.spans] for day in together] == [[5, 6]]
    assert [day.dated.span.first.month for day in apart] == [5, 6]
    assert {tuple(sorted(day.places)) for day in apart} == {(6,), (8,)}


def test_a_bound_of_no_column_is_one_of_each_that_has_figures_on_both_sides_of_it() -> None:
    found = programs("How many crossings had more than 20?")
    assert {bound.bound.column for each in found for bound in each.bounds} == {4}  # cars, not fares
    both = programs("How many crossings had more than 96?")
    assert {bound.bound.column for each in both for bound in each.bounds} == {5}


CREW = list_of("Name,Boat,Paid in,Pay\nJan,Alke,2031-05-01,5\nBo,Tern,2031-06-01,7\n", "p.csv")


def test_a_name_is_no_month() -> None:
    assert Meanings("What did Jan pay?", CREW, "").day_sets == ((),)


def test_a_month_behind_a_word_for_time_bounds_the_days_of_the_list_s_year() -> None:
    ((day,),) = Meanings("What came in since May?", CREW, "").day_sets
    assert (day.dated.sign, day.dated.span.first) == ("≥", date(2031, 5, 1))


def test_a_month_in_full_is_one_though_a_cell_has_its_name() -> None:
    bills = list_of(
        "Date,For,Sum\n2031-01-05,Rent January,5\n2031-02-05,Rent February,6\n", "b.csv"
    )
    (day,), as_word = Meanings("what went on rent in january?", bills, "").day_sets
    assert day.dated.text == "January"
    assert as_word == ()  # "January" stands in a cell as well


def test_another_number_is_no_misspelt_one() -> None:
    bills = list_of("Bill,Firm,Sum\n10433,Ash,5\n10521,Elm,7\n", "bills.csv")
    assert not Meanings("How much is bill 10432?", bills, "").values


def test_a_state_that_no_row_is_in_keeps_none() -> None:
    loans = list_of("Tool,Hirer,Returned\nSaw,Ada,no\nAxe,Bo,no\nRake,Cy,\n", "loans.csv")
    counted = results("How many tools were returned?", loans)
    narrowed = [each for (step, _), each in counted.items() if step is ListStep.COUNT]
    assert not any(state.is_yes for each in narrowed for state in each.states)


def test_the_fastest_has_no_lowest_speed() -> None:
    vans = list_of("Van,Driver,Top speed (km/h)\nTeal,Ada,130\nHeron,Bo,160\n", "vans.csv")
    assert not any(each.step is ListStep.BOTTOM for each in programs("Which van is fastest?", vans))


def test_days_that_cannot_be_read_are_compared_by_nothing() -> None:
    orders = list_of("Order,Due,Sent,Sum\nA,03/04/2031,04/05/2031,5\nB,05/06/2031,tbc,7\n", "o.csv")
    for program in programs("Which orders were late?", orders):
        run(program, orders)


@pytest.mark.parametrize(
    ("question", "answer"), [("Who is the oldest?", "Ada"), ("Who is the youngest?", "Bo")]
)
def test_the_oldest_has_the_highest_age_or_the_first_day(question: str, answer: str) -> None:
    ages = list_of("Name,Age\nAda,61\nBo,19\nCy,40\n", "crew.csv")
    days = list_of("Name,Born\nAda,1960-02-03\nBo,2001-05-06\nCy,1980-01-01\n", "crew.csv")
    for table in (ages, days):
        told_by = {step for step, told in results(question, table) if told == answer}
        other = {step for step, told in results(question, table) if told not in (answer, "")}
        assert told_by & {ListStep.TOP, ListStep.BOTTOM}
        assert question != "Who is the oldest?" or not other & {ListStep.TOP, ListStep.BOTTOM}


def test_months_in_small_letters_bind_days_as_those_in_capitals_do() -> None:
    small, printed = results("how many cars in may?"), results("how many cars in May?")
    assert (ListStep.SUM, "36") in printed
    assert small.keys() == printed.keys()


def test_a_day_that_labels_are_is_meant_once() -> None:
    jobs = list_of(
        "When,Job,Price (EUR)\nSat 3 May,gutter,80\nMon 5 May,boiler,300\n"
        "Mon 5 May,lock,45\nFri 9 May,roof,510\n",
        "jobs.csv",
    )
    found = results("what did 5 may cost us", jobs)
    program = found[ListStep.SUM, "345"]
    assert [day.dated.text for day in program.dates] == ["5 may"]
    assert not program.values


def test_a_no_about_a_month_is_checked_by_the_days_of_the_rows() -> None:
    found = results("Did the Basstölpel sail in June?")
    made = run(found[ListStep.ANY, "No"], FERRIES)
    assert isinstance(made, Calculation)
    assert check_calculation(made, [passage_of(FERRIES)]).supported
    of_june = replace(made, over=made.over.replace("June", "May"))
    assert not check_calculation(of_june, [passage_of(FERRIES)]).supported


def test_a_no_about_a_day_is_checked_by_that_day() -> None:
    found = results("Did the Basstölpel sail on 2 May?")
    made = run(found[ListStep.ANY, "No"], FERRIES)
    assert isinstance(made, Calculation)
    assert check_calculation(made, [passage_of(FERRIES)]).supported
    other = replace(made, over=made.over.replace("2 May", "4 May"))
    assert not check_calculation(other, [passage_of(FERRIES)]).supported


def test_of_a_month_without_any_row_nothing_is_known() -> None:
    assert (ListStep.ANY, "No") not in results("Did the Basstölpel sail in August?")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how many cars in the week beginning 1 May", "36"),
        ("cars w/c Sunday 2nd of may?", "36"),
        ("how many cars in the week ending 3 May 2021", "14"),
    ],
)
def test_a_week_is_seven_days_from_its_first_or_to_its_last(question: str, answer: str) -> None:
    assert (ListStep.SUM, answer) in results(question)


def test_one_day_of_a_month_does_not_stand_for_the_month() -> None:
    lets = list_of(
        "Date,Hirer,Charge (EUR)\n2025-05-02,choir,20\nThurs 29 May,council,32\n"
        "3rd or 4th June,school,45\n2025-06-07,choir,20\n",
        "lets.csv",
    )
    assert (ListStep.SUM, "32") not in results("What did the lets in May come to?", lets)


def test_a_person_called_may_is_still_named_in_part() -> None:
    flats = list_of(
        "Name,Paid (EUR)\nMay (flat 2),41\nTom (flat 3),50\nIda (flat 4),12\nKim (flat 5),9\n",
        "flats.csv",
    )
    assert (ListStep.SUM, "41") in results("What did May pay in total?", flats)


def test_days_one_behind_the_other_are_of_their_month() -> None:
    lets = list_of(
        "Date,Hirer,Charge (EUR)\n2025-05-02,choir,20\nThurs 29 May,council,32\n"
        "11-15 June,school,45\n2025-06-07,choir,20\n",
        "lets.csv",
    )
    assert (ListStep.SUM, "52") in results("What did the lets in May come to?", lets)
    assert (ListStep.SUM, "65") in results("What did the lets in June come to?", lets)


def test_a_value_is_left_out_only_right_behind_what_leaves_it_out() -> None:
    left_out = results("How many crossings were there except for the Alke?")
    program = left_out[(ListStep.COUNT, "1")]
    assert paraphrase_of(program, FERRIES, "crossings").count("is not Alke") == 1
    for question in (
        "Why did the Alke not take any money?",
        "Which of the crossings of the Alke have not been paid at all, as far as we know?",
    ):
        for found in results(question).values():
            assert not any(state.texts for state in found.states)


def test_what_says_no_itself_is_not_denied_once_more() -> None:
    table = list_of("Job,State\nA,not started\nB,done\nC,not started\n", "jobs.csv")
    for found in results("Which jobs were not of those not started?", table).values():
        assert not any(state.texts for state in found.states)


def test_who_has_not_paid_in_full_paid_less_than_was_due() -> None:
    table = list_of(
        "Player,Due,Paid\nAnn Drew,144,144\nLew Finn,144,100\nIda Stone,72,0\n", "dues.csv"
    )
    for question in ("Who hasn't paid in full?", "Who has not yet paid their full share?"):
        assert (ListStep.LIST, "Lew Finn, Ida Stone") in results(question, table)


def test_what_is_late_in_a_place_is_not_what_is_elsewhere() -> None:
    table = list_of(
        "Parcel,City,On time\nA,Leeds,no\nB,York,yes\nC,Leeds,no\nD,Leeds,yes\n", "parcels.csv"
    )
    for question in ("How many were not on time in Leeds?", "How many were not on time at York?"):
        for found in results(question, table).values():
            assert not any(state.texts for state in found.states)


def test_yes_is_said_in_several_ways_in_one_list() -> None:
    mixed = list_of("Boat,Fee,Paid\n1,40,yes\n2,30,Y\n3,25,N\n4,15,no\n", "boats.csv")
    found = results("What is the total fee that was paid?", mixed)
    assert (ListStep.SUM, "70") in found
    question = "Which boats are not paid?"
    assert (ListStep.LIST, "3, 4") in results(question, mixed)
    made = calculate_columns(question, [mixed])
    assert isinstance(made, Calculation)
    assert made.answer == "3, 4"
    many = calculate_columns("How many boats are paid?", [mixed])
    assert isinstance(many, Calculation)
    assert (many.answer, [cell.text for cell in many.operands]) == ("2", ["yes", "Y"])
    assert check_calculation(many, [passage_of(mixed)]).supported
