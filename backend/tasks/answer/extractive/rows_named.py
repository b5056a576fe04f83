"""Whether a question names a row of a table that is not the one quoted: how many voted for Ada
Finch is not told by the row of the accounts that were put to the vote, nor how long somebody worked
in June by the row of all their hours."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.calendar_words import MONTH_NAME, MONTHS, month_number
from backend.tasks.answer.extractive.money import MONEY
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.required import required
from backend.tasks.answer.extractive.rows import RowSentence, asked_cells, row_of
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.calculate.programs.figure_wordings import counts_things
from backend.tasks.calculate.programs.region_of_group import is_region
from backend.tasks.calculate.programs.shares_for_prices import asks_price_alone, names_share

_IN_MONEY = re.compile(
    r"(?i)\(?(?:dollars|euros|pounds|[$€£]) ?in (?:thousands|millions|billions)"
    r"|in (?:thousands|millions|billions) of (?:[\w.]+ )?(?:dollars|euros|pounds)"
)
_FIGURE = re.compile(r"\d")
_EARNS = re.compile(
    r"(?i)\b(?:what|how much)\b.*\b(?:earn(?:s|ed)?|(?:get|gets|got|is|are|was) paid)\b"
)
_WORTH = re.compile(r"(?i)\b(?:values?|worth)\b")
_TAKINGS = re.compile(r"(?i)^(?:what|how much|how high)\b.*\b(?:revenues?|turnover|takings)\b")
_TAKEN = re.compile(
    r"(?i)revenue|turnover|takings|sales|income|proceeds|receipts|amount|total"
    r"|\bin (?:thousands|millions|billions)\b"
)
_BROUGHT_IN = re.compile(
    r"(?i)^(?:and )?(?:what|how much)\b.*\b(?:sell|sells|sold|earn|earns|earned"
    r"|(?:take|takes|took|taken|bring|brings|brought) in)\b"
)
_COST = re.compile(r"(?i)\b(?:costs?|expenses?|expenditures?)\b")
_ADJUSTED = re.compile(r"(?i)\b(?:adjusted|non-gaap|pro[ -]forma|underlying|like-for-like)\b")
_EARNED = frozenset(term_texts("salary wage wages pay paid earnings income fee fees value worth"))
_CURRENCY_OVER = re.compile(r"\((?:[A-Z]{3}|[$€£¥])\)")
_IN_A_MONTH = re.compile(
    r"(?<!year )(?<!years )(?<!months )\b(?:in|of|for|during|by|until|since|from|to|and) "
    rf"(?P<month>{MONTH_NAME})\b(?!\.? \d{{1,2}}\b)"
)
"""A day of a month may be the last one of a year."""
_ANY_MONTH = re.compile(rf"\b(?:{MONTH_NAME})\b")
_EVERY_MONTH = re.compile(r"(?i)\b(?:monthly|(?:per|a|each|every|any) month|all year)\b")
_IN_A_NUMBERED = re.compile(
    r"\b(?:in|on|at|of|for|from|during|the) (?P<what>(?!quarter)[a-z]{3,}) "
    r"(?P<number>(?!(?:19|20)\d\d\b)\d{1,4})"
    r"(?![\d.,:/–-]\d)\b(?! ?[%€$£]| (?!in\b|on\b|at\b|of\b|for\b|and\b)[a-z])"
)
"""“in week 20”, “of room 4”; not “for about 20 euros”, and no period (“in fiscal 2031”), which the
columns of a row tell."""
_DUTY = re.compile(
    r"(?i)(?:and )?what (?:(?:do|does|did) .+ (?:have|need) to"
    r"|(?:must|should) (?:i|we|you|one|they)) "
    r"(?!pay\b|cost\b|spend\b|charge\b|score\b|reach\b|weigh\b)[a-z]+"
)
_FIGURES_ALONE = re.compile(r"[\d\W]*(?:[A-Z]{3}|[a-z]{1,3})?[\d\W]*")
SHORTEST_NAME = 4
"""Letters of a name, at least: a shorter one may stand for several words ("TFL")."""


def is_money_for_a_count(question: str, text: str) -> bool:
    """Whether "how many" meets a row of nothing but money: the sales of boats are no boats."""
    row = row_of(text)
    if row is None or not counts_things(question):
        return False
    held = [cell.rpartition(": ")[2] for cell in row.cells]
    figures = [each for each in held if _FIGURE.search(each)]
    return bool(figures) and (
        all(map(MONEY.search, figures)) or _IN_MONEY.search(row.head) is not None
    )


def is_no_money_earned(question: Question, text: str) -> bool:
    """Whether it is asked what somebody earns, something brings in or is worth, and the cells of a
    row that have its words are of no money: hours per week and pieces are none."""
    row = row_of(text)
    if row is None:
        return False
    if _TAKINGS.search(question.text):
        held = f"{row.head} {row.label} {text}"
        return not (MONEY.search(text) or _IN_MONEY.search(held) or _TAKEN.search(held))
    of_value = _WORTH.search(question.text) and any(map(_CURRENCY_OVER.search, row.cells))
    if not _EARNS.search(question.text) and not of_value:
        return False
    cells = asked_cells(question, row)
    return bool(cells) and not any(
        MONEY.search(cell)
        or _CURRENCY_OVER.search(cell)
        or _EARNED & frozenset(term_texts(cell.partition(": ")[0]))
        for cell in cells
    )


def is_cost_for_takings(question: Question, text: str) -> bool:
    """Whether it is asked what somebody sold or earned, and a row is of what was spent: "Selling
    expenses" are no sales."""
    row = row_of(text)
    if row is None or not _BROUGHT_IN.search(question.text) or _COST.search(question.text):
        return False
    return _COST.search(row.label) is not None


def is_only_adjusted(question: Question, text: str) -> bool:
    """Whether a row is of an adjusted figure, by its label or what stands over it, and the
    question does not ask for one: "Adjusted results: Net income" is not the net income."""
    row = row_of(text)
    if row is None or _ADJUSTED.search(question.text):
        return False
    cells = any(_ADJUSTED.search(cell.partition(": ")[0]) for cell in row.cells)
    return _ADJUSTED.search(f"{row.head} {row.label}") is not None and not cells


def is_share_for_price(question: Question, text: str) -> bool:
    """Whether it is asked how much something is, and a row only tells its share of a whole."""
    row = row_of(text)
    if row is None or not asks_price_alone(question.text):
        return False
    cells = asked_cells(question, row) or row.cells
    return all(cell.rstrip().endswith("%") and names_share(cell) for cell in cells)


def is_no_duty(question: Question, text: str) -> bool:
    """Whether it is asked what somebody has to do, and a row has nothing but figures."""
    row = row_of(text)
    if row is None or _DUTY.match(question.text.strip()) is None:
        return False
    return all(_FIGURES_ALONE.fullmatch(cell.rpartition(": ")[2]) for cell in row.cells)


def is_of_another_document(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether what is quoted is a row of a document that nowhere has a name of the question, where
    another document that was found has it: "Total assets" of another company."""
    if row_of(unit.text) is None:
        return False
    said: dict[str, frozenset[str]] = {}
    for passage in reading.passages.values():
        held = said.get(passage.document, frozenset())
        said[passage.document] = (
            held | passage.terms | passage.title_terms | frozenset(term_texts(passage.text))
        )
    own = said.pop(reading.passages[unit.hit].document) | frozenset(term_texts(unit.heading))
    for name in required(reading.question.text).names:
        stems = frozenset(term_texts(name))
        letters = "".join(term_texts(name))
        is_said = stems & own or any(letters in each for each in own)
        if len(name) < SHORTEST_NAME or not stems or is_said:
            continue
        if any(stems <= held for held in said.values()):
            return True
    return False


def is_of_row_not_named(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether what is quoted is a row, or no whole sentence, and lacks a name of the question by
    which another row of its document is called."""
    if row_of(unit.text) is None and unit.text.rstrip("”\"') ").endswith((".", "!", "?")):
        return False
    held = frozenset(term_texts(f"{unit.heading} {unit.text}"))
    lacked = [
        stems
        for name in required(reading.question.text).names
        if (stems := frozenset(term_texts(name))) and not stems <= held
    ]
    if not lacked:
        return False
    document = reading.passages[unit.hit].document
    labels = [
        frozenset(term_texts(row.label))
        for each in reading.units
        if reading.passages[each.hit].document == document
        and (row := row_of(each.text)) is not None
    ]
    return any(stems <= label for stems in lacked for label in labels)


def is_of_one_group(question: Question, text: str) -> bool:
    """Whether a row is of a region below a group of a table that the question does not name:
    “Catch: Herring: Worldwide” for what was sold worldwide."""
    row = row_of(text)
    if row is None or not is_region(row.label):
        return False
    title, _, group = row.head.rpartition(": ")
    return bool(title) and not frozenset(term_texts(group)) & frozenset(question.terms)


def lacks_its_time(question: Question, unit: Unit, title: str) -> bool:
    """Whether what is quoted is a row, and neither it nor what stands over it names the month of a
    question, or the number of a week, a room or the like.

    Args:
        question: as it was asked.
        unit: what is quoted.
        title: of its document.
    """
    row = row_of(unit.text)
    if row is None:
        return False
    held = f"{title} {unit.heading} {unit.text}"
    over = f"{title} {unit.heading} {row.head} {row.label}"
    if any(
        not _has_number(over, row, **match.groupdict())
        for match in _IN_A_NUMBERED.finditer(question.text)
    ):
        return True
    asked = {month_number(match["month"]) for match in _IN_A_MONTH.finditer(question.text)}
    told = [month_number(match[0]) for match in _ANY_MONTH.finditer(held)]
    if not asked or len(set(told)) > 1:
        return False  # of several one may be the first and one the last
    if _EVERY_MONTH.search(" ".join((row.head, row.label, *asked_cells(question, row)))):
        return False
    return not any(each in told or _has_month(held, each) for each in asked)


def _has_number(over: str, row: RowSentence, what: str, number: str) -> bool:
    """Whether a number stands over a row or in its label, or in its cell under that name."""
    stems = frozenset(term_texts(what))
    named = (cell for cell in row.cells if stems & frozenset(term_texts(cell.partition(": ")[0])))
    return number in re.findall(r"\d+", " ".join((over, *named)))


def _has_month(text: str, month: int) -> bool:
    """Whether a text has a month in a date of figures, or as a word in small letters."""
    in_figures = re.search(rf"(?<!\d)(?:\d{{1,4}}[-./])?0?{month}[-./]\d{{1,4}}(?!\d)", text)
    return in_figures is not None or MONTHS[month - 1] in text.casefold()
