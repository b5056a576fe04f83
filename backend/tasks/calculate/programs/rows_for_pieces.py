"""Rows counted for what they are of: in a list with a column of pieces "How many lavender plants
were ordered?" is no number of rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    WORD,
    bare_question,
    stemmed,
)
from backend.tasks.calculate.programs.comparison_words import pieces
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

_HOW_MANY = re.compile(r"(?i)^how many (?P<what>.+?) (?:are|were|is|was|do|does|did|have|has)\b")
_KINDS = re.compile(r"(?i)\b(?:kinds?|sorts?|types?|different|lines?|rows?|entries)\b")


def columns_of_pieces(table: StoredTable) -> tuple[int, ...]:
    """The columns that say of how many things each row is; a "Number" may be that of the row."""
    words = stemmed(pieces().words) - stemmed(["number"])
    return tuple(
        at
        for at, column in enumerate(table.columns)
        if column.kind in FIGURES and stemmed(WORD.findall(column.name)) & words
    )


def counts_rows_for_pieces(
    question: str, made: Calculation, tables: Sequence[StoredTable]
) -> Refusal | None:
    """A refusal where rows were counted that hold a text of the column whose name is counted, and
    the list says how many pieces each row is."""
    match = _HOW_MANY.match(bare_question(question))
    if made.operation is not Operation.COUNT or match is None or " where " not in made.over:
        return None
    if _KINDS.search(match["what"]):
        return None
    said = stemmed(WORD.findall(match["what"]))
    texts = {operand.text for operand in made.operands}
    heads = stemmed(word for operand in made.operands for word in WORD.findall(operand.header))
    used = {operand.table_id for operand in made.operands}
    has_pieces = any(columns_of_pieces(table) for table in tables if table.id in used)
    names_text = len(texts) == 1 and stemmed(WORD.findall(texts.pop())) <= said
    if has_pieces and heads & said and names_text:
        return Refusal("The list says how many pieces each row is.", (made.sentence,))
    return None
