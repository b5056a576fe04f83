"""An entry of a manual answers what its name means or does."""

from __future__ import annotations

import numpy as np
import pytest

from backend.definitions.asked_names import asked_name
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.entries import entry_fit, is_entry_of, is_head_of
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.joined_fragments import ends_with_option
from backend.tasks.answer.extractive.reading import MOST_CANDIDATES, read
from backend.tasks.answer.extractive.rule_scores import without_debris
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What does the --quiet option do?", "--quiet"),
        ("What does sailmaker's -q flag do?", "-q"),
        ("What is the purpose of the anchor directive?", "anchor"),
        ("What is the reef command used for?", "reef"),
        ("What does reef_all() mean?", "reef_all()"),
        ("What is the effect of `--deep`?", "--deep"),
        ("What does the tack directive do in Sailmaker?", "tack"),
        ("What does the function hoist return?", "hoist"),
        ("What does the command `reef` do?", "reef"),
    ],
)
def test_names_of_a_manual_are_known(question: str, name: str) -> None:
    assert asked_name(question) == (name, True)


@pytest.mark.parametrize(
    "question",
    [
        "What is a reef?",
        "What does the old harbour master do?",
        "How is --quiet set?",
        "Who rows?",
        "What is the request form?",
        "What does the key to the boat shed do?",
    ],
)
def test_other_questions_ask_for_no_entry(question: str) -> None:
    assert asked_name(question)[1] is False


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("What does the -q option do?", "-q Writes no progress."),
        ("What does the -q option do?", "• -q, --quiet Writes no progress."),
        ("What does --depth do?", "--depth=METRES keep no more water than that below."),
        ("What does --depth do?", "--depth[=METRES] keep so much water below."),
        ("What is the anchor directive for?", "anchor Keeps the boat in its place."),
        ("What is the anchor directive for?", "anchor DEPTH [METRES] Keeps the boat in its place."),
        ("What is the anchor directive for?", "“Anchor”: the boat stays in its place."),
        ("What does the Anchor key do?", "- Anchor: lets go of the chain."),
    ],
)
def test_a_name_with_what_it_does_is_its_entry(question: str, entry: str) -> None:
    assert entry_fit(question, entry) == FIT


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does the -q option do?", "-quiet Writes no progress."),
        ("What does the -q option do?", "-Q Writes all progress there is."),
        ("What does --depth do?", "--depth-first=METRES keep so much water."),
        ("What does the -q option do?", "Use -q where nobody looks."),
        ("What is the anchor directive for?", "Anchor and chain lie on deck."),
        ("What is the anchor directive for?", "anchor"),
        ("What is an anchor?", "anchor Keeps the boat in its place."),
    ],
)
def test_what_only_begins_alike_is_no_entry(question: str, text: str) -> None:
    assert entry_fit(question, text) == 0.0


def test_an_entry_far_down_is_a_candidate_and_comes_first() -> None:
    def embed(texts: object) -> np.ndarray:
        rows = np.ones((len(list(texts)), 4), dtype=np.float32)  # type: ignore[call-overload]
        return rows / 2.0

    options = "\n\n".join(
        f"-{chr(97 + k)} Says what the option of the harbour does today." for k in range(20)
    )
    others = [options.replace("-", mark) for mark in "+="]
    text = "\n\n".join([options, *others, "-z Writes no progress at all."])
    reading = read("What does the -z option do?", [hit(text)], embed, Background({}, 1000))
    assert len(reading.candidates) == MOST_CANDIDATES < len(reading.units)
    scores = without_debris(reading, np.full(len(reading.candidates), 0.4), {})
    assert reading.candidates[int(np.argmax(scores))].text == "-z Writes no progress at all."


OPTIONS = hit(
    "-q, --quiet\n\nWrites no progress. Errors are still told.\n\n"
    "--reef-lines=COUNT\n\nTies as many lines as COUNT says.\n\n"
    "-a, --anchor\n\n--no-anchor\n\nDrops the anchor or does not.\n\n"
    "sail_size (SAIL_SIZE or SAIL_AREA)\n\nHow large the sail is, in square metres."
)


def test_names_of_an_option_stand_with_what_it_does() -> None:
    texts = [unit.text for unit in cut_hits([OPTIONS])]
    assert "-q, --quiet Writes no progress." in texts
    assert "--reef-lines=COUNT Ties as many lines as COUNT says." in texts
    assert "-a, --anchor --no-anchor Drops the anchor or does not." in texts
    assert "Errors are still told." in texts
    (run_on,) = cut_hits([hit("--reef-lines=COUNT\nties as many lines as COUNT says.")])
    assert run_on.text.startswith("--reef-lines=COUNT ties")


def test_an_option_at_the_end_stands_alone() -> None:
    (said, head) = cut_hits([hit("Writes no progress at all.\n\n-q, --quiet-please")])
    assert (said.text, head.text) == ("Writes no progress at all.", "-q, --quiet-please")


def test_other_names_in_brackets_are_a_head_and_no_entry() -> None:
    head = "sail_size (SAIL_SIZE or SAIL_AREA, see above)"
    assert not is_entry_of("sail_size", head)
    assert is_head_of("sail_size", head)
    assert is_head_of("--quiet", "-q, --quiet")
    assert is_head_of("SAIL_AREA", head)
    assert not is_head_of("SAIL_AREA", "size (see above) SAIL_AREA")
    assert not is_head_of("sail_size", "the sail (if sail_size is set)")
    assert is_entry_of("sail_size", "sail_size (SAIL_SIZE) says how large the sail is.")


def test_names_of_an_option_with_signs_stand_with_what_it_does() -> None:
    text = (
        "-#, --speed=#\n\nset the speed of the winch to # (0 is no speed).\n\n"
        "--draught=metres/feet\n\ndo not sail where there is less water.\n\n"
        "--berth=old=new\n\nmoor there."
    )
    assert [unit.text for unit in cut_hits([hit(text)])] == [
        "-#, --speed=# set the speed of the winch to # (0 is no speed).",
        "--draught=metres/feet do not sail where there is less water.",
        "--berth=old=new moor there.",
    ]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Switches\n\n-q, --quiet", True),
        ("Switches\n\n--speed=#\n", True),
        ("Switches\n\n-q says nothing at all", False),
        ("Switches", False),
        ("Oars\n\n- sculls", False),
    ],
)
def test_a_text_may_end_with_the_names_of_an_option(text: str, ends: bool) -> None:
    assert ends_with_option(text) is ends


@pytest.mark.parametrize(
    ("question", "text", "heading", "fits"),
    [
        ("What does error 17 mean?", "17 Hatch not closed.", "Errors", True),
        ("The winch stops with error code 17.", "Error 17: Hatch not closed.", "", True),
        ("What is alarm E-17?", "E-17 Hatch not closed.", "", True),
        ("What does error 17 mean?", "17 Hatch not closed.", "Parts", False),
        ("What does error 17 mean?", "17. Hatch not closed.", "Errors", False),  # an item
        ("What does error 17 mean?", "170 Hatch not closed.", "Errors", False),
        ("What does error 17 mean?", "1.17 Hatch not closed.", "Errors", False),
        ("What does error 17 mean?", "17 boats were counted.", "Errors", False),
        ("What does error 17 mean?", "17 Hatch", "Errors", False),
        ("What does error 17 mean?", "18 Hatch not closed. See 17 for the door.", "Errors", False),
        ("What happened to 17 boats?", "17 Hatch not closed.", "Errors", False),
        ("What is error 17.5?", "17 Hatch not closed.", "Errors", False),
    ],
)
def test_a_code_is_told_by_its_entry(question: str, text: str, heading: str, fits: bool) -> None:
    assert (entry_fit(question, text, heading) > 0) is fits
