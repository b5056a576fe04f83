"""Several segments are numbered as the one that holds all of their documents would be."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend import joint_segments
from backend.joint_segments import (
    JointSegments,
    JointTexts,
    NewSegment,
    numbered_anew,
    renumbered,
    searchable,
)
from backend.numbered_texts import NumberedTexts, text_arrays
from backend.segments import DOCUMENTS, Arrays, chosen, documents_in, merged_with_places, whole
from tests.properties.test_segments import LIBRARIES, PAGES, SCHEMA, Library, segment_of

SAID = ("said",)
TEXTS = (DOCUMENTS, "lines", "words")


def assert_same(joint: JointSegments, wanted: JointSegments) -> None:
    """Texts, their numbers, and what rows hold, both ways."""
    assert joint.sizes == wanted.sizes
    for axis in TEXTS:
        texts = list(wanted.texts[axis])
        assert list(joint.texts[axis]) == texts
        assert [joint.texts[axis][text] for text in texts] == list(range(len(texts)))
        assert [joint.texts[axis].texts[number] for number in range(len(texts))] == texts
        assert "unheard" not in joint.texts[axis]
    lines, words = (np.arange(joint.sizes[each]) for each in ("lines", "words"))
    for mine, theirs in (
        (each.rows("said", "words", lines[::-1], "times") for each in (joint, wanted)),
        (each.holders("said", words[::-1], "times") for each in (joint, wanted)),
    ):
        assert mine.starts.tolist() == theirs.starts.tolist()
        assert mine.columns.tolist() == theirs.columns.tolist()
        assert mine.values.tolist() == theirs.values.tolist()
        assert mine.width == theirs.width
    apart = np.zeros((len(words), len(lines)))
    for part in joint.holders_apart("said", words[::-1], "times"):
        assert all(
            np.diff(row).min(initial=1) > 0 for row in np.split(part.columns, part.starts[1:-1])
        )
        np.add.at(apart, (part.row_of, part.columns), part.values)
    assert apart.tolist() == joint.holders("said", words[::-1], "times").upright().T.tolist()
    assert joint.holder_counts("said").tolist() == wanted.holder_counts("said").tolist()
    for axis in ("pages", "lines"):
        assert joint.owners(axis).tolist() == wanted.owners(axis).tolist()
    values = (each.values("pages", "number.value", np.int32).tolist() for each in (joint, wanted))
    assert next(values) == next(values)


def of(library: Library) -> JointSegments:
    """The one segment of all documents."""
    return numbered_anew(SCHEMA, [searchable(SCHEMA, segment_of(library), SAID)])


STEPS = st.tuples(
    st.dictionaries(st.sampled_from(["d1", "d2", "d3", "d4", "ü", "a"]), PAGES, max_size=2),
    st.sets(st.sampled_from(["d1", "d2", "d3", "d4", "ü", "a"]), max_size=2),
    st.sets(st.integers(0, 4)),
)
"""Documents that come, some that go, and which segments are merged with what comes."""


@given(LIBRARIES, st.lists(STEPS, max_size=4), st.booleans())
def test_documents_that_come_and_go_are_numbered_as_if_they_had_always_been_alone(
    first: Library, steps: list[tuple[Library, set[str], set[int]]], searched: bool
) -> None:
    held = dict(first)
    joint = of(first)
    with pytest.MonkeyPatch.context() as patch:
        # few texts among many are searched for, many among few numbered anew
        patch.setattr(joint_segments, "BY_SEARCH", 0 if searched else 1_000)
        for come, go, merges in steps:
            left = held.keys() - go - come.keys()
            layers = [chosen(SCHEMA, segment, left) for segment in joint.segments]
            taken = [
                place
                for place, layer in enumerate(layers)
                if place in merges or not layer.kept.all()
            ]
            stayed = [place for place in range(len(layers)) if place not in taken]
            made, places = merged_with_places(
                SCHEMA, [*(layers[place] for place in taken), whole(SCHEMA, segment_of(come))]
            )
            new = NewSegment(searchable(SCHEMA, made, SAID), dict(zip(taken, places, strict=False)))
            before, joint = joint, renumbered(joint, stayed, [new]).joint
            held = {**{each: held[each] for each in left}, **come}
            assert_same(joint, of(held))
            assert len(before.segments) - len(taken) + 1 == len(joint.segments)


@given(LIBRARIES, LIBRARIES, st.randoms(use_true_random=False))
def test_what_was_numbered_before_is_found_again_and_what_came_is_told(
    one: Library, other: Library, order: random.Random
) -> None:
    before = of(one)
    come = {f"new {name}": pages for name, pages in other.items()}
    segment = searchable(SCHEMA, segment_of(come), SAID)
    now = renumbered(before, [0], [NewSegment(segment, {})])
    for axis in TEXTS:
        old, new = list(before.texts[axis]), list(now.joint.texts[axis])
        assert [new[each] for each in now.moved[axis]] == old
        assert {new[each] for each in now.came[axis]} == set(new) - set(old)
    gone = renumbered(now.joint, [1], [])
    assert [each for each in gone.moved["words"] if each >= 0] == list(
        range(gone.joint.sizes["words"])
    )
    assert_same(gone.joint, of(come))
    order.shuffle(segments := [before.segments[0], segment])
    assert_same(numbered_anew(SCHEMA, segments), now.joint)


def test_a_segment_of_a_document_says_where_its_words_stand() -> None:
    library: Library = {"d": [[{"ada": 2, "zoë": 1}, {"ada": 1}]]}
    segment: Arrays = searchable(SCHEMA, segment_of(library), SAID)
    assert documents_in(segment) == ("d",)
    assert segment["said.holders.starts"].tolist() == [0, 2, 3]
    assert segment["said.holders.rows"].tolist() == [0, 1, 0]
    assert segment["said.holders.times"].tolist() == [2, 1, 1]


def test_texts_and_numbers_are_the_same_when_they_are_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also when more are asked for than are kept."""
    monkeypatch.setattr(joint_segments, "REMEMBERED", 2)
    words = JointTexts(
        [NumberedTexts(text_arrays(["ebb", "quay"])), NumberedTexts(text_arrays(["buoy", "quay"]))],
        [np.array([1, 2]), np.array([0, 2])],
        3,
        None,
    )
    for _ in range(2):
        assert [words.get(each, -1) for each in ("quay", "oar", "buoy", "ebb")] == [2, -1, 0, 1]
        assert [words.texts[number] for number in (2, 0, -2, 1)] == ["quay", "buoy", "ebb", "ebb"]
        assert words.get("oar") is None
        with pytest.raises(KeyError):
            words["oar"]
