"""Words for the parts of a business, and whether a table is parted so: "Which region …?" is
answered by areas and countries, and not by product lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tables.headings_over import heading_over, text_around
from backend.tasks.calculate.programs.nationalities import CONTINENTS, KNOWN_ORIGINS
from backend.types.tables import StoredTable

_KINDS = (
    re.compile(
        r"(?i)\b(?:regions?|regional|geograph\w*|areas?|countr(?:y|ies)|territor(?:y|ies))\b"
    ),
    re.compile(r"(?i)\b(?:segments?|divisions?|business(?:es)?(?: (?:units?|lines?|areas?))?)\b"),
    re.compile(r"(?i)\b(?:product (?:lines?|groups?)|products?|categor(?:y|ies)|brands?)\b"),
    re.compile(r"(?i)\b(?:channels?)\b"),
)
REGIONS, SEGMENTS, PRODUCTS = 1, 2, 3
REST_OF_WORLD = re.compile(
    r"(?i)^(?:(?:the )?rest of|(?:all )?others?\b|elsewhere|remaining)|\brest of (?:the )?world\b"
)
"""What is none of several countries."""
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_COUNTRY = re.compile(r"(?i)\bcountr(?:y|ies)\b")
_GROUP = re.compile(r"(?i)(?<!product )\bgroup\b")
_PLAIN = re.compile(
    r"(?i)\b(?:geographic(?:al)?|reportable|reporting|reported|operating|business|sales|single|of)\b"
)
NO_PART = re.compile(
    r"(?i)\bcorporate\b|\beliminat|\bunallocated\b|\breconcil|\bcompensation\b|\binter-?segment\b"
)
"""Rows beside segments that are none."""


def kind_named(words: str) -> int:
    """Which kind of part the words name, from 1; 0 for none or several."""
    found = [at for at, kind in enumerate(_KINDS, start=1) if kind.search(words)]
    return found[0] if len(found) == 1 else 0


def is_plain_kind(words: str) -> bool:
    """Whether words name a kind of part and nothing else: a "European region" is one of few."""
    if not (kind := kind_named(words)):
        return False
    return not re.search(r"\w", _PLAIN.sub("", _KINDS[kind - 1].sub("", words)))


def is_country(words: str) -> bool:
    """Whether words name countries, which are no larger regions."""
    return _COUNTRY.search(words) is not None


def _are_countries(labels: Sequence[str]) -> bool:
    """Whether all rows but that of the rest are called by countries, and no larger region is."""
    bare = [_IN_BRACKETS.sub("", label).strip() for label in labels]
    named = [label for label in bare if not REST_OF_WORLD.search(label)]
    larger = CONTINENTS.keys() - {"australia"}
    return bool(named) and all(
        label.casefold() in KNOWN_ORIGINS and label.casefold() not in larger for label in named
    )


def is_of_another_kind(words: str, label: str) -> bool:
    """Whether a row's label says that it is of another kind of part than the words name: a group
    of businesses is no product."""
    kind, own = kind_named(words), kind_named(label)
    return own not in (0, kind) or (kind == PRODUCTS and _GROUP.search(label) is not None)


def says_kind(words: str, table: StoredTable, labels: Sequence[str]) -> bool:
    """Whether what stands over a table says parts of the kind that the words name; of regions one
    of the rows' labels may say it ("Sales of products" names no product)."""
    kind = kind_named(words)
    if not kind:
        return False
    heading = kind_named(heading_over(table))
    if heading not in (0, kind):
        return False  # the section may speak of segments, and the table is "by country"
    over = (text_around(table), table.label_name, *table.section[-1:])
    if is_country(words) and not (any(map(is_country, over)) or _are_countries(labels)):
        return False
    over = (*over, *labels) if kind == REGIONS else over
    return any(_KINDS[kind - 1].search(each) for each in over)
