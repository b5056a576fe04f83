"""What a collection holds: its documents in time, what they are about and whom they name.

Everything is taken from what was worked out when the files were read, and is quoted with its page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from backend.briefing.quotations import called, quotation
from backend.graph.named_graph import is_abbreviation, is_name, small_words
from backend.pipelines._broad.by_themes import dividing, themes_told
from backend.pipelines._broad.outline import Outline, outline, shown_heading
from backend.pipelines._broad.telling import QuotableSentence, sentences_of
from backend.pipelines._community.theme_tree import themes_of
from backend.ports import Parts, Records
from backend.scope.views import scope_views_over
from backend.types import BriefDocument, BriefName, BriefTheme, Chunk, Document, Quotation

MOST_OUTLINED = 12
"""A collection of so many documents is told by their own headings, a larger one by its themes."""
MOST_DOCUMENTS, MOST_THEMES, MOST_NAMES, MOST_ABBREVIATIONS = 40, 6, 12, 6
LEAST_PASSAGES = 2
"""In which a name of one word, or two names joined by "and", must stand; one of several words may
stand in a single one."""
LONGEST_QUOTE = 220
_NOTE = re.compile(r"\s*\([^()]*\)\s*$")
_NUMBER = re.compile(r"(?i)^(?:item|section|part|article)\s+\d+(?:\.\d+)*[.:)]?\s+(?=\S)")


def outlines_of(parts: Parts, documents: Sequence[Document]) -> list[Outline]:
    """The documents by their headings, as far as there are few of them."""
    if len(documents) > MOST_OUTLINED:
        return []
    return [outline(parts.records, document) for document in documents]


def brief_documents(
    parts: Parts,
    collection_id: str,
    documents: Sequence[Document],
    outlines: Sequence[Outline],
    years: Mapping[str, tuple[str, str]],
) -> tuple[BriefDocument, ...]:
    """The documents in the order of their time; those of no known time come last, by title. A list
    that says nothing of its time is of when its rows are.

    Args:
        years: the first and the last year of lists' rows by document.
    """
    known = scope_views_over(parts).of(collection_id, wait=True).directory.by_id
    lead = {each.document.id: each.lead[0] for each in outlines if each.lead}
    found = []
    for document in documents:
        profile = known.get(document.id)
        times = profile.times if profile else None
        when = [day.isoformat() for day in times.days] if times else []
        when += [str(period) for period in times.periods] if times else []
        told = lead.get(document.id)
        about = _told(parts.records, told) if told else None
        period, until = (when[0], "") if when else years.get(document.id, ("", ""))
        found.append(
            BriefDocument(
                document.id,
                called(document),
                document.pages,
                period,
                about,
                "" if until == period else until,
            )
        )
    ordered = sorted(found, key=lambda each: (not each.period, _by_year(each.period), each.title))
    return tuple(ordered[:MOST_DOCUMENTS])


def _by_year(period: str) -> tuple[str, str]:
    year = re.search(r"(?:19|20)\d\d", period)
    return (year[0] if year else "", period)


def _told(records: Records, told: QuotableSentence) -> Quotation:
    text = told.text if len(told.text) <= LONGEST_QUOTE else _cut(told.text)
    return quotation(records, told.chunk, told.start, told.end, text)


def _cut(text: str) -> str:
    return text[:LONGEST_QUOTE].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"


# --- what they are about ---------------------------------------------------------------------


def brief_themes(
    parts: Parts, collection_id: str, documents: Sequence[Document], outlines: Sequence[Outline]
) -> tuple[BriefTheme, ...]:
    """The parts of a small collection's documents, in turns; the themes of a large one."""
    if outlines:
        return _by_headings(parts.records, outlines)
    tree = themes_of(parts.records, parts.settings, collection_id)
    dividing_themes = dividing(tree)
    held = {
        shown_heading(theme.title) or theme.title: len(
            {
                community.document_id
                for community in parts.records.communities_named(theme.community_ids).values()
            }
        )
        for theme in dividing_themes
    }
    told = themes_told(parts, dividing_themes, tuple(documents))
    return tuple(
        BriefTheme(title, held.get(title, 1), _told(parts.records, sentences[0]))
        for title, sentences in told[:MOST_THEMES]
    )


def _by_headings(records: Records, outlines: Sequence[Outline]) -> tuple[BriefTheme, ...]:
    """Headings of the documents in turns, each with the sentence that tells most of its part."""
    speaking: dict[str, set[str]] = defaultdict(set)
    for each in outlines:
        for part in each.parts:
            speaking[heading_of(part.name).casefold()].add(each.document.id)
    turns = zip_longest(*([(each, part) for part in each.parts] for each in outlines))
    found: dict[str, BriefTheme] = {}
    said: set[str] = {each.lead[0].text for each in outlines if each.lead}
    for turn in turns:
        for pair in turn:
            if pair is None or len(found) == MOST_THEMES:
                continue
            title = heading_of(pair[1].name) or called(pair[0].document)
            told = next(
                (sentence for sentence in pair[1].sentences if sentence.text not in said), None
            )
            if told is None or title.casefold() in found:
                continue
            said.add(told.text)
            number = len(speaking[title.casefold()]) or 1
            found[title.casefold()] = BriefTheme(title, number, _told(records, told))
    return tuple(found.values())


def heading_of(title: str) -> str:
    """A heading as a person would say it: without its number and what stands in brackets."""
    return shown_heading(_NUMBER.sub("", _NOTE.sub("", title))).rstrip(" .:")


# --- whom and what they name -----------------------------------------------------------------


def brief_names(
    records: Records, collection_id: str, passages: Sequence[Chunk]
) -> tuple[BriefName, ...]:
    """The names in whole sentences, those of most documents and passages first, abbreviations last.

    A word that the same documents also write without a capital is no name ("Company", "Quarter");
    what stands in forms, headings and tables alone is passed over.
    """
    told: dict[str, list[QuotableSentence]] = defaultdict(list)
    for sentence in sentences_of(passages):
        told[sentence.chunk.id].append(sentence)
    small = small_words(passages)
    mentioning: dict[str, list[str]] = defaultdict(list)
    for entity_id, chunk_id, _ in records.mentions(collection_id):
        if chunk_id in told:
            mentioning[entity_id].append(chunk_id)
    found = []
    for entity in records.entities(collection_id):
        if entity.kind != "name" or not is_name(entity.name, small):
            continue
        spelled = r"\s+".join(map(re.escape, entity.name.split()))
        wanted = re.compile(rf"(?<!\w){spelled}(?!\w)")
        first = {
            chunk_id: next((each for each in told[chunk_id] if wanted.search(each.text)), None)
            for chunk_id in mentioning.get(entity.id, ())
        }
        held = [each for each in first.values() if each is not None]
        alone = " " in entity.name and " and " not in entity.name
        if len(held) >= (1 if alone else LEAST_PASSAGES):
            documents = len({each.chunk.document_id for each in held})
            found.append((documents, len(held), entity.name, held))
    found.sort(key=lambda each: (-each[0], -each[1], each[2]))
    names: list[BriefName] = []
    short: list[BriefName] = []
    for documents, number, name, held in found:
        into, most = (short, MOST_ABBREVIATIONS) if is_abbreviation(name) else (names, MOST_NAMES)
        there = (*names, *short)
        if len(into) == most or any(name in each.name or each.name in name for each in there):
            continue  # enough, or a part of a name that is there already
        earliest = min(held, key=lambda each: (each.chunk.document_id, each.start))
        said = _told(records, earliest)
        into.append(BriefName(name, documents, number, said, into is short))
    return (*names, *short)
