"""Which candidates have the form that a question asks for, by rule, so that others weigh less.

A rule has its say only where at least one candidate fits it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from backend.analysis import stem, term_texts
from backend.calendar_words import MONTHS
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.addresses_told import tells_address
from backend.tasks.answer.extractive.alike import is_told_of_both_alike
from backend.tasks.answer.extractive.around_a_time import is_of_another_side, only_tells_when
from backend.tasks.answer.extractive.compound_things import is_of_compound
from backend.tasks.answer.extractive.conditions import condition_fit, pronoun_condition_fit
from backend.tasks.answer.extractive.counted import counts_of_name, name_counted_of
from backend.tasks.answer.extractive.days_told import (
    asks_for_day,
    tells_end_on_a_day,
    tells_only_hours,
)
from backend.tasks.answer.extractive.decided_subjects import lacks_thing_decided
from backend.tasks.answer.extractive.deciding import decides
from backend.tasks.answer.extractive.defaults import default_fit
from backend.tasks.answer.extractive.entries import entry_fit
from backend.tasks.answer.extractive.fitting_apart import FAR_LESS, LESS, TOLD_APART
from backend.tasks.answer.extractive.forms import (
    CONDITION,
    IF_ASKED,
    NEGATION,
    asks_for_figure,
    holds_kind,
    is_of_no_age,
    says_the_opposite,
    tells_figure,
)
from backend.tasks.answer.extractive.hours_told import asks_for_hour, tells_hour
from backend.tasks.answer.extractive.money import MONEY, asked_words
from backend.tasks.answer.extractive.named_limits import (
    is_for_another_quantity,
    names_the_quantity,
)
from backend.tasks.answer.extractive.opposite_ones import is_of_the_opposite
from backend.tasks.answer.extractive.picked_out import picks_the_same
from backend.tasks.answer.extractive.priced_things import deed_asked, tells_sum, thing_asked
from backend.tasks.answer.extractive.quarters import quarters_in
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.question_words import WEEKDAY_STEMS
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.required import years_named
from backend.tasks.answer.extractive.signposts import entry_body_fit
from backend.tasks.answer.extractive.special_cases import special_case_fit
from backend.tasks.answer.extractive.stated_amounts import (
    amount_of_what_goes_there,
    states_amount,
)
from backend.tasks.answer.extractive.units import Unit

_MONTHS = frozenset(term_texts(" ".join(MONTHS)))
_ASKS_WHAT_NOT = re.compile(
    r"(?i)^(?:and )?(?:who|what|which|when|where)\b.*\b(?:not|never)\b|n[’']t\b"
)
_ADVISES_AGAINST = re.compile(
    r"(?i)\b(?:is|are|was|would be|it['’]s)(?: not|n[’']t) (?:an? |the )?(?:very )?(?:good|right|"
    r"proper|best|recommended|advisable|sensible)\b"
    r"|\b(?:is|are|was|would be|it['’]s) (?:an? )?(?:very )?(?:bad|poor|wrong) (?:idea|choice|"
    r"solution|practice|way)\b"
)
_SAME_AS_ONE = re.compile(r"(?i)\b(?:is|are) the same (?:as (?:the one|that|those)|one)\b")
_OF_COST = frozenset(term_texts("cost costs price prices pay paid charge charged"))
_IS_FREE = re.compile(
    r"(?i)\b(?:is|are) (?:\w+ )?(?:free|gratis)\b(?! from\b)|\b(?:free|without|no) (?:of )?charge\b"
    r"|\bcosts? nothing\b"
)
NEAR = 3
"""Words between which a denial and what it denies stand, at most."""
_ASKS_NOT = re.compile(r"(?i)\b(?:not|never|avoid|prevent)\b|n[’']t\b")
_INSTEAD = re.compile(r"(?i)^(?:as|since|because) |\binstead\b|\brather\b|\bbetter (?:to|use)\b")
_WITHOUT = re.compile(r"(?i)\bwithout (?:(?:having|needing) to )?(?P<done>[a-z]{2,}ing)\b")
_HOW_DONE = re.compile(
    r"(?i)^how (?:should|must|can|may|is|are|was|were|do|does) .+ (?:be )?"
    r"[a-z]+(?:ed|en|ung|own|elt|ept)\W*$"
)
SHORT_HEADING = 3
"""Words of a heading that names what is done, at most."""
_MEASURE_ASKED = re.compile(
    r"(?i)^(?:and )?how (?:high|large|big|great|low|long) (?:is|are|was|were) "
    r"(?:the |my |our |your |its )?(?P<measure>[a-z]+) (?:of|for|on) "
)
_STATE_ASKED = re.compile(
    r"(?i)^(?:and )?(?:for )?how (?:long|many|much|often)\b.* (?:is|are|was|were) .*"
    r"\b(?!allowed|permitted|needed|required|expected|supposed)"
    r"(?P<state>[a-z]{3,}(?:ed|able|ible)|valid|due|open|closed|kept|held)\W*$"
)
_RATE_ASKED = re.compile(
    r"(?i)^(?:and )?how many (?:[\w’'-]+ ){1,3}?(?:a|per|each|every) "
    r"(?P<time>hour|day|week|month|term|year|season)\b"
)
_RATE_TOLD = (
    r"(?i)\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)(?: [a-z’'-]+)? "
    r"(?:a|per|each|every) {time}\b|\b(?:once|twice) (?:a|per|each|every) {time}\b"
)
_OF_THIS = re.compile(
    r"(?i)\b(?:than|beyond|above|over|under|below|reach\w*|exceed\w*) (?:this|that|it)\b"
)
_AT_A_DAY = re.compile(r"(?i)\b(?:end|start|beginning|close) of\b|\bas of\b")


def fitting_by_form(reading: ReadEvidence) -> Iterator[tuple[list[bool], float]]:
    """For each rule that one candidate fits at least, which of them do, in order, and what is left
    of the score of the others."""
    rules = (
        (_with_a_figure, LESS),
        (_of_the_subject, LESS),
        (_of_the_period, FAR_LESS),
        (_under_a_condition, LESS),
        (_in_that_case, LESS),
        (_entries, LESS),
        (_stating_the_default, LESS),
        (_of_the_quantity, FAR_LESS),
        (_telling_apart, FAR_LESS),
        (_deciding, LESS),
        (_with_money, LESS),
        (_of_the_weekday, FAR_LESS),
        (_denied, LESS),
        (_with_an_address, FAR_LESS),
        (_with_an_hour, LESS),
        (_with_a_day, FAR_LESS),
        (_of_the_last_day, LESS),
        (_at_the_rate, FAR_LESS),
        (_of_an_age, FAR_LESS),
        (_not_advising_against, FAR_LESS),
        (_without_it, FAR_LESS),
        (_counting_of_the_name, LESS),
        (_saying_what_it_is, FAR_LESS),
        (_of_the_fund_itself, FAR_LESS),
        (_with_the_price_of_it, FAR_LESS),
        (_with_the_sum_of_it, FAR_LESS),
        (_of_the_special_case, FAR_LESS),
        (_of_the_thing_decided, FAR_LESS),
        (_under_the_deed, FAR_LESS),
        (_on_the_side_of_the_time, FAR_LESS),
        (_of_the_very_one, FAR_LESS),
        (_with_the_state_asked, FAR_LESS),
        (_with_the_measure_asked, LESS),
    )
    for rule, left in (*rules, *TOLD_APART):
        fitting = rule(reading)
        if any(fitting):
            yield fitting, left


def _saying_what_it_is(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not call a thing the same as one that stands elsewhere, where it is asked
    what it is."""
    if reading.question.kind is not AnswerKind.DEFINITION:
        return []
    return [_SAME_AS_ONE.search(unit.text) is None for unit in reading.candidates]


def _of_the_fund_itself(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not only tell what is paid into a fund whose amount is asked for, if one
    states its amount."""
    asks = reading.question.text
    if not any(states_amount(asks, unit.text) for unit in reading.candidates):
        return []
    return [not amount_of_what_goes_there(asks, unit.text) for unit in reading.candidates]


def _with_the_price_of_it(reading: ReadEvidence) -> list[bool]:
    """Which candidates tell a cost and have the thing that one is asked of, or what is to be done
    for it: a free entry, not the fine for a late book."""
    asks = reading.question.text
    thing = thing_asked(asks) or deed_asked(asks)
    wanted = term_texts(thing)[-1:]
    if not wanted:
        return []
    of_it = [
        wanted[0] in unit.term_set
        and bool(MONEY.search(unit.text) or _IS_FREE.search(unit.text))
        and not is_of_compound(asks, unit.text)
        for unit in reading.candidates
    ]
    # “the course for the sail” is told by what has both words, if anything has
    named = reading.question.weights.keys() - _OF_COST
    very = [
        fits and named <= unit.term_set
        for fits, unit in zip(of_it, reading.candidates, strict=True)
    ]
    return very if any(very) else of_it


def _with_the_sum_of_it(reading: ReadEvidence) -> list[bool]:
    """Which candidates have the deposit, the fine or the like that is asked for, and money: what a
    boat costs is not what is left as a deposit for it."""
    asks = reading.question.text
    return [
        tells_sum(asks, unit.text) and bool(MONEY.search(unit.text)) for unit in reading.candidates
    ]


def _of_the_special_case(reading: ReadEvidence) -> list[bool]:
    """Which candidates tell of the very case that the question ends with, apart from others."""
    question = reading.question
    return [
        special_case_fit(question, unit, reading.above(unit)) > 0 for unit in reading.candidates
    ]


def _under_the_deed(reading: ReadEvidence) -> list[bool]:
    """Which candidates have the verb that “how is it done” ends with, or stand below a heading of
    it, if one opens such a section: what is told below “Storing” says how it is stored."""
    question = reading.question
    if question.kind is not AnswerKind.MANNER or not _HOW_DONE.match(question.text.strip()):
        return []
    deed = question.terms[-1]
    headed = [
        deed in term_texts(unit.heading) and len(unit.heading.split()) <= SHORT_HEADING
        for unit in reading.candidates
    ]
    if not any(headed):
        return []
    return [
        below or deed in unit.term_set
        for below, unit in zip(headed, reading.candidates, strict=True)
    ]


def _of_the_thing_decided(reading: ReadEvidence) -> list[bool]:
    """Which candidates have the thing of which yes or no is asked, where one of them has every word
    that is asked."""
    question, units = reading.question, reading.candidates
    return [not lacks_thing_decided(question, unit, units) for unit in units]


def _on_the_side_of_the_time(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not tell what holds on another side of the time that is asked about, nor
    what else is after something of which it is asked how long it is."""
    question = reading.question
    return [
        not (is_of_another_side(question, unit.text) or only_tells_when(question, unit.text))
        for unit in reading.candidates
    ]


def _of_the_very_one(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not tell of the opposite of the thing that is asked about: of the new
    oars, where the old ones are meant."""
    return [not is_of_the_opposite(reading.question.text, unit.text) for unit in reading.candidates]


def _with_the_state_asked(reading: ReadEvidence) -> list[bool]:
    """Which candidates have the state that a question for a figure ends with, and something else of
    it, if one of them tells a figure: how long a permit is valid, not how long the test for it
    lasts."""
    question = reading.question
    asked = _STATE_ASKED.match(question.text.strip())
    if asked is None or term_texts(asked["state"]) != list(question.terms[-1:]):
        return []
    others = question.weights.keys() - {question.terms[-1]}
    return [
        question.terms[-1] in unit.term_set
        and not others.isdisjoint(unit.term_set)
        and tells_figure(unit.text)
        for unit in reading.candidates
    ]


def _with_the_measure_asked(reading: ReadEvidence) -> list[bool]:
    """Which candidates have the limit, the fee or the like that is asked for by its name, and
    something else of the question, if one of them tells a figure: who gets a card, “after twelve
    days”, does not say how high its limit is."""
    question = reading.question
    asked = _MEASURE_ASKED.match(question.text.strip())
    measure = term_texts(asked["measure"]) if asked else []
    others = question.weights.keys() - set(measure)
    if not measure or measure[0] not in question.weights or not others:
        return []
    fits = [
        measure[0] in unit.term_set and not others.isdisjoint(unit.term_set)
        for unit in reading.candidates
    ]
    told = (tells_figure(unit.text) for unit in reading.candidates)
    return fits if any(map(all, zip(fits, told, strict=True))) else []


def picking_the_same(reading: ReadEvidence, debris: Sequence[bool]) -> list[bool]:
    """Which candidates pick out what the question picks out ("the next …"), and hold something of
    the kind that is asked for."""
    question = reading.question
    return [
        (
            bool(picks_the_same(question, unit.text))
            or _points_to_it(question, unit, reading.before(unit))
        )
        and not idle
        and holds_kind(question.kind, unit.text)
        for unit, idle in zip(reading.candidates, debris, strict=True)
    ]


def _points_to_it(question: Question, unit: Unit, before: Unit | None) -> bool:
    """Whether a sentence speaks of “this” where the one before it picks out what the question picks
    out: “Six is the maximum number of oars. A boat with more than this is sent back.”"""
    if before is None or before.heading != unit.heading or not _OF_THIS.search(unit.text):
        return False
    return bool(picks_the_same(question, before.text))


def _of_the_period(reading: ReadEvidence) -> list[bool]:
    """Which candidates are of no quarter, where a year is asked for and one tells of it as a
    whole."""
    question = reading.question
    at_a_day = _AT_A_DAY.search(question.text)  # the year's last day is its last quarter's
    if not question.times.years or quarters_in(question.text) or at_a_day:
        return []
    apart = [not quarters_in(unit.text) for unit in reading.candidates]
    whole = [
        plain and bool(years_named(unit.text) & question.times.years)
        for plain, unit in zip(apart, reading.candidates, strict=True)
    ]
    return apart if any(whole) else []


def _of_the_subject(reading: ReadEvidence) -> list[bool]:
    """Which candidates speak of what a question for a figure, or for a time of day, asks about, by
    its rarest word, if one of them does and has one: another figure of the same date is none of it,
    nor is when another ferry leaves."""
    question = reading.question
    hour = asks_for_hour(question.text)
    if not (hour or asks_for_figure(question.kind, question.text)):
        return []
    words = [term for term in question.terms if not term[0].isdigit() and term not in _MONTHS]
    if not words:
        return []
    rarest = max(words, key=lambda term: question.weights.get(term, 0.0))
    held = [
        rarest in unit.term_set or rarest in reading.passages[unit.hit].title_terms
        for unit in reading.candidates
    ]
    told = [
        here and (tells_hour(unit.text) if hour else tells_figure(unit.text))
        for here, unit in zip(held, reading.candidates, strict=True)
    ]
    return held if any(told) else []


def _of_an_age(reading: ReadEvidence) -> list[bool]:
    """Which candidates tell an age or when something began, where "how old" is asked."""
    return [not is_of_no_age(reading.question.text, unit.text) for unit in reading.candidates]


def _not_advising_against(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not say that something is no way to do it, where "how to" is asked."""
    question = reading.question
    if question.kind is not AnswerKind.MANNER or _ASKS_NOT.search(question.text):
        return []
    return [
        _ADVISES_AGAINST.search(unit.text) is None or _INSTEAD.search(unit.text) is not None
        for unit in reading.candidates
    ]


def _without_it(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not do what the question wants to do without ("without emptying it")."""
    asked = _WITHOUT.search(reading.question.text)
    if asked is None or reading.question.kind is not AnswerKind.MANNER:
        return []
    done = stem(asked["done"].lower())
    return [
        done not in unit.term_set or _is_left_undone(done, unit.text) for unit in reading.candidates
    ]


def _is_left_undone(done: str, text: str) -> bool:
    """Whether a text says of a doing, by its stem, that it is not needed or not done."""
    words = text.split()
    return any(
        NEGATION.search(" ".join(words[max(0, at - NEAR) : at])) is not None
        for at, word in enumerate(words)
        if done in term_texts(word)
    )


def _counting_of_the_name(reading: ReadEvidence) -> list[bool]:
    """Which candidates say how many the very thing has that the question names by a name that is no
    plain word."""
    question = reading.question
    if not name_counted_of(question):
        return []
    return [
        counts_of_name(question, unit.text, reading.before(unit)) for unit in reading.candidates
    ]


def _under_a_condition(reading: ReadEvidence) -> list[bool]:
    """Which candidates say when something holds, where "what happens if" is asked."""
    if not IF_ASKED.search(reading.question.text):
        return []
    return [CONDITION.search(unit.text) is not None for unit in reading.candidates]


def _in_that_case(reading: ReadEvidence) -> list[bool]:
    """Which candidates tell what happens in the very case that is asked about."""
    question = reading.question
    if not IF_ASKED.search(question.text):
        return []
    return [
        condition_fit(question, unit, reading.passages[unit.hit].terms) > 0
        or pronoun_condition_fit(question, unit, reading.before(unit)) > 0
        for unit in reading.candidates
    ]


def _entries(reading: ReadEvidence) -> list[bool]:
    """Which candidates are the entry of the name that is asked about."""
    question = reading.question
    return [
        bool(
            entry_fit(question.text, unit.text, unit.heading)
            or entry_body_fit(question, unit, reading.above(unit))
        )
        for unit in reading.candidates
    ]


def _of_the_quantity(reading: ReadEvidence) -> list[bool]:
    """Which candidates are not told for another quantity than the one that is asked about, if one
    is told for that one: what holds for four hours, where another sentence speaks of six."""
    text = reading.question.text
    apart = [is_for_another_quantity(text, unit.text) for unit in reading.candidates]
    asked = [names_the_quantity(text, unit.text) for unit in reading.candidates]
    return [not each for each in apart] if any(asked) else []


def _telling_apart(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not tell the same of two things whose difference is asked for."""
    text = reading.question.text
    return [not is_told_of_both_alike(text, unit.text) for unit in reading.candidates]


def _stating_the_default(reading: ReadEvidence) -> list[bool]:
    """Which candidates state the default that is asked for: the line over its entry does not."""
    question = reading.question
    return [
        default_fit(question, unit, reading.above(unit), reading.passages[unit.hit]) > 0
        for unit in reading.candidates
    ]


def _deciding(reading: ReadEvidence) -> list[bool]:
    """Which candidates decide a question for yes or no."""
    return [
        decides(
            reading.question,
            unit,
            reading.before(unit),
            reading.passages[unit.hit].names_above(reading.question.text),
        )
        > 0
        for unit in reading.candidates
    ]


def _with_money(reading: ReadEvidence) -> list[bool]:
    """Which candidates give an amount of money, where money is asked for."""
    if not asked_words(reading.question.text):
        return []
    return [MONEY.search(unit.text) is not None for unit in reading.candidates]


def _of_the_weekday(reading: ReadEvidence) -> list[bool]:
    """Which candidates speak of the day of the week that the question names: what holds on
    weekdays need not hold on Saturdays."""
    named = WEEKDAY_STEMS.intersection(reading.question.terms)
    return [not named.isdisjoint(unit.term_set) for unit in reading.candidates] if named else []


def _denied(reading: ReadEvidence) -> list[bool]:
    """Which candidates deny something, by themselves or under a heading that does, where it is
    asked who or what does not: what one may do is not what one may not."""
    question = reading.question
    if question.kind is AnswerKind.YES_NO or not _ASKS_WHAT_NOT.search(question.text):
        return []
    return [
        bool(NEGATION.search(unit.text) or NEGATION.search(unit.heading))
        or says_the_opposite(question.text, unit.text)
        for unit in reading.candidates
    ]


def _with_an_address(reading: ReadEvidence) -> list[bool]:
    """Which candidates hold a telephone number, or an address of mail or the web, where one is
    asked for."""
    question = reading.question.text
    return [tells_address(question, unit.text) for unit in reading.candidates]


def _with_an_hour(reading: ReadEvidence) -> list[bool]:
    """Which candidates have a time of day, where one is asked for."""
    if not asks_for_hour(reading.question.text):
        return []
    return [tells_hour(unit.text) for unit in reading.candidates]


def _with_a_day(reading: ReadEvidence) -> list[bool]:
    """Which candidates do not only have times of day, where a day is asked for."""
    text = reading.question.text
    if not asks_for_day(text):
        return []
    return [
        not tells_only_hours(text, f"{unit.heading} {unit.text}") for unit in reading.candidates
    ]


def _of_the_last_day(reading: ReadEvidence) -> list[bool]:
    """Which candidates tell of an end and of a day, where the last day of something is asked
    for."""
    text = reading.question.text
    return [tells_end_on_a_day(text, unit.text) for unit in reading.candidates]


def _at_the_rate(reading: ReadEvidence) -> list[bool]:
    """Which candidates say how many there are to be in the time that is asked for (“at least one a
    week”), behind a sentence that has what is counted: how many there are says nothing of it."""
    question = reading.question
    asked = _RATE_ASKED.match(question.text.strip())
    if asked is None or not question.focus:
        return []
    told = re.compile(_RATE_TOLD.format(time=re.escape(asked["time"])))
    return [
        told.search(unit.text) is not None
        and any(question.focus[0] in each.term_set for each in (unit, *reading.above(unit)[-1:]))
        for unit in reading.candidates
    ]


def _with_a_figure(reading: ReadEvidence) -> list[bool]:
    """Which candidates may say how much or how many: by a figure, or by a word such as “none”."""
    if not asks_for_figure(reading.question.kind, reading.question.text):
        return []
    return [tells_figure(unit.text) for unit in reading.candidates]
