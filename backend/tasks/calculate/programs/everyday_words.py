"""What people say for a value or a header of a list: "Japanese cars" of those with "Japan" under
"Origin", "women" of those with "Female", "with 8 cylinders", "the highest temperature" of a column
"temp_max", "how much rain fell" of "precipitation".

The question is put in the words of the list, where these leave no doubt; else it stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from backend.calendar_words import NAMES_OF_TIME
from backend.evidence.quantities import NUMBER_WORDS
from backend.tables.cell_values import CURRENCIES
from backend.tables.rounded_sums import decimal_places
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    columns_of_words,
    headers_of,
    heading,
    plain_heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.nationalities import CONTINENTS, KNOWN_ORIGINS, NATIONALITIES
from backend.types.tables import CellKind, StoredTable

_MOST_SPELLED = 12
_NUMBERS = {word: value for word, value in NUMBER_WORDS.items() if 0 < value <= _MOST_SPELLED}
_COUNTED = re.compile(
    rf"(?i)\b(?P<verb>with|have|has|had|having) (?P<number>\d{{1,4}}|{'|'.join(_NUMBERS)}) "
    r"(?P<what>[^\W\d_]+)\b(?! or (?:more|less|fewer|above|over|under|below)\b)"
)
_VALUE_IN = re.compile(
    r"(?i)^what (?:is|was|were|are) (?:the )?(?P<value>.+?) (?P<when>in .*(?:19|20)\d\d)$"
)
_HOW_MANY_DONE = re.compile(
    r"(?i)^how many (?P<what>[^\W\d_]+)(?P<where> (?:in|at|on|for|from|by|of) .+?)? "
    r"(?:were|was|are|is|have been|has been) (?P<done>[^\W\d_]+)(?P<rest>(?: .+)?)$"
)
_ORIGINS = stemmed(["origin", "nationality", "citizenship"])
_COUNTRIES = stemmed(["country", "continent", "nation"])
_SEXES = stemmed(["gender", "sex"])
_OF_WOMEN = frozenset(["female", "f", "w", "woman", "women"])
_OF_MEN = frozenset(["male", "m", "man", "men"])
_SEX = re.compile(
    r"(?i)\b(?P<be>were|was|are|is) (?P<women>women|woman|female|females)\b"
    r"|\b(?P<be_>were|was|are|is) (?P<men>men|man|male|males)\b"
)
_ABBREVIATED = {
    "amt": "amount",
    "avg": "average",
    "dept": "department",
    "hp": "horsepower",
    "pop": "population",
    "qty": "quantity",
    "temp": "temperature",
    "wt": "weight",
}
_ENDS = {
    "max": r"highest|maximum|max",
    "maximum": r"highest|maximum|max",
    "min": r"lowest|minimum|min",
    "minimum": r"lowest|minimum|min",
}
_HIGH = ("max", "maximum")
_MEAN = re.compile(r"(?i)\b(?:mean|average|avg)\b\.?")
_ENDS_SAID = {
    **dict.fromkeys(("highest", "longest", "largest", "greatest", "biggest"), "highest"),
    **dict.fromkeys(("lowest", "shortest", "smallest"), "lowest"),
}
_PARTS = re.compile(r"[\s_]+")
_RATE = re.compile(r"(?i)\b(?P<what>[^\W\d_]+) rate\b")
_PRICED = stemmed(
    ["interest", "tax", "discount", "wage", "exchange", "commission", "pay", "fee", "turnover"]
)
"""Of these a rate and an amount go by one name."""
_RATED = stemmed(
    ["poverty", "employment", "unemployment", "literacy", "illiteracy", "inflation", "vacancy"]
)
"""What is measured by a rate in per cent; heat or fire in figures is an amount."""
_LARGEST_RATE = 100
_FALLEN = r"(?:fell|fall|was there|came down|did (?:we|they) (?:get|have))"
_RAIN_FELL = re.compile(rf"(?i)^how much (?P<what>rain|snow) {_FALLEN}\b")
_MOST_RAIN = re.compile(
    r"(?i)\b(?P<what>month|year) (?:had|got|saw|has) the (?P<end>most|least) (?P<of>rain|snow)\b"
)
_DAYS_OF = re.compile(r"(?i)^(?:on )?how many days did it (?P<what>rain|snow)\b")
_PER = re.compile(r"(?i)/|\bper\b|\brates?\b")
_TIMES = stemmed(["day", "date", "week", "month", "quarter", "season", "year"])
_FALLS = {
    "rain": stemmed(["rain", "rainfall", "precipitation"]),
    "snow": stemmed(["snow", "snowfall"]),
}


def with_everyday_words(question: str, table: StoredTable, about: str = "") -> str:
    """The question in the words of the list.

    Args:
        question: as it was asked.
        table: the list.
        about: the title of its document.
    """
    for said in (
        _of_only_measure,
        _of_done,
        _of_numbers,
        _of_origins,
        _of_sexes,
        _of_short_heads,
        _of_rates,
        _of_weather,
    ):
        question = said(question, table, about)
    return question


def with_means_named(question: str, table: StoredTable) -> str:
    """The question with "the longest mean stay" as the highest of a column "Mean stay (h)", whose
    figures are means already; as it was, where another column is of the stay, too ("Max stay"):
    words for the highest stay were as well those of that one."""
    figures = headers_of(table, "").figures
    heads = [plain_heading(at, table).split(",")[0].strip() for at in figures]
    for head in heads:
        rest = " ".join(_MEAN.sub(" ", head).split())
        if (
            not _MEAN.search(head)
            or not rest
            or any(_holds(each, rest) for each in heads if each != head)
        ):
            continue
        form = re.compile(rf"(?i)\b(?P<end>{'|'.join(_ENDS_SAID)}) {re.escape(head)}\b")
        if match := form.search(question):
            said = f"{_ENDS_SAID[match['end'].casefold()]} {rest}"
            return f"{question[: match.start()]}{said}{question[match.end() :]}"
    return question


def _holds(head: str, words: str) -> bool:
    return stemmed(WORD.findall(words)) <= stemmed(WORD.findall(head))


def _of_only_measure(question: str, table: StoredTable, _about: str) -> str:
    """ "What was wood in 2031?" is the only measure of the rows that have a value "Wood"."""
    found, figures = _VALUE_IN.match(question.strip(" ?.!")), headers_of(table, "").figures
    if found is None or len(figures) != 1:
        return question
    said = found["value"].casefold()
    columns = [
        at
        for at in columns_of_words(table)
        if any(value_of(row, at).casefold() == said for row in table.rows)
    ]
    if len(columns) != 1:
        return question
    return f"What is the {plain_heading(figures[0], table)} of {found['value']} {found['when']}"


def _of_done(question: str, table: StoredTable, _about: str) -> str:
    """ "How many plots were let in Elm?" is the total of a column "Plots let"."""
    match = _HOW_MANY_DONE.match(question.strip(" ?.!"))
    if match is None:
        return question
    said = f"{match['what']} {match['done']}".casefold()
    heads = [plain_heading(at, table) for at in headers_of(table, "").figures]
    of = [head for head in heads if head.split(",")[0].casefold() == said]
    if len(of) != 1:
        return question
    return f"What is the total {match['what']} {match['done']}{match['where'] or ''}{match['rest']}"


def _of_numbers(question: str, table: StoredTable, _about: str) -> str:
    """ "With 8 cylinders" is exactly so many, where a column counts them."""

    def exact(found: re.Match[str]) -> str:
        if _counting(found["what"], table) is None:
            return found[0]
        number = _NUMBERS.get(found["number"].casefold(), found["number"])
        return f"{found['verb']} exactly {number} {found['what']}"

    return _COUNTED.sub(exact, question)


def _counting(word: str, table: StoredTable) -> int | None:
    """The only column of whole numbers without a unit that is headed by a word alone."""
    said, headers = stemmed([word]), headers_of(table, "")
    found = [
        at
        for at in headers.figures
        if headers.of(at) == said and not table.columns[at].unit and _are_whole(table, at)
    ]
    return found[0] if len(found) == 1 else None


def _are_whole(table: StoredTable, column: int) -> bool:
    values = _values(table, column)
    return bool(values) and all(each == each.to_integral_value() for each in values)


def _values(table: StoredTable, column: int) -> list[Decimal]:
    cells = (row.cells[column] for row in table.rows)
    return [cell.value for cell in cells if cell is not None and cell.value is not None]


def _of_origins(question: str, table: StoredTable, _about: str) -> str:
    """ "Japanese" is the value "Japan" of the only column that says where rows are from. A country
    may as well be where something was sold, unless the rows are told apart by what is called so:
    "German customers" of a list with a row for each customer."""
    words = WORD.findall(question)
    named = {word: behind for word, behind in pairwise([*words, ""]) if word in NATIONALITIES}
    for word, behind in named.items():
        heads = _ORIGINS | _COUNTRIES if _are_rows(behind, table) else _ORIGINS
        found = _only_value(table, heads, NATIONALITIES[word])
        if found and not _is_held(word, table):
            question = re.sub(rf"\b{word}\b", found, question)
    return question


def _are_rows(word: str, table: StoredTable) -> bool:
    """Whether a word is what the labels are headed by, each of which stands there once."""
    labels = [table.rows[at].label for at in entries_of(table)[0]]
    is_name = bool(word) and stemmed([word]) == headers_of(table, "").own
    return is_name and len(set(labels)) == len(labels)


def _only_value(table: StoredTable, heads: frozenset[str], names: frozenset[str]) -> str:
    """The only text under one of some headers that is one of some names; empty where there is none
    or several, two columns have such a header, or it is a continent and another text is or may be a
    part of that: "Europe" beside "Italy"."""
    headers = headers_of(table, "")
    columns = [at for at in columns_of_words(table) if headers.of(at) and headers.of(at) <= heads]
    if len(columns) != 1:
        return ""
    rows = [table.rows[at] for at in entries_of(table)[0]]
    texts = {value_of(row, columns[0]) for row in rows}
    found = [text for text in texts if text.strip().casefold() in names]
    if len(found) != 1:
        return ""
    others = {text.strip().casefold() for text in texts - {found[0]} if text.strip()}
    within = CONTINENTS.get(found[0].strip().casefold(), frozenset())
    has_parts = len(within) > 1  # Australia is one country
    return "" if has_parts and (others & within or not others <= KNOWN_ORIGINS) else found[0]


def _is_held(word: str, table: StoredTable) -> bool:
    """Whether a word stands in a header or a cell of words."""
    said = word.casefold()
    texts = [heading(at, table) for at in headers_of(table, "").all()]
    texts += [value_of(row, at) for row in table.rows for at in columns_of_words(table)]
    return any(said == each.casefold() for text in texts for each in WORD.findall(text))


def _of_sexes(question: str, table: StoredTable, _about: str) -> str:
    """ "Were women" is the value for them under "Gender" or "Sex"."""

    def value(found: re.Match[str]) -> str:
        names = _OF_WOMEN if found["women"] else _OF_MEN
        text = _only_value(table, _SEXES, names)
        return f"{found['be'] or found['be_']} {text}" if text else found[0]

    return _SEX.sub(value, question)


def _of_short_heads(question: str, table: StoredTable, _about: str) -> str:
    """Words in full for a header that cuts them short; the highest or lowest of it where the
    header says that it holds those."""
    told: list[tuple[str, str]] = []
    for at in headers_of(table, "").figures:
        head = plain_heading(at, table)
        parts = [each.casefold() for each in _PARTS.split(head) if each]
        ends = [part for part in parts if part in _ENDS]
        rest = [_ABBREVIATED.get(part, part) for part in parts if part not in _ENDS]
        if not rest or len(ends) > 1 or (not ends and rest == parts):
            continue
        words = r"[\s_]+".join(map(re.escape, rest))
        if not ends:
            told.append((rf"(?i)\b{words}\b", head))
            continue
        end = "highest" if ends[0] in _HIGH else "lowest"
        told.append((rf"(?i)\b(?:{_ENDS[ends[0]]}) {words}\b", f"{end} {head}"))
    fits = [(form, words) for form, words in told if re.search(form, question)]
    if len(fits) != 1 or any(fits[0][1].split()[-1] in question for _ in fits):
        return question
    form, words = fits[0]
    return re.sub(form, lambda _: words, question)


def _of_rates(question: str, table: StoredTable, _about: str) -> str:
    """ "The poverty rate" is the column "poverty", where its figures can be nothing but rates."""
    headers = headers_of(table, "")
    if any(stemmed(["rate"]) & headers.of(at) for at in headers.all()):
        return question

    def bare(found: re.Match[str]) -> str:
        said = stemmed([found["what"]])
        of = [at for at in headers.figures if headers.of(at) == said]
        if len(of) != 1 or said & _PRICED:
            return found[0]
        is_rate = table.columns[of[0]].kind is CellKind.PER_CENT or (
            bool(said & _RATED) and _holds_rates(table, of[0])
        )
        return found["what"] if is_rate else found[0]

    return _RATE.sub(bare, question)


def _holds_rates(table: StoredTable, column: int) -> bool:
    """Whether figures have places behind the point, as counts have none, and are up to a hundred
    without a unit; amounts of money have two places."""
    if table.columns[column].kind is not CellKind.NUMBER or table.columns[column].unit:
        return False
    values = _values(table, column)
    places = [decimal_places(each) for each in values]
    return (
        bool(values)
        and all(0 <= each <= _LARGEST_RATE for each in values)
        and 2 * sum(place > 0 for place in places) > len(places)
        and max(places) == 1
    )


def _of_weather(question: str, table: StoredTable, about: str) -> str:
    """Rain that fell is the only column of it, added up; days on which it rained are the rows that
    say so, where each row is a day."""
    if (match := _RAIN_FELL.match(question)) and (head := _falling(match["what"], table)):
        return f"What is the total {head}{question[match.end() :]}"
    if (match := _MOST_RAIN.search(question)) and (head := _falling(match["of"], table)):
        end = "highest" if match["end"].casefold() == "most" else "lowest"
        most = f"{match['what']} had the {end} total {head}"
        return f"{question[: match.start()]}{most}{question[match.end() :]}"
    if (match := _DAYS_OF.match(question)) and LABEL in headers_of(table, about).dates:
        labels = [table.rows[at].label for at in entries_of(table)[0]]
        text = _only_text(match["what"].casefold(), table)
        if text and len(set(labels)) == len(labels):
            return f"How many rows have {text}{question[match.end() :]}"
    return question


def _falling(what: str, table: StoredTable) -> str:
    """The header of the only column of what falls, which is no money."""
    headers, words = headers_of(table, ""), _FALLS[what.casefold()]
    found = [at for at in headers.figures if headers.of(at) and headers.of(at) <= words]
    if len(found) != 1 or table.columns[found[0]].unit in CURRENCIES.values():
        return ""
    is_rate = _PER.search(heading(found[0], table)) is not None
    return "" if is_rate or not _has_one_row_a_time(table) else plain_heading(found[0], table)


def _has_one_row_a_time(table: StoredTable) -> bool:
    """Whether no two entries are of one time: what fell at two places is no sum."""
    headers, rows = headers_of(table, ""), [table.rows[at] for at in entries_of(table)[0]]
    times = [
        at
        for at in headers.all()
        if at in headers.dates
        or headers.of(at) & _TIMES
        or all(value_of(row, at).casefold().strip(".") in NAMES_OF_TIME for row in rows)
    ]
    held = {tuple(value_of(row, at).casefold() for at in times) for row in rows}
    return bool(times) and len(held) == len(rows)


def _only_text(text: str, table: StoredTable) -> str:
    """A text of the only column of words that holds it as a whole cell; empty where it is part of
    another cell there: it rained on a day of "heavy rain", too."""
    columns: Sequence[int] = [
        at
        for at in columns_of_words(table)
        if at != LABEL and any(value_of(row, at).casefold() == text for row in table.rows)
    ]
    if len(columns) != 1:
        return ""
    held = {value_of(row, columns[0]).casefold() for row in table.rows}
    return "" if any(text in each for each in held - {text}) else text
