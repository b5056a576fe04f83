"""Rows of tables as sentences ("Title: label — column: value; column: value"), read back.

No question set that trains the ranker has such rows, so whether one answers is told by rule: its
label must be what is asked about and one of its columns the period or the thing that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.calendar_words import MONTH_ABBREVIATIONS, MONTH_NAME, MONTHS, WEEKDAY
from backend.question_kinds import AnswerKind
from backend.tables.cell_values import is_year
from backend.tables.merged_marks import is_marked
from backend.tables.other_rows import is_of_others
from backend.tasks.answer.extractive.forms import AMOUNT, holds_kind
from backend.tasks.answer.extractive.money import MONEY, asked_words
from backend.tasks.answer.extractive.quarters import length_in, quarters_in, quarters_told
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.required import years_named
from backend.tasks.answer.extractive.typed_names import as_words, typed_in

MOST_CELLS = 4
LEAST_CELLS = 2
NEARLY_ALL = 0.65
"""Share of the question's weight that a row must hold to answer directly."""
ENOUGH = 0.5
_TYPED_LABEL = re.compile(
    r"(?<![\w.:/-])(?=[^\W\d]\w*?[._:/]+[^\W\d_])[^\W\d]\w*(?:[.:/]+[^\W\d]\w*)*(?![\w.:/-])"
)
"""“load.on”, “maxSize/min”: the sign is looked for first, since a word may hold underscores too."""
_SIGNS = re.compile(r"[._:/]+")
NEARLY_MOST = 0.9
"""Columns that share so much of what the best one shares are asked for as well."""

_OF_ONE = frozenset(term_texts("price cost fee charge fare toll"))
"""Words over a column of what one thing costs."""
_FISCAL = re.compile(r"(?i)\b(?:fiscal|financial year|fy ?['’]?\d\d)")
_EARLY = rf"{'|'.join(MONTHS[:2])}|(?:{'|'.join(MONTH_ABBREVIATIONS[:2])})\.?"
_ENDS_EARLY = re.compile(rf"(?i)\b(?:{_EARLY}) \d{{1,2}}, ?\d{{4}}|\b[12]/\d{{1,2}}/\d")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_OF_DATES = frozenset(
    term_texts(
        "date day when year month time datum tag jahr monat jour année mois fecha día año mes",
        keep_stop_words=True,
    )
)
"""Words over a column that holds when something was or is."""
_OF_YEARS = _OF_DATES | frozenset(
    term_texts(
        "founded born died built established constructed opened closed completed created launched "
        "introduced started begun ended joined elected hired published released since until "
        "vintage season fiscal gegründet gründung gebaut baujahr eröffnet geboren gestorben fondé "
        "fondée fondation construit construite ouvert ouverte né née fundado fundada fundación "
        "construido construida abierto abierta nacido nacida",
        keep_stop_words=True,
    )
)
"""Words over a column whose bare numbers are years, or hours."""
_DONE = re.compile(r"(?i)\b(?:\w+ed|sold|bought|took|taken|left|held|won|made|laid|paid off)\b")
"""What a column of years says was done: “Renovated”, “Took office”."""
_BARE_NUMBER = re.compile(
    r"(?:\d{1,3}(?:[,.'’ ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:\s?(?P<word>[^\W\d_]+²?\.?))?"
)
_TIME_BEHIND = re.compile(
    rf"(?i)(?:[ap]m|h|uhr|ad|bc|ce|bce|days?|weeks?|months?|years?|{MONTH_NAME}|{WEEKDAY}s?)\.?"
)
_TOGETHER = re.compile(
    r"(?i)\band\b.*\b(?:together|combined|in total|in all|altogether)\b"
    r"|\b(?:sum|total) of\b.*\band\b"
)
"""One row is not what two come to."""
_OF_MONTHS = re.compile(
    rf"(?i)\b(?:from (?:{MONTH_NAME}) (?:to|until|till|through)|between (?:{MONTH_NAME}) and)"
    rf" (?:{MONTH_NAME})\b|\b(?:first|second|third|fourth|last) quarter\b|\bq[1-4]\b"
)
_ONE_MONTH = re.compile(rf"(?i)(?:{MONTH_NAME})\.?(?: (?:19|20)\d\d)?")
"""The row of one month is not what several come to, nor how they changed."""
_HOW_FAR = re.compile(
    r"(?i)\b(?:how (?:much|far) (?:over|above|under|below)|by how much"
    r"|how much (?:(?:more|less) expensive|dearer|cheaper|longer|shorter|larger|smaller|bigger"
    r"|heavier|lighter|older|younger|higher|lower|faster|slower))\b"
)
_APART = re.compile(r"(?i)\b(?:over|above|under|below|difference|variance|deviation|change|gap)\b")
"""How far two figures are apart is neither of them, but what a column of differences says."""
_COUNT = re.compile(r"(?:[^:]* )?[^\W\d_]{3,}(?<!s)s: \d+")
_HAPPENS = re.compile(r"(?i)^(?:and )?what (?:happens|will happen|happened|becomes|became)\b")
"""What happens to something is said in sentences."""
_OF_MONEY = re.compile(
    r"(?i)(?:(?:cost|costs|price|amount|sum|budget|total)(?: in| \()? ?)?"
    r"(?:euros?|eur|pounds?|gbp|us dollars|dollars?|usd|chf|[€£$]|costs?|price|budget)"
)
_PER = re.compile(r"(?i)\bper (?P<what>[^\W\d_]+)")
_BARE_YEAR = re.compile(r"(?:19|20)\d\d")
_OF_LESS = re.compile(
    rf"(?i)\b(?:first|second|third|fourth|last|1st|2nd|3rd|4th) (?:half|quarter)\b|\b[QH][1-4]\b"
    rf"|\b(?:in|for|during) (?:{MONTH_NAME}),? (?:19|20)\d\d\b|\b(?:six|nine|three) months\b"
)
"""What asks for a part of a year."""
_PLACED = frozenset(["against", "before", "after", "above", "below", "over", "under"])
_ROW = re.compile(r"^(?P<label>.+?) — (?P<cells>[^—]+)$")
_PERSON = re.compile(r"(?:[^\W\d_a-z][\w.'’-]*)(?: (?:de|van|von|der|[^\W\d_a-z][\w.'’-]*)){1,3}")
_FIGURES = frozenset([AnswerKind.COUNT, AnswerKind.AMOUNT, AnswerKind.OTHER])
_NO_FIGURES = frozenset(
    [
        AnswerKind.REASON,
        AnswerKind.MANNER,
        AnswerKind.DEFINITION,
        AnswerKind.YES_NO,
        AnswerKind.DATE,
    ]
)


@dataclass(frozen=True, slots=True)
class RowSentence:
    """The parts of a row's sentence. `head` is the table's title, possibly empty."""

    head: str
    label: str
    cells: tuple[str, ...]


def row_of(text: str) -> RowSentence | None:
    """The row that a sentence says; None for other text."""
    match = _ROW.match(text)
    if not match or ": " not in match["cells"]:
        return None
    cells = tuple(cell.strip() for cell in match["cells"].split("; "))
    head, _, label = match["label"].rpartition(": ")
    return RowSentence(head, label, cells) if any(": " in cell for cell in cells) else None


def asked_cells(question: Question, row: RowSentence) -> tuple[str, ...]:
    """The cells whose column is the period or the thing that is asked for, in order; of several
    those whose columns share most of the question."""
    placed = [cell for cell in row.cells if _is_placed(question, cell.partition(": ")[0])]
    asked = frozenset(question.terms) - frozenset(term_texts(row.label))
    is_named = any(asked & _column_terms(cell) for cell in row.cells if cell not in placed)
    if len(placed) == 1 and not _is_part_of_another(placed[0], row.cells, is_named=is_named):
        return tuple(placed)
    asked |= _OF_ONE if asked_words(question.text) else frozenset()
    cells = [
        cell
        for cell in row.cells
        if ": " in cell and _is_asked(question, asked, cell.partition(": ")[0])
    ]
    years = {str(year) for year in question.times.years}  # which is rarer says nothing of them
    shared = [_weight(question, asked & _column_terms(cell) - years) for cell in cells]
    most = max(shared, default=0.0)
    return tuple(
        cell for cell, share in zip(cells, shared, strict=True) if share >= NEARLY_MOST * most
    )


def _is_placed(question: Question, column: str) -> bool:
    """Whether a column is called by nothing but a word of the question that is left out elsewhere:
    the votes "Against" something."""
    word = column.strip().casefold()
    return word in _PLACED and re.search(rf"(?i)\b{word}\b", question.text) is not None


def _is_part_of_another(placed: str, cells: Sequence[str], *, is_named: bool) -> bool:
    """Whether another column has the word that a column is called by, and says more; or, where a
    time or side is meant by it, another column is named: the limit before the repair."""
    word = placed.partition(": ")[0].strip().casefold()
    if is_named and word != "against":
        return True
    heads = (cell.partition(": ")[0].casefold().split() for cell in cells if cell != placed)
    return any(word in head for head in heads)


def _column_terms(cell: str) -> frozenset[str]:
    return frozenset(term_texts(cell.partition(": ")[0]))


def _weight(question: Question, terms: frozenset[str]) -> float:
    return sum(question.weights.get(term, 0.0) for term in terms)


def _is_asked(question: Question, asked: frozenset[str], column: str) -> bool:
    years = years_named(column)
    if _FISCAL.search(question.text) and _ENDS_EARLY.search(column):
        return False  # such a year may be called after the one before
    if question.times.years and years and not years & question.times.years:
        return False
    if _BARE_YEAR.fullmatch(column.strip()) and _OF_LESS.search(question.text):
        return False  # a year's figure is none of a month, a half or a quarter
    quarters, own = quarters_in(question.text), quarters_told(column)
    if quarters and _FISCAL.search(question.text) and not quarters_in(column):
        return False  # three months to June are the second quarter of the calendar alone
    if quarters and own and not quarters & own:
        return False
    wanted, lasts = length_in(question.text), length_in(column)
    if wanted and lasts and wanted != lasts:
        return False  # a year's figure is not that of its last quarter
    return bool(
        asked & frozenset(term_texts(column)) or question.times.years & years or quarters & own
    )


def row_fit(question: Question, text: str, known: frozenset[str] = frozenset()) -> float:
    """0 unless the row answers a question for a figure; else the share of the question's weight
    that its label, title and asked columns hold, without what its label says in brackets.

    Args:
        known: terms of the question's names that the row's document holds elsewhere. They count
            for a bill or a list; which figure of a statement is meant, its columns must say.
    """
    row = row_of(text)
    figure = question.kind in _FIGURES or bool(question.times.years)  # "What was wool in 2023?"
    figure = figure or question.kind is AnswerKind.DATE
    if row is None or not figure or question.kind is AnswerKind.REASON:
        return 0.0
    if is_of_others(row.label, question.text) or _TOGETHER.search(question.text):
        return 0.0
    if _OF_MONTHS.search(question.text) and _ONE_MONTH.fullmatch(row.label.strip()):
        return 0.0
    if _wants_a_quotient(question, row) or _is_of_another_sort(question, row):
        return 0.0
    label = label_terms(question, row)
    if not label or not label <= frozenset(question.terms) or _is_longer_name(question, row):
        return 0.0
    cells = asked_cells(question, row)
    is_apart = _HOW_FAR.search(question.text) and not any(map(_APART.search, cells))
    # what is asked for is blank, and how many members there are is left
    is_blank = not cells and len(row.cells) == 1 and _COUNT.fullmatch(row.cells[0])
    if is_apart or is_blank or any(map(is_marked, cells)):
        return 0.0
    if question.kind is AnswerKind.DATE:
        cells = _of_kind(question, cells)
        if not cells and not _tells_when(question, row):
            return 0.0
    if not cells and _only_of_kind(question, row):
        share = question.share_of(label | frozenset(term_texts(row.head)))
        return min(share, ENOUGH) if share >= ENOUGH else 0.0
    if not cells and len(row.cells) > 1:
        return _of_its_title(question, row, label)
    held = label if _has_periods(row) else label | (known - _plain_words(question))
    held |= frozenset(term_texts(row.head)) | frozenset(term_texts(" ".join(cells)))
    for cell in cells:
        held |= {str(year) for year in years_named(cell.partition(": ")[0])}
    plain = _plain_words(question)
    if plain and not plain & held:
        return 0.0  # a row that is named like the company is not yet its tax rate
    share = question.share_of(held)
    return share if share >= ENOUGH else 0.0


def _is_of_another_sort(question: Question, row: RowSentence) -> bool:
    """Whether it is asked what happens, which no row says, or things are counted and all columns of
    a row are of money: “Masts (4) — Euros: 900” says nothing of how many masts are to be mended."""
    columns = [cell.partition(": ")[0].strip(" ()") for cell in row.cells]
    counts = question.kind is AnswerKind.COUNT and all(map(_OF_MONEY.fullmatch, columns))
    return counts or _HAPPENS.match(question.text) is not None


def _is_longer_name(question: Question, row: RowSentence) -> bool:
    """Whether a row is labelled by a typed name of which the question has a part alone: “sail.on”
    is not “sail”, though “on” is a word that others leave out."""
    asked = frozenset(term_texts(question.text, keep_stop_words=True))
    return any(
        not asked.issuperset(term_texts(_SIGNS.sub(" ", each), keep_stop_words=True))
        for each in _TYPED_LABEL.findall(row.label)
    )


def _wants_a_quotient(question: Question, row: RowSentence) -> bool:
    """Whether one thing is asked for per another and the row has both in columns of their own: the
    number of trucks is no cost per truck."""
    match = _PER.search(question.text)
    if match is None:
        return False
    divisor, asked = frozenset(term_texts(match["what"])), frozenset(question.terms)
    said = _PER.finditer(" ".join((row.head, row.label, *row.cells)))
    if any(divisor & frozenset(term_texts(each["what"])) for each in said):
        return False
    columns = [_column_terms(cell) for cell in row.cells]
    return any(divisor & column for column in columns) and any(
        (asked - divisor) & column and not divisor & column for column in columns
    )


def _of_kind(question: Question, cells: Sequence[str]) -> tuple[str, ...]:
    """The cells whose value is of the kind that is asked for: money, an amount or a date."""
    values = [(cell, cell.partition(": ")[2]) for cell in cells]
    if question.kind is AnswerKind.DATE:
        return tuple(cell for cell, value in values if _holds_date(cell.partition(": ")[0], value))
    wanted = MONEY if asked_words(question.text) else AMOUNT
    return tuple(cell for cell, value in values if wanted.search(value))


def _holds_date(column: str, value: str) -> bool:
    """Whether a cell tells when. A number by itself, or with a unit, does only under a column of
    dates or years, and never under one with a unit: a minimum order of 2000 is no year."""
    plain = MONEY.sub(" ", value)
    if not holds_kind(AnswerKind.DATE, plain):
        return False
    number = _BARE_NUMBER.fullmatch(value.strip())
    if number is None or (number["word"] and _TIME_BEHIND.fullmatch(number["word"])):
        return True
    units = frozenset(term_texts(" ".join(_IN_BRACKETS.findall(column)), keep_stop_words=True))
    named = frozenset(term_texts(_IN_BRACKETS.sub(" ", column), keep_stop_words=True))
    if units <= _OF_DATES and not (units | named).isdisjoint(_OF_YEARS):
        return True
    return not units and is_year(number.group()) and _DONE.search(column) is not None


def _tells_when(question: Question, row: RowSentence) -> bool:
    """Whether the only date of a row is that of the event that is asked for: no word of the
    question is missing in the row, or the column is one of dates, whatever happened then."""
    found = _only_of_kind(question, row)
    if not found:
        return False
    column = frozenset(term_texts(found[0].partition(": ")[0], keep_stop_words=True))
    held = frozenset(term_texts(" ".join((row.head, row.label, *row.cells))))
    return column <= _OF_DATES or frozenset(question.terms) <= held


def _only_of_kind(question: Question, row: RowSentence) -> tuple[str, ...]:
    """The one cell of a row that is of the kind that is asked for, where no other is: of a share
    and a date, the share tells how much."""
    if question.kind not in {AnswerKind.AMOUNT, AnswerKind.DATE} or len(row.cells) < LEAST_CELLS:
        return ()
    found = _of_kind(question, row.cells)
    return found if len(found) == 1 else ()


def label_terms(question: Question, row: RowSentence) -> frozenset[str]:
    """The stems of a row's label without what it says in brackets; without the details behind a
    comma (“Oak shelf, 2 m”) unless the question has a word of them. A name that is typed
    (“maxSize”) is one of words where the question does not have it so."""
    label = row.label if typed_in(question.text) else as_words(row.label)
    plain = _IN_BRACKETS.sub(" ", label)
    named, _, details = plain.partition(",")
    of_details = frozenset(term_texts(details))
    whole = not named.strip() or not of_details.isdisjoint(question.terms)
    return frozenset(term_texts(plain if whole else named))


def _has_periods(row: RowSentence) -> bool:
    """Whether the columns of a row are those of years, quarters or other periods."""
    columns = [cell.partition(": ")[0] for cell in row.cells]
    return any(
        years_named(column) or quarters_in(column) or length_in(column) for column in columns
    )


def _of_its_title(question: Question, row: RowSentence, label: frozenset[str]) -> float:
    """The share of the question's weight that label and title hold, if that is nearly all: then
    every cell is asked for ("before and after the storm")."""
    held = label | frozenset(term_texts(row.head))
    share = question.share_of(held)
    return share if share >= NEARLY_MOST else 0.0


def row_of_person(question: Question, text: str) -> str:
    """The name that labels a row, where "who" is asked and one cell holds what is asked of them;
    empty for any other text."""
    match = _ROW.match(text)
    if question.kind is not AnswerKind.PERSON or match is None:
        return ""
    name = match["label"].rpartition(": ")[2].strip()
    if not _PERSON.fullmatch(name) or not frozenset(term_texts(name)).isdisjoint(question.weights):
        return ""
    total = max(question.total_weight, 1e-9)
    for cell in match["cells"].split("; "):
        held = frozenset(term_texts(cell))
        if sum(w for term, w in question.weights.items() if term in held) >= NEARLY_MOST * total:
            return name
    return ""


def _plain_words(question: Question) -> frozenset[str]:
    """The question's terms that are written small, which are no names."""
    small = " ".join(word for word in question.text.split() if word[:1].islower())
    return frozenset(term_texts(small)) & frozenset(question.terms)


def is_idle_row(question: Question, text: str, known: frozenset[str] = frozenset()) -> bool:
    """Whether the text is a row, and no row can answer a question of this kind."""
    if question.kind is AnswerKind.PERSON and (row := row_of(text)) is not None:
        return not any(_PERSON.search(cell) for cell in (row.label, *row.cells))
    no_figure = question.kind in _NO_FIGURES and row_of(text) is not None
    return no_figure and not row_fit(question, text, known)


def is_unfit_row(question: Question, text: str, known: frozenset[str] = frozenset()) -> bool:
    """Whether a figure is asked for and the text is a row that does not fit, so that its figures
    are those of something else: how likely it answers was learned from sentences alone."""
    figure = question.kind in _FIGURES and row_of(text) is not None
    return figure and not row_fit(question, text, known)


def is_of_statement(text: str) -> bool:
    """Whether a text is a row of a statement, whose columns are periods: which of its figures is
    asked for, and of what, rules know better than any model of words."""
    row = row_of(text)
    return row is not None and _has_periods(row)


def direct_from(text: str) -> float:
    """The share of a question's weight from which a row answers it directly: of a statement, whose
    columns are periods, `NEARLY_ALL`; of any other list nearly all of it, since a word that is
    missing may be the one that tells two things apart."""
    return NEARLY_ALL if is_of_statement(text) else NEARLY_MOST


_ASKS_MORE = re.compile(r"(?i)(?:\band|,) (?:by )?(?:when|whom?|where|how (?:much|many))\b")
"""“Who orders the rope, and by when?” is told by more than one cell."""


def row_line(question: Question, text: str, longest: int) -> str:
    """The row's label with its asked cells, and the unit that the table's title gives in brackets;
    empty for other text, or for a row that is not about what is asked."""
    if name := row_of_person(question, text):
        return name
    row = row_of(text)
    if row is None or not label_terms(question, row) & frozenset(question.terms):
        return ""
    cells = asked_cells(question, row)
    if not cells and not _ASKS_MORE.search(question.text):
        cells = _only_of_kind(question, row)
    if not cells and len(row.cells) <= MOST_CELLS:
        cells = row.cells
    if not cells:
        return ""
    line = f"{row.label} — {'; '.join(cells)}"
    unit = re.search(r"\([^()]*\b(?:in|per)\b[^()]*\)|\bin (?:\w+ of )[\w ]+$", row.head)
    counted = question.kind is AnswerKind.COUNT  # a number of shops is not in millions
    if unit is None or counted or len(line) + len(unit.group()) > longest:
        return line
    return f"{line} ({unit.group().strip('()')})"
