"""Questions about what lies between two columns of a list: "By how much is Cedar over budget?",
"How much of its budget has Dahlia spent?", "What is the stock worth?".

They are put in words that the readings of columns know: "What is the total Spent minus Budget of
Cedar". Where a list has not exactly one column for each word, the question stays as it was.
"""

from __future__ import annotations

import re
from decimal import Decimal

from backend.tables.cell_values import CURRENCIES
from backend.tasks.calculate.programs.arithmetic import HUNDRED
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    Headers,
    column_said,
    headers_of,
    heading,
    plain_heading,
    stemmed,
    words_for_rows,
    words_in,
)
from backend.tasks.calculate.programs.comparison_words import pieces
from backend.tasks.calculate.programs.plain_verbs import is_of_one
from backend.types.calculations import Refusal
from backend.types.tables import StoredTable

_BY_HOW_MUCH = re.compile(
    r"(?i)^(?:by )?how (?:much|many) (?:is|are|was|were|did|does|has|have) (?P<who>.+?) "
    r"(?:go |run |gone |been )?(?P<sign>over|above|under|below)(?: (?:its|their|the|his|her))? "
    r"(?P<bound>[^\W\d_]+(?: [^\W\d_]+)?)$"
)
_HOW_FAR_OVER = re.compile(
    r"(?i)^(?:by )?how (?:much|far) (?P<sign>over|above|under|below) "
    r"(?:(?:its|their|the|his|her) )?"
    r"(?P<bound>[^\W\d_]+(?: [^\W\d_]+)?) (?:is|are|was|were|did) (?P<who>.+?)(?: go| run)?$"
)
_OF_ITS = re.compile(
    r"(?i)^how (?:much|many) of (?:its|their|the|his|her) (?P<bound>[^\W\d_]+(?: [^\W\d_]+)?) "
    r"(?:has|have|had|did|does) (?P<who>.+?) (?P<verb>[^\W\d_]+)$"
)
_TOGETHER = r"(?: (?:in total|altogether|together|in all))?"
_WORTH = re.compile(
    r"(?i)^(?:what is |how much is )?(?:the )?"
    r"(?:(?:total |whole )?(?:value|worth) of (?:all )?(?:the |our )?(?P<named>.+?)"
    rf"|(?:the |our )?(?P<thing>.+?) worth){_TOGETHER}$"
)
_HAVE = re.compile(
    r"(?i)^how many (?P<what>.+?) (?:(?:do|have) we(?: still)? (?:have|got|hold|keep|stock)"
    r"|(?:is|are) (?:still )?(?:there|left|available|in stock|on hand))"
    r"(?: (?:left|in stock|on hand|available|in store))?$"
)
_IN_ALL = re.compile(
    r"(?i)^(?:what (?:is|was) the (?:total|whole|overall) (?P<what>weight|mass|volume|area) of "
    r"(?:all )?(?:the |our )?(?P<thing>.+?)"
    r"|how much (?P<weigh>)(?:do|does|did) (?:all )?(?:the |our )?(?P<who>.+?) weigh"
    r" (?:in total|together|altogether|in all))$"
)
_SHARE = re.compile(
    r"(?i)^(?:what|which) (?:share|part|percentage|proportion|per ?cent) of (?:the |our )?"
    r"(?P<whole>.+?) (?:is|are|was|were|does|do|did|comes? from|came from|depends? on) "
    rf"(?P<who>.+?)(?: (?:count|make up|have|account|weigh)(?: for)?)?{_TOGETHER}$"
)
_PER = re.compile(r"(?i)(?:\bper\b|(?<=\w) ?/) ?(?:(?:single|one) )?(?P<what>\w+)|\beach\b")
_STOCK = stemmed(["stock", "inventory", "store", "hand", "held", "available", "left"])
_ONE = stemmed(["piece", "pieces", "item", "items", "unit", "units", "each", "article", "copy"])
_PRICE = stemmed(["price", "cost"])
_TOTAL = stemmed(["total", "value", "amount", "worth", "sum"])


def with_columns_named(question: str, table: StoredTable) -> str:
    """The question with the two columns that it means, or as it was."""
    text = " ".join(question.split()).strip(" ?.!")
    if table.box is not None:
        return question
    for reading in (_difference, _of_its, _worth, _share, _in_stock, _whole_of_each):
        if plain := reading(text, table):
            return plain
    return question


def leaves_a_part_open(question: str) -> bool:
    """Whether a question asks how much of something there was, which a single cell of that thing
    does not answer."""
    return _OF_ITS.match(" ".join(question.split()).strip(" ?.!")) is not None


def _figures(text: str, table: StoredTable) -> int | None:
    return column_said(text, table, headers_of(table, "").figures)


def _others(at: int, table: StoredTable) -> list[int]:
    """The other columns of figures of the same kind and unit."""
    column = table.columns[at]
    return [
        other
        for other, each in enumerate(table.columns)
        if other != at
        and each.kind in FIGURES
        and (each.kind, each.unit) == (column.kind, column.unit)
    ]


def _difference(text: str, table: StoredTable) -> str:
    match = _BY_HOW_MUCH.match(text) or _HOW_FAR_OVER.match(text)
    bound = _figures(match["bound"], table) if match else None
    if match is None or bound is None or len(others := _others(bound, table)) != 1:
        return ""
    one, two = (plain_heading(at, table) for at in (others[0], bound))
    if match["sign"].casefold() in ("under", "below"):
        one, two = two, one
    return f"what is the total {one} minus {two} of {match['who']}"


def _of_its(text: str, table: StoredTable) -> str:
    match = _OF_ITS.match(text)
    bound = _figures(match["bound"], table) if match else None
    done = _figures(match["verb"], table) if match else None
    if match is None or bound is None or done is None or bound == done:
        return ""
    return f"what is the {plain_heading(done, table)} of {match['who']}"


def columns_of_stock(table: StoredTable, headers: Headers) -> list[int]:
    """The columns that say how many there are of a thing."""
    counts = _STOCK | stemmed(pieces().words)
    return [
        at
        for at in headers.figures
        if headers.of(at) & counts
        and not headers.of(at) & _PRICE
        and not is_money(table.columns[at])
        and not is_of_one(table, at)
    ]


def is_of_stock(table: StoredTable, headers: Headers) -> bool:
    """Whether a list says what is there, by its titles or a header, and not what was sold of it."""
    said = headers.around.union(*headers.columns)
    return bool(said & stemmed(["stock", "inventory", "store", "warehouse"]))


def _in_stock(text: str, table: StoredTable) -> str:
    """How many there are of a thing of a stock list is what its rows say of it, and not how many
    rows there are."""
    match = _HAVE.match(text)
    headers = headers_of(table, "")
    many = columns_of_stock(table, headers)
    if match is None or len(many) != 1 or headers.dates or not is_of_stock(table, headers):
        return ""
    if stemmed(words_in(match["what"])) <= headers.own | headers.around | words_for_rows(headers):
        return ""  # "articles" are the rows
    return f"what is the total {plain_heading(many[0], table)} of {match['what']}"


def _whole_of_each(text: str, table: StoredTable) -> str:
    """What things weigh in all, where a list says how many there are and what one of them weighs:
    the one times the other."""
    match = _IN_ALL.match(text)
    if match is None:
        return ""
    headers = headers_of(table, "")
    many = columns_of_stock(table, headers)
    wanted = stemmed(["weight", "mass"] if match["weigh"] is not None else [match["what"]])
    each = [
        at
        for at in headers.figures
        if is_of_one(table, at) and headers.of(at) & wanted and at not in many
    ]
    others = [at for at in headers.figures if headers.of(at) & wanted and at not in each]
    if (
        len(many) != 1
        or len(each) != 1
        or others
        or not _is_of_each(each[0], many[0], headers, table)
    ):
        return ""
    one, two = (plain_heading(at, table) for at in (many[0], each[0]))
    product = f"what is the total {one} times {two}"
    thing = match["thing"] or match["who"] or ""
    said = stemmed(words_in(thing))
    return product if said <= headers.around | _STOCK else f"{product} of {thing}"


def whole_open(question: str, table: StoredTable) -> Refusal | None:
    """Why it is open what things weigh in all: a list says what one of them weighs, or a metre or a
    box, and not how many of these there are."""
    text = " ".join(question.split()).strip(" ?.!")
    match = _IN_ALL.match(text)
    if table.box is not None or match is None or _whole_of_each(text, table):
        return None
    headers = headers_of(table, "")
    wanted = stemmed(["weight", "mass"] if match["weigh"] is not None else [match["what"]])
    held = [at for at in headers.figures if headers.of(at) & wanted]
    if not held or not all(is_of_one(table, at) for at in held):
        return None
    names = ", ".join(plain_heading(at, table) for at in held)
    return Refusal(f"The list has only {names}, and not how many of these there are.", is_open=True)


def _is_of_each(each: int, many: int, headers: Headers, table: StoredTable) -> bool:
    """Whether a figure is that of one of what another column counts: a weight per box where boxes
    are counted, and none per metre where pieces are."""
    per = _PER.search(heading(each, table))
    if per is None or (per["what"] or "").upper() in CURRENCIES.values():
        return True
    said = stemmed([per["what"]]) if per["what"] else _ONE
    counted = headers.of(many)
    if said & counted:
        return True
    is_of_pieces = not counted - _STOCK - _ONE - stemmed(pieces().words) - headers.own
    return bool(said & (_ONE | headers.own)) and is_of_pieces


def _worth(text: str, table: StoredTable) -> str:
    """What a stock is worth: how many there are times the price of one."""
    match = _WORTH.match(text)
    if match is None:
        return ""
    headers = headers_of(table, "")
    many = columns_of_stock(table, headers)
    prices = [at for at in headers.figures if headers.of(at) & _PRICE]
    if len(many) != 1 or len(prices) != 1 or any(headers.of(at) & _TOTAL for at in headers.figures):
        return ""
    if not _is_of_each(prices[0], many[0], headers, table):
        return ""
    said = stemmed(words_in(match["named"] or match["thing"]))
    product = (
        f"what is the total {plain_heading(many[0], table)} times {plain_heading(prices[0], table)}"
    )
    if said <= headers.of(many[0]) | headers.around | _STOCK:
        return product
    return f"{product} of {match['named'] or match['thing']}"


def _share(text: str, table: StoredTable) -> str:
    """The shares of rows, where a list gives the share of each and they make up one whole. The
    whole need have no name in it: "the grade" of a list of parts and weights."""
    match = _SHARE.match(text)
    if match is None:
        return ""
    shares = [at for at, column in enumerate(table.columns) if column.unit == "%"]
    rows = [table.rows[at] for at in entries_of(table)[0]]
    if len(shares) != 1 or _figures(match["whole"], table) is not None:
        return ""
    headers = headers_of(table, "")
    if stemmed(words_in(match["whole"])) & (headers.own | words_for_rows(headers)):
        return ""  # a share of the parts is one of how many they are
    cells = [row.cells[shares[0]] for row in rows]
    values = [cell.value for cell in cells if cell is not None and cell.value is not None]
    if len(values) != len(rows) or sum(values, Decimal(0)) != HUNDRED:
        return ""
    return f"what is the total {plain_heading(shares[0], table)} of {match['who']}"
