"""Things, relations, groups of passages and themes, and the links among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EdgeKind = Literal[
    "NEXT",
    "SIMILAR_TO",
    "HAS_SECTION",
    "HAS_CHUNK",
    "CITES",
    "RELATES_TO",
    "IN_COMMUNITY",
    "HAS_COMMUNITY",
    "COMM_SIMILAR_TO",
    "DOC_SIMILAR_TO",
    "ALIKE_IN_MEANING",
    "ALIKE_IN_KEYWORDS",
    "ALIKE_IN_NAMES",
]


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing that documents name. `aliases` are the other forms that were seen."""

    id: str
    name: str
    kind: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """A typed relation between two entities, with the chunk that states it."""

    subject: str
    predicate: str
    object: str
    chunk_id: str


@dataclass(frozen=True, slots=True)
class Community:
    """A group of chunks of one document that belong together, the most central chunk first.

    `summarised_by` is `local`, or the language model's name. `retry` marks a summary that was made
    locally because the language model that should have written it failed.
    """

    id: str
    document_id: str
    chunk_ids: tuple[str, ...]
    title: str
    summary: str
    keywords: tuple[str, ...]
    summarised_by: str = "local"
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Theme:
    """Communities of a collection that belong together, the most central first.

    `level` counts from 1, the lowest; `parent_id` is the theme of the next level that holds this
    one, empty at the top.
    """

    id: str
    level: int
    parent_id: str
    title: str
    summary: str
    keywords: tuple[str, ...]
    community_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThemeTree:
    """All themes of a collection, the lowest level first, the largest of each level first.

    `stale` says that the collection has changed since.
    """

    themes: tuple[Theme, ...] = ()
    stale: bool = False

    @property
    def top(self) -> tuple[Theme, ...]:
        """The themes of the highest level."""
        return tuple(theme for theme in self.themes if not theme.parent_id)


@dataclass(frozen=True, slots=True)
class Edge:
    """A weighted, typed link between two nodes of the graph, named by their ids.

    `words` say what is stated of the two ("is a fork of"); empty where nothing is.
    """

    source: str
    target: str
    kind: EdgeKind
    weight: float
    words: str = ""


@dataclass(frozen=True, slots=True)
class Subgraph:
    """The neighbourhood shown beside an answer: node ids with kind and label, and their edges."""

    nodes: tuple[tuple[str, str, str], ...] = ()
    edges: tuple[Edge, ...] = ()


NO_SUBGRAPH = Subgraph()


@dataclass(frozen=True, slots=True)
class NamingEstimate:
    """What naming things with a language model costs before it is done.

    `cached` passages were read by this model before and cost nothing.
    """

    model: str
    passages: int
    cached: int
    requests: int
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str
