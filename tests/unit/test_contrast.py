"""Where the difference of two things is asked for, both are told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.tasks.answer.extractive.contrast import (
    both_entries,
    both_sides,
    one_of_each,
    with_one_of_both_first,
)
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import Judgement, judge
from backend.tasks.answer.extractive.shown import shown_units
from backend.tasks.answer.extractive.verdicts import Thresholds
from backend.tasks.answer.extractive.weights import load_weights
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_addressed_text import reading_of as answerable
from tests.unit.test_complete_quotes import reading_of
from tests.unit.test_local_reader import hit

OARS = (
    "The club has sculls and sweep oars for its members.\n\n"
    "Sculls are short and each rower holds two of them.\n\n"
    "Everybody rows on Sundays.\n\n"
    "Sweep oars are long, and each rower holds a single one with both hands."
)
ASKED = "What is the difference between sculls and sweep oars?"


@pytest.mark.parametrize(
    ("question", "things"),
    [
        (ASKED, ("sculls", "sweep oars")),
        ("How do sculls differ from sweep oars?", ("sculls", "sweep oars")),
        ("Was ist der Unterschied zwischen Skulls und Riemen?", ("Skulls", "Riemen")),
        ("Quelle est la différence entre l'aviron et la rame ?", ("l'aviron", "rame")),
        ("Compare sculls with sweep oars.", ("sculls", "sweep oars")),
        ("What is the difference between -q and -Q in Sailmaker?", ("-q", "-Q")),
        (
            "What is the difference between rowing in Ely and rowing in York?",
            ("rowing in Ely", "rowing in York"),
        ),
        ("What is the difference to last year?", None),
        ("Who rows with sculls and sweep oars?", None),
        ("What is the difference in price between the K-2 and the sail?", ("K-2", "sail")),
        ("How do sculls and sweep oars differ from each other?", ("sculls", "sweep oars")),
        # a letter or a number tells things of one kind apart
        ("Tell me the difference between berths A and B in the offer.", ("berth A", "berth B")),
        (
            "What is the difference between ferry routes 4 and 5?",
            ("ferry route 4", "ferry route 5"),
        ),
        ("What is the difference between classes 2 and 3 of the race?", ("class 2", "class 3")),
        ("How do categories I and II differ?", ("category I", "category II")),
        ("What is the difference between series A and B?", ("series A", "series B")),
        ("What is the difference between berth A and berth B?", ("berth A", "berth B")),
        ("What is the difference between a scull and a sweep?", ("scull", "sweep")),
        ("What is the difference between berths A and 2?", ("berths A", "2")),
        ("What is the difference between a P2 and a P3 job?", ("P2", "P3 job")),
    ],
)
def test_two_things_are_read_from_the_question(question: str, things: object) -> None:
    assert contrasted(question) == things


def test_a_sentence_of_each_is_told_whatever_is_best() -> None:
    reading = reading_of(OARS, ASKED)
    club, sculls, sundays, sweeps = reading.candidates
    scores = np.array([0.9, 0.2, 0.4, 0.1])
    assert one_of_each(reading, scores) == (sculls, sweeps)
    likely = Judgement(Verdict.LIKELY, "", (club, sundays), scores, 0.5, 0.9)
    assert shown_units(reading, likely) == (club, sculls, sweeps)
    closest = Judgement(Verdict.CLOSEST, "", (club, sundays), scores, 0.1, 0.9)
    assert shown_units(reading, closest) == (sculls, club, sweeps)


def test_where_one_thing_is_not_spoken_of_nothing_is_preferred() -> None:
    reading = reading_of(OARS, "What is the difference between sculls and paddles?")
    assert one_of_each(reading, np.ones(4)) == ()


def test_the_entry_of_each_is_told_though_it_names_the_other() -> None:
    reading = reading_of(
        "The winch is oiled each spring.\n\nunreef Undoes what reef has done and sets all sail.\n\n"
        "reef Makes the sail smaller, so that a later unreef has something to do.",
        "What is the difference between reef and unreef?",
    )
    left, right = one_of_each(reading, np.array([0.9, 0.4, 0.3]))
    assert left.text.startswith("reef Makes")
    assert right.text.startswith("unreef Undoes")


@pytest.mark.parametrize("asked", ["-Q and -q", "-q and -Q"])
def test_names_that_differ_in_capitals_alone_are_told_apart(asked: str) -> None:
    reading = reading_of(
        "Sailmaker is quick.\n\nNote that -q hides all warnings that it has.\n\n"
        "-Q (long) hides the progress of long seams.\n\nNobody needs -quiet or --q for seams.",
        f"What is the difference between {asked} in Sailmaker?",
    )
    told = {unit.text[:12] for unit in one_of_each(reading, np.array([0.9, 0.4, 0.3, 0.8]))}
    assert told == {"-Q (long) hi", "Note that -q"}


def test_the_first_line_tells_both_sides_where_both_are_thought_of_as_well() -> None:
    reading = reading_of(OARS, ASKED)
    club, sculls, _, sweeps = reading.candidates
    both = (sculls.text, sweeps.text)
    assert both_sides(reading, np.array([0.1, 0.8, 0.1, 0.4]), sculls) == both
    assert both_sides(reading, np.array([0.1, 0.4, 0.1, 0.8]), sweeps) == both
    assert both_sides(reading, np.array([0.1, 0.8, 0.1, 0.3]), sculls) == ()
    assert both_sides(reading, np.array([0.9, 0.8, 0.1, 0.8]), club) == ()
    near = reading_of(OARS.replace("Everybody rows on Sundays.\n\n", ""), ASKED)
    assert both_sides(near, np.array([0.1, 0.8, 0.3]), near.candidates[1]) == both
    apart = replace(
        reading,
        passages={1: reading.passages[1], 2: replace(reading.passages[1], document="other")},
        units=(*reading.units[:3], replace(sweeps, hit=2)),
        candidates=(*reading.candidates[:3], replace(sweeps, hit=2)),
    )
    assert both_sides(apart, np.array([0.1, 0.8, 0.1, 0.8]), sculls) == ()


def test_the_line_of_a_likely_answer_tells_both_sides() -> None:
    passage = hit("A scull is a short oar for one hand. A sweep is a long oar for both hands.")
    reading = answerable("What is the difference between a scull and a sweep?", passage)
    weights = replace(load_weights(), thresholds=Thresholds(1.1, 0.0, 0.0, 0.0))
    told = judge(reading, unit_features(reading), weights, {}, missing=False)
    assert told.line == " · ".join(unit.text for unit in reading.units)


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ("A scull is a short oar. A sweep is a long oar for both hands.", Verdict.LIKELY),
        ("Sculls are the oars of one. Sweeps are used in eights.", Verdict.LIKELY),
        ("A scull is short. A sweep is long and heavy.", Verdict.CLOSEST),
        ("A scull is a short oar. The club has many sweeps.", Verdict.CLOSEST),
    ],
)
def test_what_both_are_likely_tells_their_difference(told: str, verdict: Verdict) -> None:
    reading = answerable("What is the difference between a scull and a sweep?", hit(told))
    weights = replace(load_weights(), thresholds=Thresholds(2.0, 1.5, 0.0, 0.0))
    assert judge(reading, unit_features(reading), weights, {}, missing=False).verdict is verdict


def test_what_one_of_both_is_stands_before_what_else_is_said_beside_it() -> None:
    said = "Many rowers like it best. A scull is a short oar. A sweep is a long oar."
    reading = answerable("What is the difference between a scull and a sweep?", hit(said))
    changed = with_one_of_both_first(reading, np.array([0.9, 0.3, 0.4]))
    assert changed.tolist() == [0.4, 0.3, 0.9]
    alone = answerable("What is the difference between a scull and a boat?", hit(said))
    assert with_one_of_both_first(alone, np.array([0.9, 0.3, 0.4])).tolist() == [0.9, 0.3, 0.4]
    plain = answerable("What is a sweep?", hit(said))
    assert with_one_of_both_first(plain, np.array([0.9, 0.3, 0.4])).tolist() == [0.9, 0.3, 0.4]


def test_one_side_of_a_difference_is_no_direct_answer() -> None:
    one = "A scull is a short oar for one hand."
    assert judged_first("What is a scull?", one, one) is Verdict.DIRECT
    asked = "What is the difference between a scull and a sweep?"
    assert judged_first(asked, one, one) is Verdict.LIKELY
    plain = "The sweep lies in the shed."
    assert judged_first(asked, plain, plain) is Verdict.CLOSEST


def test_a_thing_that_another_is_only_measured_by_is_not_spoken_of() -> None:
    text = (
        "Sculls are shorter than sweep oars. Boats are longer than sculls. "
        "Sweep oars are held with both hands."
    )
    reading = reading_of(text, ASKED)
    sculls, _, sweeps = reading.candidates
    assert one_of_each(reading, np.array([0.5, 0.9, 0.4])) == (sculls, sweeps)


def test_what_one_passage_says_both_are_stands_before_the_best_sentence_of_another() -> None:
    other = hit("The rules for sculls and sweeps are the same in all clubs of the river.")
    both = hit("A scull is a short oar. A sweep is a long oar.", start=500)
    reading = answerable("What is the difference between a scull and a sweep?", other, both)
    changed = with_one_of_both_first(reading, np.array([0.9, 0.3, 0.4]))
    assert changed.tolist() == [0.4, 0.3, 0.9]
    apart = [hit("A scull is a short oar.", start=500), hit("A sweep is a long oar.", start=900)]
    reading = answerable("What is the difference between a scull and a sweep?", other, *apart)
    changed = with_one_of_both_first(reading, np.array([0.9, 0.3, 0.4]))
    assert changed.tolist() == [0.9, 0.3, 0.4]


def test_labels_are_the_entries_of_both() -> None:
    text = (
        "The pilot comes for both. Slack (no wind): she comes within four hours. "
        "Rough (force 6 or more): she comes within two days."
    )
    asked = "What is the difference between a slack and a rough tide for the pilot?"
    reading = reading_of(text, asked)
    scores = np.array([0.5, 0.3, 0.2])
    assert both_entries(reading, scores) == (
        "Slack (no wind): she comes within four hours.",
        "Rough (force 6 or more): she comes within two days.",
    )
    other = reading_of(text.replace("Rough (", "Rough seas call for care ("), asked)
    assert both_entries(other, scores) == ()


def test_two_prices_of_one_list_are_told_though_one_is_thought_little_of() -> None:
    text = "A sweep, varnished, is 70 euros. Blades are spare. A sweep, bare, is 40 euros."
    asked = "What is the difference in price between a varnished and a bare sweep?"
    reading = reading_of(text, asked)
    sweeps = (reading.candidates[0].text, reading.candidates[2].text)
    scores = np.array([0.9, 0.3, 0.1])
    assert both_sides(reading, scores, reading.candidates[0]) == sweeps
    plain = reading_of(text, asked.replace("in price ", ""))
    assert both_sides(plain, scores, plain.candidates[0]) == ()
    days = reading_of(text.replace("is 40 euros", "takes 3 days"), asked)
    assert both_sides(days, scores, days.candidates[0]) == ()


def test_two_things_of_which_something_is_said_one_below_the_other_are_told() -> None:
    text = (
        "8.1 The pilot decides. 8.2 A slack recall is called by one bell, and boats go back. "
        "8.3 A rough recall is called by two bells, and the fleet goes back."
    )
    asked = "What is the difference between a slack recall and a rough recall?"
    reading = reading_of(text, asked)
    slack, rough = (unit.text for unit in reading.candidates if "recall" in unit.text)
    scores = np.full(len(reading.candidates), 0.3)
    assert both_entries(reading, scores) == (slack, rough)
    apart = reading_of(text.replace("8.3 A", "8.3 Rain is bad. 8.4 A"), asked)
    assert both_entries(apart, np.full(len(apart.candidates), 0.3)) == ()
    fees = reading_of(text, asked.replace("?", " in fees?"))
    assert both_entries(fees, scores) == ()


def test_rows_that_are_called_by_the_two_names_tell_their_difference() -> None:
    rows = (
        "Priorities: P2 — Meaning: urgent; Mended within: 3 days\n\n"
        "Priorities: P3 — Meaning: routine; Mended within: 10 days\n\n"
        "Nobody mends on Sundays."
    )
    reading = reading_of(rows, "What is the difference between a P2 and a P3 job?")
    told = both_entries(reading, np.array([0.5, 0.4, 0.6]))
    assert [each.partition(";")[0] for each in told] == [
        "Priorities: P2 — Meaning: urgent",
        "Priorities: P3 — Meaning: routine",
    ]


def test_the_first_sentences_below_two_headings_tell_their_difference() -> None:
    rules = (
        "Flower margins and grass buffers are not put on one field.\n\n"
        "Flower margins\n\nThey bring 590 pounds a year. They are four metres wide.\n\n"
        "Grass buffers\n\nThey bring 451 pounds a year. They are six metres wide."
    )
    reading = reading_of(rules, "What is the difference between flower margins and grass buffers?")
    scores = np.linspace(0.9, 0.4, len(reading.candidates))  # the first is thought best
    assert both_entries(reading, scores) == (
        "flower margins: They bring 590 pounds a year.",
        "grass buffers: They bring 451 pounds a year.",
    )
    best = reading.candidates[int(np.argmax(with_one_of_both_first(reading, scores)))]
    assert best.text == "They bring 590 pounds a year."


MARGINS = "What is the difference between flower margins and grass buffers?"


@pytest.mark.parametrize(
    ("margins", "told"),
    [
        # a sentence below the heading that has the name says more of it than the first one
        ("We began in May. Flower margins bring 590 pounds a year.", 1),
        ("We began in May. It rained all day long. The flower margins bring 590 pounds a year.", 2),
        ("They bring 590 pounds a year. They are wide.", 0),
        ("Flower margins bring 590 pounds a year. They are wide.", 0),
        ("They bring 590 pounds a year. Sunflower margins are wide.", 0),  # another name
    ],
)
def test_the_first_sentence_below_a_heading_is_an_entry_where_no_other_has_the_name(
    margins: str, told: int
) -> None:
    buffers = "They bring 451 pounds a year. They are six metres wide."
    rules = f"Flower margins\n\n{margins}\n\nGrass buffers\n\n{buffers}"
    reading = reading_of(rules, MARGINS)
    scores = np.full(len(reading.candidates), 0.5)
    left, right = one_of_each(reading, scores)
    assert left is reading.candidates[told]
    assert right.text == "They bring 451 pounds a year."
    assert bool(both_entries(reading, scores)) is (told == 0)


def test_what_stands_below_another_heading_leaves_the_first_sentence_an_entry() -> None:
    rules = (
        "Flower margins\n\nThey bring 590 pounds a year. They are wide.\n\n"
        "Grass buffers\n\nThey bring 451 pounds a year. They are six.\n\n"
        "Sowing\n\nRain is bad. Flower margins are sown in May. Grass buffers are sown in June."
    )
    reading = reading_of(rules, MARGINS)
    assert both_entries(reading, np.full(len(reading.candidates), 0.5)) == (
        "flower margins: They bring 590 pounds a year.",
        "grass buffers: They bring 451 pounds a year.",
    )


BERTHS = (
    "We offer three berths.\n\n"
    "Berth A: the one you have. It costs 90 pounds a month. You may keep the old key.\n\n"
    "Berth B: the smaller one. It costs 60 pounds a month and lies at the far end. "
    "Boats of more than six metres do not fit.\n\n"
    "Berth C: for guests. Ask at the gate."
)
OFFERED = "What is the difference between berths A and B in the offer?"


def test_what_stands_behind_the_titles_of_both_is_told_with_them() -> None:
    reading = reading_of(BERTHS, OFFERED)
    scores = np.full(len(reading.candidates), 0.4)
    left, right = both_entries(reading, scores)
    assert left == (
        "Berth A: the one you have. It costs 90 pounds a month. You may keep the old key."
    )
    assert right.startswith("Berth B: the smaller one. It costs 60 pounds a month and lies")
    assert right.endswith("do not fit.")
    best = next(unit for unit in reading.candidates if unit.text.startswith("Berth B"))
    likely = Judgement(Verdict.LIKELY, "", (best,), scores, 0.5, 0.9)
    quoted = [unit.text for unit in shown_units(reading, likely)]
    assert " ".join(quoted) == f"{left} {right}"
    elsewhere = Judgement(Verdict.LIKELY, "", reading.candidates[:1], scores, 0.5, 0.9)
    assert shown_units(reading, elsewhere)[0] is reading.candidates[0]


def test_as_much_is_told_of_the_one_as_of_the_other() -> None:
    long = "It costs 60 pounds a month and lies " + "at the very far end of the quay " * 12 + "."
    reading = reading_of(BERTHS.replace("It costs 60 pounds a month", long), OFFERED)
    told = both_entries(reading, np.full(len(reading.candidates), 0.4))
    assert told == ("Berth A: the one you have.", "Berth B: the smaller one.")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("the smaller one", "9 metres long"),  # no title
        ("the smaller one", "the one that the skipper of the old ferry has left"),
        ("the smaller one. ", "the smaller one.\n\n"),
    ],
)
def test_nothing_else_is_taken_for_a_title(old: str, new: str) -> None:
    reading = reading_of(BERTHS.replace(old, new), OFFERED)
    told = both_entries(reading, np.full(len(reading.candidates), 0.4))
    assert len(told) == 2
    assert "60 pounds" not in told[1]
