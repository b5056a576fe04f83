"""What a search of the tree took: nodes by level, and passages with what brought them in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.pipelines._tree.card import RETRIEVER_CARD
from backend.ports import LibraryRecords
from backend.types import Hit, Signal

DENSE = "dense"
LONGEST_TOLD = 160


@dataclass(frozen=True, slots=True)
class Node:
    """A node that a search looked at: its cosine with the question and what it says.

    `level` is 0 for a passage, 1 for a group of passages, and 1 more for each level of themes.
    """

    id: str
    level: int
    title: str
    text: str
    cosine: float


@dataclass(frozen=True, slots=True)
class Brought:
    """A passage with its own cosine, and the cosine and rank of the best summary that brought it
    in; 0 for the rank where it came by itself."""

    chunk_id: str
    own: float
    summary: float = 0.0
    rank: int = 0


def level_name(level: int) -> str:
    """What the nodes of a level are called."""
    if level == 0:
        return "passages"
    return "groups" if level == 1 else f"themes, level {level - 1}"


def told(nodes: Sequence[Node]) -> dict[str, str]:
    """Nodes as entries of a step's detail, best first: by level and place, with their cosine."""
    found = {}
    for place, node in enumerate(nodes, start=1):
        text = " ".join((node.title or node.text).split())
        if len(text) > LONGEST_TOLD:
            text = f"{text[: LONGEST_TOLD - 1].rstrip()}…"
        found[f"{place}. {level_name(node.level)}"] = f"{node.cosine:.3f} · {text}"
    return found


def hits_of(
    records: LibraryRecords, brought: Sequence[Brought], most: int | None = None
) -> tuple[Hit, ...]:
    """Passages as hits, best first. The score is the passage's own cosine or that of the summary
    which brought it in, whichever is larger; passages of one summary go by their own.

    Passages that are gone are left out.
    """
    best: Mapping[str, Brought] = {
        each.chunk_id: each
        for each in sorted(brought, key=lambda one: (max(one.own, one.summary), one.own))
    }
    ordered = sorted(
        best.values(), key=lambda one: (-max(one.own, one.summary), -one.own, one.chunk_id)
    )
    chunks = records.chunks([each.chunk_id for each in ordered])
    alive = [each for each in ordered if each.chunk_id in chunks][:most]
    own_rank = {
        each.chunk_id: rank
        for rank, each in enumerate(sorted(alive, key=lambda one: -one.own), start=1)
    }
    return tuple(
        Hit(
            chunks[each.chunk_id],
            max(each.own, each.summary),
            (
                Signal(
                    DENSE,
                    own_rank[each.chunk_id],
                    each.own,
                    None,
                    each.own if each.own >= each.summary else 0.0,
                ),
                Signal(
                    RETRIEVER_CARD.name,
                    each.rank or None,
                    each.summary if each.rank else None,
                    None,
                    each.summary if each.own < each.summary else 0.0,
                ),
            ),
        )
        for each in alive
    )
