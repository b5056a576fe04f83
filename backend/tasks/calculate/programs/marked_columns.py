"""Which columns of a row are marked: “Which lamps are lit at stage 3?” over columns “Red lamp”,
“Green lamp” and “White lamp” of “yes” and “no”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from backend.analysis import term_texts
from backend.tasks.calculate.programs.column_answers import made, operands, said_list
from backend.tasks.calculate.programs.column_values import CONTRARY
from backend.tasks.calculate.programs.sure_result import of_one_voice
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

FEWEST = 2
"""Columns of marks."""
_FURTHER = {"✓": "–", "✔": "–", "●": "–", "•": "–", "on": "off"}
_YES = frozenset([*CONTRARY, *_FURTHER])
_NO = frozenset([*CONTRARY.values(), *_FURTHER.values(), "-", "—", "✗", "✘", "○"])
_ASKS = re.compile(
    r"(?i)^(?:and )?(?:which|what) (?:of the )?(?P<noun>[^\W\d_][\w’'-]*)\b(?P<rest>.*)$"
)
_DENIES = re.compile(r"(?i)n['’]t\b|\b(?:not|no|without|never|neither|nor|off|open|missing)\b")


def marked_columns(question: str, tables: Sequence[StoredTable], about: str) -> Calculation | None:
    """The columns that are marked in the one row that the question names; None where it names none
    or several, where none is marked, and for other questions.

    Args:
        question: as it was asked.
        tables: all of the document.
        about: its title, which says nothing of a row.
    """
    del about
    asked = _ASKS.match(" ".join(question.split()))
    if asked is None or _DENIES.search(question):
        return None
    noun = frozenset(term_texts(asked["noun"]))
    found = [
        made_of
        for table in tables
        if is_sound(table) and noun
        for made_of in _in_table(noun, asked["rest"], table)
    ]
    return of_one_voice(found)


def _in_table(noun: frozenset[str], rest: str, table: StoredTable) -> Iterator[Calculation]:
    columns = [
        at
        for at, column in enumerate(table.columns)
        if noun <= frozenset(term_texts(column.name)) and _is_of_marks(table, at)
    ]
    rows = _rows_named(rest, table)
    if len(columns) < FEWEST or len(rows) != 1:
        return
    row = table.rows[rows[0]]
    marked = [at for at in columns if (cell := row.cells[at]) and cell.text.casefold() in _YES]
    if not marked:
        return
    names = [table.columns[at].name for at in marked]
    of = f"{table.label_name} {row.label}".strip()
    cells = tuple(cell for at in columns for cell in operands(table, rows, at))
    formula = f"{len(marked)} of {len(columns)} columns, {of}"
    yield made(
        Operation.LIST,
        said_list(names),
        Decimal(len(names)),
        formula,
        cells,
        f"columns of {of}",
        listed=tuple((name, "") for name in names),
    )


def _is_of_marks(table: StoredTable, column: int) -> bool:
    """Whether all cells of a column are yes or no, in whatever form, and both are there in the
    table."""
    said = [cell.text.casefold() for row in table.rows if (cell := row.cells[column]) is not None]
    return len(said) == len(table.rows) and all(text in _YES or text in _NO for text in said)


def _rows_named(rest: str, table: StoredTable) -> list[int]:
    """The rows that a question names; “Old Tern” does not name “Tern”."""
    named = [at for at, row in enumerate(table.rows) if _names(rest, table.label_name, row.label)]
    labels = {at: table.rows[at].label.casefold() for at in named}
    return [at for at in named if not any(_is_within(labels[at], each) for each in labels.values())]


def _is_within(label: str, other: str) -> bool:
    return label != other and label in other


def _names(rest: str, label_name: str, label: str) -> bool:
    """Whether a question names a row: its whole label, and before a bare number the name of the
    labels (“stage 3”)."""
    if not label.strip():
        return False
    before = (
        rf"{re.escape(label_name)}s? (?:is |of |no\.? |number |= ?)?" if label.isdigit() else ""
    )
    if label.isdigit() and not label_name:
        return False
    return re.search(rf"(?i)(?<![\w.-]){before}{re.escape(label)}(?![\w-]|\.\d)", rest) is not None
