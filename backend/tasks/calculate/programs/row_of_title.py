"""A row that a question calls by a word of its label and by what its table is of: “ticket income”
is the row “Admission tickets” of the table “Income”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from backend.tables.other_rows import is_of_others
from backend.tasks.calculate.programs.comparison_words import flows
from backend.tasks.calculate.programs.linking import ASKING
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_statement
from backend.types.tables import StoredTable

_NUMBERED = re.compile(
    r"(?:(?i:table|exhibit|schedule)\s+(?:\d+(?:\.\d+)*|[A-Z])|\d+(?:\.\d+)*)[.:]?\s+"
)
_HEAD = re.compile(
    r"(?i)(?:(?:our|total|annual) )?(?P<measure>[^\W\d_]{4,})(?: and (?P<also>[^\W\d_]{4,}))?"
    r"(?:,? (?:by|for the|in the) [^:]*)?\s*(?:\([^()]*\)|,? in [^:]*)?"
)
"""Any other word makes it another measure: “Lost income”, “Staff costs”."""
_LABEL_ENDS = re.compile(r"(?i) (?:of|from|to|for|by|on|in|at|with) ")
_SEVERAL = re.compile(r"(?i)\b(?:and|or)\b|[&/,]")
_WORD = r"[^\W\d_][\w’'-]*"
_NARROWED = r"(?! (?:of|from|for|on|per|at|by|with|without|from|to)\b)"
"""What stands behind such a word makes it less than the row."""
_NO_THING = words_of(
    "total net gross other all the a an our their its more less much many year annual last this "
    "each every average mean whole overall combined and or of which what how did does"
)


def with_row_of_title(question: str, tables: Sequence[StoredTable]) -> str:
    """The question with the label of the row in place of how it calls it; empty where it calls none
    so, or several rows could be meant.

    Args:
        question: as it was asked.
        tables: all of the document. One row alone of all of them may have the word, and its table
            must be of the measure; its other words are then how its table tells it apart.
    """
    written = {
        replaced
        for table in tables
        if is_sound(table) and not is_statement(table)
        for replaced in _in_table(question, table, tables)
    }
    return written.pop() if len(written) == 1 else ""


def _in_table(question: str, table: StoredTable, tables: Sequence[StoredTable]) -> Iterator[str]:
    for measure in _measures(table.title):
        said = re.escape(measure)
        forms = (
            rf"(?i)(?<![\w-])(?P<thing>{_WORD}) {said}\b{_NARROWED}",
            rf"(?i)\b{said} (?:from|for|on) (?:the |our |its |their )?"
            rf"(?P<thing>{_WORD})(?![\w-]| [a-z]+s\b){_NARROWED}",
        )
        for form in forms:
            for match in re.finditer(form, question):
                label = _label_of(match["thing"], table, tables)
                if label:
                    yield f"{question[: match.start()]}{label}{question[match.end() :]}"


def _measures(title: str) -> frozenset[str]:
    """What a table is of, in small letters: the one or two nouns that its title is, and for money
    that was paid or that came in every word for it; nothing where it is of both."""
    bare = title.strip()
    numbered = _NUMBERED.match(bare)
    head = _HEAD.fullmatch(bare[numbered.end() :] if numbered else bare)
    if head is None:
        return frozenset()
    said = frozenset(word.casefold() for word in head.groups() if word)
    both = [words for words in flows() if not said.isdisjoint(words)]
    if len(both) > 1:
        return frozenset()
    return said.union(*both)


def _label_of(thing: str, table: StoredTable, tables: Sequence[StoredTable]) -> str:
    """The label of the only row of all tables that has the word; empty where there is none, or it
    is called so in full, which needs no reading."""
    asked = words_of(thing) - ASKING - _NO_THING
    if not asked or asked <= words_of(table.title):
        return ""
    labels = [
        (each.id, row.label) for each in tables for row in each.rows if asked <= words_of(row.label)
    ]
    if len(labels) != 1 or labels[0][0] != table.id:
        return ""
    label = labels[0][1]
    # what a label is of is its last noun: a staff party is no staff
    head = words_of(_LABEL_ENDS.split(label)[0].split()[-1]) if label.strip() else frozenset()
    is_whole = asked == head and not _SEVERAL.search(label)
    return label if is_whole and not is_of_others(label, thing) else ""
