"""What a view counts of names follows from its documents, whatever came and went before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from backend.joint_segments import NewSegment
from backend.passage_view.collection_view import CollectionView, NameCounts
from backend.passage_view.document_part import Mention, Vocabulary, part_of
from backend.passage_view.name_segment import SCHEMA, segment_of
from backend.passage_view.view_joining import Forms, finished, view_from, view_since
from backend.segments import Arrays, Layer, chosen, merged, merged_with_places, whole
from backend.types import Chunk, Document
from tests.properties.test_stored_views import assert_same_view

KEYS = ("pier", "stone pier", "north stone pier", "bank of pier", "bank", "the bank", "of")
"""Names inside names, some of which begin or end with a word that does not count."""
SORTS = st.sampled_from(["person", "heading", "row label"])
PASSAGE = st.lists(st.tuples(SORTS, st.sampled_from(KEYS), st.integers(1, 2)), max_size=3)
PASSAGES = st.lists(PASSAGE, min_size=1, max_size=2)
IDS = ("a", "b", "c", "d")
Named = Mapping[str, Sequence[Sequence[tuple[str, str, int]]]]
"""Of each document's passages the names: sort, key, and how often."""
LIBRARIES = st.dictionaries(st.sampled_from(IDS), PASSAGES, max_size=4)
FORMS = st.lists(
    st.tuples(st.just("e"), st.sampled_from((*KEYS, "unheard")), st.sampled_from(KEYS)).filter(
        lambda each: each[1] != each[2]
    ),
    max_size=2,
)
STEPS = st.tuples(
    st.dictionaries(st.sampled_from(IDS), PASSAGES, max_size=2),
    st.sets(st.sampled_from(IDS), max_size=2),
    st.sets(st.integers(0, 3)),
    FORMS,
)
"""Documents that come, some that go, which segments are merged, and the forms of names then."""


def segment(named: Named) -> Arrays:
    """The segment of documents, as it is kept."""
    vocabulary, parts = Vocabulary(), []
    for identity, passages in named.items():
        document = Document(identity, "c", "", "", "text/plain", identity, 1, 1, 1, 1, 0.0)
        chunks = [
            Chunk(f"{identity}-{n}", identity, "", n, "said here", 0, 9, (0,), "prose")
            for n in range(len(passages))
        ]
        mentions = [
            Mention(sort, key, f"{identity}-{n}", times)
            for n, passage in enumerate(passages)
            for sort, key, times in passage
        ]
        parts.append(part_of(document, chunks, mentions, vocabulary))
    return segment_of(parts, vocabulary)


def stepped(
    before: CollectionView,
    came: Named,
    left: Iterable[str],
    merges: set[int],
    forms: Forms,
) -> CollectionView:
    """The view of before with documents that came, and of those of before only some that are
    left."""
    kept = list(left)
    own = list(before.segments.values())
    layers = [chosen(SCHEMA, each, kept) for each in own]
    cut = {place for place, layer in enumerate(layers) if not layer.kept.all()}
    taken = [place for place in range(len(layers)) if place in merges | cut]
    stayed = [place for place in range(len(layers)) if place not in taken]
    went = [merged(SCHEMA, [Layer(own[place], ~layers[place].kept)]) for place in cut]
    coming = segment(came)
    made, places = merged_with_places(
        SCHEMA, [*(layers[place] for place in taken), whole(SCHEMA, coming)]
    )
    new = NewSegment(finished(made), dict(zip(taken, places, strict=False)))
    names = [*(list(before.segments)[place] for place in stayed), f"{before.version}"]
    if not stayed:
        return view_from({names[-1]: new.arrays}, forms, before.version + 1)
    changed = [coming, *went]
    return view_since(before, stayed, [new], names, changed, forms, before.version + 1)


OUTER: Named = {"a": [[("person", "stone pier", 1)]], "b": [[("person", "pier", 1)]]}
BOTH: Named = {"a": [[("person", "pier", 1)], [("person", "bank", 1)]]}
LABELLED: Named = {"a": [[("heading", "bank", 1), ("person", "pier", 1)]]}
FORM: Forms = [("e", "pier", "bank")]


@settings(deadline=None, max_examples=150)
@given(LIBRARIES, FORMS, st.lists(STEPS, min_size=1, max_size=3))
@example(OUTER, [], [({}, {"a"}, set(), [])])
@example({"b": OUTER["b"]}, [], [({"a": OUTER["a"]}, set(), set(), [])])
@example({"a": OUTER["a"]}, [], [({"b": OUTER["b"]}, set(), set(), [])])
@example(BOTH, [], [({}, set(), set(), FORM), ({}, set(), set(), [])])
@example(LABELLED, FORM, [({"b": OUTER["b"]}, {"a"}, set(), FORM)])
def test_names_are_counted_as_if_all_documents_had_come_at_once(
    first: Named,
    forms: Forms,
    steps: list[tuple[Named, set[str], set[int], Forms]],
) -> None:
    held: dict[str, Sequence[Sequence[tuple[str, str, int]]]] = {}
    view = view_from({"none": finished(segment({}))}, forms, 0)
    alone = [({each: first[each]}, set[str](), set[int](), forms) for each in first]
    for came, gone, merges, forms_now in (*alone, *steps):
        left = held.keys() - gone - came.keys()
        view = stepped(view, came, left, merges, forms_now)
        held = {**{each: held[each] for each in left}, **came}
        wanted = view_from({"all": finished(segment(held))}, forms_now, 0)
        assert_same_counts(view, wanted)
    assert_same_view(view, wanted)
    assert_same_both_ways(view)


def assert_same_both_ways(view: CollectionView) -> None:
    """Rows by passage and by name are one matrix."""
    for by_passage, by_number in (
        ("mentions", "mentioned_in"),
        ("named_by", "titles"),
        ("subject_of", "subjects"),
        ("own_title_counts", "own_title_holders"),
    ):
        one, other = (getattr(view, each).matrix.toarray() for each in (by_passage, by_number))
        np.testing.assert_allclose(one, other.T, rtol=1e-6, err_msg=by_passage)


def assert_same_counts(one: CollectionView, other: CollectionView) -> None:
    keys = list(other.key_texts)
    assert list(one.key_texts) == keys
    assert sorted(map(tuple, one.nested.tolist())) == sorted(map(tuple, other.nested.tolist()))
    for field in fields(NameCounts):
        mine, theirs = (getattr(each.name_counts, field.name) for each in (one, other))
        np.testing.assert_allclose(mine, theirs, rtol=1e-12, err_msg=f"{field.name} of {keys}")
