"""Entries of a manual: a name at the beginning of the line, then what it is or does.

"--quiet Writes no progress." says what `--quiet` does, though it shares no other word with "What
does the --quiet option do?". No question set that trains the ranker has many such entries, so they
are told by rule, as rows of tables are.
"""

from __future__ import annotations

import re

from backend.analysis import fold
from backend.definitions.asked_names import LITERAL, asked_name
from backend.tasks.answer.extractive.fit import FIT

LEAST_WORDS = 3
"""An entry says at least so much of its name."""

LEAST_SAID = 2
"""Words that say what a code stands for, at least."""
_CODE = r"(?:errors?|warnings?|faults?|alarms?|messages?|diagnostics?|traps?|exit status|codes?)"
_CODE_SAID = re.compile(rf"(?i)\b(?:{_CODE}|E(?=\d|-\d))")
_CODE_ASKED = re.compile(
    rf"(?i)\b{_CODE}(?: (?:codes?|numbers?|no\.|messages?|status))? ?#?"
    r"(?P<number>[A-Z]{0,3}-?\d{1,5})(?![\w.,]*\d)"
)
"""“What does error 17 mean?”"""
_MARK = re.compile(r"^(?:[•▪◦‣·*–—-]\s+|\(?\d{1,2}[.)]\s+)?[\"'“‘«`]?")
_OTHER_SPELLINGS = re.compile(r"^(?:--?[\w-]+(?:[ =][<\[]?[\w|]+[>\]]?)?(?:, ?| \| | / ))+")
"""Of an option's names those before the one that is asked about: “-q, --quiet”."""
_BEGINS = re.compile(r"^[\"'”’»`]?(?:\s*[:–—]|\s+(?:[A-Z]{2,}\S*\s+|[<\[(]\S*\s+)*[A-Z])")
_NEXT_WORD = re.compile(r"^(?:=\S*|\[=\S*)?[\"'”’»`,]?(?:\s|$)")
_GIVEN = re.compile(
    r"(?i)^[\"'”’»`]?(?: [\w-]+){0,2} (?:is|are|was|has been)(?: [\w-]+){0,2}? "
    r"(?:set|given|specified|used|present|defined|chosen|selected|enabled|on|true|yes|turned on)\b"
)
"""What follows the name where its entry begins “If NAME is set, …”."""
_IF = re.compile(r"(?i)^(?:if|when|where|with)\s+(?:the\s+|an?\s+)?[\"'“‘«`]?")
_HEAD_END = re.compile(r"[.!?:;,…][\"'”’»)\]]*$")
_OTHER_NAMES = re.compile(r"^\s*\([^()]*\)$")
_BRACKETED = re.compile(r"^\S+ \((?P<others>[^()]*)\)$")
MOST_HEAD_WORDS = 8


def entry_fit(question: str, text: str, heading: str = "") -> float:
    """`FIT` if a sentence is the entry of the name, or of the number of a code, that the question
    asks about, else 0. A bare number is that of a code below a heading of codes alone."""
    name, certain = asked_name(question)
    if name and certain and is_entry_of(name, text):
        return FIT
    code = _CODE_ASKED.search(question)
    if code is None or not _is_entry_of_code(code["number"], text):
        return 0.0
    return FIT if _CODE_SAID.match(text) or _CODE_SAID.search(heading) else 0.0


def _is_entry_of_code(number: str, text: str) -> bool:
    """Whether a text begins with the number of a code and what it stands for: “17 Hatch open.”; the
    mark of an item (“17.”) is none."""
    begins = re.compile(rf"(?i)^(?:{_CODE}s? ?)?#?{re.escape(number)}(?: ?[:–—-])?\s+(?=[^\W\d_])")
    found = begins.match(text)
    if found is None:
        return False
    said = text[found.end() :]
    return len(said.split()) >= LEAST_SAID and not said[:1].islower()


def is_entry_of(name: str, text: str) -> bool:
    """Whether a text begins with a name and goes on with what it is or does, or with what happens
    if it is set."""
    condition = _IF.match(text)
    if condition is not None:
        rest = text[condition.end() :]
        return rest[: len(name)] == name and _GIVEN.match(rest[len(name) :]) is not None
    mark = _MARK.match(text)
    rest = text[mark.end() if mark else 0 :]
    if name.startswith("-") and not rest.startswith(name):
        rest = _OTHER_SPELLINGS.sub("", rest)
    begins, after = rest[: len(name)], rest[len(name) :]
    literal = LITERAL.search(name) is not None
    if begins != name if literal else fold(begins) != fold(name):
        return False
    if _OTHER_NAMES.match(after):
        return False  # a head: what follows it says what it does
    goes_on = _NEXT_WORD if literal else _BEGINS
    return len(after.split()) >= LEAST_WORDS and goes_on.match(after) is not None


def is_head_of(name: str, text: str) -> bool:
    """Whether a text is the line over an entry: the name, its arguments, and no sentence
    (“timeout = SECONDS”, “-q, --quiet”). What follows it says what the name does."""
    if not name or len(text.split()) > MOST_HEAD_WORDS or _HEAD_END.search(text):
        return False
    mark = _MARK.match(text)
    rest = text[mark.end() if mark else 0 :]
    named = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    if rest.startswith(name):
        return named.match(rest) is not None
    # other spellings of the same option stand first: “-q, --quiet”, “quiet (QUIET or SILENT)”
    said = named.search(rest) if LITERAL.search(name) is not None else None
    if said is None:
        return False
    bracketed = _BRACKETED.match(rest)
    if bracketed is not None:
        return bracketed.start("others") <= said.start()
    return all(map(LITERAL.search, rest[: said.start()].split()))
