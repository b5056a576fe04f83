"""What is quoted is whole: a lead-in with its list, a fragment with its sentence, no debris."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.complete import (
    AROUND,
    announces_nothing,
    complete,
    complete_one,
    going_on,
    surrounded,
)
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.judging import Judgement
from backend.tasks.answer.extractive.reading import ReadEvidence, read
from backend.tasks.answer.extractive.shown import shown_units
from backend.tasks.answer.extractive.units import cut_hits
from backend.tasks.answer.extractive.wording import Composition, quotes
from backend.types import Verdict
from tests.unit.test_local_reader import hit

LIST = (
    "Before a dive the tender checks the following items:\n"
    "• the pressure of both cylinders\n"
    "• the whistle\n"
    "• the line and its float\n\n"
    "The diver checks them again. Nobody dives alone."
)


def reading_of(
    text: str, question: str = "What does the tender check before a dive?"
) -> ReadEvidence:
    def embed(texts: object) -> np.ndarray:
        rows = np.ones((len(list(texts)), 4), dtype=np.float32)  # type: ignore[call-overload]
        return rows / 2.0

    return read(question, [hit(text, start=100)], embed, Background({}, 1000))


def test_a_lead_in_is_quoted_with_its_list_and_nothing_more() -> None:
    reading = reading_of(LIST)
    lead = reading.units[0]
    whole = complete_one(reading, lead)
    assert lead.text.endswith("items:")
    assert whole.text == (
        "Before a dive the tender checks the following items: • the pressure of both cylinders "
        "• the whistle • the line and its float"
    )
    assert whole.start == 100
    assert LIST[: whole.end - 100].endswith("its float")


def test_a_lead_in_of_one_sentence_takes_that_sentence() -> None:
    reading = reading_of(
        "The rule is simple: it ends here.\n\nFor example:\n\nFour men row. Two of them rest."
    )
    lead = next(unit for unit in reading.units if unit.text == "For example:")
    assert complete_one(reading, lead).text == "For example: Four men row."


def test_why_is_answered_by_the_sentence_after_the_one_that_says_it_again() -> None:
    text = (
        "The old stone pier stays closed. All of its piles have rotted away. Gulls nest there.\n\n"
        "It is long."
    )
    reading = reading_of(text, "Why does the old stone pier stay closed?")
    again, reason, *_ = reading.units
    assert complete_one(reading, again).text == f"{again.text} {reason.text}"
    assert complete_one(reading, reason) == reason
    shown = first_line(reading.question, again, None, frozenset(), complete_one(reading, again))
    assert shown == "The old stone pier stays closed. All of its piles have rotted away."
    told = reading_of(text.replace("closed.", "closed because of its piles.", 1), "Why is it so?")
    assert complete_one(told, told.units[0]) == told.units[0]
    asked = reading_of(text, "Is the old stone pier closed?")
    assert complete_one(asked, asked.units[0]) == asked.units[0]


def test_a_conclusion_is_quoted_with_what_it_is_drawn_from() -> None:
    text = "Ice lifts the planks each winter. The north quay is therefore closed. It is short."
    reading = reading_of(text, "Why is the north quay closed?")
    conclusion = reading.units[1]
    whole = complete_one(reading, conclusion)
    assert whole.text == "Ice lifts the planks each winter. The north quay is therefore closed."
    shown = first_line(reading.question, conclusion, None, frozenset(), whole)
    assert shown == "Ice lifts the planks each winter."
    apart = reading_of(text.replace("winter. ", "winter.\n\n"), "Why is the north quay closed?")
    assert complete_one(apart, apart.units[1]) == apart.units[1]


def test_what_is_said_of_these_is_quoted_with_what_they_are() -> None:
    text = (
        "The shed holds three sails: a jib, a lug and a lateen. These sails are all made of cotton."
    )
    asked = "Which cotton sails does the shed hold?"
    reading = reading_of(text, asked)
    of_them = reading.units[1]
    whole = complete_one(reading, of_them)
    assert whole.text == text
    assert first_line(reading.question, of_them, None, frozenset(), whole) == text
    decided = reading_of(text, "Are the sails made of cotton?")  # a line begins with yes or no
    assert complete_one(decided, decided.units[1]) == decided.units[1]
    apart = reading_of(text.replace(" These", "\n\nThese"), asked)
    assert complete_one(apart, apart.units[1]) == apart.units[1]
    long = reading_of(text.replace("three sails", f"{'very ' * 30}fine sails"), asked)
    assert complete_one(long, long.units[1]) == long.units[1]
    others = reading_of(text.replace("These sails", "Those who sew"), asked)
    assert complete_one(others, others.units[1]) == others.units[1]
    bare = reading_of("In the shed. These sails are all made of cotton.", asked)
    assert complete_one(bare, bare.units[-1]) == bare.units[-1]  # no sentence that names them


def test_the_first_line_of_a_lead_in_holds_what_it_announces() -> None:
    reading = reading_of(LIST)
    lead = reading.units[0]
    shown = first_line(reading.question, lead, None, frozenset(), complete_one(reading, lead))
    assert "the pressure of both cylinders" in shown


def test_a_lead_in_whose_list_was_cut_off_announces_nothing() -> None:
    reading = reading_of("Nobody dives alone. The tender checks the following items:")
    assert announces_nothing(reading, reading.units[-1])
    assert not announces_nothing(reading, reading.units[0])
    assert not announces_nothing(reading_of(LIST), reading_of(LIST).units[0])


def test_a_few_words_come_with_the_sentence_before_them() -> None:
    reading = reading_of("A diver wants to go alone. Never, on no account. The tender stays.")
    answer = next(unit for unit in reading.units if unit.text.startswith("Never"))
    assert complete_one(reading, answer).text == "A diver wants to go alone. Never, on no account."


def test_a_few_words_of_another_paragraph_stay_alone() -> None:
    reading = reading_of("The tender stays in the boat all day.\n\nNever, on no account.")
    assert complete_one(reading, reading.units[1]) == reading.units[1]


def test_nothing_is_quoted_twice() -> None:
    reading = reading_of(LIST)
    lead, item = reading.units[0], reading.units[1]
    assert [unit.start for unit in complete(reading, [lead, item])] == [lead.start]
    both = complete(reading, [item, lead])
    assert len({(unit.start, unit.end) for unit in both}) == len(both)
    assert all(
        one is other or one.end <= other.start or other.end <= one.start
        for one in both
        for other in both
    )


def test_what_closes_a_listing_is_not_part_of_the_sentence_after_it() -> None:
    units = cut_hits([hit("while (more) {\n  read();\n}\n}\n}\n(Note that it reads once more.)")])
    assert units[-1].text == "(Note that it reads once more.)"


def test_marks_alone_and_entries_of_contents_are_no_units() -> None:
    text = "} } }\n\nThe pump is off.\n\n2.4 Pumps . . . . . . . . 20\n2.5 Valves . . . . . . . 21"
    assert [unit.text for unit in cut_hits([hit(text)])] == ["The pump is off."]


def test_a_fragment_ends_the_sentence_before_it() -> None:
    units = cut_hits(
        [hit("The ferry belongs to Quist Lines! B.V. Ltd.\n\nIt sails daily at noon.")]
    )
    assert units[0].text == "The ferry belongs to Quist Lines! B.V. Ltd."
    assert units[1].text == "It sails daily at noon."


def test_a_property_is_quoted_with_what_it_is_a_property_of() -> None:
    text = "depth num Anchor at num fathoms. Deeper water needs more chain. Default: 12.5."
    units = cut_hits([hit(text)])
    assert [unit.text for unit in units] == [
        "depth num Anchor at num fathoms.",
        "Deeper water needs more chain. Default: 12.5.",
    ]


def test_what_opens_a_paragraph_or_is_a_sentence_of_its_own_stays_apart() -> None:
    apart = "Anchor early.\n\nDefault: 12."
    assert [unit.text for unit in cut_hits([hit(apart)])][-1] == "Default: 12."
    note = "Anchor early. Remember: where the ground is rock, no anchor of any shape holds a boat."
    assert len(cut_hits([hit(note)])) == 2


BOATS = (
    "Boats are hauled in May. Their keels are scraped. Fresh paint follows in the week after."
    "\n\nNobody sails in those weeks."
)


def test_the_nearest_sentence_is_shown_between_its_neighbours() -> None:
    reading = reading_of(BOATS, "What happens to the keels?")
    first, keels, paint, alone = reading.units
    assert surrounded(reading, keels).text == f"{first.text} {keels.text} {paint.text}"
    assert surrounded(reading, paint).text == f"{keels.text} {paint.text}"
    assert surrounded(reading, alone) == alone


def test_neighbours_of_an_endless_paragraph_stay_outside() -> None:
    long = f"The boats {'lie close to the shore and ' * 15}rot."
    reading = reading_of(
        f"{long} They are hauled out in the middle of May. {long}", "When are boats hauled?"
    )
    assert AROUND - 20 < len(long) < AROUND
    assert surrounded(reading, reading.units[1]).text == "They are hauled out in the middle of May."


def test_a_likely_quote_is_followed_by_the_sentence_after_it() -> None:
    reading = reading_of(BOATS, "What happens to the keels?")
    first, keels, paint, alone = reading.units
    assert going_on(reading, [keels, first, paint]) == (keels, paint, first)
    assert going_on(reading, [paint, first]) == (paint, first)
    assert going_on(reading, [alone]) == (alone,)


def test_the_nearest_are_the_best_sentences_and_none_is_told_twice() -> None:
    reading = reading_of(f"{BOATS} They sit in the old boathouse at the quay and mend their nets.")
    first, keels, _, nobody, they = reading.candidates
    by_text = {keels.text: 0.9, first.text: 0.8, they.text: 0.5, nobody.text: 0.4}
    scores = np.array([by_text.get(candidate.text, 0.1) for candidate in reading.candidates])
    judgement = Judgement(Verdict.CLOSEST, "", (keels,), scores, 0.1, 0.5)
    near, other = shown_units(reading, judgement)
    assert near.text == BOATS.split("\n\n", maxsplit=1)[0]
    assert other.text == f"{nobody.text} {they.text}"


def test_what_answers_is_shown_alone_and_what_is_likely_with_what_follows() -> None:
    reading = reading_of(BOATS)
    keels, paint = reading.units[1:3]
    scores = np.ones(len(reading.candidates))
    direct = Judgement(Verdict.DIRECT, "", (keels,), scores, 0.9, 0.9)
    assert shown_units(reading, direct) == (keels,)
    likely = Judgement(Verdict.LIKELY, "", (keels,), scores, 0.5, 0.9)
    assert shown_units(reading, likely) == (keels, paint)


SHORT = (
    "It rains. The tide is low today. The boats lie dry here. Gulls sit on them. "
    "Nobody rows at noon."
)


def test_what_follows_is_shown_as_long_as_there_is_room() -> None:
    reading = reading_of(SHORT, "Where do the boats lie?")
    boats = next(unit for unit in reading.units if "boats" in unit.text)
    assert surrounded(reading, boats).text.endswith("Gulls sit on them. Nobody rows at noon.")
    assert [unit.text for unit in going_on(reading, [boats])] == [
        "The boats lie dry here.", "Gulls sit on them.", "Nobody rows at noon."
    ]  # fmt: skip
    long = f"{SHORT} Nets {'dry on the wall and ' * 20}rot. They smell of tar and salt."
    assert surrounded(reading_of(long), reading_of(long).units[2]).text.endswith(
        "Nobody rows at noon."
    )


def test_a_question_is_quoted_with_the_sentence_that_follows_it() -> None:
    text = (
        "Can the pump run dry? Only for a minute. Then it stops.\n\nWhy?\n\nIt would melt. Ask us."
    )
    assert [unit.text for unit in cut_hits([hit(text)])] == [
        "Can the pump run dry? Only for a minute.", "Then it stops.", "Why? It would melt. Ask us.",
    ]  # fmt: skip
    both = "Can the pump run dry? May it stand in salt water? The maker says nothing of it."
    assert [unit.text for unit in cut_hits([hit(both)])] == [
        "Can the pump run dry?", "May it stand in salt water? The maker says nothing of it.",
    ]  # fmt: skip


def test_a_question_and_a_sentence_that_are_too_long_together_stay_apart() -> None:
    answer = f"It {'turns and ' * 38}rests."
    units = cut_hits([hit(f"What does the wheel do each morning at the mill by the sea? {answer}")])
    assert units[0].text.endswith("?")
    assert len(units) == 2


def test_a_reason_behind_the_sentence_that_tells_what_happens_is_the_first_line() -> None:
    text = (
        "When somebody opens the old stone pier for a day and forgets the chain, gulls come in. "
        "This happens because fish lie on the warm piles. They leave at dusk."
    )
    reading = reading_of(text, "Why do gulls come to the old stone pier?")
    happens, reason, later = reading.units
    whole = complete_one(reading, happens)
    assert whole.text == f"{happens.text} {reason.text}"
    assert first_line(reading.question, happens, None, frozenset(), whole) == reason.text
    asked = reading_of(text, "When do gulls come to the old stone pier?")
    assert complete_one(asked, asked.units[0]) == asked.units[0]
    assert complete_one(reading, later) == later


def test_quotes_run_on_only_where_they_follow_each_other() -> None:
    reading = reading_of(BOATS, "What happens to the keels?")
    first, keels, _, alone = reading.units
    composition = Composition()
    assert "".join(quotes(composition, [first, keels, alone])) == (
        f"{first.text} [1] {keels.text} [1]\n\n{alone.text} [1]"
    )


def test_the_steps_under_a_heading_are_quoted_together() -> None:
    text = "Borrowing a boat\n\n1. Sign the book.\n\n2. Take the oars.\n\nBoats are green."
    reading = reading_of(text, "How do I borrow a boat?")
    first = reading.units[0]
    assert first.opens
    assert complete_one(reading, first).text == "1. Sign the book. 2. Take the oars."
    assert complete_one(reading, reading.units[1]).text == "2. Take the oars."


def test_what_had_happened_before_is_why() -> None:
    text = (
        "The harbour master said that the mast fell on Monday. Its foot had rotted. "
        "Now it is being built anew."
    )
    reading = reading_of(text, "Why did the mast fall?")
    first = reading.units[0]
    whole = complete_one(reading, first)
    assert whole.text.endswith("Its foot had rotted.")
    line = first_line(reading.question, first, None, frozenset(), whole)
    assert line == "Its foot had rotted."
    for told in ("had to dry", "had been set in 1901"):
        other = reading_of(text.replace("had rotted", told), "Why did the mast fall?")
        assert complete_one(other, other.units[0]) == other.units[0], told


def test_a_list_belongs_to_what_announces_it_without_a_colon() -> None:
    reading = reading_of(
        "A winch needs care. There are two rules for the winch.\n\n"
        "1. Oil it in May. A thin oil is best.\n\n2. Cover it.\n\nNobody else may use it.",
        "What are the rules for the winch?",
    )
    lead = next(unit for unit in reading.units if unit.text.startswith("There are"))
    assert complete_one(reading, lead).text == (
        "There are two rules for the winch. 1. Oil it in May. A thin oil is best. 2. Cover it."
    )


def test_a_sentence_that_announces_nothing_that_follows_stays_alone() -> None:
    reading = reading_of(
        "There are two rules for the winch. Nobody knows them.\n\n1. Oil it in May.",
        "What are the rules for the winch?",
    )
    assert complete_one(reading, reading.units[0]).text == "There are two rules for the winch."


@pytest.mark.parametrize(
    ("question", "reason", "result"),
    [
        ("Why did the cellar flood?", "The pump had no oil", "That is why the cellar flooded."),
        ("Why was the cellar closed?", "A beam is loose", "For this reason the cellar was closed."),
        ("Warum war der Keller nass?", "Die Pumpe hat kein Öl", "Deshalb war der Keller nass."),
        (
            "Pourquoi la cave est fermée ?",
            "La pompe fuit depuis mai",
            "C’est pourquoi la cave est fermée.",
        ),
        ("¿Por qué se cerró el sótano?", "La bomba pierde agua", "Por eso se cerró el sótano."),
    ],
)
def test_a_sentence_that_points_back_comes_behind_its_reason(
    question: str, reason: str, result: str
) -> None:
    text = f"Hello to all who read this. {reason}. {result} Bring boots."
    reading = reading_of(text, question)
    unit = next(each for each in reading.units if each.text == result)
    whole = complete_one(reading, unit)
    assert whole.text == f"{reason}. {result}"
    assert first_line(reading.question, unit, None, frozenset(), whole) == f"{reason}."


def test_only_a_question_for_a_reason_asks_for_what_a_sentence_points_back_to() -> None:
    text = "The pump had no oil. That is why the cellar flooded in May. Bring boots."
    reading = reading_of(text, "When did the cellar flood?")
    assert complete_one(reading, reading.units[1]).text == reading.units[1].text
    reading = reading_of(text, "Why did the cellar flood?")
    assert complete_one(reading, reading.units[2]).text != text
    first = reading_of("That is why the cellar flooded in May. Bring boots to it.", "Why flooded?")
    assert complete_one(first, first.units[0]).start == 100


@pytest.mark.parametrize(
    ("question", "told", "reason"),
    [
        ("Why is the path closed?", "The path is closed.", "The cause is a slide of rocks."),
        (
            "Warum ist der Weg gesperrt?",
            "Der Weg zur alten Mühle am Ufer ist gesperrt.",
            "Grund dafür war ein Sturm.",
        ),
        (
            "Warum ist der Weg gesperrt?",
            "Der Weg zur alten Mühle am Ufer ist gesperrt.",
            "Der Grund: ein Sturm im Mai.",
        ),
        (
            "Pourquoi le quai est-il fermé ?",
            "Le quai du vieux port au nord est fermé.",
            "La raison : une crue en mai.",
        ),
        (
            "¿Por qué se cerró el muelle?",
            "Se cerró el muelle viejo del puerto del norte.",
            "El motivo fue una tormenta.",
        ),
    ],
)
def test_a_reason_in_the_next_sentence_is_known_by_its_opening(
    question: str, told: str, reason: str
) -> None:
    reading = reading_of(f"Hello all here. {told} {reason} Bring your boots.", question)
    unit = next(each for each in reading.units if each.text == told)
    assert complete_one(reading, unit).text == f"{told} {reason}"


def test_a_counted_list_ends_before_the_next_one() -> None:
    reading = reading_of(
        "There are two gates.\n\n- The north gate\n- The south gate\n\nBring with you:\n\n"
        "- a coat\n- a torch",
        "Which gates are there?",
    )
    lead = next(unit for unit in reading.units if unit.text.startswith("There are"))
    assert complete_one(reading, lead).text == (
        "There are two gates. - The north gate - The south gate"
    )
    reading = reading_of(
        "There are two rules for the winch.\n\n1. Oil it.\n2. Cover it when you leave.\n\n"
        "The oars have their own.\n\n1. Dry them.\n2. Lay them down.",
        "What are the rules for the winch?",
    )
    lead = next(unit for unit in reading.units if unit.text.startswith("There are"))
    assert "Dry them" not in complete_one(reading, lead).text


@pytest.mark.parametrize("lead", ["The things it checks are", "Before a dive it looks for"])
def test_a_sentence_that_breaks_off_before_a_list_is_quoted_with_it(lead: str) -> None:
    items = "1. the line and its float\n2. the whistle"
    reading = reading_of(
        f"The tender is careful. {lead}\n{items}\n\nNobody dives alone in the harbour."
    )
    whole = complete_one(reading, reading.units[1])
    assert whole.text == f"{lead} 1. the line and its float 2. the whistle"


def test_a_sentence_that_breaks_off_before_a_listing_is_quoted_with_it() -> None:
    reading = reading_of(
        "Default knots\n\nThe set of knots that are known is by default\n\n"
        '> knots() "bowline" "reef" "sheet bend" and this can be changed.\n\n'
        "Nobody dives alone in the harbour."
    )
    lead = next(unit for unit in reading.units if unit.text.endswith("by default"))
    assert complete_one(reading, lead).text == (
        'The set of knots that are known is by default > knots() "bowline" "reef" "sheet bend" '
        "and this can be changed."
    )


def test_a_sentence_that_ends_takes_no_list_along() -> None:
    reading = reading_of("That is what all the things are\n\nNobody dives alone in the harbour.")
    assert complete_one(reading, reading.units[0]) == reading.units[0]
    ended = reading_of("This is a long day for the tender.\n\n1. the line and its float")
    assert complete_one(ended, ended.units[0]) == ended.units[0]


def test_what_is_the_default_is_named_by_the_sentence_before() -> None:
    text = (
        "red - The flag of the club. This is the default flag colour. "
        "It is flown at dawn by the oldest."
    )
    reading = reading_of(text, "What is the default colour of the flag?")
    unit = next(each for each in reading.units if each.text.startswith("This"))
    assert complete_one(reading, unit).text == (
        "red - The flag of the club. This is the default flag colour."
    )
    other = next(each for each in reading.units if each.text.startswith("It is flown"))
    assert complete_one(reading, other).text == "It is flown at dawn by the oldest."


def test_a_short_sentence_that_says_something_of_its_own_is_not_said_again() -> None:
    text = "No lamps are lit here. Light harms the moths. Food must stay outside on the deck."
    reading = reading_of(text, "Why are lamps forbidden near the light moths?")
    (light,) = [unit for unit in reading.units if unit.text.startswith("Light")]
    assert "Food" not in complete_one(reading, light).text


def test_the_next_item_of_a_list_is_no_reason() -> None:
    listed = "Removed\n\n- The red lamp has been removed.\n- The old horn is gone now."
    reading = reading_of(listed, "Why was the red lamp removed?")
    (first, _) = reading.units
    assert complete_one(reading, first) == first
    decided = reading_of(listed, "Is the red lamp still there?")
    assert complete_one(decided, decided.units[0]) == decided.units[0]
    listing = reading_of(listed, "What was removed?")
    assert complete_one(listing, listing.units[0]).end == listing.units[1].end


ITEMS = (
    "Decisions of the guild\n\n"
    "1. The new slip opens on 3 May. Bo Rask cuts the rope.\n"
    "2. Dogs travel free on Sundays.\n"
    "3. Ada Finch rings the bell at noon."
)


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("When does the new slip open?", False),
        ("Who rings the bell?", False),
        ("What does the guild want?", True),
    ],
)
def test_one_item_tells_when_and_by_whom(question: str, whole: bool) -> None:
    reading = reading_of(ITEMS.replace(" Bo Rask cuts the rope.", ""), question)
    first = reading.units[0]
    assert ("Dogs" in complete_one(reading, first).text) is whole


@pytest.mark.parametrize(("at", "shown"), [(0, "1. The new"), (1, "1. The new"), (2, "2. Dogs")])
def test_what_is_nearest_is_shown_without_the_next_item_of_its_list(at: int, shown: str) -> None:
    reading = reading_of(ITEMS, "When is the fair?")
    around = surrounded(reading, reading.units[at]).text
    assert around.startswith(shown)
    assert "3. Ada Finch" not in around
    assert ("Dogs" in around) is (at == 2)


def test_an_item_that_says_most_of_what_is_asked_is_quoted_alone() -> None:
    reading = reading_of(ITEMS.replace(" Bo Rask cuts the rope.", ""), "Which new slip opens?")
    assert complete_one(reading, reading.units[0]).text == "1. The new slip opens on 3 May."


TYPED = (
    "To use the mast in a drawing, open it:\n\nuse mast;\n\n"
    "All parts are kept in the hull. As they differ in size, you have to measure each of them "
    "before you begin to draw:\n\nmast Measure(int width = 1)\n\nThe width is that of the sail."
)


def test_what_is_typed_belongs_to_its_lead_in_and_not_to_the_paragraph_below() -> None:
    reading = reading_of(TYPED, "How do I use the mast?")
    assert [unit.text for unit in reading.units[:3]] == [
        "To use the mast in a drawing, open it:",
        "use mast;",
        "All parts are kept in the hull.",
    ]
    whole = complete_one(reading, reading.units[0])
    assert whole.text == "To use the mast in a drawing, open it: use mast;"
