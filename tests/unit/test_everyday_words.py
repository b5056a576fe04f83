"""What people say for a value or a header of a list is taken for it, where nothing else fits."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.everyday_words import with_everyday_words
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of

KILNS = list_of(
    "Kiln,Origin,Chambers,Shelves (m),Price (EUR)\n"
    "Ash,Japan,2,1.5,900\n"
    "Beech,Japan,4,2.5,1500\n"
    "Cedar,Netherlands,4,3.0,1200\n"
    "Elder,USA,1,0.5,700\n",
    "kilns.csv",
)
CREW = list_of("Name,Gender,Age\nAda Falk,F,31\nBo Rask,M,40\nIda Lund,F,25\n", "crew.csv")
DAYS = list_of(
    "date,precipitation,temp_max,temp_min,weather\n"
    "2031-02-01,0.5,4.0,-3.0,snow\n"
    "2031-02-02,12.0,6.5,1.0,rain\n"
    "2031-03-01,3.5,11.0,2.5,rain\n"
    "2031-03-02,0.0,14.5,3.0,sun\n",
    "weather.csv",
)
REGIONS = list_of(
    "region,poverty,failures,interest,tolls\n"
    "Fenland,12.5,3,4.5,10.25\n"
    "Moorland,9.0,8,12.5,20.5\n"
    "Upland,15.5,5,7.5,8.75\n",
    "regions.csv",
)


def said(question: str, table: StoredTable) -> str:
    made = calculate_columns(question, [table], "")
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "table", "answer"),
    [
        ("How many of the kilns are Japanese?", KILNS, "2"),
        ("What is the average price of Japanese kilns?", KILNS, "1,200"),  # (900 + 1500) ÷ 2
        ("How many American kilns are there?", KILNS, "1"),
        ("What is the average price of kilns with 4 chambers?", KILNS, "1,350"),
        ("How many kilns have four chambers?", KILNS, "2"),
        ("How many of the crew were women?", CREW, "2"),
        ("How many of the crew are men?", CREW, "1"),
        ("What was the highest temperature in March 2031?", DAYS, "14.5"),
        ("What was the lowest temperature in February 2031?", DAYS, "−3.0"),
        ("How much rain fell in February 2031?", DAYS, "12.5"),
        ("Which month had the most rain?", DAYS, "February 2031"),  # 12.5 against 3.5
        ("How many days did it rain in March 2031?", DAYS, "1"),
        ("Which region has the highest poverty rate?", REGIONS, "Upland"),
    ],
)
def test_the_words_of_people_are_those_of_the_list(
    question: str, table: StoredTable, answer: str
) -> None:
    assert said(question, table) == answer


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("How many kilns have 4 chambers or more?", KILNS),  # a bound
        ("How many kilns have at least 4 chambers?", KILNS),
        ("How many kilns have 2 shelves?", KILNS),  # of lengths, which no list counts
        ("How many of the kilns are French?", KILNS),
        ("Which region has the highest failure rate?", REGIONS),  # counts
        ("Which region has the highest interest rate?", REGIONS),  # may be amounts
        ("Which region has the highest toll rate?", REGIONS),  # with two places: money
        ("How much snow fell in February 2031?", DAYS),  # what fell was measured as one
        ("What was the average temperature in March 2031?", DAYS),  # of which of the two?
    ],
)
def test_where_another_meaning_is_left_the_question_stays(
    question: str, table: StoredTable
) -> None:
    assert with_everyday_words(question, table) == question


def test_where_things_went_is_not_where_they_are_from() -> None:
    sent = list_of("Crate,Sent to,Weight\nC1,Japan,12\nC2,Peru,9\nC3,Japan,7\n", "crates.csv")
    assert with_everyday_words("How many Japanese crates are there?", sent) == (
        "How many Japanese crates are there?"
    )


def test_a_word_of_a_cell_is_that_cell() -> None:
    plates = list_of("Plate,Style,Origin\nP1,Japanese,Peru\nP2,plain,Japan\n", "plates.csv")
    assert said("How many plates are Japanese?", plates) in ("1", "")
    assert with_everyday_words("How many plates are Japanese?", plates) == (
        "How many plates are Japanese?"
    )


@pytest.mark.parametrize("other", ["Heavy rain", "rain and fog", "rainy", "fog; rain", "no rain"])
def test_days_of_rain_are_not_counted_where_other_cells_speak_of_it(other: str) -> None:
    days = list_of(f"Day,Sky\n2031-01-01,rain\n2031-01-02,fog\n2031-01-03,{other}\n", "sky.csv")
    assert said("How many days did it rain?", days) == ""


@pytest.mark.parametrize(
    ("rows", "question", "answer"),
    [
        ("Day,Rain (mm)\n2031-01-01,3\n2031-01-02,4\n", "How much rain fell?", "7"),
        ("Month,Rain (mm)\nJanuary,30\nMarch,41\n", "How much rain fell?", "71"),
        ("Year,Month,Rain (mm)\n2030,May,30\n2031,May,4\n", "How much rain fell in 2031?", "4"),
        ("Day,Rain (mm/h)\n2031-01-01,3\n2031-01-02,4\n", "How much rain fell?", ""),
        ("Month,Rain (mm per day)\nJanuary,3\nMarch,4\n", "How much rain fell?", ""),
        # two places in one month
        ("Month,Gauge,Rain (mm)\nMay,Ely,30\nMay,Ayr,40\n", "How much rain fell in May?", ""),
        ("Gauge,Month,Rain (mm)\nEly,May,30\nAyr,May,40\n", "How much rain fell in May?", ""),
        ("Gauge,Rain (mm)\nEly,30\nAyr,40\n", "How much rain fell?", ""),
    ],
)
def test_rain_is_added_up_over_time_and_not_over_places(
    rows: str, question: str, answer: str
) -> None:
    assert said(question, list_of(rows, "rain.csv")).removesuffix(" mm") == answer


@pytest.mark.parametrize(
    ("others", "answer"),
    [
        (("Japan", "USA"), "1"),
        (("Asia", "Africa"), "1"),
        (("Japan", "Italy"), ""),  # Italy is in Europe, too
        (("Japan", "Turkey"), ""),
        (("Japan", "Bavaria"), ""),  # may be
        (("Japan", "Other"), ""),
    ],
)
def test_a_continent_is_told_only_where_no_part_of_it_stands_beside_it(
    others: tuple[str, str], answer: str
) -> None:
    rows = f"Kiln,Origin\nAsh,Europe\nBeech,{others[0]}\nCedar,{others[1]}\n"
    assert said("How many European kilns are there?", list_of(rows, "kilns.csv")) == answer
    country = list_of(rows.replace("Europe", "Australia"), "kilns.csv")
    assert said("How many Australian kilns are there?", country) == "1"


@pytest.mark.parametrize("head", ["heat", "flow", "heart", "sugar"])
def test_a_plain_figure_is_no_rate_of_what_it_measures(head: str) -> None:
    rooms = list_of(f"Room,{head}\nNorth,21.5\nSouth,23.5\nWest,19.5\n", "rooms.csv")
    assert said(f"What is the {head} rate of North?", rooms) == ""
    shares = list_of("Room,damage\nNorth,21 %\nSouth,23 %\nWest,19 %\n", "rooms.csv")
    assert said("What is the damage rate of North?", shares) == "21 %"


def test_a_column_of_means_beside_one_of_extremes_is_asked_by_its_header() -> None:
    weirs = list_of("Weir,Mean depth,Max depth\nAsh,3,9\nElm,5,8\nOak,4,7\n", "weirs.csv")
    assert said("What is the highest mean depth?", weirs) == "5"
    assert said("What is the highest max depth?", weirs) in ("9", "")


@pytest.mark.parametrize("count", ["2", "two", "exactly 2", "more than 1", "at least 2"])
def test_a_figure_that_the_question_bounds_is_not_told_for_a_count(count: str) -> None:
    crew = list_of("Name,Gender,Boats\nAda,F,2\nBo,M,2\nIda,F,1\n", "crew.csv")
    assert said(f"How many are women and have {count} boats?", crew) in ("", "1")
    assert said("How many boats does Ada have?", crew) == "2"


def test_a_country_is_where_rows_are_from_if_they_are_called_so() -> None:
    guests = list_of("Guest,Country,Nights\nFalk,Germany,3\nLund,Peru,2\nNoll,Germany,1\n")
    assert said("How many German guests are there?", guests) == "2"
    sold = list_of("Kiln,Country,Sold\nAsh,Germany,3\nBeech,Peru,2\nAsh,Peru,4\n", "kilns.csv")
    asked = "How many German kilns were sold?"  # kilns of German make, or sold in Germany
    assert with_everyday_words(asked, sold) == asked


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which quay had the longest mean stay?", "West"),
        ("Which quay had the lowest mean stay?", "East"),
        ("Which quay had the highest average toll?", ""),  # of one toll each: open
    ],
)
def test_a_column_of_means_is_ranked_by_them(question: str, answer: str) -> None:
    quays = list_of("Quay,Mean stay (h),Toll\nEast,4.0,12\nWest,9.5,10\nNorth,6.5,11\n")
    assert said(question, quays) == answer
    both = list_of("Quay,Mean stay (h),Stay (h)\nEast,4.0,12\nWest,9.5,10\nNorth,6.5,11\n")
    assert said(question, both) == ""
