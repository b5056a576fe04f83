"""Short names for the measurements that several documents quote."""

from __future__ import annotations

from tests.figures import Source

HOTPOT, WIKI, NQ, SCIFACT = "hotpotqa300", "2wiki101", "nq_uda", "scifact"
BARE_HOTPOT, BARE_WIKI = f"{HOTPOT} without titles", f"{WIKI} without titles"
NAIVE = ("BM25", "dense", "RRF", "convex")
FILINGS = "financebench_small"


def percent(file: str, *path: str | int) -> Source:
    """A share between 0 and 1 that documents write in per cent."""
    return Source(file, path, 100.0)


def plain(file: str, *path: str | int) -> Source:
    """A number that documents write as it is."""
    return Source(file, path)


def fused(collection: str, measure: str, method: str = "fused") -> Source:
    """A measure of `bench.fused`."""
    return percent("fused", collection, "methods", method, measure)


def retrieval(collection: str, measure: str, method: str) -> Source:
    """A measure of `bench.retrieval`."""
    return percent("retrieval", collection, "methods", method, measure)


def chain(file: str, run: str, group: str, measure: str, side: str) -> Source:
    """A measure of `bench.chain_of_thought`."""
    return percent(file, run, "groups", group, measure, side)
