"""Tables that are alike but for the year in their title, as a workbook has a sheet for each year:
every figure is of the year that stands over it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.calculate.programs.column_words import FIGURES, WORD, content, stemmed
from backend.types.tables import HEADER_JOINT, CellKind, Column, StoredTable

FEWEST = 2
_YEAR = re.compile(r"(?<![\w/.-])(?:19|20)\d\d(?![\w/.-])")


def with_years_of_titles(tables: Sequence[StoredTable]) -> list[StoredTable]:
    """The tables, those of a file without pages that are alike but for the year in their titles
    with that year over their figures. Where the headers name periods, the rows have days, or two
    tables have one year, they stay as they are."""
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, table in enumerate(tables):
        if table.box is None and len(_YEAR.findall(table.title)) == 1 and _is_plain(table):
            names = (column.name for column in table.columns)
            alike[(_YEAR.sub("", table.title), table.label_name, *names)].append(at)
    found = list(tables)
    for members in alike.values():
        years = [_YEAR.findall(tables[at].title)[0] for at in members]
        if len(members) < FEWEST or not _are_of_one_matter([tables[at] for at in members]):
            continue
        if len(set(years)) == len(years):
            for at, year in zip(members, years, strict=True):
                found[at] = _of_year(tables[at], year)
    return found


def _are_of_one_matter(tables: Sequence[StoredTable]) -> bool:
    """Whether the year is that of the figures: the titles have no other words than the headers,
    or every table has rows that another one has, too. "Joined 2030" and
    "Joined 2031", of other people each, say when these joined."""
    first = tables[0]
    said = content(_YEAR.sub(" ", first.title))
    heads = [first.label_name, *(column.name for column in first.columns)]
    if said <= stemmed(WORD.findall(" ".join(heads))):
        return True
    labels = [{row.label for row in table.rows if row.label and not row.total} for table in tables]
    return all(
        any(own & other for at, other in enumerate(labels) if at != place)
        for place, own in enumerate(labels)
    )


def _is_plain(table: StoredTable) -> bool:
    return all(not column.period and column.kind is not CellKind.DATE for column in table.columns)


def _of_year(table: StoredTable, year: str) -> StoredTable:
    return replace(table, columns=tuple(_dated(column, year) for column in table.columns))


def _dated(column: Column, year: str) -> Column:
    if column.kind not in FIGURES or not column.name:
        return column
    name = f"{column.name}{HEADER_JOINT}{year}"
    return replace(column, name=name, path=(*column.path, year), period=year)
