"""The first passages of the documents that a question may ask about: who wrote it, and when.

They hold no word of “Who wrote the status report?” but, perhaps, its title.
"""

from __future__ import annotations

from dataclasses import replace

from backend.pipelines._broad.documents import documents_searched
from backend.ports import LibraryRecords, Retrieval
from backend.tasks.answer.extractive.imprint import asked_imprint, is_called_so
from backend.types import Hit, Query

MOST_FOUND = 8
"""Documents of the evidence whose first passages are read, at most."""
MOST_NAMED = 4
"""Documents that are called so, at most: a name that more bear tells none apart."""
MOST_LISTED = 500
"""In a larger collection only documents of the evidence are looked at."""


def with_first_passages(records: LibraryRecords, asked: Query, found: Retrieval) -> Retrieval:
    """The retrieval, behind it the first passages of its documents and of those that are called as
    the question says, where it asks who wrote one or when."""
    imprint = asked_imprint(asked.text)
    if imprint is None:
        return found
    wanted = list(dict.fromkeys(hit.chunk.document_id for hit in found.hits))[:MOST_FOUND]
    if records.counts(asked.collection_id).documents <= MOST_LISTED:
        named = [
            document.id
            for document in documents_searched(records, asked)
            if is_called_so(imprint, document.title, document.name)
        ]
        wanted += named if len(named) <= MOST_NAMED else []
    held = {hit.chunk.id for hit in found.hits}
    firsts = [
        chunk
        for document in dict.fromkeys(wanted)
        for chunk in records.chunks_of(document)[:1]
        if chunk.id not in held
    ]
    return replace(found, hits=(*found.hits, *(Hit(chunk, 0.0, ()) for chunk in firsts)))
