"""A question of the document, the name of an entry or a label says what a sentence answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import (
    is_question,
    never_answers,
    tells_what_was_asked,
)
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.reading import MOST_CANDIDATES, ReadEvidence, read
from backend.tasks.answer.extractive.rule_scores import DEBRIS, signposted, without_debris
from backend.tasks.answer.extractive.signposts import asks_the_same
from backend.tasks.answer.extractive.told_what_it_is import DOING, doing_fit
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Hit
from tests.unit.test_local_reader import WordEmbedder, hit

NOTHING_KNOWN = Background({}, 1000)


def under(heading: str, text: str, *, title: str = "") -> Hit:
    found = hit(f"{heading}\n\n{text}", document=heading, title=title)
    return replace(found, chunk=replace(found.chunk, path=("Handbook", heading)))


def reading_of(question: str, *hits: Hit) -> ReadEvidence:
    return read(question, hits, WordEmbedder().embed, NOTHING_KNOWN)


def best_of(reading: ReadEvidence) -> str:
    scores: npt.NDArray[np.float64] = np.full(len(reading.candidates), 0.1)
    return reading.candidates[int(np.argmax(without_debris(reading, scores, {})))].text


SALT = under(
    "2.4 Can I wash the sails with salt water?¶",
    "No, it makes them stiff. Fresh water takes the salt out again. So, yes: rinse them.",
)


def test_the_first_sentence_under_the_same_question_answers() -> None:
    reading = reading_of("Can sails be washed with salt water?", SALT)
    assert best_of(reading) == "No, it makes them stiff."
    worth = dict(zip((u.text for u in reading.candidates), signposted(reading), strict=True))
    assert 0 < worth["Fresh water takes the salt out again."] < worth["No, it makes them stiff."]
    assert worth["So, yes: rinse them."] == worth["No, it makes them stiff."]


def test_a_question_of_another_kind_or_with_other_words_points_to_nothing() -> None:
    for question in ("Why are sails washed with salt water?", "Can I paint the hull red?"):
        assert not signposted(reading_of(question, SALT)).any()


def test_a_heading_is_the_same_question_by_words_kind_and_mark() -> None:
    question = reading_of("How do I reef the main sail?", SALT).question
    assert asks_the_same(question, "How do I reef a sail?")
    assert asks_the_same(question, "I want to reef the sail, what now?")
    assert not asks_the_same(question, "Reefing the sail")
    assert not asks_the_same(question, "Why reef the sail?")
    assert not asks_the_same(question, "How do I clean the galley?")
    counted = reading_of("How many sails does the old boat carry?", SALT).question
    assert asks_the_same(counted, "How many sails are on the old boat?")
    assert not asks_the_same(counted, "How many flags does the old boat carry?")


def test_a_sentence_knows_its_heading_without_number_and_mark() -> None:
    first, second, third = cut_hits([SALT])
    assert first.heading == "Can I wash the sails with salt water?"
    assert (first.opens, second.opens, third.opens) == (True, False, False)


def test_what_a_passage_goes_on_with_stands_under_its_last_heading() -> None:
    found = hit("The rest of it dries by itself.")
    found = replace(found, chunk=replace(found.chunk, path=("Handbook", "3. Drying")))
    (unit,) = cut_hits([found])
    assert (unit.heading, unit.opens) == ("Drying", False)


SETTINGS = under(
    "7.3 anchor-chain",
    "Specifies:\n\nHow much of the chain is let out.\n\nType of value:\n\nLength in metres\n\n"
    "Default value:\n\n40\n\nEffect if unset:\n\nAll of it is let out.",
)


def test_labels_of_an_entry_stand_with_their_values() -> None:
    assert [unit.text for unit in cut_hits([SETTINGS])] == [
        "Specifies: How much of the chain is let out.",
        "Type of value: Length in metres",
        "Default value: 40",
        "Effect if unset: All of it is let out.",
    ]


def test_a_label_before_a_list_takes_it_only_when_it_is_quoted() -> None:
    units = cut_hits([hit("Things needed:\n\n• a bucket of sand\n\n• a long brush")])
    assert units[0].text == "Things needed:"


def test_the_first_sentence_of_an_entry_says_what_its_name_does() -> None:
    other = under("7.4 anchor", "Specifies:\n\nWhich of the two anchors is let down.")
    reading = reading_of("What does anchor-chain do?", other, SETTINGS)
    assert best_of(reading) == "Specifies: How much of the chain is let out."


def test_a_default_is_the_value_behind_its_label() -> None:
    other = under("7.5 mooring-line", "Default value:\n\n12\n\nThe chain is not let out with it.")
    reading = reading_of("How much of the anchor chain is let out by default?", other, SETTINGS)
    assert best_of(reading) == "Default value: 40"
    asked = reading_of("How much of the anchor chain is let out?", other, SETTINGS)
    assert not signposted(asked).any(), "no default is asked for"


def test_a_default_of_something_else_is_passed_over() -> None:
    reading = reading_of("What colour has the bridge lamp by default?", SETTINGS)
    assert not signposted(reading).any()


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("When is the next meeting?", "Next meeting: Thursday 13 June 2024."),
        ("Who is the owner?", "Owner: Ada Holm of the finance department"),
        ("Who is the owner?", "Owner ........ Ada Holm of the finance department"),
        ("When is the next meeting?", "Next meeting ..... Thursday 13 June 2024"),
    ],
)
def test_a_label_that_is_asked_for_points_to_its_value(question: str, line: str) -> None:
    found = hit(f"The meeting was long.\n\n{line}\n\nMost of it was about boats.")
    assert best_of(reading_of(question, found)) == line


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("When is the next meeting?", "Next meeting: not known yet."),
        ("When is the next meeting?", "Last regatta: 12 May 2024."),
        ("Why is there a next meeting?", "Next meeting: 13 June 2024."),
        ("When is the next meeting of the board of the harbour?", "Next meeting: 13 June 2024."),
    ],
)
def test_another_label_value_or_kind_points_to_nothing(question: str, line: str) -> None:
    reading = reading_of(question, hit(f"The members were there.\n\n{line}"))
    assert not signposted(reading).any()


def test_a_pointed_sentence_far_down_is_a_candidate() -> None:
    filler = " ".join(f"The chain of boat {k} is let out by default." for k in range(60))
    reading = reading_of(
        "How much of the anchor chain is let out by default?", hit(filler), SETTINGS
    )
    assert len(reading.candidates) == MOST_CANDIDATES < len(reading.units)
    assert best_of(reading) == "Default value: 40"


def test_questions_and_the_marks_of_tables_answer_nothing() -> None:
    texts = (
        "• How do I reef the sail?",
        "2.4 How do I reef the sail? — 3",
        "Item | Price | | --- | --- | | Rope | 12 |",
    )
    for text in texts:
        (unit,) = cut_hits([hit(text)])
        assert never_answers(unit, frozenset())
    (joined,) = cut_hits([hit("How do I reef the sail? Pull the second line.")])
    assert not never_answers(joined, frozenset())


def test_a_question_that_is_only_reported_stands_behind() -> None:
    found = hit("Ada asked whether members keep their berth. They keep it for a year.")
    reading = reading_of("Do members keep their berth?", found)
    scores = without_debris(reading, np.array([0.5, 0.3]), {})
    assert scores[0] == pytest.approx(0.5 * DEBRIS)
    assert scores[1] > 0.3, "what was replied is pointed to"
    other = reading_of("How long is the berth of the mill?", found)
    assert not signposted(other).any()
    assert not tells_what_was_asked("She asked the board for a decision.")
    assert FIT < 1


def test_what_follows_an_announcement_is_what_is_asked_for() -> None:
    text = (
        "The harbour board has decided. Ten of the old chains of the pier are replaced in spring. "
        "The chains of the pier were laid by the harbour board itself."
    )
    asked = "What did the harbour board decide about the chains of the pier?"
    assert best_of(reading_of(asked, hit(text))).startswith("Ten of the old chains")
    assert not signposted(reading_of(asked.replace("What", "When"), hit(text))).any()
    short = text.replace("The harbour board has decided", "They decided")
    assert not signposted(reading_of(asked, hit(short))).any(), "two words may be chance"


def test_why_is_answered_in_the_section_of_what_is_asked_about() -> None:
    other = under("Mill Quay", "Mill Quay lost its lamps because they hung low.", title="Storm")
    own = under(
        "Keel Point",
        "In short: Keel Point lost no lamps. It lies as low. Its lamps are screwed on: no wind "
        "lifts them. It lost none.",
        title="Storm",
    )
    reading = reading_of("Why did Keel Point lose no lamps in the storm?", other, own)
    assert best_of(reading) == "Its lamps are screwed on: no wind lifts them."
    assert not signposted(reading_of("Who lost no lamps at Keel Point?", other, own)).any()


def worth_of(question: str, *hits: Hit) -> dict[str, float]:
    reading = reading_of(question, *hits)
    worth = zip(
        (candidate.text for candidate in reading.candidates), signposted(reading), strict=True
    )
    return {text: round(float(fit), 2) for text, fit in worth}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who teaches Weaving?", "Instructor: Ada Finch, room 12"),
        ("Which company makes Weaving?", "Manufacturer: Quay Looms AS"),
        ("How much does a night cost?", "Rate: 90 pounds per night"),
        ("By when is Weaving due?", "Closing date: 3 May 2025"),
        ("When does Weaving start?", "Beginning: 3 May 2025"),
        ("Who is the tenant?", "Flat number 12, tenant: Ada Finch, since 2021"),
        ("What is the policy number?", "Policy number: HC-77"),
    ],
)
def test_a_label_in_other_words_holds_what_is_asked(question: str, text: str) -> None:
    assert worth_of(question, hit(text, title="Weaving"))[text] > 0.7


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who teaches Weaving?", "Assistant: Piet Wend, room 12"),
        ("Who teaches Carpentry?", "Instructor: Ada Finch, room 12"),
        ("Who teaches Weaving?", "Lectures: Mondays in Hall B"),
        ("How much does a night cost?", "Rate: 14 pounds a day"),
        ("By when is Weaving due?", "Closing date: unknown"),
        ("What is the policy?", "Policy number: HC-77"),
    ],
)
def test_a_label_of_another_thing_holds_nothing(question: str, text: str) -> None:
    assert worth_of(question, hit(text, title="Weaving"))[text] < 0.5


def test_a_heading_that_says_all_that_is_asked_opens_the_answer() -> None:
    effects = under("4. Possible side effects", "A dry mouth, a rash. Call us if it stays.")
    worth = worth_of("What are the side effects?", effects)
    assert worth["A dry mouth, a rash."] == FIT
    assert worth["Call us if it stays."] == 0.0
    far = under("Side effects of long journeys by rail", "A dry mouth, a rash.")
    assert worth_of("What are the side effects?", far)["A dry mouth, a rash."] == 0.0


def test_who_may_is_no_name_below_a_heading() -> None:
    take = under("3. How to take Finch", "Adults take a spoon of it.")
    assert worth_of("Who should not take Finch?", take)["Adults take a spoon of it."] == 0.0


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("What does the finch command do?", "The finch command prints all birds of a yard.", True),
        ("What does the finch command do?", "The finch command is long and was renamed.", False),
        ("What does the finch command do?", "The wren command prints all birds of it.", False),
        ("Which anchor is used?", "The anchor is a Danforth of 9 kg.", True),
        ("Which anchor is used?", "The mast is a spruce of 9 m.", False),
        ("What is Finch used for?", "Finch is mainly used to treat a dry cough.", True),
        ("What is Finch used for?", "Wren is used to treat a dry cough.", False),
        ("What is Finch used for?", "Finch was bought by a company of the coast.", False),
    ],
)
def test_what_a_thing_does_is_or_serves_is_said_of_it(question: str, text: str, fits: bool) -> None:
    assert (worth_of(question, hit(text))[text] >= DOING * FIT) is fits


def test_it_serves_what_the_sentence_before_names() -> None:
    told = hit("Finch is a syrup. It is used for a dry cough in adults.")
    assert worth_of("What is Finch for?", told)["It is used for a dry cough in adults."] == FIT
    assert worth_of("What is Wren for?", told)["It is used for a dry cough in adults."] == 0.0


def test_a_sentence_of_all_the_words_and_the_kind_is_likely_the_answer() -> None:
    reading = reading_of(
        "When does the ferry leave?", hit("The ferry leaves at 7:40. It is painted blue.")
    )
    scores = np.array([0.2, 0.3])
    assert without_debris(reading, scores, {})[0] >= 0.5
    far = without_debris(reading, np.array([0.05, 0.3]), {})
    assert far[0] == 0.05, "one that the ranking holds for far worse is left where it is"


def test_the_rest_of_a_sentence_under_a_heading_is_no_entry() -> None:
    cut_off = under("Curlew", "then the page will look like the one below. Curlew draws charts.")
    assert not signposted(reading_of("What is Curlew?", cut_off)).any()
    whole = under("Curlew", "Draws charts from lists of figures. It needs no screen.")
    assert best_of(reading_of("What is Curlew?", whole)) == "Draws charts from lists of figures."


def test_an_entry_may_begin_with_a_small_letter() -> None:
    entry = under("curlew", "draws charts from lists of figures. It needs no screen.")
    assert best_of(reading_of("What is curlew?", entry)).startswith("draws charts")


def test_the_reason_stands_in_the_section_of_the_one_who_did_it() -> None:
    gale = under("Spring gale", "Five boats, one night: the repairs took from 2 to 9 weeks.")
    words = "Her mooring has been doubled since May: the chain holds by itself."
    plover = under("Plover", words, title="The spring gale")
    gale = replace(gale, chunk=replace(gale.chunk, title="The Plover in the spring gale"))
    reading = reading_of("Why was the Plover spared in the spring gale?", gale, plover)
    assert best_of(reading).startswith("Her mooring has been doubled")
    assert signposted(reading).min() > 0, "both sections are named"


def test_what_a_command_needs_is_not_what_it_does() -> None:
    notes = under(
        "Notes",
        "The finch command needs no screen at all. The finch command prints the names of birds.",
    )
    reading = reading_of("What does the finch command do?", notes)
    assert best_of(reading) == "The finch command prints the names of birds."
    worth = dict(zip((u.text for u in reading.candidates), signposted(reading), strict=True))
    assert worth["The finch command needs no screen at all."] == 0


def test_no_rule_lifts_what_the_cross_encoder_sees_no_answer_in_beside_a_certain_one() -> None:
    title = under("Mending the sails", "Sails are sewn in strips. Fold them and use the awl.")
    reading = reading_of("How do I mend the sails?", title)
    texts = [unit.text for unit in reading.candidates]
    scores = np.where([text.startswith("Fold") for text in texts], 0.7, 0.1)
    lifted = without_debris(reading, scores, {})
    assert texts[int(np.argmax(lifted))].startswith("Sails are sewn"), "by its heading"
    for of_first, of_second, best in (
        (0.01, 0.95, "Fold"),
        (0.2, 0.95, "Sails"),
        (0.01, 0.8, "Sails"),
    ):
        together = np.where([text.startswith("Fold") for text in texts], of_second, of_first)
        judged = without_debris(replace(reading, together=together), scores, {})
        assert texts[int(np.argmax(judged))].startswith(best)


def test_a_value_behind_its_label_is_lifted_whatever_the_cross_encoder_says() -> None:
    entry = under("timeout", "Specifies: how long the pump waits. Default value: 12 seconds")
    reading = reading_of("What is the default of timeout?", entry)
    texts = [unit.text for unit in reading.candidates]
    value = np.array([text.startswith("Default value") for text in texts])
    assert value.any()
    scores, together = np.where(value, 0.1, 0.7), np.where(value, 0.01, 0.95)
    judged = without_debris(replace(reading, together=together), scores, {})
    assert texts[int(np.argmax(judged))].startswith("Default value")


@pytest.mark.parametrize(
    "question",
    [
        "What does refold do?",
        "What does the refold command do?",
        "What does the command refold do?",
        "What does the command “refold” do?",
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "The refold command without arguments repeats the last fold of the sheet.",
        "refold repeats the last fold of the sheet once more.",
        "The command “refold” repeats the last fold of the sheet.",
    ],
)
def test_what_a_command_does_is_said_of_its_name_with_the_word_for_it(
    question: str, text: str
) -> None:
    (said,) = cut_hits([hit(text)])
    (other,) = cut_hits([hit("The refold command is the last of the list of them all.")])
    asked = read_question(question, NOTHING_KNOWN)
    assert doing_fit(asked, said) == DOING * FIT
    assert not doing_fit(asked, other)


def test_a_numbered_label_is_told_with_the_heading_that_it_stands_under() -> None:
    reading = reading_of(
        "How many keys for the boat shed are there?",
        hit("1 KEYS\n1.1 House: 3\n1.2 Boat shed: 2\n\n2 CHARGES\nKey of the boat shed £ 8"),
    )
    assert best_of(reading) == "1.2 Boat shed: 2"


NOTICE = (
    "Extension: SET REEF\n\nLets sailors reef.\n\nAuthor: Ada Finch\n\n"
    "To set reef do: SET REEF TO 3."
)


def test_the_first_label_is_of_what_stands_above_it() -> None:
    worth = worth_of("Who is the author of SET REEF?", hit(NOTICE))
    assert worth["Author: Ada Finch"] == FIT
    assert worth["To set reef do: SET REEF TO 3."] == 0
    more = worth_of("Who is the author of SET REEF for sailors in storms?", hit(NOTICE))
    assert more["Author: Ada Finch"] == 0
    second = hit(
        "Extension: SET REEF\n\nAuthor: Ada Finch\n\nExtension: SET JIB\n\nAuthor: Bo Lind"
    )
    worth = worth_of("Who is the author of SET JIB?", second)
    assert worth["Author: Bo Lind"] == 0  # whose author the second one is, is not known


def test_a_question_in_other_words_behind_it_is_still_a_question() -> None:
    assert is_question("What is a reef knot? (Which knot ties a reef)")
    assert is_question("What is a reef knot? (Which knot ties a reef?)")
    assert not is_question("What is a reef knot? It is a knot (for a reef)")
    assert not is_question("What is a reef knot? (A knot for a reef.)")


@pytest.mark.parametrize(
    ("question", "value", "fits"),
    [
        ("Where is the next race?", "3 May, in the old dock", True),
        ("Where is the next race?", "3 May, at nine", False),
        ("When is the next race?", "in the old dock", False),
    ],
)
def test_a_place_behind_a_label_may_have_no_capital(question: str, value: str, fits: bool) -> None:
    line = f"Next race: {value}"
    assert bool(worth_of(question, hit(f"{line}\n\nThe crew rests."))[line]) is fits


def test_what_a_deposit_is_does_not_say_how_much_one_is() -> None:
    entry = under("deposit", "A deposit is money that is placed with somebody else.")
    assert not signposted(reading_of("What is the deposit for the oar?", entry)).any()
    assert signposted(reading_of("What is a deposit?", entry)).any()
    told = under("deposit", "A deposit of £9 is money that is placed with somebody else.")
    assert signposted(reading_of("What is the deposit for the oar?", told)).any()


def test_there_is_a_fee_for_it_is_said_of_what_stands_before() -> None:
    text = "The oar of the old skiff hangs in the loft. There is a deposit of £9 for it."
    reading = reading_of("What is the deposit for the oar of the old skiff?", hit(text))
    worth = dict(zip((u.text for u in reading.candidates), signposted(reading), strict=True))
    assert worth["There is a deposit of £9 for it."] > 0
    other = "The oar of the old skiff hangs in the loft. There is a deposit of £9 for keys."
    reading = reading_of("What is the deposit for the oar of the old skiff?", hit(other))
    assert not signposted(reading).any()
