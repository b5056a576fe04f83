"""A passage that ends in the middle of what it announces or promises, shown with it.

Passages are cut by length, so that “The keys are:” may be the last line of one and the keys may
open the next, which no question finds by the words that the first has. So may “-q, --quiet” and
what that does. The passage is widened by them: it keeps its id, and its span says how far it
reaches.
"""

from __future__ import annotations

import re
from dataclasses import replace

from backend.ports import LibraryRecords, Retrieval
from backend.tasks.answer.extractive.joined_fragments import ends_with_option
from backend.tasks.answer.extractive.promised_tables import promised_end, promises_table
from backend.types import Chunk, Hit

LONGEST = 640
"""Characters that a passage is widened by, at most."""
LONGEST_PARAGRAPH = 320
"""The same where no list follows, but one paragraph or listing."""

_ANNOUNCES = re.compile(r":\s*$")
_BREAKS_OFF = re.compile(r"(?i)\b(?:is|are|includes?|contains?|to|by|following|if|when)\s*$")
_LAST_SENTENCE = re.compile(r"(?s)^.*(?:\n\s*\n|[.!?]\s+(?=[A-Z]))")
"""What stands before the last sentence."""
_ITEM = re.compile(r"(?:[•▪◦‣·*–—-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+\S")
_PARAGRAPH = re.compile(r"\S(?:(?!\n[^\S\n]*\n).)*", re.DOTALL)


def with_announced_lists(records: LibraryRecords, found: Retrieval) -> Retrieval:
    """The retrieval, each passage that ends with an announcement going on with what it announces:
    the items of a list, the table or lines that it promises, or, behind a colon or the names of
    an option, the next paragraph."""
    return replace(found, hits=tuple(_going_on(records, hit) for hit in found.hits))


def _going_on(records: LibraryRecords, hit: Hit) -> Hit:
    chunk = hit.chunk
    colon = _ANNOUNCES.search(chunk.text) is not None
    promises = promises_table(_LAST_SENTENCE.sub("", chunk.text.rstrip()).strip())
    option = ends_with_option(chunk.text)
    ends_early = colon or promises or option or _BREAKS_OFF.search(chunk.text)
    if chunk.kind != "prose" or not ends_early:
        return hit
    after = records.text(chunk.document_id, chunk.end, chunk.end + 2 * LONGEST)
    if option:
        match = _PARAGRAPH.search(after)
        more = match.start() + len(match.group().rstrip()) if match is not None else 0
        return replace(hit, chunk=_longer(chunk, after[:more])) if 0 < more <= LONGEST else hit
    table = promised_end(after, 0) if colon or promises else 0
    length = max(table, length_announced(after, colon=colon))
    return replace(hit, chunk=_longer(chunk, after[:length])) if length else hit


def length_announced(after: str, *, colon: bool) -> int:
    """How many characters of what follows an announcement belong to it; 0 for none.

    Args:
        after: the document from there on.
        colon: whether the announcement ends with a colon, so that no items need follow.
    """
    complete = length = at = 0
    in_item = False
    for line in after.splitlines(keepends=True):
        at += len(line)
        text = line.strip()
        begins = _ITEM.match(text) is not None
        if text and not (begins or in_item):
            break
        if begins:
            complete = length
        if at > LONGEST:
            length = complete
            break
        in_item = bool(text)
        length = at - len(line) + len(line.rstrip()) if text else length
    first = _PARAGRAPH.search(after)
    if length or not colon or first is None or first.end() > LONGEST_PARAGRAPH:
        return length
    return first.start() + len(first.group().rstrip())


def _longer(chunk: Chunk, more: str) -> Chunk:
    return replace(chunk, text=f"{chunk.text}{more}", end=chunk.end + len(more))
