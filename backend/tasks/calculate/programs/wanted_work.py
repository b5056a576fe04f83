"""Questions whose answer has to be worked out, and cells that say it by themselves.

Where nothing was computed, a figure that is merely quoted answers such a question only if what
stands over or beside it says that it is a total, a mean, a change or the like.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import term_texts
from backend.tables.cell_values import CURRENCIES
from backend.tables.column_periods import says_part
from backend.tables.column_scales import measure_of
from backend.tasks.calculate.programs.column_requests import ColumnOperation, column_requests_of
from backend.tasks.calculate.programs.column_words import WORD, stemmed
from backend.tasks.calculate.programs.comparison_words import money, verbs
from backend.tasks.calculate.programs.linking import ASKING
from backend.tasks.calculate.programs.requests import (
    parts_in,
    quarters_in,
    request_of,
    years_in,
)
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.programs.two_periods import periods_asked
from backend.tasks.calculate.programs.two_sides import sides_asked
from backend.types.calculations import Operation

_WORKED = frozenset(
    [
        *(Operation.SUM, Operation.MEAN, Operation.DIFFERENCE, Operation.CHANGE),
        *(Operation.SHARE, Operation.RATIO),
    ]
)
_OVER_COLUMNS = frozenset(
    [
        *(ColumnOperation.SUM, ColumnOperation.MEAN, ColumnOperation.SHARE),
        *(ColumnOperation.GROWTH, ColumnOperation.TOP, ColumnOperation.BOTTOM),
        *(ColumnOperation.HIGHEST, ColumnOperation.LOWEST),
    ]
)
_BOUNDED_LIST = re.compile(
    r"(?i)^(?:which|list|name|show)\b.*\b(?:below|above|over|under|out of|without|less than"
    r"|more than|fewer than|at least|at most|exceed\w*)\b"
)
_LARGEST = re.compile(
    r"(?i)^(?:which|what) .+ (?:is|was|are|were) (?:the )?"
    r"(?:highest|lowest|largest|smallest|biggest|greatest|least|most)$"
)
_BY_HOW_MUCH = re.compile(r"(?i)\bby how m(?:uch|any)\b|\bhow much (?:more|less|higher|lower)\b")
_TOGETHER = re.compile(r"(?i)\b(?:together|altogether|combined|in sum)\b")
_HOW_MANY = re.compile(r"(?i)^how many\b")
_COMPARES = re.compile(
    r"(?i)^how (?:do|does|did)\b.+\bcompare\b|\bcompared? (?:to|with|against)\b|\bversus\b|\bvs\b"
)
_SAID = re.compile(
    r"(?i)%|\b(?:total|sum|overall|combined|average|avg|mean|median|per ?cent|percentage|share"
    r"|ratio|rate|margin|proportion|change|variance|difference|growth|grew|grown|rose|fell"
    r"|increas\w*|decreas\w*|declin\w*|highest|largest|biggest|lowest|smallest|most|least|top"
    r"|maximum|minimum|max|min|best|worst|first|last|record)\b"
)
_DIFFERENCES = frozenset([Operation.DIFFERENCE, Operation.CHANGE])
_QUOTIENTS = frozenset([Operation.SHARE, Operation.RATIO])
_TOGETHER_OF = frozenset([Operation.SUM, Operation.MEAN])
_SAYS_CHANGE = re.compile(
    r"(?i)\b(?:change|variance|difference|growth|grew|grown|rose|fell|increas\w*|decreas\w*"
    r"|declin\w*|spread|gap|vs|versus)\b"
)
_SAYS_SHARE = re.compile(
    r"(?i)%|\b(?:per ?cent|percentage|share|ratio|rate|margin|proportion|yield|per)\b"
)
_SAYS_MEAN = re.compile(r"(?i)\b(?:sum|average|avg|mean|median|combined)\b")
_SUPERLATIVE = re.compile(
    r"(?i)\b(?!(?:arr|buchar|budap|conqu|cont|dig|earn|ever|for|harv|hon|inqu|inter|inv|manif|mod"
    r"|northw|prot|requ|southw|sugg|temp)est\b)[a-z]{3,}est\b"
)
_MOST = re.compile(
    r"(?i)\b(?:who|which|what)\b.+?\b(most|least|fewest)\b"
    r"(?! (?:of|recent|recently|likely|common|important|often)\b)"
)
_COSTS = re.compile(
    r"(?i)^(?:what|how much)\b.*\b(?:cost|costs)[ ?.!]*(?:$| (?:in|on|at|for|from)\b)"
)
_MONEY_SIGN = re.compile(r"[$€£¥]")
_TOP_BY = re.compile(r"(?i)\b(top)\b(?=.+\bby\b)")
_WHAT_SHARE = re.compile(
    r"(?i)\b(?:what|which) (?:(?:is|was|are|were) the )?"
    r"(?:per ?cent|percentage|share|proportion|%) of\b"
)
_CHANGE = re.compile(
    r"(?i)\b(?:increas|decreas|declin|ris[ei]|rose|f[ae]ll|gr[eo]w|drop|chang|improv|sav|lower|higher"
    r"|more|less|cut|gain|lost|loss|differ|exceed)\w*"
)
_AMOUNT_ASKED = re.compile(
    r"(?i)^(?:how much|what (?:was|were|is|are))\b|^what (?:did|does|has|have|had)\b.*"
    r"\b(?:spen[dt]|pa(?:y|id)|earn(?:ed)?|ma[dk]e)\b"
)
_SUM_OF_MONEY = re.compile(r"(?i)[$€£¥]\s?\d|\d ?(?:thousand|million|billion)\b")
_MARK = re.compile(r" ?\[\d+\]")
"""The number of a passage behind what is quoted of it."""
_SOME = r"[$€£¥]?\d[\d.,]*(?: ?(?:thousand|million|billion|%|per ?cent))?"
_CHANGED_BY = re.compile(
    r"(?i)\b(?:increas|decreas|declin|reduc|ris[ei]|rose|f[ae]ll|gr[eo]w|drop)\w* "
    rf"(?:by |of |about |approximately |some |nearly )*{_SOME}(?:,? or {_SOME},?)?"
    rf"(?:(?: in [a-z ]+)?,? and {_SOME})*"
    rf"|{_SOME} (?:increase|decrease|decline|reduction|rise|fall|growth|drop)\b"
)
_YEARS = re.compile(r"\b(?:19|20)\d\d\b")
_FIGURE = re.compile(r"(?i)\d[\d.,]*(?P<share> ?(?:%|per ?cent\b))?")
_SHARE_IN_WORDS = re.compile(
    r"(?i)\b(?:half|third|quarter|thirds|quarters|fifth|fifths|tenth|majority|all|none|most)\b"
)
_CALLED_SHARE = re.compile(r"(?i)\(%\)|\b(?:percentage|share|proportion) of\b")
_PART_OF_YEAR = re.compile(
    r"(?i)\b(?:(?:first|second|third|fourth|last) (?:quarter|half)|q[1-4]|h[12])\b"
)


def wants_work(question: str) -> bool:
    """Whether a question wants a sum, mean, change, share, ratio or extreme, or a list of all that
    keep to a bound, and not a figure as it is printed."""
    asked = request_of(question)
    if asked is not None and asked.operation in _WORKED:
        return True
    if (
        _TOGETHER.search(question)
        or _BOUNDED_LIST.search(question)
        or _LARGEST.search(question.strip(" ?."))
        or _BY_HOW_MUCH.search(question)
    ):
        return True
    asked_of_rows = column_requests_of(question)  # what was sold may stand in a sentence, too
    return any(
        column_request.operation in _OVER_COLUMNS and not column_request.verb
        for column_request in asked_of_rows
    )


def compares(question: str) -> bool:
    """Whether a question sets two figures beside each other: "How does A compare with B?", "Which
    had the higher margin, A or B?"."""
    return bool(_COMPARES.search(question)) or sides_asked(question) is not None


def counts(question: str) -> bool:
    """Whether a question asks how many there are: a whole row, of which no figure was picked, says
    that of none."""
    return bool(_HOW_MANY.search(question))


def asks_movement(question: str) -> bool:
    """Whether a question wants to know how one measure moved between two years."""
    return periods_asked(question) is not None


def lacks_measure(question: str, said: str) -> bool:
    """Whether a text leaves out a word of the measure whose movement a question asks after: what
    other expenses did says nothing of wages."""
    asked = periods_asked(question)
    if asked is None:
        return False
    return not words_of(asked.measure) - ASKING <= frozenset(term_texts(said))


def asks_whole_year(question: str) -> bool:
    """Whether a question names a year and no part of one."""
    return bool(years_in(question)) and not (quarters_in(question) or parts_in(question))


def is_of_part_years(cells: Sequence[str]) -> bool:
    """Whether the headers of all cells of a row say that they are of a part of a year."""
    return bool(cells) and all(says_part(cell) for cell in cells)


def tells_only_a_change(question: str, said: str) -> bool:
    """Whether a question wants an amount and a text has none but by how much it changed: "rose by
    $3 million" does not say what was spent."""
    if not _AMOUNT_ASKED.search(question) or _CHANGE.search(question):
        return False
    said = _MARK.sub("", said)
    left = _CHANGED_BY.sub(" ", said)
    if left != said and _MONEY_SIGN.search(said):
        return not _SUM_OF_MONEY.search(left)
    return left != said and not any(map(str.isdigit, _YEARS.sub(" ", left)))


def asks_share(question: str) -> bool:
    """Whether a question wants to know what part of a whole something is, in per cent."""
    return bool(_WHAT_SHARE.search(question))


def says_share(question: str, said: str) -> bool:
    """Whether a text has a figure in per cent beside a word of the question; that of a list of
    other figures answers it as little as any of them."""
    wanted = frozenset(term_texts(question)) - ASKING
    figures = list(_FIGURE.finditer(said))
    for at, figure in enumerate(figures):
        if not figure["share"]:
            continue
        start = figures[at - 1].end() if at else 0
        end = figures[at + 1].start() if at + 1 < len(figures) else len(said)
        if wanted & frozenset(term_texts(said[start:end])):
            return True
    return bool(_SHARE_IN_WORDS.search(said) or _CALLED_SHARE.search(said))


def asks_cost(question: str) -> bool:
    """Whether a question asks what something costs."""
    return bool(_COSTS.search(question))


def is_of_money(text: str) -> bool:
    """Whether a header or a cell says that it is of money: by a currency, or as a price or cost."""
    said = measure_of(text).unit in CURRENCIES.values() or bool(_MONEY_SIGN.search(text))
    words = {word for tier in verbs()["cost"].headers for word in tier} | money()[1].words
    return said or not stemmed(WORD.findall(text)).isdisjoint(stemmed(words))


def says_work(text: str) -> bool:
    """Whether a text calls a figure one that was worked out."""
    return bool(_SAID.search(text))


def says_what_is_wanted(question: str, text: str) -> bool:
    """Whether a text calls a figure one that was worked out as the question wants it: of a change
    one that changed, of a share or ratio one, and of several years more than one of them. That a
    row is a total, or of a rate, says none of this."""
    if not says_work(text):
        return False
    asked = request_of(question)
    operation = asked.operation if asked is not None else None
    if operation in _DIFFERENCES:
        return bool(_SAYS_CHANGE.search(text))
    if operation in _QUOTIENTS:
        return bool(_SAYS_SHARE.search(text))
    several = operation in _TOGETHER_OF and len(set(years_in(question))) > 1
    return not several or len(set(years_in(text))) > 1 or bool(_SAYS_MEAN.search(text))


_YEARS = re.compile(r"\b(?:1[89]|20)\d\d\b")
_YEAR_BOUND = re.compile(
    r"(?i)^(?:who|which|what|how many|list|name)\b.*\b(?P<word>before|prior to|earlier than|after"
    r"|later than|since) (?:the year )?(?P<year>(?:19|20)\d\d)\b"
)


def leaves_unsaid(question: str, said: str) -> bool:
    """Whether a row that is quoted does not say what the question wants of several: that something
    is the busiest, or that a total is of a quarter."""
    told = said.casefold()
    wanted = _SUPERLATIVE.findall(question) + _MOST.findall(question) + _TOP_BY.findall(question)
    if wants_work(question):
        wanted += _PART_OF_YEAR.findall(question)
    return any(each.casefold() not in told for each in wanted)


def bounds_years(question: str) -> bool:
    """Whether a question asks for what lies before or after a year."""
    return _YEAR_BOUND.search(question) is not None


def misses_bound(question: str, said: str) -> bool:
    """Whether a row that is quoted has years, and none of them keeps to the bound that a question
    sets: who is there since 2021 did not join before 2020."""
    match = _YEAR_BOUND.search(question)
    if match is None:
        return False
    bound = int(match["year"])
    years = {int(year) for year in _YEARS.findall(said)}
    word = match["word"].casefold()
    if word in ("before", "prior to", "earlier than"):
        return bool(years) and not any(year < bound for year in years)
    is_from = word in ("since", "from")
    return bool(years) and not any(year > bound or (is_from and year == bound) for year in years)
