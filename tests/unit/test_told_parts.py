"""The part of a sentence that the first line tells: that which the question does not say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.told_parts import states_it, told_part

BACKGROUND = Background({}, 1)


def part(question: str, sentence: str) -> str:
    return told_part(read_question(question, BACKGROUND), sentence)


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        (
            "What does the harbour fund consist of?",
            "The harbour fund consists of dues and fines.",
            "dues and fines.",
        ),
        (
            "What do mooring fees relate to?",
            "Mooring fees primarily relate to winter berths.",
            "winter berths.",
        ),
        (
            "How is the berth fee calculated?",
            "The berth fee is calculated by multiplying length by breadth.",
            "by multiplying length by breadth.",
        ),
        (
            "Where are lost anchors listed?",
            "Lost anchors are listed in the register of finds.",
            "in the register of finds.",
        ),
        ("What are slip days?", "Slip days are days without a crane.", "days without a crane."),
        (
            "What are slip days?",
            "Slip days are days without a crane; they are not charged.",
            "days without a crane",
        ),
        (
            "What are old hawsers classified as?",
            "Old hawsers are classified as scrap.",
            "scrap.",
        ),
        (
            "What do the pier dues consist of?",
            "Pier dues consist of dues for ships and dues for carts.",
            "dues for ships and dues for carts.",
        ),
        ("What are tug fees?", "Tug fees include all fees of a tow.", "all fees of a tow."),
        ("What are tug fees?", "Tug fees include 4 tows.", ""),
        ("How do I put out the lamp?", "If the lamp is put out, set it to the far end.", ""),
        ("How do I put out the lamp?", "You put out the lamp with a lever.", "with a lever."),
        # a verb, a subject or a voice of its own
        ("What does the clerk check?", "The clerk is checked daily by the mayor.", ""),
        ("What are the geese fed with?", "With barley the geese are fed at dawn.", ""),
        ("What does the pilot carry?", "The pilot of the tug pulls barges.", ""),
        ("What is rope?", "Rope walks are long.", ""),
        ("What is Tern?", "Tern Marine (TMX) is a yard.", ""),
        ("How is the deck scrubbed?", "The deck is scrubbed when it rains.", ""),
        ("Where are lost anchors listed?", "Lost anchors are listed and sold.", ""),
        ("What does -q do?", "-q Writes no progress.", ""),
        ("What is the fund and why is it a fund?", "The fund is a purse.", ""),
        ("What are slip days?", "At Gull Yard in late summer slip days are days off.", ""),
        ("What are slip days?", "Slip days are as follows:", ""),
        ("What are slip days?", "Notes: nobody works then: slip days are days off.", ""),
        # a word of the question comes again, and what follows the first is no plain statement
        (
            "What is weighed at the credit desk?",
            "At the credit desk is weighed the age, credit record and name.",
            "",
        ),
    ],
)
def test_what_follows_the_words_of_the_question(
    question: str, sentence: str, expected: str
) -> None:
    assert part(question, sentence) == expected


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        (
            "How much was the cost of dredging in 2021?",
            "The cost of dredging in 2021 was $4.5 million and is spread over ten years.",
            "$4.5 million",
        ),
        (
            "How much was the cost of dredging?",
            "The cost of dredging was approximately €300.",
            "approximately €300",
        ),
        (
            "How long is the mooring period?",
            "The mooring period is 6 months.",
            "6 months",
        ),
        (
            "What percentage of berths is let?",
            "Of all berths 85% is let in summer.",
            "85%",
        ),
        # another amount, a denial, a change, a range, another year or a sum stand in the way
        (
            "How much was the cost of dredging?",
            "The cost of dredging was $4 million, of which $1 million was for silt.",
            "",
        ),
        ("How much was the cost of dredging?", "The cost of dredging was not $4 million.", ""),
        ("How much was the cost of dredging?", "The cost of dredging rose to $4 million.", ""),
        ("How much was the cost of dredging?", "The cost of dredging was $4 million higher.", ""),
        ("How much did the cost of dredging rise?", "The cost of dredging was $4 million.", ""),
        ("How long is the mooring period?", "The mooring period is six to nine months.", ""),
        (
            "How long is the mooring period?",
            "The mooring period is several weeks, at most 3 months.",
            "",
        ),
        (
            "How much was the cost of dredging in 2020?",
            "The cost of dredging in 2021 was $4 million.",
            "",
        ),
        (
            "How much was the total cost of dredging the wide silty inner harbour?",
            "The cost of dredging the wide silty inner harbour was $4 million.",
            "",
        ),
        ("What is the credit desk?", "The credit desk lends $4 million a year.", ""),
        (
            "What was the cost of dredging charged?",
            "The cost of dredging charged was $4 million.",
            "$4 million",
        ),
        ("How much was the cost of paint?", "The cost of dredging was $4 million.", ""),
    ],
)
def test_the_only_amount(question: str, sentence: str, expected: str) -> None:
    assert part(question, sentence) == expected


ROW = "Dues were $12 million and $9 million for the years 2021 and 2020, respectively."


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        ("What were dues in 2021?", ROW, "$12 million"),
        ("What were dues in 2020?", ROW, "$9 million"),
        (
            "What were dues in 2020 and 2021, respectively?",
            ROW,
            "2020: $9 million; 2021: $12 million",
        ),
        ("What were dues in 2019?", ROW, ""),
        ("What were total dues in 2020 and 2021?", ROW, ""),
        ("What was the change in dues in 2021?", ROW, ""),
        ("What were fines in 2021?", ROW, ""),
        ("What were dues in 2021?", ROW.replace(", respectively", ""), ""),
        (
            "What were dues in 2019?",
            "For 2021, 2020 and 2019 dues were 4%, 5% and 6%, respectively.",
            "6%",
        ),
        (
            "What were dues in 2021?",
            "Dues were $4 and $3 in 2021 and 2020, of which $2 and $1, respectively, are unpaid.",
            "",
        ),
        (
            "What were dues in 2021?",
            "Dues were $4, $3 and $2 in 2021 and 2020, respectively.",
            "",
        ),
        ("What were dues at 31 May 2021?", "Dues at 31 May 2021 were £3 (2020: £2).", "£3"),
        ("What were dues in 2020?", "Dues at 31 May 2021 were £3 (2020: £2).", "£2"),
        ("What were dues in 2021?", "Dues were £3 (2020: £2).", "£3"),
        ("What were dues in 2030?", "Dues owed until 2030 were £3 (2020: £2).", "£3 (2020: £2)."),
        ("What were dues in 2020?", "Dues owed until 2030 were £3 (2020: £2).", "£2"),
        ("What were dues in 2018?", "Dues at 31 May 2021 were £3 (2020: £2).", ""),
        ("What were dues in 2021?", "Dues were £3 (2020: £2) and £5 (2020: £4).", ""),
    ],
)
def test_the_amount_of_its_year(question: str, sentence: str, expected: str) -> None:
    assert part(question, sentence) == expected


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        (
            "How much did dues increase in 2021?",
            "Dues increased $3 million to $12 million in 2021 due to a $1 million fine.",
            "$3 million",
        ),
        ("By how much did dues fall?", "Dues fell by $4 to $9 million.", "$4"),
        ("By what percentage did dues fall?", "Dues fell by 4% to $9 million.", ""),
        ("How much did dues fall?", "Dues fell by 4% to $9 million.", ""),
        ("What was the increase in dues?", "Dues increased $3 million.", "$3 million"),
        ("What was the yard dues decrease in 2021?", "Yard dues fell $3 in 2021.", "$3"),
        ("What was the growing season?", "The season grew $3 million.", ""),
        ("How much did dues increase?", "Dues decreased $3 million.", ""),
        ("How much did dues increase?", "Dues increased to $12 million.", ""),
        ("How much did dues increase?", "Fines increased $3 million, and dues were flat.", ""),
        ("How much did dues increase in 2022?", "Dues increased $3 million in 2021.", ""),
        ("By what percentage did dues increase?", "Dues increased $3 million.", ""),
        ("How much did dues increase?", "Dues have not increased $3 million.", ""),
    ],
)
def test_by_how_much_something_rose_or_fell(question: str, sentence: str, expected: str) -> None:
    assert part(question, sentence) == expected


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        (
            "When did the yard adopt rule 9?",
            "The yard adopted rule 9 on May 3, 2021.",
            "May 3, 2021",
        ),
        ("In which year did the yard close?", "The yard did close in 2018 for good.", "2018"),
        ("When did the yard adopt rule 9?", "The yard adopted rule 9 before May 3, 2021.", ""),
        ("When did the yard close?", "The yard did close in 2018 and again in 2020.", ""),
        ("When did the yard close?", "The yard did not close in 2018.", ""),
        ("When did the yard close?", "The yard did close in August, 2018.", ""),
        ("When does the yard close?", "The yard does close in 2018.", ""),
        ("How many cranes were sold?", "In May 14 cranes were sold to 3 yards.", "14 cranes"),
        ("How many cranes were sold in 2020?", "In 2021 14 cranes were sold.", ""),
        ("How many cranes were sold?", "Of 20 cranes 14 cranes were sold.", ""),
        ("How many cranes were sold in total?", "In May 14 cranes were sold.", ""),
        ("How many cranes were sold?", "In May 14 tugs were sold with their cranes.", ""),
    ],
)
def test_the_only_day_and_the_only_count(question: str, sentence: str, expected: str) -> None:
    assert part(question, sentence) == expected


@pytest.mark.parametrize(
    ("question", "sentence", "states"),
    [
        ("What are slip days?", "Slip days are the days without a crane.", True),
        ("What do slip days include?", "Slip days include feasts.", True),
        ("What does a hawser consist of?", "A hawser consists of three strands.", True),
        ("How much did dues increase?", "Dues increased $3 million.", True),
        ("What is the tower?", "The tower is closed.", False),
        ("What is the tower?", "The tower is made of stone.", False),
        ("What were dues in 2021?", ROW, False),
        ("How is the fee calculated?", "The fee is calculated by weight.", False),
        ("What are slip days?", "Days off are a boon.", False),
    ],
)
def test_what_states_it_in_the_words_of_the_question(
    question: str, sentence: str, states: bool
) -> None:
    assert states_it(read_question(question, BACKGROUND), sentence) is states


@given(st.text(max_size=80), st.text(max_size=120))
def test_a_part_is_a_stretch_of_the_sentence_or_a_list_of_such(asked: str, said: str) -> None:
    told = part(f"What is {asked}?", f"{said}.")
    assert all(each.partition(": ")[2] in f"{said}." for each in told.split("; ")) or told in (
        f"{said}."
    )


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        ("How many oars were found?", "9 of 12 oars were found.", ""),
        ("How many oars were found?", "Half of the 12 oars were found.", ""),
        ("How many oars were found?", "12 oars were found.", "12 oars"),
        ("How many boat owners were fined?", "12 boat owners were fined.", "12 boat owners"),
        ("How many boats came?", "12 boats came.", "12 boats"),
    ],
)
def test_a_count_is_not_that_of_which_it_is_a_part(
    question: str, sentence: str, expected: str
) -> None:
    assert part(question, sentence) == expected


def test_an_amount_beside_that_of_another_is_told_in_its_sentence() -> None:
    both = "Logs are kept for two years, charts for five."
    assert part("How long are charts kept?", both) == ""
    assert part("How long are charts kept?", "Charts are kept for two years.") == "two years"
    assert part("How long are charts kept?", "Charts are kept for two years, and then burnt.") != ""


def test_a_count_beside_that_of_another_is_told_in_its_sentence() -> None:
    assert part("How many oars has a skiff?", "A gig has six oars, a skiff two.") == ""
    assert part("How many oars has a gig?", "A gig has six oars, and a sail.") == "six oars"


def test_a_count_of_another_deed_is_told_in_its_sentence() -> None:
    question = "How many times was leave to moor refused?"
    assert part(question, "Leave to moor was given four times and refused once.") == ""
    assert part(question, "Leave to moor was refused four times and given once.") == "four times"
    assert part(question, "Leave to moor was refused four times.") == "four times"
