"""What the figures of one sentence come to: how far something moved, areas, several of a price."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.reckoned_figures import is_of_several, reckoned_figures
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        (
            "By how much does the toll rise?",
            "The toll rises from £48 to £55 a year from 1 April.",
            "£55 − £48 = £7",
        ),
        (
            "How much did the crew shrink?",
            "The crew shrank from 134 to 120 sailors.",
            "134 sailors − 120 sailors = 14 sailors",
        ),
        (
            "How far did the water level drop?",
            "The water level dropped from 3.2 to 2.85 metres in May.",
            "3.2 metres − 2.85 metres = 0.35 metres",
        ),
        (
            "By how much did the share of late ferries fall?",
            "The share of late ferries fell to 7.5 % from 9 %.",
            "9 % − 7.5 % = 1.5 percentage points",
        ),
        (
            "By how much did takings grow?",
            "Takings grew to $4.2 million, compared with $3.95 million a year before.",
            "$4.2 million − $3.95 million = $0.25 million",
        ),
        (
            "What is the increase in the berth fee?",
            "From 1 April the berth fee goes up to £60 (from £52).",
            "£60 − £52 = £8",
        ),
        (
            "By what percentage does the toll rise?",
            "The toll rises from £48 to £60.",
            "(£60 − £48) ÷ £48 = 25 %",
        ),
        (
            "How much did the rent of the sheds rise?",
            "In May the monthly rent of all sheds rose sharply from £48 to £55.",
            "£55 − £48 = £7",
        ),
        (
            "By how much did the catch grow?",
            "The catch grew from 400 t in 2020 to 500 t in 2023.",
            "500 t − 400 t = 100 t",
        ),
        (
            "By how many per cent does the toll rise?",
            "The toll rises from £48 to £55.",
            "(£55 − £48) ÷ £48 ≈ 14.6 %",
        ),
    ],
)
def test_how_far_something_moved_is_the_difference_of_its_two_figures(
    question: str, text: str, said: str
) -> None:
    assert reckoned_figures(question, text) == said


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # the sentence says it itself
        ("By how much does the toll rise?", "The toll rises by £7 from £48 to £55."),
        ("What was the rise in the toll?", "A rise of £7 takes the toll from £48 to £55."),
        # the other way round than is asked
        ("By how much did the toll rise?", "The toll fell from £55 to £48."),
        ("By how much did the score change?", "The score of the Terns rose from 3 to 1."),
        # one figure, four figures, two units
        ("By how much does the toll rise?", "The toll rises to £55."),
        ("By how much did it rise?", "The toll rose from £4 to £5 and the fee rose from £8 to £9."),
        ("By how much did takings grow?", "Takings grew to $4 million, up from $3 billion."),
        # days, hours and years are no amounts
        ("By how much does the toll rise?", "The toll will rise from 1 April to £60."),
        ("By how much did the fair change?", "The fair was moved from 3 May to 10 May."),
        ("How much did the opening change?", "The opening moved from 5 pm to 7 pm."),
        ("How much did the toll rise?", "The toll rose every year from 2019 to 2022."),
        # the level is asked for, or nothing of the kind
        ("To how much does the toll rise?", "The toll rises from £48 to £55."),
        ("What is the toll?", "The toll rises from £48 to £55."),
        # a range
        ("By how much did the toll rise?", "Tolls from £48 to £55 are paid at the gate."),
        # another thing of the sentence, or of another place
        ("How much did membership grow?", "Membership grew, and the fee rose from £10 to £12."),
        ("How much did sales change?", "Sales grew while costs fell from £500 to £400."),
        ("By how much did the rent of the barn rise?", "The rent of the mill rose from £5 to £7."),
        ("How much did the price drop?", "The age limit dropped from 65 to 60, as did the price."),
        ("By how much did the rent of berths rise?", "The berths rose in number from 4 to 9."),
        ("By how much did the number of berths rise?", "The rent of berths rose from £4 to £5."),
        ("By how much did the rent of berths rise?", "The number of berths rose from 40 to 52."),
        # a part of all that moved, hours, places
        ("How much did use increase?", "Use increased in hamlets from 200 to 300 inhabitants."),
        ("How much did use increase?", "Use increased among people aged from 20 to 30."),
        ("How far did the boat move?", "The boat moved from 4 to 9."),
        # a change that goes on, did not come, or was planned
        ("How much did the fee rise?", "The fee rose from £10 to £12 and then to £15."),
        ("How much did the fee rise?", "The fee rose from £10 to £12-15."),
        ("How much did the crew grow?", "The crew did not grow from 4 to 9."),
        ("What was the drop in income?", "Income was £400 against £500 in the budget."),
        # other years, two measures, a “million” that is not left out
        ("How much did sales rise in 2024?", "Sales rose from £300 in 2022 to £400 in 2023."),
        ("How much did it rise?", "The price rose from £1.05 a kilo to £1.15 a pound."),
        ("By how much did the stock change?", "The stock changed from 3 million to 900,000."),
        # a share of a share is none
        ("By how many per cent did it rise?", "The share rose from 4 % to 5 %."),
    ],
)
def test_nothing_is_reckoned_where_the_sentence_has_not_just_two_levels(
    question: str, text: str
) -> None:
    assert reckoned_figures(question, text) == ""


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        (
            "What is the area in square metres of the largest hut?",
            "The largest hut allowed is 2.4 m by 1.8 m.",
            "2.4 m × 1.8 m = 4.32 m²",
        ),
        (
            "How many square metres has the sail loft?",
            "The sail loft measures 12 x 8 metres.",
            "12 metres × 8 metres = 96 m²",
        ),
        # three sides, another unit than is asked for, an area that is told, no area asked for
        ("What is the area of the crate?", "The crate is 3 x 4 x 5 m.", ""),
        ("How many square feet has the loft?", "The loft measures 12 x 8 metres.", ""),
        ("What is the area of the loft?", "The loft of 12 x 8 metres has 96 m².", ""),
        ("How long is the loft?", "The loft measures 12 x 8 metres.", ""),
        ("What is the area of the loft?", "The loft measures 12 m by 800 cm.", ""),
        # a part of it, a depth, a range, several together
        ("What is the area of the yard?", "The yard has a shed of 4 m by 5 m.", ""),
        ("What is the floor space of the barn?", "The barn's door is 3 m x 4 m.", ""),
        ("What is the area of the pond?", "The pond is 20 m by 2 m deep.", ""),
        ("What is the area of the plot?", "The plot is 20 to 30 m by 40 m.", ""),
        ("What is the total area of the huts?", "The huts are 3 m by 4 m.", ""),
        ("What is the area of the hut?", "The hut is 10'6 by 12 ft.", ""),
    ],
)
def test_an_area_is_the_product_of_two_sides(question: str, text: str, said: str) -> None:
    assert reckoned_figures(question, text) == said


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("What do I pay for three nights?", "Visitors pay £14 a night.", "3 × £14 = £42"),
        ("What do three nights cost?", "A berth is £14 a night.", "3 × £14 = £42"),
        ("How much would 4 lessons cost?", "Each lesson costs £35.50.", "4 × £35.50 = £142.00"),
        # another price may hold for several
        ("How much would 4 lessons cost?", "The first lesson costs £35 a lesson.", ""),
        ("How much would 4 lessons cost?", "A lesson costs £35, 10 lessons £300.", ""),
        ("How much would 4 lessons cost?", "A lesson costs £35 for members.", ""),
        ("What do 4 hours cost?", "A boat is £35 an hour per person.", ""),
        ("What do 4 days cost?", "Late boats pay £2 a day to a maximum.", ""),
        ("What do 4 nights cost?", "Berths start at £14 a night.", ""),
        # of something else, or nothing to pay
        ("What do three nights cost?", "Visitors pay £14 a week.", ""),
        ("When do the three nights begin?", "Visitors pay £14 a night.", ""),
    ],
)
def test_the_price_of_several_is_so_many_times_that_of_one(
    question: str, text: str, said: str
) -> None:
    assert reckoned_figures(question, text) == said
    assert is_of_several(question, text) is bool(said)


def test_what_is_reckoned_is_the_first_line_above_the_sentence() -> None:
    notice = hit("The toll at Birch Lock rises from £48 to £55 a year from 1 April.")
    _, draft = ask("By how much does the toll at Birch Lock rise?", [notice])
    assert draft.short == "£55 − £48 = £7"
    assert draft.text.startswith("The toll at Birch Lock rises from £48 to £55 a year")
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}


def test_nothing_is_reckoned_where_another_sentence_comes_to_something_else() -> None:
    before = hit("The toll at Birch Lock rises from £41 to £48 a year.", document="before")
    notice = hit("The toll at Birch Lock rises from £48 to £55 a year from 1 April.")
    _, draft = ask("By how much does the toll at Birch Lock rise?", [notice, before])
    assert "−" not in draft.short


def test_the_price_of_several_is_at_most_likely() -> None:
    notice = hit("A berth at Birch Lock costs £14 a night.")
    _, draft = ask("How much does a berth at Birch Lock cost for three nights?", [notice])
    assert draft.short == "3 × £14 = £42"
    assert draft.verdict is Verdict.LIKELY
