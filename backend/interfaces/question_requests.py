"""What every interface does with a question, a search and a sentence, whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from backend.errors import QuestionError
from backend.interfaces.presentation import Naming, search_result, sentence_report
from backend.interfaces.values import SearchResult, SentenceReport
from backend.types import Filters, Query
from backend.workbench import Workbench

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
    filters = Filters(document_ids=workbench.library.documents_called(collection_id, documents))
    return Query(question, collection_id, passages, filters)


def searched(workbench: Workbench, query: Query, pipeline: str) -> SearchResult:
    """The passages of a question, best first.

    Raises:
        QuestionError: if the question, the pipeline or one of its options cannot be used.
    """
    hits = workbench.questions.search(query, pipeline).hits
    return search_result(query.text, pipeline, hits, Naming(workbench))


def checked(
    workbench: Workbench, collection_id: str, sentence: str, passages: int
) -> SentenceReport:
    """A sentence held against a collection.

    Raises:
        QuestionError: if the sentence or the number of passages cannot be used.
    """
    check = workbench.claims.check_claim(collection_id, sentence, passages=passages)
    return sentence_report(check, Naming(workbench))
