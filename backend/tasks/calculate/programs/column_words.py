"""The words of questions over columns: stems, function words, and the headers that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.analysis import term_texts
from backend.tables.column_typing import is_of_numbers
from backend.tables.period_labels import is_period_label
from backend.tasks.calculate.programs.column_dates import days_of_labels
from backend.tasks.calculate.programs.comparison_words import deeds, papers, units_in_words
from backend.types.tables import HEADER_JOINT, CellKind, StoredRow, StoredTable

_PURPOSE = re.compile(
    r"\bto (?P<deed>[a-z]{3,}) (?:(?:the|all|these|our) )?(?:\w+ )?(?P<things>[a-z]+s)\b"
    r"(?: (?:to|as|for) (?:the )?(?P<office>[A-Za-z]+(?: of [A-Za-z]+)?))?"
)
"""“to elect ten candidates as wardens”: what is done with all of them."""
_LEFT_OUT = re.compile(
    r"(?i)[;&/]|\b(?:except|excluding|excludes?|without|not|no|none|other than|apart|unless|only"
    r"|and|or|but)\b"
)
LABEL = -1
"""Stands for the column of the rows' labels."""
GROUP = -2
"""Stands for the labels above groups of rows."""
ROWS = -3
"""Stands for the rows themselves, which no column names."""
LIGHT_VERBS = frozenset(
    [
        *("come", "came", "work", "works", "working", "placed", "made", "recorded", "listed"),
        *("stand", "stands", "stood", "lie", "lies", "sit", "sits", "hang", "hangs", "kept"),
        *("stored", "held", "live", "lives", "lived", "living", "we", "our", "i", "they"),
        *("go", "goes", "went", "gone", "get", "gets", "got", "scored"),
    ]
)
"""Verbs that only bind a row to its values, unless a header has them."""
_BARE = frozenset(
    [
        *("the", "a", "an", "of", "in", "is", "are", "was", "were", "be", "been", "for", "at"),
        *("by", "to", "with", "have", "has", "had", "that", "which", "whose", "where", "and"),
        *("do", "does", "did", "there", "from", "all", "on", "located", "based"),
        *("equals", "who", "when", "either", "its", "their", "his", "her"),
    ]
)
FUNCTION = _BARE | LIGHT_VERBS
VALUES = ("value", "values")
"""Words for any figure, unless a header has them."""
_ROW_WORDS = frozenset(["row", "rows", "entry", "entries", "record", "records", "item", "items"])
PEOPLE = frozenset(["people", "person", "persons", "staff", "employee", "employees", "colleagues"])
_YEARS = frozenset(["year", "date", "period", "season"])
_NAMING = frozenset(
    [
        *("id", "no", "nr", "number", "name", "code", "key", "identifier", "reference", "ref"),
        *("serial", "sku", "isbn", "barcode", "plate", "registration", "tag", "index"),
    ]
)
"""What tells rows apart without saying what they are."""
_OF_KIND = {
    CellKind.TEXT: frozenset(["name", "number"]),
    CellKind.DATE: frozenset(["date", "day"]),
    CellKind.NUMBER: frozenset(["figure", "number", "amount"]),
    CellKind.CURRENCY: frozenset(["figure", "amount"]),
    CellKind.PER_CENT: frozenset(["figure", "percentage", "share"]),
}
_TIMES = frozenset(["h", "min", "days", "weeks", "months", "hours", "minutes"])
_IN_TIMES = re.compile(r"(?i)\((?:in )?(?:hours|minutes|days|weeks|months|min|h)\)$")
FIGURES = frozenset([CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT])
_IN_BRACKETS = re.compile(r"\([^)]*\)")
IN_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
"""What stands behind a header: its unit, mostly."""
WORD = re.compile(r"[^\W_]+(?:[.'’&-][^\W_]+)*")
_PERIOD = re.compile(r"(?i)\b(?:(?:19|20)\d\d|q[1-4]|(?:first|second|third|fourth) quarter)\b")
_TIME = r"(?:h|s|hour|minute|min|second|day|night|week|month|quarter|year|annum|season)s?\b"
_OF_ONE = re.compile(
    rf"(?i)\beach\b|(?<!\bas )\bper (?!{_TIME}|cent\b)[^\W\d_]"
    r"|(?:\b(?:eur|usd|gbp|chf|price|rate|kg|mg|lb|km|ml|cl)|[€$£]) ?/ ?"
    rf"(?!{_TIME}|(?:eur|usd|gbp|chf)\b)[^\W\d_]"
    r"|/ ?(?:pieces?|pcs?|items?|units?|persons?|kg|lbs?|litres?|liters?|km)\b"
)
"""Headers of what is so of one piece: "per" by itself, and a stroke before or behind a unit, but no
stroke between two nouns ("Income/Expense")."""
_REMEMBERED = 1 << 16
"""Texts whose stems are kept: a long table is read for every reading of a question."""
_LONGEST_LEFT = 5
"""Letters that a stem keeps at least where its last vowel is cut ("deliveri", "deliver")."""


@dataclass(frozen=True, slots=True)
class Headers:
    """The stems of a table's headers: of its columns, of the column of labels, and of what stands
    around the table (its title, the title of its document, words for rows). `dates` are the
    columns that hold dates, `figures` those of figures."""

    columns: tuple[frozenset[str], ...]
    own: frozenset[str]
    around: frozenset[str]
    figures: tuple[int, ...]
    dates: tuple[int, ...]

    def of(self, column: int) -> frozenset[str]:
        """The stems over a column, or over the labels."""
        if column == LABEL:
            return self.own
        return self.columns[column] if column >= 0 else frozenset()

    def all(self) -> tuple[int, ...]:
        """Every column, the labels last."""
        return (*range(len(self.columns)), LABEL)


def headers_of(table: StoredTable, about: str) -> Headers:
    """The stems of a table's headers; `about` are words that stand for the whole table."""
    kinds = [column.kind for column in table.columns]
    dates = [at for at, kind in enumerate(kinds) if kind is CellKind.DATE]
    own = _header(table.label_name)
    if table.label_name.casefold().strip(" .") == "pos":
        own |= stemmed(["position"])
    labels = [row.label for row in table.rows if not row.total]
    are_numbers = any(
        label.isdigit() for label in labels
    )  # of orders, unless they are called years
    are_numbered = (are_numbers and own and not own & stemmed(_YEARS)) or is_of_numbers(
        table.label_name
    )
    if not are_numbered and days_of_labels(labels):
        dates.append(LABEL)
    titles = " ".join((about, table.title, *table.section[-1:]))
    around = content(titles) | _paper_words(titles) | stemmed(_ROW_WORDS)
    around |= announced_words(table)
    if (own | around) & stemmed(PEOPLE):
        around |= stemmed(PEOPLE)
    return Headers(
        tuple(_header(_IN_BRACKETS.sub(" ", column.name)) for column in table.columns),
        own,
        around,
        tuple(at for at, kind in enumerate(kinds) if kind in FIGURES),
        tuple(dates),
    )


def announced_words(table: StoredTable) -> frozenset[str]:
    """The stems of what the sentence that announces a table on a page with a colon says is done
    with all of its rows: “to elect three candidates as wardens”. Where it speaks of several things,
    or leaves something out, nothing of it stands for all."""
    lead_in = table.lead_in.rstrip()
    if table.box is None or not lead_in.endswith(":"):
        return frozenset()
    found = list(_PURPOSE.finditer(lead_in))
    if len(found) != 1:
        return frozenset()
    sentence = lead_in[lead_in.rfind(". ", 0, found[0].start()) + 1 :]
    if _LEFT_OUT.search(sentence):
        return frozenset()
    return content(" ".join(word for word in found[0].groups() if word))


def words_of_title(table: StoredTable, about: str) -> frozenset[str]:
    """The stems of what a list is called: by its title, or by its file where it has none, and by
    the heading above it.

    Args:
        about: what the file is called.
    """
    return stemmed(WORD.findall(" ".join((table.title or about, *table.section[-1:]))))


def _paper_words(titles: str) -> frozenset[str]:
    """The stems of what else a paper is called that titles call an offer or a bill."""
    said = {word.casefold() for word in WORD.findall(titles)}
    return stemmed(word for family in papers() if not family.isdisjoint(said) for word in family)


def words_for_rows(headers: Headers) -> frozenset[str]:
    """What may name the rows other than the header over the labels: a title only where that header
    names nothing, since a table "Sales" may list shops."""
    named = headers.own - stemmed(_NAMING)
    if LABEL in headers.dates:
        named = frozenset()  # a day is the name of nothing
    people = stemmed(PEOPLE) if headers.around & stemmed(PEOPLE) else frozenset[str]()
    measuring = stemmed(units_in_words()) | stemmed(["time"])  # a "time sheet" lists no times
    return stemmed(_ROW_WORDS) | people if named else headers.around - measuring


def kind_words(table: StoredTable, columns: Iterable[int]) -> frozenset[str]:
    """What people add to a header to say what it holds: "delivered date"."""
    held = [table.columns[column] for column in columns if column >= 0]
    words = [word for each in held for word in _OF_KIND.get(each.kind, ())]
    words += ["time" for each in held if is_of_time(each.name, each.unit)]  # "delivery time"
    return stemmed(words)


def is_of_time(name: str, unit: str) -> bool:
    """Whether figures are lengths of time, by their unit or what stands in brackets behind their
    header."""
    return unit in _TIMES or _IN_TIMES.search(name) is not None


def value_of(row: StoredRow, column: int) -> str:
    """The text of a row in a column, its label (which is the row's own name, too) or its innermost
    group."""
    if column in (LABEL, ROWS):
        return row.label
    if column == GROUP:
        return row.group[-1] if row.group else ""
    cell = row.cells[column]
    return cell.text if cell is not None and cell.kind is not CellKind.NIL else ""


def heading(column: int, table: StoredTable) -> str:
    """What stands over a column, or over the labels."""
    if column == GROUP:
        return "group"
    if column == LABEL:
        return table.label_name or "label"
    if column < 0:
        return "row"
    return table.columns[column].name.replace(HEADER_JOINT, ", ")


def says_of_one(head: str) -> bool:
    """Whether a header says that its figures are of one piece or the like each; of a time ("Fee per
    month") they may well be added up."""
    return bool(_OF_ONE.search(head))


def plain_heading(column: int, table: StoredTable) -> str:
    """What stands over a column without its unit in brackets, as a question says it."""
    return " ".join(_IN_BRACKETS.sub(" ", heading(column, table)).split())


@lru_cache(_REMEMBERED)
def key_of(text: str) -> tuple[str, ...]:
    """What two texts of one value have in common: the stems of their words, in their order."""
    return tuple(term for word in WORD.findall(text) for term in terms(word))


def content(text: str) -> frozenset[str]:
    """The stems of a text's words, without function words and periods."""
    bare = _PERIOD.sub(" ", text)
    words = (word for word in WORD.findall(bare) if word.casefold() not in FUNCTION)
    return frozenset(term for word in words for term in terms(word))


def _header(name: str) -> frozenset[str]:
    bare = _PERIOD.sub(" ", name)
    return stemmed(words_in(bare) or WORD.findall(bare))  # "Who" is a header as well


def words_in(text: str) -> list[str]:
    """The words of a text that are more than function words, verbs of all kinds among them."""
    return [word for word in WORD.findall(text) if word.casefold() not in _BARE]


def stemmed(words: Iterable[str]) -> frozenset[str]:
    """The stems of words."""
    return frozenset(term for word in words for term in terms(word))


@lru_cache(_REMEMBERED)
def terms(word: str) -> tuple[str, ...]:
    """The stems of a word; "delivery" and "delivered" have one."""
    found = term_texts(word, keep_stop_words=True)
    return tuple(
        text[:-1] if text.endswith("i") and len(text) > _LONGEST_LEFT else text for text in found
    )


def is_of_deed(verb: str, told: str) -> bool:
    """Whether a text, such as a title or headers, is of what a verb says: by the beginning of one
    of its words ("ordered" and "orders"), or by a word of the same deed ("sold" and "sales")."""
    word = verb.casefold()
    family = frozenset().union(*(deed for deed in deeds() if word in deed))
    begins = word[: max(_SHORTEST_VERB, len(word) - 3)]
    said = [each.casefold() for each in WORD.findall(told)]
    if len(word) > _SHORTEST_VERB:
        alike = any(each.startswith(begins) for each in said)
    else:  # “sold” is no beginning of “soldiers”
        alike = word in said
    return alike or not family.isdisjoint(said)


def is_named_deed(verb: str, told: str) -> bool:
    """Whether a text is of what a verb says, by its stem as well, and of no other deed: the list
    "Bakery sales" is of what was sold, and not of what was baked."""
    word = verb.casefold()
    said = {each.casefold() for each in WORD.findall(told)}
    families = [deed for deed in deeds() if not deed.isdisjoint(said)]
    if families:
        return any(word in family for family in families)
    return is_of_deed(word, told) or not stemmed([word]).isdisjoint(stemmed(said))


_SHORTEST_VERB = 4
_DOERS = ("er", "or")


def names_doers_alone(term: str, said: str, header: str) -> bool:
    """Whether a stem is that of a header's word for those who do something, and a text only says
    what they do: "repairs" are no "Repairer"."""
    of_header = [word.casefold() for word in WORD.findall(header) if term in terms(word)]
    of_text = [word.casefold() for word in WORD.findall(said) if term in terms(word)]
    ends = (*_DOERS, "ers", "ors")
    words = [word for word in of_header if word.endswith(ends) and terms(word) != (word,)]
    return bool(words) and words == of_header and not any(each.endswith(ends) for each in of_text)


def bare_question(question: str) -> str:
    """A question without the marks at its end, its words one space apart."""
    return " ".join(question.split()).rstrip(" ?.!")


def is_list(table: StoredTable) -> bool:
    """Whether a table is a list in a file of its own, the columns of which are no periods."""
    return table.box is None and not is_of_periods(table)


def is_of_periods(table: StoredTable) -> bool:
    """Whether the columns of a table are periods: one is headed by nothing else ("2024"), two are
    of one measure ("Sales 2023", "Sales 2024"), or most columns of figures are of several periods.
    A single period beside other words ("Spend 2024 (GBP)") is part of a column's name."""
    dated = [column for column in table.columns if column.period]
    measures = [_measure_in(column.name) for column in dated]
    pairs = {(measure, column.period) for measure, column in zip(measures, dated, strict=True)}
    if not all(measures) or len({measure for measure, _ in pairs}) < len(pairs):
        return True
    figures = [column.period for column in table.columns if column.kind in FIGURES]
    said = [figure for figure in figures if figure]
    return 2 * len(said) > len(figures) and len(set(said)) > 1


def _measure_in(name: str) -> frozenset[str]:
    """The stems of a header's words other than those of periods and units in brackets."""
    bare = _PERIOD.sub(" ", _IN_BRACKETS.sub(" ", name))
    said = (word for word in words_in(bare) if any(map(str.isalpha, word)))
    return stemmed(word for word in said if not is_period_label(word))


def columns_of_words(table: StoredTable) -> tuple[int, ...]:
    """The labels and the columns that hold words."""
    return (LABEL, *(at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT))


def column_called(called: str, table: StoredTable) -> int | None:
    """The only column of words, or the labels, whose whole header a text is; "repairs" are no
    "Repairer"."""
    said, headers = stemmed(WORD.findall(called)), headers_of(table, "")
    found = [
        at
        for at in columns_of_words(table)
        if headers.of(at) == said
        and said
        and not any(names_doers_alone(each, called, heading(at, table)) for each in said)
    ]
    return found[0] if len(found) == 1 else None


def doing_words(left: Iterable[str], headers: Iterable[str]) -> frozenset[str]:
    """Stems that say what those under a header do: "supply" where the header is "Supplier"."""
    doers = [
        word.casefold()
        for header in headers
        for word in WORD.findall(header)
        if word.casefold().endswith(_DOERS)
    ]
    return frozenset(
        stem
        for stem in left
        if len(stem) >= _SHORTEST_VERB
        and any(word.startswith(stem) and len(word) - len(stem) <= 3 for word in doers)
    )


def column_said(text: str, table: StoredTable, columns: Iterable[int]) -> int | None:
    """The only one of columns whose whole header a text says, and nothing else but its kind."""
    said, headers = stemmed(words_in(text)), headers_of(table, "")
    found = [
        at
        for at in columns
        if headers.of(at) and headers.of(at) <= said <= headers.of(at) | kind_words(table, [at])
    ]
    return found[0] if len(found) == 1 else None


def nearest(
    words: Sequence[str], columns: Sequence[int], headers: Headers
) -> tuple[list[int], frozenset[str]]:
    """The columns that words name, the words next to what is asked first; further ones only narrow
    them. With the stems that counted; no column where no word names one."""
    left = list(columns)
    used: set[str] = set()
    for word in words:
        for term in terms(word):
            found = [at for at in left if term in headers.of(at)]
            if found:
                left = found
                used.add(term)
    if not used:
        return [], frozenset()
    spare = {at: len(headers.of(at) - used) for at in left}
    return [at for at in left if spare[at] == min(spare.values())], frozenset(used)
