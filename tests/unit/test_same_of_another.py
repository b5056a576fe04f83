"""What is said word for word of another thing is not told of the one that is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from backend.ports import Vectors
from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.other_names import other_names, says_the_same_of_another
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.same_of_another import thing_lacked
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ALIKE = (("pails", "buckets"), ("fodder", "Hay"))


def embed(texts: Sequence[str]) -> Vectors:
    """Unit vectors: words of one pair are the same, all others have nothing in common."""
    rows = np.zeros((len(texts), len(texts) + len(ALIKE)), dtype=np.float32)
    for row, text in enumerate(texts):
        pair = next((at for at, each in enumerate(ALIKE) if text in each), None)
        rows[row, len(texts) + pair if pair is not None else row] = 1.0
    return rows


def is_of_another(question: str, sentence: str, passage: str = "") -> bool:
    """Whether a sentence of a passage is of another thing, as the reader finds it."""
    reading: ReadEvidence = reading_of(question, hit(passage or sentence))
    scores = np.array([float(candidate.text == sentence) for candidate in reading.candidates])
    reading = replace(reading, other_names=other_names(reading, scores, embed))
    unit = reading.candidates[int(scores.argmax())]
    assert unit.text == sentence
    return says_the_same_of_another(reading, unit, complete_one(reading, unit))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("When is the hay delivered?", "The straw is delivered on Tuesdays."),
        ("Who lends out saddles?", "Jonas Pike lends out bridles in the tack room."),
        ("Where does the pony club meet?", "The riding club meets in the upper barn."),
        ("How long can a novice stay?", "An instructor can stay for ten nights."),
        ("How many buckets of oats do goats eat?", "Goats eat two buckets of barley."),
        ("When will the mare with a cough be moved?", "The mare with a limp will be moved in May."),
        ("What does a saddle lesson cost?", "A jumping lesson costs £30."),
        ("What does it cost to stable a mule?", "To stable a horse costs £9."),
        ("What does a curry comb cost?", "A hoof pick costs £4."),
        ("What must I pay if I lose a saddle?", "If you lose a bridle, you must pay £90."),
        ("What does the horse box cost per day?", "The hay box costs £9 a day."),
        ("Who gives the jumping lessons?", "Riding lessons are given by Jonas Pike."),
        ("How many mules may be kept in the yard?", "Ponies may be kept, at most two in the yard."),
        ("How many mules are allowed in the yard?", "At most two ponies graze in the yard."),
    ],
)
def test_all_but_the_thing(question: str, sentence: str) -> None:
    assert is_of_another(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        # the thing stands there, also in another form
        ("When is the hay delivered?", "Straw and hay are delivered on Tuesdays."),
        ("How long can a child stay?", "Children can stay for ten nights."),
        # other words for much of the question
        ("When is the fodder brought to the yard?", "The hay arrives in the yard on Tuesdays."),
        ("Who lends out saddles?", "Saddlery can be borrowed from Jonas Pike."),
        # a verb is missing, not a thing
        ("How long do I wear the splint?", "The splint stays on for two weeks."),
        ("When does the riding club gather?", "The riding club meets on Sundays."),
        ("When does Nell start riding?", "Nell will be riding from May."),
        # the deed stands there in a form that is another word
        ("When did the riders leave Elm Farm?", "The riders left Elm Farm on 3 May."),
        ("When did the grooms buy Dusty Bess?", "The grooms bought Dusty Bess in May."),
        # yes or no has rules of its own, and a pronoun has its thing before it
        ("Is the hay delivered on Tuesdays?", "The straw is delivered on Tuesdays."),
        ("When is the hay delivered?", "It is delivered on Tuesdays."),
        # what something is may be told in any words
        ("What is the purpose of the trough?", "The trough keeps water for the calves."),
        # “the club” may be the one that is meant
        ("When does the pony club meet?", "The club meets on Sundays."),
        # the deed is missing as well
        ("What did the grooms want the trough for?", "The trough was there for the calves."),
        ("What distance must my horse keep?", "A second rider has to be within a distance."),
        ("Where are the lessons for those riding?", "Where the fields are, near the barn."),
        # nothing but the thing of the condition may be missing, and only its thing
        ("What must I pay if I lose a saddle?", "If you lose a saddle, you must pay £90."),
        ("Who helps if I lose a saddle?", "If you lose a bridle, you must pay £90."),
        ("What must I pay if I lose it early?", "If you lose it, you must pay £90."),
        # people are counted without the word, and a kind is not named
        ("How many people may sleep in the loft?", "At most four may sleep in the loft."),
        ("Which feed may be kept in the loft?", "Oats may be kept in the loft."),
        # numbers are told apart elsewhere
        ("What do five riders pay?", "Up to six riders pay £80."),
    ],
)
def test_anything_else_is_left_alone(question: str, sentence: str) -> None:
    assert not is_of_another(question, sentence)


def test_a_heading_may_name_the_thing() -> None:
    below = "Bring them back by six.\n\nSaddles\n\nJonas Pike lends them out at noon."
    assert not is_of_another("Who lends out saddles?", "Jonas Pike lends them out at noon.", below)


def test_a_name_that_a_document_is_about_need_not_stand_in_each_sentence() -> None:
    passages = [
        hit(
            "Northvale Dairy sells milk. Cows graze here. The Company had 40 lorries parked in Elm."
        ),
        hit("The board of Northvale Dairy meets in Elm.", start=200),
    ]
    question = "How many lorries of Northvale Dairy were parked in Elm?"
    sentence = "The Company had 40 lorries parked in Elm."
    for found, other in ((passages, False), (passages[:1], True)):
        reading = reading_of(question, *found)
        unit = next(candidate for candidate in reading.candidates if candidate.text == sentence)
        assert says_the_same_of_another(reading, unit, complete_one(reading, unit)) is other


def test_what_a_thing_is_of_may_stand_in_the_sentence_before() -> None:
    question = "How long does work on the north stable take?"
    work = "Work takes five weeks."
    assert is_of_another(question, work)
    assert not is_of_another(question, work, f"The north stable gets a roof. {work}")


def test_what_is_counted_may_stand_in_the_sentence_before() -> None:
    question, sentence = "How many sacks may lie in a stall?", "At most two may lie in a stall."
    assert is_of_another(question, sentence)
    assert not is_of_another(question, sentence, f"Oats come in sacks. {sentence}")


def test_the_noun_alone_is_of_the_sentence_before() -> None:
    question, sentence = "When does the pony club meet?", "The club meets on Sundays."
    assert not is_of_another(question, sentence, f"Ponies are kept outside. {sentence}")
    assert is_of_another(question, sentence, f"There is a riding club. {sentence}")
    assert not is_of_another(question, sentence, f"Join the pony club. {sentence}")
    held = "When is the pony show held?"
    assert is_of_another(held, "The sheep show takes place on 3 May.")
    assert not is_of_another(held, "The show takes place on 3 May.")


def test_another_name_of_the_thing() -> None:
    question, sentence = "Where are pails kept?", "The buckets are kept behind the barn."
    assert not is_of_another(question, sentence)
    # a document that has pails as well tells them apart
    assert is_of_another(question, sentence, f"Old pails are for sale. {sentence}")
    assert is_of_another("Where are forks kept?", sentence)


def test_a_price_may_be_of_another_name_but_not_of_another_part_of_it() -> None:
    def at_half(question: str, sentence: str) -> bool:
        reading = reading_of(question, hit(sentence))
        near = np.full(len(reading.candidates), 0.5)
        unit = reading.candidates[0]
        reading = replace(reading, other_names=near)
        return says_the_same_of_another(reading, unit, complete_one(reading, unit))

    assert not at_half("What does entry cost?", "Admission costs £4.")
    assert at_half("What does a saddle lesson cost?", "A jumping lesson costs £30.")


def test_the_verdict_follows() -> None:
    passage = "The straw is delivered on Tuesdays. Ask at the gate."
    sentence = "The straw is delivered on Tuesdays."
    assert judged_first("When is the straw delivered?", passage, sentence) is Verdict.DIRECT
    assert judged_first("When is the hay delivered?", passage, sentence) is Verdict.CLOSEST


@pytest.mark.parametrize(
    ("question", "passage", "lacked"),
    [
        (
            "How long does a leather saddle take?",
            "A cloth saddle is quick. Leather takes long.",
            (),
        ),
        # no sentence before it has the noun
        (
            "How long does a leather saddle take?",
            "The loft is dry. Leather takes long.",
            ("saddle",),
        ),
        # another form of the word is a thing of its own
        ("What does a pony saddle cost?", "A saddle is dear. Ponies cost £900.", ("saddle",)),
    ],
)
def test_a_kind_may_stand_without_its_noun_behind_a_sentence_with_it(
    question: str, passage: str, lacked: tuple[str, ...]
) -> None:
    reading = reading_of(question, hit(passage))
    before, unit = reading.units
    assert thing_lacked(reading.question, unit, frozenset(), before) == lacked
