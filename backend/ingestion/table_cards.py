"""A table's card: what a whole table is about, in one text by which it can be found.

Title, lead-in, what its columns, periods and units are, and the labels of its rows. No figure
stands in it but those of headers and labels: they are what rows are found by.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.ports import TokenCounter
from backend.tables.table_wording import column_names, periods, plain, row_names, units
from backend.types import StoredTable

LEAD_IN_TOKENS = 60
"""Most tokens of the text before a table, its last ones."""
_SHORTER = 0.8
"""By so much a list is cut at a time until the card fits."""


def card_text(table: StoredTable, counter: TokenCounter, limit: int, description: str = "") -> str:
    """The card of a table in lines, within a limit of tokens.

    The labels of the rows are cut first, then the names of the columns, then the rest at its end.

    Args:
        description: what the table says in sentences, if somebody said so; it follows the lead-in.
    """
    said = [plain(table.title), last_tokens(table.lead_in, counter, LEAD_IN_TOKENS)]
    if said[1].casefold().startswith(said[0].casefold()):
        said[0] = ""
    columns, labels = list(column_names(table)), list(row_names(table))
    while True:
        lines = (
            *said,
            plain(description),
            _listed("Columns", columns),
            _listed("Periods", periods(table)),
            _listed("Units", units(table)),
            _listed("Rows", labels),
        )
        text = "\n".join(line for line in lines if line)
        tokens = counter.token_offsets([text])[0]
        if len(tokens) <= limit:
            return text
        if labels:
            labels = labels[: int(len(labels) * _SHORTER)]
        elif columns:
            columns = columns[: int(len(columns) * _SHORTER)]
        else:
            return text[: int(tokens[limit][0])].rstrip() if limit > 0 else ""


def last_tokens(text: str, counter: TokenCounter, most: int) -> str:
    """The end of a text, so many tokens of it at most, from a whole word on."""
    line = plain(text)
    if not line:
        return ""
    tokens = counter.token_offsets([line])[0]
    if len(tokens) <= most:
        return line
    start = int(tokens[len(tokens) - most][0])
    if start and not line[start - 1].isspace():
        start = line.find(" ", start) + 1 or len(line)
    return line[start:]


def _listed(name: str, items: Sequence[str]) -> str:
    return f"{name}: {'; '.join(items)}" if items else ""
