"""The graph of a collection's names with the reports on its groups, kept with the collection.

It is worked out when a question first wants it after a change, and kept in the records: places of
sentences and ids of names, no text. Where a collection is large and was asked before, a question
goes on with the graph as it was, and the new one is made behind it.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from backend.analysis import term_texts
from backend.errors import WorkbenchError
from backend.graph.name_groups import groups_of_names
from backend.graph.name_network import NameNetwork, read_network
from backend.pipelines._current import Current, changed
from backend.pipelines._names.reports import (
    GroupOfNames,
    NameReport,
    WrittenReport,
    facts_inside,
    grouped,
    report_of,
)
from backend.ports import Parts, Records
from backend.serialisation import from_json, to_json
from backend.types import Chunk

logger = logging.getLogger(__name__)

NAME, WRITTEN = "names/1", "name reports/1"
MOST_AT_ONCE = 5_000
"""Passages of a collection whose graph is made while a question waits, though there is an older
one."""


@dataclass(frozen=True)
class KeptGroups:
    """What is kept of the graph: the ids of its names in their order, its groups, and how many
    names were too many."""

    names: tuple[str, ...]
    groups: tuple[GroupOfNames, ...]
    left_out: int = 0


@dataclass(frozen=True)
class KeptReports:
    """What a language model wrote of groups."""

    reports: tuple[WrittenReport, ...]


@dataclass(frozen=True, eq=False)
class NameGraph:
    """Names, facts, groups and the reports on them.

    `reports_of` says which reports (by place) a name is told of in; `facts_of` which facts (by
    place) name it; `holders` in how many statements of reports a term stands. `stale` says that the
    documents have changed since.
    """

    network: NameNetwork
    groups: tuple[GroupOfNames, ...]
    reports: tuple[NameReport, ...]
    reports_of: Mapping[int, Sequence[int]]
    facts_of: Mapping[int, Sequence[int]]
    holders: Mapping[str, int]
    stale: bool = False

    @cached_property
    def linked(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """By name the names it is linked to, as (weight, number), the most closely linked first."""
        found: dict[int, list[tuple[int, int]]] = {}
        for one, other, weight in self.network.links:
            found.setdefault(one, []).append((weight, other))
            found.setdefault(other, []).append((weight, one))
        return {
            number: sorted(others, key=lambda each: (-each[0], each[1]))
            for number, others in found.items()
        }


class NameGraphs(Current[NameGraph]):
    """The latest graph of each collection."""

    def __init__(self) -> None:
        super().__init__()
        self._making: dict[str, threading.Thread] = {}
        self._start = threading.Lock()

    def behind(self, parts: Parts, collection_id: str) -> None:
        """Make a stale graph anew in the background, if that is not being done."""

        def make() -> None:
            try:
                sequence = parts.records.sequence()
                self.put(collection_id, sequence, made(parts.records, collection_id))
            except WorkbenchError:
                logger.exception("The graph of names of a collection could not be made.")

        with self._start:
            making = self._making.get(collection_id)
            held = self.latest(collection_id)
            if (making is not None and making.is_alive()) or held is None or not held.stale:
                return
            thread = threading.Thread(target=make, name="name-graph", daemon=True)
            self._making[collection_id] = thread
            thread.start()


def graph_of(parts: Parts, collection_id: str) -> NameGraph:
    """The graph of a collection's names."""
    kept = parts.shared.of(NameGraphs, NameGraphs)
    before = kept.latest(collection_id)

    def make() -> NameGraph:
        passages = parts.records.counts(collection_id).chunks
        if before is None or passages <= MOST_AT_ONCE:
            return made(parts.records, collection_id)
        return replace(before, stale=True)

    found = kept.of(parts.records, collection_id, make)
    if found.stale:  # also where making it failed before
        kept.behind(parts, collection_id)
    return found


def forget(parts: Parts, collection_id: str) -> None:
    """Let the next question read the graph anew: reports were written."""
    parts.shared.of(NameGraphs, NameGraphs).drop(collection_id)


def made(records: Records, collection_id: str) -> NameGraph:
    """The graph of the records as they are: read where it was kept, else worked out and kept."""
    sequence = records.sequence()
    passages = [
        chunk
        for document in records.documents(collection_id)
        for chunk in records.chunks_of(document.id)
    ]
    chunks = {passage.id: passage for passage in passages}
    kept = _kept_groups(records, collection_id)
    network = read_network(records, collection_id, passages, kept.names if kept else None)
    if kept is None or kept.names != network.ids:
        groups = groups_of_names(len(network.ids), network.links)
        kept = KeptGroups(network.ids, grouped(network, groups, chunks), network.left_out)
        _keep(records, collection_id, NAME, kept, sequence)
    network = replace(network, left_out=kept.left_out)
    return _assembled(network, kept.groups, chunks, _holding(records, collection_id, chunks))


def _holding(
    records: Records, collection_id: str, chunks: Mapping[str, Chunk]
) -> dict[str, WrittenReport]:
    """What a language model wrote and whose passages are there; the rest is not kept any longer."""
    found = written_reports(records, collection_id)
    holding = {
        key: report
        for key, report in found.items()
        if all(chunk_id in chunks for _, ids in report.sentences for chunk_id in ids)
    }
    if len(holding) < len(found):
        keep_written(records, collection_id, holding.values())
    return holding


def written_reports(records: Records, collection_id: str) -> dict[str, WrittenReport]:
    """What a language model wrote, by the keys of groups."""
    found = records.load_derived(collection_id, WRITTEN)
    reports = from_json(KeptReports, found[0]).reports if found and found[0] else ()
    return {report.key: report for report in reports}


def keep_written(records: Records, collection_id: str, reports: Iterable[WrittenReport]) -> None:
    """Keep what a language model wrote; it holds as long as its groups do, and goes with each of
    the documents that it was written of."""
    sequence = records.sequence()
    kept = tuple(reports)
    cited = {each for report in kept for _, ids in report.sentences for each in ids}
    holds = {chunk.document_id for chunk in records.chunks(cited).values()}
    records.save_derived(collection_id, WRITTEN, _bytes_of(KeptReports(kept)), sequence, holds)


def _kept_groups(records: Records, collection_id: str) -> KeptGroups | None:
    found = records.load_derived(collection_id, NAME)
    if found is None or changed(records, collection_id, found[1]):
        return None
    return from_json(KeptGroups, found[0])


def _keep(records: Records, collection_id: str, name: str, value: object, sequence: int) -> None:
    records.save_derived(collection_id, name, _bytes_of(value), sequence)


def _bytes_of(value: object) -> bytes:
    return to_json(value).encode("utf-8", "surrogatepass")


def _assembled(
    network: NameNetwork,
    groups: tuple[GroupOfNames, ...],
    chunks: Mapping[str, Chunk],
    written: Mapping[str, WrittenReport],
) -> NameGraph:
    facts_of: dict[int, list[int]] = {}
    for place, fact in enumerate(network.facts):
        facts_of.setdefault(fact.subject, []).append(place)
        facts_of.setdefault(fact.object, []).append(place)
    found = (
        report_of(network, group, facts, chunks, written)
        for group, facts in zip(groups, facts_inside(network, groups), strict=True)
    )
    reports = tuple(each for each in found if each is not None)
    reports_of: dict[int, list[int]] = {}
    holders: Counter[str] = Counter()
    for place, report in enumerate(reports):
        for name in report.names:
            reports_of.setdefault(name, []).append(place)
        for statement in report.statements:
            holders.update(set(term_texts(statement.text)))
    return NameGraph(network, groups, reports, reports_of, facts_of, holders)
