"""Who did something to a thing of a list, where a header names those that do it: "Who supplied the
gloves?" of a list with the column "Supplier"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import (
    WORD,
    columns_of_words,
    heading,
    terms,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import (
    called_people,
    called_things,
    doers,
)
from backend.types.tables import CellKind, StoredTable

_WHO = re.compile(
    r"(?i)^(?:who(?: has| have| had)?|(?:which|what) (?P<called>[^\W\d_]+)) "
    r"(?P<verb>[^\W\d_]+) (?P<rest>.+)$"
)
_MOST = re.compile(
    r"(?i)^who(?: has| have| had)? (?P<verb>(?!the )[^\W\d_]+) (?:the )?"
    r"(?P<end>most|least|fewest|highest|lowest|largest|smallest)\b(?P<what>.*)$"
)
_HEADED_WHO = frozenset(["who", "whom", "by whom"])
_SHORTEST_STEM = 4
_ENDING = 3
"""Letters that a word for those who do something has more than the stem of what they do."""
_MONEYED = frozenset(["spent", "paid"])
_RANKED = re.compile(r"(?i)\b(?:most|least|fewest|first|last|latest|earliest)\b")


def with_doer_asked(question: str, table: StoredTable) -> str:
    """The question for the column of those who do what its verb says: "Which Supplier gloves" for
    "Who supplied the gloves?"; as it was where not exactly one column is of those."""
    text = " ".join(question.split()).strip(" ?.!")
    match = _WHO.match(text)
    if table.box is not None or match is None:
        return question
    if _RANKED.search(text):
        return _ranked(text, table) or question
    verb = match["verb"].casefold()
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    heads = [heading(at, table) for at in texts]
    held = [head for head in heads if any(_does(word, verb) for word in WORD.findall(head))]
    called = (match["called"] or "").casefold()
    if called:
        held = [head for head in held if called in (word.casefold() for word in WORD.findall(head))]
    return f"Which {held[0]} {match['rest']}" if len(held) == 1 else question


def _ranked(text: str, table: StoredTable) -> str:
    """A question for who did most of something as one for the column that names those: by the verb
    ("ordered" under "Customer"), or as the only one of people. Nothing where none does, or several
    do."""
    match = _MOST.match(text)
    if match is None:
        return ""
    verb = match["verb"].casefold()
    held = column_of_doers(verb, table)
    if held is None:
        return ""
    head = heading(held, table)
    is_by = head.casefold() == f"{verb} by"
    money = "" if is_by else " money" if verb in _MONEYED and not match["what"] else ""
    return f"Which {head} {match['verb']} the {match['end']}{match['what'] or money}"


def column_of_doers(verb: str, table: StoredTable) -> int | None:
    """The column that names those who do what a verb says ("Paid by", or "Customer" of "ordered"),
    else the only one of people; None where none does, or several do."""
    heads = {at: heading(at, table) for at in columns_of_words(table)}
    by_verb = [
        at for at, head in heads.items() if any(_does(word, verb) for word in WORD.findall(head))
    ]
    named = [at for at, head in heads.items() if f"{verb} by" == head.casefold()]
    held = named or by_verb
    return held[0] if len(held) == 1 else column_of_people(table) if not held else None


def column_of_people(table: StoredTable) -> int | None:
    """The only column that names people by what they are or do; None where none does, or several
    do."""
    texts = columns_of_words(table)
    people = [at for at in texts if heading(at, table).casefold() in called_people() | _HEADED_WHO]
    people = people or [at for at in texts if _are_doers(at, table)]
    return people[0] if len(people) == 1 else None


def names_who_does(verb: str, table: StoredTable) -> bool:
    """Whether a header names those who do what a verb says: "Borrower" of "borrowed"."""
    words = (word for at in columns_of_words(table) for word in WORD.findall(heading(at, table)))
    return any(_does(word, verb) for word in words)


def _are_doers(column: int, table: StoredTable) -> bool:
    """Whether a column is headed by one word for those who do something ("Repairer", "Helper"), and
    holds names: words that begin with a capital letter, without a figure."""
    words = [word.casefold() for word in WORD.findall(heading(column, table))]
    if len(words) != 1 or not words[0].endswith(("er", "or")) or words[0] in called_things():
        return False
    texts = [value_of(row, column) for row in table.rows if not row.total]
    return all(
        word[:1].isupper() and word.isalpha() for text in texts for word in WORD.findall(text)
    )


def _does(word: str, verb: str) -> bool:
    """Whether those who are called by a word do what a verb says: as the list of them has it, or
    because the word is made of the verb ("Carrier" of "carried")."""
    name = word.casefold()
    stems = [stem for stem in terms(verb) if len(stem) >= _SHORTEST_STEM]
    made_of_it = any(
        name.startswith(stem) and 0 < len(name) - len(stem) <= _ENDING for stem in stems
    )
    return verb in doers().get(name, ()) or (name.endswith(("er", "or")) and made_of_it)
