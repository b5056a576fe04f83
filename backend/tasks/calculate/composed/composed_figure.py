"""The figure, name or list of names that a question asks of a list, by the program that it most
probably means."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.tasks.calculate.composed.compounds import numbers_apart
from backend.tasks.calculate.composed.derived_columns import DerivedTable, with_derived_columns
from backend.tasks.calculate.composed.groups_without import denies_something, names_without
from backend.tasks.calculate.composed.list_programs import (
    CHOSEN,
    DECIDED,
    FIGURES_TOLD,
    NO,
    OF_TWO,
    YES,
    ListStep,
    Program,
    programs_of,
)
from backend.tasks.calculate.composed.paraphrases import meaning_of, paraphrase_of, statement_of
from backend.tasks.calculate.composed.people_of_rotas import people_of_rota
from backend.tasks.calculate.composed.program_features import (
    FIGURES_UNNAMED,
    LOOKS_UP,
    NO_PERSON,
    NOUN_LEFT,
    STATE_UNSAID,
    TELLS_DAY,
    TELLS_NAMES,
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
from backend.tasks.calculate.composed.unsaid_values import Embed, unsaid_values
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_answers import MOST_LISTED
from backend.tasks.calculate.programs.column_words import FIGURES, FUNCTION, LABEL, WORD, heading
from backend.tasks.calculate.programs.compound_headers import is_of_other_things
from backend.tasks.calculate.programs.plain_marks import in_own_marks, with_plain_marks
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_statement
from backend.types.calculations import Calculation, Operation, Refusal
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
OF_ONE_DUTY = "of one duty"
"""The feature of a program that means somebody in one column of a rota that is not named."""
OF_PEOPLE = "of people"
"""The feature of a program over a rota by its people."""
_YES_OR_NO = re.compile(
    r"(?i)\W*(?:and |so |but )?(?:did|does|do|is|are|was|were|has|have|had|can|could|will|would"
    r"|should)\b"
)
_ANY = re.compile(r"(?i)\W*(?:and |so |but )?any(?:one|body|thing)?\b")
_NAMES = re.compile(r"(?i)\W*(?:and |so |but )?(?:which|who|whose|whom|where)\b")
_WHO = re.compile(r"(?i)\W*(?:and |so |but )?who(?:m|se)?\b")
_ONE_WHO = re.compile(r"(?i)\W*(?:and |so |but )?who(?:['’]s| is| was| does| [a-z]+s)\b")
_DAYS = re.compile(r"(?i)\W*(?:and |so |but )?(?:when|since when|what (?:date|day))\b")
_TO_COME = re.compile(r"(?i)\W*(?:and |so |but )?when (?:will|do|does|is|are)\b")
_HOW_TO = re.compile(
    r"(?i)\W*(?:and |so |but )?(?:please )?(?:(?:can|could) you )?(?:(?:tell|show) me )?"
    r"how (?:(?:do|can|should|must|would|could) (?:i|we|you|one)|to) "
    r"(?!(?:reach|contact|call|phone|ring|text|email|e-mail|mail|write|speak|talk|find"
    r"|get (?:hold of|in touch|to))\b)"
)
"""A way to do something, which no cell tells."""
_FIGURES = re.compile(
    r"(?i)\W*(?:and |so |but )?how (?:many|much|long|far|old|often|heavy|big|tall|high)\b"
)
_TIMES = re.compile(r"(?i)\bhow (?:often|many times)\b")
"""However many pieces a row has, it happened once."""
_YES_AND_NO = frozenset(word for word in YES | NO if len(word) > 1 and word.isalpha())
_JOINING = frozenset(
    ["and", "or", "nor", "plus", "with", "both", "versus", "vs", "than", "well", "along"]
)
_JOINS = re.compile(r"[,&+/]")
_STILL = re.compile(r"(?i)\b(?:still|yet)\b")
_NEVER = re.compile(
    r"(?i)\b(?:never|nobody|none|no|neither|nor|except|excluding|without|not|outside|besides"
    r"|other than|apart from|(?:leav(?:e|ing)|left) out|not counting|ignoring|aside from"
    r"|with the exception|\w+n['’]t)\b"
)


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
    if not is_sound(table) or is_statement(table) or ":" in table.label_name:
        return []
    marked = with_plain_marks(table)
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
    programs = [each for each in programs if each.figures not in not_meant]
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


def is_tellable(question: str, composed: Composed) -> bool:
    """Whether a result may be told at all: nothing is said where a denial, a noun or a deed is left
    over, where "still" is accounted for by no state of the rows, a word may name several values of
    a column, or somebody is meant in one column of a rota that is not named; a share is told of a
    column that is named, or of rows; how many there are is not told by rows where a column counts
    pieces (how often may be), nor what one thing costs by its price added up; did and is ask for
    yes or no, who and which for names, when for a day, and how many for a figure."""
    program = composed.candidate.program
    features = composed.candidate.features
    says_which = program.states or any(not each.bound.comparison.bound for each in program.bounds)
    says_which = says_which or program.step is ListStep.NEVER
    is_denied = _NEVER.search(question) is not None and not says_which
    counts_rows = program.step is ListStep.COUNT and bool(features.get("pieces beside"))
    counts_rows = counts_rows and _TIMES.search(question) is None
    names_several = any(value.is_several for value in program.values)
    is_added_up = bool(features.get("one figure again"))
    lacks_noun = bool(features.get(NOUN_LEFT)) or _lacks_deed(question, program, features)
    # "still out" is told by those of which a column says so
    lacks_state = _STILL.search(question) is not None and not (program.states or program.pairs)
    is_of_one = bool(features.get(OF_ONE_DUTY))
    # "what share of the boats" asks for rows where no column is called so
    is_unsaid = program.step is ListStep.PART and bool(features.get(FIGURES_UNNAMED))
    is_open = lacks_noun or is_denied or counts_rows or names_several or is_added_up or lacks_state
    is_open = is_open or is_of_one or is_unsaid or _joins_what_nobody_joined(question, program)
    # “who looks after the boats” asks for one, and no list of all owners
    is_of_some = program.values or program.dates or program.bounds or program.pairs
    is_crowd = not is_of_some and _ONE_WHO.match(question) is not None
    is_open = is_open or (is_crowd and len(composed.calculation.listed) > MOST_LISTED)
    return not (is_open or _is_of_other_kind(question, composed))


def _joins_what_nobody_joined(question: str, program: Program) -> bool:
    """Whether two values of a column are put together that no "and", "or" or comma joins, or that
    stand apart: "this year with VAT, after the credit" names no half years and credits."""
    if program.step in OF_TWO:
        return False
    plain = numbers_apart(question)
    words = list(WORD.finditer(plain))
    of_column = defaultdict(list)
    for value in sorted(program.values, key=lambda each: each.first):
        of_column[value.column].append(value)
    pairs = (pair for values in of_column.values() for pair in itertools.pairwise(values))
    return any(
        not _joins(plain[words[one.last - 1].end() : words[other.first].start()])
        for one, other in pairs
    )


def _joins(between: str) -> bool:
    """Whether what stands between two values joins them, and says nothing else."""
    words = {word.casefold() for word in WORD.findall(between)}
    is_joint = _JOINS.search(between) is not None or not _JOINING.isdisjoint(words)
    return is_joint and words <= _JOINING | FUNCTION


def _lacks_deed(question: str, program: Program, features: Features) -> bool:
    """Whether it is asked if something was done, and a word is left over, or the state that the
    list has of each row: that the scanner is in the list does not say that somebody mended it. When
    something will happen is told only by a column that the question names."""
    if program.step in (ListStep.ANY, ListStep.EVERY):
        return bool(features.get("left") or features.get(STATE_UNSAID))
    is_to_come = _TO_COME.match(question) is not None and program.step is ListStep.LOOK_UP
    return is_to_come and not features.get("answer, named")


def _is_of_other_kind(question: str, composed: Composed) -> bool:
    """Whether yes or no, a name, a day or a figure is told where another of them, or how something
    is done, is asked for."""
    program, outcome = composed.candidate.program, composed.calculation
    if _HOW_TO.match(question) and not composed.candidate.features.get("answer, named"):
        return True  # “How do I water the fern?” names the column
    is_decided = program.step in DECIDED
    if program.step in CHOSEN:
        return bool(_FIGURES.match(question) or _DAYS.match(question))
    if is_decided or _YES_OR_NO.match(question):
        asks = _YES_OR_NO.match(question) or _ANY.match(question)
        return not ((is_decided or _looks_up_yes_or_no(composed)) and asks)
    if _ANY.match(question):
        return program.step is not ListStep.LIST
    is_day = outcome.operation in (Operation.FIRST, Operation.LAST)
    is_figure = program.step in FIGURES_TOLD or bool(composed.candidate.features.get(LOOKS_UP))
    if _NAMES.match(question):
        features = composed.candidate.features
        is_no_name = any(features.get(name) for name in NO_PERSON)
        is_no_name = is_no_name and not features.get(TELLS_NAMES)
        return is_figure or (_WHO.match(question) is not None and is_no_name)
    if _DAYS.match(question):
        return not is_day and not composed.candidate.features.get(TELLS_DAY)
    return bool(_FIGURES.match(question)) and not is_figure


def _looks_up_yes_or_no(composed: Composed) -> bool:
    """Whether a cell says yes or no below a header that the question names as a whole, and no word
    is left over: “Paid: no”. That a deposit was paid does not say that it was refunded."""
    features = composed.candidate.features
    says = composed.calculation.answer.casefold() in _YES_AND_NO
    is_looked_up = composed.candidate.program.step is ListStep.LOOK_UP
    is_named = features.get("answer, named") == 1.0 and not features.get("left")
    return says and is_looked_up and is_named


def composed_figures(
    question: str, table: StoredTable, about: str, model: ProgramModel
) -> tuple[Composed, ...]:
    """The results over a list, the most probable first; none where no program has one.

    Args:
        question: as it was asked.
        about: what the list is called.
    """
    found = by_probability(candidates_of(question, table, about, model), model.network)
    if not found or not denies_something(question):
        return found
    plain = numbers_apart(question)
    told = names_without(plain, Meanings(plain, table, about))
    if told is None:
        return found
    program, outcome = told
    if isinstance(outcome, Refusal):
        return found
    # what is denied is no condition of the rows that are meant
    denied = set(program.values)
    kept = (each for each in found if not denied & set(each.candidate.program.values))
    return (_of_names(program, outcome, table, about, model.network), *kept)


def _of_names(
    program: Program, outcome: Calculation, table: StoredTable, about: str, network: ProgramNetwork
) -> Composed:
    """The names none of whose rows is of something, which are likely meant and never for sure: rows
    may be meant as well."""
    probability = (network.likely + network.sure) / 2
    meaning = meaning_of(program, table, about)
    result = ProgramResult(program, outcome, {}, statement_of(meaning, outcome, about), meaning)
    return Composed(result, replace(outcome, confidence=probability, exact=False), probability)
