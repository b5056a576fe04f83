"""What a collection's view knows of all its documents together: worked out from their segments, or
from the view before and what has come and gone since.

Either gives the same. The second looks at names that came or went with the documents that did, at
names inside these, and at other forms of both; what else there is moves to its new number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import numpy as np

from backend.joint_segments import (
    JointSegments,
    NewSegment,
    Renumbered,
    number_arrays,
    numbered_anew,
    numbered_as_stored,
    renumbered,
    searchable,
)
from backend.mapped_arrays import AnyArray
from backend.passage_view.collection_view import CollectionView, NameCounts, Numbers
from backend.passage_view.name_relations import (
    forms_between,
    nested_in,
    nested_since,
    run_arrays,
)
from backend.passage_view.name_segment import SCHEMA
from backend.segments import Arrays, merged, texts_as_arrays, texts_of

NAMES_AT_ONCE = 1 << 15
"""Names whose passages are counted at once, so that it needs little memory."""
SEARCHED = ("titled", "counts", "paths", "headed", "named", "stands")
"""Tables of which is asked which passages hold a term or a name."""
FORMS = "forms."
"""Before the names of the arrays of what `formed` makes, in a view's own file."""
STATED = "stated"
"""Name of the texts of forms there."""

Forms = Sequence[tuple[str, str, str]]
"""(id of an entity, key of another form, key of its name) as the documents define them."""


def finished(segment: Arrays) -> dict[str, AnyArray]:
    """A segment as its file holds it."""
    return {**searchable(SCHEMA, segment, SEARCHED), **run_arrays(segment)}


def formed(forms: Forms) -> dict[str, AnyArray]:
    """A segment without documents, of the names in forms: some of these stand in no passage."""
    return finished(merged(SCHEMA, [], {"keys": [key for _, *pair in forms for key in pair]}))


def view_from(segments: Mapping[str, Arrays], forms: Forms, version: int) -> CollectionView:
    """The view of segments, from these alone."""
    joint = numbered_anew(SCHEMA, (*segments.values(), formed(forms)))
    pairs = forms_between(joint, forms)
    view = _uncounted(joint, tuple(segments), nested_in(joint), pairs, version)
    view = replace(view, stated=tuple(forms))
    size = joint.sizes["keys"]
    steps = [*range(0, size, NAMES_AT_ONCE), size]
    counted = [view.counted(np.arange(first, last)) for first, last in pairwise(steps)]
    if not counted:
        return view
    counts = {
        field.name: np.concatenate([getattr(some, field.name) for some in counted])
        for field in fields(NameCounts)
    }
    return replace(view, name_counts=NameCounts(**counts))


def view_since(
    before: CollectionView,
    stayed: Sequence[int],
    new: Sequence[NewSegment],
    names: Sequence[str],
    changed: Iterable[Arrays],
    forms: Forms,
    version: int,
) -> CollectionView:
    """The view of those segments of before that stayed and of new ones.

    Args:
        names: of the segments' files.
        changed: segments of the documents that came and of those that went.
    """
    forms_before = len(before.joint.segments) - 1
    keys = formed(forms)
    known = before.joint.segments[forms_before]
    sources = {}
    if all(np.array_equal(known[each], keys[each]) for each in ("keys.bytes", "keys.starts")):
        keys = dict(known)
        sources = {forms_before: {axis: np.arange(SCHEMA.rows(keys, axis)) for axis in SCHEMA.axes}}
    now = renumbered(before.joint, stayed, (*new, NewSegment(keys, sources)))
    pairs = forms_between(now.joint, forms)
    nested = nested_since(before.nested, now)
    view = _uncounted(now.joint, tuple(names), nested, pairs, version)
    view = replace(view, stated=tuple(forms))
    touched = _touched(before, view, now, changed)
    counted = view.counted(touched)
    counts = {}
    stays = now.moved["keys"] >= 0
    for field in fields(NameCounts):
        old, own = getattr(before.name_counts, field.name), getattr(counted, field.name)
        made = np.zeros(now.joint.sizes["keys"], old.dtype)
        made[now.moved["keys"][stays]] = old[stays]
        made[touched] = own
        counts[field.name] = made
    return replace(view, name_counts=NameCounts(**counts))


def _touched(
    before: CollectionView, view: CollectionView, now: Renumbered, changed: Iterable[Arrays]
) -> Numbers:
    """The names whose counts may be others than before, ascending."""
    moved = now.moved["keys"]
    found = [now.came["keys"].astype(np.int64), moved[_reach(before, changed)]]
    found.append(_reach(view, changed))
    old_forms = {(a, b) for a, b in moved[before.forms].tolist() if a >= 0}
    differing = old_forms ^ {(a, b) for a, b in view.forms.tolist()}
    found.append(np.array([form for form, _ in differing], np.int64))
    every = np.unique(np.concatenate(found))
    return every[every >= 0].astype(np.int64)


def _reach(view: CollectionView, segments: Iterable[Arrays]) -> Numbers:
    """The names of segments in a view, those inside them, and other forms of these names."""
    texts = {text for some in segments for text in texts_of(some, "keys")}
    numbers = np.array(
        [view.keys.get(text.decode("utf-8", "surrogatepass"), -1) for text in texts], np.int64
    )
    numbers = numbers[numbers >= 0]
    return np.concatenate(
        [
            numbers,
            view.inside(numbers),
            view.other_forms(numbers),
        ]
    )


def _uncounted(
    joint: JointSegments, names: Sequence[str], nested: Numbers, forms: Numbers, version: int
) -> CollectionView:
    size = joint.sizes["keys"]
    none = np.zeros(size, np.int32)
    empty = NameCounts(mentioned=none, about=none, squares=np.zeros(size), titles=none)
    passages = joint.holder_counts("counts").astype(np.int32)
    return CollectionView(version, joint, names, passages, empty, nested, forms)


def stored(view: CollectionView) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """What a view's own file says, and its arrays: those of its segments are not among them."""
    arrays = number_arrays(view.joint)
    arrays |= {f"{FORMS}{name}": each for name, each in view.joint.segments[-1].items()}
    arrays |= {field.name: getattr(view.name_counts, field.name) for field in fields(NameCounts)}
    arrays["term_passages"] = view.term_passages
    arrays["nested"] = view.nested.astype(np.int32)
    arrays["form_pairs"] = view.forms.astype(np.int32)
    arrays |= texts_as_arrays(STATED, [text for each in view.stated for text in each])
    return {"version": view.version, "sizes": dict(view.joint.sizes)}, arrays


def over(view: CollectionView, segments: Mapping[str, Arrays]) -> CollectionView:
    """The same view over the same segments at another place."""
    own = (*segments.values(), view.joint.segments[-1])
    return replace(view, joint=replace(view.joint, segments=own))


def opened(
    about: Mapping[str, Any], arrays: Mapping[str, AnyArray], segments: Mapping[str, Arrays]
) -> CollectionView:
    """The view of what `stored` gives, over its segments in their order."""
    forms = {
        name.removeprefix(FORMS): array for name, array in arrays.items() if name.startswith(FORMS)
    }
    own = (*segments.values(), forms)
    stated = [text.decode("utf-8", "surrogatepass") for text in texts_of(arrays, STATED)]
    return CollectionView(
        int(about["version"]),
        numbered_as_stored(SCHEMA, own, arrays, about["sizes"]),
        tuple(segments),
        arrays["term_passages"],
        NameCounts(**{field.name: arrays[field.name] for field in fields(NameCounts)}),
        arrays["nested"].astype(np.int64),
        arrays["form_pairs"].astype(np.int64),
        tuple(zip(stated[::3], stated[1::3], stated[2::3], strict=True)),
    )
