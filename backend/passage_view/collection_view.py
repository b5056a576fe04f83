"""A collection's passages: which words and names each holds and stands for.

Rows are passages in the order of their ids, so that a stable sort by score breaks ties by id.
A view is a value: it never changes. It lies over segments of documents, which stay as they are
while documents come and go: what depends on one document alone is read from its segment, and what
depends on all of them (how many passages hold a word, which names are forms of another) is kept
apart and worked in when a row is asked for. So the same documents give the same rows, whatever the
order in which they came and however they are spread over segments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from backend.bm25 import K1, length_norms
from backend.held_rows import HeldRows, RowsOnDemand, larger_of, rows_of, summed
from backend.joint_segments import JointSegments
from backend.passage_view.document_part import Pieces
from backend.passage_view.name_relations import NameRelation
from backend.segments import DOCUMENTS, Arrays, texts_of
from backend.types import Filters

Array = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

OTHER_FORM_WEIGHT = 0.85
"""How surely another form of a name (short, earlier, fuller) stands for the same as the name."""
NESTED_WEIGHT = 0.35
"""How much of a name inside a longer name is meant by it."""
ONE_WORD_WEIGHT = 0.6
"""Names of one word are less certain than longer ones."""
COMMON_NAME_PASSAGES = 25
COMMON_NAME_SHARE = 0.01
"""A name in more passages than both of these links nothing: it is everywhere."""


@dataclass(frozen=True, slots=True)
class NameCounts:
    """Of each of K names: how many passages mention it (itself, or inside a longer name; not as
    their own label), how many are about it and the sum of the squares of how much, and how many it
    is the title of; other forms of it counted in."""

    mentioned: npt.NDArray[np.int32]
    about: npt.NDArray[np.int32]
    squares: npt.NDArray[np.float64]
    titles: npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class CollectionView:
    """N passages, T terms and K names over segments.

    `nested` (n, 2): a name and a name inside it; `forms` (n, 2): another form and its name. Rows
    that are worked out when they are asked for:

    `counts` (N, T) term counts of title and text; `mentions` (N, K) which names a passage holds,
    names inside names included, its own titles left out; `exact_mentions` (N, K) as they stand in
    the text; `titles` (K, N) which passages a title, heading, row label or subject stands for;
    `aboutness` (K, N) how much passages are about a name; `subjects` (K, N) the same, unit rows, 0
    for a name that links nothing; `own_title_counts` (N, T) the terms of the heading nearest above
    a passage, of the document's title where there is none and it has few passages; `path_terms`
    (N, T) those of all headings above; `title_counts` (documents, T). `mentioned_in` (K, N),
    `named_by` and `subject_of` (N, K) are `mentions`, `titles` and `subjects` the other way round,
    and so are `title_holders`, `own_title_holders`, `path_holders`, over 1.

    `stated` are the forms as the documents define them: (id of an entity, key of another form, key
    of its name). `names` are those of its segments' files; the last segment has none, since it is
    of no document.
    """

    version: int
    joint: JointSegments
    names: Sequence[str]
    term_passages: npt.NDArray[np.int32]
    name_counts: NameCounts
    nested: Numbers
    forms: Numbers
    stated: tuple[tuple[str, str, str], ...] = ()

    @property
    def size(self) -> int:
        """Number of passages."""
        return self.joint.sizes["ids"]

    @property
    def segments(self) -> Mapping[str, Arrays]:
        """The segments of its documents, by the names of their files."""
        return dict(zip(self.names, self.joint.segments, strict=False))

    @property
    def ids(self) -> Sequence[str]:
        """The passages."""
        return self.joint.texts["ids"].texts

    @property
    def row_of(self) -> Mapping[str, int]:
        """The row of each passage."""
        return self.joint.texts["ids"]

    @property
    def documents(self) -> Sequence[str]:
        """The documents' ids, in their order."""
        return self.joint.texts[DOCUMENTS].texts

    @property
    def document_numbers(self) -> Mapping[str, int]:
        """The number of each document."""
        return self.joint.texts[DOCUMENTS]

    @property
    def terms(self) -> Mapping[str, int]:
        """The number of each term."""
        return self.joint.texts["terms"]

    @property
    def keys(self) -> Mapping[str, int]:
        """The number of each name's key."""
        return self.joint.texts["keys"]

    @property
    def key_texts(self) -> Sequence[str]:
        """The names' keys."""
        return self.joint.texts["keys"].texts

    @cached_property
    def document_of(self) -> Numbers:
        """(N,) the document of each passage."""
        return self.joint.owners("ids").astype(np.int64)

    @cached_property
    def media_types(self) -> Sequence[str]:
        """Of each document."""
        found = [""] * len(self.documents)
        for numbers, arrays in zip(self.joint.numbers[DOCUMENTS], self.joint.segments, strict=True):
            for number, media in zip(numbers.tolist(), texts_of(arrays, "media"), strict=True):
                found[number] = media.decode()
        return tuple(found)

    @cached_property
    def term_weight(self) -> Array:
        """(T,) idf of each term."""
        held = self.term_passages
        return np.asarray(np.log1p((self.size - held + 0.5) / (held + 0.5)), np.float32)

    @cached_property
    def name_weight(self) -> Array:
        """(K,) how rare a name is: log((N + 1) / df) / log(N + 1)."""
        size, mentioned = self.size, self.name_counts.mentioned
        rarity = np.log((size + 1.0) / np.maximum(1, mentioned)) / np.log(size + 1.0 + 1e-9)
        return np.asarray(np.clip(rarity, 0.0, 1.0), np.float32)

    @cached_property
    def _links_something(self) -> npt.NDArray[np.bool_]:
        """(K,) whether several passages are about a name, and not very many."""
        common = max(COMMON_NAME_PASSAGES, COMMON_NAME_SHARE * self.size)
        held = self.name_counts.about
        found: npt.NDArray[np.bool_] = (held >= 2) & (held <= common)
        return found

    @cached_property
    def shared_name_weight(self) -> Array:
        """(K,) the worth of a name that two passages hold: its rarity's root; 0 for a name that
        only one passage is about, and for one that is everywhere."""
        worth = np.where(self._links_something, self.name_weight, 0.0)
        return np.sqrt(worth).astype(np.float32)

    @cached_property
    def _subject_weight(self) -> Array:
        """(K,) what the square of how much a passage is about a name is multiplied with."""
        norms = np.sqrt(self.name_counts.squares) + 1e-9
        single = self.joint.values("keys", "keys.single", bool)
        weight = self._links_something * np.where(single, ONE_WORD_WEIGHT, 1.0) / norms
        return weight.astype(np.float32)

    @cached_property
    def _title_weight(self) -> Array:
        """(K,) a title's weight is divided by the root of the number of passages that share it."""
        shared = np.maximum(1, self.name_counts.titles)
        return (1.0 / np.sqrt(shared)).astype(np.float32)

    @cached_property
    def _length_norm(self) -> Array:
        """(N,) BM25's k1 (1 − b + b · length / mean length)."""
        lengths = self.joint.values("ids", "lengths.terms", np.float32)
        return length_norms(lengths)

    @cached_property
    def _inside(self) -> NameRelation:
        return NameRelation.of(self.nested, len(self.keys))

    @cached_property
    def _around(self) -> NameRelation:
        return NameRelation.of(self.nested[:, ::-1], len(self.keys))

    @cached_property
    def _name_of(self) -> NameRelation:
        return NameRelation.of(self.forms, len(self.keys))

    @cached_property
    def _forms_of(self) -> NameRelation:
        return NameRelation.of(self.forms[:, ::-1], len(self.keys))

    @cached_property
    def counts(self) -> RowsOnDemand:
        """(N, T), see above; so are the following."""
        return self._by_passage("counts", "terms", "times")

    @cached_property
    def exact_mentions(self) -> RowsOnDemand:
        return self._by_passage("named", "keys")

    @cached_property
    def own_title_counts(self) -> RowsOnDemand:
        return self._by_passage("headed", "terms")

    @cached_property
    def path_terms(self) -> RowsOnDemand:
        return self._by_passage("paths", "terms")

    @cached_property
    def title_counts(self) -> RowsOnDemand:
        return self._by_passage("titled", "terms")

    @cached_property
    def own_title_holders(self) -> RowsOnDemand:
        return self._by_number("headed")

    @cached_property
    def path_holders(self) -> RowsOnDemand:
        return self._by_number("paths")

    @cached_property
    def title_holders(self) -> RowsOnDemand:
        return self._by_number("titled")

    @cached_property
    def mentions(self) -> RowsOnDemand:
        return RowsOnDemand((self.size, len(self.keys)), self._mentions)

    @cached_property
    def mentioned_in(self) -> RowsOnDemand:
        return RowsOnDemand((len(self.keys), self.size), self._mentioned_in)

    @cached_property
    def titles(self) -> RowsOnDemand:
        return RowsOnDemand((len(self.keys), self.size), self._titles)

    @cached_property
    def named_by(self) -> RowsOnDemand:
        return RowsOnDemand((self.size, len(self.keys)), self._named_by)

    @cached_property
    def aboutness(self) -> RowsOnDemand:
        return RowsOnDemand((len(self.keys), self.size), self._aboutness)

    @cached_property
    def subjects(self) -> RowsOnDemand:
        return RowsOnDemand((len(self.keys), self.size), self._subjects)

    @cached_property
    def subject_of(self) -> RowsOnDemand:
        return RowsOnDemand((self.size, len(self.keys)), self._subject_of)

    def overlap(self, rows: Numbers) -> HeldRows:
        """(len(rows), T) tf-idf of distinct terms with unit rows."""
        found = rows_of(self.counts, rows)
        weights = self.term_weight[found.columns]
        squares = np.bincount(found.row_of, weights.astype(np.float64) ** 2, len(rows))
        norms = (np.sqrt(squares) + 1e-9).astype(np.float32)
        return found.valued(weights / np.repeat(norms, np.diff(found.starts)))

    def bm25_apart(self, terms: Numbers) -> list[HeldRows]:
        """(len(terms), N) of each segment, idf · f (k1 + 1) / (f + k1 (1 − b + b · length / mean
        length)): the sum of the rows of some terms is the BM25 of each passage."""
        found = []
        weight = (K1 + 1.0) * self.term_weight[terms]
        for held in self.joint.holders_apart("counts", terms, "times"):
            times = held.values * np.repeat(weight, np.diff(held.starts))
            found.append(held.valued(times / (held.values + self._length_norm[held.columns])))
        return found

    def pieces(self, rows: Numbers) -> list[Pieces | None]:
        """The distinct word pieces of passages, ascending; None where they are not known."""
        known = self._pieces_known[rows].tolist()
        found = self.joint.rows("pieces", "numbers", rows)
        numbers = found.columns.astype(np.uint16)
        return [
            numbers[first:last] if is_known else None
            for first, last, is_known in zip(
                found.starts[:-1].tolist(), found.starts[1:].tolist(), known, strict=True
            )
        ]

    @cached_property
    def _pieces_known(self) -> npt.NDArray[np.bool_]:
        return self.joint.values("ids", "cut.known", bool)

    def inside(self, names: Numbers) -> Numbers:
        """The names inside some names."""
        return self._inside.of_names(names).columns.astype(np.int64)

    def other_forms(self, names: Numbers) -> Numbers:
        """Other forms of some names."""
        return self._forms_of.of_names(names).columns.astype(np.int64)

    def counted(self, names: Numbers) -> NameCounts:
        """The counts of some names, from their rows; what is stored of them is not looked at."""
        about = self._aboutness(names)
        squares = about.values.astype(np.float64) ** 2
        return NameCounts(
            np.diff(self._mentioned_in(names).starts).astype(np.int32),
            np.diff(about.starts).astype(np.int32),
            np.bincount(about.row_of, squares, len(names)).astype(np.float64),
            np.diff(self._standing(names).starts).astype(np.int32),
        )

    def rows(self, chunk_ids: Iterable[str]) -> Numbers:
        """Rows of the passages that the view holds; others are left out."""
        row_of = self.row_of
        found = np.array([row_of.get(chunk_id, -1) for chunk_id in chunk_ids], np.int64)
        return found[found >= 0]

    def allowed(self, filters: Filters) -> npt.NDArray[np.bool_] | None:
        """Which rows a question may use; None if all."""
        if not filters.document_ids and not filters.media_types and filters.chunk_ids is None:
            return None
        documents = np.ones(len(self.documents), bool)
        if filters.document_ids:
            wanted = np.zeros_like(documents)
            numbers = (
                self.document_numbers.get(document_id, -1) for document_id in filters.document_ids
            )
            wanted[[number for number in numbers if number >= 0]] = True
            documents &= wanted
        if filters.media_types:
            documents &= np.isin(np.array(self.media_types), list(filters.media_types))
        rows = documents[self.document_of] if self.size else np.zeros(0, bool)
        if filters.chunk_ids is not None:
            chosen = np.zeros(self.size, bool)
            chosen[self.rows(filters.chunk_ids)] = True
            rows &= chosen
        return rows

    def _by_passage(self, table: str, column: str, values: str = "") -> RowsOnDemand:
        schema = self.joint.schema
        shape = self.joint.sizes[schema.tables[table].axis], self.joint.sizes[column]
        return RowsOnDemand(shape, partial(self.joint.rows, table, column, values=values))

    def _by_number(self, table: str) -> RowsOnDemand:
        schema = self.joint.schema
        axis, of = schema.tables[table].axis, schema.numbers_in(table)
        shape = self.joint.sizes[of], self.joint.sizes[axis]
        return RowsOnDemand(shape, partial(self.joint.holders, table))

    def _mentions(self, rows: Numbers) -> HeldRows:
        exact = self.joint.rows("named", "keys", rows)
        inside = self._inside.onward(exact, NESTED_WEIGHT)
        inside = inside.valued(np.full_like(inside.values, NESTED_WEIGHT))
        labels = _labels(self.joint.rows("stands", "keys", rows, "label"))
        return _without(
            _without(larger_of(exact, inside), labels), self._forms_of.onward(labels, 1.0)
        )

    def _mentioned_in(self, names: Numbers) -> HeldRows:
        holders = partial(self.joint.holders, "named")
        exact, inside = holders(names), self._through(self._around, names, holders)
        inside = inside.valued(np.full_like(inside.values, NESTED_WEIGHT))
        return _without(
            _without(larger_of(exact, inside), self._labelled(names)),
            self._through(self._name_of, names, self._labelled),
        )

    def _labelled(self, names: Numbers) -> HeldRows:
        return _labels(self.joint.holders("stands", names, "label"))

    def _standing(self, names: Numbers) -> HeldRows:
        """(len(names), N) how surely names and their other forms stand for passages."""
        return self._with_forms(names, partial(self.joint.holders, "stands", values="sureness"))

    def _titles(self, names: Numbers) -> HeldRows:
        found = self._standing(names)
        return found.valued(
            found.values * np.repeat(self._title_weight[names], np.diff(found.starts))
        )

    def _named_by(self, rows: Numbers) -> HeldRows:
        own = self.joint.rows("stands", "keys", rows, "sureness")
        return larger_of(own, self._forms_of.onward(own, OTHER_FORM_WEIGHT)).weighed(
            self._title_weight
        )

    def _aboutness(self, names: Numbers) -> HeldRows:
        return self._with_forms(names, partial(self.joint.holders, "named", values="about"))

    def _subjects(self, names: Numbers) -> HeldRows:
        weight = self._subject_weight[names]
        linking = np.flatnonzero(weight)
        about = self._aboutness(names[linking])
        lengths = np.diff(about.starts)
        starts = np.zeros(len(names) + 1, np.int64)
        starts[linking + 1] = lengths
        values = about.values * about.values * np.repeat(weight[linking], lengths)
        return HeldRows(np.cumsum(starts), about.columns, values, self.size)

    def _subject_of(self, rows: Numbers) -> HeldRows:
        own = self.joint.rows("named", "keys", rows, "about")
        found = larger_of(own, self._forms_of.onward(own, OTHER_FORM_WEIGHT))
        return found.valued(found.values * found.values * self._subject_weight[found.columns])

    def _with_forms(self, names: Numbers, holders: Callable[[Numbers], HeldRows]) -> HeldRows:
        others = self._through(self._name_of, names, holders, OTHER_FORM_WEIGHT)
        return larger_of(holders(names), others)

    def _through(
        self,
        relation: NameRelation,
        names: Numbers,
        holders: Callable[[Numbers], HeldRows],
        weight: float = 1.0,
    ) -> HeldRows:
        """(len(names), N) the sum over the names that a relation leads to, times a weight."""
        others = relation.of_names(names)
        reached = holders(others.columns.astype(np.int64))
        rows = np.repeat(others.row_of, np.diff(reached.starts))
        values = reached.values * np.float32(weight)
        return summed(np.add, len(names), self.size, rows, reached.columns, values)


def _labels(stands: HeldRows) -> HeldRows:
    """Of what stands for passages, their own labels."""
    chosen = stands.values == 1.0
    starts = np.concatenate([[0], np.cumsum(chosen)])[stands.starts]
    return HeldRows(starts, stands.columns[chosen], stands.values[chosen], stands.width)


def _without(held: HeldRows, left_out: HeldRows) -> HeldRows:
    """Held rows without the places that others hold."""
    if not len(left_out.columns):
        return held
    taken = left_out.row_of * held.width + left_out.columns
    places = held.row_of * held.width + held.columns  # both ascend
    found = np.searchsorted(places, taken)
    chosen = np.ones(len(places), bool)
    inside = found < len(places)
    found = found[inside]
    chosen[found[places[found] == taken[inside]]] = False
    starts = np.concatenate([[0], np.cumsum(chosen)])[held.starts]
    return HeldRows(starts, held.columns[chosen], held.values[chosen], held.width)
