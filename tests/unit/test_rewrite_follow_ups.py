"""Follow-up questions become complete by rules; questions that stand alone are left alone."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.pipelines._answer_writing import standalone
from backend.settings import Settings, load_settings
from backend.tasks.rewrite.local import build
from backend.tasks.rewrite.rules.restating import restating
from backend.types import Query, Turn
from backend.workbench import open_workbench

REVENUE = Turn("What was Apple's revenue in 2023?", "It was $383 billion [1].")
CLAIMS = Turn("How does the warranty claim process work?", "You call the service desk [2].")
STAFF = Turn("How many employees does Apple have in Germany?", "About 4,000 [1].")


def complete(question: str, *history: Turn) -> str:
    return build(Settings()).standalone(question, history)


@pytest.mark.parametrize(
    ("previous", "follow_up", "expected"),
    [
        ("What happens if a key is lost?", "Who is told about it?", "Who is told about the key?"),
        ("What do we do if the alarm rings?", "Who turns it off?", "Who turns the alarm off?"),
        (
            "What happens when the crates come late?",
            "Who will take them back?",
            "Who will take them back, regarding the crates come late?",
        ),
    ],
)
def test_what_a_case_is_of_is_meant(previous: str, follow_up: str, expected: str) -> None:
    assert complete(follow_up, Turn(previous, "")) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("longest repair?", "longest repair?"),
        ("most expensive oar?", "most expensive oar?"),
        ("cheapest one?", "What about cheapest one, regarding the warranty claim process?"),
    ],
)
def test_the_most_of_other_things_is_asked_by_itself(question: str, expected: str) -> None:
    assert complete(question, CLAIMS).casefold() == expected.casefold()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how much for the joiner altogether", "how much for the joiner altogether"),
        ("how many calls in total?", "how many calls in total?"),
        ("how much altogether?", "how much altogether, regarding the warranty claim process?"),
    ],
)
def test_a_total_of_something_else_is_asked_by_itself(question: str, expected: str) -> None:
    assert complete(question, CLAIMS) == expected


@pytest.mark.parametrize(
    "question", ["What should I do when it rains?", "What time does it get dark?"]
)
def test_weather_and_hours_point_to_nothing(question: str) -> None:
    assert complete(question, CLAIMS) == question


@pytest.mark.parametrize(
    ("turn", "follow_up", "expected"),
    [
        (REVENUE, "And in 2022?", "What was Apple's revenue in 2022?"),
        (REVENUE, "in 2021?", "What was Apple's revenue in 2021?"),
        (REVENUE, "What about Microsoft?", "What was Microsoft's revenue in 2023?"),
        (REVENUE, "what about Microsoft in 2021?", "What was Microsoft's revenue in 2021?"),
        (STAFF, "And in France?", "How many employees does Apple have in France?"),
        (
            Turn("How much did the oars cost?", ""),
            "And the sails?",
            "How much did the sails cost?",
        ),
        (
            Turn("How many swimmers were there on lane 3?", ""),
            "And on lane 5?",
            "How many swimmers were there on lane 5?",
        ),
        (
            Turn("How many swimmers were there on lanes 3 and 4 in 2031?", ""),
            "And in 2032?",
            "How many swimmers were there on lanes 3 and 4 in 2032?",
        ),
        (
            Turn("How does the premium change with age?", ""),
            "And for smokers?",
            "How does the premium change with age for smokers?",
        ),
        (Turn("Wie hoch war der Umsatz 2023?", ""), "Und 2022?", "Wie hoch war der Umsatz 2022?"),
    ],
)
def test_a_fragment_takes_the_place_of_its_counterpart(
    turn: Turn, follow_up: str, expected: str
) -> None:
    assert complete(follow_up, turn) == expected


@pytest.mark.parametrize(
    ("turn", "follow_up", "expected"),
    [
        (REVENUE, "what about net income?", "What about net income for Apple in 2023?"),
        (REVENUE, "Net income?", "What about net income for Apple in 2023?"),
        (REVENUE, "And what was net income?", "What was net income for Apple in 2023?"),
        (REVENUE, "And how many employees?", "How many employees for Apple in 2023?"),
        (REVENUE, "Why?", "Why, regarding Apple's revenue in 2023?"),
        (
            Turn("Did Apple's revenue fall in 2023?", "Yes."),
            "Why?",
            "Why did Apple's revenue fall in 2023?",
        ),
        (
            CLAIMS,
            "What about batteries?",
            "What about batteries, regarding the warranty claim process?",
        ),
        (REVENUE, "Tell me more", "Tell me more, regarding Apple's revenue in 2023?"),
    ],
)
def test_names_times_and_topic_are_carried_over(turn: Turn, follow_up: str, expected: str) -> None:
    assert complete(follow_up, turn) == expected


@pytest.mark.parametrize(
    ("turn", "follow_up", "expected"),
    [
        (
            Turn("What does Amcor make?", "Packaging."),
            "Where is it based?",
            "Where is Amcor based?",
        ),
        (REVENUE, "Who is their CEO?", "Who is Apple's CEO?"),
        (REVENUE, "Where is that company based?", "Where is Apple based?"),
        (REVENUE, "How much profit was made in that year?", "How much profit was made in 2023?"),
        (
            REVENUE,
            "How did it compare to the year before?",
            "How did Apple's revenue compare to the year before (2023)?",
        ),
        (
            Turn("Which company acquired LinkedIn?", "Microsoft acquired LinkedIn in 2016 [2]."),
            "What is its revenue?",
            "What is Microsoft's revenue?",
        ),
        (
            Turn("Who founded Apple?", "Apple was founded by Steve Jobs and Steve Wozniak [1]."),
            "When was he born?",
            "When was Steve Jobs born?",
        ),
        (
            Turn("What did Boeing and Airbus deliver?", "Aircraft."),
            "How much did they earn?",
            "How much did Boeing and Airbus earn?",
        ),
        (
            Turn("What is the capital of France?", "Paris [1]."),
            "How many people live there?",
            "How many people live in France?",
        ),
        (
            CLAIMS,
            "How long does it take?",
            "How long does the warranty claim process take?",
        ),
        (
            STAFF,
            "How many of them work part time?",
            "How many of them work part time, regarding employees Apple have in Germany?",
        ),
    ],
)
def test_what_points_back_is_spelled_out(turn: Turn, follow_up: str, expected: str) -> None:
    assert complete(follow_up, turn) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What was Tesla's revenue in 2020?",
        "What did Microsoft say about its revenue?",
        "What is a deductible and how is it calculated?",
        "How do employees get their bonus?",
        "Is it possible to return a product?",
        "How long does it take to close an account?",
        "Which risks does the annual report name?",
        "What does this report say about tax?",
        "Is there an extension of the deadline?",
        "net income 2022 Microsoft",
        "thanks",
        "Wie viele Mitarbeiter hat die Firma Bosch?",
    ],
)
def test_a_question_that_stands_alone_is_unchanged(question: str) -> None:
    assert complete(question, REVENUE) == question


@pytest.mark.parametrize(
    "question",
    [
        "Who leads the station?",
        "Who painted both boats?",
        "What causes the corrosion?",
        "Which boat carried the seeds?",
        "How many boats reached the bay?",
    ],
)
def test_a_short_question_with_verb_and_object_is_whole(question: str) -> None:
    assert complete(question, CLAIMS) == question


@pytest.mark.parametrize(
    "question", ["Who exactly?", "Who in Berlin?", "Who pays?", "Which of the forms?", "What desk?"]
)
def test_a_question_word_without_verb_or_object_goes_on(question: str) -> None:
    assert complete(question, CLAIMS).endswith(", regarding the warranty claim process?")


def test_a_chain_of_follow_ups_is_followed_back() -> None:
    history = (REVENUE, Turn("And in 2022?", "$394 billion."), Turn("What about Microsoft?", ""))
    assert complete("And in 2020?", *history) == "What was Microsoft's revenue in 2020?"


def test_an_answer_that_found_nothing_gives_no_names() -> None:
    turn = Turn(
        "Who leads the project?", "I did not find this in the documents. See Acme Corp [1]."
    )
    assert "Acme" not in complete("When was he born?", turn)


def test_without_a_conversation_or_after_stop_nothing_changes() -> None:
    assert complete("And in 2022?") == "And in 2022?"
    stop = threading.Event()
    stop.set()
    assert build(Settings()).standalone("And in 2022?", (REVENUE,), stop) == "And in 2022?"


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_any_text_gives_a_question_no_longer_than_allowed(
    question: str, earlier: str, answer: str
) -> None:
    rewriter = build(Settings(max_question_characters=100))
    found = rewriter.standalone(question, (Turn(earlier, answer),))
    assert len(found) <= 100
    assert bool(found.strip()) == bool(question.strip())


@pytest.mark.parametrize(
    ("turn", "follow_up", "expected"),
    [
        (
            Turn("What is the notice period in the lease?", "Three months [1]."),
            "And when was it last changed?",
            "When was the notice period in the lease last changed?",
        ),
        (Turn("How much is the deposit?", ""), "Who keeps it?", "Who keeps the deposit?"),
        (
            Turn("What is the logbook about?", "Tides [1]."),
            "Who wrote it?",
            "Who wrote the logbook?",
        ),
        (
            Turn("When was the fence at Mill Lane repaired?", "In March [1]."),
            "And what did it cost?",
            "What did the fence at Mill Lane cost?",
        ),
    ],
)
def test_a_pronoun_takes_the_thing_that_was_asked_about(
    turn: Turn, follow_up: str, expected: str
) -> None:
    assert complete(follow_up, turn) == expected


@pytest.mark.parametrize(
    ("follow_up", "wanted"),
    [
        ("shorter", "shorter"),
        ("Make it shorter, please", "shorter"),
        ("in one sentence", "shorter"),
        ("Explain in simpler words", "simpler"),
        ("can you put that in plain English?", "simpler"),
        ("Translate it into German", "simpler"),
        ("Where does it say that?", "source"),
        ("which page?", "source"),
        ("How do you know that?", "source"),
        ("Is there a shorter route?", None),
        ("What is the source of the river?", None),
        ("Where is it?", None),
        ("Where does it say what the notice period is?", None),
        ("Explain the notice period", None),
        ("", None),
    ],
)
def test_what_a_follow_up_wants_of_the_last_answer(follow_up: str, wanted: str | None) -> None:
    assert restating(follow_up) == wanted


def test_a_question_in_another_language_than_the_one_before_stands_alone(tmp_path: Path) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    try:
        english = Turn("How much did the North catch in total?", "2,700 kg")
        german = Turn("Wie hoch ist die Miete in der Stadt?", "850 Euro")
        for question, before, read in (
            ("Wie hoch ist die Miete?", english, "Wie hoch ist die Miete?"),
            ("And in June?", english, None),
            ("Und 2031?", german, "Und 2031?"),
        ):
            query = Query(question, "c", history=(before,))
            text = standalone(workbench.parts, query, threading.Event()).text
            assert (text == read) if read else (text != question)
    finally:
        workbench.close()
