"""The dearest thing of a bill: the one with the highest price, or the one whose row comes to most.
"What is the most expensive item?" says neither where these are two."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_choice import is_deal
from backend.tasks.calculate.programs.column_words import (
    WORD,
    bare_question,
    headers_of,
    is_list,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.cost_of_row import price_and_whole
from backend.types.calculations import Calculation, Refusal
from backend.types.choices import Interpretation

_DEAREST = re.compile(
    r"(?i)^(?:what|which) (?:(?:is|was|are|were) the )?"
    r"(?P<how>most expensive|dearest|costliest|priciest|cheapest|least expensive) (?P<what>.+)$"
)
_WHICH_IS = re.compile(
    r"(?i)^(?:what|which) (?P<what>.+?) (?:is|was) (?:the )?"
    r"(?P<how>most expensive|dearest|costliest|priciest|cheapest|least expensive)$"
)


def dearest_row(asked: AskedList) -> list[Outcome]:
    """That it is open, where the two columns have another first row; nothing where they agree, or
    one of them is not there."""
    text = bare_question(asked.question)
    found = _DEAREST.match(text) or _WHICH_IS.match(text)
    if found is None or asked.is_part or not is_list(asked.table):
        return []
    headers = headers_of(asked.table, "")
    if is_deal(headers) or stemmed(WORD.findall(found["what"])) != headers.own:
        return []  # an order costs what it comes to, and what is ordered its price
    one, whole = price_and_whole(asked.table)
    if one is None or whole is None:
        return []
    end = "lowest" if found["how"].casefold() in ("cheapest", "least expensive") else "highest"
    heads = [plain_heading(at, asked.table) for at in (one, whole)]
    questions = [f"Which {found['what']} has the {end} {head}" for head in heads]
    made = [asked.ask(each) for each in questions]
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
