"""How much rows changed from a column "Before" to a column "After": "How much did Ada improve?",
"By how much did it fall from before to after?", "Who improved the most?", "Who got worse?".

They are put in words that the readings of columns know: "What is the total After minus Before of
Ada". A change the other way than the question says is none of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from backend.tables.headings_over import text_around
from backend.tasks.calculate.programs.column_links import Pair
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    LABEL,
    WORD,
    content,
    headers_of,
    plain_heading,
    stemmed,
)
from backend.tasks.calculate.programs.comparison_words import gains, timing
from backend.tasks.calculate.programs.who_did import column_of_people
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind, StoredTable

WHICH_IS_BETTER = Refusal(
    "It is open whether a higher or a lower figure is the better one here. Ask how much it rose or "
    "fell.",
    is_open=True,
)
_UP = r"rise|rose|risen|increased?|gain|gained|grow|grew|grown|climb|climbed|go up|went up|gone up"
_DOWN = (
    r"fall|fell|fallen|drop|dropped|decreased?|declined?|lose|lost|sink|sank|shrink|shrank"
    r"|go down|went down|gone down"
)
_BETTER = r"improve|improved|get better|got better|gotten better"
_WORSE = r"worsen|worsened|get worse|got worse|gotten worse|deteriorated?"
_SLOWER = r"get slower|got slower|gotten slower"
_FASTER = r"get faster|got faster|gotten faster|get quicker|got quicker"
_CHANGED = r"changed?|differ"
_VERB = (
    rf"(?:(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<better>{_BETTER})|(?P<worse>{_WORSE})"
    rf"|(?P<slower>{_SLOWER})|(?P<faster>{_FASTER})|(?P<changed>{_CHANGED}))"
)
_NOUN = (
    r"(?:(?P<up>increase|rise|gain|growth)|(?P<down>decrease|fall|drop|decline|loss|reduction)"
    r"|(?P<better>improvement)|(?P<changed>change|difference))"
)
_SPAN = r"(?: (?:from|between) before (?:to|and) after(?:wards)?)?"
_MEAN = r"(?P<mean> on average)?(?: in total| in all| altogether| overall)?"
_HOW_MUCH = re.compile(
    rf"(?i)^(?:by )?how (?:much|many)(?P<what> [^\W\d_]+)? (?:did|has|have) (?P<who>.+?) "
    rf"{_VERB}(?: by)?{_MEAN}{_SPAN}{_MEAN.replace('mean', 'mean_')}$"
)
_WHAT_CHANGE = re.compile(
    rf"(?i)^what (?:is|was) the (?:(?P<mean>average|mean)|total|overall)? ?{_NOUN}{_SPAN}"
    rf"(?: (?:of|for|in) (?P<who>.+?))?{_SPAN}$"
)
_WHO_MOST = re.compile(
    rf"(?i)^(?:(?P<person>who)|(?:which|what) (?P<group>[^\W\d]+))(?: has| have)? {_VERB} (?:the )?"
    rf"(?:(?P<most>most)|(?P<least>least)){_SPAN}$"
)
_WHO = re.compile(
    rf"(?i)^(?:(?P<person>who)|(?:which|what|(?P<many>how many)) (?P<group>[^\W\d]+))"
    rf"(?: has| have| did| does)?(?P<not> not)? {_VERB}{_SPAN}$"
)
_ALL = frozenset(["they", "everyone", "everybody", "all", "it", "people"])


@dataclass(frozen=True, slots=True)
class ChangeQuestion:
    """A question for a difference of two columns, in their words; `must_rise` says that the figure
    is one of a change the way that was asked for, so that it is above nought. `said` is the word
    for that way."""

    question: str
    must_rise: bool
    said: str


def may_ask_change(question: str) -> bool:
    """Whether a question has one of these forms, whatever the table."""
    text = _plain(question)
    return any(form.match(text) for form in (_HOW_MUCH, _WHAT_CHANGE, _WHO_MOST, _WHO))


def change_of(question: str, table: StoredTable, about: str) -> ChangeQuestion | Refusal | None:
    """The question over the difference of the two columns; None where it asks for none, or the list
    has not exactly two columns of figures that are alike but for "before" and "after"."""
    pair = _pair(table)
    if pair is None:
        return None
    before, after = pair
    text = _plain(question)
    match = _HOW_MUCH.match(text) or _WHAT_CHANGE.match(text) or _WHO_MOST.match(text)
    if match is None:
        return None
    held = match.groupdict()
    headers = headers_of(table, "")
    shared = headers.of(before) & headers.of(after)
    if not content(held.get("what") or "") <= shared | _measure_words(table, before):
        return None
    rises = _rises(held, table, about, before)
    if rises is None:
        return WHICH_IS_BETTER
    one, two = (after, before) if rises else (before, after)
    between = f"{plain_heading(one, table)} minus {plain_heading(two, table)}"
    is_plain = bool(held.get("changed"))
    if held.get("most") or held.get("least"):
        name = _named(held, table)
        if not name or is_plain:
            return None
        end = "highest" if held["most"] else "lowest"
        asked = f"which {name} has the {end} {between}"
        return ChangeQuestion(asked, True, _verb(held))
    who = (held.get("who") or "").strip()
    if stemmed(WORD.findall(who)) <= shared | stemmed([*_ALL, "the", "scores", "figures"]):
        who = ""
    mean = "average" if held.get("mean") or held.get("mean_") else "total"
    asked = f"what is the {mean} {between}{f' of {who}' if who else ''}"
    return ChangeQuestion(asked, not is_plain, _verb(held))


def told_of_change(
    change: ChangeQuestion, ask: Callable[[str], Calculation | Refusal | None]
) -> Calculation | Refusal | None:
    """What the question gives; a refusal where the figures went the other way."""
    made = ask(change.question)
    if isinstance(made, Calculation) and change.must_rise and made.value <= 0:
        return Refusal(
            f"The figures do not say “{change.said}”: {made.formula}.",
            (made.sentence,),
            is_open=True,
        )
    return made


def rows_changed(text: str, table: StoredTable, about: str) -> tuple[str, Pair] | None:
    """The question for the rows that rose, fell, got better or worse, without these words, and the
    two columns that say so; None where it asks for none, or it is open which way is the better."""
    pair = _pair(table)
    match = _WHO.match(_plain(text))
    if pair is None or match is None:
        return None
    held = match.groupdict()
    before, after = pair
    rises = _rises(held, table, about, before)
    name = _named(held, table)
    if rises is None or not name or held["changed"]:
        return None
    sign = (">" if rises else "<") if not held["not"] else ("≤" if rises else "≥")
    start = "how many" if held["many"] else "which"
    return f"{start} {name}", Pair(after, sign, before)


def _plain(question: str) -> str:
    return " ".join(question.split()).strip(" ?.!")


def _pair(table: StoredTable) -> tuple[int, int] | None:
    """The columns of before and after, of one kind, unit and scale; None where there is no such
    pair, or there are several."""
    if table.box is not None:
        return None
    heads = {
        at: [word.casefold() for word in WORD.findall(plain_heading(at, table))]
        for at, column in enumerate(table.columns)
        if column.kind in FIGURES
    }
    found = [
        (one, two)
        for one, said in heads.items()
        for two, other in heads.items()
        if "before" in said
        and "after" in other
        and [each for each in said if each != "before"]
        == [each for each in other if each != "after"]
        and _measure(one, table) == _measure(two, table)
    ]
    return found[0] if len(found) == 1 else None


def _measure(column: int, table: StoredTable) -> tuple[CellKind, str, object]:
    held = table.columns[column]
    return held.kind, held.unit, held.scale


def _measure_words(table: StoredTable, column: int) -> frozenset[str]:
    """Words for what the figures are: the unit, and what the table is called."""
    return content(f"{text_around(table)} {table.columns[column].unit} {table.title}")


def _rises(held: dict[str, str | None], table: StoredTable, about: str, before: int) -> bool | None:
    """Whether the change that is asked for is one to a higher figure; None where it is open."""
    if held.get("up") or held.get("changed"):
        return True
    if held.get("down"):
        return False
    is_timed = _is_of_time(before, table)
    if held.get("slower") or held.get("faster"):
        return bool(held.get("slower")) if is_timed else None
    told = f"{about} {table.title} {plain_heading(before, table)}"
    words = {word.casefold() for word in WORD.findall(told)}
    good, bad = gains()
    is_low = is_timed or bool(words & bad)
    is_high = bool(words & good)
    if is_low == is_high:
        return None
    return is_high if held.get("better") else not is_high


def _is_of_time(column: int, table: StoredTable) -> bool:
    words = {word.casefold() for word in WORD.findall(plain_heading(column, table))}
    return table.columns[column].unit in timing().units or bool(words & timing().headers)


def _named(held: dict[str, str | None], table: StoredTable) -> str:
    """What the rows are called, where the question asks for them by that, or for people."""
    own = table.label_name
    if held.get("person"):
        return own if column_of_people(table) == LABEL else ""
    said = stemmed(WORD.findall(held.get("group") or ""))
    return own if said and headers_of(table, "").of(LABEL) == said else ""


def _verb(held: dict[str, str | None]) -> str:
    kinds = ("up", "down", "better", "worse", "slower", "faster", "changed")
    return next((said for kind in kinds if (said := held.get(kind))), "")
