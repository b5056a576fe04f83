"""Says in the trace where a question was searched from another place than its own words put it."""

from __future__ import annotations

from backend.ports import Parts
from backend.types import Step


def moved_steps(parts: Parts, collection_id: str) -> tuple[Step, ...]:
    """A step where the collection's query adapter is on; none else."""
    questions = parts.embedders.learned_from(collection_id)
    if not questions:
        return ()
    told = f"The question was moved as this collection has learned from {questions} questions"
    return (Step("query adapter", told, 0.0),)
