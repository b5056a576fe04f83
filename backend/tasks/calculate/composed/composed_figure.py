"""The figure, name or list of names that a question asks of a list, by the program that it most
probably means."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.tasks.calculate.composed.bare_quarters import with_bare_quarters, with_quarters_named
from backend.tasks.calculate.composed.compounds import numbers_apart
from backend.tasks.calculate.composed.derived_columns import DerivedTable, with_derived_columns
from backend.tasks.calculate.composed.figures_meant import FiguresMeant
from backend.tasks.calculate.composed.groups_without import denies_something, names_without
from backend.tasks.calculate.composed.list_programs import Program, programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.paraphrases import meaning_of, paraphrase_of, statement_of
from backend.tasks.calculate.composed.people_of_rotas import people_of_rota
from backend.tasks.calculate.composed.program_features import (
    STATE_NAMED,
    Features,
    ProgramFeatures,
)
from backend.tasks.calculate.composed.program_network import ProgramNetwork
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import QuestionCues, cues_of
from backend.tasks.calculate.composed.read_programs import (
    READ,
    UNREAD,
    ProgramModel,
    reading_features,
)
from backend.tasks.calculate.composed.spent_of_budget import (
    is_of_budget,
    may_be_of_budget,
    spent_of_budget,
)
from backend.tasks.calculate.composed.unsaid_values import Embed, unsaid_values
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_words import FIGURES, LABEL, heading
from backend.tasks.calculate.programs.compound_headers import is_of_other_things
from backend.tasks.calculate.programs.list_readings.still_owed import SumOwed, sum_owed
from backend.tasks.calculate.programs.plain_marks import in_own_marks, with_plain_marks
from backend.tasks.calculate.programs.sides_of_money import is_of_other_side
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_statement
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

MOST_WEIGHED = 500
"""Programs of which the network is asked: those that account for most words."""
MOST_RUN = 160
"""Programs that are run at most, those without a result among them."""
MOST_RANKED = 48
"""Programs with a result that are ranked."""
MOST_LEFT = 3
"""Words of a question that no program accounts for, from which the list is not the one meant."""
MOST_WORDS = 40
_OF_ROWS = re.compile(r"(?i)\b(?:rows?|entries|lines?)\b")
ALMOST_SURE = 0.99
"""How probable what a rule finds is, as a share of what is sure."""
OF_ONE_DUTY = "of one duty"
"""The feature of a program that means somebody in one column of a rota that is not named."""
OF_PEOPLE = "of people"
"""The feature of a program over a rota by its people."""


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """A program with its result, what speaks for it, both in words, and its meaning alone."""

    program: Program
    outcome: Calculation
    features: Features
    said: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Composed:
    """The most probable result, with its probability."""

    candidate: ProgramResult
    calculation: Calculation
    probability: float


def candidates_of(
    question: str, table: StoredTable, about: str, model: ProgramModel
) -> list[ProgramResult]:
    """The programs that have a result, with their features: those that the network thinks most of
    before they are run. None where too many words of the question are left over. A rota is asked by
    its people as well."""
    return with_reading(question, unread_candidates(question, table, about, model), model)


def unread_candidates(
    question: str, table: StoredTable, about: str, model: ProgramModel
) -> list[ProgramResult]:
    """The same, none of them read together with the question."""
    if not _may_be_asked(table):
        return []
    question = with_quarters_named(question, table)
    marked = with_plain_marks(with_bare_quarters(table, question))
    found = [
        each if marked is table else replace(each, outcome=in_own_marks(each.outcome, [table]))
        for each in _candidates(question, marked, about, model)
    ]
    if (rota := people_of_rota(table)) is not None:
        named = Meanings(question, table, about).named_places
        found = [
            replace(each, features={**each.features, OF_ONE_DUTY: 1.0})
            if any(
                value.column in rota.duties and not named(value.column)
                for value in each.program.values
            )
            else each
            for each in found
        ]
        found += [
            replace(
                each,
                outcome=rota.in_own_cells(each.outcome),
                features={**each.features, OF_PEOPLE: 1.0, f"{OF_PEOPLE}|{each.program.step}": 1.0},
            )
            for each in _candidates(question, rota.table, about, model)
        ]
    return found


def _may_be_asked(table: StoredTable) -> bool:
    """Whether a table is a list of rows of one kind."""
    return is_sound(table) and not is_statement(table) and ":" not in table.label_name


def with_reading(
    question: str, found: list[ProgramResult], model: ProgramModel
) -> list[ProgramResult]:
    """The candidates with what is read of each together with the question."""
    if not found:
        return []
    thought_of = model.network.scores([each.features for each in found])
    read = reading_features(question, [each.said for each in found], thought_of, model.read)
    return [
        replace(
            each,
            features={
                **each.features,
                **own,
                **({} if UNREAD in own else {f"{READ}|{each.program.step}": own[READ]}),
            },
        )
        for each, own in zip(found, read, strict=True)
    ]


def _candidates(
    question: str, table: StoredTable, about: str, model: ProgramModel
) -> list[ProgramResult]:
    question = numbers_apart(question)
    plain = Meanings(question, table, about)
    if len(plain.words) > MOST_WORDS or not plain.words:
        return []
    cues = cues_of(question, plain.words)
    derived = with_derived_columns(plain, cues)
    mentions = (
        Meanings(question, derived.table, about, table, derived.quotients)
        if derived.derived
        else plain
    )
    features = ProgramFeatures(question, mentions, cues, derived)
    programs = programs_of(question, mentions, cues)
    if programs and min(map(features.left, programs)) > MOST_LEFT:
        return []
    if unsaid := unsaid_values(question, mentions, model.embed):
        programs = programs_of(question, mentions, cues, unsaid)
    not_meant = _columns_of_no_things(question, derived.table) | _taxed_otherwise(mentions, derived)
    meant = FiguresMeant(question, mentions, derived)
    programs = [each for each in programs if each.figures not in not_meant and meant.may_be(each)]
    if not programs:
        return []
    programs = sorted(programs, key=features.left)[:MOST_WEIGHED]
    of_words = [features.of(program) for program in programs]
    order = np.argsort(-model.network.scores(of_words), kind="stable")[:MOST_RUN]
    found: list[ProgramResult] = []
    for at in order:
        program = programs[at]
        outcome = _worked_out(program, derived, cues)
        if isinstance(outcome, Calculation):
            own = of_words[at] | features.of_outcome(program, outcome)
            meaning = meaning_of(program, derived.table, about)
            said = statement_of(meaning, outcome, about)
            found.append(ProgramResult(program, outcome, own, said, meaning))
        if len(found) == MOST_RANKED:
            break
    return _with_likeness(question, found, derived.table, about, model.embed)


def _columns_of_no_things(question: str, table: StoredTable) -> frozenset[int]:
    """The columns of figures that do not say how many there are of what is counted."""
    return frozenset(
        at
        for at, column in enumerate(table.columns)
        if column.kind in FIGURES and is_of_other_things(question, column)
    )


def _taxed_otherwise(mentions: Meanings, derived: DerivedTable) -> frozenset[int]:
    """The columns that are not meant by what the question says of a tax, and what they make."""
    if mentions.taxed is None:
        return frozenset()
    others = mentions.taxed.others
    made = (
        derived.own + at
        for at, each in enumerate(derived.derived)
        if each.left in others or each.right in others
    )
    return others.union(made)


def _worked_out(
    program: Program, derived: DerivedTable, cues: QuestionCues
) -> Calculation | Refusal:
    """What a program comes to, with the cells of the list itself."""
    outcome = run(program, derived.table, derived.of_list)
    if not isinstance(outcome, Calculation):
        return outcome
    measure = program.answer if program.step is ListStep.LOOK_UP else program.figures
    made = derived.in_own_cells(outcome, measure)
    if program.step is ListStep.RATE and program.figures is not None:
        return derived.as_rate(made, program.figures, is_share="share" in cues.names)
    if made.joint == "−" and made.value < 0:
        return Refusal("It is the other way round.")
    return Refusal("Quotients are not added up.") if derived.adds_quotients(made) else made


def _with_likeness(
    question: str, found: list[ProgramResult], table: StoredTable, about: str, embed: Embed
) -> list[ProgramResult]:
    """The candidates with how alike the question and each program in plain words are."""
    if not found:
        return []
    said = [paraphrase_of(each.program, table, about) for each in found]
    heads = {column: heading(column, table) for column in (LABEL, *range(len(table.columns)))}
    texts = list(dict.fromkeys((question, *said, *heads.values())))
    vectors = embed(texts)
    place = {text: at for at, text in enumerate(texts)}
    asked = vectors[0]
    alike = [float(vectors[place[text]] @ asked) for text in said]
    best = max(alike)
    of_column = {column: float(vectors[place[text]] @ asked) for column, text in heads.items()}
    figures = [at for at, column in enumerate(table.columns) if column.kind in FIGURES]
    return [
        replace(
            each,
            features={
                **each.features,
                "cos": own,
                "cos-best": best - own,
                **_lead("figures", each.program.figures, figures, of_column),
                **_lead("answer", each.program.answer, heads, of_column),
            },
        )
        for each, own in zip(found, alike, strict=True)
    ]


def _lead(
    name: str, column: int | None, others: Iterable[int], alike: Mapping[int, float]
) -> Features:
    """How much more alike the question and the header of a column are than it and any other one."""
    if column is None:
        return {}
    rivals = [alike[at] for at in others if at != column]
    return {
        f"{name}, alike": alike[column],
        f"{name}, lead": alike[column] - max(rivals, default=0.0),
    }


def most_probable(candidates: Sequence[ProgramResult], network: ProgramNetwork) -> Composed | None:
    """The answer that the programs together make most probable, as the best of them tells it."""
    return next(iter(by_probability(candidates, network)), None)


def by_probability(
    candidates: Sequence[ProgramResult], network: ProgramNetwork
) -> tuple[Composed, ...]:
    """The answers that programs come to, the most probable first, each as the best of its programs
    tells it and as probable as they are together."""
    if not candidates:
        return ()
    probabilities = network.probabilities([each.features for each in candidates])
    of_answer: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, each in enumerate(candidates):
        of_answer[each.outcome.answer, each.outcome.unit].append(at)
    found = []
    for places in of_answer.values():
        best = max(places, key=lambda at: float(probabilities[at]))
        probability = sum(float(probabilities[at]) for at in places)
        made = replace(candidates[best].outcome, confidence=probability, exact=False)
        found.append(Composed(candidates[best], made, probability))
    return tuple(sorted(found, key=lambda each: -each.probability))


def composed_figures(
    question: str, table: StoredTable, about: str, model: ProgramModel
) -> tuple[Composed, ...]:
    """The results over a list, the most probable first; none where no program has one.

    Args:
        question: as it was asked.
        about: what the list is called.
    """
    weighed = by_probability(candidates_of(question, table, about, model), model.network)
    found = tuple(
        each
        for each in weighed
        if is_of_other_side(question, each.calculation, [table], about) is None
    )
    network = model.network
    plain = numbers_apart(question)
    if found and denies_something(question):
        told = names_without(plain, Meanings(plain, table, about))
        if told is not None and isinstance(told[1], Calculation):
            # what is denied is no condition of the rows that are meant, and rows may be meant
            denied = set(told[0].values)
            kept = (each for each in found if not denied & set(each.candidate.program.values))
            probability = (network.likely + network.sure) / 2
            return (_by_rule(told[0], told[1], table, about, probability), *kept)
    if (owed := sum_owed(question, table, about)) is not None:
        found = _with_owed(owed, found, (network.likely + network.sure) / 2)
    asks_rows = _OF_ROWS.search(question) is not None
    if is_of_budget(question) and _labels_come_again(table) and not asks_rows:
        # rows that are beyond a budget are not what they are rows of
        of_rows = (ListStep.COUNT, ListStep.LIST, ListStep.ANY)
        found = tuple(
            each
            for each in found
            if not (each.candidate.program.pairs and each.candidate.program.step in of_rows)
        )
    if may_be_of_budget(question) and _may_be_asked(table):
        named = with_bare_quarters(table, question)
        asked = with_quarters_named(plain, table)
        told = spent_of_budget(asked, Meanings(asked, named, about))
        if told is not None:
            # rows that are over a budget are not the groups that are
            found = tuple(each for each in found if not each.candidate.program.pairs)
        if told is not None and isinstance(told[1], Calculation):
            return (_by_rule(told[0], told[1], named, about, ALMOST_SURE * network.sure), *found)
    return found


def _with_owed(
    owed: SumOwed, found: tuple[Composed, ...], probability: float
) -> tuple[Composed, ...]:
    """The programs with the one first that comes to what a rule finds that is still owed; it is
    likely meant and never for sure. As they are where none comes to it."""
    told = owed.calculation
    same = [
        each
        for each in found
        if (each.calculation.answer, each.calculation.unit) == (told.answer, told.unit)
    ]
    if not same:
        return found
    first, made = same[0], replace(told, confidence=probability, exact=False)
    candidate = replace(first.candidate, outcome=made, features={STATE_NAMED: 1.0})
    return (
        Composed(candidate, made, probability),
        *(each for each in found if each is not first),
    )


def _labels_come_again(table: StoredTable) -> bool:
    labels = [row.label for row in table.rows if not row.total]
    return len(set(labels)) < len(labels)


def _by_rule(
    program: Program, outcome: Calculation, table: StoredTable, about: str, probability: float
) -> Composed:
    """What a rule finds beside the network, which is likely meant and never for sure."""
    meaning = meaning_of(program, table, about)
    result = ProgramResult(program, outcome, {}, statement_of(meaning, outcome, about), meaning)
    return Composed(result, replace(outcome, confidence=probability, exact=False), probability)
