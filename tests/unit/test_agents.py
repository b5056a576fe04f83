"""Who did it, who holds an office, what a thing is, and what stands under a heading that asks."""

from __future__ import annotations

import pytest

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind, answer_kind
from backend.tasks.answer.extractive.agents import (
    agent_of,
    doer_before,
    does_to_another,
    office_of,
)
from backend.tasks.answer.extractive.complements import asked_of_what_is_not_there
from backend.tasks.answer.extractive.entries import entry_fit, is_entry_of
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.forms import (
    NO_LONGER,
    is_declaration,
    is_flattened_table,
    is_of_no_age,
    is_of_no_size,
    never_answers,
)
from backend.tasks.answer.extractive.required import missing_nouns
from backend.tasks.answer.extractive.rows import is_idle_row
from backend.tasks.answer.extractive.rule_scores import signposted
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of, under

DAM = hit("The old dam was first built by Ada Finch of Tarnow in 1911. It holds back the Wend.")
BOARD = hit(
    "“We had a fair year,” said Omar Rell, Chairman of the Board and Treasurer. Ida Brandt, deputy "
    "treasurer, was away."
)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who built the old dam?", "Ada Finch"),
        ("Who first built the dam?", "Ada Finch"),
        ("Who paid for the old dam?", ""),
        ("Who built the new mill?", ""),
    ],
)
def test_who_did_it_stands_behind_by(question: str, name: str) -> None:
    reading = reading_of(question, DAM)
    found = agent_of(reading.question, DAM.chunk.text)
    assert (found["who"] if found else "").startswith(name)
    assert bool(found) is bool(name)
    assert bool(signposted(reading).any()) is bool(name)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who is the chairman of the board?", "Omar Rell"),
        ("Who is the treasurer?", "Omar Rell"),
        ("Who is the deputy treasurer?", "Ida Brandt"),
        ("Who is the secretary?", ""),
        ("When is the chairman away?", ""),
    ],
)
def test_an_office_stands_behind_its_holder(question: str, name: str) -> None:
    found = office_of(reading_of(question, BOARD).question, BOARD.chunk.text)
    assert (found["who"] if found else "") == name


def test_a_heading_that_is_a_label_points_to_what_it_opens() -> None:
    meeting = under("5. Next meeting", "Tuesday, 12 January 2027, same place. Bring a chair.")
    reading = reading_of("When is the next meeting?", meeting)
    worth = dict(zip((u.text for u in reading.candidates), signposted(reading), strict=True))
    assert worth["Tuesday, 12 January 2027, same place."] > 0.5 > worth["Bring a chair."]
    assert not signposted(reading_of("When was the last meeting?", meeting)).any()
    assert not signposted(reading_of("Who leads the next meeting?", meeting)).any()


@pytest.mark.parametrize(
    ("question", "points"),
    [
        ("What is FINCH?", True),
        ("What is the finch?", True),
        ("What is a sparrow?", False),
        ("Why is FINCH slow?", False),
    ],
)
def test_a_definition_begins_with_what_is_defined(question: str, points: bool) -> None:
    tool = hit("FINCH (Fast Index Checker) is a program for looking at indexes. A sparrow sings.")
    assert bool(signposted(reading_of(question, tool)).any()) is points


def test_the_other_spellings_of_an_option_may_stand_first() -> None:
    assert is_entry_of("--quiet", "-q, --quiet Writes no progress at all.")
    assert is_entry_of("--input", "-i <file>, --input <file> Reads the named file.")
    assert not is_entry_of("--quiet", "-v, --verbose Undoes what --quiet does here.")


def test_a_declaration_does_not_say_what_something_does() -> None:
    declared = "int finch_open ( finch_stream *strm, int mode );"
    struct = "typedef struct { char *next_in; unsigned int avail_in;"
    prose = "int main is where it begins, and long runs of it follow."
    asked = "What does finch_open do?"
    assert [is_declaration(asked, each) for each in (declared, struct, prose)] == [
        True,
        True,
        False,
    ]
    assert not is_declaration("What are the arguments of finch_open?", declared)


def test_an_option_may_be_asked_with_its_program() -> None:
    keeps = "-k --keep Keeps the file that was read."
    assert entry_fit("What does finch -k do?", keeps) > 0.5
    assert entry_fit("What does finch read -k do?", keeps) > 0.5
    assert not entry_fit("What does finch -q do?", keeps)


@pytest.mark.parametrize(
    ("question", "text", "name"),
    [
        ("Who is the treasurer?", "Our treasurer, Ada Finch, will retire in May.", "Ada Finch"),
        ("Who is the treasurer?", "The acting treasurer, Ada Finch, will retire.", None),
        ("Who is the treasurer?", "The treasurer, Monday, was away.", None),
        ("Who is the coach?", "The treasurer, Ada Finch, will retire in May.", None),
    ],
)
def test_the_name_may_stand_behind_the_office(question: str, text: str, name: str | None) -> None:
    found = office_of(reading_of(question, hit(text)).question, text)
    assert (found and found["who"]) == name


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("The roof was finished in August, six weeks late.", True),
        ("The mill is 90 years old.", False),
        ("The mill was built in spring.", False),
        ("It has stood here since 1871.", False),
    ],
)
def test_how_old_wants_an_age_or_a_beginning(text: str, silent: bool) -> None:
    assert is_of_no_age("How old is the mill?", text) is silent
    assert not is_of_no_age("How is the mill?", text)


def test_from_which_age_is_told_by_an_age_and_not_by_a_weight() -> None:
    asked = "How old must climbers be?"
    assert not is_of_no_age(asked, "Climbers have to be at least twelve.")
    assert not is_of_no_age(asked, "The wall is open to children over 8.")
    assert not is_of_no_age(asked, "One must be 13 to climb.")
    assert is_of_no_age(asked, "The wall is 13 metres high.")
    assert is_of_no_age(asked, "Climbers of more than 90 kilograms use the other rope.")


def test_what_a_program_prints_answers_nothing() -> None:
    bar = "Reading | ########################## | 100% 0.01s"
    lines = "finch: 12 files read finch: checking them finch: 12 files are sound"
    prose = "Note: the pump was new. It ran well, and the second one, too."
    said = [cut_hits([hit(text)])[0] for text in (bar, lines, prose)]
    assert [never_answers(each, frozenset()) for each in said] == [True, True, False]


def test_a_table_that_lost_its_lines_is_no_sentence() -> None:
    votes = "Proposal For Against Abstained Budget 2026 1,204 310 22 New pier 988 541 29"
    prose = "For the budget 1,204 votes were cast, 310 against, 22 of 1,536 abstained and 5 left."
    taken = "1,204 310 22 Based on these votes, the budget was approved."
    one_row = "Name Votes For Votes Against Not Present Not Counted Ida Kern 1,204 310 22 7"
    listed = "The releases of the finch that still run on the old ferry are 1.2, 2.4, 2.5 and 3.1"
    texts = (votes, taken, one_row, prose, listed, "Berths 12")
    told = [is_flattened_table(cut_hits([hit(text)])[0]) for text in texts]
    assert told == [True, True, True, False, False, False]


@pytest.mark.parametrize(
    ("question", "elsewhere"),
    [
        ("What is the rent for the parking space?", True),
        ("What is the rent for the flat?", False),
        ("What is the rent for the cellar?", False),  # another passage of the document has it
        ("Who pays for the parking space?", False),  # no figure
    ],
)
def test_a_figure_of_what_the_document_never_names(question: str, elsewhere: bool) -> None:
    rent = hit("The rent of the flat is 860 euros a month.", document="lease")
    cellar = hit("The cellar is dry.", document="lease", start=90)
    other = hit("There is parking space behind the mill.", document="mill")
    reading = reading_of(question, rent, cellar, other)
    assert asked_of_what_is_not_there(reading, reading.candidates[0]) is elsewhere


def test_of_a_long_sentence_the_reason_stands_in_the_first_line() -> None:
    long = (
        "In connection with what was said in the spring meeting, the board determined that Ada "
        "Finch should lead the new pier works as its first engineer, as the rules of the harbour "
        "say, because she had built two piers before."
    )
    reading = reading_of("Why did the board choose Ada Finch to lead the works?", hit(long))
    line = first_line(reading.question, reading.candidates[0], None, frozenset())
    assert "because she had built two piers before" in line


def test_of_a_long_list_the_part_that_is_asked_for_stands_in_the_first_line() -> None:
    values = (
        "Exit codes of finch: 0 where every file of the folder was read and found sound, 1 where a "
        "file is missing or may not be opened, 2 where the index lies in another folder (as, say, "
        "after a move), 3 where the index is damaged and was made again."
    )
    reading = reading_of("What is the exit code if the index is damaged?", hit(values))
    line = first_line(reading.question, reading.candidates[0], None, frozenset())
    assert line == "Exit codes of finch: … 3 where the index is damaged and was made again."


def test_when_within_a_question_does_not_ask_for_a_date() -> None:
    assert answer_kind("When was the dam built?") is AnswerKind.DATE
    assert answer_kind("In the north, when does the season begin?") is AnswerKind.DATE
    assert answer_kind("Where and when is the meeting?") is AnswerKind.DATE
    assert answer_kind("Who was chair when the dam broke?") is AnswerKind.PERSON
    assert answer_kind("What format is used when nothing is said?") is AnswerKind.OTHER


def test_what_no_longer_is_tells_no_place() -> None:
    assert NO_LONGER.search("Boats may no longer lie in the basin.")
    assert not NO_LONGER.search("Boats lie in the basin, and not in the dock.")


def test_a_row_without_a_name_answers_no_who() -> None:
    question = reading_of("Who leads the north?", DAM).question
    assert is_idle_row(question, "North — 2022: 1,696; 2021: 1,529")
    assert not is_idle_row(question, "North — Head: Ada Finch; Staff: 12")


def test_degrees_and_workings_are_never_missing() -> None:
    held = frozenset(term_texts("The harvest of pears."))
    for question in (
        "Which orchard had the highest harvest of pears?",
        "What was the ratio of pears to plums at the end of the harvest?",
        "What was the average harvest of pears?",
    ):
        assert {"highest", "ratio", "end", "average"}.isdisjoint(missing_nouns(question, held))
    assert missing_nouns("Which orchard had the highest harvest of pears?", held) == ("orchard",)


def test_per_cent_is_never_missing() -> None:
    held = frozenset(term_texts("The harvest of pears grew."))
    assert missing_nouns("By how much did pears grow, in per cent?", held) == ()
    reading = reading_of("What did the hotel cost per night?", DAM)
    assert "per" in term_texts("hotel per night")
    assert "per" in reading.question.terms


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("The posts are 5 m tall.", False),
        ("They are five feet tall.", False),
        ("Posts in lanes: a three-year experiment", True),
        ("The posts are painted green.", True),
    ],
)
def test_how_tall_something_is_wants_a_figure(text: str, silent: bool) -> None:
    assert is_of_no_size("How tall are the posts?", text) is silent
    assert not is_of_no_size("How are the posts painted?", text)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Ada Finch wrote the short preface and drew the maps.", True),
        ("Ada Finch wrote the tide tables, and Omar Rell wrote the star charts.", True),
        ("Ada Finch wrote it in a winter.", False),
        ("Ada Finch wrote the book in a winter.", False),
        ("Ada Finch wrote the tide tables; Omar Rell wrote it in a winter.", False),
        ("Ada Finch wrote Keelhaul and the tide tables.", False),
        ("Ada Finch corrected the star charts.", False),
    ],
)
def test_who_did_another_thing_is_not_who_is_asked_for(text: str, other: bool) -> None:
    assert does_to_another(reading_of("Who wrote Keelhaul?", hit(text)).question, text) is other
    assert not does_to_another(reading_of("What is Keelhaul?", hit(text)).question, text)


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("Who built the brick barn?", "The wooden barn was built by Tom Reed.", True),
        ("Who built the brick barn?", "The barn was built by Tom Reed.", False),
        ("Who built the brick barn?", "The brick barn was built by Tom Reed.", False),
        ("Who built the brick barn?", "The barn at the mill was built by Tom Reed.", False),
        ("Who built the barn?", "The wooden barn was built by Tom Reed.", False),
        ("Who painted the brick barn?", "The wooden barn was built by Tom Reed.", False),
        (
            "Who built the brick barn?",
            "The wooden barn was built by Tom Reed, the brick one by Ada Finch.",
            False,
        ),
    ],
)
def test_who_did_it_to_another_one_of_the_kind(question: str, text: str, other: bool) -> None:
    assert does_to_another(reading_of(question, hit(text)).question, text) is other


@pytest.mark.parametrize(
    ("question", "text", "named", "who"),
    [
        (
            "Who takes over the care of the mill?",
            "3. Bo Rask takes over the care of the mill from Ada Finch, who leaves in May.",
            "Ada Finch",
            "Bo Rask",
        ),
        (
            "Who takes over the care of the mill?",
            "The care of the mill passes to Ada Finch; Bo Rask takes over the weir.",
            "Ada Finch",
            "",
        ),
        ("Who met Ada Finch?", "Bo Rask met Ada Finch at the mill.", "Bo Rask", ""),
        ("Where did Bo Rask go?", "Bo Rask took Ada Finch to the mill.", "Ada Finch", ""),
    ],
)
def test_who_does_it_stands_before_the_verb(question: str, text: str, named: str, who: str) -> None:
    found = reading_of(question, hit(text)).question
    assert doer_before(found, text, text.index(named)) == who


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who built the shed?", "Ada Finch"),
        ("Who built the mill?", ""),
        ("Who painted the shed?", ""),
    ],
)
def test_who_is_thanked_for_it_did_it(question: str, name: str) -> None:
    text = "We thank Ada Finch for building the shed, and Bo Rask for his painting."
    found = agent_of(reading_of(question, hit(text)).question, text)
    assert (found["who"] if found else "") == name
