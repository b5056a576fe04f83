"""What several of a thing cost, where a sentence has the price of one: “£14 a night”."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tables.column_periods import NUMERALS
from backend.tables.rounded_sums import decimal_places
from backend.tasks.answer.extractive.printed_sums import SUM, WRITTEN_OUT, value_of

_SEVERAL = re.compile(
    rf"(?i)\b(?P<many>\d{{1,3}}|{WRITTEN_OUT}) (?:[a-z-]+ )?"
    r"(?P<noun>[a-z]{3,}s|people|children)\b"
)
_ASKS_COST = re.compile(
    r"(?i)\bhow (?:much|expensive)\b|\bwhat\b.*\b(?:costs?|pay|price|charged?|fees?)\b"
)
_PER = re.compile(
    rf"(?i)(?P<coin>[£$€])(?P<sum>{SUM})(?![\d/])(?: ?(?:,|is charged))?"
    r" ?(?:/ ?|(?:a|an|per|each|every|for (?:each|every|one)) )(?P<noun>[a-z]+)\b"
)
_EACH = re.compile(
    rf"(?i)\b(?:each|every|an?|one) (?P<noun>[a-z]+) (?:costs?|is(?: charged at)?) "
    rf"(?P<coin>[£$€])(?P<sum>{SUM})(?![\d/])"
)
_TIERED = re.compile(
    r"(?i)\b(?:first|second|third|further|additional|extra|minimum|maximum|max|at least"
    r"|at most|up to|more than|over|under|from|discount\w*|reduc\w*|free|plus|except|unless|if"
    r"|deposit|only|member\w*"
    r"|half|until|after|before|starts?|starting|about|around|roughly|approximately|excluding|not"
    r"|no longer|capped|cap|vat|small|large)\b|\+"
)
"""What makes the price of several another than so many times that of one."""


def cost_of_several(question: str, text: str) -> str:
    """How the price of several is reckoned from that of one; empty where none is asked for, or the
    price of several may be another.

    >>> cost_of_several("What do three nights cost?", "A berth is £14 a night.")
    '3 × £14 = £42'
    """
    asked = list(_SEVERAL.finditer(question))
    if len(asked) != 1 or not _ASKS_COST.search(question) or _TIERED.search(text):
        return ""
    matches = [*_PER.finditer(text)] or [*_EACH.finditer(text)]
    if len(matches) != 1 or len(re.findall(r"\d[\d.,]*", text)) != 1:
        return ""
    match = matches[0]
    if re.match(r",? ?(?:/|(?:a|an|per|each|every) )", text[match.end() :]):
        return ""  # “per night per person”
    if term_texts(match["noun"]) != term_texts(asked[0]["noun"]):
        return ""
    many = asked[0]["many"].casefold()
    times = NUMERALS.get(many) or int(many)
    price = value_of(match["sum"])
    if times < 2:
        return ""
    places = 2 if decimal_places(price) else 0
    coin = match["coin"]
    return f"{times} × {coin}{match['sum']} = {coin}{times * price:,.{places}f}"
