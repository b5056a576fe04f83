"""What questions, and a collection, would cost with a language model: counted, not sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from backend import registry
from backend.errors import QuestionError
from backend.evaluation.counted_requests import MESSAGE_TOKENS, PIPELINES, count_prompts
from backend.evaluation.intervals import mean_interval
from backend.ports import Message, Parts, Records
from backend.prompts.prompt_tokens import prompt_tokens
from backend.settings import Settings
from backend.tasks.describe_table.written import table_requests
from backend.tasks.extract.written.batches import estimate, worth_reading
from backend.tasks.report.language_model import report_prompt
from backend.tasks.summarise.language_model import prompt_of
from backend.tokens import estimate_tokens
from backend.types import (
    Contender,
    IndexingCost,
    PerRight,
    PromptCount,
    Query,
    WouldCost,
    WouldCostReport,
)

NAIVE = "naive"
"""What the others are compared with."""
MOST_QUESTIONS = 12
"""Of a larger set, so many evenly spaced questions are counted."""
REPORTED = frozenset(["graph_global", "graph_local"])
"""Pipelines that read reports on groups of names."""
REPORT_TOKENS = 220
"""Tokens of a report's reply: a title, and four sentences with their passages."""
SUMMARY_TOKENS = 130
"""Tokens of a summary's reply: a title, two or three sentences, some keywords."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Money for a million tokens, in and out, and its currency."""

    input: float
    output: float
    currency: str

    def of(self, given: float, written: float) -> float:
        """What so many tokens cost."""
        return (given * self.input + written * self.output) / 1e6

    @property
    def are_set(self) -> bool:
        """Whether money can be told."""
        return self.input > 0 or self.output > 0


def sampled(questions: Sequence[str]) -> list[str]:
    """At most `MOST_QUESTIONS` of them, evenly spaced."""
    step = max(1, -(-len(questions) // MOST_QUESTIONS))
    return list(questions[::step])


def would_cost(
    parts: Parts,
    settings: Settings,
    collection_id: str,
    contenders: Sequence[Contender],
    questions: Sequence[str],
    top_k: int,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> WouldCostReport:
    """What a language model would cost, at asking and at indexing, with the settings in effect.

    Args:
        questions: those of a larger number are sampled.
        progress: told after each question how many are done; may raise to give up.

    Raises:
        QuestionError: if there is nothing to ask, or an option cannot be had.
        SettingsError: if there is no such pipeline.
    """
    asked = sampled(questions)
    if not asked or not contenders:
        raise QuestionError("There is nothing to ask.", "Choose a pipeline and a question.")
    prices = Prices(settings.price_input, settings.price_output, settings.price_currency)
    ways = {each.name: each for each in (Contender(NAIVE), *contenders)}
    counts: dict[str, list[PromptCount]] = {name: [] for name in ways}
    for done, text in enumerate(asked, start=1):
        for name, contender in ways.items():
            options = registry.load(PIPELINES, contender.pipeline).OPTIONS.read(contender.options)
            query = Query(text, collection_id, top_k, options=options)
            counts[name].append(count_prompts(parts, settings, contender.pipeline, query))
        progress(done, len(asked))
    rows = tuple(_row(each.name, counts[each.name], counts[NAIVE], prices) for each in contenders)
    indexing = tuple(indexing_costs(parts.records, settings, collection_id))
    if any(each.pipeline in REPORTED for each in contenders):
        indexing = (*indexing, reporting_cost(parts, settings, collection_id))
    return WouldCostReport(
        rows, indexing, len(asked), len(questions), prices.currency, prices.are_set
    )


def _row(
    name: str, counts: Sequence[PromptCount], naive: Sequence[PromptCount], prices: Prices
) -> WouldCost:
    given = mean_interval([float(prompt_count.input_tokens) for prompt_count in counts])
    written = fmean(prompt_count.output_tokens for prompt_count in counts)
    by_task: Counter[str] = Counter()
    for count in counts:
        by_task.update(count.by_task)
    base = sum(prompt_count.input_tokens + prompt_count.output_tokens for prompt_count in naive)
    own = sum(prompt_count.input_tokens + prompt_count.output_tokens for prompt_count in counts)
    return WouldCost(
        contender=name,
        questions=len(counts),
        requests=fmean(prompt_count.requests for prompt_count in counts),
        input_tokens=given.mean,
        low=given.low,
        high=given.high,
        output_tokens=written,
        cost=prices.of(given.mean, written),
        factor=own / base if base else None,
        by_task=dict(by_task),
    )


def indexing_costs(
    records: Records, settings: Settings, collection_id: str
) -> Iterator[IndexingCost]:
    """What a language model would cost once for a collection. The naive pipeline needs nothing of
    it, and all pipelines work without."""
    prices = Prices(settings.price_input, settings.price_output, settings.price_currency)
    titles = {document.id: document.title for document in records.documents(collection_id)}
    given = groups = 0
    chunks = {chunk.id: chunk for document_id in titles for chunk in records.chunks_of(document_id)}
    for community in records.communities_of_collection(collection_id):
        held = [chunks[chunk_id] for chunk_id in community.chunk_ids if chunk_id in chunks]
        if held:
            groups += 1
            given += _counted(prompt_of(titles.get(community.document_id, ""), held, settings))
    written = groups * SUMMARY_TOKENS
    yield IndexingCost(
        "Summaries of groups of passages",
        "community graph",
        groups,
        given,
        written,
        prices.of(given, written),
    )
    naming = estimate("", [chunk for chunk in chunks.values() if worth_reading(chunk)], 0, settings)
    yield IndexingCost(
        "Names and relations",
        "fused hybrid, chain of thought over it, graph",
        naming.requests,
        naming.input_tokens,
        naming.output_tokens,
        naming.cost,
    )
    prompts = [table_requests.prompt_of(table, settings) for table in records.tables(collection_id)]
    if not prompts:
        return
    given, written = sum(map(prompt_tokens, prompts)), table_requests.REPLY_TOKENS * len(prompts)
    yield IndexingCost(
        "Descriptions of tables",
        "all pipelines that search passages",
        len(prompts),
        given,
        written,
        prices.of(given, written),
    )


def reporting_cost(parts: Parts, settings: Settings, collection_id: str) -> IndexingCost:
    """What reports on the groups of a collection's names would cost once."""
    prices = Prices(settings.price_input, settings.price_output, settings.price_currency)
    written_from = registry.load(PIPELINES, "graph_global").assignments
    counts = [
        _counted(report_prompt(each.names, each.facts, each.passages, settings))
        for each in written_from(parts, collection_id)
    ]
    given, written = sum(counts), REPORT_TOKENS * len(counts)
    return IndexingCost(
        "Reports on groups of names",
        "local search, global search",
        len(counts),
        given,
        written,
        prices.of(given, written),
    )


def _counted(messages: Sequence[Message]) -> int:
    return sum(estimate_tokens(message.content) + MESSAGE_TOKENS for message in messages)


def with_right(report: WouldCostReport, right: Sequence[PerRight]) -> WouldCostReport:
    """The report with money for each right answer: the mean cost by the share of right answers that
    the run has; None where none is right or no price is set."""
    shares = {each.contender: each.right / each.asked for each in right}
    return replace(
        report,
        rows=tuple(
            replace(row, cost_per_right=row.cost / share)
            if report.priced and (share := shares.get(row.contender))
            else row
            for row in report.rows
        ),
    )
