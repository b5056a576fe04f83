"""Verdicts held back: what the form of the best sentence does not allow to be told as an answer."""

from __future__ import annotations

import re
from functools import partial

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.addressed import addresses_the_reader
from backend.tasks.answer.extractive.addressee import only_speaks_to_them, says_it_to_them
from backend.tasks.answer.extractive.alike import is_told_of_both_alike
from backend.tasks.answer.extractive.around_a_time import is_of_another_side, only_tells_when
from backend.tasks.answer.extractive.attributive_deeds import only_names_the_deed
from backend.tasks.answer.extractive.circular_reasons import only_names_the_event
from backend.tasks.answer.extractive.claims_reported import claimed
from backend.tasks.answer.extractive.colours import lacks_colour
from backend.tasks.answer.extractive.complete import (
    FEW_WORDS,
    complete_one,
    gives_reason,
    going_on,
    tells_reason,
)
from backend.tasks.answer.extractive.conditions import of_another_condition, with_heading_case
from backend.tasks.answer.extractive.counted_deeds import (
    counts_only_new_ones,
    lacks_counted_deed,
    tells_what_is_left,
)
from backend.tasks.answer.extractive.counted_others import (
    counts_only_others,
    counts_only_the_place,
)
from backend.tasks.answer.extractive.days_told import tells_only_hours
from backend.tasks.answer.extractive.decided_subjects import (
    is_of_another_under_it,
    is_of_other_kind,
    lacks_predicate,
    lacks_thing_decided,
    names_another_holder,
    stands_only_beside_it,
)
from backend.tasks.answer.extractive.deciding import denies_of_some, is_only_supposed
from backend.tasks.answer.extractive.defaults import states_another_default, tells_no_value
from backend.tasks.answer.extractive.done_about import deed_told, only_reports_it
from backend.tasks.answer.extractive.fates import tells_fate_of_another
from backend.tasks.answer.extractive.fitting_apart import lacks_last_thing
from backend.tasks.answer.extractive.forms import (
    NEGATION,
    NO_LONGER,
    PRONOUN,
    asks_for_figure,
    asks_for_past_date,
    is_flattened_table,
    is_good_for_it,
    is_of_no_size,
    lacks_figure,
    only_counts_them,
    tells_figure,
    tells_of_a_column,
    tells_past_date,
)
from backend.tasks.answer.extractive.hours_told import asks_for_hour, tells_hour
from backend.tasks.answer.extractive.kinds_listed import (
    only_says_various,
    tells_of_one_alone,
    tells_one_of_several,
)
from backend.tasks.answer.extractive.letter_parties import (
    is_of_no_letter_meant,
)
from backend.tasks.answer.extractive.mentioned_aside import is_mentioned_aside
from backend.tasks.answer.extractive.money import asks_what_it_costs, tells_cost
from backend.tasks.answer.extractive.named_doers import (
    is_of_another_such,
    is_only_mentioned,
    tells_no_deed,
)
from backend.tasks.answer.extractive.named_limits import (
    is_for_another_distance,
    is_for_another_number,
    is_for_another_quantity,
    is_for_the_other_side,
    names_the_quantity,
)
from backend.tasks.answer.extractive.nothing_compared import (
    is_of_no_such_version,
    is_of_what_nothing_names,
    is_one_row_of_many,
    leaves_unnamed,
    picks_none_out,
)
from backend.tasks.answer.extractive.nothing_new import (
    names_only_asked,
    shares_nothing,
    tells_no_name,
)
from backend.tasks.answer.extractive.numbered_things import lacks_its_number
from backend.tasks.answer.extractive.offices import is_of_another_office, is_over
from backend.tasks.answer.extractive.only_in_theory import is_only_in_theory
from backend.tasks.answer.extractive.only_named_both import only_names_both
from backend.tasks.answer.extractive.opposite_deeds import tells_the_opposite_deed
from backend.tasks.answer.extractive.opposite_ones import is_of_the_opposite, is_of_the_usual
from backend.tasks.answer.extractive.other_codes import is_of_another_code
from backend.tasks.answer.extractive.other_names import says_the_same_of_another
from backend.tasks.answer.extractive.other_ones import tells_of_others
from backend.tasks.answer.extractive.other_times import is_of_another_time
from backend.tasks.answer.extractive.premises import denies_premise
from backend.tasks.answer.extractive.priced_things import tells_sum
from backend.tasks.answer.extractive.promised_tables import promises_table
from backend.tasks.answer.extractive.proposals import only_proposes
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.reason_clauses import (
    only_concludes,
    only_names_reason,
    only_says_again,
    points_to_reason,
)
from backend.tasks.answer.extractive.reckoned_amounts import tells_one_alone
from backend.tasks.answer.extractive.replies import replies_to_second
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.rows_named import (
    is_cost_for_takings,
    is_money_for_a_count,
    is_no_duty,
    is_no_money_earned,
    is_of_another_document,
    is_of_one_group,
    is_of_row_not_named,
    is_only_adjusted,
    is_share_for_price,
    lacks_its_time,
)
from backend.tasks.answer.extractive.seasons import is_of_another_season
from backend.tasks.answer.extractive.settings_listed import is_only_listed
from backend.tasks.answer.extractive.siblings import is_of_namesake, is_of_short_part, is_of_sibling
from backend.tasks.answer.extractive.signposts import (
    explains_itself,
    is_of_it,
)
from backend.tasks.answer.extractive.special_cases import special_case_fit
from backend.tasks.answer.extractive.stated_ways import is_for_another_thing, lacks_rare_thing
from backend.tasks.answer.extractive.successions import tells_other_change
from backend.tasks.answer.extractive.terms_defined import defines_another, is_of_other_such
from backend.tasks.answer.extractive.told_differences import (
    asks_for_difference,
    tells_difference,
    tells_only_difference,
)
from backend.tasks.answer.extractive.told_places import tells_no_place
from backend.tasks.answer.extractive.typed_names import is_of_longer_path
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.answer.extractive.unsaid_months import is_of_month_unsaid
from backend.tasks.answer.extractive.verdicts import ANSWERED
from backend.tasks.answer.extractive.votes_told import (
    is_vote_on_another,
    lacks_vote,
    vote_told,
)
from backend.tasks.answer.extractive.weekdays_named import is_of_other_days
from backend.tasks.answer.extractive.with_or_without import is_of_the_other_state
from backend.types import Verdict

_HAS_HAPPENED = re.compile(
    r"(?i)\b(?:has|have|had|['’]ve|(?:it|they|this|these) (?:is|are)|(?:is|are) being) "
    r"(?:[\w-]+ ){0,2}(?:[\w-]+(?:ed|en|un|own|orn|old)|gone|lost|too)\b"
    r"|\b(?:is|are) (?:[\w-]+ ){0,2}(?:broken|cracked|damaged|worn|torn|bent|blocked|jammed|flooded"
    r"|frozen|rotten|burst|stuck|gone|lost|too)\b"
)
"""What stands beside may be why: “It is being painted”, “the latch is broken”; that something else
is locked or allowed as well is not."""
_FISCAL_TIME = re.compile(
    r"(?i)\b(?:first|second|third|fourth)[\s-]quarters?\b(?: of)?"
    r"|\b(?:fiscal|financial)(?: years?)? (?:19|20)\d\d"
    r"(?:(?:,| and|, and) (?:fiscal )?(?:19|20)\d\d)*"
)
_NAMED_ONE_BY_ONE = frozenset(
    [AnswerKind.LIST, AnswerKind.MANNER, AnswerKind.OTHER, AnswerKind.DEFINITION]
)
"""Questions that “There are two of them.” does not answer."""
_NAMED = frozenset([AnswerKind.PLACE, AnswerKind.PERSON, AnswerKind.DATE])


def _is_of_somebody_else(reading: ReadEvidence, unit: Unit, whole: Unit, pointed: bool) -> bool:
    """Whether a sentence tells of another office than is asked for, of another change of it, of no
    letter that is meant, of another season, of nobody and nothing that is asked about, or only
    speaks to the one who is."""
    question = reading.question
    over = reading.passages[unit.hit].title_terms | frozenset(term_texts(unit.heading))
    return (
        only_speaks_to_them(question, unit)
        or names_only_asked(question, whole.text)
        or tells_no_name(question, whole.text)
        or is_of_another_season(question.text, reading.said_beside(unit))
        or (is_of_another_office(question, whole.text, over) and not pointed)
        or tells_other_change(question.text, whole.text)
        or is_of_no_letter_meant(reading, unit)
        or is_of_other_such(question, unit, over)
        or is_of_namesake(question.text, whole.text, over)
    )


def is_row_of_another(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a row is of another document, row or time than is asked about, its cells are of
    another kind (no money, or nothing that is to be done), or it is one of many where the most of
    something is asked for."""
    question = reading.question
    return (
        is_of_another_document(reading, unit)
        or is_of_row_not_named(reading, unit)
        or is_of_one_group(question, unit.text)
        or lacks_its_time(question, unit, reading.passages[unit.hit].title)
        or is_no_money_earned(question, unit.text)
        or is_no_duty(question, unit.text)
        or is_cost_for_takings(question, unit.text)
        or is_only_adjusted(question, unit.text)
        or is_share_for_price(question, unit.text)
        or is_money_for_a_count(question.text, unit.text)
        or is_one_row_of_many(question, unit.text)
    )


def held_back(reading: ReadEvidence, best: int, verdict: Verdict, pointed: bool) -> Verdict:
    """A verdict as sure as the form of the best sentence, with what it takes along, allows: a
    table that lost its lines, a listing of settings and what a column holds answer nothing, a
    question for a figure needs one, one for a cost a price, one for a difference both amounts or a
    word for it, and one for when something happened a date, where, who or when is not told by what
    no longer is, what something is good for is no way to do it, and only what gives a reason is
    surely why."""
    if verdict not in ANSWERED:
        return verdict
    unit, question = reading.candidates[best], reading.question
    whole = complete_one(reading, unit)
    if (
        _lacks_what_is_asked(question, whole)
        or (question.kind is AnswerKind.REASON and points_to_reason(whole.text))
        or denies_premise(question, unit.text)
        or is_of_month_unsaid(reading, unit)
        or only_reports_it(question, whole.text)
        or lacks_vote(question, whole)
        or is_vote_on_another(reading, unit, whole)
    ):
        return Verdict.CLOSEST
    if addresses_the_reader(question.text, unit.text) or _gives_none(
        question, unit, whole, reading.passages[unit.hit].name_terms
    ):
        return Verdict.CLOSEST
    if _is_of_another_case(reading, unit, whole) or says_the_same_of_another(reading, unit, whole):
        return Verdict.CLOSEST
    above = reading.above(unit)
    if states_another_default(question, unit, above, reading.passages[unit.hit]) or tells_no_value(
        question.text, whole.text
    ):
        return Verdict.CLOSEST
    longer = is_of_longer_path(question.text, f"{unit.heading} {whole.text}")
    if longer or _tells_no_deed(question, unit) or _names_not_all(question, whole):
        return Verdict.CLOSEST
    if _decides_nothing(reading, unit, whole) or (not pointed and _tells_no_way(reading, whole)):
        return Verdict.CLOSEST
    if is_only_listed(question.kind, question.text, unit.text) or is_over(question, whole.text):
        return Verdict.CLOSEST
    if _is_of_somebody_else(reading, unit, whole, pointed) or _tells_none_of_them(
        reading, unit, whole
    ):
        return Verdict.CLOSEST
    column = question.kind is not AnswerKind.DATE and tells_of_a_column(unit.text)
    flattened = is_flattened_table(unit) and row_of(unit.text) is None
    if is_row_of_another(reading, unit):
        return Verdict.CLOSEST
    if flattened or column or _shows_none(reading, unit, whole):
        return Verdict.CLOSEST
    if (
        question.kind in _NAMED
        and NO_LONGER.search(unit.text)
        and not NEGATION.search(question.text)
    ):
        return Verdict.CLOSEST
    return Verdict.LIKELY if _is_less_sure(question, unit, whole, pointed) else verdict


def _tells_none_of_them(reading: ReadEvidence, unit: Unit, whole: Unit) -> bool:
    """Whether a sentence picks none out where the most of something is asked for, is of another
    version, or of something that no passage names."""
    passage, before = reading.passages[unit.hit], reading.before(unit)
    over = " ".join((passage.title, unit.heading, before.text if before is not None else ""))
    return (
        picks_none_out(reading.question, whole.text)
        or is_of_no_such_version(reading.question, whole.text, over)
        or leaves_unnamed(reading.question, whole.text)
        or is_of_what_nothing_names(reading, unit)
    )


def _is_less_sure(question: Question, unit: Unit, whole: Unit, pointed: bool) -> bool:
    """Whether a sentence is at most likely to answer: one without a reason for “why”, one that does
    not say to “you” what is asked, what somebody only claims, what was done about a trouble or how
    a vote went where the sentence behind it tells that, and a figure without any word of the
    question."""
    is_reason = gives_reason(whole.text) or explains_itself(unit.text)
    return (
        (question.kind is AnswerKind.REASON and not is_reason)
        or not says_it_to_them(question, unit)
        or claimed(question, unit.text)
        or deed_told(question, unit, whole) != ""
        or vote_told(question, unit, whole) != ""
        or (not pointed and shares_nothing(question, unit, frozenset(term_texts(unit.heading))))
    )


def _is_of_another_case(reading: ReadEvidence, unit: Unit, whole: Unit) -> bool:
    """Whether a sentence tells what holds under another condition, of others than are asked about,
    of two things alike whose difference is asked for, for less where more is asked, on another side
    of a time, of the opposite of what is meant, with a thing where it is asked without, for another
    quantity, where the evidence speaks of that one, or only names a thing by the deed that is
    asked about."""
    question = reading.question.text
    return (
        of_another_condition(question, with_heading_case(unit))
        or tells_of_others(question, unit.text)
        or is_for_the_other_side(question, unit.text)
        or is_for_another_number(question, whole.text)
        or is_for_another_distance(question, whole.text)
        or is_of_another_code(question, whole.text, unit.heading)
        or tells_the_opposite_deed(question, whole.text)
        or tells_fate_of_another(reading.question, whole, frozenset(term_texts(unit.heading)))
        or is_of_another_side(reading.question, whole.text)
        or only_tells_when(reading.question, unit.text)
        or only_names_the_deed(question, whole.text)
        or is_of_other_days(reading.question, whole.text)
        or is_of_the_opposite(question, unit.text)
        or is_of_the_usual(question, unit.text)
        or is_of_the_other_state(question, whole.text)
        or is_of_sibling(question, unit.text, _beside(reading, unit))
        or is_of_short_part(question, whole.text)
        or is_told_of_both_alike(question, whole.text)
        or (
            is_for_another_quantity(question, unit.text)
            and any(names_the_quantity(question, each.text) for each in reading.units)
        )
    )


def _beside(reading: ReadEvidence, unit: Unit) -> list[str]:
    """The sentences of a sentence's document that were found."""
    own = reading.passages[unit.hit].document
    return [each.text for each in reading.units if reading.passages[each.hit].document == own]


def _lacks_what_is_asked(question: Question, whole: Unit) -> bool:
    """Whether a figure, a size, a colour, a place, a difference, what two things come to or what
    has a number is asked for and a sentence does not tell it."""
    lacks_difference = asks_for_difference(question.text) and not tells_difference(whole.text)
    return (
        lacks_difference
        or lacks_figure(question.kind, question.text, whole.text)
        or lacks_its_number(question.text, whole.text)
        or tells_only_difference(question.text, whole.text)
        or tells_one_alone(question.text, whole.text)
        or only_names_both(question.text, whole.text)
        or is_of_no_size(question.text, whole.text)
        or lacks_colour(question.text, whole.text)
        or tells_no_place(question, whole.text)
    )


def _shows_none(reading: ReadEvidence, unit: Unit, whole: Unit) -> bool:
    """Whether a figure, a day, an hour or a price is asked for, and what is shown has none of what
    is asked about."""
    question = reading.question
    if tells_only_hours(question.text, f"{unit.heading} {whole.text}"):
        return True
    of_figure = asks_for_figure(question.kind, question.text)
    if of_figure and row_of(unit.text) is None and _is_of_another_count(question, unit, whole):
        return True
    special = special_case_fit(question, unit, reading.above(unit))
    if not (special or tells_sum(question.text, whole.text)) and any(
        tells_sum(question.text, each.text) for each in reading.units
    ):
        return True  # what a boat costs is not the deposit that the next sentence tells
    if of_figure and not _tells_figure(unit.text) and _only_others_have_one(reading, unit, whole):
        return True
    needed = [
        tells
        for asked, tells in (
            (of_figure, _tells_figure),
            (asks_for_past_date(question.text), tells_past_date),
            (asks_for_hour(question.text), tells_hour),
            (asks_what_it_costs(question.text), partial(tells_cost, question.text)),
        )
        if asked
    ]
    if not needed:
        return False
    shown = [each.text for each in going_on(reading, (whole,)) if each.hit == unit.hit]
    return not all(any(map(tells, shown)) for tells in needed)


def _is_of_another_count(question: Question, unit: Unit, whole: Unit) -> bool:
    """Whether a sentence tells a figure of another time, of other things, of no such deed, or what
    is left."""
    return (
        is_of_another_time(question.text, whole.text, unit.heading)
        or counts_only_others(question, unit.text)
        or counts_only_the_place(question, whole.text)
        or lacks_counted_deed(question.text, whole.text, unit.heading)
        or counts_only_new_ones(question.text, whole.text)
        or tells_what_is_left(question.text, whole.text)
    )


def _tells_figure(text: str) -> bool:
    """Whether a text tells a figure besides the quarter and the fiscal year that it is of."""
    return tells_figure(_FISCAL_TIME.sub(" ", text))


def _only_others_have_one(reading: ReadEvidence, unit: Unit, whole: Unit) -> bool:
    """Whether the figures that are shown behind, or beside, a sentence without one are of something
    else: “Berths for skiffs are new. The fee for sails went up to £90.” tells no fee of skiffs.
    """
    if len(unit.text.split()) > FEW_WORDS and whole != unit:
        return False  # a lead-in with its list
    until = max(each.end for each in going_on(reading, (whole,)) if each.hit == unit.hit)
    beside = [
        each
        for each in reading.units
        if each.hit == unit.hit and whole.start <= each.start < until and each.start != unit.start
    ]
    told = [each for each in beside if tells_figure(each.text)]
    return bool(told) and not any(_goes_on_with_it(reading.question, each) for each in told)


def _goes_on_with_it(question: Question, unit: Unit) -> bool:
    """Whether a sentence goes on with what the one before it says: it has a word of the question,
    points back or opens with no word."""
    return (
        not unit.term_set.isdisjoint(question.weights.keys())
        or is_of_it(question, unit.text)
        or not unit.text[:1].isalpha()
    )


def _tells_no_deed(question: Question, unit: Unit) -> bool:
    """Whether it is asked what something does or is, and a sentence says nothing of that."""
    return (
        is_only_mentioned(question, unit)
        or is_mentioned_aside(question, unit.text)
        or is_of_another_such(question, unit.text)
        or tells_no_deed(question, unit.text)
    )


def _names_not_all(question: Question, whole: Unit) -> bool:
    """Whether things are asked for, and a sentence only says how many there are, tells of one, or
    says what another thing is."""
    return question.kind in _NAMED_ONE_BY_ONE and (
        only_counts_them(whole.text)
        or promises_table(whole.text)
        or defines_another(question, whole)
        or only_says_various(question.text, whole.text)
        or tells_one_of_several(question.text, whole.text)
        or tells_of_one_alone(question.text, whole.text)
    )


def _decides_nothing(reading: ReadEvidence, unit: Unit, whole: Unit) -> bool:
    """Whether yes or no is asked of all things of a kind and a sentence only denies it of some, or
    of what is and a sentence only supposes it, or only says that somebody wants it so, or is of
    something else, or replies to another question."""
    question = reading.question
    above = reading.passages[unit.hit].title_terms | frozenset(term_texts(unit.heading))
    return (
        lacks_predicate(question, unit)
        or lacks_thing_decided(question, unit, reading.units)
        or lacks_last_thing(reading, unit)
        or stands_only_beside_it(question, unit)
        or names_another_holder(question.text, unit.text)
        or is_of_other_kind(question, unit, above)
        or is_of_another_under_it(question, unit)
        or denies_of_some(question, unit.text)
        or is_only_supposed(question, unit.text)
        or is_only_in_theory(question.text, unit.text)
        or only_proposes(question, whole.text)
        or replies_to_second(question, unit, reading.before(unit))
    )


def _tells_no_way(reading: ReadEvidence, whole: Unit) -> bool:
    """Whether how something is done is asked, and what is quoted lacks the rarest word of that,
    which its passage has elsewhere."""
    passage = reading.passages[whole.hit]
    held = whole.term_set | passage.title_terms | frozenset(term_texts(whole.heading))
    return not PRONOUN.match(whole.text) and lacks_rare_thing(
        reading.question, held, passage.terms, passage.name_terms
    )


def _is_explained_beside(unit: Unit, whole: Unit) -> bool:
    """Whether what a sentence takes along says why it is so: by a form of a reason, by what has
    happened, or by what is not so."""
    beside = whole.text.replace(unit.text, " ", 1).strip()
    return bool(beside) and bool(
        gives_reason(beside)
        or tells_reason(beside)
        or _HAS_HAPPENED.search(beside)
        or NEGATION.search(beside)
    )


def _gives_none(question: Question, unit: Unit, whole: Unit, title: frozenset[str]) -> bool:
    """Whether a way or a reason is asked for, and a sentence, with what it takes along, only says
    what something is good for, how the same is done to something else, that a reason is clear, that
    what is asked about is so or is the reason of something else, or what follows from a reason that
    is not said.
    """
    if is_good_for_it(question.kind, question.text, unit.text):
        return True
    if is_for_another_thing(question, unit.text):
        return True
    return question.kind is AnswerKind.REASON and (
        only_names_reason(unit.text)
        or only_names_the_event(question, whole.text)
        or (whole == unit and only_concludes(question, unit))
        or (only_says_again(question, unit.text, title) and not _is_explained_beside(unit, whole))
    )
