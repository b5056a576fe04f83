"""Sentences that lack the form, the period or the very thing that is asked for weigh less."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.question_kinds import AnswerKind, answer_kind
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.forms import (
    DOES,
    asks_for_figure,
    asks_for_past_date,
    is_flattened_table,
    tells_figure,
)
from backend.tasks.answer.extractive.further import about_another, joins, of_document
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.money import asked_words, with_prices
from backend.tasks.answer.extractive.picked_out import picks_the_same
from backend.tasks.answer.extractive.rule_scores import titles_of, without_debris
from backend.tasks.answer.extractive.units import cut_hits
from backend.tasks.answer.extractive.weights import load_weights
from backend.types import Hit, Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of


def ranked(question: str, text: str, scores: tuple[float, ...]) -> str:
    reading = reading_of(question, hit(text))
    best = int(np.argmax(without_debris(reading, np.array(scores), {})))
    return reading.candidates[best].text


def test_the_next_one_is_not_the_last_one() -> None:
    text = "The last regatta was sailed on 3 May 2024. The next regatta is sailed on 9 May 2025."
    assert ranked("When is the next regatta?", text, (0.9, 0.4)).startswith("The next")
    assert ranked("When was the last regatta?", text, (0.4, 0.9)).startswith("The last")
    assert ranked("When was a regatta?", text, (0.9, 0.4)).startswith("The last")


def test_the_same_word_picks_only_the_same_thing_out() -> None:
    question = reading_of("When is the next spring regatta?", hit("No.")).question
    assert picks_the_same(question, "The next regatta is in May.") is True
    assert picks_the_same(question, "The next dinner is in May.") is False
    choir = reading_of("When is the next meeting of the choir?", hit("No.")).question
    assert picks_the_same(choir, "The next meeting is on 9 June.") is True
    assert picks_the_same(choir, "The next meeting of the village choir is on 9 June.") is True
    assert picks_the_same(choir, "The next meeting of the garden club is on 9 June.") is False
    plain = reading_of("When is the regatta?", hit("No.")).question
    assert picks_the_same(plain, "The next regatta is in May.") is None


def test_the_price_of_the_very_thing_is_of_all_its_words() -> None:
    text = "The course for the dinghy costs £15. The course for the yawl is free."
    asked = "What does the course for the {} cost?"
    assert ranked(asked.format("yawl"), text, (0.6, 0.5)).endswith("is free.")
    assert ranked(asked.format("dinghy"), text, (0.5, 0.6)).endswith("costs £15.")
    assert ranked(asked.format("barge"), text, (0.6, 0.5)).endswith("costs £15.")


def test_how_long_something_is_so_is_not_how_long_something_else_is() -> None:
    text = "The mooring test lasts 90 minutes. A test is valid for two years. It is held in May."
    asked = "How long is the mooring test {}?"
    assert "two years" in ranked(asked.format("valid"), text, (0.8, 0.4, 0.1))
    assert "90" in ranked("How long is the mooring test?", text, (0.8, 0.4, 0.1))
    assert "90" in ranked(asked.format("allowed"), text, (0.8, 0.4, 0.1))


def test_how_high_a_limit_is_is_told_of_the_limit() -> None:
    text = "Harbour cards are given out after 12 days. The card has a limit of £90."
    asked = "How high is the limit of the harbour card?"
    assert "£90" in ranked(asked, text, (0.8, 0.7))
    assert "12 days" in ranked("How high is the mast of the boat?", text, (0.8, 0.7))
    none = text.replace("a limit of £90", "some limit")
    assert "12 days" in ranked(asked, none, (0.8, 0.7))


def test_how_much_is_answered_with_a_figure() -> None:
    text = "A firm offered to build the slipway. It takes 900 pounds for the slipway."
    assert "900" in ranked("How much does the slipway cost?", text, (0.7, 0.5))
    for text, told in (("It is free.", True), ("None came.", True), ("They came early.", False)):
        assert tells_figure(text) is told
    assert asks_for_figure(AnswerKind.AMOUNT, "What is the rent of the boathouse?")
    assert not asks_for_figure(AnswerKind.AMOUNT, "How often do they row?")


def test_another_figure_of_the_same_day_is_not_of_the_thing() -> None:
    text = "On 1 July 2025 the bank held 775 pounds. The toll rises to 4 pounds on 1 July 2025."
    assert ranked("How much is the toll from July 2025?", text, (0.7, 0.5)).startswith("The toll")
    # where no figure is of the thing the rule has no say
    text = "On 1 July 2025 the bank held 775 pounds. The toll is old."
    assert ranked("How much is the toll from July 2025?", text, (0.9, 0.4)).startswith("On 1")


def test_why_is_only_sure_of_a_sentence_that_gives_a_reason() -> None:
    weights = load_weights()
    sure = replace(weights, thresholds=replace(weights.thresholds, direct=0.0, likely=0.0))
    question = "Why should boats not moor at the old pier?"
    for text, verdict in (
        ("Boats should not moor at the old pier.", Verdict.CLOSEST),  # that is only asked again
        ("The old pier is shut to boats at all seasons.", Verdict.LIKELY),
        ("Boats should not moor at the old pier, as its piles are rotten.", Verdict.DIRECT),
        ("Boats should not moor at the old pier because it sinks.", Verdict.DIRECT),
        ("Boats should not moor. They are barred, as the pier sinks.", Verdict.DIRECT),
    ):
        reading = reading_of(question, hit(text))
        judged = judge(reading, unit_features(reading), sure, {}, missing=False)
        assert judged.verdict is verdict, text
    assert judged.line.startswith("They are barred")


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is the deposit?", True),
        ("What is the deposit for the boathouse?", True),
        ("What is the deposit for?", False),
        ("What rent does the club pay?", True),
        ("What does the rent include?", False),
        ("Which fees are refundable?", False),
        ("What does the budget cover?", False),
        ("What is the discount code?", False),
        ("What is the price list called?", False),
        ("What share certificates does the club hold?", False),
    ],
)
def test_only_the_noun_that_is_asked_for_asks_for_a_figure(question: str, figure: bool) -> None:
    assert asks_for_figure(answer_kind(question), question) is figure


@pytest.mark.parametrize(
    "question",
    ["What is the deposit for?", "What does the rent include?", "What is the discount code?"],
)
def test_a_question_about_a_fee_that_asks_for_no_figure_is_of_no_amount(question: str) -> None:
    assert answer_kind(question) is not AnswerKind.AMOUNT
    assert answer_kind("What is the deposit?") is AnswerKind.AMOUNT


def test_a_sentence_without_a_figure_is_never_called_likely_for_how_much() -> None:
    weights = load_weights()
    for text, answers in (("They sold the green boat in May.", False), ("It cost 70.", True)):
        reading = reading_of("How much did they get for the green boat in May?", hit(text))
        features = unit_features(reading)
        sure = replace(weights, thresholds=replace(weights.thresholds, likely=0.0, found=0.0))
        judged = judge(reading, features, sure, {}, missing=False)
        assert (judged.verdict in {Verdict.LIKELY, Verdict.DIRECT}) is answers


def test_money_is_what_a_thing_costs() -> None:
    assert asked_words("How much does the mast cost?")
    assert not asked_words("How many masts are there?")
    units = cut_hits([hit("The mast is sold at 40 pounds. The mast is 40 feet high.")])
    of_money, of_feet = with_prices("How much does the mast cost?", units)
    assert "cost" in of_money.term_set
    assert "cost" not in of_feet.term_set


def test_a_year_is_not_its_quarter() -> None:
    text = (
        "In the first quarter of 2023 the yard sold 5 boats. In 2023 the yard sold 31 boats. "
        "The yard is old."
    )
    assert ranked("How many boats did the yard sell in 2023?", text, (0.7, 0.5, 0.1)).startswith(
        "In 2023"
    )
    quarter = "How many boats did the yard sell in the first quarter of 2023?"
    assert ranked(quarter, text, (0.7, 0.5, 0.1)).startswith("In the first")


def test_what_happens_if_is_answered_under_a_condition() -> None:
    text = "The line is checked by all divers. Where the line breaks the diver comes up at once."
    asked = "What happens if the line breaks?"
    assert ranked(asked, text, (0.6, 0.5)).startswith("Where the line")
    assert answer_kind("What happens if the rent is late?") is AnswerKind.OTHER


def test_who_does_something_is_said_with_a_verb() -> None:
    text = "Ada Finch, 4 Mill Lane\n\nOur cooper, Olaf Rees, mended the barrels of Ada Finch."
    assert "Olaf" in ranked("Who mended Ada's barrels?", text, (0.6, 0.5))
    assert not DOES.search("Who is the cooper?")


def test_a_sentence_of_another_document_is_not_about_its_subject() -> None:
    bakery: Hit = hit("The ovens are cleaned.", document="b", title="Handbook of the bakery")
    lease: Hit = hit("The workshop has two parking spaces.", document="l", title="Lease")
    reading = reading_of("How many parking spaces has the bakery?", lease, bakery)
    (space,) = [unit for unit in reading.candidates if "spaces" in unit.text]
    assert about_another(reading, space)
    judged = judge(
        reading, unit_features(reading), load_weights(), titles_of([lease, bakery]), missing=False
    )
    assert judged.verdict not in {Verdict.LIKELY, Verdict.DIRECT}
    own = hit("The bakery bakes. The yard has two parking spaces.", document="l", title="Lease")
    both = reading_of("How many parking spaces has the bakery?", own, bakery)
    (space,) = [unit for unit in both.candidates if "spaces" in unit.text]
    assert not about_another(both, space), "its document speaks of the bakery, too"
    assert of_document(both, space) == pytest.approx(1.0)


def test_a_document_that_the_subjects_own_one_names_speaks_of_it() -> None:
    ferry = hit("The Teal is a ferry of captain Orla Venn.", document="f", title="Teal")
    captain = hit("Orla Venn was born in Skagen.", document="c", title="Orla Venn")
    reading = reading_of("Where was the captain of the Teal born?", captain, ferry)
    born, hop = (
        next(unit for unit in reading.candidates if word in unit.text) for word in ("born", "Teal")
    )
    assert not about_another(reading, born)
    assert joins(reading, born, hop)
    stranger = hit("Peder Moe was born in Ribe.", document="p", title="Peder Moe")
    apart = reading_of("Where was the captain of the Teal born?", stranger, ferry)
    (ribe,) = [unit for unit in apart.candidates if "Ribe" in unit.text]
    assert about_another(apart, ribe)


def test_who_may_not_is_told_by_a_sentence_that_denies() -> None:
    text = "Members may use the sauna at any hour. Children may not use the sauna."
    assert ranked("Who may not use the sauna?", text, (0.7, 0.5)).startswith("Children")
    assert ranked("Who may use the sauna?", text, (0.7, 0.5)).startswith("Members")


def test_a_telephone_number_or_an_address_is_one() -> None:
    text = "The key is number 12. Ring 01632 960 118 at night. Write to desk@quay.example by day."
    assert "01632" in ranked("Which number do I ring at night?", text, (0.7, 0.4, 0.1))
    assert "@" in ranked("What is the e-mail address?", text, (0.7, 0.4, 0.3))
    assert ranked("What is number 12?", text, (0.7, 0.4, 0.1)) == "The key is number 12."
    short = "The pilot came on 2031-04-05. At sea call 118 and say where you are."
    assert "118" in ranked("What is the phone number of the coast guard?", short, (0.7, 0.4))


def test_a_label_says_what_its_figures_are() -> None:
    (arrival,) = cut_hits([hit("Arrival: Friday, 11 July 2025, from 15:00")])
    assert not is_flattened_table(arrival)
    (cells,) = cut_hits([hit("Friday 11 12 13 Monday 14 15")])
    assert is_flattened_table(cells)


def test_how_old_is_told_by_an_age_or_by_when_something_began() -> None:
    text = "The organ has 24 stops. It was built in 1884."
    assert ranked("How old is the organ?", text, (0.8, 0.3)) == "It was built in 1884."
    assert ranked("How large is the organ?", text, (0.8, 0.3)) == "The organ has 24 stops."
    assert ranked("How old is the organ?", "The organ has 24 stops.", (0.8,)).endswith("stops.")


def test_what_is_no_way_to_do_it_stands_behind_the_way() -> None:
    text = "Emptying the tank is not a good solution. Close the lower valve for it."
    way = ranked("How can I stop the pump once?", text, (0.8, 0.5))
    assert way == "Close the lower valve for it."
    against = ranked("How should I not stop the pump?", text, (0.8, 0.5))
    assert against == "Emptying the tank is not a good solution."


def test_what_is_to_be_done_without_is_no_way() -> None:
    text = "To stop it, empty the tank. To stop it, close the valve."
    assert ranked("How do I stop it without emptying the tank?", text, (0.8, 0.5)).endswith(
        "valve."
    )
    assert ranked("How do I stop it?", text, (0.8, 0.5)).endswith("tank.")
    beside = "To stop it, empty the tank, and do not wait. To stop it, close the valve."
    way = ranked("How do I stop it without emptying the tank?", beside, (0.8, 0.5))
    assert way.endswith("valve.")
    told = "It stops without emptying the tank. Close the valve."
    assert ranked("How do I stop it without emptying the tank?", told, (0.8, 0.5)).startswith("It")


def test_a_number_is_of_the_very_name_that_is_asked_about() -> None:
    text = (
        "furl_sail() ties the sail up. It takes 4 arguments, the sail first. "
        "Its callback takes 3 arguments, which furl_sail() passes on."
    )
    asked = "How many arguments does furl_sail() take?"
    assert ranked(asked, text, (0.1, 0.6, 0.8)).startswith("It takes 4")
    assert ranked("How many arguments does the callback take?", text, (0.1, 0.6, 0.8)).startswith(
        "Its callback"
    )


@pytest.mark.parametrize(
    ("question", "past"),
    [
        ("When was the mast stepped?", True),
        ("And when did it sail?", True),
        ("In which year was the quay built?", True),
        ("What date did they leave?", True),
        ("When is the mast stepped?", False),
        ("When must the fee be paid?", False),
        ("Who was there when it sailed?", False),
        ("What happened on the day it was built?", False),
    ],
)
def test_when_something_happened_asks_for_a_date(question: str, past: bool) -> None:
    assert asks_for_past_date(question) is past


def test_a_sentence_without_a_date_never_surely_tells_when_it_happened() -> None:
    told = "The quay was built by the harbour board and opened with a feast."
    _, draft = ask("When was the quay built and opened by the harbour board?", [hit(told)])
    assert draft.verdict not in {Verdict.DIRECT, Verdict.LIKELY}
    for when in ("in 1931", "in the 1980s", "two years ago", "in spring", "shortly after the war"):
        dated = f"The quay was built by the harbour board and opened {when}."
        _, draft = ask("When was the quay built and opened by the harbour board?", [hit(dated)])
        assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}


def test_what_is_more_than_this_is_of_what_the_sentence_before_picks_out() -> None:
    text = (
        "Six is the maximum number of oars of a boat. A boat with more than this is sent back. "
        "Four is the maximum number of lamps of a boat."
    )
    asked = "What happens to a boat with more than the maximum number of oars?"
    assert ranked(asked, text, (0.6, 0.9, 0.6)).startswith("A boat with more")
    apart = text.replace("Six is the maximum number of oars", "Six is the number of oars")
    assert ranked(asked, apart, (0.6, 0.9, 0.6)).startswith("A boat with more")
    lamps = text.replace("more than this", "more than these lamps")
    assert not ranked(asked, lamps, (0.6, 0.9, 0.6)).startswith("A boat with more")


def test_how_many_a_week_is_not_how_many_there_are() -> None:
    text = "There are three watches on deck. Please take at least one a week. Rest for two weeks."
    question = "How many watches a week must a sailor take?"
    assert ranked(question, text, (0.7, 0.4, 0.3)).startswith("Please take")
    assert ranked("How many watches are there?", text, (0.9, 0.4, 0.3)).startswith("There are")
    # one a day is of another time, and one a week of what no sentence before it names
    daily = text.replace("one a week", "one a day")
    assert ranked(question, daily, (0.9, 0.4, 0.3)).startswith("There are")
    other = "There are three watches. The deck is wet. Wash at least one a week."
    assert ranked(question, other, (0.9, 0.4, 0.3)).startswith("There are")


def test_what_is_said_of_the_very_deed_stands_before_what_is_said_of_another() -> None:
    text = "Lending an oar to a friend is allowed. No rower may sublet any boat. Tea is served."
    assert ranked("May a rower sublet the oar?", text, (0.8, 0.5, 0.1)).startswith("No rower")
    # the case that is asked about need not be said again
    text = "Beer must be avoided. No rower may sublet any boat."
    assert ranked("May I drink beer while I sublet?", text, (0.8, 0.5)).startswith("Beer")


def test_the_line_of_the_very_label_stands_before_that_of_a_part_of_it() -> None:
    text = "Late: a fine of 2.\n\nVery late: a fine of 9."
    assert ranked("What are the fines for very late books?", text, (0.9, 0.5)).startswith("Very")
