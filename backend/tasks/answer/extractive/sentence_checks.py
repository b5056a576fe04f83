"""What speaks by rule for a sentence, or against it, as the answer to a question."""

from __future__ import annotations

import re

from backend.analysis import term_texts, terms
from backend.definitions.asked_names import asked_name
from backend.inference.logistic import Matrix
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.addressed import addresses_the_reader
from backend.tasks.answer.extractive.agents import does_to_another
from backend.tasks.answer.extractive.announced_things import announces_things
from backend.tasks.answer.extractive.circular_reasons import tells_what_led_to_it
from backend.tasks.answer.extractive.complements import (
    asked_of_what_is_not_there,
    is_for_others,
    tells_another_price,
)
from backend.tasks.answer.extractive.complete import complete_one, gives_reason
from backend.tasks.answer.extractive.compound_things import (
    is_of_compound,
    is_of_first_part,
    is_price_of_another,
)
from backend.tasks.answer.extractive.conditions import condition_fit
from backend.tasks.answer.extractive.counted import (
    counts_another,
    counts_other_parts,
    counts_those_that_do,
    is_of_another_time,
)
from backend.tasks.answer.extractive.counted_others import counts_only_the_place
from backend.tasks.answer.extractive.days_told import tells_only_hours
from backend.tasks.answer.extractive.defined_parties import is_only_party
from backend.tasks.answer.extractive.done_about import only_reports_it
from backend.tasks.answer.extractive.duties import duty_fit
from backend.tasks.answer.extractive.entries import entry_fit
from backend.tasks.answer.extractive.features import NAMES
from backend.tasks.answer.extractive.field_headings import (
    is_below_field,
    lists_what_the_heading_says,
)
from backend.tasks.answer.extractive.forms import (
    counts_money_alone,
    counts_nothing,
    is_flattened_table,
    is_of_no_age,
    lacks_figure,
)
from backend.tasks.answer.extractive.further import (
    about_another,
    names_known,
    of_document,
    points_elsewhere,
)
from backend.tasks.answer.extractive.kinds_listed import names_several
from backend.tasks.answer.extractive.letter_parties import letter_party
from backend.tasks.answer.extractive.listed_quantities import is_quantity_of_another, tells_quantity
from backend.tasks.answer.extractive.mentioned_aside import is_mentioned_aside
from backend.tasks.answer.extractive.named_doers import is_told_as_doer
from backend.tasks.answer.extractive.named_elsewhere import is_where_name_is_unknown
from backend.tasks.answer.extractive.naming_entries import naming_fit
from backend.tasks.answer.extractive.noted_tasks import task_line
from backend.tasks.answer.extractive.nothing_new import shares_nothing
from backend.tasks.answer.extractive.only_named_both import only_names_both
from backend.tasks.answer.extractive.order_reasons import tells_why_to_do
from backend.tasks.answer.extractive.orders_given import is_order
from backend.tasks.answer.extractive.others_answered import answers_other_question
from backend.tasks.answer.extractive.picked_out import picks_the_same
from backend.tasks.answer.extractive.premises import denies_premise
from backend.tasks.answer.extractive.proposals import asks_what_became, only_proposes
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.reason_clauses import (
    gives_reason_of_another,
    gives_reason_of_other_thing,
)
from backend.tasks.answer.extractive.reckoned_amounts import tells_one_alone
from backend.tasks.answer.extractive.rows import is_unfit_row
from backend.tasks.answer.extractive.rows_by_item import item_fit
from backend.tasks.answer.extractive.signposts import below_reference_head
from backend.tasks.answer.extractive.special_cases import is_of_other_case
from backend.tasks.answer.extractive.stated_amounts import amount_of_what_goes_there, states_amount
from backend.tasks.answer.extractive.stated_properties import property_fit
from backend.tasks.answer.extractive.stated_ways import says_how, way_fit
from backend.tasks.answer.extractive.successions import succession_fit
from backend.tasks.answer.extractive.table_heads import is_table_head
from backend.tasks.answer.extractive.tenures import tenure_fit
from backend.tasks.answer.extractive.terms_defined import introduces
from backend.tasks.answer.extractive.told_forms import told_form_fit
from backend.tasks.answer.extractive.told_in_turn import told_in_turn
from backend.tasks.answer.extractive.told_parts import states_it
from backend.tasks.answer.extractive.told_topics import speaks_of_topic
from backend.tasks.answer.extractive.told_what_it_is import is_short_form_told, is_symbol_told
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.unsaid_months import is_of_month_unsaid
from backend.tasks.answer.extractive.votes_told import (
    is_vote_on_another,
    lacks_vote,
    tells_vote_on_it,
    vote_told,
)

_AT = {name: index for index, name in enumerate(NAMES)}
HELD_WITH_TITLE = 0.9
HELD_ALONE = 0.15
"""Shares of the question's weight that a sentence holds which says it plainly."""
PICKED = 0.75
"""Share of the question's weight that the passages of its document hold, for a sentence that picks
out the same."""
DOUBTED = 0.5
"""A cross-encoder that gives a sentence less thinks that it does not answer."""
_ANYBODY = frozenset(term_texts("people persons men women individuals"))
"""Who is counted without the word: “a list of forty names”."""
_VERB_FORM = re.compile(r"(?i)(?:ed|ing)s?$")


def is_about_other(reading: ReadEvidence, best: int) -> bool:
    """Whether the best sentence is of something else than what is asked for: of another document's
    subject, a row whose words do not hold it, or a number that counts nothing or another thing."""
    question, unit = reading.question, reading.candidates[best]
    passage = reading.passages[unit.hit]
    return (
        is_table_head(passage.text[unit.start - passage.start : unit.end - passage.start])
        or about_another(reading, unit)
        or is_where_name_is_unknown(reading, unit)
        or answers_other_question(reading, unit)
        or points_elsewhere(reading, unit)
        or gives_reason_of_another(question, unit)
        or gives_reason_of_other_thing(
            question,
            unit,
            passage.title_terms | frozenset(term_texts(unit.heading)),
            frozenset(term_texts(reading.said_beside(unit))),
        )
        or does_to_another(question, unit.text)
        or asked_of_what_is_not_there(reading, unit)
        or tells_another_price(reading, unit)
        or (question.kind is AnswerKind.AMOUNT and is_for_others(question.text, unit.text))
        or is_of_compound(question.text, unit.text)
        or is_of_first_part(question.text, unit.text, reading.said_beside(unit))
        or is_price_of_another(question.text, unit.text, reading.said_beside(unit))
        or amount_of_what_goes_there(question.text, unit.text)
        or (
            is_unfit_row(question, unit.text, names_known(reading, unit))
            and not item_fit(reading, unit)
        )
        or counts_nothing(question.kind, unit.text)
        or counts_money_alone(question.kind, question.text, unit.text)
        or is_of_no_age(question.text, unit.text)
        or counts_another(question, unit.text)
        or is_quantity_of_another(question.text, unit.text)
        or is_of_other_case(question, unit.text)
        or counts_those_that_do(question, unit.text)
        or counts_other_parts(question, unit.text)
        or is_of_another_time(question, unit.text)
    )


def is_never_told(reading: ReadEvidence, best: int) -> bool:
    """Whether rules have the last word on the best sentence, however probable it is: it speaks to
    the reader, denies what the question takes for granted, lacks what is asked for (a figure, that
    of both things, a day, what was done, how a vote went), only mentions the thing that it is asked
    what it is, or is a table that lost its lines."""
    question, unit = reading.question, reading.candidates[best]
    whole = complete_one(reading, unit)
    return (
        is_flattened_table(unit)
        or addresses_the_reader(question.text, unit.text)
        or denies_premise(question, unit.text)
        or lacks_figure(question.kind, question.text, whole.text)
        or is_of_month_unsaid(reading, unit)
        or tells_one_alone(question.text, whole.text)
        or counts_only_the_place(question, unit.text)
        or only_reports_it(question, unit.text)
        or only_names_both(question.text, whole.text)
        or lacks_vote(question, unit)
        or vote_told(question, unit, whole) != ""
        or is_vote_on_another(reading, unit, whole)
        or is_mentioned_aside(question, whole.text)
        or (asks_what_became(question) and only_proposes(question, whole.text))
        or tells_only_hours(question.text, f"{unit.heading} {whole.text}")
    )


def is_order_without_reason(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether "why" is asked, and a sentence only says what to do: neither it nor what it takes
    along gives a reason."""
    question = reading.question
    if question.kind is not AnswerKind.REASON or not is_order(unit.text):
        return False
    whole = complete_one(reading, unit).text
    behind = whole.removeprefix(unit.text).strip()
    return not (gives_reason(whole) or tells_why_to_do(question, unit.text, behind))


def is_unheard_of(reading: ReadEvidence) -> bool:
    """Whether the meaning of an option is asked for whose name, with its hyphen, stands nowhere in
    the passages."""
    name, certain = asked_name(reading.question.text)
    return (
        certain
        and name.startswith("-")
        and not any(
            name.casefold() in " ".join((passage.title, passage.text)).casefold()
            for passage in reading.passages.values()
        )
    )


def nothing_is_counted(reading: ReadEvidence) -> bool:
    """Whether a question for a number counts something that no passage speaks of."""
    question = reading.question
    if question.kind is not AnswerKind.COUNT or not question.focus:
        return False
    counted = question.focus[0]
    if counted in _ANYBODY:
        return False
    # what is asked for may itself be called so: “How many paintings …?”
    verbs = not any(
        term.text == counted and _VERB_FORM.search(question.text[term.start : term.end])
        for term in terms(question.text)
    )
    return not any(_speaks_of(counted, passage, verbs) for passage in reading.passages.values())


def counts_what_is_not_there(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a question counts something that no passage speaks of, and a sentence has no word of
    it: how many loaves there are is not how many buns were sold."""
    heading = frozenset(term_texts(unit.heading))
    return nothing_is_counted(reading) and shares_nothing(reading.question, unit, heading)


def _speaks_of(counted: str, passage: Passage, verbs: bool) -> bool:
    """Whether a passage has a thing in its title, its headings or its text, where a form that only
    verbs have (“the jars are sealed”) is of no seals.

    Args:
        counted: the stem of what is counted.
        verbs: whether such forms are told apart.
    """
    if counted not in passage.terms:
        return False
    return counted in passage.title_terms or any(
        term.text == counted
        and not (verbs and _VERB_FORM.search(passage.text[term.start : term.end]))
        for term in terms(passage.text)
    )


def says_it_plainly(reading: ReadEvidence, features: Matrix, best: int) -> bool:
    """Whether the best sentence, with what it stands under, holds nearly all the question's words
    and something of the kind that is asked for.

    On training questions six in ten of such sentences answered (`LIKELY` in the training), where
    the learned probability, which has seen no headings and few files, is often too low.
    """
    row = features[best]
    return (
        len(reading.question.terms) > 1
        and bool(row[_AT["kind_known"]] and row[_AT["kind_present"]])
        and bool(row[_AT["coverage_with_title"]] >= HELD_WITH_TITLE)
        and bool(row[_AT["coverage"]] >= HELD_ALONE)
        and not row[_AT["is_question"]]
    )


def picks_it_out(reading: ReadEvidence, features: Matrix, best: int) -> bool:
    """Whether the best sentence picks out the very thing that the question picks out ("the next
    …") and holds something of the kind that is asked for, in a document that speaks of the rest."""
    row = features[best]
    return (
        bool(picks_the_same(reading.question, reading.candidates[best].text))
        and bool(row[_AT["kind_known"]] and row[_AT["kind_present"]])
        and of_document(reading, reading.candidates[best]) >= PICKED
    )


def is_entry(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence is the entry of a manual that says what the asked name does, stands below
    the head of its name, or is the entry of what does all that is asked, or the one of a succession
    that is of the year."""
    question, passage = reading.question, reading.passages[unit.hit]
    if entry_fit(question.text, unit.text, unit.heading):
        return True
    if tenure_fit(question, unit, reading.units, passage.terms | passage.title_terms):
        return True
    if naming_fit(question, unit, passage):
        return True
    name, _ = asked_name(question.text)
    if name and is_below_field(question.text, unit):
        return True
    return bool(name) and below_reference_head(name, unit, reading.above(unit))


def says_just_that(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence names who enters or leaves the very office that is asked for, or defines
    the party, the sign or the short form that is, or says whose duty it is, or tells what to do
    under the very condition, or how two things differ that the one before it names, or the very
    things of a kind or announces a list of them, or states in the question's words what something
    is or does, how it is done or by how much it changed, or tells what led to an event or how the
    vote on a proposal went, or is the signature or salutation that is asked for, or the line that
    says who does a task, or by when, or speaks of what something is to be said about."""
    question, passage = reading.question, reading.passages[unit.hit]
    about, at = passage.terms | passage.title_terms, reading.candidates.index(unit)
    return bool(
        succession_fit(question.text, unit.text, about)
        or condition_fit(question, unit, about)
        or told_in_turn(question, reading.units, unit)
        or (names_several(question, unit.text, passage.title_terms) and not is_doubted(reading, at))
        or announces_things(reading, unit)
        or tells_quantity(reading, unit)
        or letter_party(reading, unit)
        or task_line(reading, unit)
        or property_fit(question.text, unit.text)
        or states_amount(question.text, unit.text)
        or is_told_as_doer(question, unit)
        or duty_fit(question, unit.text)
        or is_symbol_told(question, unit.text)
        or is_short_form_told(question, unit.text)
        or is_only_party(question, unit.text, [candidate.text for candidate in reading.candidates])
        or (unit.whole and introduces(question, unit))
        or told_form_fit(reading, unit, about)
        or lists_what_the_heading_says(question, unit)
        or (unit.whole and says_how(question, unit.text))
        or speaks_of_topic(question.text, unit, passage.title)
        or (way_fit(question, unit.text) > 0 and not is_doubted(reading, at))
        or (unit.whole and states_it(question, unit.text))
        or (tells_vote_on_it(reading, unit) and not is_doubted(reading, at))
        or (tells_what_led_to_it(reading, unit) and not is_doubted(reading, at))
    )


def is_doubted(reading: ReadEvidence, index: int) -> bool:
    """Whether there is a cross-encoder, and it thinks that a sentence does not answer."""
    return reading.together is not None and bool(reading.together[index] < DOUBTED)
