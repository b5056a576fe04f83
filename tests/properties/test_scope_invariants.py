"""What scoping promises of any question and any set of documents."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.scope.pages import TermNumbers, part_of, row_of
from backend.scope.periods import times_in, without_times
from backend.scope.profiles import profile_of
from backend.scope.routing import Directory, describe
from backend.scope.stored_page_view import assemble
from backend.scope.wording import cleaned, pages_asked, without_asides
from backend.types import Box, Chunk, Line

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
        made = assemble(parts, vocabulary, 1)
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
