"""All passages that note a task, where a question asks for the tasks as a whole.

“What are the action points?” is near to none of them: each stands in the section that it came up
in. So the documents that were found and note tasks are read whole for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from backend.ports import LibraryRecords, Retrieval
from backend.tasks.answer.extractive.noted_tasks import noted_tasks
from backend.tasks.answer.extractive.tasks_listed import asks_for_tasks, has_tasks
from backend.types import Hit, Query

MOST_DOCUMENTS = 8
"""Documents that are read for their tasks, at most."""
LABELS = "action owner responsible by deadline"
"""What such documents are searched by, if none was found that notes a task."""


def with_noted_tasks(
    records: LibraryRecords,
    asked: Query,
    found: Retrieval,
    retrieve: Callable[[Query], Retrieval],
) -> Retrieval:
    """The retrieval, behind it the passages of its documents that note a task, where the question
    asks for tasks; of documents that are found by their labels, if none of its own notes one."""
    if not asks_for_tasks(asked.text):
        return found
    more = _noting(records, found)
    if not more:
        again = retrieve(replace(asked, text=LABELS))
        more = _noting(records, again)
    held = {hit.chunk.id for hit in found.hits}
    fresh = tuple(hit for hit in more if hit.chunk.id not in held)
    return replace(found, hits=(*found.hits, *fresh))


def _noting(records: LibraryRecords, found: Retrieval) -> list[Hit]:
    """The passages that note a task, of the documents that say of one who does it or by when."""
    documents = list(dict.fromkeys(hit.chunk.document_id for hit in found.hits))
    hits: list[Hit] = []
    for document in documents[:MOST_DOCUMENTS]:
        chunks = [chunk for chunk in records.chunks_of(document) if chunk.kind != "table_row"]
        if any(has_tasks(chunk.text) for chunk in chunks):
            hits += [Hit(chunk, 0.0, ()) for chunk in chunks if noted_tasks(chunk.text)]
    return hits
