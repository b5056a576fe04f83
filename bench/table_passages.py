"""By what a table is found best: `python -m bench.table_passages [contexts] [filings]`.

Row, block, card and description, each as the only form of the tables and beside today's passages
(the tables' own text and their rows), by words (BM25), by meaning (cosine of the packaged model)
and by both (reciprocal rank). What is not in a table stays as it is. A place (a context of TAT-QA
dev, a page of a filing) has the score of its best unit; Hit@5 is the share of questions with a gold
place among the first five. The first half of the contexts may choose; the second half and the
filings choose nothing. Descriptions are those of the local template: no language model was at hand.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from backend import sparse
from backend.analysis import term_texts
from backend.bm25 import K1, length_norms
from backend.evaluation.intervals import mean_interval
from backend.ports import Embedder, Vectors
from backend.settings import load_settings
from backend.types import Document
from backend.workbench import Workbench
from bench._filings import SET as FILINGS
from bench._filings import open_filings
from bench._question_sets import load_question_set
from bench._table_units import Unit, units_by_form
from bench._tatqa import read_contexts
from bench._tatqa_files import contexts_file, file_name, open_contexts
from bench._vector_cache import CachedEmbedder
from bench.report import known_results, table, write_results

RESULTS = "table_passages"
FORMS: Mapping[str, tuple[str, ...]] = {
    "no table": (),
    "own text": ("text",),
    "rows": ("rows",),
    "blocks": ("blocks",),
    "cards": ("cards",),
    "descriptions": ("descriptions",),
    "described cards": ("described cards",),
    "own text and rows": ("text", "rows"),
    "own text, rows and blocks": ("text", "rows", "blocks"),
    "own text, rows and cards": ("text", "rows", "cards"),
    "own text, rows and descriptions": ("text", "rows", "descriptions"),
    "own text, rows and described cards": ("text", "rows", "described cards"),
}
"""What of the tables is searched beside the prose, by its name in the table of results."""
MODES = ("lexical", "dense", "hybrid")
"""BM25's constants (Robertson and Zaragoza 2009, §3.5)."""
K0 = 60
"""The constant of reciprocal rank fusion (Cormack et al. 2009)."""
DEPTH = 100
"""Units that each list gives the fusion."""
TOP = 5

Numbers = npt.NDArray[np.float64]


class Asked(NamedTuple):
    """A question, the places that answer it, and the parts of the set that it belongs to."""

    text: str
    gold: frozenset[str]
    parts: tuple[str, ...]


class Ranker:
    """Units ranked by words, by meaning and by both."""

    def __init__(self, units: Sequence[Unit], vectors: npt.NDArray[np.float32]) -> None:
        self._units = units
        self._vectors = vectors
        self._vocabulary: dict[str, int] = {}
        rows, columns, counts, lengths = [], [], [], []
        for row, unit in enumerate(units):
            terms = Counter(term_texts(unit.text))
            lengths.append(terms.total())
            for term, count in terms.items():
                rows.append(row)
                columns.append(self._vocabulary.setdefault(term, len(self._vocabulary)))
                counts.append(float(count))
        size = len(units)
        held = np.bincount(columns, minlength=len(self._vocabulary))
        idf = np.log1p((size - held + 0.5) / (held + 0.5))
        norm = length_norms(np.array(lengths, np.float32))
        often = np.array(counts)
        weights = idf[columns] * often * (K1 + 1.0) / (often + norm[rows])
        shape = (size, len(self._vocabulary))
        self._weights = sparse.csc_matrix((weights, (rows, columns)), shape=shape)

    def places(self, text: str, vector: npt.NDArray[np.float32]) -> dict[str, list[str]]:
        """The first places of each mode."""
        known = {self._vocabulary[each] for each in term_texts(text) if each in self._vocabulary}
        words = np.zeros(len(self._units))
        for term in sorted(known):
            held = slice(self._weights.indptr[term], self._weights.indptr[term + 1])
            words[self._weights.indices[held]] += self._weights.data[held]
        meaning = (self._vectors @ vector).astype(np.float64)
        by_words = [row for row in _best(words) if words[row] > 0]
        by_meaning = _best(meaning)
        joined: dict[int, float] = {}
        for order in (by_words, by_meaning):
            for rank, row in enumerate(order, start=1):
                joined[row] = joined.get(row, 0.0) + 1.0 / (K0 + rank)
        both = sorted(joined, key=lambda row: (-joined[row], row))
        orders = zip(MODES, (by_words, by_meaning, both), strict=True)
        return {mode: self._first(order) for mode, order in orders}

    def _first(self, order: Sequence[int]) -> list[str]:
        """The first `TOP` places; one that was there before is passed over."""
        found: dict[str, None] = {}
        for row in order:
            found.update(dict.fromkeys(self._units[row].places))
            if len(found) >= TOP:
                break
        return list(found)[:TOP]


def _best(scores: Numbers) -> list[int]:
    """The first `DEPTH` rows, equal ones in their order."""
    least = np.partition(scores, -DEPTH)[-DEPTH] if scores.size > DEPTH else -np.inf
    rows = np.flatnonzero(scores >= least)
    return [int(row) for row in rows[np.lexsort((rows, -scores[rows]))][:DEPTH]]


def vectors_of(units: Sequence[Unit], stored: Mapping[str, Vectors], embedder: Embedder) -> Vectors:
    """(n, dimension) the vectors of units: stored ones as they are, the others made now."""
    found = np.zeros((len(units), embedder.dimension), np.float32)
    missing = [row for row, each in enumerate(units) if each.chunk_id not in stored]
    for row, unit in enumerate(units):
        if unit.chunk_id in stored:
            found[row] = stored[unit.chunk_id]
    if missing:
        found[missing] = embedder.embed([units[row].embedded for row in missing])
    return found


def measured(
    by_form: Mapping[str, Sequence[Unit]],
    asked: Sequence[Asked],
    stored: Mapping[str, Vectors],
    embedder: Embedder,
) -> dict[str, Any]:
    """Hit@5 by part, form and mode, with bounds at 95 %.

    Args:
        stored: vectors of passages by their ids.
    """
    vectors = {form: vectors_of(by_form[form], stored, embedder) for form in by_form}
    questions = embedder.embed([each.text for each in asked])
    found: dict[str, Any] = {}
    for name, forms in FORMS.items():
        taken = ("prose", *forms)
        units = [unit for form in taken for unit in by_form[form]]
        ranker = Ranker(units, np.concatenate([vectors[form] for form in taken]))
        hits: dict[tuple[str, str], list[float]] = {}
        for each, vector in zip(asked, questions, strict=True):
            for mode, places in ranker.places(each.text, vector).items():
                right = float(bool(each.gold.intersection(places)))
                for part in each.parts:
                    hits.setdefault((part, mode), []).append(right)
        for (part, mode), values in hits.items():
            kept = mean_interval(values)
            cell = {"hit": round(kept.mean, 4), "low": round(kept.low, 4)}
            cell["high"] = round(kept.high, 4)
            found.setdefault(part, {}).setdefault(name, {})[mode] = cell
        print(f"{name}: {len(units):,} units", flush=True)
    sizes = {form: len(units) for form, units in by_form.items()}
    counts = Counter(part for each in asked for part in each.parts)
    return {"units": sizes, "questions": dict(counts), "hit_at_5": found}


def over_contexts() -> dict[str, Any]:
    """All contexts of TAT-QA dev as one collection; the parts are halves of the contexts, of these
    the questions whose answer is from the table alone once more by themselves."""
    workbench, collection = open_contexts()
    contexts = read_contexts(contexts_file())
    asked: list[Asked] = []
    for number, context in enumerate(contexts):
        half = "first half" if number < len(contexts) // 2 else "second half"
        for question in context.questions:
            parts = (half, f"{half}, from the table") if question.source == "table" else (half,)
            asked.append(Asked(question.text, frozenset([file_name(number)]), parts))

    def places(document: Document, pages: Sequence[int]) -> tuple[str, ...]:
        return (document.name,)

    try:
        return _over(workbench, collection.id, asked, places)
    finally:
        workbench.close()


def over_filings() -> dict[str, Any]:
    """The filings of financebench_small; a place is a page, none of the questions chooses."""
    workbench, collection = open_filings()
    questions = load_question_set(load_settings().benchmarks, FILINGS).questions
    asked = [
        Asked(question.text, frozenset(question.gold), ("all questions",)) for question in questions
    ]

    def places(document: Document, pages: Sequence[int]) -> tuple[str, ...]:
        return tuple(f"{Path(document.name).stem}#p{page}" for page in pages)

    try:
        return _over(workbench, collection.id, asked, places)
    finally:
        workbench.close()


def _over(workbench: Workbench, collection_id: str, asked: Sequence[Asked], places: Any) -> Any:
    embedder = CachedEmbedder(
        workbench.parts.embedders.of(collection_id), load_settings().cache / "bench"
    )
    stored: dict[str, Vectors] = {}
    for document in workbench.library.documents(collection_id):
        ids, vectors = workbench.parts.records.vectors_of(document.id, embedder.identity)
        stored.update(zip(ids, vectors.astype(np.float32), strict=True))
    units = units_by_form(workbench, collection_id, embedder, places)
    return measured(units, asked, stored, embedder)


def main() -> None:
    """Measure what is named, print the tables and keep the figures beside those of before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", choices=["contexts", "filings"], default=[])
    wanted = parser.parse_args().sets or ["contexts", "filings"]
    figures = known_results(RESULTS)
    for name in wanted:
        figures[name] = over_contexts() if name == "contexts" else over_filings()
        for part, forms in figures[name]["hit_at_5"].items():
            rows = [
                (form, *(f"{100 * cells[mode]['hit']:.1f}" for mode in MODES))
                for form, cells in forms.items()
            ]
            count = figures[name]["questions"][part]
            print()
            print(table(f"{name}, {part}: Hit@5 of {count} questions", ("", *MODES), rows))
    print(f"\nwritten to {write_results(RESULTS, figures)}")


if __name__ == "__main__":
    main()
