"""Whom a document is of, of what kind and of which day it is, as its first page says.

Contracts name their parties ("between A and B", A ("the Supplier")), letters their sender and whom
they are written to, forms have labels ("Prepared for: …", "Patient: …"), and many are known by the
place that they are about ("the lease of 4 Mill Lane"). How surely a name is one of these depends on
where it stands. Names are told by their capitals: a page without capitals has none. English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from backend.analysis import STOP_WORDS, fold
from backend.calendar_words import FULL_MONTH, MONTH_NAME, NAMES_OF_TIME, month_number
from backend.dates import YEAR, dates_in
from backend.discourse.defined_names import defined_names
from backend.passage_view.names import CAPITAL

READ = 2_000
"""So many characters of a first page are read for parties."""
HEAD_LINES = 12
"""The kind of a document stands on one of its first lines."""
MOST_HEAD_WORDS = 8
MOST_PARTIES = 24

DEFINED = 1.0
"""Sureness of a party that a contract names: in quotation marks behind it, or after "between"."""
LABELLED = 0.95
"""Of what stands behind a label, and of the names of a letter."""
HEADING = 0.9
"""Of the place or name that a line of its own is about."""
LETTERHEAD = 0.8
"""Of a first line without a legal form: it may be a title."""
ADDRESS = 0.6
"""Of a place that is rather where somebody lives, and of one word alone."""

KINDS: dict[str, str] = {
    **dict.fromkeys(("agreement", "contract", "lease", "tenancy", "licence", "deed"), "contract"),
    **dict.fromkeys(("letter", "notice", "reply", "reminder"), "letter"),
    **dict.fromkeys(("invoice", "bill", "receipt", "quotation", "statement"), "bill"),
    **dict.fromkeys(("report", "survey", "inspection", "assessment", "review"), "report"),
    **dict.fromkeys(("policy", "certificate"), "policy"),
    **dict.fromkeys(("minutes", "agenda"), "minutes"),
}
"""What documents are called, each with the family of kinds that are taken for one another: a lease
is spoken of as an agreement, a survey as a report."""
_SPELT = {"license": "licence"}

LEGAL = frozenset(
    [
        *("ag", "bv", "co", "company", "corp", "corporation", "gmbh", "inc", "incorporated"),
        *("limited", "llc", "llp", "lp", "ltd", "nv", "plc", "sa", "se"),
    ]
)
_SHORT_FORMS = frozenset(["gmbh", "inc", "limited", "llc", "llp", "ltd", "plc"])
"""Those behind which no name goes on."""
TITLES = frozenset(["dr", "miss", "mr", "mrs", "ms", "mx", "prof", "professor", "rev", "sir"])
_ROLES = frozenset(
    [
        *("author", "borrower", "buyer", "client", "company", "contractor", "customer", "employee"),
        *("employer", "insured", "insurer", "landlord", "lender", "lessee", "lessor", "licensee"),
        *("licensor", "madam", "manager", "member", "members", "occupier", "owner", "parents"),
        *("parties", "party", "patient", "premises", "property", "purchaser", "seller", "supplier"),
        *("team", "tenant", "vendor", "all", "everyone", "friend", "friends", "resident", "you"),
        *("colleague", "colleagues", "neighbour", "neighbours", "residents", "sirs", "reader"),
    ]
)
_LABEL = re.compile(
    r"(?im)^[ \t]*(?:to|from|attention|attn|for\s+the\s+attention\s+of|"
    r"(?:prepared|written|submitted|issued|signed|made)\s+(?:for|by|to)|on\s+behalf\s+of|"
    r"(?:invoice|bill|billed|sold|delivered)\s+to|invoiced\s+to|client|customer|insured|"
    r"policy\s*holder|account\s+holder|patient|tenants?|landlord|lessor|lessee|buyer|seller|"
    r"purchaser|vendor|supplier|contractor|employer|employee|borrower|lender|licensor|licensee|"
    r"applicant|claimant|business|author|inspector|surveyor|owner)(?:\s+name)?"
    r"(?:[ \t]*[:–—][ \t]*|(?<=\bof)[ \t]+|[ \t]{2,})(?P<value>[^\n]{2,120})$"
)
_PLACE_LABEL = re.compile(
    r"(?im)^[ \t]*(?:premises|property|site|location|subject\s+property|re|regarding|subject)"
    r"[ \t]*[:–—][ \t]*(?P<value>[^\n]{2,120})$"
)
_ABOUT_LABEL = re.compile(
    r"(?i)^(?:subject|re|regarding|concerning|about|ref(?:erence)?|(?:our|your)\s+ref(?:erence)?)\b"
    r"(?:\s*[:.–—]|\s+(?=[A-Z]))"
)
"""What stands behind these is what a document is about, not what it is."""
_ABOUT_PLACE = re.compile(
    r"(?i)\b(?:known\s+as|letting\s+of|let\s+of|situated\s+at|property\s+at|premises\s+at|"
    r"(?:floor|flat|house|shop|part|whole)\s+(?:of|at)|lease\s+of|sale\s+of)\s+(?:the\s+)?$"
)
_CAPITAL = f"[{CAPITAL}]"
_WORD = (
    rf"{_CAPITAL}(?:[\w'’&-]|\.(?=\w))*"
    rf"(?:(?<=\b{_CAPITAL})\.|(?<=\b(?:St|Mr|Ms|Dr|Co))\.|(?<=\b(?:Mrs|Ltd|Inc|Rev))\.)?"
)
"""A full stop belongs to initials and short forms; behind other words it ends the name."""
_NAME = re.compile(
    rf"(?:{_WORD})(?:[ ](?:(?:of|the|de|der|van|von|du|di|da|la|le|&)[ ]){{0,2}}{_WORD}){{0,6}}"
    r"(?:,?[ ](?:plc|ltd|limited|gmbh|llp)\b)?"
)
_ADDRESS = re.compile(rf"(?<![\w.,:£$€/-])\d{{1,4}}[a-z]?[ ]{_WORD}(?:[ ]{_WORD}){{0,2}}")
_STREET = re.compile(rf"{FULL_MONTH}|{MONTH_NAME}|{_CAPITAL}{{2,}}\d*")
_BETWEEN = re.compile(
    r"(?i)\b(?:between|among|amongst)\b[:\s]*|\bparties\b[:\s]+(?=\(?[1A]\s?[).])"
)
_CONTRACT = re.compile(r"(?i)\b(?:agreement|contract|lease|tenancy|licen[cs]e|deed|memorandum)\b")
_MADE = re.compile(r"(?i)\b(?:made|entered\s+into|effective|dated|by\s+and)\b")
"""Before "between" it says that a contract is one, but not that something is a contract."""
_NEXT_PARTY = re.compile(
    r"(?:^|\band\b|;|,|[(\[]?\b\d{1,2}[)\].]|\([a-z]\))[\s,;]*(?:[(\[]?\d{1,2}[)\].]\s*|\([a-z]\)\s*)?"
    r"(?:(?:the|and)\s+)?(?=" + _CAPITAL + ")"
)
_SEGMENT = 500
_SENTENCE_END = re.compile(r"(?<![A-Z])(?<!\b(?:Mr|Ms|Dr|St|Co))(?<!\b(?:Mrs|Ltd|Inc|plc))\.\s")
_DEAR = re.compile(r"(?im)^[ \t]*dear[ \t]+(?P<value>[^\n]{2,60}?)[ \t]*[,:!]?[ \t]*$")
_CLOSING = re.compile(
    r"(?im)^[ \t]*(?:yours?\b[^\n]{0,20}|(?:with\s+|our\s+)?(?:kind(?:est)?|best|warm)[^\n]{0,20}|"
    r"sincerely(?:\s+yours)?|faithfully),?[ \t]*\n\s*(?P<value>[^\n]{2,60})$"
)
_THIS_KIND = re.compile(r"\b[Tt](?:his|HIS)\s+(?P<words>(?:[A-Z][\w-]*\s+){0,3}[A-Z][\w-]+)")
_DATE_CUE = re.compile(
    r"(?i)(?:^|\b)(?:dated?(?:\s+(?:of|this))?(?:\s+\w+)?|effective(?:\s+(?:as\s+of|from|date))?|"
    r"as\s+of|made(?:\s+(?:on|the|this|as\s+of|at\s+\w+(?:\s+on)?))*|signed\b[^\n.]{0,30}|"
    r"issued(?:\s+on)?|inspected|commenc\w+(?:\s+(?:on|from))?|entered\s+into(?:\s+on)?)"
    r"\s*[:,]?\s*(?:the\s+|on\s+|this\s+)*$"
)
_DAY_OF = re.compile(r"(?i)(?<=\d)(st|nd|rd|th)?\s+day\s+of\s+")
_BARE_DAY = re.compile(
    rf"(?P<d>\b\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{MONTH_NAME})\b(?!\.?,?\s+{YEAR})"
    rf"|\b(?P<n>{MONTH_NAME})\.?\s+(?P<e>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,?\s+{YEAR}|\d)"
)
_TOKEN = re.compile(r"[^\W_]+")


class Party(NamedTuple):
    """A name that a document bears on its first page.

    `name` are its folded words without titles, legal forms and "and"; `sureness` is in (0, 1];
    `form` says that it has a legal form, so that its last word is no surname.
    """

    name: tuple[str, ...]
    sureness: float
    form: bool = False


class Day(NamedTuple):
    """A date of which parts may be missing: those are 0."""

    year: int
    month: int
    day: int


class FirstPage(NamedTuple):
    """What a first page says: parties by their names, words for its kind, alone and with the word
    before them ("agreement", "supply agreement"), and its own dates."""

    parties: tuple[Party, ...] = ()
    kinds: frozenset[str] = frozenset()
    days: tuple[Day, ...] = ()


NOTHING = FirstPage()


def read_first_page(text: str) -> FirstPage:
    """Read parties, kinds and dates from the text of a first page."""
    text = text[:READ]
    sureness: dict[tuple[str, ...], float] = {}
    forms: set[tuple[str, ...]] = set()
    for surface, sure in _parties(text):
        for name, form in _names(surface):
            if not any(map(str.isalpha, "".join(name))):
                continue  # “000 Ltd” names nobody
            least = sure if len(name) > 1 or form else min(sure, ADDRESS)
            sureness[name] = max(sureness.get(name, 0.0), least)
            if form:
                forms.add(name)
    ordered = sorted(sureness, key=lambda each: (-sureness[each], each))[:MOST_PARTIES]
    parties = tuple(Party(each, sureness[each], each in forms) for each in sorted(ordered))
    return FirstPage(parties, _kinds(text), _days(text))


def name_words(text: str) -> list[str]:
    """The folded words of a text as names are compared: without possessive endings and "and"."""
    words = _TOKEN.findall(fold(re.sub(r"['’]s?\b", "", text)))
    return [word for word in words if word != "and"]


def kind_of(word: str) -> str:
    """A word for a kind of document in one spelling and in the singular; empty for others."""
    folded = _SPELT.get(word, word)
    return folded if folded in KINDS else ""


def closer_kind(words: Sequence[str], place: int) -> str:
    """A kind with the word before it that says which ("supply agreement"); empty where a word is
    none, or none stands before it that could."""
    kind, before = kind_of(words[place]), words[place - 1] if place else ""
    plain = not before or before in STOP_WORDS or before.isdigit()
    return "" if not kind or plain else f"{before} {kind}"


def family_of(kind: str) -> str:
    """What a kind, alone or with the word before it, may be taken for."""
    return KINDS[kind.rpartition(" ")[2]]


def days_said(text: str) -> Iterator[tuple[Day, int]]:
    """The days that a text names, those without a year too, and where each begins."""
    text = _DAY_OF.sub(lambda found: (found[1] or "").ljust(len(found[0])), text)
    taken: set[int] = set()
    for date in dates_in(text):
        if date.month and date.day:
            taken.update(range(date.start, date.end))
            yield Day(date.year, date.month, date.day), date.start
    for match in _BARE_DAY.finditer(text):
        month, day = month_number(match["m"] or match["n"]), int(match["d"] or match["e"])
        if 1 <= day <= 31 and match.start() not in taken:
            yield Day(0, month, day), match.start()


def agree(one: Day, other: Day) -> bool:
    """Whether two days are the same as far as both are told."""
    return one[1:] == other[1:] and (not one.year or not other.year or one.year == other.year)


def _parties(text: str) -> Iterator[tuple[str, float]]:
    """Surfaces of names and places with how surely each is a party's."""
    flat = " ".join(text.split())
    is_contract = "contract" in {family_of(kind) for kind in _kinds(text)}
    for defined in defined_names(flat):
        quoted = flat[defined.start : defined.start + 60].partition(")")[0]
        if re.search(r"[\"“„«]", quoted):
            yield defined.name, DEFINED
    for match in _BETWEEN.finditer(flat):
        before = flat[max(0, match.start() - 160) : match.start()]
        made = _CONTRACT.search(before) or (is_contract and _MADE.search(before))
        if "parties" in match[0].lower() or made:
            yield from _listed(flat[match.end() : match.end() + _SEGMENT])
    for match in _LABEL.finditer(text):
        yield from _of_value(match["value"], LABELLED)
    for match in _PLACE_LABEL.finditer(text):
        yield from ((address, LABELLED) for address in _addresses(match["value"]))
    yield from _of_letter(text)
    yield from _of_lines(text)
    for match in _ADDRESS.finditer(text):
        before = " ".join(text[max(0, match.start() - 60) : match.start()].split()) + " "
        sure = HEADING if _ABOUT_PLACE.search(before) else ADDRESS
        yield from ((address, sure) for address in _addresses(match[0]))


def _listed(segment: str) -> Iterator[tuple[str, float]]:
    """The names of the parties behind "between"."""
    end = _SENTENCE_END.search(segment)
    segment = segment[: end.start()] if end is not None else segment
    for match in _NEXT_PARTY.finditer(segment):
        name = _NAME.match(segment, match.end())
        # "a mill at Leeds, York and Hull": what stands behind a comma alone may be a town
        plain = match[0].strip().startswith(",") and name is not None and " " not in name[0]
        if name is not None and not plain:
            yield name[0], DEFINED


def _of_value(value: str, sure: float) -> Iterator[tuple[str, float]]:
    """What stands behind a label: its first part, further ones that are companies, and places."""
    for number, part in enumerate(re.split(r"\s*[,;(<|]\s*", value.strip())):
        name = _NAME.fullmatch(part.strip(" ."))
        if name is not None and (number == 0 or _has_form(name[0])):
            yield name[0], sure
    yield from ((address, ADDRESS) for address in _addresses(value))


def _of_letter(text: str) -> Iterator[tuple[str, float]]:
    """Sender and receiver of a letter: lines of names above "Dear …", whom it greets, who signs."""
    dear = _DEAR.search(text)
    if dear is None:
        return
    first = True
    for line in text[: dear.start()].splitlines():
        name = _NAME.fullmatch(line.strip(" \t.,"))
        if name is not None and len(name[0].split()) > 1 and not _says_kind(name[0]):
            yield name[0], LABELLED if first or _has_form(name[0]) else ADDRESS
        # the first line below a blank one says who, those below it where
        first = not line.strip()
    for match in (dear, _CLOSING.search(text)):
        name = _NAME.match(match["value"]) if match is not None else None
        if name is not None:
            yield name[0], LABELLED


def _of_lines(text: str) -> Iterator[tuple[str, float]]:
    """A company that has one of the first lines for itself, whatever names the first of all, and a
    place right below the kind of document."""
    above, kinds = "", _kinds(text)
    for line in _first_lines(text):
        name = _NAME.fullmatch(line.strip(" .,"))
        if name is not None and _has_form(name[0]):
            yield name[0], HEADING
        elif (
            name is not None and not above and kinds and not (_says_kind(line) or _DEAR.match(line))
        ):
            yield name[0], LETTERHEAD
        first = line.split(",")[0].strip()
        if _ADDRESS.fullmatch(first) and _is_head(above) and _says_kind(above):
            yield from ((address, HEADING) for address in _addresses(first))
        above = line


def _addresses(text: str) -> Iterator[str]:
    """Numbers with the names of streets or houses behind them; no dates."""
    for match in _ADDRESS.finditer(text):
        words = match[0].split()
        if not _STREET.fullmatch(words[1]) and fold(words[1]) not in NAMES_OF_TIME:
            yield match[0]


def _names(surface: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """A name as its words, and whether it has a legal form; of "Ines Reed of Mill House" the part
    before "of" as well. Nothing for what only says a role, a kind or a time."""
    surface = surface.strip(" .,;:")
    before = re.split(r" of (?:the )?", surface, maxsplit=1)[0]
    parts = [surface, before] if len(before.split()) > 1 else [surface]
    for part in dict.fromkeys(parts):
        words = name_words(part)
        while words and words[0] in TITLES | {"the"}:
            del words[0]
        end = next((place for place, word in enumerate(words) if word in _SHORT_FORMS), 0)
        form = end > 0
        words = words[:end] if form else words
        while words and words[-1] in LEGAL:
            del words[-1]
            form = True
        said = [word for word in words if word not in STOP_WORDS and not _is_plain(word)]
        if said and sum(map(len, said)) > 2:
            yield tuple(words), form


def _is_plain(word: str) -> bool:
    return word in _ROLES or word in NAMES_OF_TIME or bool(kind_of(word)) or word in TITLES


def _has_form(name: str) -> bool:
    words = name_words(name)
    return len(words) > 1 and words[-1] in LEGAL


def _says_kind(line: str) -> bool:
    return any(kind_of(word) for word in name_words(line))


def _first_lines(text: str) -> list[str]:
    lines = [line.strip(" \t#*_") for line in text.splitlines()]
    return [line for line in lines if line][:HEAD_LINES]


def _kinds(text: str) -> frozenset[str]:
    """Words for the kind of a document: of the first of its first lines that says one, and of
    "this … agreement". What has a greeting is a letter."""
    lines = (line for line in _first_lines(text) if _is_head(line) and not _is_labelled(line))
    heads = map(_said_in, lines)
    found = next((head for head in heads if head), frozenset())
    if _DEAR.search(text) is not None:
        return frozenset({"letter"}) | {each for each in found if family_of(each) == "letter"}
    this = _THIS_KIND.search(text[:600])
    return found | _said_in(this["words"]) if this is not None else found


def _is_labelled(line: str) -> bool:
    """Whether a line says whom or what a document is about behind a label that is no kind."""
    if _ABOUT_LABEL.match(line) or _PLACE_LABEL.match(line):
        return True
    labelled = _LABEL.match(line)
    return labelled is not None and not _says_kind(line[: labelled.start("value")])


def _is_head(line: str) -> bool:
    return (
        len(line.split()) <= MOST_HEAD_WORDS
        and not line.endswith((".", ";", ","))
        and line[:1].isupper()
    )


def _said_in(line: str) -> frozenset[str]:
    """The kinds that a line says, each alone and with the word before it ("supply agreement")."""
    words = name_words(line)
    kinds = {kind for word in words if (kind := kind_of(word))}
    kinds |= {two for place in range(len(words)) if (two := closer_kind(words, place))}
    return frozenset(kinds)


def _days(text: str) -> tuple[Day, ...]:
    """The dates that a document gives itself: behind "dated", "effective as of" and the like, and
    those that a line of the first ones ends with."""
    heads = set(_first_lines(text))
    dear = _DEAR.search(text)
    if dear is not None:
        heads |= {line.strip() for line in text[: dear.start()].splitlines()}
    days: list[Day] = []
    for day, start in days_said(text):
        line_start = text.rfind("\n", 0, start) + 1
        line = text[line_start:].partition("\n")[0].strip(" \t#*_")
        before = text[max(0, start - 60) : start]
        own = line in heads and re.search(r"^\W*$|[:,]\s*$", text[line_start:start]) is not None
        short = own and len(line.split()) <= MOST_HEAD_WORDS
        if short or _DATE_CUE.search(" ".join(before.split()) + " "):
            days.append(day)
    return tuple(sorted(set(days)))
