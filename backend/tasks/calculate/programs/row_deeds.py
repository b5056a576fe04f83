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

from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_wording import with_best_sold
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    column_called,
    content,
    headers_of,
    heading,
    is_named_deed,
    key_of,
    plain_heading,
    stemmed,
    value_of,
    words_for_rows,
)
from backend.tasks.calculate.programs.comparison_words import (
    listing,
    pieces,
    timing,
)
from backend.tasks.calculate.programs.plain_verbs import is_level, that_add_up
from backend.tasks.calculate.programs.rewording import places_of
from backend.tasks.calculate.programs.turned_periods import has_months
from backend.tasks.calculate.programs.who_did import column_of_doers, names_who_does
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.choices import Interpretation
from backend.types.tables import CellKind, StoredTable

_PLACES = r"(?:on|in|for|at|with|from|during|to|of|by|between|before|after|since)"
_REST = rf"(?P<rest>(?: {_PLACES} .+)?)"
_END = r"(?P<end>most|least|fewest)"
_COUNT = r"(?:(?P<many>two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) )?"
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
    rf"(?P<who>.+?) (?P<verb>[^\W\d_]+){_REST}(?: in total| in all| altogether| together)?$"
)
_TIME_SPENT = re.compile(
    r"(?i)^how (?:many|much) (?P<what>[^\W\d_]+) (?:did|has|have|had|do|does) (?P<who>.+?) "
    r"(?:spend|spent|work|worked)(?P<rest>(?: .+?)??)(?: in total| in all| altogether| together)?$"
)
_TIME_TAKEN = re.compile(
    r"(?i)^how (?:many|much) (?P<what>[^\W\d_]+) (?:was|were|has been|have been) "
    rf"(?:spent|worked|needed|logged|put in){_REST}(?: in total| in all| altogether| together)?$"
)
_HOW_LONG = re.compile(
    r"(?i)^how long (?:did|has|have|had|do|does) (?P<who>.+?) "
    rf"(?P<verb>[^\W\d_]+){_REST}(?: in total| in all| altogether| together)?$"
)
_HOW_MANY_DONE = re.compile(
    r"(?i)^how many (?P<what>[^\W\d_]+(?: [^\W\d_]+){0,2}?) "
    r"(?:were|was|are|is|have been|has been|could|can) (?P<denied>not (?:be )?|be )?"
    rf"(?P<verb>[^\W\d_]+){_REST}$"
)
_SPACES = re.compile(r"\s+")
_ENDS = re.compile(r"[\s?.!]+$")
_WELL = frozenset(["sold", "sell", "sells"])
"""What may be done well: "Which loaf sold best?"."""
_MOMENTS = stemmed(["start", "end", "begin", "finish", "arrival", "departure", "best", "record"])
"""Headers of a time that is none of how long something took."""
_LOW = frozenset(["least", "fewest", "worst", "shortest"])
_WORKING = frozenset(["spend", "spent", "work", "worked"])
_PLAIN_DEEDS = frozenset(["do", "did", "make", "made", "handle", "handled", "take", "took"])
"""Verbs that say no more than that somebody did what the rows are of."""
_MOST_STATES = 6
"""A column of words with more different texts says no state of its rows."""


@dataclass(frozen=True, slots=True)
class DeedReading:
    """What a question may mean, in words that columns know."""

    label: str
    question: str


@dataclass(frozen=True, slots=True)
class _State:
    """What a verb says of rows in words behind a question: "" where it says no more than what the
    list is of. `others` are further ways to take it."""

    where: str
    others: tuple[str, ...] = ()


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
    if table.box is not None or any(each.period for each in table.columns) or has_months(table):
        return ()
    text = _plain(question)
    if " where " in text:
        return ()  # these words are those of the readings themselves
    if (found := _TIME_TAKEN.match(text) or _TIME_SPENT.match(text)) is not None:
        column = _of_time(found["what"], table)
        who = found.groupdict().get("who") or ""
        return (_total(column, who, found["rest"], "", table),) if column is not None else ()
    if found := _HOW_MANY_DONE.match(text):
        return _how_many_done(found, table, about)
    if found := _HOW_LONG.match(text):
        return _how_long(found, table, about)
    if found := _HOW_MUCH.match(text):
        return _how_much(found, table, about)
    found = _WHO_DID.match(text) or _WAS_DONE.match(text)
    return _who_did(found, table, about) if found is not None else ()


def offers_of(question: str, table: StoredTable, about: str) -> Refusal | None:
    """What a list can tell of a question for who or what did most of something that the list does
    not speak of: its rows and its sums, as choices. None where the question names nothing that the
    list has."""
    if table.box is not None or any(each.period for each in table.columns) or has_months(table):
        return None
    text = _plain(question)
    found = _WHO_DID.match(text) or _WAS_DONE.match(text)
    group = column_called(found["group"], table) if found and found["group"] else None
    if found is None or group is None or not _repeats(group, table):
        return None
    verb = found["verb"]
    if _is_accounted(verb, table, about, _state(verb, table, apart_from=group)):
        return None
    low = (found["end"] or "").casefold() in ("least", "fewest")
    head, ends = plain_heading(group, table), ("fewest", "lowest") if low else ("most", "highest")
    offered = [(f"{ends[0].title()} rows", f"the {ends[0]} rows", f"rows per {head}")]
    for at in _adding(table):
        name = plain_heading(at, table)
        label = f"{ends[1].title()} total {name}"
        said = f"the {ends[1]} total {name}"
        offered.append((label, said, f"{heading(at, table)} per {head}"))
    question = _ENDS.sub("", _SPACES.sub(" ", question)).strip()
    readings = tuple(
        Interpretation(label, (((question, f"which {head} has {said}"),),), over=over)
        for label, said, over in offered
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
    made = [(each, ask(each.question)) for each in readings]
    told = [(each, one) for each, one in made if isinstance(one, Calculation)]
    refused = [one for _, one in made if isinstance(one, Refusal) and one.is_open]
    if refused and (len(told) < len(made) or not told):
        return refused[0]
    if not told:
        return None
    told = list({one.answer: (each, one) for each, one in reversed(told)}.values())[::-1]
    if len(told) == 1:
        return told[0][1]
    text = _ENDS.sub("", _SPACES.sub(" ", question)).strip()
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


def _plain(question: str) -> str:
    text = with_best_sold(_ENDS.sub("", _SPACES.sub(" ", question)).strip())
    if found := _WHO_DID_IT.match(text):  # "Who walked Nala the most?"
        return f"{found['start']} the {found['end']} of {found['thing']}"
    return text


# --- what is asked -------------------------------------------------------------------------


def _how_many_done(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """How many rows are in the state that a verb names."""
    denied = bool((found["denied"] or "").casefold().startswith("not"))
    state = _state(found["verb"], table, is_denied=denied)
    if state is None:
        return ()
    rest = found["rest"]
    amounts = _pieces_of(table)
    if amounts and not content(found["what"]) <= _of_rows(table, about):
        heads = [plain_heading(at, table) for at in amounts]
        return tuple(
            DeedReading(
                f"Total {head}", f"what is the total {head} of {found['what']}{rest}{where}"
            )
            for head in heads
            for where in (state.where, *state.others)
        )
    return tuple(
        each
        for where in (state.where, *state.others)
        for each in _counts(found["what"], rest, where, table, about)
    )


def _how_long(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """How long somebody was at it, in all."""
    column, verb = _of_time("time", table), found["verb"].casefold()
    is_told = verb in _WORKING or names_who_does(verb, table) or _is_told(verb, table, about)
    if column is None or not is_told:
        return ()
    return (_total(column, found["who"], found["rest"], "", table),)


def _how_much(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """What somebody's rows come to in a column of time, or how many they are in a state."""
    verb = found["verb"].casefold()
    state = _state(verb, table)
    where = state.where if state is not None else ""
    if (column := _of_time(found["what"], table)) is not None:
        if state is None and not (verb in timing().verbs or _is_told(verb, table, about)):
            return ()
        return (_total(column, found["who"], found["rest"], where, table),)
    named = column_called(found["what"], table)
    is_done = verb in _PLAIN_DEEDS and named is not None and named != LABEL
    if _pieces_of(table) or (state is None and not is_done):
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
    if named == LABEL and headers_of(table, about).dates.count(LABEL) == 0:
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
    many: str
    behind: str

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
    state = _state(verb, table, apart_from=group)
    what = held.get("what", "").strip()
    is_timed = bool(long) or _of_time(what, table) is not None
    is_known = _is_accounted(verb, table, about, state, is_timed=is_timed)
    is_known = is_known or (bool(long) and _is_of_time(verb, table))
    if group is None and called and long and verb in timing().verbs:
        return _longest_rows(found, table, about)
    is_repeated = group is not None and _repeats(group, table)
    if group is None or not is_repeated or not is_known or _has_own_column(verb, table):
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
    sums = map(ranking.total, _adding(table)) if state is not None or is_said else ()
    is_told = bool(held["often"]) or state is not None or is_said
    return (ranking.rows(), *(() if held["often"] else sums)) if is_told else ()


def _best(verb: str, what: str, ranking: _Ranking) -> tuple[DeedReading, ...]:
    """What sold best: by pieces or by money, or by rows where a list has neither."""
    if verb not in _WELL or what:
        return ()
    sums = [at for at in _adding(ranking.table) if _is_of_sales(at, ranking.table)]
    return tuple(map(ranking.total, sums)) or (ranking.rows(),)


def _most_of(what: str, ranking: _Ranking, about: str) -> tuple[DeedReading, ...]:
    """Who has most of what a column holds, of a value, or of what the rows are."""
    table = ranking.table
    if (column := _measured(what, table)) is not None:
        return (ranking.total(column),)
    thing = column_called(what, table)
    amounts = [] if content(what) <= _of_rows(table, about) else _pieces_of(table)
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
    column = _of_time(what or "time", ranking.table)
    if column is None or (what and not content(what) <= stemmed(timing().words)):
        return ()
    total = ranking.total(column)
    return (total,) if ranking.many else (total, ranking.single(column))


def _longest_rows(found: re.Match[str], table: StoredTable, about: str) -> tuple[DeedReading, ...]:
    """The rows that took the longest, where they are called as the list is: "Which three walks"."""
    column = _of_time("time", table)
    is_of_rows = content(found["group"]) <= words_for_rows(headers_of(table, about))
    if column is None or not is_of_rows or found["what"].strip():
        return ()
    rank = "lowest" if found["long"].casefold() == "shortest" else "highest"
    many = f"{found['many']} " if found["many"] else ""
    has = "have" if many else "has"
    said = f"which {many}rows {has} the {rank} {plain_heading(column, table)}{found['rest']}"
    return (DeedReading("Rows", said),)


# --- what words mean -----------------------------------------------------------------------


def _measured(what: str, table: StoredTable) -> int | None:
    """The only column of figures that adds up and is called so, by header, unit or as time."""
    said = stemmed(WORD.findall(what))
    headers = headers_of(table, "")
    found = [at for at in headers.figures if headers.of(at) == said]
    if len(found) == 1:
        return None if is_level(table, found[0]) else found[0]
    return _of_time(what, table)


def _of_time(what: str, table: StoredTable) -> int | None:
    """The only column of how long something took, where a text asks for time. A unit that is asked
    for must be the column's own, unless its header prints the unit behind the figures."""
    words = [each.casefold() for each in WORD.findall(what)]
    if len(words) != 1 or words[0] not in timing().words | timing().units.keys():
        return None
    found = [
        at
        for at in headers_of(table, "").figures
        if not _stems(at, table) & _MOMENTS
        and (_unit_of_time(at, table) or _stems(at, table) & stemmed(timing().headers))
        and (not table.columns[at].unit or table.columns[at].unit in timing().units)
    ]
    if len(found) != 1:
        return None
    (column,) = found
    asked, own = timing().units.get(words[0], ""), _unit_of_time(column, table)
    if asked and "d" in (asked, own) and asked != own:
        return None  # who worked on four days did not work four days
    is_printed = bool(table.columns[column].unit)  # the answer says "345 min", whatever was asked
    return column if not asked or is_printed or own == asked else None


def _is_of_time(word: str, table: StoredTable) -> bool:
    """Whether a word is of the header over how long something took: "out" of "Days out"."""
    column = _of_time("time", table)
    return column is not None and stemmed([word]) <= _stems(column, table)


def _unit_of_time(column: int, table: StoredTable) -> str:
    """The unit of a column of time: its own, or the one that its header is called by."""
    units = timing().units
    named = [each.casefold() for each in WORD.findall(heading(column, table))]
    found = {units[each] for each in (table.columns[column].unit, *named) if each in units}
    return found.pop() if len(found) == 1 else ""


def _stems(column: int, table: StoredTable) -> frozenset[str]:
    return stemmed(WORD.findall(heading(column, table)))


def _state(
    verb: str, table: StoredTable, *, is_denied: bool = False, apart_from: int | None = None
) -> _State | None:
    """The rows that a verb says are in a state: those whose only column of states holds it
    ("Repaired"). Denied it may be one state of its own, or every other one."""
    rows = entries_of(table)[0]
    key = key_of(verb)
    held: list[tuple[int, str, list[str]]] = []
    for at, column in enumerate(table.columns):
        if column.kind is not CellKind.TEXT or at == apart_from:
            continue
        texts = list(dict.fromkeys(filter(None, (value_of(table.rows[row], at) for row in rows))))
        own = [text for text in texts if key_of(text) == key and _is_done(text, verb)]
        if len(own) == 1 and 1 < len(texts) <= _MOST_STATES:
            held.append((at, own[0], texts))
    if len(held) != 1:
        return None
    at, text, texts = held[0]
    head = heading(at, table)
    if not is_denied:
        return _State(f" where {head} is {text}")
    contrary = [each for each in texts if key_of(each) == ("not", *key)]
    every = f" where {head} is other than {text}"
    return _State(f" where {head} is {contrary[0]}", (every,)) if contrary else _State(every)


def _is_done(text: str, verb: str) -> bool:
    """Whether a text says that what a verb says was done, and is no name of a kind."""
    return text.casefold().endswith("ed") or text.casefold() == verb.casefold()


def _is_accounted(
    verb: str, table: StoredTable, about: str, state: _State | None, *, is_timed: bool = True
) -> bool:
    """Whether a verb says no more than what the list has a row for; one that only says that time
    went by, where time is asked for: who "booked the most rooms" is not told of complaints."""
    known = (is_timed and verb in timing().verbs) or verb in listing()
    known = known or names_who_does(verb, table)
    return state is not None or known or _is_told(verb, table, about)


def _is_told(verb: str, table: StoredTable, about: str) -> bool:
    """Whether a list is of what a verb says: by its titles or its headers."""
    heads = (heading(at, table) for at in (LABEL, *range(len(table.columns))))
    told = " ".join((about, table.title, *table.section[-1:], *heads))
    return is_named_deed(verb, told)


def _has_own_column(verb: str, table: StoredTable) -> bool:
    """Whether a column of figures is headed by the verb alone: "Baked" says how many."""
    headers = headers_of(table, "")
    return any(headers.of(at) == stemmed([verb]) for at in headers.figures)


def _repeats(column: int, table: StoredTable) -> bool:
    """Whether something has several rows, as it has in a list of deeds."""
    keys = [key_of(value_of(table.rows[at], column)) for at in entries_of(table)[0]]
    return len(set(keys)) < len(keys)


def _adding(table: StoredTable) -> list[int]:
    """The columns of figures that may be added up."""
    return that_add_up(table, headers_of(table, "").figures)


def _pieces_of(table: StoredTable) -> list[int]:
    """The columns that say how many things a row stands for."""
    return [at for at in _adding(table) if _is_of_pieces(at, table)]


def _of_rows(table: StoredTable, about: str) -> frozenset[str]:
    """Stems of what the rows are called: "orders" of a list with a column "Order"."""
    headers = headers_of(table, about)
    return headers.own | words_for_rows(headers)


def _is_of_pieces(column: int, table: StoredTable) -> bool:
    words = stemmed(word for tier in pieces().headers for word in tier)
    return bool(_stems(column, table) & words) and not is_money(table.columns[column])


def _is_of_sales(column: int, table: StoredTable) -> bool:
    """Whether a column says how much was sold: pieces or money."""
    return _is_of_pieces(column, table) or is_money(table.columns[column])
