"""The dearest thing of a bill: the one with the highest price, or the one whose row comes to most.
"What is the most expensive item?" says neither where these are two."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_choice import is_deal
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    WORD,
    bare_question,
    headers_of,
    is_of_periods,
    plain_heading,
    stemmed,
    words_for_rows,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.cost_of_row import price_and_whole
from backend.tasks.calculate.programs.numbered_labels import column_of_names
from backend.types.calculations import Calculation, Refusal
from backend.types.choices import Interpretation

_DEAREST = re.compile(
    r"(?i)^(?:what|which) (?:(?:is|was|are|were) the )?"
    r"(?P<how>most expensive|dearest|costliest|priciest|cheapest|least expensive) (?P<what>.+)$"
)
_AROUND = re.compile(r"(?i) (?:on|of|in) (?:the|this|that|my|our) ([^\W\d_]+)$")
_WHICH_IS = re.compile(
    r"(?i)^(?:what|which) (?P<what>.+?) (?:is|was) (?:the )?"
    r"(?P<how>most expensive|dearest|costliest|priciest|cheapest|least expensive)$"
)


def dearest_row(asked: AskedList) -> list[Outcome]:
    """That it is open, where the two columns have another first row; nothing where they agree, or
    one of them is not there."""
    text = bare_question(asked.question)
    match = _DEAREST.match(text) or _WHICH_IS.match(text)
    if match is None or asked.is_part or is_of_periods(asked.table):
        return []
    headers = headers_of(asked.table, "")
    what = match["what"]
    around = _AROUND.search(what)
    if around and stemmed([around[1]]) <= headers_of(asked.table, asked.about).around:
        what = what[: around.start()]  # "on the invoice"
    said = stemmed(WORD.findall(what))
    is_numbered = column_of_names(asked.table, entries_of(asked.table)[0]) is not None
    is_row = said <= (words_for_rows(headers) | headers.own if is_numbered else headers.own)
    if is_deal(headers) or not said or not is_row:
        return []  # an order costs what it comes to, and what is ordered its price
    one, whole = price_and_whole(asked.table)
    if one is None or whole is None:
        return []
    end = "lowest" if match["how"].casefold() in ("cheapest", "least expensive") else "highest"
    heads = [plain_heading(at, asked.table) for at in (one, whole)]
    questions = [f"Which {what} has the {end} {head}" for head in heads]
    made = [asked.ask(question) for question in questions]
    told = [each for each in made if isinstance(each, Calculation)]
    if len(told) < len(made) or told[0].answer == told[1].answer:
        return []
    readings = tuple(
        Interpretation(head, (((text, question),),), over=" ")
        for head, question in zip(heads, questions, strict=True)
    )
    return [
        Refusal(
            f"It is open which is meant: {heads[0]} or {heads[1]}.",
            tuple(each.sentence for each in told),
            is_open=True,
            readings=readings,
        )
    ]
