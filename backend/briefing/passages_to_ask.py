"""Passages that a language model writes questions of: drawn by chance, but the same ones each time.

What is drawn hangs on each passage alone, so that a making that was interrupted goes on with the
passages that it began with.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from backend.identity import content_id
from backend.ports import Records
from backend.types import Chunk

LEAST_WORDS = 12
"""A passage of fewer words says too little to be asked about."""
LEAST_LETTERS = 0.6
"""Share of letters among a passage's signs: below it is figures, dots or rules."""
MOST_HOLDING = 6
"""A name that more passages hold leads to no one of them."""
LEAST_NAME = 4
_PARTS = frozenset(["heading", "row label"])
"""Kinds of entities that are parts of documents and no names."""
APART = 2
"""Passages of one document that are asked about together are at least so many places apart."""


def passages_to_ask(records: Records, collection_id: str, most: int) -> list[Chunk]:
    """The passages of running text of up to so many documents, one of each document in turn."""
    documents = records.documents(collection_id)
    drawn = sorted(documents, key=lambda document: content_id("asked", document.id))[:most]
    queues = [
        sorted(
            filter(_says_something, records.chunks_of(each.id)),
            key=lambda chunk: content_id("asked", chunk.id),
        )
        for each in drawn
    ]
    return [
        queue[place]
        for place in range(max(map(len, queues), default=0))
        for queue in queues
        if place < len(queue)
    ]


def pairs_to_ask(
    records: Records, collection_id: str, passages: Sequence[Chunk]
) -> Iterator[tuple[str, Chunk, Chunk]]:
    """Names with two passages that share them, in an order drawn by chance. A name is no title of
    either document, so that it is not what they are about anyway; each name and each passage comes
    once."""
    by_id = {passage.id: passage for passage in passages}
    entities = records.entities(collection_id)
    names = {each.id: each.name for each in entities if each.kind not in _PARTS}
    holding: defaultdict[str, list[str]] = defaultdict(list)
    for entity, chunk_id, _ in records.mentions(collection_id):
        holding[entity].append(chunk_id)
    used: set[str] = set()
    for entity in sorted(holding, key=lambda each: content_id("asked", each)):
        name = names.get(entity, "")
        there = [by_id[each] for each in holding[entity] if each in by_id]
        if not 1 < len(holding[entity]) <= MOST_HOLDING or not _is_shared(name, there):
            continue
        pair = _first_pair([each for each in there if each.id not in used and _in(name, each.text)])
        if pair is not None:
            used.update(chunk.id for chunk in pair)
            yield name, *pair


def _says_something(chunk: Chunk) -> bool:
    if chunk.kind != "prose" or chunk.end - chunk.start != len(chunk.text):
        return False
    letters = sum(map(str.isalpha, chunk.text))
    return len(chunk.text.split()) >= LEAST_WORDS and letters >= LEAST_LETTERS * len(chunk.text)


def _is_shared(name: str, there: Sequence[Chunk]) -> bool:
    return (
        len(there) > 1
        and len(name) >= LEAST_NAME
        and any(map(str.isupper, name))
        and not any(_in(name, chunk.title) for chunk in there)
    )


def _in(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _first_pair(there: Sequence[Chunk]) -> tuple[Chunk, Chunk] | None:
    """Two passages of different documents; else of one, if they are apart."""
    ordered = sorted(there, key=lambda chunk: content_id("asked", chunk.id))
    pairs = list(combinations(ordered, 2))
    for first, second in pairs:
        if first.document_id != second.document_id:
            return first, second
    for first, second in pairs:
        if abs(first.ordinal - second.ordinal) >= APART:
            return first, second
    return None
