"""Answers without a language model, as a bench asks for them."""

from __future__ import annotations

from backend.types import Answer, Filters, Options, Query, Verdict
from backend.workbench import Workbench

PIPELINE = "fused_hybrid"
EVERYWHERE = Filters()
TOLD = frozenset([Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY])
"""Verdicts with which something is told as an answer."""


def ask_locally(
    workbench: Workbench, collection_id: str, text: str, within: Filters = EVERYWHERE
) -> Answer:
    """The answer of the best pipeline with the local reader, which is not kept.

    Args:
        within: which documents may answer.

    Raises:
        RuntimeError: if the question fails.
    """
    query = Query(text, collection_id, filters=within, options=Options(answerer="local"))
    asking = workbench.questions.ask(query, PIPELINE, kept=False)
    asking.wait()
    if asking.answer is None:
        raise RuntimeError(f"a question was not answered: {asking.error}")
    return asking.answer
