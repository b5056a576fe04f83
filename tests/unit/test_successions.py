"""Who enters an office is not told by who leaves it, nor by who enters another one."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.first_line import clause
from backend.tasks.answer.extractive.rule_scores import signposted
from backend.tasks.answer.extractive.successions import (
    OfficeChange,
    change_asked,
    succession_fit,
    tells_other_change,
    told_change,
)
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

NEWS = (
    "On 3 May 2031 Gull Ferries Ltd announced that, as part of a planned change, Omar Rell will "
    "step down as Managing Director of the Company.",
    "Ida N. Brandt, 52, formerly head of sales at Tern Lines, has been appointed President and "
    "Managing Director and a member of the Gull Board, effective 1 June.",
    "The Board also decided that the Lead Director, Ada Finch, will become Chair from July.",
)


@pytest.mark.parametrize(
    ("question", "change"),
    [
        ("Who becomes managing director?", OfficeChange.ENTERS),
        ("Who will be the next managing director of Gull?", OfficeChange.ENTERS),
        ("Who was appointed as treasurer?", OfficeChange.ENTERS),
        ("Who was appointed chair and treasurer?", OfficeChange.ENTERS),
        ("Who takes over as treasurer?", OfficeChange.ENTERS),
        ("Who succeeds Omar Rell?", OfficeChange.ENTERS),
        ("Who is our new treasurer?", OfficeChange.ENTERS),
        ("Who steps down as treasurer?", OfficeChange.LEAVES),
        ("Who retires from the board?", OfficeChange.LEAVES),
        ("Who is replaced as treasurer?", OfficeChange.LEAVES),
        ("Who left the gate open?", None),
        ("Who was elected in May?", None),
        ("Who will replace the filter of the pump?", None),
        ("Who is the treasurer?", None),
        ("When does the treasurer retire?", None),
    ],
)
def test_a_question_asks_who_enters_or_who_leaves(
    question: str, change: OfficeChange | None
) -> None:
    asked = change_asked(question)
    assert (asked.change if asked else None) is change


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("Who becomes managing director?", ["", "Ida N. Brandt", ""]),
        ("Who becomes managing director of Gull Ferries?", ["", "Ida N. Brandt", ""]),
        ("Who will be the next president?", ["", "Ida N. Brandt", ""]),
        ("Who becomes chair?", ["", "", "Ada Finch"]),
        ("Who becomes deputy chair?", ["", "", ""]),
        ("Who steps down as managing director?", ["Omar Rell", "", ""]),
        ("Who retires as chair?", ["", "", ""]),
    ],
)
def test_each_sentence_tells_the_change_that_it_names(question: str, who: list[str]) -> None:
    told = [told_change(question, each) for each in NEWS]
    assert [each.who if each else "" for each in told] == who
    assert [tells_other_change(question, each) for each in NEWS] == [not each for each in who]


@pytest.mark.parametrize(
    ("question", "text", "who"),
    [
        ("Who becomes treasurer?", "The members elected Ada Finch as treasurer.", "Ada Finch"),
        ("Who becomes treasurer?", "Our new treasurer is Ada Finch.", "Ada Finch"),
        ("Who becomes treasurer?", "Ada Finch, the incoming treasurer, spoke.", "Ada Finch"),
        ("Who becomes treasurer?", "Ada Finch will be treasurer from May.", "Ada Finch"),
        ("Who becomes treasurer?", "Ada Finch will be deputy treasurer.", ""),
        ("Who becomes treasurer?", "Ada Finch was not appointed treasurer.", ""),
        ("Who becomes treasurer?", "Ada Finch became assistant to the treasurer.", ""),
        ("Who becomes treasurer?", "In May she becomes treasurer.", ""),
        (
            "Who becomes treasurer of the choir?",
            "Ada Finch becomes treasurer of the club.",
            "Ada Finch",
        ),
        ("Who becomes treasurer of the choir?", "Ada Finch becomes treasurer of the band.", ""),
        ("Who becomes head of sales?", "Ada Finch becomes head of repairs.", ""),
        ("Who succeeds Omar Rell?", "Ada Finch will succeed Omar Rell in May.", "Ada Finch"),
        ("Who replaces Rell?", "Omar Rell will be replaced by Ada Finch.", "Ada Finch"),
        ("Who succeeds Ida Brandt?", "Ada Finch will succeed Omar Rell in May.", ""),
        ("Who succeeds Omar Rell as chair?", "Omar Rell was elected chair.", ""),
        ("Who resigned as treasurer?", "Ada Finch has resigned as treasurer.", "Ada Finch"),
        ("Who becomes treasurer?", "From 1 May, Executive shall serve as treasurer.", ""),
        ("Who becomes chair and treasurer?", "Ada Finch becomes treasurer and chair.", "Ada Finch"),
        ("Who becomes chair and treasurer?", "Ada Finch becomes treasurer.", ""),
        (
            "Who stepped down as chair?",
            "On 2 June Mr Omar Rell stepped down as chair.",
            "Mr Omar Rell",
        ),
        ("Who stepped down as chair?", "On Monday Omar Rell stepped down as chair.", "Omar Rell"),
        ("Who resigned as chair?", "Old Salt Mrs Ada Finch resigned as chair.", "Mrs Ada Finch"),
        ("Who stepped down as chair?", "In June Rell stepped down as chair.", ""),
        ("Who is the new treasurer?", "ADA FINCH ELECTED AS TREASURER", ""),
        (
            "Who was elected chair?",
            "Ada Finch was elected chair, Omar Rell treasurer.",
            "Ada Finch",
        ),
        ("Who was elected treasurer?", "Ada Finch was elected chair, Omar Rell treasurer.", ""),
        ("Who was elected treasurer?", "Ada Finch was elected Chair, Omar Rell Treasurer.", ""),
        (
            "Who was elected treasurer?",
            "Ada Finch was elected chair and Omar Rell was elected treasurer.",
            "Omar Rell",
        ),
        (
            "Who was elected treasurer?",
            "Ada Finch was elected Chair of Gull Ferries and Omar Rell was elected treasurer.",
            "Omar Rell",
        ),
        (
            "Who becomes treasurer?",
            "Omar Rell will be replaced by Ada Finch as treasurer.",
            "Ada Finch",
        ),
        ("Who becomes chair?", "Omar Rell was replaced as chair by Ada Finch.", "Ada Finch"),
        ("Who is replaced as chair?", "Omar Rell was replaced as chair by Ada Finch.", "Omar Rell"),
        ("Who becomes speaker?", "Omar Rell was joined by Ada Finch as speaker.", ""),
        ("Who becomes treasurer?", "If Ada Finch becomes treasurer, we move.", ""),
        ("Who becomes treasurer?", "Omar Rell or Ada Finch will become treasurer.", ""),
        ("Who becomes treasurer?", "Ada Finch was nominated as treasurer.", ""),
        ("Who becomes chair?", "Ada Finch was elected chairwoman.", "Ada Finch"),
        ("Who becomes CEO?", "Ada Finch was named Chief Executive Officer.", "Ada Finch"),
        (
            "Who becomes treasurer?",
            "Tern Lines, of Ostmouth, said that Ada Finch, born in Elm, was named treasurer.",
            "Ada Finch",
        ),
    ],
)
def test_the_name_is_of_whom_it_is_said(question: str, text: str, who: str) -> None:
    told = told_change(question, text)
    assert (told.who if told else "") == who


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("Who becomes owner of the plans?", "The client becomes owner of the plans.", False),
        ("Who becomes treasurer?", "The old treasurer steps down from the post.", True),
        ("Who becomes treasurer?", "The club has a treasurer.", False),
        ("Who steps down as treasurer?", "Somebody was chosen as treasurer.", True),
        ("Who steps down as treasurer?", "The secretary steps down as treasurer.", False),
        ("Who is the treasurer?", "The old treasurer steps down from the post.", False),
        ("Who becomes chair?", "Omar Rell left as chair; his post goes to Ada Finch.", False),
        ("Who becomes chair?", "Ada Finch resigned as clerk to become chair.", False),
        ("Who steps down as chair?", "Omar Rell makes way for Ada Finch as new chair.", False),
        ("Who succeeds Omar Rell?", "Ada Finch was elected chair, succeeding Omar Rell.", False),
        ("Who was elected clerk?", "They elected Ada Finch as chair, Omar Rell as clerk.", False),
    ],
)
def test_a_change_of_somebody_without_a_name(question: str, text: str, other: bool) -> None:
    assert tells_other_change(question, text) is other


def test_what_the_office_is_of_stands_in_the_passage_and_a_year_in_the_sentence() -> None:
    text = "Ada Finch became treasurer in 2019."
    assert succession_fit("Who became treasurer in 2019?", text, frozenset()) > 0
    assert not succession_fit("Who became treasurer in 2018?", text, frozenset(["2018"]))
    assert not succession_fit("Who became treasurer of the choir?", text, frozenset())
    assert succession_fit("Who became treasurer of the choir?", text, frozenset(["choir"])) > 0


def test_the_sentence_of_the_change_that_is_asked_for_is_pointed_to() -> None:
    for question, at in (
        ("Who becomes managing director?", 1),
        ("Who steps down as managing director?", 0),
    ):
        reading = reading_of(question, hit(" ".join(NEWS)))
        assert [bool(each) for each in signposted(reading)] == [at == 0, at == 1, False]


def test_a_first_line_for_who_is_no_opening_without_a_verb() -> None:
    text = (
        "On 3 May 2031, Gull Ferries Ltd (the “Company”), with offices in Ostmouth and in Elm on "
        "the river Wend, told its members, as part of a planned change, that the Managing Director "
        "will step down from the office and from the Board, effective 1 September 2031."
    )
    reading = reading_of("Who leaves Gull Ferries Ltd on 3 May 2031?", hit(text))
    line = clause(reading.question, reading.candidates[0], None)
    assert line != "On 3 May 2031, Gull Ferries Ltd …"
    assert "will" in line or "told" in line


# so long that a pattern which tries every split never ends
@pytest.mark.parametrize("text", ["A" * 50_000 + "a", "x" + " " * 50_000, "Ab, " * 2_500])
def test_a_long_key_or_a_wide_gap_tells_nobody(text: str) -> None:
    assert not told_change("Who becomes treasurer?", text)
