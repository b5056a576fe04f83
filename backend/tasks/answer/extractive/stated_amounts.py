"""Sentences that state the very amount that is asked for: “Ada said that the reserve stands at
£900.” for “How high is the reserve?”."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import NEGATION

_ASKED = re.compile(
    r"(?i)^(?:and )?how (?:high|much|large|big) (?P<be>is|are|was|were) "
    r"(?:the|our|your|my|its|their) (?P<what>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,3})\W*$"
)
_NOT_OF = "".join(
    rf"(?<!\b{each} )" for each in ("for", "of", "to", "in", "on", "by", "from", "with")
)
"""“The fee for the sail fund is £9” states no sail fund."""
_STATED = re.compile(
    rf"(?i)(?:^|[,;:] |{_NOT_OF}\b(?:the|our|your|its|their|his|her) )"
    r"(?P<what>(?:[^\W\d][\w’'-]* ){1,4}?)(?:(?:now|still|currently|alone) )?"
    r"(?:(?P<now>is|are|stands?|amounts?|comes?|totals?|remains?"
    r"|has (?:risen|grown|fallen|gone up))"
    r"|(?P<then>was|were|stood|amounted|came|totalled|remained|rose|fell))"
    r"(?: (?:now|still|currently|at|to|about|around|roughly|exactly|almost|nearly|some))* "
    r"(?P<value>(?:[$£€¥]|\b(?:usd|eur|gbp|chf) )?\d[\d.,]*)"
)
_ASKED_OF_ONE = re.compile(
    r"(?i)^(?:and )?how much (?:money )?(?:is|are|was|were) (?:there )?in "
    r"(?:the|our|your|its|their) (?P<what>[^\W\d][\w’'-]*(?: [^\W\d][\w’'-]*){0,3})\W*$"
)
_FUND = re.compile(
    r"(?i)\b(?:funds?|reserves?|budgets?|accounts?|balances?|loans?|grants?|debts?|savings|surplus"
    r"|deficit|legacy|endowment)$"
)
_GIVEN = re.compile(
    r"(?i)(?:grants?|gifts?|donations?|legac(?:y|ies)|loans?|contributions?|subsid(?:y|ies))"
)
"""What is given for a thing is not what it costs."""
_SIZE = re.compile(r"(?i)(?:amount|sum|size|total|value|level|balance|worth|height|volume|rest)")
_UNSURE = re.compile(
    r"(?i)\b(?:if|unless|when|would|could|might|(?-i:may)|should|per|each|every|until|proposed|suggested"
    r"|expected|planned|budget(?:ed)?|either|or)\b"
)
_AMOUNT = re.compile(r"[$£€¥]\s?\d|\d\s?[€£]|\b(?:usd|eur|gbp|chf)\s?\d", re.IGNORECASE)


def amount_of_what_goes_there(question: str, text: str) -> bool:
    """Whether the amount of a fund or the like is asked for, and the only thing that a text has one
    of is paid into it or out of it: “The fee for the sail fund is £9.”"""
    asked = _ASKED.match(question.strip()) or _ASKED_OF_ONE.match(question.strip())
    if asked is None:
        return False
    wanted = re.escape(asked["what"])
    paid = re.search(
        rf"(?i)\b(?P<head>[\w-]+) (?:for|of|to|in|into|from) (?:the|our|your|its|their) {wanted}\b",
        text,
    )
    if paid is None or _SIZE.fullmatch(paid["head"]):
        return False
    if not (_FUND.search(asked["what"]) or _GIVEN.fullmatch(paid["head"])):
        return False
    match = re.search(rf"(?i)(?:^|[,;:] |{_NOT_OF}\b(?:the|our|your|its|their) ){wanted}\b", text)
    return match is None


def states_amount(question: str, text: str) -> float:
    """How surely a sentence states the amount that a question asks for: 0 or `FIT`. It names the
    thing as the question does, is not unsure and has no second amount of money."""
    asked = _ASKED.match(question.strip())
    if asked is None or NEGATION.search(text) or len(_AMOUNT.findall(text)) > 1:
        return 0.0
    wanted = term_texts(asked["what"])
    for said in _STATED.finditer(text):
        if not wanted or term_texts(said["what"]) != wanted or _UNSURE.search(text):
            continue
        of_now = asked["be"].casefold() in {"is", "are"}
        if of_now is bool(said["now"]):
            return FIT
    return 0.0
