"""A later word on a matter is told apart from a change of something beside it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.answer.extractive.changes_told import (
    CHANGE_CUES,
    FEATURES,
    FILE,
    ChangeWeights,
    ToldChange,
    asks_of_before,
    changes_of,
    last_word,
    later_word,
    shipped_changes,
)
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from backend.tasks.answer.extractive.weights import weights_for
from tests.unit.test_local_reader import WordEmbedder, hit

POLICY = hit(
    "Labour in the workshop is charged at £46 an hour. Parts are charged at list price. "
    "Collection is free within ten miles.",
    document="policy",
    title="Charges",
)
ERRATUM = hit(
    "In the table of charges the hourly labour charge is printed as £46. The right figure is £48. "
    "The yard was now painted green.",
    document="erratum",
    title="Erratum",
)


def reading(question: str) -> ReadEvidence:
    embedder = WordEmbedder()
    return read(question, (POLICY, ERRATUM), embedder.embed, weights_for(embedder).background)


def place(evidence: ReadEvidence, words: str) -> int:
    return next(at for at, unit in enumerate(evidence.candidates) if words in unit.text)


def features_of(question: str, told: str, later: str) -> dict[str, float] | None:
    evidence = reading(question)
    found = changes_of(evidence, [0.5] * len(evidence.candidates), place(evidence, told))
    at = place(evidence, later)
    held = [dict(zip(FEATURES, each.features, strict=True)) for each in found if each.later == at]
    return held[0] if held else None


QUESTION = "What is charged for an hour of labour in the workshop?"


def test_a_correction_beside_the_old_value_speaks_for_a_change() -> None:
    found = features_of(QUESTION, "Labour in the workshop", "The right figure")
    assert found is not None
    assert found["same sort"] == 1.0  # £48 for £46
    assert found["old value beside"] == 1.0  # the sentence before has £46
    assert found["cue=wrong"] == 1.0
    assert found["under changes"] == 1.0
    assert found["same document"] == 0.0


def test_a_change_of_something_else_has_no_value_of_the_sort() -> None:
    found = features_of(QUESTION, "Labour in the workshop", "painted green")
    assert found is not None
    assert found["same sort"] == found["old value"] == 0.0


def test_a_sentence_that_speaks_of_no_change_changes_nothing() -> None:
    assert features_of(QUESTION, "The right figure", "Collection is free") is None


@pytest.mark.parametrize(
    ("text", "takes_over"),
    [
        ("Ida Moor leaves at Easter; Jon Wick keeps the pump.", True),
        ("Please leave him the list.", False),  # what is left to somebody is no office
        ("She leaves the key in the lock.", False),
        ("Ida Moor has left the yard.", True),
    ],
)
def test_who_leaves_an_office_leaves_nothing_to_anybody(text: str, takes_over: bool) -> None:
    cues = dict(CHANGE_CUES)
    assert bool(cues["takes over"].search(text)) is takes_over


@pytest.mark.parametrize(
    ("question", "is_of_before"),
    [
        ("What was the original price?", True),
        ("What did we pay before the change?", True),
        ("Which date was first announced?", True),
        ("What was the first planned date?", True),
        ("What is the price?", False),
    ],
)
def test_what_was_so_before_is_not_asked_of_a_later_word(question: str, is_of_before: bool) -> None:
    assert asks_of_before(question) is is_of_before
    if is_of_before:
        evidence = reading(question)
        assert not changes_of(evidence, [0.5] * len(evidence.candidates), 0)


def told_later(told: str, *others: str, question: str = QUESTION) -> str:
    """The sentence that a sure change tells in place of another one; empty where none does."""
    embedder = WordEmbedder()
    hits = [
        hit(told, document="first", title="Charges"),
        *(hit(text, document=f"other{at}", title=f"Notice {at}") for at, text in enumerate(others)),
    ]
    evidence = read(question, hits, embedder.embed, weights_for(embedder).background)
    at = next(at for at, unit in enumerate(evidence.candidates) if unit.hit == 1)
    sure = ChangeWeights((0.0,) * len(FEATURES), -9.0, 0.0, 0.0)
    found = later_word(evidence, [0.5] * len(evidence.candidates), at, sure)
    return "" if found is None or not found.replaces else evidence.candidates[found.place].text


LABOUR = "Labour in the workshop is charged at £46 an hour."


@pytest.mark.parametrize(
    "other",
    [
        "The labour charge in the workshop will not be raised to £48 an hour.",
        "It was proposed to raise the charge for labour to £48 instead of £46 an hour.",
        "Labour in the paint shop is now charged at £58 instead of £56 an hour.",
        "Labour in the workshop is now charged at £46 an hour.",
        "Labour in the workshop now goes to Ada Holm.",
    ],
)
def test_what_is_refused_of_something_else_or_the_same_is_not_told_instead(other: str) -> None:
    assert told_later(LABOUR, other) == ""


def test_the_sentence_with_the_new_value_is_told() -> None:
    assert told_later(LABOUR, "The charge for labour is now £48 instead of £46.").endswith("£46.")
    erratum = "The labour charge is printed as £46. The right figure is £48."
    assert told_later(LABOUR, erratum) == "The right figure is £48."
    assert "Storage" not in told_later(
        LABOUR, "The labour charge of £46 is no longer correct. Storage is charged at £5 a day."
    )


def test_a_second_amendment_has_the_last_word_and_no_chain_goes_back() -> None:
    embedder = WordEmbedder()
    texts = (
        LABOUR,
        "First amendment: labour is now £48 instead of £46 an hour.",
        "Second amendment: labour is now £52 instead of £48 an hour.",
    )
    hits = [hit(text, document=f"d{at}", title=f"Paper {at}") for at, text in enumerate(texts)]
    evidence = read(QUESTION, hits, embedder.embed, weights_for(embedder).background)
    places = [place(evidence, words) for words in ("charged", "First", "Second")]
    sure = weighing(old_value=9.0)
    found = last_word(evidence, [0.5] * len(evidence.candidates), places[0], sure)
    assert found is not None
    assert found.place == places[2]
    assert last_word(evidence, [0.5] * len(evidence.candidates), places[2], sure) is None


def test_an_earlier_year_or_the_value_that_was_replaced_is_no_later_word() -> None:
    now = "Labour in the workshop is charged at £52 an hour from 1 January 2025."
    then = "With effect from 1 January 2023 labour in the workshop is raised to £48 an hour."
    assert told_later(now, then) == ""
    assert told_later(then, now) != ""
    raised = "Labour in the workshop is £48 an hour instead of the usual £46."
    assert told_later(raised, "Labour in the workshop is now charged at £46 an hour.") == ""


def test_a_year_that_is_asked_for_and_yes_or_no_are_not_overruled() -> None:
    then, now = "In 2023 labour in the workshop was £46 an hour.", "From 2024 labour is now £48."
    assert told_later(then, now, question="What was an hour of labour in 2023?") == ""
    asked = "Is labour in the workshop charged at £46 an hour?"
    assert told_later(LABOUR, "Labour is now £48 an hour instead of £46.", question=asked) == ""


def weighing(**weights: float) -> ChangeWeights:
    """Weights of some features, of which a score of 2 is needed."""
    return ChangeWeights(
        tuple(weights.get(name.replace(" ", "_"), 0.0) for name in FEATURES), 2.0, 0.6, 0.2
    )


@pytest.mark.parametrize(("weight", "replaces"), [(6.0, True), (2.2, False), (0.1, None)])
def test_how_probable_a_change_is_decides_how_it_is_told(
    weight: float, replaces: bool | None
) -> None:
    evidence = reading(QUESTION)
    told = place(evidence, "Labour in the workshop")
    scores = [0.5] * len(evidence.candidates)
    found = later_word(evidence, scores, told, weighing(old_value_beside=weight))
    assert (None if found is None else found.replaces) is replaces
    if found is not None:
        assert "£48" in evidence.candidates[found.place].text


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=6), st.floats(-5, 5))
def test_changes_and_no_change_share_one_probability(scores: list[float], nothing: float) -> None:
    first = ChangeWeights((1.0, *(0.0 for _ in FEATURES[1:])), nothing, 0.5, 0.2)
    rows = [
        ToldChange(at, (score, *(0.0 for _ in FEATURES[1:]))) for at, score in enumerate(scores)
    ]
    shares = first.probabilities(rows)
    odds = np.exp(np.array([*scores, nothing]) - max(*scores, nothing))
    assert np.allclose(shares, odds[:-1] / odds.sum())
    assert shares.sum() < 1.0 + 1e-9


def test_the_weights_that_ship_are_of_these_features() -> None:
    row = json.loads(FILE.read_text("utf-8"))
    assert row["weights"].keys() == set(FEATURES)
    shipped = shipped_changes()
    assert 0 < shipped.beside < shipped.replaces <= 1


def test_a_later_step_changes_nothing_of_an_earlier_one() -> None:
    embedder = WordEmbedder()
    steps = hit(
        "4 Place the new blade on the upper wheel first. "
        "6 Turn the wheel now and move the blade instead until it is on the middle of the wheel.",
        document="manual",
        title="Changing the blade",
    )
    background = weights_for(embedder).background
    for question, some in (
        ("How do I get the new blade on the wheel?", False),
        ("What comes on the upper wheel?", True),
    ):
        evidence = read(question, (steps,), embedder.embed, background)
        first = place(evidence, "Place the new blade")
        assert bool(changes_of(evidence, [0.5] * len(evidence.candidates), first)) is some


def test_what_leads_to_the_change_was_there_before_it() -> None:
    embedder = WordEmbedder()
    first = "The labour charge in the workshop is now £48 an hour."
    for later, some in (
        ("Labour in the workshop was changed to £46 an hour.", True),
        ("Labour in the workshop was changed to £46 an hour (but see section 12).", False),
    ):
        hits = (hit(first, document="first"), hit(later, document="second"))
        evidence = read(QUESTION, hits, embedder.embed, weights_for(embedder).background)
        found = changes_of(evidence, [0.5] * len(evidence.candidates), place(evidence, first))
        assert bool(found) is some


@pytest.mark.parametrize(
    ("later", "may_change"),
    [
        ("Ginnel was added and the glossary is now revised.", False),
        ("A ginnel now means any covered way instead.", True),
    ],
)
def test_only_another_meaning_changes_a_meaning(later: str, may_change: bool) -> None:
    embedder = WordEmbedder()
    first = "Ginnel - a narrow passage between walls or houses."
    hits = (hit(first, document="first"), hit(later, document="second"))
    background = weights_for(embedder).background
    evidence = read("What is a ginnel?", hits, embedder.embed, background)
    found = changes_of(evidence, [0.5] * len(evidence.candidates), place(evidence, "Ginnel - a"))
    assert bool(found) is may_change


def test_what_holds_under_a_condition_alone_takes_the_place_of_nothing() -> None:
    other = "If the hoist is broken, labour is now charged at £48 instead of £46 an hour."
    assert told_later(LABOUR, other) == ""
    assert told_later(LABOUR, "Unless a deposit is paid, labour is now £48 instead of £46.") == ""
    question = "What is charged for an hour of labour if the hoist is broken?"
    assert told_later(LABOUR, other, question=question) == other
    case = "If you wait for it, labour is charged at £46 an hour."
    assert told_later(case, other) == other  # both are of a case


def test_a_sentence_with_the_very_day_that_is_told_changes_nothing() -> None:
    told = "So the fair is now on Saturday 28 June, and 21 June is off."
    question = "When is the fair?"
    free = "Could you move? The green is free on 14 June and on 28 June instead."
    assert told_later(told, free, question=question) == ""
    later = "The fair is moved from 28 June to 5 July."
    assert told_later(told, later, question=question) == later


def test_a_day_that_is_said_to_be_moved_is_told_by_the_day_behind_it() -> None:
    told = "The fair is on 28 June in the barn."
    for later in (
        "The fair of 28 June has been postponed to 5 July.",
        "The fair on 28 June is now moved to 5 July instead.",
    ):
        assert told_later(told, later, question="When is the fair?") == later


def test_what_should_read_otherwise_is_under_no_condition() -> None:
    later = "The charge for labour, printed as £46 an hour, should read £48."
    assert told_later(LABOUR, later) == later


@pytest.mark.parametrize(
    ("rows", "may_change"),
    [
        (
            "B-011 2 May Hall Dinner Alder 80 moved instead "
            "B-012 3 May Hall Dinner Moor & Co 18 yes B-013 4 May Barn Tea Lark 9 yes",
            False,
        ),
        # two codes may be a place and the one in its place, and three those of other things
        ("The dinner of Moor & Co was moved from B-011 to B-012 instead.", True),
        ("The dinner of Moor & Co was moved from B-011 to B-0121, see D12.", True),
    ],
)
def test_rows_of_a_list_that_run_on_change_nothing(rows: str, may_change: bool) -> None:
    hits = (
        hit("The dinner of Moor & Co is in the hall.", document="minutes"),
        hit(rows, document="bookings"),
    )
    embedder = WordEmbedder()
    background = weights_for(embedder).background
    evidence = read("Where is the dinner of Moor & Co?", hits, embedder.embed, background)
    told = place(evidence, "The dinner")
    assert bool(changes_of(evidence, [0.5] * len(evidence.candidates), told)) is may_change


def test_another_room_is_a_change() -> None:
    told, question = "The class is in room A101.", "In which room is the class?"
    later = "The class is moved from room A101 to room A102."
    assert told_later(told, later, question=question) == later


def test_rules_of_one_scale_never_take_the_place_of_each_other() -> None:
    question = "What is the fee for 3 hours?"
    told, other = "Up to 2 hours the fee is £8.", "From 2 to 5 hours the fee is now £15 instead."
    assert told_later(told, other, question=question) == ""
    assert told_later(told, other, question="What is the fee?") == other
    # a rule that is amended is another matter
    amended = "From 2 to 5 hours the fee is now £18 instead of £15."
    before = "From 2 to 5 hours the fee is £15."
    assert told_later(before, amended, question=question) == amended


def test_of_two_things_neither_takes_the_place_of_the_other() -> None:
    evidence = reading("What is the difference between a labour charge and a printed charge?")
    assert not changes_of(evidence, [0.5] * len(evidence.candidates), 0)
