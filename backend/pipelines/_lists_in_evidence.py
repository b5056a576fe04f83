"""What a question means over the lists among its evidence: read once, and only where the forms of
questions that are known tell nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from backend.pipelines._composed_lists import (
    ListReading,
    choices_among,
    chosen_among,
    readings_of_lists,
    told_of,
)
from backend.pipelines._table_documents import TableDocuments
from backend.pipelines._telling_figures import Worked
from backend.ports import Embedder
from backend.tasks.calculate.composed.spent_of_budget import may_be_of_budget
from backend.types import Choice, Hit, Operation

LEAST_PROBABLE = 0.3
"""The least probability of a reading by which one row of several tells nothing."""


@dataclass(frozen=True)
class ListsInEvidence:
    """A question and the lists of its hits.

    Args:
        is_of_all: whether lists may be asked that no hit is of: the question names no documents.
    """

    question: str
    documents: TableDocuments
    hits: Sequence[Hit]
    embedder: Embedder
    is_of_all: bool

    @cached_property
    def readings(self) -> tuple[ListReading, ...]:
        """What the question may mean, the most probable first."""
        return readings_of_lists(
            self.question, self.documents, self.hits, self.embedder, is_of_all=self.is_of_all
        )

    def chosen(self, meant: str) -> Worked | None:
        """What the reading comes to that somebody has chosen; None where there is none now."""
        return chosen_among(meant, self.readings, self.hits, self.documents.records)

    def by_rule(self) -> Worked | None:
        """What a rule tells that goes before the forms: rows that are over a budget are not the
        groups that are."""
        if not may_be_of_budget(self.question):
            return None
        return self.probable() if self.readings and self.readings[0].is_by_rule else None

    def probable(self, *, accounts_for_all: bool = False) -> Worked | None:
        """What the most probable reading comes to; None where it is not probable enough.

        Args:
            accounts_for_all: whether no word of the question may be left over.
        """
        return told_of(
            self.question,
            self.readings,
            self.hits,
            self.documents.records,
            accounts_for_all=accounts_for_all,
        )

    def besides(self, told: Worked) -> tuple[Choice, ...]:
        """The other readings, where it is only likely that the question means what is told."""
        if not told.is_likely:
            return ()
        return tuple(each for each in self.offered() if each.answer != told.calculation.figure)

    @property
    def rows_taken_together(self) -> frozenset[tuple[str, int]]:
        """The table and the place of each row that the most probable reading adds up or names; none
        where it is hardly probable, or of one row alone."""
        if not self.readings or self.readings[0].composed.probability < LEAST_PROBABLE:
            return frozenset()
        made = self.readings[0].composed.calculation
        rows = frozenset((operand.table_id, operand.row) for operand in made.operands)
        is_of_all = made.operation in (Operation.SUM, Operation.LIST)
        return rows if is_of_all and len(rows) > 1 else frozenset()

    def offered(self) -> tuple[Choice, ...]:
        """The readings to choose from."""
        return choices_among(self.question, self.readings)
