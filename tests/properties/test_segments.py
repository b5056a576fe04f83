"""Segments that are joined give the same bits however documents were spread over them."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.mapped_arrays import AnyArray
from backend.segments import (
    DOCUMENTS,
    Arrays,
    Axis,
    AxisTable,
    Schema,
    chosen,
    documents_in,
    merged,
    packed,
    shared_texts,
    table_arrays,
    texts_as_arrays,
    texts_of,
    unpacked,
    whole,
)

SCHEMA = Schema(
    axes={
        DOCUMENTS: Axis(),
        "pages": Axis(owner=DOCUMENTS, texts=False),
        "lines": Axis(owner="pages"),
        "words": Axis(),
    },
    tables={
        "title": AxisTable(DOCUMENTS, {"bytes": "uint8"}),
        "number": AxisTable("pages", {"value": "int32"}, many=False),
        "said": AxisTable("lines", {"words": "words", "times": "float32"}),
        "place": AxisTable("lines", {"page": "pages"}, many=False),
    },
)
WORDS = ["", "ada", "ada byron", "zoë", "é", "\U0001f600", "\ud800"]
LINES = st.dictionaries(st.sampled_from(WORDS), st.integers(1, 3), max_size=3)
PAGES = st.lists(st.lists(LINES, max_size=2), max_size=3)
Library = dict[str, list[list[dict[str, int]]]]
LIBRARIES = st.dictionaries(st.sampled_from(["d1", "d2", "d3", "ü"]), PAGES, max_size=4)


def segment_of(library: Library) -> dict[str, AnyArray]:
    """A segment of documents: pages of lines of words, each line with an id of its own."""
    documents = sorted(library)
    pages = [
        (of, n, page)
        for of, document in enumerate(documents)
        for n, page in enumerate(library[document])
    ]
    # ids put lines into another order than their pages
    lines = sorted(
        (f"{n}-{documents[of]}-{number}", place, line)
        for place, (of, number, page) in enumerate(pages)
        for n, line in enumerate(page)
    )
    said = [
        (row, WORDS.index(word), times)
        for row, (_, _, line) in enumerate(lines)
        for word, times in line.items()
    ]
    rows, words, times = (np.array([each[n] for each in said], np.int64) for n in range(3))
    shared, number = shared_texts("words", WORDS, [words])
    made = {
        **texts_as_arrays(DOCUMENTS, documents),
        **texts_as_arrays("title", [f"About {document}" for document in documents]),
        "pages.of": np.array([of for of, _, _ in pages], np.int64),
        "number.value": np.array([each for _, each, _ in pages], np.int64),
        **texts_as_arrays("lines", [each for each, _, _ in lines]),
        "lines.of": np.array([each for _, each, _ in lines], np.int64),
        "place.page": np.array([each for _, each, _ in lines], np.int64),
        **shared,
        **table_arrays("said", rows, len(lines), words=number[words], times=times),
    }
    return merged(SCHEMA, [whole(SCHEMA, made)])


def library_of(arrays: Arrays) -> Library:
    """The documents of a segment."""
    words = texts_of(arrays, "words")
    found: Library = {document: [] for document in documents_in(arrays)}
    pages = [found[documents_in(arrays)[each]] for each in arrays["pages.of"].tolist()]
    numbers = arrays["number.value"].tolist()
    for page, number in zip(pages, numbers, strict=True):
        assert number == len(page)
        page.append([])
    starts, of = arrays["said.starts"].tolist(), arrays["lines.of"].tolist()
    assert of == arrays["place.page"].tolist()
    for line, (first, last) in enumerate(pairwise(starts)):
        place = slice(first, last)
        pages[of[line]][numbers[of[line]]].append(
            {
                words[word].decode("utf-8", "surrogatepass"): int(times)
                for word, times in zip(
                    arrays["said.words"][place], arrays["said.times"][place], strict=True
                )
            }
        )
    return found


def assert_same_bits(one: Arrays, other: Arrays) -> None:
    assert list(one) == list(other)
    for name, array in one.items():
        assert array.dtype == other[name].dtype, name
        assert array.tobytes() == other[name].tobytes(), name


@given(LIBRARIES)
def test_a_segment_holds_its_documents_and_is_the_same_as_bytes(library: Library) -> None:
    made = segment_of(library)
    assert library_of(made) == library
    assert_same_bits(unpacked(packed(made)), made)
    assert sorted(
        {word for pages in library.values() for page in pages for line in page for word in line}
    ) == [text.decode("utf-8", "surrogatepass") for text in texts_of(made, "words")]


@given(LIBRARIES, LIBRARIES, st.randoms(use_true_random=False))
def test_documents_give_the_same_bits_however_they_came_and_whatever_went(
    library: Library, gone: Library, order: random.Random
) -> None:
    wanted = segment_of(library)
    names = list(library)
    order.shuffle(names)
    at = order.randint(0, len(names))
    others = {f"gone {name}": pages for name, pages in gone.items()}
    one, other = ({each: library[each] for each in some} for some in (names[:at], names[at:]))
    layers = [chosen(SCHEMA, segment_of({**own, **others}), own) for own in (one, other)]
    order.shuffle(layers)
    assert_same_bits(merged(SCHEMA, layers), wanted)
    step = segment_of(others)
    for each in names:
        step = merged(
            SCHEMA, [whole(SCHEMA, step), whole(SCHEMA, segment_of({each: library[each]}))]
        )
    assert_same_bits(merged(SCHEMA, [chosen(SCHEMA, step, library)]), wanted)


@given(LIBRARIES, st.sets(st.sampled_from(WORDS)))
def test_further_texts_are_numbered_among_the_others(library: Library, also: set[str]) -> None:
    made = merged(SCHEMA, [whole(SCHEMA, segment_of(library))], {"words": also})
    assert library_of(made) == library
    assert {each.encode("utf-8", "surrogatepass") for each in also} <= set(texts_of(made, "words"))
    assert_same_bits(merged(SCHEMA, [whole(SCHEMA, made)]), segment_of(library))
