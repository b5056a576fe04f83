"""What kind of answer a question expects, read from its wording."""

from __future__ import annotations

import re
from enum import StrEnum


class AnswerKind(StrEnum):
    """The kind of answer that a question expects."""

    DATE = "date"
    COUNT = "count"
    AMOUNT = "amount"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    MANNER = "manner"
    YES_NO = "yes_no"
    CHOICE = "choice"
    LIST = "list"
    DEFINITION = "definition"
    OTHER = "other"


_AUXILIARY = re.compile(
    r"(?i)^(?:is|are|was|were|do|does|did|can|could|has|have|had|should|will|would|may|must)\b"
)
_CHOICE = re.compile(
    r"(?i)\b(?:which|who|whose|what|is|was|were|are|did|does|between)\b.*\bor\b.*\w"
)
_COMPARATIVE = re.compile(
    r"(?i)\b(?:first|last|earlier|later|older|younger|oldest|youngest|more|most|less|fewer|fewest|"
    r"before|after|longer|shorter|larger|smaller|higher|lower|bigger|taller|newer|closer|further|"
    r"farther|which|who)\b"
)
AS_HEAD = (
    r"(?=\s*(?:[?.,;:]|$)|\s+(?:of|in|per|on|at|by|to|from|with|without|within|for(?!\s*(?:\?|$))|"
    r"a|an|each|this|last|next|now|today|is|was|are|were|has|have|had|do|does|did|will|would|must|"
    r"can|should|due|paid|charged|under|during|since|after|before|until|when|if|between|and|or|"
    r"that|which|i|we|you|they|he|she)\b)"
)
"""After a noun: it is the head of its phrase. “The deposit for?”, “the discount code” and “the rent
include” ask for no figure."""
_PLURAL = r"(?:[a-z]+(?:[^s\W]s|ies|ses|xes|ches|shes)|people|children|men|women|criteria|data)"
_PATTERNS = (
    (
        AnswerKind.COUNT,
        re.compile(
            r"(?i)\bhow many\b|\b(?:what|which) (?:is |was )?(?:the )?(?:total )?number of\b"
            r"|\bpopulation\b|^(?:wie\s?viele|combien d['e]|cu[aá]nt[oa]s)\b"
        ),
    ),
    (
        AnswerKind.AMOUNT,
        re.compile(
            r"(?i)\bhow (?:much|long|old|far|tall|big|large|high|often|fast|deep|wide|heavy|hot|"
            r"cold|thick|late|early)\b"
            r"|\b(?:what(?! happen)|which|by what) (?:is |was |were |are )?(?:the )?"
            r"(?:\w+ ){0,3}?(?:percent|percentage|proportion|share|amount|price|cost|rate|ratio|"
            r"size|length|height|weight|"
            r"depth|temperature|speed|distance|salary|income|revenues?|sales|profit|margin|"
            r"earnings|expenses?|value|level|limit|average|total)\b(?! (?:of the )?(?:board|name))"
            r"|\bwhat (?!happen)(?:is |was |were |are )?(?:the )?(?:\w+ ){0,3}?(?:rents?|fees?|"
            rf"deposit|wages?|discounts?|premium|budget|dividend|stake|duration)\b{AS_HEAD}"
            r"|^what (?:is|are|was|were) .+ (?:worth|valued at|priced at)\W*$"
            r"|^(?:for|at) how much\b"
            r"|^(?:wie\s?viel|wie (?:hoch|lang|gro[sß]+|weit|alt|tief|schwer)|combien|"
            r"cu[aá]nt[oa])\b"
        ),
    ),
    (
        AnswerKind.DATE,
        re.compile(
            r"(?i)(?<!\w\s)\bwhen\b"
            r"|\b(?:and|or|since|until|till|from|by|know|say|says|tell me) when\b"
            r"|\b(?:what|which) (?:\w+ )?(?:year|date|day|month|decade|century|era|"
            r"season)\b|^(?:at |by |until |from )?(?:what|which) time\b|^(?:wann|quand|cu[aá]ndo)\b"
        ),
    ),
    (AnswerKind.REASON, re.compile(r"(?i)\bwhy\b|^(?:warum|wieso|weshalb|pourquoi|por qu[eé])\b")),
    (
        AnswerKind.REASON,
        re.compile(
            r"(?i)^what (?:was |is |were |are )?(?:the )?(?:main |primary |key )?"
            r"(?:reasons?|causes?|drivers?|caused|drove|led to|explains?)\b"
        ),
    ),
    (AnswerKind.PERSON, re.compile(r"(?i)\bwho(?:se|m)?\b|^(?:wer|wem|wen|qui|qui[eé]n(?:es)?)\b")),
    (
        AnswerKind.PLACE,
        re.compile(
            r"(?i)\bwhere\b|\b(?:what|which) (?:\w+ ){0,2}?(?:city|country|state|county|town|"
            r"village|place|region|continent|province|district|location|island|borough|nation)\b"
            r"|^(?:wo|wohin|woher|o[uù]|d[oó]nde)\b"
        ),
    ),
    (
        AnswerKind.MANNER,
        re.compile(
            r"(?i)^(?:and )?how\b|^(?:wie|comment|c[oó]mo)\b|\bhow (?:to|do|does|did|can|is|are)\b"
        ),
    ),
    (
        AnswerKind.DEFINITION,
        re.compile(
            r"(?i)^what (?:is|are|was|were) (?:an? |the )?(?!the\b)(?:[^\s?]+\s?){1,3}\??$"
            r"|\bwhat (?:does|do) .{2,60} (?:mean|stand for)\b|\bmeant by\b|\bdefin(?:e|ition)\b"
        ),
    ),
    (
        AnswerKind.LIST,
        re.compile(
            rf"(?i)^(?:list|name|enumerate)\b|\b(?:what|which) (?:are|were) (?:the |all )"
            rf"(?:[\w-]+ ){{0,4}}?{_PLURAL}\b|\bwhich {_PLURAL}\b"
            rf"|\bwhat (?:kinds?|types?|sorts?|{_PLURAL}) (?:of|are|were|do|does|can|must)\b"
        ),
    ),
)


_BORROWED = re.compile(
    r"(?i)(?<=\w)\s*\((?:how|why|what|who|whom|whose|when|where|which)\b[^()]*\)(?=\s*\?*$)"
)
"""The first of two questions, from which a short second one borrows its words."""


def answer_kind(question: str) -> AnswerKind:
    """The kind of answer that a question expects; `OTHER` if its wording does not tell. What a
    second question borrows from the first has no say."""
    text = _BORROWED.sub("", question.strip()).lstrip("¿¡ ")
    if _CHOICE.search(text) and _COMPARATIVE.search(text) and " or " in text:
        return AnswerKind.CHOICE
    if _AUXILIARY.search(text):
        return AnswerKind.YES_NO
    return next((kind for kind, pattern in _PATTERNS if pattern.search(text)), AnswerKind.OTHER)


_SECOND = re.compile(
    r"(?i)(?:\?\s+(?:and\s+)?|,?\s+and\s+|;\s*)(?=(?:how|why|what|who|when|where|which|whom|whose)\b"
    r"(?! (?:not|else)\b))"
)
_ASKS = re.compile(r"(?i)\b(?:how|why|what|who|whom|whose|when|where|which)\b")


def question_parts(question: str) -> tuple[str, ...]:
    """The questions that are asked at once, at most two; one that asks once is its only part.

    A second part that has no words of its own but the asking ones ("and why?") borrows the first's.
    """
    match = _SECOND.search(question)
    if not match or not _ASKS.search(question[: match.start()]):
        return (question,)
    first, second = question[: match.start()].strip(" ,;?"), question[match.end() :].strip()
    if len(first.split()) < 3:
        return (question,)
    if len(second.rstrip("? ").split()) < 4:
        second = f"{second.rstrip('? ')} ({first})?"
    return (f"{first}?", second)
