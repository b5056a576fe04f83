"""Which columns and cells of a table the words of a column request mean; all words must be used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.dates import Span
from backend.tasks.calculate.programs.column_bounds import ColumnBound
from backend.tasks.calculate.programs.column_choice import (
    MONEY_WORDS,
    NOT_COVERED,
    bounded,
    chosen,
    column_of_tiers,
    dated,
    is_money,
    meant_column,
    named_figures,
    of_period,
    pair_of_periods,
    plain_money,
)
from backend.tasks.calculate.programs.column_dates import DateBound, years_of
from backend.tasks.calculate.programs.column_links import BoundedColumn, ColumnLink, Dated, Grouping
from backend.tasks.calculate.programs.column_naming import column_of_cell, column_of_names
from backend.tasks.calculate.programs.column_requests import (
    MONEY,
    ColumnOperation,
    ColumnRequest,
    WantedColumn,
)
from backend.tasks.calculate.programs.column_units import names_of_unit, unit_of_column
from backend.tasks.calculate.programs.column_values import (
    TWO_COLUMNS,
    Equal,
    Named,
    is_common,
    named_in,
    stems_in_order,
)
from backend.tasks.calculate.programs.column_wording import LASTS
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    VALUES,
    WORD,
    Headers,
    columns_of_words,
    content,
    doing_words,
    headers_of,
    heading,
    is_of_deed,
    kind_words,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import (
    money,
    paid_as,
    pieces,
    quantities,
    timing,
    unit_sizes,
    using,
    verbs,
)
from backend.tasks.calculate.programs.compound_headers import is_of_other_things
from backend.tasks.calculate.programs.deed_columns import is_list_of, is_time_of
from backend.tasks.calculate.programs.header_readings import readings_of_amounts
from backend.tasks.calculate.programs.missing_columns import missing_column
from backend.tasks.calculate.programs.plain_verbs import (
    counted_in,
    is_level,
    is_of_one,
    is_of_pieces_or_one,
    only_binds,
    that_add_up,
)
from backend.tasks.calculate.programs.requests import quarters_in
from backend.tasks.calculate.programs.running_balances import carries_on
from backend.types.calculations import Refusal
from backend.types.tables import CellKind, StoredTable

_PARTS = {"day": "day", "month": "month", "year": "year", "quarter": "quarter"}
_JOINED = re.compile(
    r"(?i)^(?P<one>.+?)\s(?:(?P<times>times|multiplied by|x|×)|(?P<minus>minus|less|−)"
    r"|(?P<plus>plus|\+)|(?P<over>divided by))\s(?P<two>.+)$"
)
_OWN = re.compile(r"(?i)\b(?:her|his|their|its)\b")
_SIGNS = {"times": "×", "minus": "−", "plus": "+", "over": "÷"}
_PIECES = stemmed(pieces().words)
_NO = stemmed(["no"])
_RANKS = stemmed(["place", "position", "pos", "rank", "ranking", "standing", "year", "month"])
"""Headers over labels that say a figure of their own: an average place is no average age."""
_VALUE = stemmed(VALUES)
NOT_ADDED = "Figures of this kind, such as prices, ages and marks, are not added up."
_OF_ROWS = (ColumnOperation.COUNT, ColumnOperation.LIST, ColumnOperation.SHARE)
_OF_SEVERAL = (ColumnOperation.SUM, ColumnOperation.COUNT)
OPEN_PERIODS = Refusal(
    "Several periods are named, and it is open whether one figure is meant or one for each.",
    is_open=True,
)
_ADDED = (ColumnOperation.SUM, ColumnOperation.MEAN, ColumnOperation.PART)


def link_columns(
    request: ColumnRequest, table: StoredTable, about: str, rows: Sequence[int]
) -> ColumnLink | Refusal:
    """The columns and values that the request names, or why they are not clear.

    Args:
        request: what is asked.
        table: the one that may answer.
        about: further words that stand for the whole table: the title of its document.
        rows: the table's entries, whose values a question may name.
    """
    return _Linking(request, table, headers_of(table, about), rows, about).link()


def _is_of_another_time(column: int, verb: str, text: str, table: StoredTable, about: str) -> bool:
    """Whether a column holds times that the list does not say to be those of a verb: who rested
    did not work, and who worked was not late."""
    size = unit_sizes().get(unit_of_column(table.columns[column]))
    if size is None or size.kind != "time" or is_list_of(verb, table, about):
        return False
    if verb.casefold() not in timing().verbs:
        return True
    return not is_time_of(column, text, table, about)


class _Linking:
    """One request and one table; `used` are the stems that a column, value or bound stands for."""

    def __init__(
        self,
        request: ColumnRequest,
        table: StoredTable,
        headers: Headers,
        rows: Sequence[int],
        about: str,
    ) -> None:
        self._request = request
        self._table = table
        self._headers = headers
        self._rows = rows
        self._about = about
        self._used: frozenset[str] = frozenset()
        self._columns: set[int] = set()
        self._years = request.years
        self._quarters = request.quarters
        self._is_bound = False  # the verb only binds the rows to their figure
        self._is_told = False  # the table is of what the verb says

    def link(self) -> ColumnLink | Refusal:
        request, headers = self._request, self._headers
        self._is_bound = bool(request.verb) and only_binds(request.verb, self._table, self._rows)
        self._is_told = bool(request.verb) and self._is_of_deed(request.verb)
        if request.operation in _ADDED and request.verb:
            self._is_told = self._is_told or self._done(request.verb) is not None
        if request.verb and not (self._is_told or self._is_bound):
            return Refusal(NOT_COVERED)
        if request.act and only_binds(request.act, self._table, self._rows):
            rows = f"rows{request.entity.removeprefix(request.act)}"  # whatever they are called
            self._request = request = replace(request, entity=rows)
        texts = (request.entity, request.measure, request.group)
        named = named_in(
            texts,
            self._table,
            headers,
            self._rows,
            " ".join(texts),
            agrees=request.asked is not WantedColumn.YES_OR_NO,
        )
        if isinstance(named, Refusal):
            return named
        asked, names = " ".join(texts), headers.around | headers.own
        told = " ".join((self._about, self._table.title, *self._table.section[-1:]))
        told = f"{told} {self._table.label_name}"
        open_values = [
            equal for equal in named.equals if not self._is_under_its_header(equal, asked)
        ]
        if any(is_common(value, names, asked, told) for value in open_values):
            is_list = self._table.box is None and request.operation in _OF_ROWS[:2]
            return Refusal(
                "It is open whether a word names the rows or a value of theirs.",
                is_open=is_list,
            )
        linked = self._linked(named)
        is_guessed = self._is_bound and not self._is_told  # another word may be the verb
        if isinstance(linked, Refusal) and linked.reason == NOT_COVERED and not is_guessed:
            return missing_column(named, self._table, headers, self._about) or linked
        return linked

    def _is_under_its_header(self, each: Equal, asked: str) -> bool:
        """Whether a text says a value behind its header: "State is Mended"."""
        start = rf"(?i)\b{re.escape(heading(each.column, self._table))} is (?:other than )?"
        return any(re.search(rf"{start}{re.escape(text)}\b", asked) for text in each.texts)

    def _linked(self, named: Named) -> ColumnLink | Refusal:
        """The columns, where the values are known."""
        request, headers = self._request, self._headers
        self._use(*(equal.column for equal in named.equals), *named.blanks)
        bounds = self._bounds()
        if isinstance(bounds, Refusal):
            return bounds
        dates = self._dates(bounds)
        if isinstance(dates, Refusal):
            return dates
        entity_left, measure_left, group_left = named.left
        group = self._group(group_left, entity_left)
        if isinstance(group, Refusal):
            return group
        # what a bound was on counts as asked for only where nothing else is
        free = content(measure_left) - frozenset().union(
            *(headers.of(bound.column) for bound in bounds)
        )
        measure = self._measure(measure_left, entity_left, free, named.equals)
        if isinstance(measure, Refusal):
            return measure
        columns, joint = measure
        if request.is_of_many and any(map(self._is_of_no_things, columns)):
            return Refusal(NOT_COVERED)  # fees that were paid are counted, and no amount
        if (refused := self._not_added(columns, named.equals)) is not None:
            return refused
        self._use(*columns)
        entity = column_of_names(
            request, headers, self._table, self._rows, self._used, named.equals
        )
        if isinstance(entity, Refusal):
            return entity
        self._use(entity)
        known = self._used | headers.around | headers.own | kind_words(self._table, self._columns)
        known -= self._denials(request)
        if not any(headers.of(at) & _VALUE for at in headers.all()):
            known |= _VALUE
        left = content(" ".join((entity_left, measure_left, group_left)))
        left -= content("times multiplied minus less plus divided") if joint else frozenset()
        if group is not None and group.part:
            left -= content(group.part)
        left -= known
        own = _OWN.search(request.entity) is not None  # "her fee" in "Has she paid her fee?"
        if request.asked is WantedColumn.YES_OR_NO or (own and named.equals):
            left -= frozenset().union(*headers.columns) | content("her his their its")
        left -= self._deeds_of(named)
        left -= doing_words(left, [heading(equal.column, self._table) for equal in named.equals])
        if request.operation in _ADDED and named.equals:
            left -= content("paid")  # "paid to": who it went to is a value, or else not covered
        if left and not left <= self._plain_quantities(columns):
            return Refusal(NOT_COVERED)
        return ColumnLink(
            entity, columns, named.equals, tuple(bounds), tuple(dates), named.blanks, group, joint
        )

    def _is_of_no_things(self, column: int) -> bool:
        """Whether the figures of a column are not how many there are of the things asked about: an
        amount of money, or "Test time" where tests are counted."""
        of, asked = self._table.columns[column], self._request
        counting = f"how many {asked.measure} {asked.entity}"
        return is_money(of) or is_of_other_things(counting, of)

    def _denials(self, request: ColumnRequest) -> frozenset[str]:
        """The stem of a "no" that denies something: it is none of the header "Order no."."""
        texts = (request.entity, request.measure, request.group)
        words = WORD.findall(" ".join(texts))
        pairs = zip(["", *words], words, strict=False)
        before = [stemmed([one]) for one, word in pairs if word.casefold() == "no"]
        heads = [self._headers.of(at) for at in self._headers.all()]
        is_denied = any(
            not any(each and each <= head and head & _NO for head in heads) for each in before
        )
        return _NO if is_denied else frozenset()

    def _bound(
        self, words: frozenset[str], columns: Sequence[int], text: str, equals: Sequence[Equal]
    ) -> tuple[tuple[int, ...], str] | Refusal:
        """The column that a verb binds rows to: the one that is named, by its header, its unit or
        as people; where nothing is named, the only one that adds up, else each is a reading."""
        headers, table = self._headers, self._table
        meant: int | Refusal = Refusal(NOT_COVERED)
        rows = headers.own | headers.around  # "the boats" are all of them
        if not words - self._used:
            if stemmed([self._request.verb]) & stemmed(using()):
                return Refusal(NOT_COVERED)  # a list may be of what was produced
            found = that_add_up(table, columns)
            if self._request.is_of_many:  # trains are no euros, and cats no doses
                return Refusal(NOT_COVERED)
            if len(found) > 1:
                readings = readings_of_amounts(found, table)
                return Refusal(TWO_COLUMNS, is_open=True, readings=readings)
            meant = found[0] if found else meant
        elif any(headers.of(at) & words for at in columns):
            meant = named_figures(words, headers, columns, frozenset(), table, text)
        elif len(found := counted_in(words - self._used - rows, headers, table)) == 1:
            self._used |= words
            meant = found[0]
        if isinstance(meant, Refusal):
            return meant
        if _is_of_another_time(meant, self._request.verb, text, table, self._about):
            readings = readings_of_amounts([meant], table)
            return Refusal(
                f"The list does not say that {heading(meant, table)} is the time of “"
                f"{self._request.verb}”.",
                readings=readings,
            )
        if is_level(table, meant) and not any(equal.column == LABEL for equal in equals):
            return Refusal(NOT_ADDED)
        return (meant,), ""

    def _not_added(self, columns: Sequence[int], equals: Sequence[Equal]) -> Refusal | None:
        """Why the figures of a column do not make a sum; None where they may, or are of one row."""
        is_sum = self._request.operation in (ColumnOperation.SUM, ColumnOperation.PART)
        if not is_sum or len(columns) != 1 or any(equal.column == LABEL for equal in equals):
            return None
        if is_of_one(self._table, columns[0]):
            return Refusal(NOT_ADDED)
        if carries_on(self._table, columns[0], self._rows):
            head = heading(columns[0], self._table)
            return Refusal(f"{head} carries on from row to row, and is not added up.", is_open=True)
        if is_of_pieces_or_one(self._table, columns[0]):
            head = heading(columns[0], self._table)
            return Refusal(
                f"It is open whether {head} is that of one piece or of all in its row.",
                is_open=True,
            )
        return None

    def _deeds_of(self, named: Named) -> frozenset[str]:
        """Stems of words for the deed that a value is of: "paid by card" under "Payment"."""
        heads = [heading(equal.column, self._table) for equal in named.equals if equal.column >= 0]
        words = [word for text in named.left for word in WORD.findall(text)]
        done = [word for word in words if word.casefold().endswith(("ed", "id", "nt", "ld"))]
        return stemmed(word for word in done if any(is_of_deed(word, head) for head in heads))

    def _done(self, verb: str) -> int | None:
        """The only column of figures whose whole header is what was done: "Baked" of "bake"."""
        stems = stemmed([verb])
        found = [at for at in self._headers.figures if self._headers.of(at) == stems]
        return found[0] if len(found) == 1 and self._table.box is None else None

    def _is_of_deed(self, verb: str) -> bool:
        """Whether the table is of what was done: by its titles or one of its headers. A table
        within a document need not hold all of it."""
        table = self._table
        if LASTS.match(verb):
            return table.box is None
        heads = [heading(each, table) for each in self._headers.all()]
        told = " ".join((self._about, table.title, *table.section[-1:], *heads))
        return table.box is None and is_of_deed(verb, told)

    def _pieces(self, words: frozenset[str], columns: Sequence[int]) -> int | None:
        """The only column of how many things a row stands for, where words name those things as
        the table's title does: "bicycles" under the header "Units"."""
        if not self._request.verb or not words or not words <= self._headers.around | self._used:
            return None
        plain = [at for at in columns if not is_money(self._table.columns[at])]
        column = column_of_tiers(pieces(), plain, self._headers)
        return None if isinstance(column, Refusal) else column

    def _plain_quantities(self, columns: Sequence[int]) -> frozenset[str]:
        """Words that say no more of a column than that it holds a quantity, if it is of no money
        and all words of its header are asked for."""
        asked = content(f"{self._request.entity} {self._request.measure}")
        fits = [
            at
            for at in columns
            if self._headers.of(at) <= asked
            and self._table.columns[at].kind is CellKind.NUMBER
            and not is_money(self._table.columns[at])
        ]
        return stemmed(quantities()) if len(columns) == len(fits) == 1 else frozenset()

    def _money(self, text: str, columns: Sequence[int]) -> int | None:
        """The only column of money that a list holds, where a text has a word for that."""
        words, meant = money()
        said = [word for word in WORD.findall(text) if word.casefold() in words]
        those = [at for at in columns if is_money(self._table.columns[at])]
        those = those or plain_money(self._table, self._headers, columns)
        column = column_of_tiers(meant, those, self._headers) if said else None
        if isinstance(column, Refusal) and {word.casefold() for word in said} == {MONEY}:
            column = column_of_tiers(paid_as(), those, self._headers)  # no fee is a revenue
        if column is None or isinstance(column, Refusal):
            return None
        self._used |= stemmed(said)
        return column

    def _cost(self, words: frozenset[str], columns: Sequence[int]) -> int | None:
        """The only column of what things cost, where a text asks for that: "cost" under "Price"."""
        said = words & stemmed(["cost"])
        column = column_of_tiers(verbs()["cost"], columns, self._headers) if said else None
        if column is None or isinstance(column, Refusal):
            return None
        self._used |= said
        return column

    def _quantity(self, words: frozenset[str], columns: Sequence[int]) -> int | None:
        """The only column of figures, if it has a unit and no money, where words say no more than
        that a quantity is meant: "consumption" of a list in kWh."""
        plain = [at for at in columns if self._table.columns[at].unit not in ("", "%")]
        is_one = len(columns) == len(plain) == 1 and not is_money(self._table.columns[plain[0]])
        if not is_one or not words or not words <= stemmed(quantities()) | self._used:
            return None
        self._used |= words
        return plain[0]

    def _use(self, *columns: int) -> None:
        for column in columns:
            self._used |= self._headers.of(column)
            if column >= 0:
                self._used |= content(self._table.columns[column].unit)
                self._used |= stemmed(names_of_unit(unit_of_column(self._table.columns[column])))
            self._columns.add(column)

    def _bounds(self) -> list[BoundedColumn] | Refusal:
        bounded_columns: list[BoundedColumn] = []
        for comparison in self._request.comparisons:
            found = bounded(comparison, self._headers, self._table)
            if isinstance(found, Refusal):
                return found
            column, verb = found
            self._used |= verb
            bounded_columns.append(BoundedColumn(column, comparison))
            self._use(column)
            if is_money(self._table.columns[column]):
                self._used |= stemmed(MONEY_WORDS)  # "above 200 euros"
        return bounded_columns

    def _dates(self, bounds: list[BoundedColumn]) -> list[Dated] | Refusal:
        """Bounds on dates; a period that a column of figures has is that column's."""
        asked = self._request.dates
        periods = tuple(years_of(asked))
        held = of_period(self._table, self._headers.figures, periods[:1], ())
        if asked and all(each.is_period for each in asked) and (held or not self._headers.dates):
            self._years = (*self._years, *periods)
            named = (quarters_in(each.text) for each in asked)
            self._quarters = (*self._quarters, *(each for found in named for each in found))
            return []
        made: list[Dated] = []
        for each in asked:
            found = dated(each, self._table, self._headers, self._rows)
            if isinstance(found, Refusal):
                return found
            if isinstance(found, ColumnBound):
                near = bounded(found, self._headers, self._table)
                if isinstance(near, Refusal):
                    return near
                bounds.append(BoundedColumn(near[0], found))
                self._use(near[0])
                continue
            column, span = found
            further = self._further(each, column)
            if isinstance(further, Refusal):
                return further
            made.append(Dated(column, each.sign, span, each.text, further))
            self._use(column)
        return made

    def _further(self, bound: DateBound, column: int) -> tuple[Span, ...] | Refusal:
        """The further periods of which one is meant as well. Of which of them a mean or a single
        cell is asked for is open, as is whether who came in April and June came in both months, and
        whom "April and May" means that are names, too."""
        if not bound.further:
            return ()
        if self._request.operation not in _OF_SEVERAL or self._request.rank:
            # what something cost may be read as a sum, too
            is_cell = self._request.operation is ColumnOperation.LOOKUP
            return replace(OPEN_PERIODS, is_open=not is_cell)
        columns = [at for at in columns_of_words(self._table) if at != column]
        held = {
            value_of(self._table.rows[at], each).casefold() for at in self._rows for each in columns
        }
        if any(each.casefold() in held for each in bound.text.split(" or ")):
            return OPEN_PERIODS
        read = [dated(each, self._table, self._headers, self._rows) for each in bound.further]
        found = [each for each in read if isinstance(each, tuple) and each[0] == column]
        return tuple(each[1] for each in found) if len(found) == len(read) else OPEN_PERIODS

    def _group(self, text: str, entity: str) -> Grouping | Refusal | None:
        """The column that rows are put together by: all its words are of that column's header."""
        words = content(text) or stemmed(WORD.findall(text))  # by "Who"
        if not self._request.group:
            return None
        if not words:
            return Refusal(NOT_COVERED)
        allowed = [at for at in self._headers.all() if at not in self._headers.figures]
        first = next(iter(stems_in_order(text)), next(iter(words)))
        found = [at for at in allowed if first in self._headers.of(at)]
        exact = [at for at in found if self._headers.of(at) <= words]
        found = exact if exact else found
        part = next((each for each in _PARTS if words & content(each)), "")
        if not found and part:
            column = chosen(self._headers.dates, f"{entity} {text}", self._headers)
            if column is None:
                return Refusal(TWO_COLUMNS if self._headers.dates else NOT_COVERED)
            self._use(column)
            return Grouping(column, part)
        if len(found) != 1:
            return Refusal(TWO_COLUMNS if found else NOT_COVERED)
        self._use(found[0])
        return Grouping(found[0], part or "day" if found[0] in self._headers.dates else "")

    def _measure(
        self, text: str, entity: str, free: frozenset[str], equals: Sequence[Equal]
    ) -> tuple[tuple[int, ...], str] | Refusal:
        """The columns that are ranked, added up or looked up, none for a count, and their joint."""
        request, headers = self._request, self._headers
        years = self._years or self._quarters
        if request.operation is ColumnOperation.GROWTH:
            pair = pair_of_periods(self._table, headers, request.years, request.quarters)
            return pair if isinstance(pair, Refusal) else (pair, "")
        if request.operation in _OF_ROWS:
            return Refusal(NOT_COVERED) if years else ((), "")
        if request.meant is not None:
            is_row = any(equal.column == LABEL for equal in equals)
            said = entity or (text if request.meant.is_dated else "")
            column = meant_column(request.meant, self._table, headers, said, is_of_row=is_row)
            if isinstance(column, Refusal):
                return column
            return Refusal(NOT_COVERED) if years else ((column,), "")
        if request.operation is ColumnOperation.LOOKUP:
            of_time = of_period(self._table, headers.figures, self._years, self._quarters)
            if years and not of_time:
                return Refusal(NOT_COVERED)
            found = column_of_cell(request, entity, headers, equals, self._table, self._rows)
            if years and found not in of_time:
                return Refusal(NOT_COVERED)
            return found if isinstance(found, Refusal) else ((found,), "")
        columns = of_period(self._table, headers.figures, self._years, self._quarters)
        if joined := _JOINED.match(text):
            pair_of = [
                named_figures(
                    content(joined[part]), headers, columns, frozenset(), self._table, joined[part]
                )
                for part in ("one", "two")
            ]
            sign = next(sign for name, sign in _SIGNS.items() if joined[name])
            one, two = pair_of
            if isinstance(one, Refusal):
                return one
            if isinstance(two, Refusal):
                return two
            return ((one, two), sign) if one != two else Refusal(TWO_COLUMNS)
        words = free if any(headers.of(at) & free for at in headers.figures) else content(text)
        return self._figures(words, columns, text, equals)

    def _figures(
        self, words: frozenset[str], columns: Sequence[int], text: str, equals: Sequence[Equal]
    ) -> tuple[tuple[int, ...], str] | Refusal:
        """The column of figures that words name, or that the verb or another word stands for."""
        request, headers = self._request, self._headers
        if request.verb and (done := self._done(request.verb)) is not None:
            named_by = [at for at in columns if headers.of(at) & words]
            if done in columns and not named_by:
                return (done,), ""
        own = frozenset() if headers.own & _RANKS else headers.own
        around = headers.around | own | self._used
        if request.group:
            around = frozenset()  # "the most accounts" are no balances
        if self._is_bound and not self._is_told:
            return self._bound(words, columns, text, equals)
        found = that_add_up(self._table, columns) if request.is_open else []
        if len(found) > 1 and equals and self._is_told and not words:
            # "how much" may be pieces or money
            readings = readings_of_amounts(found, self._table)
            return Refusal(TWO_COLUMNS, is_open=True, readings=readings)
        if request.verb and equals and words <= _PIECES:  # "How many blades did we order?"
            plain = [at for at in columns if not is_money(self._table.columns[at])]
            count = column_of_tiers(pieces(), plain, headers)
            if isinstance(count, Refusal) and self._is_bound:
                return self._bound(words, columns, text, equals)
            self._used |= _PIECES
            return count if isinstance(count, Refusal) else ((count,), "")
        column = named_figures(words, headers, columns, around, self._table, text)
        if isinstance(column, Refusal) and column.reason == NOT_COVERED:
            instead = self._money(text, columns)
            instead = self._pieces(words, columns) if instead is None else instead
            instead = self._cost(words, columns) if instead is None else instead
            instead = self._quantity(words, columns) if instead is None else instead
            column = column if instead is None else instead
            if self._is_bound and isinstance(column, Refusal):
                return self._bound(words, columns, text, equals)
        return column if isinstance(column, Refusal) else ((column,), "")
