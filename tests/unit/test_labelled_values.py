"""The line that is labelled as the question asks tells it, if one document alone has one."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.labelled_values import tells_labelled_value
from backend.tasks.answer.extractive.weights import weights_for
from backend.tasks.answer.local import LocalReader
from backend.types import Hit
from tests.unit.test_local_reader import WordEmbedder, hit

LEASE = hit("Lock keeper: Ada Holm, 6 Fish Street\n\nMoorings: twelve", document="lease")
OTHER = hit("Lock keeper: Bo Tarn\n\nMoorings: nine", document="other", title="Mole")
ORCHARD = hit("Apples are picked in September.", document="orchard", title="Orchard work")


@pytest.mark.parametrize(
    ("question", "hits", "told"),
    [
        ("Who is the lock keeper?", [LEASE, ORCHARD], ["Lock keeper: Ada Holm, 6 Fish Street"]),
        ("How many moorings are there?", [LEASE, ORCHARD], []),
        ("Who is the keeper of the orchard?", [LEASE, ORCHARD], []),
        ("Who is the lock keeper?", [LEASE, OTHER], []),
    ],
)
def test_a_labelled_value(question: str, hits: list[Hit], told: list[str]) -> None:
    reading = LocalReader(WordEmbedder(), weights_for(WordEmbedder())).read(question, hits)
    found = [unit.text for unit in reading.candidates if tells_labelled_value(reading, unit)]
    assert found == told
