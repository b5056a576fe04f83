"""Collects what a broad question is answered from: headings, with sentences under each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, zip_longest

from backend.analysis import term_texts
from backend.pipelines._broad.aspects import words_of
from backend.pipelines._broad.by_themes import dividing, themes_told
from backend.pipelines._broad.documents import documents_meant, documents_searched
from backend.pipelines._broad.headed_lists import (
    AskedHeading,
    HeadedList,
    asked_heading,
    headed_lists,
)
from backend.pipelines._broad.listed_in_sentences import listed_in_sentences
from backend.pipelines._broad.outline import Outline, outline, shown_heading
from backend.pipelines._broad.own_words import all_of, parts_of, some_of
from backend.pipelines._broad.telling import QuotableSentence, ranked, sentences_of
from backend.pipelines._broad.wording import Breadth, breadth_of
from backend.pipelines._community.theme_tree import themes_of
from backend.ports import Parts, Retrieval
from backend.types import Chunk, Hit, Query, RetrieverCard, Section, Signal, Step

RETRIEVER_CARD = RetrieverCard(
    "overview",
    plain="overview",
    clause="whether it stands for a part of what was asked about broadly",
    family="choice",
    place=180,
    asked="never",
)

MOST_DOCUMENTS = 8
"""A collection of so many documents is told document by document, a larger one by its themes."""
MOST_HEADINGS = 6
DEPTH = 24
"""Passages in which the sentences on one aspect are sought."""
COMPARED = 90
"""Sentences on an aspect that are compared with the question by their meaning."""
OWN = 0.15
"""Weight of a sentence's own worth beside its cosine with the question."""
NAMED = 0.1
"""Worth of a sentence that names the aspect by its own word."""
MOST_OF_ONE = 2
"""Sentences under one heading."""
HEADED = 1.0
"""Worth of a sentence in a section that is called by the aspect: it need not be like the question,
which it seldom is (“Heavy rain would turn the meadow to mud” under “Risks”)."""
MOST_BESIDE = 2
"""Words of such a section's title beside the aspect, at most."""
MOST_OF_NAMED = 4
"""Sentences of such a section."""
MOST_HEADED = 60
"""Passages under headings that name the aspect."""
LEAST = 0.3
"""Least worth of a sentence on an aspect."""
ALIKE = 0.85
"""Cosine from which two sentences say the same."""
MOST_READ_FOR_HEADINGS = 50
"""Documents whose headings are searched for an aspect."""
NOTICE = (
    "An outline, made without a language model: the sentences are quoted word for word, the "
    "headings are the documents' own or words that their sentences share."
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the overview with the sentences under it; the name may be empty. `closing` is
    said after them and only lists headings of the document."""

    name: str
    sentences: tuple[QuotableSentence, ...]
    closing: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """What a broad question found. `opening` is said first and claims nothing but a list."""

    retrieval: Retrieval
    opening: str
    headings: tuple[Heading, ...]


Retrieve = Callable[[Query], Retrieval]


def overview_of(parts: Parts, query: Query, retrieve: Retrieve) -> Overview | None:
    """What a broad question is answered from; None for any other question, or where nothing
    can be told.

    Args:
        retrieve: the pipeline's own search, for questions on one aspect.
    """
    if query.filters.chunk_ids is not None:
        return None
    started = time.perf_counter()
    hits = cache(partial(_wide, query, retrieve))
    asked = asked_heading(query.text)
    if asked is not None and (listed := _listed(parts, query, asked, hits)):
        found = [_of_list(each, several=len(listed) > 1) for each in listed[:MOST_HEADINGS]]
        of = len({each.document.id for each in listed})
        seconds = time.perf_counter() - started
        return _made(parts, found, "", Breadth("aspect", "", asked.thing), of, seconds)
    if asked is not None and (said := _in_sentences(parts, asked, hits())):
        seconds = time.perf_counter() - started
        return _made(parts, said, "", Breadth("aspect", "", asked.thing), len(said), seconds)
    breadth = breadth_of(query.text)
    documents = () if breadth is None else documents_meant(parts, query, breadth)
    if breadth is None or not documents:
        return None
    if breadth.kind == "aspect":
        if breadth.name:
            ids = tuple(document.id for document in documents)
            query = replace(query, filters=replace(query.filters, document_ids=ids))
            found = _of_aspect(parts, query, breadth, _wide(query, retrieve))
        else:
            found = _of_aspect(parts, query, breadth, hits())
        opening = ""
    elif len(documents) == 1:
        found, opening = _of_document(outline(parts.records, documents[0])), ""
    elif len(documents) <= MOST_DOCUMENTS:
        found = _of_documents(
            [outline(parts.records, document) for document in documents], breadth.language
        )
        opening = all_of([document.title for document in documents], breadth.language)
    else:
        tree = themes_of(parts.records, parts.settings, query.collection_id)
        told = themes_told(parts, dividing(tree), documents)
        found = [Heading(*theme) for theme in told]
        titles = [document.title for document in documents[:MOST_DOCUMENTS]]
        opening = some_of(titles, len(documents), breadth.language)
    if not any(heading.sentences for heading in found):
        return None
    return _made(parts, found, opening, breadth, len(documents), time.perf_counter() - started)


def _wide(query: Query, retrieve: Retrieve) -> tuple[Hit, ...]:
    """What a question finds in so many passages that an overview can be made of them."""
    return retrieve(replace(query, top_k=max(DEPTH, query.top_k))).hits


def _listed(
    parts: Parts, query: Query, asked: AskedHeading, hits: Callable[[], Sequence[Hit]]
) -> list[HeadedList]:
    """The lists that a question asks all of; of many documents those are read that its own words
    find."""
    documents = documents_searched(parts.records, query)
    if len(documents) > MOST_READ_FOR_HEADINGS:
        near = {hit.chunk.document_id for hit in hits()[:DEPTH]}
        documents = [document for document in documents if document.id in near]
    return headed_lists(parts.records, asked, documents)


def _in_sentences(parts: Parts, asked: AskedHeading, hits: Sequence[Hit]) -> list[Heading]:
    """The lists that sentences of the passages that are found hold, one of each document."""
    found = []
    lists = listed_in_sentences(asked, [hit.chunk for hit in hits], partial(_after, parts))
    for listed in lists[:MOST_HEADINGS]:
        quotes = tuple(chain.from_iterable(listed.items))
        section = _section_at(parts.records.sections(listed.chunk.document_id), quotes[0])
        closing = f"And {listed.more} more in this sentence." if listed.more else ""
        found.append(Heading(_heading(listed.chunk, section, several=True), quotes, closing))
    return found


def _after(parts: Parts, chunk: Chunk) -> Chunk | None:
    """The passage of prose behind one in its document."""
    behind = (
        each
        for each in parts.records.chunks_of(chunk.document_id)
        if each.kind == "prose" and each.start > chunk.start
    )
    return min(behind, key=lambda each: each.start, default=None)


def _of_list(listed: HeadedList, *, several: bool) -> Heading:
    own = shown_heading(listed.title)
    name = f"{listed.document.title}: {own}" if several else own
    closing = f"And {listed.more} more below this heading." if listed.more else ""
    return Heading(name, listed.items, closing)


def _of_document(found: Outline) -> list[Heading]:
    """What the document is, then its main parts, each in the sentence that tells most of it."""
    said: set[str] = set()
    lead = (
        found.lead[:1]
        or tuple(sentence for part in found.parts for sentence in part.sentences[:1])[:1]
    )
    said.update(each.text for each in lead)
    headings = [Heading("", lead)]
    for part in found.parts:
        number = 1 if part.name else 3
        told = [sentence for sentence in part.sentences if sentence.text not in said][:number]
        said.update(sentence.text for sentence in told)
        if told:
            headings.append(Heading(part.name, tuple(told)))
    return headings


def _of_documents(outlines: Sequence[Outline], language: str) -> list[Heading]:
    """Each document in the sentence that says most of it, with the names of its parts."""
    headings = []
    for each in outlines:
        told = each.lead[:1] or tuple(one for part in each.parts for one in part.sentences[:1])[:1]
        names = list(dict.fromkeys(part.name for part in each.parts if part.name))
        if told:
            closing = parts_of(names, language) if len(names) > 1 else ""
            headings.append(Heading(each.document.title, told, closing))
    return headings


def _of_aspect(parts: Parts, query: Query, breadth: Breadth, hits: Sequence[Hit]) -> list[Heading]:
    """The sentences on one aspect, nearest first, under the headings that they stand under."""
    wanted = words_of(breadth.aspect)
    named = set(term_texts(breadth.aspect))
    headed = _headed(parts, query, wanted)
    chunks = list(dict.fromkeys((*(hit.chunk for hit in hits), *headed)))
    documents = list(dict.fromkeys(each.document_id for each in chunks))
    sections = {document: parts.records.sections(document) for document in documents}
    candidates: list[QuotableSentence] = []
    for chunk in chunks:
        candidates += sentences_of([chunk], sections[chunk.document_id])
    heads = [
        _section_at(sections[candidate.chunk.document_id], candidate) for candidate in candidates
    ]
    held = [
        bool(wanted & set(term_texts(quotable_sentence.text, keep_stop_words=True)))
        or bool(head and wanted & set(term_texts(" ".join(head.path), keep_stop_words=True)))
        for quotable_sentence, head in zip(candidates, heads, strict=True)
    ]
    order = [place for place in range(len(candidates)) if held[place]][:COMPARED]
    if not order:
        return []
    vectors = parts.embedders.of(query.collection_id).embed(
        [query.text, *(candidates[each].text for each in order)]
    )
    own = {
        quotable_sentence.text: quotable_sentence.worth for quotable_sentence in ranked(candidates)
    }
    called = [is_called(head.title if head else "", breadth.aspect) for head in heads]
    worth = {
        place: float(vectors[row + 1] @ vectors[0])
        + OWN * own[candidates[place].text]
        + NAMED * bool(named & set(term_texts(candidates[place].text)))
        + HEADED * called[place]
        for row, place in enumerate(order)
    }
    several = len({candidate.chunk.document_id for candidate in candidates}) > 1
    names = [
        _heading(candidate.chunk, head, several=several)
        for candidate, head in zip(candidates, heads, strict=True)
    ]
    chosen: list[int] = []
    row_of = {place: row + 1 for row, place in enumerate(order)}
    for place in sorted(order, key=lambda each: -worth[each]):
        alike = any(
            float(vectors[row_of[place]] @ vectors[row_of[each]]) > ALIKE for each in chosen
        )
        name = names[place]
        most = MOST_OF_NAMED if called[place] else MOST_OF_ONE
        full = sum(names[each] == name for each in chosen) >= most
        if worth[place] >= LEAST and not alike and not full:
            chosen.append(place)
        if len(chosen) == MOST_HEADINGS:
            break
    grouped: dict[str, list[QuotableSentence]] = {}
    for place in chosen:
        grouped.setdefault(names[place], []).append(candidates[place])
    return [Heading(name, tuple(told)) for name, told in grouped.items()]


def is_called(title: str, aspect: str) -> bool:
    """Whether a section's own title is the aspect's name, with few other words."""
    named = frozenset(term_texts(aspect))
    words = frozenset(text for text in term_texts(title) if not any(map(str.isdigit, text)))
    return bool(named) and named <= words and len(words - named) <= MOST_BESIDE


def _headed(parts: Parts, query: Query, wanted: frozenset[str]) -> list[Chunk]:
    """Passages of sections whose heading names the aspect, in turns over the sections."""
    allowed = query.filters.document_ids
    found: list[list[Chunk]] = []
    documents = parts.records.documents(query.collection_id)
    for document in documents[:MOST_READ_FOR_HEADINGS]:
        if allowed and document.id not in allowed:
            continue
        fitting = {
            section.id
            for section in parts.records.sections(document.id)
            if wanted & set(term_texts(" ".join(section.path), keep_stop_words=True))
        }
        if fitting:
            by_section: dict[str, list[Chunk]] = {}
            for chunk in parts.records.chunks_of(document.id):
                if chunk.section_id in fitting and chunk.kind == "prose":
                    by_section.setdefault(chunk.section_id, []).append(chunk)
            found += by_section.values()
    turns = [each for turn in zip_longest(*found) for each in turn if each is not None]
    return turns[:MOST_HEADED]


def _section_at(sections: Sequence[Section], told: QuotableSentence) -> Section | None:
    holding = [
        section
        for section in sections
        if section.level and section.start <= told.start < section.end
    ]
    return max(holding, key=lambda section: section.start, default=None)


def _heading(chunk: Chunk, section: Section | None, *, several: bool) -> str:
    own = shown_heading(section.title) if section else ""
    own = "" if own == chunk.title else own
    return ": ".join(each for each in (chunk.title if several else "", own) if each) or chunk.title


def _made(
    parts: Parts,
    headings: Sequence[Heading],
    opening: str,
    breadth: Breadth,
    documents: int,
    seconds: float,
) -> Overview:
    sentences = [sentence for heading in headings for sentence in heading.sentences]
    chunks = list(dict.fromkeys(sentence.chunk for sentence in sentences))
    worth = {chunk.id: 1.0 / rank for rank, chunk in enumerate(chunks, start=1)}
    hits = tuple(
        Hit(
            chunk,
            worth[chunk.id],
            (Signal(RETRIEVER_CARD.name, rank, None, None, worth[chunk.id]),),
        )
        for rank, chunk in enumerate(chunks, start=1)
    )
    what = {
        "collection": "the whole collection",
        "document": "what a document is about",
        "aspect": f"“{breadth.aspect}” across the documents",
    }[breadth.kind]
    step = Step(
        "overview",
        f"A broad question, on {what}: {len(sentences)} sentences under {len(headings)} headings, "
        f"of {documents} {'document' if documents == 1 else 'documents'}",
        seconds,
        {
            heading.name: f"{len(heading.sentences)} sentences"
            for heading in headings
            if heading.name
        },
        tuple(hit.chunk.id for hit in hits),
    )
    retrieval = Retrieval(hits, parts.index.sequence(), (step,))
    return Overview(retrieval, opening, tuple(headings))
