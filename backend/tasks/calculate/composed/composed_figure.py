"""The figure, name or list of names that a question asks of a list, by the program that it most
probably means."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from backend.tasks.calculate.composed.list_programs import (
    FIGURES_TOLD,
    ListStep,
    Program,
    programs_of,
    run,
)
from backend.tasks.calculate.composed.paraphrases import paraphrase_of
from backend.tasks.calculate.composed.program_features import (
    LOOKS_UP,
    NOUN_LEFT,
    TELLS_DAY,
    Features,
    ProgramFeatures,
)
from backend.tasks.calculate.composed.program_network import ProgramNetwork
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_statement
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

MOST_RANKED = 60
"""Programs that are ranked: those that account for most words."""
MOST_RUN = 200
"""Programs that are run at most, those without a result among them."""
MOST_LEFT = 3
"""Words of a question that no program accounts for, from which the list is not the one meant."""
MOST_WORDS = 40
_YES_OR_NO = re.compile(
    r"(?i)\W*(?:and |so |but )?(?:did|does|do|is|are|was|were|has|have|had|can|could|will|would"
    r"|should|any|anyone|anybody|anything)\b"
)
_NAMES = re.compile(r"(?i)\W*(?:and |so |but )?(?:which|who|whose|whom|where)\b")
_DAYS = re.compile(r"(?i)\W*(?:and |so |but )?(?:when|since when|what (?:date|day))\b")
_FIGURES = re.compile(
    r"(?i)\W*(?:and |so |but )?how (?:many|much|long|far|old|often|heavy|big|tall|high)\b"
)
_NEVER = re.compile(
    r"(?i)\b(?:never|nobody|none|no|neither|nor|except|excluding|without|not|outside|besides"
    r"|other than|apart from|\w+n['’]t)\b"
)
Embed = Callable[[Sequence[str]], npt.NDArray[np.float32]]
"""Vectors of texts, each of length 1."""


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """A program with its result and what speaks for it."""

    program: Program
    outcome: Calculation
    features: Features


@dataclass(frozen=True, slots=True)
class Composed:
    """The most probable result, with its probability."""

    candidate: ProgramResult
    calculation: Calculation
    probability: float


def candidates_of(
    question: str, table: StoredTable, about: str, embed: Embed
) -> list[ProgramResult]:
    """The programs that have a result, with their features; none where too many words of the
    question are left over."""
    if not is_sound(table) or is_statement(table) or ":" in table.label_name:
        return []
    mentions = Meanings(question, table, about)
    if len(mentions.words) > MOST_WORDS or not mentions.words:
        return []
    cues = cues_of(question, mentions.words)
    features = ProgramFeatures(question, mentions, cues)
    programs = programs_of(question, mentions, cues)
    left = {program: features.left(program) for program in programs}
    if not programs or min(left.values()) > MOST_LEFT:
        return []
    programs.sort(key=lambda program: left[program])
    found: list[ProgramResult] = []
    for program in programs[:MOST_RUN]:
        outcome = run(program, table)
        if isinstance(outcome, Calculation) and not (
            program.step is ListStep.GAP and outcome.value < 0
        ):
            own = features.of(program) | features.of_outcome(program, outcome)
            found.append(ProgramResult(program, outcome, own))
        if len(found) == MOST_RANKED:
            break
    return _with_likeness(question, found, table, about, embed)


def _with_likeness(
    question: str, found: list[ProgramResult], table: StoredTable, about: str, embed: Embed
) -> list[ProgramResult]:
    """The candidates with how alike the question and each program in plain words are."""
    if not found:
        return []
    said = [paraphrase_of(each.program, table, about) for each in found]
    texts = list(dict.fromkeys((question, *said)))
    vectors = embed(texts)
    place = {text: at for at, text in enumerate(texts)}
    asked = vectors[0]
    alike = [float(vectors[place[text]] @ asked) for text in said]
    best = max(alike)
    return [
        replace(each, features={**each.features, "cos": own, "cos-best": best - own})
        for each, own in zip(found, alike, strict=True)
    ]


def most_probable(candidates: Sequence[ProgramResult], network: ProgramNetwork) -> Composed | None:
    """The answer that the programs together make most probable, as the best of them tells it."""
    if not candidates:
        return None
    probabilities = network.probabilities([each.features for each in candidates])
    of_answer: dict[tuple[str, str], float] = defaultdict(float)
    for each, probability in zip(candidates, probabilities, strict=True):
        of_answer[each.outcome.answer, each.outcome.unit] += float(probability)
    answer = max(of_answer, key=lambda told: of_answer[told])
    best = max(
        (
            at
            for at, each in enumerate(candidates)
            if (each.outcome.answer, each.outcome.unit) == answer
        ),
        key=lambda at: float(probabilities[at]),
    )
    probability = of_answer[answer]
    made = replace(candidates[best].outcome, confidence=probability, exact=False)
    return Composed(candidates[best], made, probability)


def is_tellable(question: str, composed: Composed) -> bool:
    """Whether a result may be told at all: nothing is said to a question for yes or no, or where a
    denial or a noun is left over, or a word may name several values of a column; how many there are
    is not told by rows where a column counts pieces, nor what one thing costs by its price added
    up; who and which are names, when is a day, and how many a figure."""
    program = composed.candidate.program
    features = composed.candidate.features
    is_denied = _NEVER.search(question) is not None and not (program.states or program.bounds)
    counts_rows = program.step is ListStep.COUNT and bool(features.get("pieces beside"))
    names_several = any(len(value.texts) > 1 for value in program.values)
    is_added_up = bool(features.get("one figure again"))
    lacks_noun = bool(features.get(NOUN_LEFT))
    is_open = lacks_noun or is_denied or counts_rows or names_several or is_added_up
    return not (is_open or _YES_OR_NO.match(question) or _is_of_other_kind(question, composed))


def _is_of_other_kind(question: str, composed: Composed) -> bool:
    """Whether a name, a day or a figure is told where another of them is asked for."""
    program, outcome = composed.candidate.program, composed.calculation
    is_day = outcome.operation in (Operation.FIRST, Operation.LAST)
    is_figure = program.step in FIGURES_TOLD or bool(composed.candidate.features.get(LOOKS_UP))
    if _NAMES.match(question):
        return is_figure
    if _DAYS.match(question):
        return not is_day and not composed.candidate.features.get(TELLS_DAY)
    return bool(_FIGURES.match(question)) and not is_figure


def composed_figure(
    question: str, table: StoredTable, about: str, embed: Embed, network: ProgramNetwork
) -> Composed | None:
    """The most probable result over a list; None where no program has one.

    Args:
        question: as it was asked.
        about: what the list is called.
        embed: of the model that the network was trained with.
    """
    return most_probable(candidates_of(question, table, about, embed), network)
