"""Questions over lists: a total, the largest, an entry, and how many there are of a kind.

What must come out is worked out here, from the cells, and not by the rules that answer: a candidate
is kept only where both agree (`backend.briefing.question_checks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice

from backend.briefing.candidate_questions import CandidateQuestion
from backend.briefing.list_figures import CURRENCY, FIGURES, WORDS, figures_of
from backend.briefing.list_wording import (
    adds_up,
    compares,
    count_question,
    day_question,
    figure_question,
    interest,
    largest_question,
    role_question,
    spoken_column,
    spoken_row,
    total_question,
)
from backend.briefing.listed_tables import AlikeLists, Listed, plain, shared_by, words_in
from backend.briefing.quotations import passage_at, quotation
from backend.ports import Records
from backend.types import (
    Cell,
    CellKind,
    Chunk,
    Column,
    Document,
    QuestionKind,
    Quotation,
    StoredRow,
)

MOST_LISTS = 6
"""Lists of one document that are asked about."""
OF_A_KIND = 2
"""Candidates of one kind over a list: the second stands in where the first is not answered."""
LONGEST_NAME = 60
"""Characters of a file's name that a question says."""


def list_questions(
    records: Records,
    document: Document,
    found: Sequence[Listed],
    passages: tuple[Chunk, ...],
    shared: AlikeLists,
    *,
    all_known: bool = True,
) -> Iterator[CandidateQuestion]:
    """Questions over the lists of one document.

    Args:
        passages: of the document, in order.
        shared: what the lists of the collection have alike.
        all_known: whether these are all of them; otherwise each question names its file.
    """
    lists = shared_by(found)
    for each in found[:MOST_LISTS]:
        asking = _Asking(records, document, each, passages, lists, shared if all_known else None)
        yield from asking.candidates()


class _Asking:
    """The questions over one list.

    Args:
        own: what the lists of its document have alike.
        shared: what those of the collection have alike; None if that is not known.
    """

    def __init__(
        self,
        records: Records,
        document: Document,
        listed: Listed,
        passages: tuple[Chunk, ...],
        own: AlikeLists,
        shared: AlikeLists | None,
    ) -> None:
        self._records, self._document, self._passages = records, document, passages
        self._listed, self._own, self._shared = listed, own, shared
        self._come_to = figures_of(listed)
        # the columns that can be asked for by name: place, and how that is said
        named = enumerate(spoken_column(column.name) for column in listed.table.columns)
        self._named = [(place, column) for place, column in named if column]

    def candidates(self) -> Iterator[CandidateQuestion]:
        """Those of one kind after those of another, the best ones first. No more are made than are
        taken: each is reckoned over all rows."""
        for kind in (self._totals(), self._entries(), self._largest(), self._counts()):
            yield from islice(kind, OF_A_KIND)

    # --- all rows -------------------------------------------------------------------------------

    def _totals(self) -> Iterator[CandidateQuestion]:
        for place, column in self._figures():
            is_share = self._column(place).kind is CellKind.PER_CENT
            total = None if is_share or not adds_up(column) else self._come_to.total(place)
            if total is not None:
                text = self._over_all(total_question(column, self._listed.thing), column)
                yield from self._made(text, "total", self._listed.rows, place, worth=total)

    def _largest(self) -> Iterator[CandidateQuestion]:
        listed = self._listed
        if listed.thing is None or not listed.are_told_apart:
            return
        for place, column in self._figures():
            if not compares(column, measured=_is_measured(self._column(place))):
                continue
            found = self._come_to.largest(place)
            if found is not None:
                name, row = found
                asked = largest_question(column, listed.thing, named_aside=listed.are_named_aside)
                text = self._over_all(asked, column)
                yield from self._made(text, "largest", (row,), place, stated=name)

    def _counts(self) -> Iterator[CandidateQuestion]:
        thing = self._listed.thing
        if thing is None or not thing.many:
            return
        for place, column in self._named:
            if self._column(place).kind is not CellKind.TEXT:
                continue
            value, number = self._come_to.group(place)
            if value:
                text = self._over_all(count_question(column, value, thing), column)
                rows = [
                    row for row in self._listed.rows if plain(words_in(row, place)) == plain(value)
                ]
                yield from self._made(
                    text, "count", rows or self._listed.rows, place, worth=Decimal(number)
                )

    # --- one row --------------------------------------------------------------------------------

    def _entries(self) -> Iterator[CandidateQuestion]:
        """Days first, then measures, then who; one row of a column."""
        if not self._listed.are_told_apart:
            return
        rows = [
            (self._listed.rows[each], self._listed.names[each])
            for each in self._come_to.told_apart()
        ]
        soonest = sorted(
            self._named,
            key=lambda each: (_rank(self._column(each[0]).kind), self._interest(each)),
        )
        for place, column in soonest:
            for row, name in rows:
                made = list(self._entry(row, name, place, column))
                if made:
                    yield made[0]
                    break

    def _entry(
        self, row: StoredRow, name: str, place: int, column: str
    ) -> Iterator[CandidateQuestion]:
        own, cell = self._column(place), row.cells[place]
        said = spoken_row(name, self._listed.thing)
        if not said or cell is None:
            return
        text, worth = "", None
        if _holds_figures(own) and cell.kind in FIGURES:
            if compares(column, measured=_is_measured(own)):
                text, worth = figure_question(column, said), cell.value
        elif own.kind is CellKind.DATE and cell.kind is CellKind.DATE:
            text = day_question(column, said)
        elif own.kind is CellKind.TEXT and WORDS.fullmatch(cell.text):
            text = role_question(column, said)
        if not text:
            return
        key, shared = (plain(name), plain(column)), self._shared
        elsewhere = None if shared is None else shared.rows[key] + (key[1] in shared.large)
        text = self._saying_which(text, self._own.rows[key], elsewhere)
        stated = " ".join(cell.text.split())
        yield from self._made(text, "entry", (row,), place, stated=stated, worth=worth)

    # --- what they are made of --------------------------------------------------------------------

    def _column(self, place: int) -> Column:
        return self._listed.table.columns[place]

    def _figures(self) -> list[tuple[int, str]]:
        """The columns of figures, what is asked for most often first."""
        found = [each for each in self._named if _holds_figures(self._column(each[0]))]
        return sorted(found, key=self._interest)

    def _interest(self, named: tuple[int, str]) -> int:
        own = self._column(named[0])
        is_money = own.kind is CellKind.CURRENCY or CURRENCY.fullmatch(own.unit) is not None
        return interest(named[1], is_money=is_money)

    def _made(
        self,
        text: str,
        kind: QuestionKind,
        rows: Sequence[StoredRow],
        place: int,
        *,
        stated: str = "",
        worth: Decimal | None = None,
    ) -> Iterator[CandidateQuestion]:
        """The candidate of a question without its mark; none where that is empty, or no passage
        holds the cells."""
        source = self._source(rows, place)
        if text and source is not None:
            table = self._listed.table.id
            yield CandidateQuestion(f"{text}?", kind, source, stated, worth=worth, table=table)

    def _source(self, rows: Sequence[StoredRow], place: int) -> Quotation | None:
        """Where a column's cells of some rows stand: in the passage that holds them all, else the
        first of them; None where no passage does."""
        cells: list[Cell] = [cell for row in rows if (cell := row.cells[place]) is not None]
        if not cells:
            return None
        name, first = self._column(place).name, cells[0]
        for end in (max(each.end for each in cells), first.end):
            chunk = passage_at(self._passages, first.start, end)
            if chunk is not None:
                text = f"{name}: {first.text}" if len(cells) == 1 else f"{name}, {len(cells)} rows"
                return quotation(self._records, chunk, first.start, end, text)
        return None

    # --- which list is meant ----------------------------------------------------------------------

    def _over_all(self, text: str, column: str) -> str:
        """A question over all rows, saying which list it means where that is open."""
        thing, said = self._listed.thing, plain(column)
        own, shared = self._own, self._shared
        if thing is not None and thing.many:
            key = (thing.many, said)
            elsewhere = None if shared is None else shared.things[key]
            return self._saying_which(text, own.things[key], elsewhere)
        elsewhere = None if shared is None else shared.columns[said]
        return self._saying_which(text, own.columns[said], elsewhere)

    def _saying_which(self, text: str, own: int, shared: int | None) -> str:
        """A question with the name of its file where another document has what it asks for; empty
        where another list of the same document has, or the name is too long to be said.

        Args:
            own, shared: how many lists of the document and of the collection have it; None if the
                latter is not known.
        """
        if not text or own > 1:
            return ""
        if own == shared:
            return text
        name = self._document.name
        return f"{text}, according to {name}" if len(name) <= LONGEST_NAME else ""


def _holds_figures(column: Column) -> bool:
    """Whether its figures stand for what they say, and not for thousands or millions of it."""
    return column.kind in FIGURES and column.scale == 1


def _is_measured(column: Column) -> bool:
    """Whether its figures have a unit, a currency or per cent."""
    return bool(column.unit) or column.kind is not CellKind.NUMBER


def _rank(kind: CellKind) -> int:
    return 0 if kind is CellKind.DATE else 1 if kind in FIGURES else 2
