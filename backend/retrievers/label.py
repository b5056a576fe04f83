"""The passages with a line that is labelled as a question asks: “Managing agent: Corwin Stokes” for
"Who is the managing agent?" (`backend.definitions.labelled_lines`).

A contract names its agent in many clauses and says once, among its particulars, who that is; that
passage holds a dozen other things, so that neither words nor meaning bring it forward. Silent for
every other question, and where no document has such a line.
"""

from __future__ import annotations

from backend.definitions.definition_view import DefiningPassage
from backend.definitions.labelled_lines import asked_label
from backend.definitions.views import DefinitionViews
from backend.ports import Parts, Retriever
from backend.retrievers._noted_passages import NotedPassages
from backend.types import Query, RetrieverCard

CARD = RetrieverCard(
    "label",
    plain="labelled line",
    clause="whether a line of it is labelled as the question asks",
    family="text",
    place=28,
    depth=20,
    bounded=True,
    lowest=0.0,
    prior=3.0,
)


class LabelRetriever(NotedPassages):
    """Relevance as whether a passage has a line of the asked label: 1 where it is the only one, and
    1/√n each where n passages have one."""

    name = CARD.name

    def noted(self, query: Query) -> tuple[DefiningPassage, ...]:
        """The passages with a line of the asked label."""
        label = asked_label(query.text)
        view = self.views.ready(query.collection_id) if label else None
        return () if view is None else view.labelled(label)


def build(parts: Parts) -> Retriever:
    """The retriever over the collection's labelled lines."""
    return LabelRetriever(parts.records, DefinitionViews.over(parts))
