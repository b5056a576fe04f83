"""What stands right above a table as its heading."""

from __future__ import annotations

from backend.types.tables import StoredTable

LONGEST = 160
"""A longer lead-in is prose."""


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
    return " ".join((table.title, table.lead_in, *table.section[-1:]))
