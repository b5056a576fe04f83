"""How people ask about the rows of a list: what a row is called, and questions over its columns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.briefing.candidate_questions import is_plural, lowered
from backend.calendar_words import NAMES_OF_TIME

MOST_WORDS = 4
"""Of a column's name, and of a value that rows are grouped by."""
MOST_NUMBERED = 3
"""Words of a row's name that holds a number."""
LONGEST_LABEL = 40
_IN_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_UNIT_BEHIND = re.compile(r"(?i)\s+in\s+(?:[A-Z]{3}|[€$£]|euros?|dollars?|pounds?|\w{1,3})$")
_NAME = re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]{2,})*")
_COUNTED = re.compile(r"(?i)(?:number|no\.?|nr\.?|count) of ([^\W\d_]{3,}(?: [^\W\d_]{2,})*)")
_NAMING = frozenset(
    [
        *("id", "ids", "no", "nr", "number", "numbers", "name", "code", "codes", "key", "ref"),
        *("reference", "identifier", "serial", "sku", "isbn", "barcode", "plate", "index"),
    ]
)
"""Words that say that a column tells rows apart, and not what they are."""
_CONTACT = frozenset(
    [
        *("phone", "telephone", "mobile", "cell", "fax", "email", "mail", "address", "street"),
        *("zip", "postcode", "postal", "iban", "bic", "account", "url", "website", "password"),
    ]
)
_TIMES = NAMES_OF_TIME | frozenset(
    [
        *("date", "day", "days", "time", "week", "weekday", "month", "quarter", "year", "years"),
        *("period", "season", "datum"),
    ]
)
_VAGUE = frozenset(
    [
        *("title", "titles", "description", "text", "type", "category", "detail", "details"),
        *("note", "notes", "remark", "remarks", "comment", "comments", "value", "values", "data"),
        *("figure", "figures", "parameter", "parameters", "metric", "metrics", "result", "results"),
        *("property", "properties", "field", "fields", "contents", "minutes", "terms", "lists"),
        *("tables", "statistics", "things", "what", "label", "row", "rows", "column", "columns"),
        *("sheet", "sheets", "accounts", "series", "species", "news", "staff", "equipment"),
        *("furniture", "software", "hardware", "stock", "facts", "options", "settings"),
        *("who", "where", "when", "which", "why", "how", "whose"),
    ]
)
"""Words that call a row or a column nothing that can be counted or compared."""
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women"}
_PEOPLE = frozenset(
    [
        *("people", "persons", "members", "employees", "colleagues", "volunteers", "students"),
        *("pupils", "teachers", "trainers", "players", "participants", "guests", "residents"),
        *("tenants", "patients", "drivers", "skippers", "authors", "donors", "children"),
        *("applicants", "women", "men", "helpers", "runners", "swimmers", "rowers", "sailors"),
    ]
)
_AMOUNTS = frozenset(
    [
        *("amount", "total", "sum", "cost", "costs", "spend", "spending", "expense", "expenses"),
        *("revenue", "revenues", "income", "turnover", "takings", "sales", "payment", "payments"),
        *("donation", "donations", "fee", "fees", "wages", "earnings", "budget", "postage"),
    ]
)
_ADDITIVE = _AMOUNTS | frozenset(
    [
        *("quantity", "qty", "distance", "weight", "volume", "area", "consumption"),
    ]
)
"""Heads of columns whose figures add up to something that can be asked for."""
_MEASURES = _ADDITIVE | frozenset(
    [
        *("price", "prices", "salary", "wage", "rent", "deposit", "discount", "tax", "margin"),
        *("temperature", "height", "depth", "width", "length", "speed", "power", "capacity"),
        *("population", "accuracy", "precision", "recall", "share", "percentage", "rate", "score"),
        *("rating", "duration", "elevation", "altitude", "size", "density", "pressure", "yield"),
        *("balance", "count", "profit", "attendance", "draught", "displacement", "mass", "range"),
    ]
)
"""Heads of columns of which one row can have the highest figure."""
_MONEY = frozenset(
    [
        *("costs", "expenses", "revenues", "takings", "sales", "payments", "donations", "fees"),
        *("wages", "earnings", "prices", "savings"),
    ]
)
"""Plurals of which nobody asks how many."""
_NO_THINGS = _MONEY - {"expenses", "payments", "donations", "fees"}
"""Titles of lists that do not say what a row is."""
_STATES = frozenset(
    [
        *("members", "employees", "inhabitants", "residents", "subscribers", "followers", "users"),
        *("customers", "beds", "seats", "years", "degrees", "grades", "marks", "ratings"),
        *("scores", "stars", "levels", "versions", "coordinates", "percentages", "rates"),
        *("shares", "ratios", "averages", "temperatures", "odds", "floors", "ranks", "places"),
    ]
)
"""Plurals whose figures stand for one time or one row, and add up to nothing."""
_NOT_COUNTED = frozenset(["years", "degrees", "grades", "marks", "ranks", "places", "coordinates"])
_SUPERLATIVES = {
    **dict.fromkeys(("distance", "length", "duration", "range"), "greatest"),
    **dict.fromkeys(
        ("amount", "quantity", "qty", "count", "area", "size", "volume", "population"), "largest"
    ),
}
_PER = re.compile(r"(?i)\b(?:per|average|mean|avg|median|unit|each|cumulative|running|max|min)\b")
"""A column of such a name holds no figures that add up."""

_FROM_WHOM = frozenset(["customer", "client", "supplier", "vendor", "sender", "seller", "buyer"])
_PLACES = frozenset(["town", "city", "village", "country", "region", "county", "district"])
_IN = frozenset(
    [
        *("category", "department", "class", "group", "team", "section", "division", "genre"),
        *("league", "project", "programme", "program", "course"),
    ]
)
_BY = frozenset(["author", "artist", "maker", "manufacturer", "brand", "composer", "painter"])
_HAD = frozenset(
    [
        *("status", "state", "colour", "color", "type", "kind", "role", "position", "material"),
        *("format", "language", "priority", "grade", "level"),
    ]
)
_ROLES = frozenset(
    [
        *("author", "owner", "manager", "teacher", "trainer", "coach", "chair", "director"),
        *("editor", "skipper", "driver", "tenant", "supplier", "customer", "artist", "composer"),
        *("keeper", "leader", "host", "speaker", "manufacturer"),
    ]
)

_DID = {
    "joined": "join",
    "started": "start",
    "left": "leave",
    "arrived": "arrive",
    "departed": "depart",
    "retired": "retire",
    "died": "die",
    "ended": "end",
    "expired": "expire",
    "began": "begin",
    "sailed": "sail",
    "returned": "return",
    "resigned": "resign",
    "graduated": "graduate",
    "happened": "happen",
    "occurred": "occur",
}
_PASSIVE = frozenset(
    [
        *("built", "bought", "sold", "paid", "sent", "born", "held", "made", "done", "written"),
        *("taken", "given", "laid", "found", "lent", "drawn", "hired"),
    ]
)
_OF_ROWS = frozenset(["date", "day", "datum", "month", "year", "week", "season"])
_OF_ANOTHER_TIME = frozenset(
    ["birth", "born", "due", "expiry", "expired", "expires", "valid", "until", "founded", "built"]
)
_EVENT = re.compile(r"(?i)(?:date )?([a-z]+)(?: on| date| at)?")


@dataclass(frozen=True, slots=True)
class Thing:
    """What the rows of a list are called: one ("order", empty where only the plural is known) and
    several ("orders", empty where no plural is known)."""

    one: str
    many: str

    @property
    def are_people(self) -> bool:
        """Whether rows are people."""
        return self.many.rpartition(" ")[2] in _PEOPLE

    @property
    def which(self) -> str:
        """How a question for one of them begins: "Which order", "Which of the orders"."""
        return f"Which {self.one}" if self.one else f"Which of the {self.many}"


def thing_of_label(name: str) -> Thing | None:
    """What rows are called by what stands over their labels ("Order no": orders); None where it
    says only that they have a name, or when they are of."""
    plain = _IN_BRACKETS.sub("", name).strip()
    words = [each for each in re.findall(r"[^\W\d_]+", plain) if each.casefold() not in _NAMING]
    said = lowered(" ".join(words))
    small = said.casefold()
    if not 0 < len(words) <= 2 or len(said) < 3 or (plain.isupper() and len(said) <= 4):
        return None
    if set(small.split()) & (_TIMES | _VAGUE | _CONTACT):
        return None
    if is_plural(said):
        return Thing("", said)
    return Thing(said, _plural(said))


def only_numbers_rows(name: str) -> bool:
    """Whether what stands over labels says no more than that they are numbers ("No", "SKU")."""
    words = re.findall(r"[^\W\d_]+", name.casefold())
    return bool(words) and _NAMING.issuperset(words) and "name" not in words


def thing_of_title(title: str) -> Thing | None:
    """What rows are called by the last word of a title, where that is a plural ("Purchase orders
    2024": orders)."""
    words = re.findall(r"[^\W\d_]+", title)
    while words and words[-1].casefold() in _TIMES | {"list", "register", "log", "overview"}:
        words.pop()
    last = words[-1].lower() if words else ""
    if len(last) < 4 or not is_plural(last) or last in _VAGUE | _NO_THINGS:
        return None
    return Thing("", last)


def _plural(one: str) -> str:
    before, space, last = one.rpartition(" ")
    if last in _IRREGULAR:
        plural = _IRREGULAR[last]
    elif last.endswith(("man", "woman")):
        plural = f"{last[:-3]}men"
    elif last.endswith(("ss", "sh", "ch", "x")):
        plural = f"{last}es"
    elif last.endswith("y") and last[-2:-1] not in ("", *"aeiou"):
        plural = f"{last[:-1]}ies"
    elif last.endswith("s"):
        return ""
    else:
        plural = f"{last}s"
    return f"{before}{space}{plural}"


# --- columns ---------------------------------------------------------------------------------


def names_time(name: str) -> bool:
    """Whether a column's name is a month, a day of the week or a quarter: its figures are of then.

    >>> names_time("May"), names_time("Q3"), names_time("Date")
    (True, True, False)
    """
    said = name.strip(" .").casefold()
    return said in NAMES_OF_TIME or re.fullmatch(r"q[1-4]|[1-4]q|(?:19|20)\d\d", said) is not None


def spoken_column(name: str) -> str:
    """A column's name as a question says it, without unit and brackets; empty where it is a number
    that tells rows apart, a way to reach somebody, or no plain words."""
    plain = _UNIT_BEHIND.sub("", _IN_BRACKETS.sub("", name).strip())
    counted = _COUNTED.fullmatch(plain)
    if counted and is_plural(counted[1]):
        plain = counted[1]
    words = plain.casefold().split()
    if not _NAME.fullmatch(plain) or len(words) > MOST_WORDS:
        return ""
    if set(words) & (_NAMING | _CONTACT) or words[-1] in _VAGUE - {"type", "category"}:
        return ""
    return lowered(plain)


def _head(column: str) -> str:
    return re.split(r" (?:of|in|per|for) ", column.casefold())[0].rpartition(" ")[2]


def is_counted(column: str) -> bool:
    """Whether a column holds how many there are of something ("passengers")."""
    return is_plural(column) and _head(column) not in _MONEY | _NOT_COUNTED | _TIMES


def adds_up(column: str) -> bool:
    """Whether the sum of a column's figures means anything by the column's name: amounts and counts
    do, prices, shares, years and what holds at one time do not."""
    if _PER.search(column):
        return False
    return _head(column) in _ADDITIVE or (is_counted(column) and _head(column) not in _STATES)


def compares(column: str, *, measured: bool) -> bool:
    """Whether people ask for the row with the highest figure of a column.

    Args:
        measured: whether the figures have a unit, a currency or per cent.
    """
    if _head(column) in _TIMES | {"age", "rank", "grade", "floor", "room", "house"}:
        return False
    return measured or _head(column) in _MEASURES or is_counted(column)


def is_named_for_time(name: str) -> bool:
    """Whether a column's name says that it holds the times of its rows ("Date", "Invoice date",
    "Month"), and not of what else ("Date of birth")."""
    words = re.findall(r"[^\W\d_]+", name.casefold())
    return bool(words) and words[-1] in _OF_ROWS and not _OF_ANOTHER_TIME.intersection(words)


def says_when(name: str) -> bool:
    """Whether a column of days says when its rows were: by a time, or by what was done ("Joined",
    "Paid on"); the year of a thing says when something else was."""
    if is_named_for_time(name):
        return name.casefold() != "year"
    event = _EVENT.fullmatch(name)
    word = event[1].casefold() if event else ""
    return _is_event(word) and word not in _OF_ANOTHER_TIME


def _is_event(word: str) -> bool:
    return word in _DID or word in _PASSIVE or (word.endswith("ed") and len(word) > 4)


def interest(column: str, *, is_money: bool) -> int:
    """How soon a column is asked for: amounts of money first, then prices, then other figures, and
    last how many pieces there are."""
    head = _head(column)
    if head in ("price", "prices", "salary", "rent"):
        return 1
    return 3 if head in ("count", "quantity", "qty") else 0 if is_money or head in _AMOUNTS else 2


def total_question(column: str, thing: Thing | None) -> str:
    """The question for the sum of a column, without its mark.

    >>> total_question("amount", Thing("order", "orders"))
    'What is the total amount of all orders'
    """
    of = f" of all {thing.many}" if thing is not None and thing.many else ""
    if is_counted(column):
        return f"What is the total number of {column}{of}"
    verb = "are" if is_plural(column) else "is"
    if column.casefold().startswith("total"):
        return f"What {verb} the {column}{of}"
    return f"What {verb} the total {column}{of}"


def largest_question(column: str, thing: Thing, *, named_aside: bool) -> str:
    """The question for the row with the highest figure of a column, without its mark.

    Args:
        named_aside: whether the names of rows stand in a column of their own: people are asked for
            by their names then.
    """
    which = "Who" if thing.are_people and named_aside else thing.which
    superlative = "most" if is_counted(column) else _SUPERLATIVES.get(_head(column), "highest")
    return f"{which} has the {superlative} {column}"


def count_question(column: str, value: str, thing: Thing) -> str:
    """The question for how many rows have a value in a column of words, without its mark."""
    head, many = _head(column), thing.many
    if head in _FROM_WHOM or (head in _PLACES and thing.are_people):
        return f"How many {many} are from {value}"
    if head in _PLACES:
        return f"How many {many} are in {value}"
    if head in _IN:
        return f"How many {many} are in the {column} {value}"
    if head in _BY:
        return f"How many {many} are by {value}"
    if head in _HAD:
        return f"How many {many} have the {column} {value}"
    return f"How many {many} are there with the {column} {value}"


# --- one row ---------------------------------------------------------------------------------


def spoken_row(label: str, thing: Thing | None) -> str:
    """A row as a question names it: "the milling cutter", "Ada Finch", "order 5003"; empty where
    nobody would say it."""
    words = label.split()
    if not words or len(label) > LONGEST_LABEL or not re.fullmatch(r"[\w .&’'/-]+", label):
        return ""
    if any(each.isdigit() for each in label):
        if len(words) > MOST_NUMBERED:
            return ""  # "Replace 18 moorings at the pier" is no name with a number
        return f"{thing.one} {label}" if thing is not None and thing.one else ""
    if sum(each.isalpha() for each in label) < 3 or len(words) > MOST_WORDS:
        return ""
    small = [word for word in words[1:] if word.islower()]
    if (len(words) > 1 and len(small) == len(words) - 1) or label.islower():
        return f"the {lowered(label)}"
    return label


def figure_question(column: str, row: str) -> str:
    """The question for a row's figure, without its mark."""
    if is_counted(column):
        return f"How many {column} {'do' if _said_plural(row) else 'does'} {row} have"
    return f"What {'are' if is_plural(column) else 'is'} the {column} of {row}"


def day_question(column: str, row: str) -> str:
    """The question for a row's day, without its mark; empty where the column's name does not say of
    what it is the day."""
    event = _EVENT.fullmatch(column)
    word = event[1].lower() if event else ""
    if word in _DID:
        return f"When did {row} {_DID[word]}"
    if _is_event(word):
        return f"When {'were' if _said_plural(row) else 'was'} {row} {word}"
    if column.casefold() == "due":
        return f"When {'are' if _said_plural(row) else 'is'} {row} due"
    words = column.casefold().split()
    if len(words) > 1 and "date" in (words[0], words[-1]):
        return f"What is the {column} of {row}"
    return ""


def role_question(column: str, row: str) -> str:
    """The question for who is something of a row, without its mark; empty where a column holds
    nothing of the kind."""
    return f"Who is the {column} of {row}" if _head(column) in _ROLES else ""


def _said_plural(row: str) -> bool:
    """Whether a row is spoken of in the plural: "the oars", but not the name "Tom Reeds"."""
    return row.startswith("the ") and is_plural(row)
