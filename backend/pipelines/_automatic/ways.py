"""Which pipeline a question needs: told by its wording, then by how sure the first answer is.

Adaptive retrieval (Jeong et al. 2024, "Adaptive-RAG") trains a classifier that sends simple
questions to a cheap search. Signs that the quick search had plainly found the passage were tried in
its place and are not used: those that cost no evidence took very few questions, and those that
took more cost evidence (docs/automatic.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.pipelines._broad.wording import is_broad
from backend.tasks.rewrite.rules.restating import restating
from backend.types import Verdict

QUICK, STEPS, OVERVIEW, BEST = "naive", "chain_of_thought", "community_graph", "fused_hybrid"


@dataclass(frozen=True, slots=True)
class Way:
    """A pipeline's name, and why it was taken, as the end of a sentence that begins with
    "because"."""

    pipeline: str
    because: str


def way_of(question: str, *, follows: bool = False) -> Way:
    """The way that the wording decides.

    Args:
        follows: whether there is an answer that the question may ask to tell again.
    """
    if follows and restating(question):
        return Way(QUICK, "it is about the last answer")
    if is_broad(question):
        return Way(OVERVIEW, "the question is about documents as a whole")
    return Way(BEST, "it finds most for questions of all kinds")


def is_unsure(verdict: Verdict) -> bool:
    """Whether an answer leaves the question open, so that going step by step is worth its time."""
    return verdict in {Verdict.CLOSEST, Verdict.NOT_FOUND}
