"""From what a program asks for to a query, and a question that is waited for."""

from __future__ import annotations

from collections.abc import Sequence

from backend.errors import NotFoundError, QuestionError, WorkbenchError
from backend.types import Answer, Filters, Query
from backend.workbench import Asking, Workbench

MOST_PASSAGES = 100


def query_for(
    workbench: Workbench,
    question: str,
    collection_id: str,
    passages: int,
    documents: Sequence[str] = (),
) -> Query:
    """A question of a collection, only in the documents of these ids, names, titles or keys.

    Raises:
        NotFoundError: if one of the documents is not there.
        QuestionError: if fewer than 1 or more than `MOST_PASSAGES` passages are wanted.
    """
    if not 1 <= passages <= MOST_PASSAGES:
        raise QuestionError(
            f"{passages} passages were asked for.", f"Ask for 1 to {MOST_PASSAGES} passages."
        )
    filters = Filters(document_ids=_ids(workbench, collection_id, documents))
    return Query(question, collection_id, passages, filters)


def _ids(workbench: Workbench, collection_id: str, wanted: Sequence[str]) -> tuple[str, ...]:
    if not wanted:
        return ()
    found: list[str] = []
    documents = workbench.documents(collection_id)
    for each in wanted:
        matching = [
            document.id
            for document in documents
            if each in (document.id, document.name, document.title, document.key)
        ]
        if not matching:
            raise NotFoundError(
                f"There is no document “{each}” in this collection.",
                "List the collection's documents and give an id or a name of them.",
            )
        found += matching
    return tuple(dict.fromkeys(found))


def finished(asking: Asking) -> Answer:
    """Wait for a question and return its answer.

    Raises:
        WorkbenchError: why there is none.
    """
    asking.wait()
    if asking.error is not None:
        raise asking.error
    if asking.answer is None:
        raise WorkbenchError("The question ended without an answer.", "Ask again.")
    return asking.answer
