"""Rows that a question names by an item of one cell: “Patch, inner tube, bell” under “Jobs” is the
row for “How long does an inner tube take?”, whatever its label is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.money import MONEY, asked_words
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.rows import ENOUGH, RowSentence, row_of
from backend.tasks.answer.extractive.units import Unit
from backend.tasks.calculate.programs.table_tasks import OWNERS

LEAST_STEMS = 2
"""Stems of an item by which it is surely meant: “tube” alone is in many names."""
LEAST_SHARE = 0.35
"""Of the question's weight, that item, label and title hold."""
_HOW_LONG = re.compile(
    r"(?i)^(?:and )?(?:how long (?:does|do|may|can|will|must|should|would)\b.*\b"
    r"(?:take|need|have|wait)"
    r"|how (?:quickly|soon)\b|(?:with)?in (?:what|which|how much) time\b"
    r"|what is the (?:time limit|deadline|target time|response time)\b)"
)
_WHO_DOES = re.compile(
    r"(?i)^(?:and )?(?:who|whose (?:job|task) is it to) (?!did\b|has\b|had\b)"
    r"(?:will|must|should|shall|is|are|has to|does|do|[a-z]+s)\b"
)
"""Not who did something: that somebody was to do it does not say so."""
_OF_PEOPLE = re.compile(rf"(?i)^(?:{OWNERS}|lead|contact(?: person)?)$")
_NO_PRICE = re.compile(r"(?i)\b(?:deposit|fines?|refund|discount|reward|penalty|saving|excess)\b")
_LENGTH = re.compile(
    r"(?i)(?:(?<!\d)\d{1,6}(?:[.,]\d{1,3})?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve))"
    r"[ -](?:(?:working|calendar|business|clear) )?(?:minutes?|mins?|hours?|days?|nights?|weeks?"
    r"|months?|years?)\b|\b(?:same|next) (?:working )?day\b|\bimmediate(?:ly)?\b|\bat once\b"
)
_ITEM_ENDS = re.compile(r"[,;/]|\band\b|\bor\b|\bafter\b|\bbetween\b")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_PERSON = re.compile(r"(?:[A-Z][\w.'’-]+ ){1,3}[A-Z][\w'’-]+")


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A row with the item that the question names and the one cell that answers."""

    row: RowSentence
    item: str
    cell: str

    def line(self, longest: int) -> str:
        """The cell in one line with the label and the item, a person before it; without the item
        where it is long."""
        value = self.cell.partition(": ")[2]
        if _PERSON.fullmatch(value):
            said = f"{value} — {self.item}"
            return said if len(said) <= longest else value
        said = f"{self.row.label} ({self.item[:1].lower()}{self.item[1:]}) — {self.cell}"
        return said if len(said) <= longest else f"{self.row.label} — {self.cell}"


def item_row(question: Question, text: str) -> ItemRow | None:
    """The row whose item the question names, with the only cell of the kind that is asked for: a
    length of time, an amount of money or a person; None for other texts and questions."""
    row = row_of(text)
    wanted = _wanted(question)
    if row is None or wanted is None or NEGATION.search(question.text):
        return None
    asked = frozenset(question.terms)
    label = frozenset(term_texts(row.label))
    if label and label <= asked:
        return None  # it is named by its label
    items = [
        (cell, item)
        for cell in row.cells
        for item in _items(cell.partition(": ")[2])
        if len(stems := frozenset(term_texts(item))) >= LEAST_STEMS and stems <= asked
    ]
    if len(items) != 1:
        return None
    (holder, item), *_ = items
    fitting = [cell for cell in row.cells if cell != holder and _answers(question, cell, wanted)]
    held = frozenset(term_texts(f"{item} {row.label} {row.head}"))
    if len(fitting) != 1 or question.share_of(held) < LEAST_SHARE:
        return None
    return ItemRow(row, item, fitting[0])


def item_fit(reading: ReadEvidence, unit: Unit) -> float:
    """`ENOUGH` for a row that the question names by an item that no other row with such a cell has;
    else 0."""
    found = item_row(reading.question, unit.text)
    if found is None:
        return 0.0
    others = (row_of(other.text) for other in reading.units if other.text != unit.text)
    rivals = (row for row in others if row is not None and _may_answer(reading.question, row))
    stems = frozenset(term_texts(found.item))
    if any(stems <= frozenset(term_texts(cell)) for row in rivals for cell in row.cells):
        return 0.0
    return ENOUGH


def _may_answer(question: Question, row: RowSentence) -> bool:
    wanted = _wanted(question)
    return wanted is not None and any(_answers(question, cell, wanted) for cell in row.cells)


def _wanted(question: Question) -> re.Pattern[str] | None:
    if _HOW_LONG.match(question.text):
        return _LENGTH
    if asked_words(question.text):
        return MONEY
    is_of_doer = question.kind is AnswerKind.PERSON and _WHO_DOES.match(question.text)
    return _PERSON if is_of_doer else None


def _answers(question: Question, cell: str, wanted: re.Pattern[str]) -> bool:
    """Whether a cell is of the kind that is asked for: of people below a header of people alone,
    and of no deposit or fine where a price is asked."""
    header, _, value = cell.partition(": ")
    if wanted is _PERSON:
        return _OF_PEOPLE.match(header.strip()) is not None and bool(_PERSON.fullmatch(value))
    if wanted is MONEY and _NO_PRICE.search(header) and not _NO_PRICE.search(question.text):
        return False
    return wanted.search(_value(cell, wanted)) is not None


def _value(cell: str, wanted: re.Pattern[str]) -> str:
    """What is looked through: of money the header as well, which may say what figures are in."""
    header, _, value = cell.partition(": ")
    if wanted is not MONEY or not re.search(r"\d", value):
        return value
    currency = re.search(r"[£$€]", header)
    return f"{currency[0]}{value}" if currency else value


def _items(value: str) -> list[str]:
    items = (item.strip() for item in _ITEM_ENDS.split(_IN_BRACKETS.sub(" ", value)))
    return [item for item in items if item]
