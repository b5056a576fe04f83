"""No pattern hangs on what a document may hold: runs of one character, or of two in turn."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping

import backend

RUN = 60
"""A pattern whose time doubles with each character never ends on so many."""
PIECES = (
    *"-_.*†³([|#=,'/\\—\t \n1aAé",
    *("I ", "a ", "1 ", "1.", "1,", "- ", ". ", "A.", "a-", "Ab ", "a_"),
    *("the ", "and ", "of ", "(1)", "[a]"),
)
BEFORE = ("", "1", "what is ")
BEHIND = ("", "]", "é;")


def patterns() -> dict[str, re.Pattern[str]]:
    """Every pattern that a module of the backend keeps, by where it stands."""
    found: dict[str, re.Pattern[str]] = {}
    for module in pkgutil.walk_packages(backend.__path__, "backend."):
        if not module.name.endswith("__main__"):
            kept = vars(importlib.import_module(module.name))
            found |= {f"{module.name}.{name}": each for name, each in _within(kept, "")}
    return found


def _within(value: object, name: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield name, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if key != "__builtins__":
                yield from _within(each, f"{name}.{key}" if name else str(key))
    elif isinstance(value, (tuple, list)):
        for at, each in enumerate(value):
            yield from _within(each, f"{name}[{at}]")


def test_no_pattern_hangs() -> None:
    distinct = {(pattern.pattern, pattern.flags): pattern for pattern in patterns().values()}
    assert len(distinct) > 500
    texts = [
        before + piece * (RUN // len(piece)) + behind
        for piece in PIECES
        for before in BEFORE
        for behind in BEHIND
    ]
    for each in distinct.values():
        for text in texts:
            each.search(text)
            each.fullmatch(text)
