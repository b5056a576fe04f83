"""One figure of two documents that a question names, each computed from its own tables alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.pipelines._alike_documents import AlikeDocuments
from backend.pipelines._between_documents import agreed_between
from backend.pipelines._table_documents import TableDocuments
from backend.pipelines._telling_figures import MOST_PASSAGES, Worked
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.two_sides import (
    MORE_THAN_NAMES,
    SIDE,
    joined_sides,
    sides_asked,
)
from backend.types import Calculation, Hit, Refusal

OfDocument = Callable[[str, str, Sequence[Hit]], Worked | Refusal]
"""What a document says to a question, given its id and its passages among those found."""
NO_TABLE = "no table of its documents was found."
NO_FIGURE = "no figure was found."


def between_sides(
    question: str,
    sources: TableDocuments,
    alike: AlikeDocuments,
    hits: Sequence[Hit],
    of_document: OfDocument,
) -> Worked | Refusal | None:
    """The comparison of one figure of two names, each of which documents of the collection bear;
    None where a question has no such form, or a name is that of no document or of both sides'.

    Where either side has no figure for certain, none is told: the other one's alone answers
    nothing. Nor is one where a side says more than a name ("twice Kestrel's", "the Kestrel cloud
    segment").
    """
    asked = sides_asked(question)
    if asked is None:
        return None
    times = " ".join(years_in(question))
    sides = [(each, alike.called(each, times)) for each in (asked.one, asked.other)]
    (_, ours), (_, theirs) = sides
    if not ours or not theirs or set(ours) & set(theirs):
        return None
    if asked.refused:
        return Refusal(asked.refused, is_open=True)
    for name, documents in sides:
        if not alike.is_all_name(name, documents):
            return Refusal(MORE_THAN_NAMES.format(name=name), is_open=True)
    worked: list[Worked] = []
    questions = (asked.question, asked.other_question or asked.question)
    for (name, documents), own in zip(sides, questions, strict=True):
        made = _of_side(own, documents, sources, alike, hits, of_document)
        if isinstance(made, Refusal):
            reason = SIDE.format(name=name, reason=f"{made.reason[:1].lower()}{made.reason[1:]}")
            return Refusal(reason, made.nearest, is_open=True)
        worked.append(made)
    one, other = worked
    joined = joined_sides(asked, one.calculation, other.calculation)
    if not isinstance(joined, Calculation):
        return joined
    half = MOST_PASSAGES // 2
    return Worked(joined, (*one.passages[:half], *other.passages[:half]))


def _of_side(
    question: str,
    documents: Sequence[str],
    sources: TableDocuments,
    alike: AlikeDocuments,
    hits: Sequence[Hit],
    of_document: OfDocument,
) -> Worked | Refusal:
    """What the documents of one name say together."""
    made: dict[str, Worked | Refusal] = {}
    for document in documents:
        own = [hit for hit in hits if hit.chunk.document_id == document]
        own = own or list(alike.passages_of(question, document))
        if own and (sources.is_large(document) or sources.tables(document)):
            made[document] = of_document(question, document, own)
    if not made:
        return Refusal(NO_TABLE)
    agreed = agreed_between(question, made, sources, is_for_reading=False)
    return agreed if agreed is not None else Refusal(NO_FIGURE)
