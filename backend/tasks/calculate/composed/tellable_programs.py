"""Which results over a list may be told at all, however probable they are."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict

from backend.tasks.calculate.composed.composed_figure import OF_ONE_DUTY, Composed
from backend.tasks.calculate.composed.compounds import numbers_apart
from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import (
    BY_RULE,
    CHOSEN,
    DECIDED,
    FIGURES_TOLD,
    OF_TWO,
    ListStep,
)
from backend.tasks.calculate.composed.program_features import (
    FIGURES_UNNAMED,
    LOOKS_UP,
    NO_PERSON,
    NOUN_LEFT,
    RIVAL_NAMED,
    ROWS_COUNTED,
    STATE_NAMED,
    STATE_UNSAID,
    TELLS_DAY,
    TELLS_NAMES,
    Features,
)
from backend.tasks.calculate.composed.row_conditions import NO, YES
from backend.tasks.calculate.composed.spent_of_budget import is_of_budget
from backend.tasks.calculate.programs.column_answers import MOST_LISTED
from backend.tasks.calculate.programs.column_words import FUNCTION, WORD
from backend.types.calculations import Operation

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
_STANDS = re.compile(r"(?i)\b(?:left|remain\w*|unspent|balance|over|under|variance)\b")
"""Headers over how what was spent stands to a budget, which is set against nothing any more."""
_STILL = re.compile(r"(?i)\b(?:still|yet)\b")
_NOT_IN_FULL = re.compile(r"(?i)\b(?:\w+n['’]t|not) (?:yet )?(?:been )?paid (?:\w+ ){0,3}full\b")
_NEVER = re.compile(
    r"(?i)\b(?:never|nobody|none|no|neither|nor|except|excluding|without|not|outside|besides"
    r"|other than|apart from|(?:leav(?:e|ing)|left) out|not counting|ignoring|aside from"
    r"|with the exception|\w+n['’]t)\b"
)


def is_tellable(question: str, composed: Composed) -> bool:
    """Whether a result may be told at all: nothing is said where a denial, a noun or a deed is left
    over, where "still" is accounted for by no state of the rows, a word may name several values of
    a column, or somebody is meant in one column of a rota that is not named; a share is told of a
    column that is named, or of rows; how many there are is not told by rows where a column counts
    pieces (how often may be), nor what one thing costs by its price added up; did and is ask for
    yes or no, who and which for names, when for a day, and how many for a figure. Nor is one told
    that puts values together which nothing joins, or answers "who does" with a whole list."""
    program = composed.candidate.program
    if program.step in BY_RULE:
        return True
    # that there are rows, or what was planned, says nothing of how what was spent stands to it
    if is_of_budget(question):
        heads = " ".join(operand.header for operand in composed.calculation.operands)
        sets_two = bool(program.pairs) or composed.calculation.joint == "−"
        if not sets_two or _STANDS.search(heads) is not None:
            return False
    features = composed.candidate.features
    says_which = program.states or any(not each.bound.comparison.bound for each in program.bounds)
    says_which = says_which or program.step is ListStep.NEVER
    # "not paid in full" is said by two columns of which one is below the other
    says_which = says_which or bool(program.pairs and _NOT_IN_FULL.search(question))
    is_denied = _NEVER.search(question) is not None and not says_which
    counts_rows = program.step is ListStep.COUNT and bool(features.get("pieces beside"))
    counts_rows = counts_rows and not features.get(ROWS_COUNTED)
    counts_rows = counts_rows and _TIMES.search(question) is None
    names_several = any(value.is_several for value in program.values)
    is_added_up = bool(features.get("one figure again"))
    lacks_noun = bool(features.get(NOUN_LEFT)) or _lacks_deed(question, program, features)
    # "still out" is told by those of which a column says so
    lacks_state = _STILL.search(question) is not None and not (
        program.states or program.pairs or features.get(STATE_NAMED)
    )
    is_of_one = bool(features.get(OF_ONE_DUTY))
    # "what share of the boats" asks for rows where no column is called so
    is_unsaid = program.step is ListStep.PART and bool(features.get(FIGURES_UNNAMED))
    # "who looks after the boats" asks for one, and no list of all owners
    is_of_some = program.values or program.dates or program.bounds or program.pairs
    is_crowd = not is_of_some and len(composed.calculation.listed) > MOST_LISTED
    is_crowd = is_crowd and _ONE_WHO.match(question) is not None
    is_open = lacks_noun or is_denied or counts_rows or names_several or is_added_up or lacks_state
    # "how much deposit" is not told by the rent beside a column of deposits
    is_rivalled = bool(features.get(FIGURES_UNNAMED) and features.get(RIVAL_NAMED))
    is_open = is_open or is_of_one or is_unsaid or is_crowd or is_rivalled
    is_open = is_open or _joins_what_nobody_joined(question, program)
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
