"""What the ranker sees of a sentence's form, its periods and what it is about."""

from __future__ import annotations

import re
from collections.abc import Callable

from backend.analysis import fold
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive import forms
from backend.tasks.answer.extractive.quarters import quarters_in
from backend.tasks.answer.extractive.reading import Passage, ReadEvidence
from backend.tasks.answer.extractive.required import Required, required, years_named
from backend.tasks.answer.extractive.units import Unit

KINDS = tuple(AnswerKind)
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("date", forms.DATE),
    ("number", forms.NUMBER),
    ("amount", forms.AMOUNT),
    ("reason", forms.REASON),
    ("step", forms.STEP),
    ("place", forms.PLACE),
    ("defines", forms.DEFINES),
    ("enumerates", forms.ENUMERATES),
    ("negation", forms.NEGATION),
)
FORM_NAMES = (
    "question_kind",
    *(f"form_{name}" for name, _ in _FORMS),
    "defines_asked",
    "subject_overlap",
    "focus_any",
    "focus_beside_number",
    "headings_cover",
    "after_lead_in",
    "is_lead_in",
    "row",
    "row_label_cover",
    "years_in_unit",
    "years_in_passage",
    "other_years",
    "quarter_in_unit",
    "names_in_unit",
    "names_in_passage",
    "verb_overlap",
    "negation_differs",
    "uncovered_weight",
    "union_with_before",
    "union_with_after",
    "starts_with_term",
)

_ROW = re.compile(r"^(?P<label>[^:]{2,120}?) — |^(?P<head>[^.:]{2,120}: [^—]{2,80}) — ")
_BESIDE = 3


def form_features(reading: ReadEvidence) -> list[list[float]]:
    """`len(FORM_NAMES)` numbers per candidate."""
    asked = required(reading.question.text)
    at = {(unit.hit, unit.position): unit for unit in reading.candidates}
    return [
        _row(reading, unit, reading.passages[unit.hit], asked, lambda hit, p: at.get((hit, p)))
        for unit in reading.candidates
    ]


def _row(
    reading: ReadEvidence,
    unit: Unit,
    passage: Passage,
    asked: Required,
    at: Callable[[int, int], Unit | None],
) -> list[float]:
    question = reading.question
    weights, total = question.weights, max(question.total_weight, 1e-9)

    def share(terms: frozenset[str]) -> float:
        return sum(weight for term, weight in weights.items() if term in terms) / total

    text = unit.text
    first_terms = frozenset(unit.terms[: max(3, len(question.terms))])
    defines = bool(forms.DEFINES.search(text))
    focus = frozenset(question.focus)
    before, after = at(unit.hit, unit.position - 1), at(unit.hit, unit.position + 1)
    label = _ROW.match(text)
    label_terms = frozenset(
        term for term in unit.terms[: len(label.group().split()) if label else 0]
    )
    wanted = question.times.years
    own_years = years_named(text) if wanted else frozenset()
    held = unit.term_set | passage.title_terms
    return [
        float(KINDS.index(question.kind)),
        *(float(bool(pattern.search(text))) for _, pattern in _FORMS),
        float(defines and share(first_terms) > 0.5),
        share(first_terms),
        len(focus & unit.term_set) / max(1, len(focus)),
        float(_focus_beside_number(unit, focus)),
        share(passage.title_terms),
        float(before is not None and bool(forms.LEADS_IN.search(before.text))),
        float(bool(forms.LEADS_IN.search(text))),
        float(label is not None),
        share(label_terms),
        len(own_years & wanted) / len(wanted) if wanted else -1.0,
        len(passage.years & wanted) / len(wanted) if wanted else -1.0,
        float(bool(wanted) and bool(own_years) and not own_years & wanted),
        _quarter(question.text, text),
        _names(asked, fold(text)),
        _names(asked, fold(f"{passage.title} {text}")),
        float(any(term in unit.term_set for term in question.terms[-2:])),
        float(bool(forms.NEGATION.search(text)) != bool(forms.NEGATION.search(question.text))),
        sum(weight for term, weight in weights.items() if term not in held),
        share(held | before.term_set) if before is not None else share(held),
        share(held | after.term_set) if after is not None else share(held),
        float(bool(unit.terms) and unit.terms[0] in weights),
    ]


def _focus_beside_number(unit: Unit, focus: frozenset[str]) -> bool:
    terms = unit.terms
    for at, term in enumerate(terms):
        if term in focus:
            near = terms[max(0, at - _BESIDE) : at + _BESIDE]
            if any(each[:1].isdigit() for each in near) or forms.NUMBER.search(" ".join(near)):
                return True
    return False


def _quarter(question: str, text: str) -> float:
    """1 if the unit names an asked quarter, -1 if it names only others, else 0."""
    asked = quarters_in(question)
    found = quarters_in(text) if asked else frozenset()
    return 1.0 if asked & found else -1.0 if found else 0.0


def _names(asked: Required, folded: str) -> float:
    if not asked.names:
        return -1.0
    return sum(fold(name) in folded for name in asked.names) / len(asked.names)
