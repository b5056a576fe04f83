"""What a question speaks of and the tables of a document do not.

A row of "cost" is no rival to a letter that says what a stair climber costs, where no table of the
report beside it speaks of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from backend.analysis import fold, term_texts
from backend.tasks.answer.extractive.question_words import ASKING, without_instructions
from backend.types import Calculation, StoredTable

_COMPANY = re.compile(
    r"(?i)(?<![\w,])(?P<name>[A-Z][\w&'’.-]*(?: [\w&'’.-]+){0,5}?)"
    r"(?:,? (?:inc|corp|ltd|llc|plc|ag|gmbh|se|n\.v)\b|"
    r" (?:and|&) (?:its )?(?:consolidated )?subsidiaries\b)"
)
"""A company as it stands over its tables."""


def names_in(tables: Sequence[StoredTable]) -> frozenset[str]:
    """The stems of labels, groups and headers."""
    return _stems(text for table in tables for text in _names(table))


def names_whole(name: str, tables: Sequence[StoredTable]) -> bool:
    """Whether a name is that of the company whose tables these are, or its beginning: what stands
    over one of them says "Alder Ferries Holding and subsidiaries" or "Alder Ferries, Inc."."""
    wanted = fold(name).split()
    over = (each for table in tables for each in (table.lead_in, table.title, *table.section))
    companies = (match["name"] for each in over for match in _COMPANY.finditer(each))
    return any(fold(company).split()[: len(wanted)] == wanted for company in companies)


def foreign_words(question: str, tables: Sequence[StoredTable], title: str) -> frozenset[str]:
    """The stems of a question's words, without asking words and numbers, that neither the tables
    of a document say anywhere nor its title."""
    wanted = {text for text in term_texts(without_instructions(question)) if text.isalpha()}
    wanted -= ASKING
    if not wanted:
        return frozenset()
    return frozenset(wanted) - _stems([title]) - _stems(_all_texts(tables))


def is_of(made: Calculation, words: frozenset[str], tables: Sequence[StoredTable]) -> bool:
    """Whether the cells of a calculation are of one of the stems: by their rows, their columns or
    what stands over their tables."""
    used = {operand.table_id for operand in made.operands}
    over = [f"{table.title} {' '.join(table.section)}" for table in tables if table.id in used]
    rows = [f"{operand.label} {operand.header}" for operand in made.operands]
    return not words.isdisjoint(term_texts(" ".join((*rows, *over))))


def _names(table: StoredTable) -> Iterator[str]:
    for row in table.rows:
        yield row.label
        yield from row.group
    for column in table.columns:
        yield column.name


def _all_texts(tables: Sequence[StoredTable]) -> Iterator[str]:
    for table in tables:
        yield from (table.title, table.lead_in, table.label_name, *table.section)
        yield from _names(table)
        for row in table.rows:
            yield from (cell.text for cell in row.cells if cell is not None)


def _stems(texts: Iterable[str]) -> frozenset[str]:
    # most cells are numbers or said before: each distinct text is parted once
    distinct = {fold(text) for text in texts if any(map(str.isalpha, text))}
    return frozenset(term for text in distinct for term in term_texts(text))
