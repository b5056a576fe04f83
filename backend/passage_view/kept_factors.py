"""The name factors of each collection, kept in step with its view and stored beside it.

They are made when somebody first asks for them and never before, so that a collection that does
without them pays nothing. A question waits for those of a small collection alone.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass

import numpy as np

from backend.errors import WorkbenchError
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.name_factors import (
    Array,
    Incidence,
    NameFactors,
    base_of,
    content_key,
    factors_of,
    folded,
    incidence,
    packed,
    unpacked,
)
from backend.passage_view.views import Views
from backend.ports import DerivedRecords, Parts, Records
from backend.view_files import ViewFiles

logger = logging.getLogger(__name__)

NAME = "name factors 2"
COMPARED, ROUNDING = 300, 0.02
"""Passages whose likeness is compared, and by how much it may differ between machines."""
AT_ONCE = 4_000
"""Up to so many passages (about a second) factors are made while a question waits."""


@dataclass(frozen=True, slots=True, eq=False)
class GraphVectors:
    """A view's passages in the space of its graph: what each holds, and (N, d) unit vectors."""

    view: CollectionView
    held: Incidence
    vectors: Array


class KeptFactors:
    """Graph vectors of collections over a record store. Safe for several threads."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._made: dict[str, GraphVectors] = {}
        self._learning: dict[str, threading.Thread] = {}
        self._lock = threading.Lock()

    def of(self, collection_id: str, view: CollectionView) -> GraphVectors | None:
        """The vectors of a view; None while those of a large collection are being made."""
        made = self._made.get(collection_id)
        if made is not None and made.view is view:
            return made
        held = incidence(view)
        base = base_of(view, held)
        key = content_key(base)
        factors = stored_factors(self._records, collection_id)
        if factors is None or factors.key != key:
            if base.matrix.shape[0] > AT_ONCE:
                self._learn_in_background(collection_id, base)
                return None
            factors = _made(self._records, collection_id, base)
        made = GraphVectors(view, held, folded(factors, held))
        self._made[collection_id] = made
        return made

    def _learn_in_background(self, collection_id: str, base: Incidence) -> None:
        def learn() -> None:
            try:
                _made(self._records, collection_id, base)
            except WorkbenchError:
                logger.exception("The vectors of a collection's graph could not be kept.")

        with self._lock:
            running = self._learning.get(collection_id)
            if running is None or not running.is_alive():
                thread = threading.Thread(target=learn, name="graph-vectors", daemon=True)
                self._learning[collection_id] = thread
                thread.start()


def stored_factors(records: DerivedRecords, collection_id: str) -> NameFactors | None:
    """The factors that were stored last; None without any."""
    found = records.load_derived(collection_id, NAME)
    return unpacked(found[0]) if found is not None and found[0] else None


def refresh_factors(records: Records, collection_id: str, files: ViewFiles | None = None) -> bool:
    """Make a collection's factors those of its present content, if it has any; whether it has.

    The result is that of a fresh computation, whatever came and went in between.

    Args:
        files: where the collection's view may be stored; else it is joined for this.
    """
    before = stored_factors(records, collection_id)
    if before is None:
        return False
    base = _base(records, collection_id, files)
    if content_key(base) != before.key:
        _made(records, collection_id, base)
    return True


def unsound_factors(records: Records, collection_id: str) -> bool:
    """Whether factors are stored that say they are of the present content and are not.

    The likeness of some passages is compared and not each number: another machine rounds otherwise,
    and equal singular values leave open which direction comes first.
    """
    stored = stored_factors(records, collection_id)
    if stored is None:
        return False
    base = _base(records, collection_id)
    if stored.key != content_key(base):
        return False
    fresh = factors_of(base)
    if stored.columns != fresh.columns or stored.projection.shape != fresh.projection.shape:
        return True
    size = base.matrix.shape[0]
    rows = np.unique(np.linspace(0, max(0, size - 1), COMPARED).round().astype(int))[:size]
    some = Incidence(base.matrix[rows], base.columns)
    one, other = folded(stored, some), folded(fresh, some)
    return bool(np.abs(one @ one.T - other @ other.T).max(initial=0.0) > ROUNDING)


def forget_factors(records: DerivedRecords, collection_id: str) -> None:
    """Take the stored factors away; the next question that needs them has them made."""
    records.save_derived(collection_id, NAME, b"", records.sequence())


def _base(records: Records, collection_id: str, files: ViewFiles | None = None) -> Incidence:
    views = Views(records, files)
    view = views.of(collection_id, wait=True)
    views.close()
    return base_of(view, incidence(view))


def _made(records: DerivedRecords, collection_id: str, base: Incidence) -> NameFactors:
    sequence = records.sequence()
    factors = factors_of(base)
    records.save_derived(collection_id, NAME, packed(factors), sequence)
    return factors


def factors_over(parts: Parts) -> KeptFactors:
    """The one set of graph vectors of all that are built from the same parts."""
    return parts.shared.of(KeptFactors, lambda: KeptFactors(parts.records))
