"""A question whose every word stands for something in a table is answered in whatever wording."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.bound.bound_figures import bound_figure
from backend.types import Calculation, Chunk, Refusal, StoredTable
from tests.unit.csv_lists import list_of
from tests.unit.small_ledgers import ledger

KITCHEN = ledger(
    (
        ("April › Plan", ""),
        ("April › Actual", ""),
        ("May › Plan", ""),
        ("May › Actual", ""),
        ("June › Plan", ""),
        ("June › Actual", ""),
    ),
    (
        ((), "Flour", ("40", "44", "42", "39", "50", "58")),
        ((), "Flour, gluten free", ("10", "12", "11", "11", "12", "9")),
        ((), "Butter", ("30", "30", "31", "36", "33", "33")),
    ),
    title="Kitchen of the seminary in thousand USD",
    label_name="Supply",
)
"""In thousands of USD."""
TRAMS = {
    "North": "Route,Riders,Stops,Energy (kWh)\nHarbour,900,12,40\nHarbour night,200,12,9\n"
    "Museum,500,8,25\n",
    "South": "Route,Riders,Stops,Energy (kWh)\nHarbour,700,11,33\nHarbour night,150,11,8\n"
    "Museum,650,9,30\n",
}
YEARS = {
    "2031": "Hall,Guests,Staff\nRed,800,4\nBlue,300,2\n",
    "2032": "Hall,Guests,Staff\nRed,760,5\nBlue,420,2\n",
}
COURSES = (
    "Course,Day,Room,State,Takings (EUR)\nSewing,2031-09-01,Attic,fully booked,300\n"
    "Welding,2031-09-03,Shed,open,500\nPottery,2031-09-08,Shed,fully booked,450\n"
    "Weaving,2031-09-10,Attic,open,200\nGilding,2031-10-06,Attic,fully booked,350\n"
)


def sheets(held: dict[str, str]) -> list[StoredTable]:
    """The same list on several sheets of a workbook."""
    return [
        replace(list_of(text, "book.csv"), id=name, section=(name,), title=name)
        for name, text in held.items()
    ]


def told(question: str, *tables: StoredTable) -> str:
    made = bound_figure(question, tables, "")
    if isinstance(made, Refusal):
        return "open" if made.is_open else ""
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        # 58 against 50
        ("By how much did flour exceed the plan in June?", "8 thousand USD"),
        ("How far over plan was flour in June?", "8 thousand USD"),
        ("What was the difference between planned and actual flour in June?", "8 thousand USD"),
        ("How much more than planned did flour cost in June?", "8 thousand USD"),
        ("By what percentage was flour over plan in June?", "16 %"),
        # 9 against 12
        ("How far below plan was gluten free flour in June?", "3 thousand USD"),
        # 44 + 39 + 58
        ("How much was spent on flour from April to June?", "141 thousand USD"),
        ("Total actual flour over the three months?", "141 thousand USD"),
        ("What do actual flour in April, May and June add up to?", "141 thousand USD"),
        # 141 ÷ 3
        ("What was the average actual cost of flour per month?", "47 thousand USD"),
        ("Which supplies were over plan in April?", "Flour; Flour, gluten free"),
        ("How many supplies cost more than planned in May?", "1"),
        ("Which supply had the highest actual in May?", "Flour"),
    ],
)
def test_plan_and_actual_under_months(question: str, figure: str) -> None:
    assert told(question, KITCHEN) == figure


@pytest.mark.parametrize(
    "question",
    [
        "How much did flour cost excluding gluten free flour in June?",
        "How much was spent on flour before June?",
        "What was the actual flour net of discounts in June?",
        "How much did flour cost in euros in June?",
        "How much did rye flour cost in June?",
        "How much was spent on flour?",
        "What did flour cost in June?",  # planned or actual
        "What percentage of its plan did flour spend in June?",
        "Was flour over plan in June?",
        "Which was higher in June, planned or actual flour?",
        "Why was flour over plan in June?",
        "By how much was the plan exceeded by flour in June?",
        "How much more did flour cost in June than planned in April?",
        "How many points was flour over plan in June?",
        "How much was spent on flour in June that was not planned?",
        "What was spent on supplies in June for guests?",
    ],
)
def test_a_word_that_stands_for_nothing_leaves_it_open(question: str) -> None:
    assert told(question, KITCHEN) in ("", "open")


@pytest.mark.parametrize(
    "question",
    [
        "What was the actual of flour in July?",
        "What was the actual of flour in June 2030?",
        "By how much was butter over plan in June, and gluten free flour in May?",
        "How far over plan was gluten free flour in June?",  # it was below
    ],
)
def test_another_time_or_the_other_way_is_not_told(question: str) -> None:
    assert told(question, KITCHEN) in ("", "open")


def test_a_row_of_a_total_is_meant_where_all_of_its_label_is_said() -> None:
    costs = ledger(
        (("2031", "2031"), ("2032", "2032")),
        (
            ((), "Staff costs", ("30", "40")),
            ((), "Other costs", ("5", "6")),
            ((), "Total other costs", ("9", "8")),
        ),
        label_name="Item",
    )
    assert told("What were total other costs in 2031?", costs) == "9 thousand"
    assert told("What were the other costs in 2031?", costs) == "5 thousand"


WORKS = ledger(
    tuple(
        (f"{year} › {part}", year)
        for year in ("2031", "2032")
        for part in ("Plan", "Actual", "Crew")
    ),
    (
        ((), "Weir", ("40", "44", "3", "50", "58", "4")),
        ((), "Weir, gates", ("9", "9", "1", "12", "10", "1")),
    ),
    label_name="Site",
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("By how much did the weir overshoot its 2032 plan?", "8 thousand"),
        ("How far over plan was the weir in 2032?", "8 thousand"),
        ("Which sites spent less than planned in 2032?", "Weir, gates"),
        ("Which site stayed under plan in 2032?", "Weir, gates"),
        ("By what percentage did the actual of the weir gates rise from 2031 to 2032?", "11.11 %"),
        ("What was the plan per crew of the weir in 2032?", "12.5"),  # 50 ÷ 4
        ("How much crew per plan did the weir have in 2032?", "0.08"),
        ("What was the plan of the weir in May 2032?", "open"),
        ("How much of the plan of the weir for 2032 was left in May?", "open"),
        ("What was the crew of the weir in 2033?", "open"),
    ],
)
def test_plan_and_actual_beside_another_figure_under_years(question: str, figure: str) -> None:
    assert told(question, WORKS) == figure


def test_what_is_lacking_is_said() -> None:
    made = bound_figure("What was the actual of flour in July?", [KITCHEN], "")
    assert isinstance(made, Refusal)
    assert made.is_open
    assert made.reason == (
        "No column or sheet of the table is of July; there are April, May and June."
    )


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many riders did Harbour have in the North?", "900"),
        ("How many more riders did Harbour have in the North than in the South?", "200"),
        ("How many more riders than in the South did Harbour have in the North?", "200"),
        ("What is the difference in Harbour riders between North and South?", "200"),
        ("How many riders did Harbour carry in both North and South together?", "1,600"),
        ("Which route had the most riders in the South?", "Harbour"),
        ("How many riders per stop did Museum have in the North?", "62.5"),
        ("How many more riders did Museum have in the South than Harbour night?", "500"),
        ("How many riders did Harbour have in the West?", "open"),
        ("How many riders used Harbour in all two parts of the town?", "open"),
        ("Riders of Harbour across all depots?", "1,600"),
        ("By how much did riders of Museum rise from North to South?", "150"),
        ("How many riders did Harbour have?", ""),
        ("How many riders did Harbour lose in the South?", ""),
        ("How many riders did Harbour not have in the South?", ""),
        ("How many riders did Harbour day have in the South?", ""),
        ("How many more riders did Harbour have in the South than in the North?", "open"),
    ],
)
def test_the_sheets_of_one_list_are_told_apart(question: str, figure: str) -> None:
    assert told(question, *sheets(TRAMS)) == figure


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        # 420 ÷ 300
        ("By what percentage did guests of Blue rise from 2031 to 2032?", "40 %"),
        ("What was the percentage increase in Blue guests between 2031 and 2032?", "40 %"),
        ("What was the year-on-year increase of guests in Blue in 2032, in per cent?", "40 %"),
        ("By how much did guests of Red fall from 2031 to 2032?", "40"),
        ("By how much did guests of Red rise from 2031 to 2032?", "open"),
        ("Total guests of Blue over the two years?", "720"),
        ("Total staff of Red over the two years?", ""),  # what is there at a time
        ("How many guests did Blue have in 2030?", "open"),
        ("How many guests did Blue have?", "open"),
    ],
)
def test_sheets_called_by_their_years(question: str, figure: str) -> None:
    assert told(question, *sheets(YEARS)) == figure


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Which courses took place on a Monday in September?", "Sewing, Pottery"),
        ("List the September courses that fell on a Monday.", "Sewing, Pottery"),
        ("On which Mondays in September were there courses?", "2031-09-01, 2031-09-08"),
        ("How many courses were there on Mondays?", "3"),
        ("How many courses took place up to 8 September?", "3"),
        ("In how many cases was the Attic fully booked?", "2"),
        ("What is the number of fully booked courses?", "3"),
        # 450 + 500
        ("How much did courses in the Shed bring in altogether?", "950.00 EUR"),
        ("What do the takings of the Shed add up to?", "950.00 EUR"),
        ("How many courses in the Attic were not fully booked?", ""),
        ("How many courses outside the Attic were fully booked?", ""),
        ("How many courses took place on Mondays except in September?", ""),
        ("How many takings did sewing have?", ""),
        ("What was spent on courses in the Attic in September?", ""),
        ("Which courses took place on a Sunday?", ""),
    ],
)
def test_conditions_on_the_rows_of_a_list(question: str, figure: str) -> None:
    assert told(question, list_of(COURSES)).replace("950 EUR", "950.00 EUR") == figure


def test_an_adverb_is_no_verb_that_only_binds() -> None:
    loans = list_of(
        "Loan,Reader,Days,State\nA,Blom,3,returned\nB,Blom,4,returned\nC,Orme,9,overdue\n"
    )
    assert told("How many loans did Blom return?", loans) == "2"
    assert told("How many loans did Blom return late?", loans) == ""
    assert told("How many loans did Blom return unread?", loans) == ""


def test_how_many_events_took_place_is_no_money() -> None:
    assert told("How many courses took place before 8 September?", list_of(COURSES)) == "2"


def test_a_name_that_two_columns_or_rows_share_binds_nothing() -> None:
    alike = list_of("Club,Chess,Rowing\nChess,4,5\nGo,6,7\n")
    assert told("What is the Chess of Chess?", alike) == ""
    twice = list_of("Item,Pieces\nNails,4\nNails,5\nHooks,3\n")
    assert told("How many pieces of nails were there?", twice) in ("", "open")


def test_periods_down_the_rows_are_no_ends_of_a_run() -> None:
    rain = list_of("Month,Rain (mm)\nMay,10\nJune,20\nJuly,40\n")
    assert told("How much rain was there in total from May to July?", rain) == "70 mm"  # with June
    assert told("How much rain was there in May and July?", rain) == ""
    assert told("By how much did rain rise from May to July?", rain) == ""


def test_a_column_of_changes_in_per_cent_is_no_change_of_a_row() -> None:
    change = list_of("Item,2031,2032,Change (%)\nTea,10,12,20\nMilk,10,9,-10\n")
    assert told("What was the change in tea?", change) == ""


def test_two_tables_that_differ_leave_it_open() -> None:
    one = list_of("Item,Pieces\nNails,4\nHooks,3\n")
    other = replace(list_of("Item,Pieces,Boxes\nNails,5,1\nHooks,3,1\n"), id="other")
    assert told("How many pieces of nails are there?", one, other) == "open"


def test_the_figure_is_worked_out_again_from_its_cells() -> None:
    made = bound_figure(
        "How many more riders did Harbour have in the North than in the South?", sheets(TRAMS), ""
    )
    assert isinstance(made, Calculation)
    assert made.formula == "900 − 700 = 200"
    assert [(operand.table_id, operand.text) for operand in made.operands] == [
        ("North", "900"),
        ("South", "700"),
    ]
    text = "Harbour 900 700"
    passage = Chunk("c", made.operands[0].document_id, "s", 0, text, 0, 9999, (0,), "rows")
    assert check_calculation(made, [passage]).supported
    assert not check_calculation(
        replace(made, formula="900 − 700 = 201", value=Decimal(201)), [passage]
    ).supported


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        # 44 + 39 + 58
        ("How much money has been spent on flour?", "141 thousand USD"),
        ("How much was spent on flour in total?", "141 thousand USD"),
        # 40 + 42 + 50
        ("What was the total plan for flour?", "132 thousand USD"),
        ("How much has been spent on flour each month?", ""),
        ("How much has been spent on flour in July?", "open"),
        ("How much has been saved on flour?", ""),
    ],
)
def test_what_has_been_spent_is_all_of_the_months(question: str, figure: str) -> None:
    assert told(question, KITCHEN) == figure


def test_months_with_a_gap_or_a_column_of_their_sum_are_not_added_up() -> None:
    rows = "Item,March (EUR),May (EUR)\nOars,4,6\nRopes,7,8\n"
    assert told("How much has been spent on oars?", list_of(rows, "gap.csv")) in ("", "open")
    rows = "Item,April (EUR),May (EUR),Sum (EUR)\nOars,4,6,11\nRopes,7,8,15\n"
    assert told("How much has been spent on oars?", list_of(rows, "sum.csv")) in ("", "open")
    rows = "Item,April (EUR),May (EUR),Sum (EUR)\nOars,4,6,10\nRopes,7,8,15\n"
    assert told("How much has been spent on oars?", list_of(rows, "sum.csv")) == "10 EUR"
    rows = "Item,2030 (EUR),2031 (EUR)\nOars,4,6\nRopes,7,8\n"
    assert told("How much has been spent on oars?", list_of(rows, "years.csv")) in ("", "open")


def test_what_was_spent_without_a_period_may_be_what_all_months_come_to() -> None:
    made = bound_figure("How much was spent on flour?", [KITCHEN], "")
    assert isinstance(made, Refusal)
    (together,) = made.readings
    assert together.wordings == ((("", " in total"),),)
    assert len(together.cells) == 3


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Which hall has more guests, Red or Blue?", "Red: 760 against 420"),
        ("Which hall has less staff, Red or Blue?", "Blue: 2 against 5"),
        ("Which of Red and Blue has more guests?", "Red: 760 against 420"),
        ("Which hall has more guests, Red or Green?", ""),
        ("Which hall has more than Blue?", ""),
        ("Which hall has more?", ""),
    ],
)
def test_which_of_two_rows_has_more(question: str, figure: str) -> None:
    assert told(question, list_of(YEARS["2032"], "halls.csv")) == figure


def test_two_rows_with_one_figure_are_not_told_apart() -> None:
    halls = list_of("Hall,Guests\nRed,70\nBlue,70\nGrey,5\n", "halls.csv")
    assert told("Which hall has more guests, Red or Blue?", halls) == "open"


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What does Ada earn per month?", "2,900 EUR"),
        ("What does Ada earn per week?", ""),  # hours are no money
        ("What does Ada earn per year?", ""),
    ],
)
def test_what_a_header_says_itself_is_no_quotient(question: str, figure: str) -> None:
    crew = list_of("Name,Hours per week,Monthly wage (EUR)\nAda,30,2900\nBo,40,3100\n", "crew.csv")
    assert told(question, crew) == figure


REPAIRS = list_of(
    "Day,Boat,Kind,What,Amount (EUR),State\n2031-03-02,Otter,repair,Rudder,90,paid\n"
    "2031-03-09,Otter,paint,Hull,300,open\n2031-04-01,Heron,repair,Mast,500,open\n"
    "2031-04-11,Otter,repair,Pump,60,paid\n",
    "boats.csv",
)
STOCK = list_of(
    "Shelf,Part,Pieces,Weight (g)\nA1,Bolt,40,9\nA2,Nut,70,3\nB1,Bolt,12,9\nB2,Cleat,4,300\n",
    "stock.csv",
)
OPINIONS = list_of(
    "Matter,Content,Not content,No answer\nFood,60,30,10\nBeds,80,15,5\nPrice,20,70,10\n",
    "opinions.csv",
)


@pytest.mark.parametrize(
    ("question", "table", "figure"),
    [
        ("How many repairs were there in March?", REPAIRS, "1"),
        ("How many repairs were there in April?", REPAIRS, "2"),
        ("How much is still open?", REPAIRS, "800 EUR"),
        ("How much is Otter?", REPAIRS, ""),
        ("What was the amount for the pump?", REPAIRS, "60 EUR"),
        ("What was the amount for the Otter?", REPAIRS, ""),  # of several rows
        ("How many cleats are there?", STOCK, "4"),
        ("How many bolts are there?", STOCK, "52"),
        ("What is the weight of the cleat?", STOCK, "300 g"),
        ("How many nut parts are there?", STOCK, "70"),
        ("How many rusty bolts are there?", STOCK, ""),
    ],
)
def test_texts_of_a_list_choose_its_rows(question: str, table: StoredTable, figure: str) -> None:
    assert told(question, table) == figure


@pytest.mark.parametrize(
    "question",
    [
        "What share of the guests is not content with the food?",  # 30 of the 100 of its row
        "What share of the guests is content with the beds?",
        "What percentage of people gave no answer on the price?",
    ],
)
def test_a_share_of_something_else_than_its_column_is_not_told(question: str) -> None:
    assert told(question, OPINIONS) in ("", "open")


def test_a_share_of_what_its_column_holds_is_told() -> None:
    halls = list_of(YEARS["2032"], "halls.csv")
    assert told("What share of the guests came to the Red hall?", halls) == "64.41 %"


TABLE = list_of(
    "Rank,Crew,Won,Lost,Points\n1,Otters,9,1,27\n2,Mill Lane,7,3,21\n3,Old Ferry,2,8,6\n",
    "regatta.csv",
)
NIGHTS = list_of(
    "Month,Tents,Huts,Total\nJune,40,10,50\nJuly,70,30,100\nAugust,80,20,100\nSum,190,60,250\n",
    "nights.csv",
)
GOODS = list_of(
    "Goods,Kind,In stock,Price (EUR)\nRope,deck,22,18\nCleat,deck,7,32.5\nLamp,light,2,99\n",
    "goods.csv",
)


@pytest.mark.parametrize(
    ("question", "table", "figure"),
    [
        ("How many points is Mill Lane behind the Otters?", TABLE, "6"),
        ("How many points are the Otters ahead of Old Ferry?", TABLE, "21"),
        ("How many points is the Otters behind Mill Lane?", TABLE, "open"),  # it is ahead
        ("Which crew has more points, Old Ferry or Mill Lane?", TABLE, "Mill Lane: 21 against 6"),
        ("How many points does Elm have?", TABLE, ""),
        ("In which month were there the most nights?", replace(NIGHTS, title="Nights"), "August"),
        ("How many nights were there in June?", replace(NIGHTS, title="Nights"), "50"),
        ("How many nights were there in huts?", replace(NIGHTS, title="Nights"), "60"),
        ("How many nights were there from June to August?", replace(NIGHTS, title="Nights"), "250"),
        ("What is July?", replace(NIGHTS, title="Nights"), ""),
        ("How many huts were there?", replace(NIGHTS, title="Nights"), ""),
        ("How many guests were there in June?", replace(NIGHTS, title="Nights"), ""),
        ("What share of the nights was in huts?", replace(NIGHTS, title="Nights"), "24 %"),
        ("What share of the nights in July was in huts?", replace(NIGHTS, title="Nights"), "30 %"),
        ("What is the most expensive deck goods?", GOODS, "Cleat"),
        ("Which goods are the cheapest?", GOODS, "Rope"),
        ("What is the value of the rope in stock?", GOODS, ""),
        ("How many ropes are in stock?", GOODS, "22"),
    ],
)
def test_names_beside_numbers_and_columns_of_sums(
    question: str, table: StoredTable, figure: str
) -> None:
    if question.startswith("In which month"):
        table = list_of("Month,Tents,Huts,Total\nJune,40,10,50\nAugust,80,20,100\n", "nights.csv")
    assert told(question, table) == figure


def test_a_total_that_does_not_add_up_is_no_sum_of_its_row() -> None:
    rows = "Month,Tents,Huts,Total\nJune,40,10,55\nJuly,70,30,100\nAugust,80,20,100\n"
    assert told("How many nights were there in July?", list_of(rows, "nights.csv")) == ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Which club has the most points in total?", ""),  # a club is no rower
        ("Which club has the most points?", ""),
        ("Which rower has the most points?", "Ana"),
        ("How many points has the club?", ""),
    ],
)
def test_a_column_of_texts_that_is_asked_for_is_no_word_for_the_rows(
    question: str, figure: str
) -> None:
    rows = "Rank,Rower,Club,Points\n1,Ana,Otters,88\n2,Bo,Seals,85\n3,Cy,Seals,79\n"
    table = replace(list_of(rows, "cup.csv"), title="Cup of the rowing club")
    assert told(question, table) == figure


SHOP = "Product,Kind,Price (EUR),Sold in May,Sold in June\n" + (
    "Rye loaf,Bread,4.20,310,290\nPoppy roll,Rolls,0.90,1240,1180\n"
    "Maize roll,Rolls,1.10,380,410\nPlum tart,Cakes,3.30,150,260\n"
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many rolls were sold in June?", "1,590"),  # 1,180 + 410
        ("How many rolls did we sell in June?", "1,590"),
        ("How many cakes were sold in May?", "150"),
        ("Which product sold best in May?", "Poppy roll"),
        ("Which product sold worst in May?", "Plum tart"),
        ("What is the best-selling product in June?", "Poppy roll"),
        ("Which product had the highest sales in June?", "Poppy roll"),
        ("How many rolls are there?", "2"),
        # a price has no month
        ("Which product in May had the highest price?", ""),
        ("How many rolls were returned in June?", ""),
        ("Which product was rated best in May?", ""),
    ],
)
def test_what_was_sold_of_a_kind_is_added_up(question: str, figure: str) -> None:
    assert told(question, list_of(SHOP)) == figure


def test_a_kind_is_counted_by_rows_where_a_header_counts_another_thing() -> None:
    events = list_of(
        "Event,Kind,Tickets sold\nTosca,Concert,120\nRegatta,Race,40\nFaust,Concert,90\n"
    )
    assert told("How many concerts were sold?", events) == ""


SPENT = list_of(
    "Date,Who,Amount (EUR)\n2031-01-08,Finch,80\n2031-02-03,Rask,60\n2031-02-19,Finch,20\n"
)


def test_a_total_of_a_month_is_of_the_only_money() -> None:
    assert told("What was the total for February?", SPENT) == "80 EUR"  # 60 + 20
    two = list_of("Date,Net (EUR),Tax (EUR)\n2031-02-03,60,6\n2031-02-19,20,2\n")
    assert told("What was the total for February?", two) == ""
    hours = list_of("Date,Hours\n2031-02-03,6\n2031-02-19,2\n")
    assert told("What was the total for February?", hours) == ""
