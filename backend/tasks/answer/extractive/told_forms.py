"""Sentences that tell in a form of their own what is asked: what follows a time, what holds in the
case that the sentence before or the heading names, what happens to somebody, a special case apart
from the rule, on which day something stops, and what is said to “you”. The ranking lifts them, and
the verdict trusts them.
"""

from __future__ import annotations

from backend.tasks.answer.extractive.around_a_time import goes_on_after
from backend.tasks.answer.extractive.claims_reported import answers_claim
from backend.tasks.answer.extractive.conditions import headed_condition_fit, pronoun_condition_fit
from backend.tasks.answer.extractive.deeds_ended import deed_ended_fit
from backend.tasks.answer.extractive.fates import fate_fit
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.special_cases import special_case_fit
from backend.tasks.answer.extractive.told_to_you import told_to_them
from backend.tasks.answer.extractive.units import Unit


def told_form_fit(reading: ReadEvidence, unit: Unit, about: frozenset[str]) -> float:
    """How surely a sentence tells what is asked in one of these forms: 0, or what the form gives.

    Args:
        about: the stems of what its passage speaks of.
    """
    question, before = reading.question, reading.before(unit)
    return max(
        goes_on_after(question, unit, before),
        pronoun_condition_fit(question, unit, before),
        fate_fit(question, unit),
        special_case_fit(question, unit, reading.above(unit)),
        headed_condition_fit(question, unit, about),
        told_to_them(question, unit, about),
        deed_ended_fit(question, unit, about),
        FIT * answers_claim(question, unit, before),
    )
