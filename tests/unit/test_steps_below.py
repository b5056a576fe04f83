"""How something is done is told by all numbered steps below the heading that names it."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest

from backend.settings import Settings
from backend.tasks.answer.extractive.steps_below import (
    LONGEST,
    OF_THE_THING,
    ListedBelow,
    are_surely_meant,
    asks_for_steps,
    named_by,
    steps_around,
    steps_meant,
    steps_of,
)
from backend.tasks.answer.extractive.units import Unit, cut_hits
from backend.tasks.answer.local import build
from backend.types import Draft, Hit, Verdict
from tests.unit.test_local_reader import WordEmbedder, ask
from tests.unit.test_signposts import reading_of, under

MAST = under(
    "Stepping the mast",
    "A calm day is best.\n\n"
    "1. Clear the deck. Keep all children ashore.\n2. Lift the foot into its shoe:\n"
    "   - two hold it\n   - one guides it\n3. Fasten the forestay.\n\nThe mast weighs 40 kg.",
)
TOLD = (
    "1. Clear the deck. Keep all children ashore.",
    "2. Lift the foot into its shoe: - two hold it - one guides it",
    "3. Fasten the forestay.",
)
FLAG = under("Striking the flag", "1. Wait for sunset.\n2. Lower it slowly.")


def steps_in(*hits: Hit) -> list[ListedBelow]:
    texts = {number: (hit.chunk.text, hit.chunk.start) for number, hit in enumerate(hits, 1)}
    return list(steps_of(cut_hits(hits), texts))


def told_of(text: str, heading: str = "Oars") -> list[tuple[str, ...]]:
    return [each.texts for each in steps_in(under(heading, text))]


def test_steps_are_those_below_one_heading_with_all_their_lines() -> None:
    mast, flag = steps_in(MAST, FLAG)
    assert (mast.heading, mast.texts) == ("Stepping the mast", TOLD)
    assert (flag.heading, flag.texts) == (
        "Striking the flag",
        ("1. Wait for sunset.", "2. Lower it slowly."),
    )
    text, start = MAST.chunk.text, MAST.chunk.start
    first, last = mast.spans[0][0], mast.end
    assert " ".join(text[first - start : last - start].split()) == " ".join(TOLD)


@pytest.mark.parametrize(
    "text",
    [
        "1. Two of ash.",  # one alone
        "2. Ship them.\n3. Tie them.",  # no first one
        "1. Ship them now.\n2. Tie them up.\n4. Row ashore.",  # one is missing
        "1. Ship them now.\n2. Shut the ports:\n1. the left one\n2. the right one\n3. Row.",
        "1.00 pm the bell rings\n2.00 pm the bell rings again",  # hours
        "1. The oars are kept in the shed.\n2. No oar is lent.\n3. Members pay a deposit.",
        "1. Apologies were received.\n2. The minutes were approved.\n3. The pump is broken.",
    ],
)
def test_other_numbered_lines_are_no_steps(text: str) -> None:
    assert told_of(text) == []


def test_lists_below_one_heading_are_apart_and_an_indented_one_is_a_part_of_its_step() -> None:
    assert told_of("1. Ship them now.\n2. Tie them up.\n\n1. Untie them.\n2. Row ashore.") == [
        ("1. Ship them now.", "2. Tie them up."),
        ("1. Untie them.", "2. Row ashore."),
    ]
    inner = (
        "1. Ship them now.\n2. Shut the ports:\n   1. the left one\n   2. the right one\n3. Row."
    )
    assert told_of(inner) == [
        ("1. Ship them now.", "2. Shut the ports: 1. the left one 2. the right one", "3. Row.")
    ]
    again = under("Oars", "1. Ship them now.\n2. Wait a minute.\n3. Tie them up.")
    lamp = under("Lamp", "1. Unplug the lamp.\n2. Wait a minute.\n3. Take out the bulb.")
    assert [len(each.texts) for each in steps_in(again, lamp)] == [3, 3]


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How do I step the mast?", True),
        ("How exactly is the mast stepped?", True),
        ("And how to step it?", True),
        ("What do we do if the mast falls?", True),
        ("What are the steps for stepping the mast?", True),
        ("How heavy is the mast?", False),
        ("How did Ada step the mast?", False),
        ("How was the mast stepped in 2019?", False),
        ("How is the mast called?", False),
        ("How do I step the mast without help?", False),
        ("How do I avoid stepping the mast?", False),
        ("How do I know that the mast is safe?", False),
        ("What does the mast do?", False),
    ],
)
def test_a_way_or_what_to_do_is_asked_for(question: str, asks: bool) -> None:
    assert asks_for_steps(reading_of(question, MAST).question) is asks
    assert bool(reading_of(question, MAST).steps) is asks


def meant(question: str, cosine: float, *hits: Hit, hears_meaning: bool = True) -> str:
    reading = reading_of(question, *hits)
    titles = {number: passage.title_terms for number, passage in reading.passages.items()}
    steps = [(each, cosine) for each in steps_in(*hits)]
    found = steps_meant(reading.question, steps, titles, hears_meaning=hears_meaning)
    return "" if found is None else f"{found.heading}{found.first.hit}"


def test_steps_are_meant_by_a_heading_that_is_near_and_says_nothing_opposite() -> None:
    assert meant("How do I step the mast?", 0.9, MAST) == "Stepping the mast1"
    assert meant("How do I step the mast?", 0.5, MAST) == ""
    assert meant("How do I varnish the dinghy?", 0.9, MAST) == ""  # the steps name neither
    start = under("Starting the engine", "1. Open the valve.\n2. Turn the key.")
    assert meant("How is the engine started?", 0.6, start) == "Starting the engine1"
    assert meant("How is the engine stopped?", 0.9, start) == ""


def test_another_verb_needs_nearly_the_same_meaning_by_the_model_that_is_known() -> None:
    tern = under("Stepping the mast of the Tern", "1. Lift the foot.\n2. Fasten the forestay.")
    question = "How do I raise the mast of the Tern?"
    assert meant(question, 0.7, tern) == "Stepping the mast of the Tern1"
    assert meant(question, 0.6, tern) == ""
    assert meant(question, 0.9, tern, hears_meaning=False) == ""


def test_of_two_like_headings_the_one_below_the_title_that_is_named_is_meant() -> None:
    pump, mower = (
        under("Changing the relay", f"1. Open the {name}.\n2. Pull the relay.", title=name)
        for name in ("pump", "mower")
    )
    mower = replace(mower, chunk=replace(mower.chunk, document_id="mower"))
    question = "How do I change the relay of the mower?"
    assert meant(question, 0.8, pump, mower) == "Changing the relay2"


def test_steps_are_told_as_a_whole_and_for_sure_where_the_heading_says_all() -> None:
    _, draft = ask("How do I step the mast?", [MAST, FLAG])
    assert draft.text == "\n".join(TOLD) + " [1]"
    assert draft.verdict is Verdict.DIRECT
    assert draft.short == " ".join(TOLD)


def test_a_name_that_nothing_has_is_told_no_steps() -> None:
    _, draft = ask("How do I step the mast of the Zephyrine?", [MAST, FLAG])
    assert "Clear the deck" not in draft.short


def test_a_sentence_that_answers_is_not_displaced() -> None:
    note = under(
        "Booking the hall",
        "The hall is booked by an e-mail to the caretaker.\n\n"
        "1. Ask for the key.\n2. Sweep the floor.\n3. Put out the light.",
    )
    _, draft = ask("How do I book the hall?", [note])
    assert draft.text.startswith("The hall is booked by an e-mail")


STEP = "Pull the long rope through the third ring of the port side and count to ten."


def test_steps_that_are_too_long_end_with_a_whole_one_and_dots_and_are_only_likely() -> None:
    many = under("Rigging the boom", "\n".join(f"{at}. {STEP}" for at in range(1, 30)))
    (steps,) = steps_in(many)
    assert steps.end - steps.spans[0][0] <= LONGEST
    assert not steps.is_whole
    *_, draft = build(Settings(), WordEmbedder()).answer(
        "How is the boom rigged?", (), [many], Event()
    )
    assert isinstance(draft, Draft)
    assert draft.text.endswith("count to ten. … [1]")
    assert draft.verdict is Verdict.LIKELY


def test_a_long_passage_that_ends_with_a_step_may_have_been_cut() -> None:
    lines = "\n".join(f"{at}. {STEP}" for at in range(1, 10))
    (cut,) = steps_in(under("Rigging the boom", lines))
    (whole,) = steps_in(under("Rigging the boom", f"{lines}\n\nThe boom is now ready."))
    assert (cut.is_whole, whole.is_whole) == (False, True)


def test_the_first_line_ends_with_a_whole_step() -> None:
    (steps,) = steps_in(MAST)
    assert steps.line(500) == " ".join(TOLD)
    assert steps.line(len(TOLD[0]) + 5) == f"{TOLD[0]} …"
    assert steps.line(4) == f"{TOLD[0]} …"


def test_a_number_in_a_step_begins_no_line() -> None:
    (steps,) = steps_in(under("Oars", "1. Set the height to 4. Wait for it.\n2. Row ashore."))
    assert steps.lines == "1. Set the height to 4. Wait for it.\n2. Row ashore."


def test_a_heading_that_only_says_steps_is_read_with_the_one_above() -> None:
    (steps,) = steps_in(under("Steps", "1. Fold the sail twice.\n2. Put it into its bag."))
    assert named_by(steps, ("Handbook", "Furling the sail", "Steps")) == "Furling the sail Steps"
    assert named_by(steps, ()) == "Steps"
    (other,) = steps_in(FLAG)
    assert named_by(other, ("Handbook", "Striking the flag")) == "Striking the flag"


def test_only_a_heading_with_nearly_all_words_is_surely_meant() -> None:
    reading = reading_of("How do I step the old mast?", MAST)
    (steps,) = steps_in(MAST)
    assert not are_surely_meant(reading.question, steps)
    assert are_surely_meant(reading_of("How do I step the mast?", MAST).question, steps)
    cut = replace(steps, may_go_on=True)
    assert not are_surely_meant(reading_of("How do I step the mast?", MAST).question, cut)


def test_a_step_that_would_be_told_brings_those_around_it() -> None:
    tide = under("When a sail comes in", "1. Wet the bag.\n2. Stow the sail behind the old one.")
    (steps,) = steps_in(tide)
    told = next(unit for unit in cut_hits([tide]) if "behind" in unit.text)
    above = next(iter(cut_hits([under("Stowing", "The loft is dry.")])))

    def around(asked: str, cosine: float = OF_THE_THING, unit: Unit = told) -> bool:
        question = reading_of(asked, tide).question
        return steps_around(question, [(steps, cosine)], unit) is not None

    assert around("How do I put away a new sail?")
    assert not around("How do I put away a new sail?", OF_THE_THING - 0.01)
    assert not around("How do I put away a new sail?", unit=replace(above, hit=2))
    assert not around("How do I put away a new oar?")  # the heading is of another thing
    assert not around("Where do I put away a new sail?")


def test_below_another_deed_no_step_is_of_it() -> None:
    mend = under("Starting the engine", "1. Fill the tank.\n2. Pull the cord.")
    (steps,) = steps_in(mend)
    told = next(unit for unit in cut_hits([mend]) if "cord" in unit.text)
    question = reading_of("How do I mend the engine?", mend).question
    assert steps_around(question, [(steps, 0.6)], told) is None
