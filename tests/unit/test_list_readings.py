"""Ways to ask a list that go before the plain one: each tells a figure, or leaves the question."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Box, Calculation, StoredTable
from tests.unit.csv_lists import list_of


def answer(table: StoredTable, question: str, about: str = "") -> str:
    """What is told; empty where nothing is."""
    made = calculate_columns(question, [table], about)
    return made.answer if isinstance(made, Calculation) else ""


def rows_of(*groups: tuple[int, str]) -> str:
    """So many lines of each text, told apart by a number at their end."""
    return "".join(f"{text},{at}\n" for many, text in groups for at in range(many))


# --- rows that are called by the title of the list ------------------------------------------------

HEDGEHOGS = list_of(
    "Breed,Garden,Found,Weight (g)\n"
    + rows_of((6, "brown,Elm,2031"), (4, "brown,Ash,2032"), (8, "pale,Elm,2032")),
    "hedgehogs.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many hedgehogs are there?", "18"),
        ("How many brown hedgehogs are in the list?", "10"),
        ("How many pale hedgehogs are in this table?", "8"),
        ("How many brown hedgehogs live in Elm?", "6"),
        ("What share of the hedgehogs are pale?", "44.44"),  # 8 of 18
        ("How many hedgehogs weigh more than 5 g?", "2"),  # 6 and 7 of the pale ones
        ("How many breeds are in the list?", "2"),
        ("What share of the hedgehogs are blue?", ""),
        ("How many owls are in the list?", ""),
        ("How many hedgehogs are hedgehogs?", ""),
    ],
)
def test_a_title_names_the_rows_where_labels_are_kinds_of_them(question: str, told: str) -> None:
    assert answer(HEDGEHOGS, question, "hedgehogs") == told


def test_rows_that_were_counted_in_each_year_are_counted() -> None:
    table = list_of(
        "Breed,Year,Weight (g)\n" + rows_of((6, "brown,2031"), (4, "brown,2032"), (8, "pale,2032"))
    )
    for verb in ("counted", "recorded", "listed"):
        asked = f"How many hedgehogs were {verb} in each year?"
        assert answer(table, asked, "hedgehogs 2031") == "2031: 6; 2032: 12"
    measured = "How many hedgehogs were weighed in each year?"  # a weight may be missing
    assert answer(table, measured, "hedgehogs") == ""


@pytest.mark.parametrize(
    ("head", "about", "question"),
    [
        ("Shop,Day", "sales", "How many sales were there?"),  # pieces, money or rows
        ("Shop,Day", "orders", "How many litres are there?"),
        ("Shop,Hedgehogs", "hedgehogs", "How many hedgehogs are there?"),  # a column counts them
        ("Shop,Count", "hedgehogs", "How many hedgehogs are there?"),
        ("Shop,Quantity", "hedgehogs", "How many hedgehogs are there?"),
        ("Shop,Day", "hedgehog", "How many hedgehogs are there?"),
        ("Shop,Day", "hedgehogs", "How many owls are there?"),
    ],
)
def test_a_title_need_not_name_one_row_each(head: str, about: str, question: str) -> None:
    table = list_of(f"{head},Weight (g)\n" + rows_of((4, "Elm,3"), (4, "Ash,7")))
    told = "40" if question.split()[2].title() in head else ""  # four threes and four sevens
    assert answer(table, question, about) == told


def test_a_title_that_is_a_value_or_stands_over_single_rows_names_none() -> None:
    kinds = list_of("Kind,Day,Weight (g)\n" + rows_of((4, "hedgehogs,3"), (4, "owls,7")))
    assert answer(kinds, "How many hedgehogs are there?", "hedgehogs") != "8"
    single = list_of("Breed,Garden,Weight (g)\nbrown,Elm,4\npale,Elm,3\nred,Ash,2\n")
    assert answer(single, "How many hedgehogs are there?", "hedgehogs") == ""


def test_a_list_with_a_column_of_that_name_is_asked_for_it() -> None:
    table = list_of("Boat,List,Crew\nOtter,red,4\nHeron,blue,3\nMole,red,2\n")
    assert answer(table, "How many boats are in the list?", "boats") in ("", "3")


# --- names from the front and from behind ---------------------------------------------------------

ROWERS = list_of(
    'Rower,Class,Rowing,Sailing,Days ill\n"Falk, Ines",2a,71,64,3\n"Rask, Bo",2b,58,83,0\n'
    '"Lund, Ida",2a,90,90,1\n"Holt, Per",2b,66,41,7\n',
    "marks.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did Ines Falk get in sailing?", "64"),
        ("What is the rowing of bo rask?", "58"),
        ("What did Ines Falke get in sailing?", ""),
        ("Which rowers got more than 80 in sailing?", "Rask, Bo; Lund, Ida"),
        ("What is the average rowing of class 2a?", "80.5"),  # 71 and 90
    ],
)
def test_names_are_found_from_the_front(question: str, told: str) -> None:
    assert answer(ROWERS, question, "marks") == told


def test_two_people_of_one_name_and_lists_of_places_are_not_turned() -> None:
    twins = list_of('Name,Age\n"Falk, Ines",7\n"Falk, Ines",9\n"Rask, Bo",4\n', "ages.csv")
    assert answer(twins, "What is the age of Ines Falk?") == ""
    places = list_of('Place,Boats\n"Elm, upper",7\nAsh,9\nFir,4\n', "places.csv")
    assert answer(places, "What are the boats of upper Elm?") == ""


# --- two columns beside each other ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who did better in rowing than in sailing?", "Falk, Ines; Holt, Per"),
        ("Which rowers got more in sailing than in rowing?", "Rask, Bo"),
        ("Who was worse in sailing than in rowing?", "Falk, Ines; Holt, Per"),
        ("How much better did Ines Falk do in rowing than in sailing?", "7"),
        ("How much worse did Per Holt do in sailing than in rowing?", "25"),
        ("How much better did Ines Falk do in sailing than in rowing?", ""),  # she did not
        ("How much better did Ida Lund do in sailing than in rowing?", ""),  # nor she
        ("Who did better in rowing than in swimming?", ""),
        ("Who did better in rowing than in days ill?", ""),
    ],
)
def test_two_columns_of_marks_are_compared(question: str, told: str) -> None:
    assert answer(ROWERS, question, "marks") == told


def test_less_of_a_time_or_a_rank_may_be_better() -> None:
    for one, two in (("Rowing time", "Sailing time"), ("Rowing (min)", "Sailing (min)")):
        table = list_of(f"Rower,{one},{two}\nInes,71,64\nBo,58,83\nIda,90,92\n", "races.csv")
        assert answer(table, "Who did better in rowing than in sailing?") == ""


CASH = list_of(
    "Month,Received,Paid,Rent paid\nMay,30,40,9\nJune,50,20,9\nJuly,25,26,9\nAugust,8,8,2\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("In which months did we pay out more than we received?", "May, July"),
        ("Which months did we receive more than we paid?", "June"),
        ("In which months did we pay less than we received?", "June"),
        ("In which months did we lend more than we received?", ""),
    ],
)
def test_two_columns_of_deeds_are_compared(question: str, told: str) -> None:
    assert answer(CASH, question, "cash") == told


def test_columns_of_two_units_are_not_compared() -> None:
    table = list_of("Month,Received (EUR),Paid (GBP)\nMay,30,40\nJune,50,20\nJuly,25,26\n")
    assert answer(table, "In which months did we pay more than we received?") == ""


WORKS = list_of("Work,Budget,Actual\nRoof,900,1150\nQuay,400,380\nCrane,700,700\n", "works.csv")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much over budget was the roof?", "250"),
        ("How far under its budget did the quay go?", "20"),
        ("How much over plan was the roof?", ""),
    ],
)
def test_how_far_over_another_column_something_is(question: str, told: str) -> None:
    assert answer(WORKS, question, "works") == told


# --- what is left, how long it took, and when it was ----------------------------------------------

STORE = list_of(
    "Item no.,Item,Shelf,In stock\nK1,Rope,Elm,4\nK2,Tar,Ash,0\nK3,Paint,Elm,0\nK4,Oars,Ash,2\n",
    "store.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which items are out of stock?", "Tar, Paint"),
        ("How many items are sold out?", "2"),
        ("Which item on shelf Elm is not in stock?", "Paint"),
        ("Which items are in stock?", ""),
        ("Which item numbers are out of stock?", "K2, K3"),
        ("Which item has the most in stock?", "Rope"),
        ("Which Item no. has the most in stock?", "K1"),
        ("How many items are there?", "4"),
    ],
)
def test_what_is_out_of_stock_is_told_by_name(question: str, told: str) -> None:
    assert answer(STORE, question, "store") == told


def test_a_column_that_says_what_was_sold_leaves_what_is_sold_out() -> None:
    table = list_of("Item,In stock,Sold out\nRope,4,no\nTar,0,yes\nPaint,0,no\n", "store.csv")
    assert answer(table, "Which items are sold out?", "store") in ("", "Tar")


def test_names_that_come_again_do_not_stand_for_their_numbers() -> None:
    table = list_of("Item no.,Item,Price\nK1,Rope,4\nK2,Rope,9\nK3,Paint,7\n", "prices.csv")
    assert answer(table, "Which item is the most expensive?", "prices") == "K2"


SHIFTS = list_of(
    "Day,Worker,Job,Break (min),Hours\n2031-05-02,Ines,Survey,30,8\n2031-05-02,Bo,Roof,45,7.5\n"
    "2031-05-03,Ines,Roof,30,4\n2031-05-04,Bo,Survey,30,6\n",
    "shifts.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many hours went into the survey?", "14"),
        ("How many hours were spent on the roof?", "11.5"),
        ("How many hours did we put into the roof?", "11.5"),
        ("How many days went into the roof?", ""),
        ("How many hours went into the crane?", ""),
    ],
)
def test_the_time_that_something_took(question: str, told: str) -> None:
    assert answer(SHIFTS, question, "shifts").removesuffix(".0") == told


def test_a_time_of_something_else_is_not_told_as_spent() -> None:
    trips = list_of("Trip,Boat,Hours under way\n1,Otter,3\n2,Otter,4\n3,Heron,2\n", "trips.csv")
    assert answer(trips, "How many hours went into the Otter?", "trips") == ""


CREW = list_of(
    "Name,Trade,Date of birth,Date of death\nInes Falk,cook,1921-03-04,1990-11-30\n"
    "Bo Rask,mate,1934-08-09,1990-12-02\nIda Lund,cook,1940-01-01,2004-05-06\n",
    "crew.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When did Bo Rask die?", "1990-12-02"),
        ("When was Ines Falk born?", "1921-03-04"),
        ("Who died in 1990?", "Ines Falk, Bo Rask"),
        ("Who was born after 1930?", "Bo Rask, Ida Lund"),
        ("When was Bo Rask hired?", ""),
        ("Who died in 1950?", ""),
    ],
)
def test_days_are_found_by_their_deed(question: str, told: str) -> None:
    assert answer(CREW, question, "crew") == told


def test_of_two_days_of_one_deed_none_is_told() -> None:
    rows = "Punt,2031-01-02,2031-02-03\nGig,2032-01-02,2032-03-04\n"
    two = list_of(f"Boat,Purchase date,Purchase due date\n{rows}")
    assert answer(two, "When was the punt bought?") == ""
    one = list_of(f"Boat,Purchase date,Launch date\n{rows}")
    assert answer(one, "When was the punt bought?") == "2031-01-02"
    assert answer(one, "Who was born in 2031?") == ""


# --- what was done in some months, and the best mark ----------------------------------------------

MONTHS = "January February March April May June July August September October November December"
YEAR = list_of(
    "Month,Landed,Sold,Crew\n"
    + "".join(f"{month},{10 + at},{20 - at},3\n" for at, month in enumerate(MONTHS.split()))
    + "Total,186,174,36\n",
    "harbour.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much was landed from January to March?", "33"),  # 10 + 11 + 12
        ("How much did we land between May and June?", "29"),  # 14 + 15
        ("How much was landed in the second quarter?", "42"),  # 13 + 14 + 15
        ("How much was sold in Q4?", "30"),  # 11 + 10 + 9
        ("How much was sold in March?", "18"),
        ("What is the average landed from January to March?", "11"),
        ("Which month had the lowest sold from January to June?", "June"),
        ("How much was landed?", "186"),
        ("How much was landed in Q4 2031?", ""),
        ("How much was landed by the Otter?", ""),
        ("How much was lent from January to March?", ""),
    ],
)
def test_what_was_done_in_some_months_of_the_labels(question: str, told: str) -> None:
    assert answer(YEAR, question, "harbour") == told


def test_a_year_that_begins_in_april_leaves_its_quarters_open() -> None:
    shifted = [*MONTHS.split()[3:], *MONTHS.split()[:3]]
    rows = "".join(f"{month},{10 + at}\n" for at, month in enumerate(shifted))
    table = list_of(f"Month,Landed\n{rows}", "harbour.csv")
    assert answer(table, "How much was landed in the second quarter?") == ""
    assert answer(table, "How much was landed from May to June?") == "23"  # 11 + 12


def test_two_columns_of_one_deed_and_levels_have_no_sum() -> None:
    both = list_of("Month,Sold,Sales\nMay,4,40\nJune,5,50\nJuly,6,60\n", "harbour.csv")
    assert answer(both, "How much was sold from May to June?") == ""
    ages = list_of("Boat,Aged\nOtter,4\nHeron,5\nMole,6\n", "boats.csv")
    assert answer(ages, "How much was aged?") in ("", "15")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who has the best rowing mark?", "Lund, Ida"),
        ("Which rower had the worst score in sailing?", "Holt, Per"),
        ("What is the best result in rowing?", "90"),
        ("Who has the best swimming mark?", ""),
        ("Who has the best mark?", ""),
        ("Who has the best days ill result?", ""),  # fewer are better
    ],
)
def test_the_best_mark_is_the_highest(question: str, told: str) -> None:
    assert answer(ROWERS, question, "marks").removesuffix(" (Lund, Ida)") == told


def test_of_grades_from_one_to_six_nobody_knows_which_is_best() -> None:
    table = list_of("Rower,Rowing,Sailing\nInes,1,4\nBo,3,2\nIda,2,2\n", "grades.csv")
    assert answer(table, "Who has the best rowing mark?", "grades") == ""


# --- rows of a kind, and deeds without a doer -----------------------------------------------------

FLEET = list_of(
    "Boat,Type,Yard,Length (m),Rain kept (mm)\nOtter,punt,Elm,6,3\nHeron,gig,Elm,9,8\n"
    "Mole,punt,Ash,5,1\nTern,skiff,Punt,7,4\n",
    "fleet.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many punts are there?", "2"),
        ("How many skiffs are there?", "1"),
        ("How many elms are there?", ""),  # a yard is no kind of boat
        ("How many barges are there?", ""),
        ("What is the shortest punt type?", "Mole"),
        ("Which boat is the wettest?", "Heron"),
        ("Which boat is the driest?", "Mole"),
    ],
)
def test_rows_of_a_kind_are_counted_and_ranked(question: str, told: str) -> None:
    assert answer(FLEET, question, "fleet") == told


@pytest.mark.parametrize(
    "text",
    [
        "Order no.,Type,Price\n1,punt,6\n2,gig,9\n3,punt,5\n",  # orders, and not boats
        "Day,Type,Price\n2031-05-02,punt,6\n2031-05-03,gig,9\n2031-05-04,punt,5\n",
        "Yard,Type,Quantity\nElm,punt,6\nAsh,gig,9\nOak,punt,5\n",
        "Yard,Type,In stock\nElm,punt,6\nAsh,gig,9\nOak,punt,5\n",
        "Yard,Type,Price\nElm,punt,6\nElm,gig,9\nOak,punt,5\n",
        "Yard,Department,Price\nElm,punt,6\nAsh,gig,9\nOak,punt,5\n",
        "Yard,Type,Kind\nElm,punt,punt\nAsh,gig,punt\nOak,punt,gig\n",
    ],
)
def test_where_a_row_need_not_be_one_thing_of_the_kind_none_is_counted(text: str) -> None:
    # what is in stock is added up, and no rows are counted
    told = answer(list_of(text, "yards.csv"), "How many punts are there?", "yards")
    assert told == ("11" if "In stock" in text else "")


CREWS = list_of("Crew,Won,Lost,Points won\nRed,4,6,9\nBlue,7,3,2\nGreen,5,5,1\n", "crews.csv")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which crews won more than they lost?", "Blue"),
        ("Which crews have lost fewer races than they won?", "Blue"),
        ("Which crew won less than it lost?", "Red"),
        ("Which crews won more than they drew?", ""),
        ("Which crews won more than others lost?", ""),
    ],
)
def test_what_rows_did_more_of(question: str, told: str) -> None:
    assert answer(CREWS, question, "crews") == told


PLOTS = list_of(
    "Plot of trees,Kind,Trees,Felled\nP1,oak,24,2031\nP2,oak,22,2033\nP3,ash,30,2031\n", "plots.csv"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many oak trees are there?", "46"),  # and not two plots
        ("How many trees are there?", "76"),
        ("How many ash trees?", "30"),
        ("How many trees of oak?", "46"),
        ("How many elm trees are there?", ""),
        ("How many plots are there?", "3"),
        ("How many kinds are there?", "2"),
    ],
)
def test_things_that_a_column_counts_are_added_up(question: str, told: str) -> None:
    assert answer(PLOTS, question, "plots") == told


COURSES = list_of(
    "Course,Area,Places,Enrolled\nKnots,Craft,12,9\nOars,Craft,8,8\nTides,Sea,20,11\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many places are there in total?", "40"),
        ("How many people are enrolled in Knots?", "9"),
        ("How many people were enrolled altogether?", "28"),
        ("How many students are enrolled in Sails?", ""),
        ("How many people were invited?", ""),
        ("How many courses are there?", "3"),
    ],
)
def test_people_that_a_column_counts_are_added_up(question: str, told: str) -> None:
    assert answer(COURSES, question, "courses") == told


def test_where_the_labels_are_those_things_they_are_counted() -> None:
    trees = list_of("Tree,Kind,Trees\nT1,oak,3\nT2,ash,1\nT3,ash,1\n", "trees.csv")
    assert answer(trees, "How many ash trees are there?", "trees") != "5"


def test_use_says_no_more_than_that_a_quantity_is_meant() -> None:
    table = list_of("Year,Gas (MWh),Water (m³)\n2031,540,1480\n2032,498,1512\n", "energy.csv")
    assert answer(table, "What was the average gas use?", "energy") == "519"
    rooms = list_of("Room,Use,Size (m²)\nA,office,20\nB,store,30\nC,office,25\n", "rooms.csv")
    assert answer(rooms, "What is the use of room B?", "rooms") == "store"


LEDGER = list_of(
    "Day,Entry,Amount\n2031-01-03,Tar,20\n2031-01-09,Mooring January,60\n2031-02-04,Tar,5\n"
    "2031-02-09,Mooring February,60\n",
    "ledger.csv",
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was the total amount in January?", "80"),  # and not that of one entry
        ("What was the total amount in February?", "65"),
        ("What is the amount of Mooring January?", "60"),
        ("What was the total amount in March?", ""),
        ("What is the total amount of mooring?", "120"),
    ],
)
def test_a_month_of_a_list_with_days_is_no_part_of_a_name(question: str, told: str) -> None:
    assert answer(LEDGER, question, "ledger") == told


def test_without_days_the_month_is_what_tells_entries_apart() -> None:
    table = list_of("Entry,Amount\nMooring January,60\nMooring February,70\nTar,5\n", "l.csv")
    assert answer(table, "What was the amount in January?") == "60"


# --- statements of an account ---------------------------------------------------------------------

ACCOUNT = (
    "Day,Text,Debit (EUR),Credit (EUR),Balance (EUR)\n2031-04-01,Opening balance,,,900.00\n"
    "2031-04-03,Rent of Falk Sheds,310.00,,590.00\n2031-04-09,Tar from Lund,18.50,,571.50\n"
    "2031-04-11,Tolls Weir House,,95.00,666.50\n2031-05-02,Tar from Lund,21.00,,645.50\n"
    "2031-05-20,Closing balance,,,645.50\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much did we spend on tar?", "39.5 EUR"),
        ("How much did we pay Lund in April?", "18.50 EUR"),
        ("How much did the rent cost?", "310.00 EUR"),
        ("What was paid to Falk Sheds?", "310.00 EUR"),
        ("How much did we get from the Weir House?", "95.00 EUR"),
        ("When was the rent paid?", "2031-04-03"),
        ("On what day did we receive the tolls?", "2031-04-11"),
        ("When was the tar paid?", ""),  # twice
        ("How much did we pay the cook?", ""),
        ("How much did we pay Lund in June?", ""),
        ("How much did we get from Lund?", ""),  # nothing came in
        ("How much did we pay the Weir House?", ""),  # nothing went out
        ("How much did we pay for the balance?", ""),
    ],
)
def test_entries_of_an_account_are_found_by_their_words(question: str, told: str) -> None:
    table = list_of(ACCOUNT, "statement.csv")
    named = ACCOUNT.replace("Debit", "Money out").replace("Credit", "Money in")
    ways = [table, replace(table, box=Box(0, 0, 9, 9))]
    ways += [] if " in " in question else [list_of(named, "statement.csv")]
    for way in ways:
        made = calculate_columns(question, [way], "statement")
        if not told:
            assert not isinstance(made, Calculation)
            continue
        assert isinstance(made, Calculation)
        if made.unit:
            assert (made.value, made.unit) == (Decimal(told.removesuffix(" EUR")), "EUR")
        else:
            assert made.answer == told


def test_a_list_with_one_column_of_money_is_no_account() -> None:
    table = list_of("Day,Text,Debit (EUR)\n2031-04-03,Rent,310\n2031-04-09,Tar,18\n", "a.csv")
    assert answer(table, "When was the rent paid?", "a") == ""
