"""Questions in which the header of a column does something: "How much did Boiler 2 burn in May?".

They are put in words that the readings of columns know: "What is the total of Boiler 2 in May?".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.analysis import term_texts
from backend.tables.headings_over import text_around
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    WORD,
    bare_question,
    headers_of,
    is_named_deed,
    stemmed,
)
from backend.tasks.calculate.programs.comparison_words import set_apart
from backend.tasks.calculate.programs.plain_verbs import counted_in
from backend.tasks.calculate.programs.who_did import names_who_does
from backend.types.tables import StoredTable

_VERBS = (
    r"(?:use|consume|need|burn|draw|take|produce|generate|yield|make|earn|spend|pay|sell|bring in"
    r"|get|receive|have)"
)
_DID = r"(?:did|does|do|has|have)"
_MEASURED = re.compile(r"\s*\([^()]*\)\s*$")
_ANY = re.compile(
    r"(?i)^which [^\W\d]+ [^\W\d]+ (?:the )?(?:most|fewest|least) |"
    r"^how (?:many|much) .*\b(?:in total|in all|altogether|overall|(?:is|are|was|were) there)\b|"
    r"^(?:how (?:much|many)|(?:(?:in|on|during) )?(?:which|what)) "
    rf".*\b{_DID} .+? {_VERBS}\b"
)
_MOST = re.compile(
    r"(?i)^which (?P<who>[^\W\d]+(?: (?!(?:has|have|had) )[^\W\d]+)??) "
    r"(?!(?:has|have|had|the) )(?P<did>[^\W\d]+) "
    r"(?:the )?(?P<end>most|fewest|least) "
    r"(?P<what>[^\W\d]+(?: [^\W\d]+)?)(?P<rest> (?:in|on|at|to|from|during|for|where) .+)?$"
)
_HAD_IN_TOTAL = re.compile(
    rf"(?i)^how (?:many|much) (?P<what>[^\W\d]+(?: [^\W\d]+)?) {_DID} (?:the )?(?P<who>.+?) "
    r"(?:have|get|make|do|take|record) (?:in total|in all|altogether|overall)(?P<rest> where .+)?$"
)
_THERE_WERE = re.compile(
    r"(?i)^how (?:many|much) (?P<what>[^\W\d]+(?: [^\W\d]+)?) (?:is|are|was|were) there"
    r"(?: (?:in total|in all|altogether|overall))?(?P<rest> where .+)$"
)
_IN_TOTAL = re.compile(r"(?i)^(?:\s*,)?\s*(?:in total|in all|altogether|overall|together)\b")
_OF_COUNTS = frozenset(term_texts("many much number amount units"))


def may_name_a_doer(question: str) -> bool:
    """Whether a question has one of these forms, whatever the table."""
    return _ANY.search(question) is not None


def with_doers_named(question: str, table: StoredTable, about: str = "") -> str:
    """The question as one for the total or the extreme of the column that does something in it;
    as it was where no single column of figures does.

    What is used or made must be called so by the table: by its title, the document's (`about`), or
    the column's unit.
    """
    text = bare_question(question)
    if plain := _most_of(text, table, about) or _in_total(text, table):
        return plain
    made = list(_readings(text, table, about))
    return made[0] if len(made) == 1 else question


def _in_total(text: str, table: StoredTable) -> str:
    """How many of what a column counts a value of another column had in total, or how many there
    were where a value holds, is the total of that column: the question for it, or nothing."""
    held = _HAD_IN_TOTAL.match(text) or _THERE_WERE.match(text)
    if held is None:
        return ""
    name = _column_called(held["what"], table)
    who = held.groupdict().get("who") or ""
    of_whom = f" of {who}" if who else ""
    return f"What is the total of {name}{of_whom}{held['rest'] or ''}" if name else ""


def _most_of(text: str, table: StoredTable, about: str) -> str:
    """Who did most of what a column counts ("ordered the most loaves") is who has its largest sum:
    the question for that, or nothing. Who broke or lost the most of it is not, unless the list is
    of that."""
    match = _MOST.match(text)
    if match is None:
        return ""
    did = match["did"].casefold()
    if stemmed([did]) & stemmed(set_apart()) and not _is_of(did, table, about):
        return ""
    name = _column_called(match["what"], table)
    if not name and (done := _column_called(match["did"], table)):
        # "baked the most rolls" of a column "Baked": the rolls are a value, or left over
        end = "lowest" if match["end"].casefold() in ("fewest", "least") else "highest"
        rest = f" of {match['what']}{match['rest'] or ''}"
        return f"Which {match['who']} has the {end} total {done}{rest}"
    end = "lowest" if match["end"].casefold() in ("fewest", "least") else "highest"
    rest = match["rest"] or ""
    return f"Which {match['who']} has the {end} total {name}{rest}" if name else ""


def _is_of(verb: str, table: StoredTable, about: str) -> bool:
    """Whether a list is of what a verb says: by its titles, its headers, or who does it."""
    heads = (column.name for column in table.columns)
    told = " ".join((about, text_around(table), table.label_name, *heads))
    return names_who_does(verb, table) or is_named_deed(verb, told)


def _column_called(what: str, table: StoredTable) -> str:
    """The name of the one column of figures that is called so, without its unit; empty where none
    or several are."""
    wanted = frozenset(term_texts(what))
    names = [
        name
        for column in table.columns
        if column.kind in FIGURES and (name := _MEASURED.sub("", column.name).strip())
        if wanted and frozenset(term_texts(name)) == wanted
    ]
    if not names:  # "the most kilograms", "the most people"
        held = counted_in(stemmed(WORD.findall(what)), headers_of(table, ""), table)
        names = [_MEASURED.sub("", table.columns[at].name).strip() for at in held]
    return names[0] if len(names) == 1 else ""


def _readings(text: str, table: StoredTable, about: str) -> Iterator[str]:
    for column in table.columns:
        name = _MEASURED.sub("", column.name).strip()
        if column.kind not in FIGURES or not name or not re.search(r"\w", name):
            continue
        doer = rf"(?:the )?{re.escape(name)}"
        how_much = re.match(
            rf"(?i)^how (?:much|many)(?P<what>(?: [^\W\d]+){{0,3}}?) {_DID} {doer}"
            rf" {_VERBS}(?P<rest>(?:[\s,].*)?)$",
            text,
        )
        known = frozenset(term_texts(f"{about} {text_around(table)} {column.name} {column.unit}"))
        if how_much and frozenset(term_texts(how_much["what"])) - _OF_COUNTS <= known:
            rest = _IN_TOTAL.sub("", how_much["rest"]).strip()
            yield f"What is the total of {name} {rest}".strip()
            continue
        extreme = re.match(
            rf"(?i)^(?:in|on|during)?\s*(?P<which>(?:which|what) [^\W\d]+) {_DID} {doer}"
            rf" {_VERBS} (?:the )?(?P<end>most|least)(?P<what>(?: [^\W\d]+){{0,3}}?)"
            r"(?P<rest>(?: (?:in|of|during|between|from|since|before|after) .*)?)$",
            text,
        )
        if extreme and frozenset(term_texts(extreme["what"])) <= known:
            end = "highest" if extreme["end"].casefold() == "most" else "lowest"
            yield f"{extreme['which'].capitalize()} had the {end} {name}{extreme['rest']}"
