"""Who wrote a document, and of when it is: what the lines above its text say.

“Who wrote the status report?” is answered by “Prepared by Ada Finch, 3 May 2031”, or by a name
below the title. No sentence of the report says it, and the line holds no word of the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from backend.analysis import term_texts
from backend.calendar_words import MONTH_NAME, MONTH_NAME_ABROAD
from backend.tasks.answer.extractive.agents import NAME
from backend.tasks.answer.extractive.units import Unit, unit_within
from backend.types import Chunk, Hit

MOST_LINES = 12
"""Lines of a document that may say who wrote it or when."""
HEAD = 600
"""Characters of it in which it may be called as the question calls it."""
LONGEST_LINE = 120

_KIND = (
    r"(?:report|document|manual|guide|handbook|paper|letter|memo|memorandum|note|notes|minutes|"
    r"policy|study|article|leaflet|brochure|plan|specification|newsletter|rules|statement|tutorial|"
    r"thesis|file|text|essay|survey|summary|notice|bericht|dokument|brief|ordnung|protokoll|"
    r"anleitung|handbuch|rapport|lettre|manuel|compte rendu|informe|carta|nota|documento|acta)"
)
_DONE = r"(?:written|prepared|compiled|drawn up|edited|issued|drafted)"


class Imprint(Enum):
    """What is asked of a document."""

    AUTHOR = "author"
    DATE = "date"


_ASKS = tuple(
    (what, re.compile(rf"(?i)^\W*(?:and )?{each}\W*$"))
    for what, each in (
        (
            Imprint.AUTHOR,
            r"who (?:wrote|prepared|compiled|authored|drew up|edited|issued|drafted) (?P<name>.+?)",
        ),
        (
            Imprint.AUTHOR,
            r"who (?:is|are|was|were) the (?:authors?|writers?|editors?) of (?P<name>.+?)",
        ),
        (Imprint.AUTHOR, rf"by whom (?:was|were) (?P<name>.+?) {_DONE}"),
        (Imprint.AUTHOR, r"wer hat (?P<name>.+?) (?:geschrieben|verfasst|erstellt)"),
        (Imprint.AUTHOR, r"von wem (?:ist|stammt) (?P<name>.+?)"),
        (Imprint.AUTHOR, r"qui a (?:écrit|rédigé) (?P<name>.+?)"),
        (Imprint.AUTHOR, r"qui[eé]n (?:escribi[oó]|redact[oó]) (?P<name>.+?)"),
        (Imprint.DATE, rf"when (?:was|were) (?P<name>.+?) (?:{_DONE}|published|dated|released)"),
        (Imprint.DATE, r"what (?:is|was) the date of (?P<name>.+?)"),
        (Imprint.DATE, r"what date (?:is|are|does|do) (?P<name>.+?)(?: (?:bear|have|carry))?"),
        (Imprint.DATE, r"von wann ist (?P<name>.+?)"),
        (Imprint.DATE, r"de quand (?:date|est) (?P<name>.+?)"),
        (Imprint.DATE, r"quelle est la date (?:de la |du |de l['’]|de )(?P<name>.+?)"),
    )
)
_DOCUMENT = re.compile(rf"(?i)(?:\b|(?<=[a-zäöü])){_KIND}\b")
_IDLE = frozenset(
    term_texts(
        "this that the a an our your my on about of for in from by to and at with document file "
        "text paper der die das den dem des zu zur zum über vom von le la les du de sur el los las "
        "del sobre",
        keep_stop_words=True,
    )
)
"""Of what a document is called, words that tell none apart."""
_ASKS_MORE = re.compile(
    r"(?i)\b(?:who|whom|whose|when|where|why|how|what|which|wann|warum|quand|pourquoi|cuándo)\b"
)
_PARTS = re.compile(r"[^\w\s]+|_")
"""Between the parts of a name such as “CAD.asy”."""
_LABEL = (
    r"(?:(?:prepared|written|compiled|edited|drafted|issued|drawn up) by|authors?\s?:|by|from\s?:|"
    r"verfasst von|verfasser(?:in)?\s?:|bearbeitet von|autora?(?:in)?\s?:|von\s?:|auteure?\s?:|"
    r"rédigé par|par|de\s?:|redactado por|por)"
)
_TITLES = r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Mme|M|Herr|Frau|Sr|Sra)\.? )*"
_BYLINE = re.compile(rf"(?i:{_LABEL})\s+(?P<who>{_TITLES}{NAME})")
_PERSON = r"(?:[^\W\d_a-z]\.? ?|[^\W\d_a-z][a-zà-ÿ’'-]+ ){1,3}[^\W\d_a-z][a-zà-ÿ’'-]+"
_WITH_ADDRESS = re.compile(rf"(?P<who>{_PERSON})\s*[<(]\S+@\S+[>)]")
_ALONE = re.compile(rf"(?P<who>{_PERSON})(?:, (?:[^\W\d_][\w’'-]*\s?){{1,3}})?")
_NO_NAME = re.compile(
    rf"(?i)\b(?:{_KIND}|edition|version|release|draft|reference|introduction|review|series|"
    r"working|user|users|annual|quarterly|department|division|institute|university|company|"
    r"committee|board|council|ltd|inc|plc|gmbh|chapter|part|volume|contents)s?\b"
)
_DATE = re.compile(
    rf"(?i)\b(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)? )?(?:de )?(?:{MONTH_NAME}|{MONTH_NAME_ABROAD})\b\.?"
    r"(?: \d{1,2}(?:st|nd|rd|th)?,?)?(?: de)?,? (?:1[5-9]|20)\d\d\b"
    r"|\b(?:1[5-9]|20)\d\d-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./](?:1[5-9]|20)\d\d\b"
)
_OF_THE_DOCUMENT = re.compile(
    r"(?i)^(?:dated?|as of|issued|published|last (?:changed|updated|revised)|updated|revised|stand|"
    r"datum|fassung vom|le|fecha|version)\b"
)


@dataclass(frozen=True, slots=True)
class ImprintTold:
    """The first line, and the line of the document that says it."""

    line: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class AskedImprint:
    """What is asked of a document, and the stems of what that is called by; `kind` are those of
    its sort (“report”), which it need not be called by where others tell it apart."""

    what: Imprint
    named: frozenset[str]
    kind: frozenset[str]


def asked_imprint(question: str) -> AskedImprint | None:
    """What a question wants to know of a document; None for any other question."""
    plain = " ".join(question.split())
    for what, pattern in _ASKS:
        match = pattern.match(plain)
        document = _DOCUMENT.search(match["name"]) if match else None
        if match and document and not _ASKS_MORE.search(match["name"]):
            kind = frozenset(term_texts(document.group()))
            return AskedImprint(what, frozenset(term_texts(match["name"])) - _IDLE - kind, kind)
    return None


def is_called_so(asked: AskedImprint, *names: str) -> bool:
    """Whether a document of some names may be the one that is asked about."""
    said = " ".join(names)
    held = frozenset(term_texts(f"{said} {_PARTS.sub(' ', said)}"))
    return asked.named <= held and (bool(asked.named) or asked.kind - _IDLE <= held)


def told_imprint(question: str, hits: Sequence[Hit]) -> ImprintTold | None:
    """What the lines above the text of the document say that a question names, where its first
    passage is among the hits; None where none says it, or two documents are called so."""
    asked = asked_imprint(question)
    if asked is None:
        return None
    firsts = [
        (number, hit.chunk)
        for number, hit in enumerate(hits, start=1)
        if hit.chunk.ordinal == 0 and hit.chunk.kind == "prose"
    ]
    by_title = [each for each in firsts if is_called_so(asked, each[1].title)]
    meant = by_title or [
        each for each in firsts if is_called_so(asked, each[1].title, each[1].text[:HEAD])
    ]
    if len(meant) != 1:
        return None
    number, chunk = meant[0]
    for start, end, line in _told(asked.what, chunk):
        return ImprintTold(line, unit_within(chunk, number, start, end))
    return None


def _told(what: Imprint, chunk: Chunk) -> Iterator[tuple[int, int, str]]:
    """The lines that say it, as spans of the passage, with what the first line tells."""
    lines = list(re.finditer(r"[^\n]*\S[^\n]*", chunk.text))[:MOST_LINES]
    for place, each in enumerate(lines):
        text = each.group().strip()
        if len(text) > LONGEST_LINE:
            return  # the text begins
        following = lines[place + 1].group().strip() if place + 1 < len(lines) else ""
        line = _author(text, following, chunk.title) if what is Imprint.AUTHOR else _date(text)
        if line:
            yield each.start(), each.end(), line


def _author(text: str, following: str, title: str) -> str:
    """Who wrote it, as a line says: behind a label, with an address, or a name alone above or
    before a date."""
    if match := _BYLINE.match(text):
        return match["who"]
    if match := _WITH_ADDRESS.match(text):
        return match["who"]
    behind = next((each for each in _DATE.finditer(text) if each.end() == len(text)), None)
    text = text[: behind.start()].rstrip(" ,") if behind is not None else text
    match = _ALONE.fullmatch(text)
    dated = behind is not None or _DATE.fullmatch(following) is not None
    shared = frozenset(term_texts(text)) & frozenset(term_texts(title))
    return text if match and dated and not shared and not _NO_NAME.search(text) else ""


def _date(text: str) -> str:
    """The day or month of a line that is a date, or says that it is the document's, or who wrote
    it."""
    date = _DATE.search(text)
    if date is None:
        return ""
    of_it = date.group() == text or _OF_THE_DOCUMENT.match(text) or _BYLINE.match(text) is not None
    return date.group() if of_it else ""
