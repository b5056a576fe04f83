"""One question's measures: what was found and answered against what is known to be right.

Evidence is counted by the finest unit that is known of it: passages where quotes are given, else
pages, else documents. A document or page that several passages show counts once, at its best place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from backend.evaluation.gold import Gold
from backend.evaluation.metrics.citations import citation_precision, citation_recall
from backend.evaluation.metrics.exact_match import exact_match
from backend.evaluation.metrics.f_measure import f_measure
from backend.evaluation.metrics.hit import hit
from backend.evaluation.metrics.mrr import reciprocal_rank
from backend.evaluation.metrics.ndcg import ndcg
from backend.evaluation.metrics.precision import precision
from backend.evaluation.metrics.recall import recall
from backend.evaluation.metrics.refusals import right_refusal, wrong_refusal
from backend.evaluation.metrics.rouge_l import rouge_l
from backend.evaluation.metrics.set_coverage import set_coverage
from backend.evaluation.metrics.span_overlap import span_precision, span_recall
from backend.evaluation.metrics.token_f1 import token_f1
from backend.ports import Judge
from backend.types import PROMISED, MeasuredPassage, Outcome, SetQuestion, Verdict

K = 5
DEEP = 10
COSINE = "Cosine"
LEADING, LEADING_OF_ANSWERS = f"Recall@{K}", "Token F1"
ALL = f"All@{K}"
SECONDS, TOKENS, MONEY, STEPS = "Seconds", "Tokens", "Money", "Steps"
NO_SHARES = frozenset([SECONDS, TOKENS, MONEY, STEPS])
LESS_IS_BETTER = NO_SHARES | {"Wrong refusals"}
CONFIDENCE = {**PROMISED, Verdict.CALCULATED: 0.9, Verdict.CLOSEST: 0.2}
"""What a verdict claims: see `Verdict`. The closest passages claim next to nothing."""
Ranked = Sequence[str]

_OF_RANKING: dict[str, Callable[[Ranked, Collection[str]], float]] = {
    "Hit@1": lambda ranked, gold: hit(ranked, gold, 1),
    f"Hit@{K}": lambda ranked, gold: hit(ranked, gold, K),
    LEADING: lambda ranked, gold: recall(ranked, gold, K),
    ALL: lambda ranked, gold: set_coverage(ranked, gold, K),
    f"Precision@{K}": lambda ranked, gold: precision(ranked, gold, K),
    **{
        f"F{beta}@{K}": lambda ranked, gold, beta=beta: f_measure(  # type: ignore[misc]
            precision(ranked, gold, K), recall(ranked, gold, K), beta
        )
        for beta in (1, 2, 3)
    },
    f"MRR@{DEEP}": lambda ranked, gold: reciprocal_rank(ranked, gold, DEEP),
    f"nDCG@{DEEP}": lambda ranked, gold: ndcg(ranked, gold, DEEP),
}


def unit_of(gold: Gold) -> str:
    """What a question's evidence is counted by; empty if none of it is known."""
    if gold.passages:
        return "passages"
    if gold.pages:
        return "pages"
    return "documents" if gold.documents else ""


def scores(
    question: SetQuestion, gold: Gold, outcome: Outcome, judge: Judge | None = None
) -> dict[str, float]:
    """The measures that apply, by name; of a row in error none does."""
    if outcome.error:
        return {}
    found: dict[str, float] = {}
    unit = unit_of(gold)
    if unit and question.answerable:
        ranked, relevant = _labelled(gold, unit, outcome.found)
        found |= {name: measure(ranked, relevant) for name, measure in _OF_RANKING.items()}
        if gold.pages:
            ranked, relevant = _labelled(gold, "pages", outcome.found)
            found[f"Page Hit@{K}"] = hit(ranked, relevant, K)
        shown = [(each.document_id, *each.span) for each in outcome.found[:K]]
        if gold.spans and all(end > start for _, start, end in shown):
            found[f"Span recall@{K}"] = span_recall(shown, gold.spans)
            found[f"Span precision@{K}"] = span_precision(shown, gold.spans)
    if outcome.verdict is not None:
        found |= _of_answer(question, gold, outcome, judge)
    found[SECONDS] = outcome.seconds
    found[STEPS] = float(outcome.steps)
    if outcome.verdict is not None:
        found[TOKENS] = float(outcome.input_tokens + outcome.output_tokens)
        found[MONEY] = outcome.cost
    return found


def confidence(outcome: Outcome) -> float | None:
    """What an answer claims of itself; None for a refusal, and without an answer."""
    return None if outcome.verdict is None else CONFIDENCE.get(outcome.verdict)


def _of_answer(
    question: SetQuestion, gold: Gold, outcome: Outcome, judge: Judge | None
) -> dict[str, float]:
    found: dict[str, float | None] = {}
    if question.answers and question.answerable:
        text = "" if outcome.refused else outcome.answer
        found["Exact match"] = exact_match(text, question.answers)
        found[LEADING_OF_ANSWERS] = token_f1(text, question.answers)
        found["ROUGE-L"] = rouge_l(text, question.answers)
        if judge is not None:
            found |= judge.judge(
                question.text, question.answers, text, outcome.supported
            ).as_measures()
    found["Supported"] = citation_recall(outcome.supported)
    found["Citation precision"] = citation_precision(outcome.verified)
    unit = unit_of(gold)
    if unit and question.answerable and not outcome.refused:
        ranked, relevant = _labelled(gold, unit, outcome.cited)
        found["Cites the evidence"] = recall(ranked, relevant, max(1, len(ranked)))
    found["Right refusals"] = right_refusal(outcome.refused, question.answerable)
    found["Wrong refusals"] = wrong_refusal(outcome.refused, question.answerable)
    return {name: value for name, value in found.items() if value is not None}


def _labelled(
    gold: Gold, unit: str, passages: Sequence[MeasuredPassage]
) -> tuple[list[str], frozenset[str]]:
    """A ranking of units, each once, and those that are relevant."""
    if unit == "documents":
        return list(dict.fromkeys(each.document_id for each in passages)), gold.documents
    if unit == "pages":
        wanted = {(document, page): f"{document} {page}" for document, page in gold.pages}
        ranked: list[str] = []
        for passage in passages:
            own = [(passage.document_id, page) for page in passage.pages]
            relevant = [wanted[page] for page in own if page in wanted]
            ranked += relevant or [f"{document} {page}" for document, page in own[:1]]
        return list(dict.fromkeys(ranked)), frozenset(wanted.values())
    ranked = []
    for measured_passage in passages:
        held = [
            str(number)
            for number, ids in enumerate(gold.passages)
            if measured_passage.chunk_id in ids
        ]
        ranked += held or [measured_passage.chunk_id]
    return list(dict.fromkeys(ranked)), frozenset(map(str, range(len(gold.passages))))
