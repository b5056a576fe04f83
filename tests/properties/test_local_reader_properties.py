"""Whatever the evidence, a draft is consistent and its quotes are spans of the documents."""

from __future__ import annotations

import itertools
from threading import Event

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from backend.evidence.citations import cite
from backend.inference.forest import load_forest
from backend.leaders import has_leader
from backend.ports import Vectors
from backend.settings import Settings
from backend.tasks.answer.extractive.joined_fragments import LONGEST
from backend.tasks.answer.extractive.units import cut_hits
from backend.tasks.answer.local import build
from backend.types import Chunk, Draft, Hit

TEXT = st.text(
    alphabet=st.sampled_from(list("abc AB.,;!?\n-—1923[]()\"'%$é中。ß\t…")), max_size=1200
)


class LengthEmbedder:
    """A unit vector from the text's length and first character: cheap and deterministic."""

    identity = "length"
    dimension = 3
    max_tokens = 256

    def token_offsets(self, texts: list[str]) -> list[np.ndarray]:
        return [np.zeros((0, 2), dtype=np.int32) for _ in texts]

    def embed(self, texts: list[str]) -> Vectors:
        rows = np.array(
            [[1.0, len(text) % 7, ord(text[:1] or " ") % 11] for text in texts], dtype=np.float32
        )
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def hits_of(texts: list[str], start: int) -> list[Hit]:
    return [
        Hit(
            Chunk(f"c{n}", f"d{n}", "", 0, text, start, start + len(text), (0,), "prose", "T"),
            1.0,
            (),
        )
        for n, text in enumerate(texts)
    ]


@given(st.lists(TEXT, max_size=6), TEXT, st.integers(0, 5000))
@settings(max_examples=60, deadline=None)
def test_a_draft_holds_together(texts: list[str], question: str, start: int) -> None:
    hits = hits_of(texts, start)
    *pieces, draft = build(Settings(), LengthEmbedder()).answer(question, (), hits, Event())
    assert isinstance(draft, Draft)
    assert "".join(str(piece) for piece in pieces) == draft.text
    previous = 0
    for first, last, numbers in draft.sentences:
        assert previous <= first < last <= len(draft.text)
        assert all(1 <= number <= len(hits) for number in numbers)
        previous = last
    for number, first, last in draft.spans:
        chunk = hits[number - 1].chunk
        assert chunk.start <= first < last <= chunk.end
    cited = cite(draft, hits, question, None)
    assert len(cited.sentences) == len(draft.sentences)
    assert all(sentence.supported is not False for sentence in cited.sentences)


@given(TEXT)
@settings(max_examples=100, deadline=None)
def test_units_are_short_ordered_and_lose_no_letter(text: str) -> None:
    assume(not has_leader(text))  # entries of contents are left out
    units = cut_hits(hits_of([text], 0))
    assert all(unit.end - unit.start <= LONGEST for unit in units)
    assert all(a.end <= b.start for a, b in itertools.pairwise(units))
    seen: set[str] = set()
    kept = {unit.text.casefold() for unit in units}
    covered = {at for unit in units for at in range(unit.start, unit.end)}
    for at, character in enumerate(text):
        if character.isalnum() and at not in covered:
            seen.add(character)
    assert not seen or kept, "only repeated sentences may be left out"


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_a_forest_agrees_with_walking_its_trees(seed: int) -> None:
    generator = np.random.default_rng(seed)
    trees, features = 3, 4
    # Complete trees of depth 2: nodes 0, 1, 2 split, nodes 3 to 6 are leaves.
    left = np.tile(np.array([1, 3, 5, 3, 4, 5, 6], dtype=np.int16), (trees, 1))
    right = np.tile(np.array([2, 4, 6, 3, 4, 5, 6], dtype=np.int16), (trees, 1))
    feature = generator.integers(0, features, size=(trees, 7)).astype(np.int16)
    threshold, value = generator.normal(size=(2, trees, 7)).astype(np.float32)
    tables = {
        "some.feature": feature,
        "some.threshold": threshold,
        "some.left": left,
        "some.right": right,
        "some.value": value,
        "some.depth": np.array(2),
    }
    rows = generator.normal(size=(5, features))
    for row, margin in zip(rows, load_forest(tables, "some").margins(rows), strict=True):
        total = 0.0
        for tree in range(trees):
            node = 0
            while left[tree, node] != node:
                low = np.float32(row[feature[tree, node]]) <= threshold[tree, node]
                node = int(left[tree, node] if low else right[tree, node])
            total += float(value[tree, node])
        assert abs(total - margin) < 1e-5
