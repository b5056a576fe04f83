"""The same questions on the same collection bring the same passages from either engine.

What may differ: Lucene rounds the length of a long field to one of 256 values, as tantivy does, but
counts an empty field as one term long; shards count words apart unless asked to agree; above the
limit of exact search HNSW may miss a neighbour. Ties come by id in both.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from backend.indexes import elasticsearch as adapter
from backend.ports import Index, Records
from backend.settings import Settings
from backend.types import CollectionSettings, Filters
from tests.contracts.index_contract import ANY, ids
from tests.factories import make_bundle, unit_vector
from tests.searches import search_text, search_vector

pytestmark = pytest.mark.servers

QUESTIONS = 300
DIMENSION = 32
TOP = 10
LEAST = 0.95


def vocabulary() -> list[str]:
    """Two thousand made-up words, the first ones common and the last ones rare."""
    syllables = ("ba", "ko", "ri", "tu", "mel", "dor", "san", "vik", "lo", "pen", "ga", "hu")
    drawn = random.Random(11)
    return ["".join(drawn.choices(syllables, k=drawn.randint(2, 4))) for _ in range(2_000)]


def test_both_engines_agree_on_the_top_of_three_hundred_questions(
    records: Records, settings: Settings, embedded: Callable[[], Index], index: Index
) -> None:
    drawn = random.Random(5)
    words = vocabulary()
    weights = 1.0 / np.arange(1, len(words) + 1)  # Zipf's law

    def text(most: int) -> str:
        return " ".join(drawn.choices(words, weights=weights.tolist(), k=drawn.randint(3, most)))

    collection = records.create_collection("Words", CollectionSettings())
    records.publish(
        [
            make_bundle(
                collection.id,
                text(5),
                [text(120) for _ in range(10)],
                key=str(number),
                path=((text(4),), (text(3), text(4)), ())[number % 3],
                dimension=DIMENSION,
                media_type=("application/pdf", "text/plain")[number % 2],
            )
            for number in range(120)
        ]
    )
    index.catch_up()
    near = adapter.build(replace(settings, elasticsearch_exact_limit=0), records)
    other = embedded()
    shares: dict[str, list[float]] = {"words": [], "meaning": [], "meaning by graph": []}
    for number in range(QUESTIONS):
        question, vector = text(12), unit_vector(f"question {number}", DIMENSION)
        filters = ANY if number % 3 else Filters(media_types=("text/plain",))
        for name, found, wanted in (
            (
                "words",
                search_text(index, collection.id, question, TOP, filters),
                search_text(other, collection.id, question, TOP, filters),
            ),
            (
                "meaning",
                search_vector(index, collection.id, vector, TOP, filters),
                search_vector(other, collection.id, vector, TOP, filters),
            ),
            (
                "meaning by graph",
                search_vector(near, collection.id, vector, TOP, filters),
                search_vector(other, collection.id, vector, TOP, filters),
            ),
        ):
            common = len(set(ids(found)) & set(ids(wanted)))
            shares[name].append(common / max(1, len(wanted)))
    near.close()
    means = {name: float(np.mean(share)) for name, share in shares.items()}
    assert min(means.values()) >= LEAST, means
    assert means["meaning"] >= 0.999, means
