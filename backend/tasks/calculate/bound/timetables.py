"""Hours of a timetable: "When does the first ferry leave Elm?" is the cell of the stop and the
ferry."""

from __future__ import annotations

import re

from backend.tasks.calculate.bound.words import OpenWords, named_whole, words_of_question
from backend.tasks.calculate.programs.column_links import ColumnLink
from backend.tasks.calculate.programs.column_operations import operate_link
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_values import Equal
from backend.tasks.calculate.programs.column_words import LABEL, WORD, headers_of, stemmed, value_of
from backend.types.calculations import Calculation
from backend.types.tables import StoredTable

FEWEST = 2
_ASKS = re.compile(r"(?i)^(?:when|(?:at |by )?(?:what|which) time)\b")
_HOUR = re.compile(r"(?:[01]?\d|2[0-4])[:.h][0-5]\d(?: ?(?:[ap]\.?m\.?|h))?")
_ONE_WAY = re.compile(r"(?i)\b(?:arr|dep)")
"""Headers that say whether something comes or goes."""
_RUNS = stemmed(
    [
        *("leave", "leaves", "depart", "departs", "go", "goes", "stop", "stops", "run", "runs"),
        *("arrive", "arrives", "reach", "reaches", "get", "gets", "call", "calls", "come", "comes"),
        *("there", "hour", "scheduled", "due"),
    ]
)


def timetable_hour(text: str, table: StoredTable, about: str) -> Calculation | None:
    """The hour under the one header and beside the one label that a question names; None where a
    word of it stands for nothing, or the table holds more than hours."""
    hours = _hour_columns(table)
    if not _ASKS.match(text) or not hours or ":" in table.label_name:
        return None
    if _ONE_WAY.search(" ".join((table.label_name, *hours))):
        return None
    labels = [table.rows[at].label for at in entries_of(table)[0]]
    said = OpenWords(text, words_of_question(_ASKS.sub(lambda found: " " * len(found[0]), text)))
    named = named_whole(said.words, (*labels, *hours))
    rows = [each for each in named if each in labels]
    heads = [each for each in named if each in hours]
    if len(rows) != 1 or len(heads) > 1 or (not heads and len(hours) > 1):
        return None
    said.taken.update(place for places in named.values() for place in places)
    headers = headers_of(table, about)
    known = headers.own | headers.around | stemmed(WORD.findall(table.title)) | _RUNS
    if any(not said.stems(at) <= known for at in said.free()):
        return None
    column = hours[heads[0] if heads else next(iter(hours))]
    link = ColumnLink(LABEL, (column,), (Equal(LABEL, (rows[0],)),), ())
    made = operate_link(ColumnRequest(ColumnOperation.LOOKUP, "", ""), link, table)
    is_hour = isinstance(made, Calculation) and _HOUR.fullmatch(made.answer.strip())
    return made if isinstance(made, Calculation) and is_hour else None


def _hour_columns(table: StoredTable) -> dict[str, int]:
    """The columns by their names, where all of them hold hours; nothing where one does not."""
    entries = entries_of(table)[0]
    texts = [
        [text for at in entries if (text := value_of(table.rows[at], column).strip(" -–—"))]
        for column in range(len(table.columns))
    ]
    if len(entries) < FEWEST or not all(
        len(each) >= FEWEST and all(map(_HOUR.fullmatch, each)) for each in texts
    ):
        return {}
    return {column.name: at for at, column in enumerate(table.columns)}
