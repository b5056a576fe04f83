"""A candidate is also measured by the rest of its page and of its document."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.fusion.staged.surroundings import surrounding_columns

NAN = float("nan")
PLACES = (("a", 1), ("a", 1), ("a", 2), ("b", 1), None)
DOCUMENTS = np.array([7, 7, 7, 3, 9])


def columns(**raw: list[float]) -> dict[str, list[float]]:
    """The values by aspect, over the five candidates above."""
    arrays = {name: np.array(values, np.float32) for name, values in raw.items()}
    found = surrounding_columns(arrays, PLACES, DOCUMENTS)
    return {
        name.split(":")[1]: values.tolist()
        for name, values in found.items()
        if name.endswith(":value")
    }


def test_a_candidate_is_as_near_as_its_vector_or_its_nearest_part() -> None:
    found = columns(dense=[0.2, 0.1, 0.3, NAN, 0.0], window=[0.1, 0.5, NAN, 0.4, NAN])
    assert found["page_best"] == pytest.approx([0.5, 0.5, 0.3, 0.4, 0.0])
    assert found["document_best"] == pytest.approx([0.5, 0.5, 0.5, 0.4, 0.0])


def test_the_rest_of_a_page_leaves_the_candidate_itself_out() -> None:
    found = columns(dense=[0.2, 0.5, 0.3, 0.4, 0.0])
    # the page of the first two holds two candidates; who is alone has the least of all
    assert found["page_rest"] == pytest.approx([0.5, 0.2, 0.0, 0.0, 0.0])


def test_a_document_with_few_candidates_is_filled_up_with_the_farthest() -> None:
    found = columns(dense=[0.2, 0.5, 0.3, 0.4, 0.1])
    assert found["document_five"] == pytest.approx([1.2 / 5, 1.2 / 5, 1.2 / 5, 0.8 / 5, 0.1])
    assert found["document_ten"] == pytest.approx([0.17, 0.17, 0.17, 0.13, 0.1])


def test_the_documents_share_the_question() -> None:
    found = columns(dense=[0.2, 0.2, 0.2, 0.2, 0.2])
    assert found["document_share"] == pytest.approx([0.6, 0.6, 0.6, 0.2, 0.2])


def test_words_count_as_a_share_of_the_best() -> None:
    found = columns(lexical=[4.0, 2.0, 1.0, NAN, 0.0])
    assert found["page_words"] == pytest.approx([1.0, 1.0, 0.25, 0.0, 0.0])
    assert found["page_sum"] == pytest.approx([1.5, 1.5, 0.25, 0.0, 0.0])
    assert found["document_words"] == pytest.approx([0.35, 0.35, 0.35, 0.0, 0.0])
    assert "page_best" not in found


def test_without_meaning_and_words_there_is_nothing_to_say() -> None:
    silent = np.full(5, NAN, np.float32)
    assert surrounding_columns({"dense": silent}, PLACES, DOCUMENTS) == {}
    assert surrounding_columns({}, PLACES, DOCUMENTS) == {}


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.floats(-1, 1)), min_size=1))
def test_the_order_of_the_candidates_changes_nothing(
    candidates: list[tuple[int, int, float]],
) -> None:
    def of(order: list[int]) -> dict[str, np.ndarray]:
        kept = [candidates[number] for number in order]
        raw = {"dense": np.array([score for _, _, score in kept], np.float32)}
        places = [(document, page) for document, page, _ in kept]
        return surrounding_columns(raw, places, np.array([document for document, _, _ in kept]))

    there = list(range(len(candidates)))
    back = there[::-1]
    forwards, backwards = of(there), of(back)
    for name, values in forwards.items():
        assert np.isfinite(values).all()
        if name.endswith(":value"):
            np.testing.assert_allclose(values, backwards[name][::-1], atol=1e-5)
