"""What scoping promises of any question and any set of documents."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.scope import routing
from backend.scope.document_weights import DocumentWeights
from backend.scope.pages import TermNumbers, part_of, row_of
from backend.scope.periods import times_in, without_times
from backend.scope.profiles import Profile, profile_of
from backend.scope.routing import Directory, describe
from backend.scope.wording import cleaned, pages_asked, without_asides
from backend.types import Box, Chunk, Line
from tests.parts_alone import pages_of

NAMES = ("Northwind", "TIDE_WATER", "GrandHarbour", "notes", "Über-Straße", "港湾", "")
TIMES = ("2022", "2023Q2", "2022-07-01", "FY21", "")
KINDS = ("10K", "8K", "minutes", "")
WORDS = (*NAMES, *TIMES, *KINDS, "the", "page 3", "this report", "sales?", "of", "In", "Q2 2023")

file_names = st.builds(
    lambda *parts: "_".join(part for part in parts if part) + ".pdf",
    st.sampled_from(NAMES),
    st.sampled_from(TIMES),
    st.sampled_from(KINDS),
)
questions = st.one_of(
    st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
)


@given(st.lists(file_names, max_size=6), questions, st.randoms())
def test_a_scope_names_known_documents_whatever_their_order(
    names: list[str], question: str, order: random.Random
) -> None:
    profiles = [profile_of(str(number), name, "", "", 3) for number, name in enumerate(names)]
    scope = Directory(profiles).scope_of(question)
    assert set(scope.documents) <= {profile.id for profile in profiles}
    assert bool(describe(scope)) == bool(scope.priors)
    assert not scope.certain or scope.priors
    order.shuffle(profiles)
    assert Directory(profiles).scope_of(question) == scope


@given(questions, st.sets(st.sampled_from(["northwind", "sales", "the"])))
def test_cleaning_leaves_something_to_ask_and_adds_nothing(question: str, names: set[str]) -> None:
    left = cleaned(question, names)
    assert bool(left.strip()) == bool(question.strip())
    assert set(left.split()) <= set(question.split())
    assert set(without_asides(question).split()) <= set(question.split())


@given(questions)
def test_pages_and_times_are_plausible(question: str) -> None:
    pages = pages_asked(question)
    assert all(page >= -1 for page in pages)
    assert len(set(pages)) == len(pages)
    times = times_in(question)
    assert all(1900 <= year < 2100 for year in times.years)
    assert len(without_times(question)) == len(question)
    assert not times_in(without_times(question)).quarters


@given(st.text(max_size=200))
def test_a_row_keeps_the_words_before_its_values(line: str) -> None:
    row = row_of(line)
    assert " ".join(line.split()).startswith(row.label)
    assert row.values >= 0


BOX = Box(0.0, 0.0, 1.0, 1.0)
printed = st.lists(
    st.sampled_from(
        ["Net sales 1,200 1,100", "ITEM ONE", "ships wait here", "2023 2022", "Debt 5 6"]
    ),
    min_size=1,
    max_size=6,
)


@given(st.dictionaries(st.sampled_from("abcd"), printed, min_size=1), st.randoms())
def test_a_view_is_the_same_whatever_the_order_of_documents(
    documents: dict[str, list[str]], order: random.Random
) -> None:
    def view(names: list[str]) -> object:
        vocabulary = TermNumbers()
        parts = []
        for name in names:
            text = "\n".join(documents[name])
            starts = [text.index(line) for line in documents[name]]
            lines = [
                Line(start, start + len(line), number % 2, BOX)
                for number, (start, line) in enumerate(zip(starts, documents[name], strict=True))
            ]
            chunk = Chunk(f"{name}-0", name, "", 0, text, 0, len(text), (0,), "prose")
            parts.append(part_of(name, text, lines, [chunk], vocabulary))
        made = pages_of(parts, vocabulary)
        asked = {"ship": 1.0, "sale": 2.0, "net": 1.0}
        return (
            tuple(made.documents),
            made.numbers.tolist(),
            made.rows.tolist(),
            dict(made.page_of),
            made.bm25(asked, np.ones(made.size, bool)).tolist(),
            made.salient(["net", "ship"]),
        )

    names = sorted(documents)
    shuffled = list(names)
    order.shuffle(shuffled)
    assert view(names) == view(shuffled)


numbered = st.dictionaries(st.sampled_from("abcdefgh"), file_names, max_size=6)
pages = st.dictionaries(
    st.sampled_from("abcdefgh"),
    st.sampled_from(
        [
            "",
            "LEASE\n\nbetween Tide Water Ltd and Ada Finch\ndated 3 March 2031\n",
            "Dear Ada Finch,\n3 March 2031\nYours, Bo Rask\n",
            "INVOICE\nTo: Tide Water Ltd\n",
        ]
    ),
)


ASKED = (
    *(
        *NAMES,
        "Ada Finch",
        "Mr Rask",
        "Rask",
        "TW",
        "NW",
        "What did GrandHarbr sell?",
        "sales of Northwnd",
        "Tide",
    ),
    *("What does the lease of Ada Finch say?", "Who wrote the letter of Bo Rask?"),
    *("Who signed the letter?", "What does the lease of 3 March 2031 say?", "What is the invoice?"),
    *("How much was sold in 2022?", "Northwind's 10K of 2023", "sales of Q2 2023 in the minutes"),
)


def profiles_in(names: Mapping[str, str], first: Mapping[str, str]) -> list[Profile]:
    return [profile_of(key, name, "", first.get(key, ""), 3) for key, name in names.items()]


@given(
    st.lists(st.tuples(numbered, numbered, pages), min_size=2, max_size=4), questions, st.booleans()
)
def test_a_directory_that_is_made_of_the_one_before_is_the_one_that_is_made_anew(
    steps: list[tuple[dict[str, str], dict[str, str], dict[str, str]]], question: str, paged: bool
) -> None:
    made: list[tuple[Directory, Directory]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "MOST_CHANGED", 99.0)
        for places, others, first in steps:
            short = {key: name for key, name in others.items() if key not in places}
            own = profiles_in(places, first), profiles_in(short, first)
            before = made[-1][0] if made else None
            made.append(
                (
                    Directory(own[0], short=own[1], first_pages=paged, before=before),
                    Directory(own[0], short=own[1], first_pages=paged),
                )
            )
    for changed, anew in made:  # each stays as it was when the next is made of it
        for said in (question, *ASKED):
            assert changed.scope_of(said) == anew.scope_of(said)


weights = st.dictionaries(st.sampled_from("abcdefghij"), st.sampled_from([-0.5, 0.0, 0.3, 1.0]))


@given(weights, weights, st.lists(weights, max_size=3), st.integers(0, 12))
def test_weights_of_documents_are_those_of_a_dictionary(
    shared: dict[str, float], own: dict[str, float], raised: list[dict[str, float]], most: int
) -> None:
    ids = sorted(shared)
    made = DocumentWeights(ids, np.array([shared[each] for each in ids]), own)
    plain = {**shared, **own}
    for by in raised:
        made = made.raised(by)
        plain |= {each: round(plain.get(each, 0.0) + more, 4) for each, more in by.items()}
    assert made == plain
    assert dict(made) == plain
    assert len(made) == len(plain)
    assert [each in made for each in "abcdefghijk"] == [each in plain for each in "abcdefghijk"]
    ordered = tuple(sorted(plain, key=lambda each: (-plain[each], each)))
    assert made.likeliest() == ordered
    assert made.likeliest(most) == ordered[:most]
