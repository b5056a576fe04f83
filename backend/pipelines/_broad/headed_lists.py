"""The list that stands below a heading, where just what the heading names is asked for.

“What are the risks?”, “Which decisions did the board take?” and “List the ingredients” ask for all
of a list that a document has below “Risks”, “Decisions of the board” or “Ingredients”. Sentences
that are chosen one by one would leave some items out, and take the second sentence of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from backend.analysis import term_texts
from backend.evidence.quantities import NUMBER_WORDS
from backend.pipelines._broad.telling import QuotableSentence
from backend.ports import LibraryRecords
from backend.tasks.answer.extractive.complete import is_item
from backend.tasks.answer.extractive.units import Unit, cut_chunk
from backend.types import Chunk, Document, Section

LEAST_ITEMS = 2
MOST_ITEMS = 12
"""Items that are told; how many there are besides is said."""
LEAST_SHARE = 0.5
"""Share of a section's units that are of its list; else the list is but a part of what it says."""
MOST_BEFORE = 2
"""Units that lead into the list."""
MOST_BESIDE = 3
"""Words of a heading beside those that are asked for: “Decisions of the steering group”."""

_THINGS = (
    r"(?:actions|activities|agenda items|action items|action points|advantages|aims|assumptions|"
    r"attendees|benefits|causes|challenges|changes|conclusions|concerns|conditions|"
    r"contacts|contents|courses|deadlines|decisions|deliverables|disadvantages|drawbacks|"
    r"duties|exceptions|exclusions|features|fees|findings|goals|ingredients|issues|"
    r"lessons|limitations|materials|measures|members|milestones|next steps|objectives|"
    r"obligations|options|participants|penalties|plans|prerequisites|principles|"
    r"priorities|problems|recommendations|requirements|resolutions|responsibilities|"
    r"results|rights|risk factors|risks|rules|services|side effects|signs|sponsors|steps|"
    r"strengths|symptoms|tasks|threats|tips|tools|topics|warnings|weaknesses)"
)
"""Things that a heading names and that a list below it then is of."""
_OWN = r"(?:the |its |their |our |your |my )"
_CHIEF = r"(?:(?:main|key|major|principal|most important|important|chief|overall) )?"
_MANY = (
    r"(?:(?P<count>\d{1,2}|"
    + "|".join(word for word, value in NUMBER_WORDS.items() if 1 < value <= MOST_ITEMS)
    + r") )?"
)
_THING = rf"{_MANY}{_CHIEF}(?P<thing>(?:[a-z-]+ ){{0,2}}{_THINGS})"
_DONE = (
    r"(?:taken|made|reached|agreed|decided|given|identified|named|listed|raised|mentioned|found|planned|"
    r"set|noted|described|offered|proposed|needed|required|there|on the agenda)"
)
_DO = r"(?:take|make|reach|give|identify|name|list|raise|mention|find|plan|set|have|offer|propose)"
_ASKS = tuple(
    re.compile(rf"(?i)^(?:and )?{each}$")
    for each in (
        rf"(?:what|which) (?:are|were) (?:all )?{_OWN}?{_THING}(?P<rest> .+)?",
        rf"(?:what|which) {_THING} (?:are|were|have been) {_DONE}(?P<rest> .+)?",
        rf"(?:what|which) {_THING} (?:did|does|do|has|have) (?P<rest>.+?) {_DO}",
        rf"(?:please )?(?:list|name|show me|give me|tell me) (?:all )?{_OWN}?{_THING}"
        r"(?P<rest> .+)?",
    )
)
_LEAVES_OUT = re.compile(
    r"(?i)\b(?:not|no|never|without|except|besides|other|another|only|still|yet|but)\b|n['’]t\b"
)
"""Some of a list, or what is not on it, is asked for."""
_IDLE = frozenset(
    term_texts(
        "of in at by for from to on the a an this that these those it document report file paper "
        "text minutes meeting mentioned named listed described identified given made taken agreed "
        "set reached we they you here there is are was were",
        keep_stop_words=True,
    )
)
_PARAGRAPH_END = "\n\n"


@dataclass(frozen=True, slots=True)
class AskedHeading:
    """What a question asks all of: the `thing` as it is called there, the stems of what else it
    says, which must be what the list's heading or its document is called, and how many it says that
    there are, 0 where it does not."""

    thing: str
    beside: frozenset[str]
    count: int = 0


@dataclass(frozen=True, slots=True)
class HeadedList:
    """A list below a heading of its document: what is told of its `count` items."""

    document: Document
    title: str
    items: tuple[QuotableSentence, ...]
    count: int

    @property
    def more(self) -> int:
        """Items of which nothing is told."""
        return max(0, self.count - MOST_ITEMS)


def asked_heading(question: str) -> AskedHeading | None:
    """What a question asks all of; None where it asks for something else, or for a part."""
    plain = " ".join(question.split()).strip("?.! ")
    if _LEAVES_OUT.search(plain):
        return None
    for pattern in _ASKS:
        if match := pattern.match(plain):
            rest = term_texts(match["rest"] or "", keep_stop_words=True)
            count = (match["count"] or "0").lower()
            many = int(count) if count.isdigit() else int(NUMBER_WORDS[count])
            return AskedHeading(match["thing"].lower(), frozenset(rest) - _IDLE, many)
    return None


def headed_lists(
    records: LibraryRecords, asked: AskedHeading, documents: Sequence[Document]
) -> list[HeadedList]:
    """The lists of documents below headings that name what is asked for; of those whose headings
    and documents are called by all else that is said, and of the headings that say least besides,
    where some do."""
    found: list[tuple[int, HeadedList]] = []
    thing = frozenset(term_texts(asked.thing))
    for document in documents:
        named = frozenset((*term_texts(document.title), *_words(document.name)))
        for section in records.sections(document.id):
            title = frozenset(term_texts(section.title))
            called = named.union(title, *map(term_texts, section.path))
            if not (thing and thing <= title and asked.beside <= called):
                continue
            besides = len(title - thing - asked.beside)
            listed = _list_below(records, document, section) if besides <= MOST_BESIDE else None
            if listed is not None and asked.count in {0, listed.count}:
                found.append((besides, listed))
    least = min((besides for besides, _ in found), default=0)
    return [listed for besides, listed in found if besides == least]


def _words(name: str) -> list[str]:
    """The stems of a file name's words."""
    return term_texts(re.sub(r"[_.\-]+", " ", name))


def _list_below(records: LibraryRecords, document: Document, section: Section) -> HeadedList | None:
    """The list that a section is, with at most a lead-in before it, or else the rows of its
    table."""
    chunks = sorted(
        (
            chunk
            for chunk in records.chunks_of(document.id)
            if chunk.start < section.end and section.start < chunk.end
        ),
        key=lambda chunk: chunk.start,
    )
    told = _items([chunk for chunk in chunks if chunk.kind == "prose"], section)
    if not told:
        rows = [
            chunk for chunk in chunks if chunk.kind == "table_row" and chunk.start >= section.start
        ]
        told = [[QuotableSentence(row.text, row.start, row.end, row)] for row in rows]
    if len(told) < LEAST_ITEMS:
        return None
    items = tuple(chain.from_iterable(told[:MOST_ITEMS]))
    return HeadedList(document, section.title, items, len(told))


def _items(chunks: Sequence[Chunk], section: Section) -> list[list[QuotableSentence]]:
    """The items of a list that is most of what a section says, each of one quote or, where it goes
    on in the next passage, of more; none where it is not.

    Args:
        chunks: the passages that hold the section; a short one shares its passage with others.
    """
    told: list[list[QuotableSentence]] = []
    items = units = before = 0
    goes_on, last = False, section.start
    for chunk, unit in _units(chunks):
        if unit.start < last or unit.end > section.end:
            continue  # passages overlap, and may hold other sections
        apart = _PARAGRAPH_END in chunk.text[max(0, last - chunk.start) : unit.start - chunk.start]
        last, units = unit.end, units + 1
        if is_item(unit):
            told.append([QuotableSentence(unit.text, unit.start, unit.end, chunk)])
            goes_on, items = True, items + 1
        elif not told:
            before += 1
        elif goes_on and not apart:  # the item's second sentence
            told[-1] = _with(told[-1], unit, chunk)
            items += 1
        else:
            goes_on = False
    return told if before <= MOST_BEFORE and items >= LEAST_SHARE * units else []


def _with(item: Sequence[QuotableSentence], unit: Unit, chunk: Chunk) -> list[QuotableSentence]:
    """An item with its next sentence, in one quote where both are of one passage."""
    *before, last = item
    if last.chunk.id != chunk.id:
        return [*item, QuotableSentence(unit.text, unit.start, unit.end, chunk)]
    return [*before, replace(last, text=f"{last.text} {unit.text}", end=unit.end)]


def _units(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, Unit]]:
    for chunk in chunks:
        for unit in cut_chunk(chunk, 1):
            yield chunk, unit
