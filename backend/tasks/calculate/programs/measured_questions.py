"""Questions for a measure that do not say its header: "How far did the Tern sail?", "How heavy is
the anvil?", "How many minutes was Ada late?", "How many people travelled on the Tern?".

They are put in words that the readings of columns know: "what is the total Distance of the Tern".
Where a list has not exactly one column for such a word, the question stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from backend.tasks.calculate.programs.column_choice import column_of_tiers
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_units import unit_named, unit_of_column
from backend.tasks.calculate.programs.column_words import (
    WORD,
    Headers,
    bare_question,
    column_said,
    headers_of,
    is_list,
    plain_heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import (
    MeantHeaders,
    superlatives,
    timing,
    unit_sizes,
    units_in_words,
)
from backend.tasks.calculate.programs.plain_verbs import (
    counted_in,
    is_level,
    is_of_one,
    only_binds,
    that_add_up,
)
from backend.tasks.calculate.programs.series import LENGTHS
from backend.tasks.calculate.programs.spent_columns import may_ask_spent, with_deed_added
from backend.tasks.calculate.programs.yes_no_wording import is_left_to_do
from backend.types.tables import CellKind, StoredTable

_LONGEST = 400
"""Signs; a longer text is no such question, and its forms are slow to try on it."""
_TOTAL = r"(?: in total| in all| altogether| overall)?"
_PLACES = r"(?:on|in|at|to|from|for|with|by|during|over|between|before|after|since|where)"
_BE = r"(?:is|are|was|were)"
_GOING = {
    **dict.fromkeys(("go", "gone", "travel", "travelled", "traveled"), ""),
    **dict.fromkeys(("sail", "sailed"), "sail"),
    **dict.fromkeys(("ride", "ridden"), "ride"),
    **dict.fromkeys(("run",), "run"),
    **dict.fromkeys(("walk", "walked"), "walk"),
    **dict.fromkeys(("hike", "hiked"), "hike"),
    **dict.fromkeys(("drive", "driven"), "drive"),
    **dict.fromkeys(("cycle", "cycled"), "cycle"),
    **dict.fromkeys(("row", "rowed"), "row"),
    **dict.fromkeys(("paddle", "paddled"), "paddle"),
}
"""Verbs of going by the way in which one goes; none for a word that leaves it open. How far a boat
drifted is not how far it went."""
_WAYS = stemmed(
    [
        *("sail", "ride", "run", "walk", "hike", "drive", "cycle", "paddle", "swim", "fly"),
        *("flight", "bike", "climb", "drift"),
    ]
)
_FAR = re.compile(
    rf"(?i)^how far (?:did|has|have|had|does|do) (?P<who>.+?) (?P<verb>{'|'.join(_GOING)})"
    rf"(?P<rest>(?: {_PLACES} .+?)??){_TOTAL}$"
)
_ADJECTIVES = {
    "heavy": "heaviest",
    "tall": "tallest",
    "high": "tallest",
    "wide": "widest",
    "deep": "deepest",
    "warm": "warmest",
    "hot": "hottest",
    "cold": "coldest",
    "expensive": "dearest",
    "dear": "dearest",
    "old": "youngest",
    "long": "longest",
}
"""What is asked with an adjective, by the superlative that wants the same column."""
_LARGE = ("big", "large")
_EXTENT = MeantHeaders((("area", "size"),))
"""What a thing is that is big, where a list says no more than that."""
_HOW = re.compile(rf"(?i)^how (?P<word>{'|'.join((*_ADJECTIVES, *_LARGE))}) {_BE} (?P<who>.+)$")
_LONG = re.compile(r"(?i)\b(?P<word>longest|shortest)(?= )")
_LONGEST_HEADER = 5
"""Words of a header behind “longest”."""
_UNIT_WAS = re.compile(rf"(?i)^how (?:many|much) (?P<unit>[^\W\d_]+) {_BE} (?P<rest>.+?){_TOTAL}$")
_PAST = r"(?:travelled|traveled|sailed|rode|came|went|attended|visited)"
"""What all do that a list counts; who complained or drowned were some of them."""
_WHO_LIVE = stemmed(
    [
        *("residents", "inhabitants", "population", "members", "employees", "staff", "headcount"),
        *("students", "pupils", "voters", "users", "readers", "listeners", "viewers"),
    ]
)
"""Headers of people who are there, and do not come or go."""
_HAPPENED = re.compile(
    r"(?i)^how (?:many|much) (?P<what>[^\W\d_]+(?: [^\W\d_]+)?) "
    rf"(?P<verb>{_PAST})(?: (?:aboard|along|by|in|out|on)(?= {_PLACES} |$))?"
    rf"(?P<rest>(?: {_PLACES} .+?)??){_TOTAL}$"
)
_PAID_IN = re.compile(
    r"(?i)^how much(?: money)? (?:did|has|have|does|do) (?P<who>.+?) (?:pay|paid|spend|spent) in "
    rf"(?P<what>[^\W\d_]+(?: [^\W\d_]+)??)(?P<rest>(?: {_PLACES} .+?)??){_TOTAL}$"
)
_OF_UNIT = re.compile(
    r"(?i)^how (?:many|much) (?P<unit>[^\W\d_]+) of (?:the )?(?P<what>[^\W\d_]+(?: [^\W\d_]+)??) "
    r"(?=(?:did|do|does|has|have|had|was|were|is|are)\b)"
)
_DISTANCE = stemmed(["distance", "mileage"])
_SIZES = stemmed(["length", "width", "height", "depth", "draught", "diameter", "thickness"])


def may_ask_measures(question: str) -> bool:
    """Whether a question has one of these forms, whatever the table."""
    text = bare_question(question)
    if len(text) > _LONGEST:
        return False
    own = (_FAR, _HOW, _UNIT_WAS, _HAPPENED, _PAID_IN)
    return any(form.match(text) for form in own) or may_ask_spent(text)


def with_measures_named(question: str, table: StoredTable, about: str = "") -> str:
    """The question as one for the column that it means, or as it was.

    Args:
        question: as it was asked.
        table: a list in a file of its own.
        about: the title of its document.
    """
    if not is_list(table) or len(question) > _LONGEST:
        return question
    text, headers = bare_question(question), headers_of(table, about)
    if bare := _without_unit(text, table, headers):
        return bare
    readings: tuple[Callable[[str, StoredTable, Headers], str], ...]
    readings = (_far, _with_adjective, _in_state, _happened, _paid_in, with_deed_added, _long)
    return next(
        (plain for reading in readings if (plain := reading(text, table, headers))), question
    )


def _without_unit(text: str, table: StoredTable, headers: Headers) -> str:
    """ "How many litres of fuel" is how much fuel, where the column of fuel is in litres."""
    match = _OF_UNIT.match(text)
    column = column_said(match["what"], table, headers.figures) if match else None
    if match is None or column is None:
        return ""
    if unit_of_column(table.columns[column]) != unit_named(match["unit"]):
        return ""
    return f"how much {match['what']} {text[match.end() :]}"


def _far(text: str, table: StoredTable, headers: Headers) -> str:
    """How far somebody went is the total of the only column of distances."""
    match = _FAR.match(text)
    if match is None:
        return ""
    verb = match["verb"].casefold()
    if verb != "go" and not _binds(verb, table):
        return ""
    if (way := _GOING[verb]) and _ways_in(table, headers) - stemmed([way]):
        return ""  # of who rode and ran, it is not told how far both came to
    figures = that_add_up(table, headers.figures)
    held = [at for at in figures if headers.of(at) & _DISTANCE]
    held = held or [at for at in figures if _kind(at, table) == "length"]
    held = [at for at in held if not headers.of(at) & _SIZES]
    return _total(held, f"{match['who']}{match['rest']}", table)


def _ways_in(table: StoredTable, headers: Headers) -> frozenset[str]:
    """The ways of going that the titles, headers and cells of a list speak of. A header “Climb” is
    of a height, and of no other way than running."""
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    cells = {value_of(row, at) for row in table.rows for at in texts}
    said = stemmed(WORD.findall(" ".join(cells)))
    named = headers.around.union(*headers.columns) - stemmed(["climb"])
    return (said | named) & _WAYS


def _with_adjective(text: str, table: StoredTable, headers: Headers) -> str:
    """How heavy a thing is stands in the only column of weights."""
    match = _HOW.match(text)
    if match is None:
        return ""
    word = match["word"].casefold()
    meant = _EXTENT if word in _LARGE else superlatives()[_ADJECTIVES[word]]
    column = column_of_tiers(meant, headers.figures, headers)
    if not isinstance(column, int):
        return ""
    return f"what is the {plain_heading(column, table)} of {match['who']}"


def _long(text: str, table: StoredTable, headers: Headers) -> str:
    """The longest or shortest of what a header says of a time or a length, as the highest or
    lowest: "the longest lead time" of "Lead time (days)"."""
    for found in _LONG.finditer(text):
        said = [match.end() for match in WORD.finditer(text, found.end())][:_LONGEST_HEADER]
        named = (column_said(text[found.end() : end], table, headers.figures) for end in said)
        if any(column is not None and _is_long(column, table, headers) for column in named):
            rank = "highest" if found["word"].casefold() == "longest" else "lowest"
            return f"{text[: found.start()]}{rank}{text[found.end() :]}"
    return ""


def _is_long(column: int, table: StoredTable, headers: Headers) -> bool:
    """Whether the figures of a column are times or lengths."""
    unit = unit_of_column(table.columns[column])
    size = unit_sizes().get(unit)
    if unit:
        return unit in LENGTHS or (size is not None and size.kind in ("time", "length"))
    known = superlatives()["longest"].words | timing().headers
    return not headers.of(column).isdisjoint(stemmed(known))


def _in_state(text: str, table: StoredTable, headers: Headers) -> str:
    """For how many minutes somebody was what the header of a column of minutes says: "late" of
    "Late (min)", "under way" of "Time under way (min)"."""
    match = _UNIT_WAS.match(text)
    unit = unit_named(match["unit"]) if match else ""
    if match is None or unit not in unit_sizes():
        return ""
    made: list[str] = []
    for at in that_add_up(table, headers.figures):
        head = plain_heading(at, table)
        said = " ".join(word for word in WORD.findall(head) if not _is_of_time(word))
        place = re.search(rf"(?i) {re.escape(said)}(?= {_PLACES} |$)", match["rest"])
        if said and place is not None and unit_of_column(table.columns[at]) == unit:
            rest = f"{match['rest'][: place.start()]}{match['rest'][place.end() :]}"
            made.append(f"what is the total {head} of {rest}")
    return made[0] if len(made) == 1 else ""


def _happened(text: str, table: StoredTable, headers: Headers) -> str:
    """How many of what a column counts did something is its total over the rows that fit."""
    match = _HAPPENED.match(text)
    if match is None or not _binds(match["verb"], table):
        return ""
    said = column_said(match["what"], table, headers.figures)
    held = [said] if said is not None else counted_in(_stems(match["what"]), headers, table)
    held = [at for at in held if not is_level(table, at) and not is_of_one(table, at)]
    if any(headers.of(at) & _WHO_LIVE for at in held):
        return ""
    return _total(held, match["rest"].strip(), table)


def _paid_in(text: str, table: StoredTable, headers: Headers) -> str:
    """What somebody paid in fines is the total of a column "Fine", where the list does not say
    besides what of it was paid."""
    match = _PAID_IN.match(text)
    column = (
        column_said(match["what"], table, that_add_up(table, headers.figures)) if match else None
    )
    paying = stemmed(["paid", "settled", "payment"])
    if match is None or column is None or any(each & paying for each in headers.columns):
        return ""
    if is_left_to_do(match["who"]):
        return ""
    who = "" if match["who"].casefold() in ("we", "they", "i", "you") else match["who"]
    return _total([column], f"{who}{match['rest']}".strip(), table)


def _total(columns: Sequence[int], of_whom: str, table: StoredTable) -> str:
    if len(columns) != 1:
        return ""
    placed = re.match(rf"(?i){_PLACES} ", of_whom) is not None
    of = f" {of_whom}" if placed else f" of {of_whom}" if of_whom else ""
    return f"what is the total {plain_heading(columns[0], table)}{of}"


def _binds(verb: str, table: StoredTable) -> bool:
    return only_binds(verb, table, entries_of(table)[0])


def _kind(column: int, table: StoredTable) -> str:
    size = unit_sizes().get(unit_of_column(table.columns[column]))
    return size.kind if size is not None else ""


def _stems(text: str) -> frozenset[str]:
    return stemmed(WORD.findall(text))


def _is_of_time(word: str) -> bool:
    known = timing().words | timing().headers | units_in_words().keys() | {"spent"}
    return word.casefold() in known
