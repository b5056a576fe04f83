"""Questions for what was done in a list each row of which is one deed: "Who repaired the most
items?", "Which kind took the most minutes?", "How many minutes did Ada spend on lamps?".

They are put in words that the readings of columns know: "Which Repairer has the most rows where
Outcome is Repaired". Where a question may mean the rows or what a column of theirs comes to, each
is a reading; it is told where all of them say the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backend.tasks.calculate.programs.column_wording import with_best_sold
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    PEOPLE,
    WORD,
    bare_question,
    column_called,
    content,
    headers_of,
    heading,
    is_list,
    plain_heading,
    stemmed,
    words_for_rows,
)
from backend.tasks.calculate.programs.comparison_words import timing
from backend.tasks.calculate.programs.deed_columns import (
    column_measured,
    column_of_time,
    columns_of_pieces,
    columns_that_add_up,
    has_own_column,
    is_accounted_for,
    is_list_of,
    is_of_sales,
    is_of_time,
    is_time_of,
    repeats,
    state_of,
    words_of_rows,
)
from backend.tasks.calculate.programs.rewording import places_of
from backend.tasks.calculate.programs.turned_periods import has_months
from backend.tasks.calculate.programs.who_did import (
    column_of_doers,
    column_of_people,
    names_who_does,
)
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

_PLACES = r"(?:on|into|in|for|at|with|from|during|to|of|by|between|before|after|since)"
_REST = rf"(?P<rest>(?: {_PLACES} .+)?)"
_END = r"(?P<end>most|least|fewest)"
_COUNT = r"(?:(?P<many>two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) )?"
_ALTOGETHER = r"(?: in total| in all| altogether| together)?"
_AUXILIARY = r"(?:was|were|is|are|has|have|had)"
_WHO_DID = re.compile(
    rf"(?i)^(?:who|(?:which|what) {_COUNT}"
    rf"(?P<group>[^\W\d]+(?: (?!{_AUXILIARY}\b)[^\W\d]+)?))"
    rf"(?: has| have| had)? (?P<verb>(?!(?:{_AUXILIARY}|the)\b)[^\W\d_]+)"
    rf"(?: in| up| out)? (?:the )?(?:{_END}(?P<often> often| frequently)?"
    r"|(?P<long>longest|shortest)|(?P<well>best|worst))"
    rf"(?P<what>(?: (?!{_PLACES}\b)[^\W\d_]+){{0,2}}){_REST}$"
)
_WHO_DID_IT = re.compile(
    rf"(?i)^(?P<start>(?:who|which (?!{_AUXILIARY})[^\W\d]+) (?!{_AUXILIARY}|the )[^\W\d_]+) "
    rf"(?P<thing>(?!{_PLACES}\b|the (?:most|least)|in |up |out )[^\W_]+(?: [^\W_]+)??) (?:the )?"
    r"(?P<end>most|least)(?: often)?$"
)
_WAS_DONE = re.compile(
    rf"(?i)^(?:which|what) {_COUNT}(?P<group>[^\W\d]+(?: [^\W\d]+)?) "
    r"(?:was|were|is|are|has been|have been) (?P<verb>[^\W\d_]+)(?: in| up| out)? (?:the )?"
    rf"(?:{_END}(?P<often> often| frequently)?|(?P<long>longest|shortest)){_REST}$"
)
_HOW_MUCH = re.compile(
    r"(?i)^how (?:many|much) (?P<what>[^\W\d_]+(?: [^\W\d_]+)?) (?:did|has|have|had|do|does) "
    rf"(?P<who>.+?) (?P<verb>[^\W\d_]+){_REST}{_ALTOGETHER}$"
)
_TIME_SPENT = re.compile(
    r"(?i)^how (?:many|much) (?P<what>[^\W\d_]+) (?:did|has|have|had|do|does) (?P<who>.+?) "
    rf"(?:spend|spent|work|worked)(?P<rest>(?: .+?)??){_ALTOGETHER}$"
)
_TIME_TAKEN = re.compile(
    r"(?i)^how (?:many|much) (?P<what>[^\W\d_]+) (?:(?:was|were|has been|have been) "
    rf"(?:spent|worked|needed|logged|put in(?:to)?)|went(?= into | on | to )|(?:has|have) gone)"
    rf"{_REST}{_ALTOGETHER}$"
)
_HOW_LONG = re.compile(
    r"(?i)^how long (?:did|has|have|had|do|does) (?P<who>.+?) "
    rf"(?P<verb>[^\W\d_]+){_REST}{_ALTOGETHER}$"
)
_HOW_MANY_DONE = re.compile(
    r"(?i)^how many (?P<what>[^\W\d_]+(?: [^\W\d_]+){0,2}?) "
    r"(?:were|was|are|is|have been|has been|could|can) (?P<denied>not (?:be )?|be )?"
    rf"(?P<verb>[^\W\d_]+){_REST}$"
)
_WELL = frozenset(["sold", "sell", "sells"])
"""What may be done well: "Which loaf sold best?"."""
_LOW = frozenset(["least", "fewest", "worst", "shortest"])
_WORKING = frozenset(["spend", "spent", "work", "worked"])
_PLAIN_DEEDS = frozenset(["do", "did", "make", "made", "handle", "handled", "take", "took"])
"""Verbs that say no more than that somebody did what the rows are of."""


@dataclass(frozen=True, slots=True)
class DeedReading:
    """What a question may mean, in words that columns know."""

    label: str
    question: str


def may_ask_deeds(question: str) -> bool:
    """Whether a question has one of these forms, whatever the table."""
    text = _plain(question)
    forms = (_WHO_DID, _WAS_DONE, _HOW_MUCH, _HOW_LONG, _HOW_MANY_DONE, _TIME_SPENT, _TIME_TAKEN)
    return any(form.match(text) for form in forms)


def deeds_of(question: str, table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """The readings of a question over a list of deeds; none where it has no such form, or a word of
    it is not what the list is of.

    Args:
        question: as it was asked.
        table: a list in a file of its own.
        about: the title of its document.
    """
    if not _is_of_deeds(table):
        return ()
    text = _plain(question)
    if " where " in text:
        return ()  # these words are those of the readings themselves
    if (match := _TIME_TAKEN.match(text) or _TIME_SPENT.match(text)) is not None:
        column = column_of_time(match["what"], table)
        who = match.groupdict().get("who") or ""
        if column is None or not is_time_of(column, text, table, about):
            return ()
        rest = match["rest"].replace(" into ", " of ", 1)
        return (_total(column, who, rest, "", table),)
    if match := _HOW_MANY_DONE.match(text):
        return _how_many_done(match, table, about)
    if match := _HOW_LONG.match(text):
        return _how_long(match, table, about)
    if match := _HOW_MUCH.match(text):
        return _how_much(match, table, about)
    match = _WHO_DID.match(text) or _WAS_DONE.match(text)
    return _who_did(match, table, about) if match is not None else ()


def offers_of(question: str, table: StoredTable, about: str) -> Refusal | None:
    """What a list can tell of a question for who or what did most of something that the list does
    not speak of: its rows and its sums, as choices. None where the question names nothing that the
    list has."""
    if not _is_of_deeds(table):
        return None
    text = _plain(question)
    match = _WHO_DID.match(text) or _WAS_DONE.match(text)
    group = column_called(match["group"], table) if match and match["group"] else None
    if match is None or group is None or not repeats(group, table):
        return None
    verb = match["verb"]
    if is_accounted_for(verb, table, about, state_of(verb, table, apart_from=group)):
        return None
    ranking = _Ranking(table, group, (match["end"] or "").casefold() in _LOW)
    head = plain_heading(group, table)
    offered = [(ranking.rows(), f"rows per {head}")]
    offered += [
        (ranking.total(at), f"{heading(at, table)} per {head}") for at in columns_that_add_up(table)
    ]
    asked = bare_question(question)
    readings = tuple(
        Interpretation(each.label, (((asked, each.question),),), over=over)
        for each, over in offered
    )
    of = f"The list {about}" if about else "The list"
    reason = f"{of} says nothing of “{verb}”; what it can tell of each {head} is offered instead."
    return Refusal(reason, readings=readings, lacks=(verb,))


def told_of_deeds(
    question: str,
    readings: Sequence[DeedReading],
    ask: Callable[[str], Calculation | Refusal | None],
) -> Calculation | Refusal | None:
    """What the readings say where they say the same; else each that is computed is one to choose.
    None where none is."""
    made = [(reading, ask(reading.question)) for reading in readings]
    told = [(each, one) for each, one in made if isinstance(one, Calculation)]
    refused = [one for _, one in made if isinstance(one, Refusal) and one.is_open]
    if refused and (len(told) < len(made) or not told):
        return refused[0]
    if not told:
        return None
    told = list({one.answer: (each, one) for each, one in reversed(told)}.values())[::-1]
    if len(told) == 1:
        return told[0][1]
    text = bare_question(question)
    offered = tuple(
        Interpretation(each.label, (((text, each.question),),), places_of(one.operands))
        for each, one in told
    )
    nearest = tuple(f"{each.label}: {_short(one)}" for each, one in told)
    labels = " or ".join(f"“{each.label}”" for each, _ in told)
    return Refusal(
        f"The list answers this in {len(told)} ways: {labels}.",
        nearest,
        is_open=True,
        readings=offered,
    )


def _short(made: Calculation) -> str:
    first = (
        f" ({made.listed[0][1]})" if made.listed and made.operation is not Operation.LIST else ""
    )
    return f"{made.answer}{first}"


def _is_of_deeds(table: StoredTable) -> bool:
    """Whether a table is a list that has no column for each month."""
    return is_list(table) and not has_months(table)


def _plain(question: str) -> str:
    text = with_best_sold(bare_question(question))
    if match := _WHO_DID_IT.match(text):  # "Who walked Nala the most?"
        return f"{match['start']} the {match['end']} of {match['thing']}"
    return text


# --- what is asked -------------------------------------------------------------------------


def _how_many_done(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """How many rows are in the state that a verb names."""
    denied = bool((found["denied"] or "").casefold().startswith("not"))
    state = state_of(found["verb"], table, is_denied=denied)
    if state is None:
        return ()
    rest = found["rest"]
    amounts = columns_of_pieces(table)
    if amounts and not content(found["what"]) <= words_of_rows(table, about):
        heads = [plain_heading(at, table) for at in amounts]
        return tuple(
            DeedReading(
                f"Total {head}", f"what is the total {head} of {found['what']}{rest}{where}"
            )
            for head in heads
            for where in (state.where, *state.others)
        )
    return tuple(
        count
        for where in (state.where, *state.others)
        for count in _counts(found["what"], rest, where, table, about)
    )


def _how_long(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """How long somebody was at it, in all."""
    column, verb = column_of_time("time", table), found["verb"].casefold()
    is_told = verb in _WORKING or names_who_does(verb, table) or is_list_of(verb, table, about)
    if column is None or not is_told or not is_time_of(column, found.string, table, about):
        return ()
    return (_total(column, found["who"], found["rest"], "", table),)


def _how_much(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """What somebody's rows come to in a column of time, or how many they are in a state."""
    verb = found["verb"].casefold()
    state = state_of(verb, table)
    where = state.where if state is not None else ""
    if (column := column_of_time(found["what"], table)) is not None:
        if state is None and not (verb in timing().verbs or is_list_of(verb, table, about)):
            return ()
        return (_total(column, found["who"], found["rest"], where, table),)
    named = column_called(found["what"], table)
    is_done = verb in _PLAIN_DEEDS and named is not None and named != LABEL
    if columns_of_pieces(table) or (state is None and not is_done):
        return ()
    of_whom = f" of {found['who']}{found['rest']}"
    return _counts(found["what"], of_whom, where, table, about)


def _total(column: int, who: str, rest: str, where: str, table: StoredTable) -> DeedReading:
    head = plain_heading(column, table)
    of = f" of {who}" if who else ""
    return DeedReading(f"Total {head}", f"what is the total {head}{of}{rest}{where}")


def _counts(
    what: str, rest: str, where: str, table: StoredTable, about: str
) -> tuple[DeedReading, ...]:
    """How many rows there are, and, where what is counted is what a column names, how many
    different ones it names."""
    named = column_called(what, table)
    if named is None:
        words = content(what)
        known = words_for_rows(headers_of(table, about)) - stemmed(
            WORD.findall(heading(LABEL, table))
        )
        said = "" if words <= known else f" of {what}"
        return (DeedReading("Rows", f"how many rows{said}{rest}{where}"),)
    if named == LABEL and LABEL not in headers_of(table, about).dates:
        return (DeedReading("Rows", f"how many rows{rest}{where}"),)
    head = plain_heading(named, table)
    return (
        DeedReading(f"Rows of the list{where}", f"how many rows{rest}{where}"),
        DeedReading(f"Different {head}{where}", f"how many different {head}{rest}{where}"),
    )


@dataclass(frozen=True, slots=True)
class _Ranking:
    """Which groups of a list are asked for: put together by the column `group`, the largest or the
    smallest, as many as `many` says ("three", or nothing for one), of the rows that the words
    `behind` narrow them to."""

    table: StoredTable
    group: int
    is_low: bool
    many: str = ""
    behind: str = ""

    @property
    def few(self) -> str:
        """The end that is asked for, of rows."""
        return "fewest" if self.is_low else "most"

    @property
    def rank(self) -> str:
        """The end that is asked for, of figures."""
        return "lowest" if self.is_low else "highest"

    def rows(self, said: str = "") -> DeedReading:
        """Those with the most rows."""
        return self._reading(f"{self.few} rows", said)

    def different(self, column: int) -> DeedReading:
        """Those with the most different texts of a column."""
        return self._reading(f"{self.few} different {plain_heading(column, self.table)}")

    def total(self, column: int, said: str = "") -> DeedReading:
        """Those whose rows come to the most in a column."""
        return self._reading(f"{self.rank} total {plain_heading(column, self.table)}", said)

    def single(self, column: int) -> DeedReading:
        """Those with the largest single figure of a column."""
        return self._reading(f"{self.rank} single {plain_heading(column, self.table)}")

    def _reading(self, what: str, said: str = "") -> DeedReading:
        name = plain_heading(self.group, self.table)
        start = f"which {self.many} {name} have the" if self.many else f"which {name} has the"
        label = f"{what[:1].upper()}{what[1:]}"
        return DeedReading(label, f"{start} {what}{said}{self.behind}")


def _who_did(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """Who has the most rows, or the largest sum of a column."""
    held = {name: said or "" for name, said in found.groupdict().items()}
    verb, called, long = held["verb"].casefold(), held["group"], held["long"]
    group = column_called(called, table) if called else column_of_doers(verb, table)
    if group is None and called and called.casefold() in PEOPLE:
        group = column_of_people(table)  # "which two people" of a column "Person"
    state = state_of(verb, table, apart_from=group)
    what = held.get("what", "").strip()
    is_timed = bool(long) or column_of_time(what, table) is not None
    is_known = is_accounted_for(verb, table, about, state, is_timed=is_timed)
    is_known = is_known or (bool(long) and is_of_time(verb, table))
    if group is None and called and long and verb in timing().verbs:
        return _longest_rows(found, table, about)
    is_repeated = group is not None and repeats(group, table)
    if group is None or not is_repeated or not is_known or has_own_column(verb, table):
        return ()
    ends = {held["end"].casefold(), held.get("well", "").casefold(), long.casefold()}
    behind = f"{held['rest']}{state.where if state is not None else ''}"
    ranking = _Ranking(table, group, bool(ends & _LOW), held["many"], behind)
    if long:
        return _longest(what, ranking)
    if held.get("well"):
        return _best(verb, what, ranking)
    if what:
        return _most_of(what, ranking, about)
    # of what somebody did, the forms for whole columns say what "most" may mean
    is_said = "what" not in held or held["rest"].startswith(" of ")
    sums = map(ranking.total, columns_that_add_up(table)) if state is not None or is_said else ()
    is_told = bool(held["often"]) or state is not None or is_said
    return (ranking.rows(), *(() if held["often"] else sums)) if is_told else ()


def _best(verb: str, what: str, ranking: _Ranking) -> tuple[DeedReading, ...]:
    """What sold best: by pieces or by money, or by rows where a list has neither."""
    if verb not in _WELL or what:
        return ()
    sums = [at for at in columns_that_add_up(ranking.table) if is_of_sales(at, ranking.table)]
    return tuple(map(ranking.total, sums)) or (ranking.rows(),)


def _most_of(what: str, ranking: _Ranking, about: str) -> tuple[DeedReading, ...]:
    """Who has most of what a column holds, of a value, or of what the rows are."""
    table = ranking.table
    if (column := column_measured(what, table)) is not None:
        return (ranking.total(column),)
    thing = column_called(what, table)
    amounts = [] if content(what) <= words_of_rows(table, about) else columns_of_pieces(table)
    if amounts:
        said = "" if thing is not None else f" of {what}"
        return tuple(ranking.total(at, said) for at in amounts)
    if thing is None:
        is_of_rows = content(what) <= words_for_rows(headers_of(table, about))
        return (ranking.rows("" if is_of_rows else f" of {what}"),)
    if thing == ranking.group:
        return ()
    return (ranking.rows(),) if thing == LABEL else (ranking.rows(), ranking.different(thing))


def _longest(what: str, ranking: _Ranking) -> tuple[DeedReading, ...]:
    """Who has the largest sum of a column of time, and who its largest single figure."""
    column = column_of_time(what or "time", ranking.table)
    if column is None or (what and not content(what) <= stemmed(timing().words)):
        return ()
    total = ranking.total(column)
    return (total,) if ranking.many else (total, ranking.single(column))


def _longest_rows(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """The rows that took the longest, where they are called as the list is: "Which three walks"."""
    column = column_of_time("time", table)
    is_of_rows = content(found["group"]) <= words_for_rows(headers_of(table, about))
    if column is None or not is_of_rows or found["what"].strip():
        return ()
    rank = "lowest" if found["long"].casefold() == "shortest" else "highest"
    many = f"{found['many']} " if found["many"] else ""
    has = "have" if many else "has"
    said = f"which {many}rows {has} the {rank} {plain_heading(column, table)}{found['rest']}"
    return (DeedReading("Rows", said),)
