"""What one document adds to its collection's view: its terms, names and where they stand.

A part depends on its document alone; words and names are numbered by a vocabulary that only grows,
so that parts stay valid while documents come and go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.passage_view.names import lead_name, name_key, title_keys
from backend.passage_view.passage_subjects import (
    LATER_PARAGRAPH,
    heading_keys,
    heading_of,
    introduced,
    paragraphs_of,
    subjects_of,
)
from backend.sentences import sentence_spans
from backend.types import Chunk, Document
from backend.word_pieces import pieces, tokenizer

Rows = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]
Pieces = npt.NDArray[np.uint16]

SUBJECT_WEIGHT = 1.0
FIRST_SENTENCE_WEIGHT = 0.55
LATER_WEIGHT = 0.3
REPETITION = 0.15
"""What each further mention adds, as a share."""
SORTS_THAT_STAND_FOR = {"heading": 0.6, "row label": 0.8}
"""Sorts of entities that are a passage's own label, with how surely they stand for it."""
PERSON_WITHOUT_MIDDLE_WEIGHT = 0.5
HEADING_BEGINS = 10
"""A heading within so many characters of a passage's beginning stands there already."""
TITLE_PASSAGES = 4
"""A title stands for at most so many of the document's first passages."""


class Vocabulary:
    """Numbers for words and for name keys, given in the order in which they are first seen."""

    def __init__(self) -> None:
        self.terms: dict[str, int] = {}
        self.keys: dict[str, int] = {}

    def term(self, text: str) -> int:
        """The word's number."""
        return self.terms.setdefault(text, len(self.terms))

    def key(self, text: str) -> int:
        """The name's number."""
        return self.keys.setdefault(text, len(self.keys))


class Mention(NamedTuple):
    """An entity in a chunk: its sort and key, and how often it is named there."""

    sort: str
    key: str
    chunk_id: str
    times: int


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """Sparse rows of one document. `chunk` columns count its chunks by ordinal from 0.

    `terms`: (chunk, term, count) of title and text. `mentions`: (chunk, key), `aboutness` in [0, 1]
    says how much the chunk is about it. `stands_for`: (key, chunk, 1 if it is the chunk's label)
    with `sureness` in [0, 1]: titles, headings, row labels and subjects, and the passages that they
    are the name of; a subject is no label, since it may be another passage's title. `title_terms`:
    terms of the title; `path_terms`: (chunk, term) of the headings above a chunk, the title left
    out; `heading_terms`: (chunk, term) of the nearest of them. `pieces`: the distinct word pieces
    of each chunk's title and text, one chunk after the other, `piece_counts` of each; -1 where no
    tokenizer was there to cut them.
    """

    document_id: str
    media_type: str
    chunk_ids: tuple[str, ...]
    lengths: Rows
    terms: Rows
    mentions: Rows
    aboutness: Weights
    stands_for: Rows
    sureness: Weights
    title_terms: Rows
    path_terms: Rows
    heading_terms: Rows
    pieces: Pieces
    piece_counts: Rows


def part_of(
    document: Document, chunks: Sequence[Chunk], mentions: Iterable[Mention], vocabulary: Vocabulary
) -> DocumentPart:
    """Read one document into a part. `mentions` of chunks that are not given are left out."""
    ordered = sorted(chunks, key=lambda chunk: (chunk.ordinal, chunk.id))
    number = {chunk.id: position for position, chunk in enumerate(ordered)}
    title_terms = term_texts(document.title)
    terms: list[tuple[int, int, int]] = []
    lengths: list[int] = []
    for position, chunk in enumerate(ordered):
        counts = Counter(term_texts(chunk.text))
        counts.update(title_terms)
        lengths.append(counts.total())
        terms.extend((position, vocabulary.term(term), n) for term, n in counts.items())
    paragraphs = [paragraphs_of(chunk) for chunk in ordered]
    beginnings = [_beginnings(paragraph) for paragraph in paragraphs]
    about: dict[tuple[int, int], float] = {}
    stands: dict[tuple[int, int], float] = {}
    for mention in mentions:
        position = number.get(mention.chunk_id, -1)
        if position < 0 or not mention.key:
            continue
        key = vocabulary.key(mention.key)
        if mention.sort in SORTS_THAT_STAND_FOR:
            stands[key, position] = SORTS_THAT_STAND_FOR[mention.sort]
        else:
            about[position, key] = _aboutness(mention, beginnings[position])
    for position, own in enumerate(paragraphs):
        words = name_key(lead_name(own[0])).split() if own else []
        if len(words) == 3:
            key = vocabulary.key(f"{words[0]} {words[2]}")
            about.setdefault((position, key), PERSON_WITHOUT_MIDDLE_WEIGHT)
    headings = [heading_of(chunk) for chunk in ordered]
    _add(stands, vocabulary, _title_forms(document.title, ordered))
    _add(stands, vocabulary, _heading_forms(headings, ordered))
    labels = set(stands)
    _add(stands, vocabulary, _subject_forms(paragraphs))
    paths = {
        chunk.path: sorted(
            {term for part in chunk.path if part != document.title for term in term_texts(part)}
        )
        for chunk in ordered
    }
    cut = _pieces(ordered)
    return DocumentPart(
        document_id=document.id,
        media_type=document.media_type,
        chunk_ids=tuple(chunk.id for chunk in ordered),
        lengths=np.array(lengths, np.int32),
        terms=_table(terms, 3),
        mentions=_table(list(about), 2),
        aboutness=np.array(list(about.values()), np.float32),
        stands_for=_table([(*place, int(place in labels)) for place in stands], 3),
        sureness=np.array(list(stands.values()), np.float32),
        title_terms=np.array(sorted({vocabulary.term(term) for term in title_terms}), np.int32),
        path_terms=_table(
            [
                (position, vocabulary.term(term))
                for position, chunk in enumerate(ordered)
                for term in paths[chunk.path]
            ],
            2,
        ),
        heading_terms=_table(
            [
                (position, vocabulary.term(term))
                for position, heading in enumerate(headings)
                for term in sorted(set(term_texts(heading)))
            ],
            2,
        ),
        pieces=np.concatenate([np.zeros(0, np.uint16), *(cut or [])]),
        piece_counts=np.array(
            [-1] * len(ordered) if cut is None else [piece.size for piece in cut], np.int32
        ),
    )


def _add(
    stands: dict[tuple[int, int], float],
    vocabulary: Vocabulary,
    forms: Iterable[tuple[str, int, float]],
) -> None:
    """Add forms (key, chunk, how surely); of several the surest counts."""
    for form, position, weight in forms:
        place = (vocabulary.key(form), position)
        stands[place] = max(weight, stands.get(place, 0.0))


def _title_forms(title: str, ordered: Sequence[Chunk]) -> Iterator[tuple[str, int, float]]:
    for form, weight in title_keys(title).items():
        for position in range(min(len(ordered), TITLE_PASSAGES)):
            yield form, position, weight / (1.0 + 0.5 * position)


def _heading_forms(
    headings: Sequence[str], ordered: Sequence[Chunk]
) -> Iterator[tuple[str, int, float]]:
    """A heading stands for the first passage below it most, for later ones less, as a title."""
    for position, within in enumerate(_places_within(ordered)):
        for form, weight in heading_keys(headings[position]).items():
            yield form, position, weight / (1.0 + 0.5 * within)


def _subject_forms(paragraphs: Sequence[list[str]]) -> Iterator[tuple[str, int, float]]:
    for position, own in enumerate(paragraphs):
        for form, weight in subjects_of(own):
            yield form, position, weight


def _pieces(chunks: Sequence[Chunk]) -> list[Pieces] | None:
    """The distinct word pieces of each chunk, ascending; None without a tokenizer."""
    if tokenizer() is None:
        return None
    found = pieces([titled_text(chunk) for chunk in chunks])
    return [np.unique(each).astype(np.uint16) for each in found]


def titled_text(chunk: Chunk) -> str:
    """What late interaction compares: a passage below its title and the heading nearest above it.

    A heading that the passage begins with is not said twice.
    """
    heading = heading_of(chunk)
    if heading and heading not in chunk.text[: len(heading) + HEADING_BEGINS]:
        return f"{chunk.title}\n{heading}\n{chunk.text}"
    return f"{chunk.title}\n{chunk.text}"


def _places_within(ordered: Sequence[Chunk]) -> list[int]:
    """Per chunk how many of the same section stand before it."""
    seen: Counter[str] = Counter()
    found = []
    for chunk in ordered:
        found.append(seen[chunk.section_id])
        seen[chunk.section_id] += 1
    return found


def _beginnings(paragraphs: Sequence[str]) -> list[tuple[str, float]]:
    """The first sentence of a passage, and of each paragraph that introduces a subject of its own,
    as a key between blanks, with what it counts.
    """
    return [
        (f" {name_key(_first_sentence(paragraph))} ", LATER_PARAGRAPH if number else 1.0)
        for number, paragraph in enumerate(paragraphs)
        if not number or introduced(paragraph)
    ]


def _aboutness(mention: Mention, beginnings: Sequence[tuple[str, float]]) -> float:
    """How much a passage is about a name: its subject, named early, or in passing."""
    weight = LATER_WEIGHT
    for beginning, factor in beginnings:
        at = beginning.find(f" {mention.key} ")
        if at >= 0:
            weight = max(weight, factor * (FIRST_SENTENCE_WEIGHT if at else SUBJECT_WEIGHT))
    return min(1.0, weight * (1.0 + REPETITION * (mention.times - 1)))


def _first_sentence(text: str) -> str:
    head = text[:400]
    spans = sentence_spans(head)
    return head[: spans[0][1]] if spans else head


def _table(rows: Sequence[tuple[int, ...]], columns: int) -> Rows:
    return np.array(rows, np.int32).reshape(-1, columns)
