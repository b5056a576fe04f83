"""What counts as an identifier in a question."""

from __future__ import annotations

import pytest

from backend.retrievers.identifier import identifiers_of


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What is max_connections?", ("max_connections",)),
        ("what does --enable-debug do?", ("--enable-debug",)),
        ("Is the -F option there, and -F twice?", ("-F",)),
        ("What is foo.bar.timeout.", ("foo.bar.timeout",)),
        ("`os.path.join` and std::vector_size", ("os.path.join", "std::vector_size")),
        ("see readme.txt", ("readme.txt",)),
        ("How does __init__ work?", ("__init__",)),
    ],
)
def test_names_joined_by_signs_are_identifiers(question: str, found: tuple[str, ...]) -> None:
    assert identifiers_of(question) == found


@pytest.mark.parametrize(
    "question",
    [
        "U.S. sales, e.g. of Acme Inc., were 3.14 or 1,200.5",
        "Was the well-known twenty-one-year-old re-reading -- or not - a help?",
        "What happened in 1990-1995 at -5 degrees?",
        "Who is A.I. and/or St. Mary's?",
    ],
)
def test_prose_has_none(question: str) -> None:
    assert identifiers_of(question) == ()
