"""How something is done is told by all numbered steps below the heading that names it."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest

from backend.settings import Settings
from backend.tasks.answer.extractive.steps_below import (
    LONGEST,
    are_surely_meant,
    asks_for_steps,
    named_by,
    steps_line,
    steps_meant,
    steps_of,
)
from backend.tasks.answer.extractive.units import cut_hits
from backend.tasks.answer.local import build
from backend.types import Draft, Hit, Verdict
from tests.unit.test_local_reader import WordEmbedder, ask
from tests.unit.test_signposts import reading_of, under

MAST = under(
    "Stepping the mast",
    "Two people are needed on a calm day.\n\n"
    "1. Clear the whole deck. Keep all children ashore.\n2. Lift the foot into its shoe.\n"
    "3. Fasten the forestay.\n\nThe mast weighs 40 kg.",
)
FLAG = under("Striking the flag", "1. Wait for sunset.\n2. Lower it slowly.")


def steps_in(*hits: Hit) -> list[tuple[str, list[str]]]:
    return [(each.heading, [u.text for u in each.units]) for each in steps_of(cut_hits(hits))]


def test_steps_are_those_below_one_heading_with_all_their_sentences() -> None:
    assert steps_in(MAST, FLAG) == [
        (
            "Stepping the mast",
            [
                "1. Clear the whole deck. Keep all children ashore.",
                "2. Lift the foot into its shoe.",
                "3. Fasten the forestay.",
            ],
        ),
        ("Striking the flag", ["1. Wait for sunset.", "2. Lower it slowly."]),
    ]


def test_one_item_or_a_list_that_does_not_begin_is_no_steps() -> None:
    assert steps_in(under("Oars", "1. Two of ash.")) == []
    assert steps_in(under("Oars", "2. Ship them.\n3. Tie them.")) == []
    twice = under("Oars", "1. Ship them now.\n2. Tie them up.\n\n1. Untie them.\n2. Row ashore.")
    assert [texts for _, texts in steps_in(twice)] == [
        ["1. Ship them now.", "2. Tie them up."],
        ["1. Untie them.", "2. Row ashore."],
    ]


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How do I step the mast?", True),
        ("What do we do if the mast falls?", True),
        ("What are the steps for stepping the mast?", True),
        ("How heavy is the mast?", False),
        ("What does the mast do?", False),
    ],
)
def test_a_way_or_what_to_do_is_asked_for(question: str, asks: bool) -> None:
    assert asks_for_steps(reading_of(question, MAST).question) is asks
    assert bool(reading_of(question, MAST).steps) is asks


def meant(question: str, cosine: float, *hits: Hit) -> str:
    reading = reading_of(question, *hits)
    steps = [(each, cosine) for each in steps_of(reading.units)]
    titles = {number: passage.title_terms for number, passage in reading.passages.items()}
    found = steps_meant(reading.question, steps, titles)
    return "" if found is None else found.heading


def test_steps_are_meant_by_a_heading_that_is_near_and_says_nothing_opposite() -> None:
    assert meant("How do I step the mast?", 0.9, MAST) == "Stepping the mast"
    assert meant("How do I step the mast?", 0.5, MAST) == ""
    assert meant("How do I varnish the dinghy?", 0.9, MAST) == ""  # the steps name neither
    start = under("Starting the engine", "1. Open the valve.\n2. Turn the key.")
    assert meant("How is the engine started?", 0.9, start) == "Starting the engine"
    assert meant("How is the engine switched off?", 0.9, start) == ""


def test_steps_are_told_as_a_whole_and_for_sure_where_the_heading_says_all() -> None:
    whole = (
        "1. Clear the whole deck. Keep all children ashore. 2. Lift the foot into its shoe. "
        "3. Fasten the forestay."
    )
    _, draft = ask("How do I step the mast?", [MAST, FLAG])
    assert " ".join(draft.text.split()).startswith(f"{whole} [1]")
    assert [line[:2] for line in draft.text.splitlines()[:3]] == ["1.", "2.", "3."]
    assert draft.verdict is Verdict.DIRECT
    assert draft.short == whole
    assert "40 kg" not in draft.text


def test_no_steps_are_told_to_another_kind_of_question() -> None:
    _, draft = ask("How heavy is the mast?", [MAST, FLAG])
    assert "Clear the deck" not in draft.short


def test_steps_that_are_too_long_end_with_a_whole_one() -> None:
    step = "Pull the long rope through the third ring of the port side and count to ten."
    many = under("Rigging the boom", "\n".join(f"{at}. {step}" for at in range(1, 30)))
    (steps,) = steps_of(cut_hits([many]))
    assert steps.end - steps.first.start <= LONGEST
    assert any(unit.end == steps.end for unit in steps.units)
    *_, draft = build(Settings(), WordEmbedder()).answer(
        "How is the boom rigged?", (), [many], Event()
    )
    assert isinstance(draft, Draft)
    assert draft.text.partition(" [1]")[0].endswith("count to ten.")


def test_the_first_line_ends_with_a_whole_step() -> None:
    assert steps_line("1. Open it. 2. Shut it.", 80) == "1. Open it. 2. Shut it."
    assert steps_line("1. Open it. 2. Shut it. 3. Lock it.", 30) == "1. Open it. 2. Shut it. …"
    assert steps_line("1. Open it slowly. 2. Shut it.", 4) == "1. Open it slowly. …"


def test_a_heading_that_only_says_steps_is_read_with_the_one_above() -> None:
    found = under("Steps", "1. Fold the sail twice.\n2. Put it into its bag.")
    (steps,) = steps_of(cut_hits([found]))
    assert named_by(steps, ("Handbook", "Furling the sail", "Steps")) == "Furling the sail Steps"
    assert named_by(steps, ()) == "Steps"
    (other,) = steps_of(cut_hits([FLAG]))
    assert named_by(other, ("Handbook", "Striking the flag")) == "Striking the flag"


def test_only_a_heading_with_nearly_all_words_is_surely_meant() -> None:
    reading = reading_of("How do I step the old mast?", MAST)
    (steps,) = steps_of(reading.units)
    assert not are_surely_meant(reading.question, steps)
    assert are_surely_meant(reading_of("How do I step the mast?", MAST).question, steps)
    assert not are_surely_meant(reading.question, replace(steps, heading="Oars"))
