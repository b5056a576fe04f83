"""The column of figures that is headed by what was done: "Paid" of "pay"."""

from __future__ import annotations

from backend.tasks.calculate.programs.column_words import WORD, headers_of, plain_heading
from backend.tasks.calculate.programs.comparison_words import deeds
from backend.types.tables import StoredTable

_IRREGULAR = {
    "pay": "paid",
    "spend": "spent",
    "send": "sent",
    "make": "made",
    "buy": "bought",
    "sell": "sold",
    "lend": "lent",
    "give": "given",
    "take": "taken",
    "draw": "drawn",
}


def column_done(verb: str, table: StoredTable) -> int | None:
    """The only column of figures that is headed by what was done and nothing else: "Paid"."""
    word = verb.casefold()
    family = frozenset([word]).union(*(deed for deed in deeds() if word in deed))
    found = []
    for at in headers_of(table, "").figures:
        words = [each.casefold() for each in WORD.findall(plain_heading(at, table))]
        if len(words) == 1 and (words[0] in family or _is_past_of(words[0], word)):
            found.append(at)
    return found[0] if len(found) == 1 else None


def _is_past_of(past: str, verb: str) -> bool:
    """Whether a word is the past of a verb by its ending ("received"), or one that is irregular."""
    return past in (verb, f"{verb}ed", f"{verb}d", _IRREGULAR.get(verb))
