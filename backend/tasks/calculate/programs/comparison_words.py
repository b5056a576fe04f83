"""Which headers the comparing words of everyday English stand for: "cheapest" wants a price."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parents[1] / "comparisons.toml"


@dataclass(frozen=True, slots=True)
class MeantHeaders:
    """What a word wants of a table: a column under one of `headers`, the first tier that there is,
    or one of dates; `is_low` says that it means the smallest figure or the first date."""

    headers: tuple[tuple[str, ...], ...]
    is_low: bool = False
    is_dated: bool = False

    @property
    def words(self) -> frozenset[str]:
        """The headers of all tiers."""
        return frozenset(word for tier in self.headers for word in tier)

    @property
    def is_of_price(self) -> bool:
        """Whether it wants what something costs."""
        return bool(self.headers) and "price" in self.headers[0]


@cache
def superlatives() -> dict[str, MeantHeaders]:
    """By the word, in small letters."""
    found = _file()
    told = {word: _meant(each) for word, each in found["superlatives"].items()}
    dated = {
        word: MeantHeaders((), bool(each.get("low")), True) for word, each in found["dated"].items()
    }
    return told | dated


@cache
def verbs() -> dict[str, MeantHeaders]:
    """What is asked for with a verb: "What does it cost?"."""
    return {word: MeantHeaders(_tiers(each)) for word, each in _file()["verbs"].items()}


@cache
def amounts() -> frozenset[str]:
    """Headers of figures that add up to how much there is: "Who ordered most?" may mean them."""
    found = _file()["amounts"]["columns"]
    if not isinstance(found, list):
        raise TypeError("amounts need a list of headers")
    return frozenset(found)


@cache
def money() -> tuple[frozenset[str], MeantHeaders]:
    """Words for the money of a list, in small letters, and the headers that hold it."""
    found = _file()["money"]
    return frozenset(found["words"]), MeantHeaders(_tiers(found["columns"]))


@cache
def paid_as() -> MeantHeaders:
    """The headers of what was paid, where nothing else says what a row comes to."""
    return MeantHeaders(_tiers(_file()["money"]["paid"]))


@cache
def quantities() -> frozenset[str]:
    """Words that say of a quantity no more than that it is one."""
    return frozenset(_file()["quantities"]["words"])


@cache
def pieces() -> MeantHeaders:
    """The headers over how many things a row stands for."""
    return MeantHeaders(_tiers(_file()["pieces"]["columns"]))


@cache
def deeds() -> tuple[frozenset[str], ...]:
    """Families of words of one deed, in small letters."""
    return tuple(frozenset(each.split()) for each in _file()["deeds"]["families"])


@cache
def papers() -> tuple[frozenset[str], ...]:
    """Families of words for one kind of paper, in small letters."""
    return tuple(frozenset(each.split()) for each in _file()["papers"]["families"])


@cache
def set_apart() -> frozenset[str]:
    """Verbs that mean some or none of the things that a column counts, in their plain form."""
    return frozenset(_file()["apart"]["words"])


@cache
def using() -> frozenset[str]:
    """Verbs for what is used up, in their plain form."""
    return frozenset(_file()["using"]["words"])


@dataclass(frozen=True, slots=True)
class Timing:
    """Words for time, headers over it, and verbs that say no more of it than that it went by, all
    in small letters."""

    words: frozenset[str]
    headers: frozenset[str]
    verbs: frozenset[str]
    units: dict[str, str]
    """The unit that each of its names stands for."""


@cache
def timing() -> Timing:
    """What people say of how long something took."""
    found = _file()["timing"]
    words, headers, verbs = (frozenset(found[each]) for each in ("words", "headers", "verbs"))
    units = {name: unit for unit, names in found["units"].items() for name in names.split()}
    return Timing(words, headers, verbs, units)


@cache
def gains() -> tuple[frozenset[str], frozenset[str]]:
    """Words in the names of figures that people want more of, and of those that they want less of,
    in small letters."""
    found = _file()["gains"]
    return frozenset(found["good"]), frozenset(found["bad"])


@cache
def listing() -> frozenset[str]:
    """Verbs that hold of everything that a list of deeds has a row for, in small letters."""
    return frozenset(_file()["listing"]["verbs"])


@cache
def units_in_words() -> dict[str, str]:
    """The unit that each of its names stands for, names in small letters."""
    return {word: unit for unit, said in _file()["units"].items() for word in said.split()}


@dataclass(frozen=True, slots=True)
class UnitSize:
    """Of which kind a unit is ("mass"), and how much of the smallest unit of that kind it holds."""

    kind: str
    size: Decimal


@cache
def unit_sizes() -> dict[str, UnitSize]:
    """The units that are turned into others of their kind, exactly."""
    return {
        unit: UnitSize(kind, Decimal(size))
        for kind, sizes in _file()["sizes"].items()
        for unit, size in sizes.items()
    }


@cache
def never_added() -> frozenset[str]:
    """Headers of figures whose sum says nothing, such as temperatures, in small letters."""
    return frozenset(_file()["never_added"]["columns"])


@cache
def counted_people() -> frozenset[str]:
    """Headers of columns that count people, in small letters."""
    return frozenset(_file()["people"]["headers"])


@cache
def called_people() -> frozenset[str]:
    """Headers of columns that name people by what they are, in small letters."""
    return frozenset(_file()["people"]["names"])


@cache
def called_things() -> frozenset[str]:
    """Headers over things that end as words for people do, in small letters."""
    return frozenset(_file()["people"]["things"])


@cache
def levels() -> frozenset[str]:
    """Headers of figures that do not add up, such as prices and marks, in small letters."""
    return frozenset(_file()["levels"]["columns"])


@cache
def flows() -> tuple[frozenset[str], frozenset[str]]:
    """Words of lists of what was paid, and those of what came in, in small letters."""
    found = _file()["flows"]
    return frozenset(found["out"]), frozenset(found["in"])


@cache
def doers() -> dict[str, frozenset[str]]:
    """What those do who are called by a word, in small letters."""
    return {word: frozenset(said.split()) for word, said in _file()["doers"].items()}


def one_of(words: dict[str, MeantHeaders]) -> str:
    """A regular expression of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text("utf-8"))


def _meant(each: dict[str, list[str] | bool]) -> MeantHeaders:
    return MeantHeaders(_tiers(each["columns"]), bool(each.get("low")))


def _tiers(columns: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(columns, list):
        raise TypeError("a comparing word needs a list of headers")
    return tuple(tuple(tier.split()) for tier in columns)
