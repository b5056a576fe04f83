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
    ],
)
def test_an_area_is_the_product_of_two_sides(question: str, text: str, said: str) -> None:
    assert reckoned_figures(question, text) == said


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("What do I pay for three nights?", "Visitors pay £14 a night.", "3 × £14 = £42"),
        ("How much would 4 lessons cost?", "Each lesson costs £35.50.", "4 × £35.50 = £142.00"),
        # another price may hold for several
        ("How much would 4 lessons cost?", "The first lesson costs £35 a lesson.", ""),
        ("How much would 4 lessons cost?", "A lesson costs £35, 10 lessons £300.", ""),
        ("How much would 4 lessons cost?", "A lesson costs £35 for members.", ""),
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


def test_the_price_of_several_is_at_most_likely() -> None:
    notice = hit("A berth at Birch Lock costs £14 a night.")
    _, draft = ask("How much does a berth at Birch Lock cost for three nights?", [notice])
    assert draft.short == "3 × £14 = £42"
    assert draft.verdict is Verdict.LIKELY
