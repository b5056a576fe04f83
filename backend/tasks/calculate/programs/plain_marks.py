"""What a column says in several forms: "yes", "Y", "n" and "no" are one yes and one no, and "canc"
below a header of states is "cancelled"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from backend.tasks.calculate.programs.column_values import CONTRARY
from backend.tasks.calculate.programs.column_words import WORD, stemmed
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.tables import Cell, CellKind, StoredTable

_YES, _NO = "yes", "no"
_FORMS = {**dict.fromkeys(CONTRARY, _YES), **dict.fromkeys(CONTRARY.values(), _NO)}
_STATES = stemmed(["status", "state", "stage", "progress"])
_VOWELS = "aeiou"
_SUFFIXES = frozenset(
    [
        *("ing", "ings", "ed", "er", "est", "en", "able", "ive", "al", "ion", "ious", "ish"),
        *("ist", "ism", "or", "ance", "ence", "age", "ity", "ery"),
    ]
)
"""What words are made with of shorter ones."""
_SHORTEST, _CUT_OFF = 3, 2
"""Letters of a state that is cut short, and how many more the whole has, at least."""


def with_plain_marks(table: StoredTable) -> StoredTable:
    """A table in which each mark of a column that has several forms of them is "yes" or "no", and
    each state that is cut short is written in full; the table itself where there is none."""
    columns = {at: forms for at in range(len(table.columns)) if (forms := _forms_of(table, at))}
    if not columns:
        return table
    rows = (
        tuple(_plain(cell, columns.get(at, {})) for at, cell in enumerate(row.cells))
        for row in table.rows
    )
    made = (replace(row, cells=cells) for row, cells in zip(table.rows, rows, strict=True))
    return replace(table, rows=tuple(made))


def in_plain_marks(tables: Sequence[StoredTable]) -> list[StoredTable] | None:
    """The tables with plain marks; None where all are as they stand."""
    plain = [with_plain_marks(table) for table in tables]
    are_plain = all(one is other for one, other in zip(plain, tables, strict=True))
    return None if are_plain else plain


def as_printed(
    made: Calculation | Refusal | None, tables: Sequence[StoredTable]
) -> Calculation | Refusal | None:
    """What was worked out over tables with plain marks, its cells as they stand in the list."""
    return in_own_marks(made, tables) if isinstance(made, Calculation) else made


def in_own_marks(made: Calculation, tables: Sequence[StoredTable]) -> Calculation:
    """A result over such tables with its cells as they stand in the list."""
    own = {table.id: table for table in tables}
    operands = tuple(_as_printed(operand, own.get(operand.table_id)) for operand in made.operands)
    told = replace(made, operands=operands)
    if made.operation is Operation.LOOKUP and len(operands) == 1:
        text, put = operands[0].text, made.operands[0].text
        said = made.sentence.replace(put, text, 1)
        told = replace(told, answer=text, sentence=said) if made.answer == put != text else told
    return told


def _forms_of(table: StoredTable, column: int) -> dict[str, str]:
    """What each text of a column that has several forms of one thing is put as, by its small
    letters; nothing where it has none."""
    if table.columns[column].kind is not CellKind.TEXT:
        return {}
    cells = (row.cells[column] for row in table.rows if not row.total)
    texts = [cell.text.strip() for cell in cells if cell is not None and cell.text.strip()]
    said = {text.casefold() for text in texts}
    pairs = sum(yes in said or no in said for yes, no in CONTRARY.items())
    if said <= _FORMS.keys() and pairs > 1:
        return _FORMS
    if not stemmed(WORD.findall(table.columns[column].name)) & _STATES:
        return {}
    whole = {text.casefold(): text for text in reversed(texts)}
    found: dict[str, str] = {}
    for short in said:
        bare = short.removesuffix(".")
        longer = [each for each in said if each.startswith(bare) and each.removesuffix(".") != bare]
        if len(longer) == 1 and longer[0].isalpha() and _is_cut(short, longer[0][len(bare) :]):
            found[short] = whole[longer[0]]
    return found


def _is_cut(short: str, rest: str) -> bool:
    """Whether a state is another one without its end, and no word of its own that the other is made
    of: "canc" of "cancelled", and not "read" of "reading". A point says so by itself."""
    bare = short.removesuffix(".")
    if len(bare) < _SHORTEST or not bare.isalpha() or len(rest) < _CUT_OFF:
        return False
    is_no_word = bare[-1] not in _VOWELS and rest[0] in _VOWELS and rest not in _SUFFIXES
    return bare != short or is_no_word


def _plain(cell: Cell | None, forms: Mapping[str, str]) -> Cell | None:
    if cell is None:
        return None
    return replace(cell, text=forms.get(cell.text.strip().casefold(), cell.text))


def _as_printed(operand: Operand, table: StoredTable | None) -> Operand:
    if table is None or operand.column < 0:
        return operand
    cell = table.rows[operand.row].cells[operand.column]
    return operand if cell is None else replace(operand, text=cell.text)
