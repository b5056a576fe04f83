"""Questions with a verb that a column is headed by: "How much did we spend with Alder Steel in
2024?" of a list with a column "Spend 2024 (GBP)".

They are put in words that the readings of columns know: "what is the total Spend with Alder Steel
in 2024". The years of the question stay in it, so that only a column of that year answers it.
"""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_words import (
    Headers,
    heading,
    stemmed,
    words_in,
)
from backend.tasks.calculate.programs.comparison_words import deeds
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types.tables import StoredTable

_TOTAL = r"(?: in total| in all| altogether| overall| all together)"
_PLACES = r"(?:on|in|at|to|from|for|with|by|during|between|before|after|since)"
_DO = r"(?:did|do|have|had)"
_WE = r"(?:we|i|they|you)"
_REST = rf"(?P<all>{_TOTAL})?(?P<rest>(?: {_PLACES} .+?)?)(?P<all_>{_TOTAL})?$"
_HOW_MUCH = re.compile(rf"(?i)^how much (?:money )?(?P<do>{_DO}) {_WE} (?P<verb>[^\W\d_]+){_REST}")
_WHAT = re.compile(rf"(?i)^what (?P<do>{_DO}) {_WE} (?P<verb>[^\W\d_]+){_REST}")
_MOST = re.compile(
    rf"(?i)^(?:{_PLACES} )?(?:which|what) (?P<entity>.+?) {_DO} {_WE} (?P<verb>[^\W\d_]+) "
    rf"(?:the )?(?:most|(?P<low>least))(?: money)?(?P<rest> {_PLACES} .+?)??(?: {_PLACES})?$"
)
_MONEY = ("spend", "pay")
"""Verbs of money: a column "Spent" of hours is none of theirs."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def may_ask_spent(text: str) -> bool:
    """Whether a question without its marks has one of these forms, whatever the table."""
    return any(form.match(text) for form in (_HOW_MUCH, _WHAT, _MOST))


def with_deed_added(text: str, table: StoredTable, headers: Headers) -> str:
    """A question for what was spent, or the like, as one for the total of the only column that is
    headed by that; empty where it is none, or no column is."""
    if (match := _MOST.match(text)) is not None:
        head = _headed_by(match["verb"], table, headers)
        rank = "lowest" if match["low"] else "highest"
        return f"which {match['entity']} has the {rank} total {head}{_rest(match)}" if head else ""
    match = _HOW_MUCH.match(text) or _WHAT.match(text)
    if match is None:
        return ""
    is_total = bool(match["all"] or match["all_"])
    is_bare = not is_total and not match["rest"]
    is_rate = match["do"].casefold() == "do" and match["verb"].casefold() != _MONEY[0]
    if (is_bare and match.re is _WHAT) or (is_rate and not is_total):
        return ""  # "What do we pay?", "What do we charge for cleaning?" may ask for a rate
    head = _headed_by(match["verb"], table, headers)
    return f"what is the total {head}{_rest(match)}" if head else ""


def _rest(found: re.Match[str]) -> str:
    return found["rest"] or ""


def _headed_by(verb: str, table: StoredTable, headers: Headers) -> str:
    """The word that is the whole header of the only column of figures which speaks of what a verb
    says, without its year and unit; empty where there is none, or another one speaks of it."""
    word = verb.casefold()
    of_money = next((deed for deed in deeds() if word in deed and deed & {*_MONEY}), None)
    family = stemmed(of_money or [word])
    speaking = [at for at in headers.figures if headers.of(at) & family]
    if len(speaking) != 1 or speaking != that_add_up(table, speaking):
        return ""
    column = speaking[0]
    if len(headers.of(column)) != 1 or (of_money and not is_money(table.columns[column])):
        return ""
    bare = _YEAR.sub(" ", heading(column, table))
    return next(each for each in words_in(bare) if stemmed([each]) == headers.of(column))
