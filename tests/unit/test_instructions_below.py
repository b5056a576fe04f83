"""How something is done is told by the instructions in the paragraph below its heading."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.instructions_below import instructions_of
from backend.tasks.answer.extractive.steps_below import (
    ALIKE,
    OF_THE_THING,
    ListedBelow,
    steps_around,
    steps_meant,
)
from backend.tasks.answer.extractive.units import Unit, cut_hits
from backend.types import Hit, Verdict
from tests.unit.test_local_reader import ask
from tests.unit.test_signposts import reading_of, under

INTRO = "The mast weighs 40 kg."
TOLD = (
    "Clear the whole deck of ropes.",
    "Lift the foot of the mast into its shoe.",
    "Nobody stands below it.",
    "When it stands, fasten the forestay.",
)
ASIDE = "Its varnish lasts for two summers."
MAST = under("Stepping", f"{INTRO} {' '.join(TOLD)} {ASIDE}")
QUESTION = "How do I step the mast?"


def instructions_in(*hits: Hit) -> list[ListedBelow]:
    texts = {number: (hit.chunk.text, hit.chunk.start) for number, hit in enumerate(hits, 1)}
    return list(instructions_of(cut_hits(hits), texts))


def test_they_go_from_the_first_that_says_what_to_do_to_the_last() -> None:
    (steps,) = instructions_in(MAST)
    assert (steps.heading, steps.texts, steps.in_prose) == ("Stepping", TOLD, True)
    text, start = MAST.chunk.text, MAST.chunk.start
    assert text[steps.spans[0][0] - start : steps.end - start] == " ".join(TOLD)
    assert steps.lines == " ".join(TOLD)


@pytest.mark.parametrize(
    "text",
    [
        f"{INTRO} Lift the foot of the mast into its shoe. {ASIDE}",  # one alone
        f"{TOLD[0]} {INTRO} {ASIDE} Many masts are of pine. {TOLD[1]}",  # most say nothing to do
        f"{INTRO} {ASIDE} {TOLD[0]} {TOLD[1]}",  # told by others before
        f"{TOLD[0]}\n\n{TOLD[1]}",  # not in one paragraph
        f"{INTRO}\n\n{TOLD[0]} {TOLD[1]}",  # not right below the heading
        f"- {TOLD[0]}\n- {TOLD[1]}",  # items
        "Lift 1 (front)\nLift 2 (rear)",  # lines
    ],
)
def test_other_paragraphs_hold_none(text: str) -> None:
    assert instructions_in(under("Stepping", text)) == []


def meant(question: str, cosine: float, said: Hit = MAST, *, told: str = "") -> bool:
    reading = reading_of(question, said)
    titles = {number: passage.title_terms for number, passage in reading.passages.items()}
    steps = [(each, cosine) for each in instructions_in(said)]
    unit = next((each for each in cut_hits([said]) if told and each.text == told), None)
    return steps_meant(reading.question, steps, titles, told=unit) is not None


def test_they_are_meant_by_a_heading_that_has_the_verb_and_nothing_else() -> None:
    assert meant(QUESTION, ALIKE)
    assert not meant("How do I varnish the mast?", 0.9)
    assert not meant("How do I step the mast of a dinghy?", 0.9)  # nothing speaks of a dinghy
    pointed = under("Stepping", f"{' '.join(TOLD)} See page 9 for the mast of a dinghy.")
    assert not meant("How do I step the mast of a dinghy?", 0.9, pointed)
    engine = under("Stepping the mizzen", " ".join(TOLD))
    assert not meant(QUESTION, 0.9, engine)


def test_a_heading_of_one_word_may_be_less_near_where_a_sentence_below_it_would_be_told() -> None:
    assert not meant(QUESTION, OF_THE_THING)
    assert meant(QUESTION, OF_THE_THING, told=TOLD[1])
    assert meant(QUESTION, OF_THE_THING, told=ASIDE)
    assert not meant(QUESTION, OF_THE_THING - 0.01, told=TOLD[1])


def test_one_of_them_does_not_bring_the_others_where_no_heading_names_the_deed() -> None:
    ropes = under("Ropes", "Wash the ropes in May. Coil the ropes in the loft.")
    (steps,) = instructions_in(ropes)
    told = next(unit for unit in cut_hits([ropes]) if unit.text.startswith("Coil"))
    assert (
        steps_around(reading_of("How do I coil ropes?", ropes).question, [(steps, 1)], told) is None
    )


def test_they_are_told_in_order_and_nothing_behind_them() -> None:
    _, draft = ask(QUESTION, [MAST])
    assert draft.text == " ".join(TOLD) + " [1]"
    assert draft.short == " ".join(TOLD)
    assert draft.verdict is Verdict.LIKELY


def unit_of(text: str) -> Unit:
    return next(unit for unit in cut_hits([MAST]) if unit.text == text)


def test_which_sentences_stand_below_their_heading() -> None:
    (steps,) = instructions_in(MAST)
    assert steps.is_above(unit_of(ASIDE))
    assert not steps.hold(unit_of(ASIDE))
    assert steps.hold(unit_of(TOLD[2]))
    assert not steps.are_told_by(unit_of(TOLD[0]))


def test_a_sentence_that_says_how_is_not_displaced() -> None:
    said = "The mast is stepped by lifting its foot into the shoe with two people."
    _, draft = ask(QUESTION, [under("Stepping", f"{' '.join(TOLD)} {said}")])
    assert draft.text.startswith(said)
