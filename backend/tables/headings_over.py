"""What stands right above a table as its heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.types.tables import StoredTable

LONGEST = 160
"""A longer lead-in is prose."""
_BRACKETS = re.compile(r"\([^()]*\)")
"""Unit and scale say nothing of how a heading is written."""
_LAST_SENTENCE = re.compile(r"(?:(?<=[a-z\d)%][.?!])|(?<=\s[.?!]))\s+(?=[A-Z(\d])")
CAPITALS = 0.7
"""Share of the words of a line that begin with a capital where it is written as a heading."""


def under_own_headings(tables: Sequence[StoredTable]) -> tuple[StoredTable, ...]:
    """The tables of a document in the order of its text, each under the heading that is printed
    right above it, or the sentence that announces it, where its title is that of the table before:
    a row of the second would be told as one of the first."""
    titles = ["", *(table.title for table in tables)]
    return tuple(
        replace(table, title=own)
        if table.title and table.title == before and (own := _own_heading(table))
        else table
        for before, table in zip(titles, tables, strict=False)
    )


def _own_heading(table: StoredTable) -> str:
    """The heading right above a table; or the last sentence before it, if that announces a table
    as its title does another one ("Net sales are as follows:"); empty where there is none."""
    own = heading_over(table)
    if _is_capital(own):
        return own
    announced = table.lead_in.rstrip().endswith(":") and table.title.rstrip().endswith(":")
    return _LAST_SENTENCE.split(table.lead_in.strip())[-1] if announced else ""


def _is_capital(text: str) -> bool:
    plain = _BRACKETS.sub("", text)
    words = [word for word in plain.split() if word[:1].isalpha() and len(word) > len("and")]
    return bool(words) and sum(word[0].isupper() for word in words) >= CAPITALS * len(words)


def heading_over(table: StoredTable) -> str:
    """The heading of a table: a short lead-in that is no sentence goes before the title, which may
    be that of an earlier table of the page."""
    lead = table.lead_in.strip()
    is_heading = len(lead.split()) > 1 and len(lead) <= LONGEST
    is_heading = is_heading and not lead.endswith((".", ":", ";", ","))
    return lead if is_heading else table.title


def text_around(table: StoredTable) -> str:
    """Heading, what is printed before the table and the section, unless these are an earlier
    table's."""
    heading = heading_over(table)
    if heading != table.title and heading:
        return heading
    # below a heading that is the title itself, the one above it says what the table is of
    depth = 2 if table.section[-1:] == (table.title,) else 1
    return " ".join((table.title, table.lead_in, *table.section[-depth:]))
