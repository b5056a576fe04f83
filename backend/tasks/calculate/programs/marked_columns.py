"""Which columns of a row are marked: “Which lamps are lit at stage 3?” over columns “Red lamp”,
“Green lamp” and “White lamp” of “yes” and “no”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from backend.analysis import term_texts
from backend.tables.headings_over import text_around
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
_SAYS_SO = frozenset(
    [
        *("is", "are", "was", "were", "be", "been", "do", "does", "have", "has", "having", "must"),
        *("should", "can", "to", "so", "that", "it", "the", "a", "an", "for", "at", "in", "of"),
        *("on", "with", "get", "gets", "got", "lit", "shown", "marked", "ticked", "set", "fitted"),
        *("used", "included", "installed", "connected", "enabled", "active", "offered", "needed"),
        *("there", "this", "these"),
    ]
)
"""What a question may say of marked columns, besides the words of the table: any other word may
turn it round (“which lamps are broken”, “which courses does she still need”)."""
_WORD = re.compile(r"[\w’'-]+")


def marked_columns(question: str, tables: Sequence[StoredTable], about: str) -> Calculation | None:
    """The columns that are marked in the one row that the question names; None where it names none
    or several, where none is marked, where a word of it is neither the table's nor says so, and for
    other questions.

    Args:
        question: as it was asked.
        tables: all of the document.
        about: its title, whose words say nothing more.
    """
    asked = _asked_in(question)
    if asked is None:
        return None
    noun, rest = asked
    found = [
        made_of
        for table in tables
        if is_sound(table)
        for made_of in _in_table(noun, rest, table, about)
    ]
    return of_one_voice(found)


def may_ask_marks(question: str) -> bool:
    """Whether a question may ask which columns of a row are marked: “which”, a noun and a row."""
    return _asked_in(question) is not None


def _asked_in(question: str) -> tuple[frozenset[str], str] | None:
    """The stems of what is asked for, and what is said of it."""
    asked = _ASKS.match(" ".join(question.split()))
    noun = frozenset(term_texts(asked["noun"])) if asked is not None else frozenset[str]()
    return (noun, asked["rest"]) if asked is not None and noun else None


def _in_table(
    noun: frozenset[str], rest: str, table: StoredTable, about: str
) -> Iterator[Calculation]:
    columns = [
        at
        for at, column in enumerate(table.columns)
        if noun <= frozenset(term_texts(column.name)) and _is_of_marks(table, at)
    ]
    rows = _rows_named(rest, table)
    if len(columns) < FEWEST or len(rows) != 1:
        return
    row = table.rows[rows[0]]
    if not _is_accounted_for(rest, table, row.label, about):
        return
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
    """Whether all cells of a column are yes or no, in whatever form."""
    said = [cell.text.casefold() for row in table.rows if (cell := row.cells[column]) is not None]
    return len(said) == len(table.rows) and all(text in _YES or text in _NO for text in said)


def _rows_named(rest: str, table: StoredTable) -> list[int]:
    """The rows that a question names; “Old Tern” does not name “Tern”."""
    named = [at for at, row in enumerate(table.rows) if _named(rest, table.label_name, row.label)]
    labels = {at: table.rows[at].label for at in named}
    return [at for at in named if not any(_is_within(labels[at], each) for each in labels.values())]


def _is_within(label: str, other: str) -> bool:
    return label != other and label in other


def _named(rest: str, label_name: str, label: str) -> re.Match[str] | None:
    """Where a question names a row: by its whole label as it is printed, and before a number or a
    letter by the name of the labels (“stage 3”)."""
    bare = label.strip()
    if not bare or (len(bare) == 1 and not label_name) or (bare.isdigit() and not label_name):
        return None
    is_short = bare.isdigit() or len(bare) == 1
    before = rf"(?i:{re.escape(label_name)}) (?:is |of |no\.? |number |= ?)?" if is_short else ""
    own = rf"(?<![\w.-]){before}{re.escape(bare)}(?![\w’'-]|\.\d)"
    return re.search(own, rest)


def _is_accounted_for(rest: str, table: StoredTable, label: str, about: str) -> bool:
    """Whether a question says nothing but the row and what the table, its titles and the document
    are called, besides words that only say that something is marked."""
    named = _named(rest, table.label_name, label)
    if named is None:
        return False
    left = f"{rest[: named.start()]} {rest[named.end() :]}"
    heads = " ".join((table.label_name, *(column.name for column in table.columns)))
    around = " ".join((about, heads, text_around(table), table.title, *table.section))
    known = frozenset(term_texts(around, keep_stop_words=True))
    return all(
        word.casefold() in _SAYS_SO
        or (
            not any(map(str.isdigit, word))
            and (stems := frozenset(term_texts(word, keep_stop_words=True)))
            and stems <= known
        )
        for word in _WORD.findall(left)
    )
