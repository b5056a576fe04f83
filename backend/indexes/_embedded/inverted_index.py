"""The inverted index of one part, in tantivy.

Texts come as terms that `backend.analysis` made, joined by blanks; tantivy cuts at the blanks and
does nothing else. Questions become term queries, never a query string, so that no character of a
question has a meaning. Scores are Okapi BM25 with k1 = 1.2 and b = 0.75 (tantivy's constants, as
in Robertson & Zaragoza, The Probabilistic Relevance Framework, 2009, section 3.4), summed over the
fields with FIELD_WEIGHTS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tantivy

from backend.errors import StorageError
from backend.indexes._embedded.catalogue import DamagedError
from backend.indexes._terms import FIELD_WEIGHTS, rounded
from backend.types import Filters, Scored

WRITER_BYTES = 64_000_000
STORED = ("id", "document", "media_type", "text", "title", "path")
"""Fields after `row`, as in TextRow. Their stored terms make a compaction cheap."""

_EXTRA = 32
"""How many hits beyond k are fetched, to see where a tie at the end of the list ends."""


@dataclass(frozen=True, slots=True)
class TextRow:
    """One document of the inverted index; the three fields hold analysed terms."""

    row: int
    id: str
    document_id: str
    media_type: str
    text: str
    title: str
    path: str


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("row", stored=True, fast=True)
    for name in STORED[:3]:
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    for name in FIELD_WEIGHTS:
        builder.add_text_field(name, stored=True, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


SCHEMA = _schema()


@contextmanager
def _damage_noticed() -> Iterator[None]:
    """tantivy reports every trouble with its files as ValueError, or panics over them."""
    try:
        yield
    except (ValueError, OSError) as error:
        if "No space left" in str(error):
            raise StorageError(
                "The disk is full: the search index could not be brought up to date.",
                "Free some space on the disk of the library folder; the index catches up by "
                "itself.",
            ) from error
        raise DamagedError(f"The word index cannot be read: {error}.") from error
    except BaseException as error:
        # A panic of the Rust library is raised as a class that cannot be imported by name.
        if type(error).__name__ == "PanicException":
            raise DamagedError(f"The word index cannot be read: {error}.") from error
        raise


class TextWriter:
    """Adds and removes documents of one part; one at a time, under the index's lock."""

    def __init__(self, folder: Path) -> None:
        with _damage_noticed():
            folder.mkdir(parents=True, exist_ok=True)
            self._index = tantivy.Index(SCHEMA, path=str(folder))
            self._writer = self._index.writer(WRITER_BYTES, 1)

    def remove_documents(self, document_ids: Iterable[str]) -> None:
        """Remove all entries of documents."""
        with _damage_noticed():
            for document_id in document_ids:
                self._writer.delete_documents_by_term("document", document_id)

    def add(self, rows: Iterable[TextRow]) -> None:
        """Add entries."""
        with _damage_noticed():
            for row in rows:
                document = tantivy.Document()
                document.add_unsigned("row", row.row)
                document.add_text("id", row.id)
                document.add_text("document", row.document_id)
                document.add_text("media_type", row.media_type)
                document.add_text("text", row.text)
                document.add_text("title", row.title)
                document.add_text("path", row.path)
                self._writer.add_document(document)

    def commit(self) -> None:
        """Make it durable, wait for merges to end, and release tantivy's own lock."""
        with _damage_noticed():
            self._writer.commit()
            self._writer.wait_merging_threads()


class TextSearcher:
    """Searches one generation of a part. `reload` before `searcher` to see the last commit."""

    def __init__(self, folder: Path) -> None:
        with _damage_noticed():
            self._index = tantivy.Index.open(str(folder))
            self._index.config_reader("manual")

    def searcher(self) -> tantivy.Searcher:
        """A view of the last commit that later commits do not change."""
        with _damage_noticed():
            self._index.reload()
            return self._index.searcher()


def all_rows(searcher: tantivy.Searcher) -> Iterator[TextRow]:
    """Everything in the index, by row."""
    with _damage_noticed():
        if not searcher.num_docs:
            return
        found = searcher.search(
            tantivy.Query.all_query(), limit=searcher.num_docs, count=False
        ).hits
        addresses = [address for _, address in found]
        rows = searcher.fast_field_values("row", addresses)
        order = sorted(range(len(addresses)), key=lambda number: rows[number] or 0)
        for number in order:
            stored = searcher.doc(addresses[number])
            values = [stored.get_first(name) or "" for name in STORED]
            yield TextRow(int(rows[number] or 0), *values)


Identify = Callable[[int], str | None]
"""From a row number to the entry's id; None if the entry does not count (any more)."""


def search(
    searcher: tantivy.Searcher, terms: dict[str, int], k: int, filters: Filters, identify: Identify
) -> list[Scored]:
    """The k best entries that match any of the terms, ties by id."""
    if not terms or k <= 0:
        return []
    query = _query(terms, filters)
    with _damage_noticed():
        limit = k + _EXTRA
        while True:
            found = _collect(searcher, query, limit)
            best = sorted(_identified(found, identify), key=_order)[:k]
            exhausted = len(found) < limit
            if exhausted or (len(best) == k and found[-1][1] < best[-1].score):
                return best
            limit *= 4


def score(
    searcher: tantivy.Searcher, terms: dict[str, int], ids: Sequence[str], identify: Identify
) -> dict[str, float]:
    """Scores of given entries; those that match none of the terms are absent."""
    if not terms or not ids:
        return {}
    query = _query(terms, Filters(chunk_ids=frozenset(ids)))
    with _damage_noticed():
        limit = 2 * len(ids) + _EXTRA
        while True:
            found = _collect(searcher, query, limit)
            if len(found) < limit:
                return {each.chunk_id: each.score for each in _identified(found, identify)}
            limit *= 4


def _order(each: Scored) -> tuple[float, str]:
    return (-each.score, each.chunk_id)


def _collect(
    searcher: tantivy.Searcher, query: tantivy.Query, limit: int
) -> list[tuple[int, float]]:
    """(row, rounded score), best first."""
    hits = searcher.search(query, limit=limit, count=False).hits
    rows = searcher.fast_field_values("row", [address for _, address in hits])
    return [
        (int(row), rounded(value))
        for row, (value, _) in zip(rows, hits, strict=True)
        if row is not None
    ]


def _identified(found: Iterable[tuple[int, float]], identify: Identify) -> Iterator[Scored]:
    for row, value in found:
        identity = identify(row)
        if identity is not None:
            yield Scored(identity, value)


def _query(terms: dict[str, int], filters: Filters) -> tantivy.Query:
    weighted = [
        tantivy.Query.boost_query(
            tantivy.Query.term_query(SCHEMA, field, term, "freq"), weight * count
        )
        for term, count in terms.items()
        for field, weight in FIELD_WEIGHTS.items()
    ]
    matching = tantivy.Query.boolean_query([(tantivy.Occur.Should, each) for each in weighted])
    restrictions = [
        # Restrictions decide what may be found and add nothing to a score.
        tantivy.Query.const_score_query(_any_of(field, values), 0.0)
        for field, values in (
            ("document", filters.document_ids or None),
            ("media_type", filters.media_types or None),
            ("id", filters.chunk_ids),
        )
        if values is not None
    ]
    if not restrictions:
        return matching
    return tantivy.Query.boolean_query(
        [(tantivy.Occur.Must, restriction) for restriction in (matching, *restrictions)]
    )


def _any_of(field: str, values: Iterable[str]) -> tantivy.Query:
    """Entries whose field is one of the values; half the time of a term set query."""
    return tantivy.Query.boolean_query(
        [
            (tantivy.Occur.Should, tantivy.Query.term_query(SCHEMA, field, value, "basic"))
            for value in sorted(values)
        ]
    )
