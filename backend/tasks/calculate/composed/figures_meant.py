"""Which figures a question cannot mean, whatever else speaks for them: what was spent is money, who
spent most did not do it most often, and who sprayed more often did it more times."""

from __future__ import annotations

import re

from backend.tasks.calculate.composed.asked_nouns import counted_noun
from backend.tasks.calculate.composed.derived_columns import DerivedTable
from backend.tasks.calculate.composed.header_kinds import any_pieces, kinds_of
from backend.tasks.calculate.composed.list_programs import Program, sides_of
from backend.tasks.calculate.composed.list_steps import OF_TWO, ListStep
from backend.tasks.calculate.composed.said_otherwise import said_otherwise
from backend.tasks.calculate.composed.wanted_headers import wanted_stems
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_words import stemmed
from backend.tasks.calculate.programs.compound_headers import is_of_other_things

_SPENT = re.compile(r"(?i)\b(?:spen[dt]s?|spending|budgets?|(?:over|under)spen[dt])\b")
_NO_MONEY = re.compile(r"(?i)\b(?:hours?|days?|minutes?|weeks?|nights?|time|how long)\b")
_DEED = re.compile(r"(?i)\b(?:spen[dt]s?|spending|expenditure)\b")
_OF_PLAN = re.compile(r"(?i)\b(?:budget\w*|plan\w*|target\w*|over|under|left|remain\w*)\b")
_COMPARES = re.compile(r"(?i)\bcompared? (?:with|to|against)\b")
_OF_ALL = (ListStep.SUM, ListStep.COUNT, ListStep.MEAN, ListStep.LIST, ListStep.COUNT_KINDS)
_OFTEN = re.compile(r"(?i)\b(?:often|times|frequently|how many)\b")
_MORE_OFTEN = re.compile(
    r"(?i)\b(?:more|less|most|least|fewer|fewest) (?:(?P<often>often|frequently|times)"
    r"|(?:[^\W\d_]+ )?(?P<noun>[^\W\d_]{2,}s)\b)"
)


def speaks_of_spending(question: str) -> bool:
    """Whether a question is of what was spent or planned to be, and not of time."""
    return _SPENT.search(question) is not None and _NO_MONEY.search(question) is None


class FiguresMeant:
    """What the programs of one question over one list may work out."""

    def __init__(self, question: str, mentions: Meanings, derived: DerivedTable) -> None:
        self._mentions = mentions
        self._derived = derived
        self._is_of_money = speaks_of_spending(question)
        self._asks_often = _OFTEN.search(question) is not None
        self._money = {at for at in mentions.figure_columns if "money" in kinds_of(mentions, at)}
        self._compares = _COMPARES.search(question) is not None
        self._planned = _planned(question, mentions)
        counted = counted_noun(question)
        self._counts_figures = any(
            counted & mentions.headers.of(at)
            and not is_of_other_things(question, mentions.table.columns[at])
            for at in mentions.own_figures
        )
        self._counts_rows = _counts_rows(question, mentions)

    def may_be(self, program: Program) -> bool:
        """Whether a program is of figures that the question may mean."""
        is_told = program.step in (ListStep.LOOK_UP, ListStep.LIST)
        column = program.answer if is_told else program.figures
        is_figure = column in self._mentions.figure_columns
        is_money = column in self._money or self._is_joined(column)
        if self._is_of_money and self._money and is_figure and not is_money:
            return False
        if self._compares and program.step in _OF_ALL and sides_of(program) is not None:
            return False
        if column is not None and not self._planned.isdisjoint(self._made_of(column)):
            return False
        if self._counts_figures and program.step in (ListStep.COUNT, ListStep.COUNT_KINDS):
            return False
        is_count = program.step in (ListStep.TOP_COUNT, ListStep.BOTTOM_COUNT)
        if is_count and self._is_of_money and not self._asks_often and self._money:
            return False
        ranks = program.step in (ListStep.TOP_SUM, ListStep.BOTTOM_SUM, *OF_TWO)
        ranks = ranks or program.step in (ListStep.TOP, ListStep.BOTTOM)
        if ranks and self._counts_rows and column is not None:
            return bool(self._mentions.named_places(column))
        return True

    def _made_of(self, column: int) -> frozenset[int]:
        """A column, with the two that it is derived of."""
        made = self._derived.of(column)
        return frozenset([column] if made is None else [column, made.left, made.right])

    def _is_joined(self, column: int | None) -> bool:
        """Whether a column is made of two of which one is of money."""
        made = self._derived.of(column)
        return made is not None and bool({made.left, made.right} & self._money)


def _planned(question: str, mentions: Meanings) -> frozenset[int]:
    """The columns of what was planned, where only what was spent is asked for and another column
    holds it."""
    if _DEED.search(question) is None or _OF_PLAN.search(question) is not None:
        return frozenset()
    columns = mentions.table.columns[: mentions.own]
    figures = [at for at in mentions.own_figures if said_otherwise(question, columns, at)]
    wanted = wanted_stems()
    planned = (at for at in mentions.own_figures if mentions.headers.of(at) & wanted)
    return frozenset(planned) if figures else frozenset()


def _counts_rows(question: str, mentions: Meanings) -> bool:
    """Whether it is asked of what there are more rows: "more often", "more repair jobs"."""
    found = _MORE_OFTEN.search(question)
    if found is None:
        return False
    if found["often"]:
        return True
    if any(mentions.headers.of(at) & any_pieces() for at in mentions.own_figures):
        return False  # a row may be of several
    noun = stemmed([found["noun"]])
    return bool(noun) and noun <= mentions.headers.own
