"""Which passages each of several rankings holds, and at which rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from backend.types import Chunk, Hit
from components import score_chart, verbatim, wording

ROW_PIXELS = 36


@dataclass(frozen=True, slots=True)
class OverlapView:
    """Rankings by their title, each best first."""

    rankings: Mapping[str, Sequence[Hit]]


@dataclass(frozen=True, slots=True)
class OverlapRow:
    """A passage with its rank by the ranking's title; rankings that lack it are left out."""

    chunk: Chunk
    ranks: Mapping[str, int]


def overlap(rankings: Mapping[str, Sequence[Hit]]) -> tuple[OverlapRow, ...]:
    """All passages: those of most rankings first, then by their best rank, then by id."""
    chunks: dict[str, Chunk] = {}
    ranks: dict[str, dict[str, int]] = {}
    for title, hits in rankings.items():
        for rank, hit in enumerate(hits, start=1):
            chunks[hit.chunk.id] = hit.chunk
            ranks.setdefault(hit.chunk.id, {})[title] = rank
    order = sorted(ranks, key=lambda each: (-len(ranks[each]), min(ranks[each].values()), each))
    return tuple(OverlapRow(chunks[each], ranks[each]) for each in order)


def shared(rankings: Mapping[str, Sequence[Hit]]) -> str:
    """`2 of 9 passages were found by all 3.`"""
    rows = overlap(rankings)
    every = sum(len(row.ranks) == len(rankings) for row in rows)
    were = "was" if every == 1 else "were"
    return f"{every} of {wording.count(len(rows), 'passage')} {were} found by all {len(rankings)}."


def passage_overlap(data: OverlapView, *, key: str) -> str | None:
    """Draws the table; returns the id of the chosen passage."""
    rows = overlap(data.rankings)
    shown = [
        {
            "Passage": ", ".join(
                part
                for part in (
                    verbatim.printable(row.chunk.title or "Untitled"),
                    wording.pages(row.chunk.pages),
                )
                if part
            ),
            **{
                title: f"rank {row.ranks[title]}" if title in row.ranks else ""
                for title in data.rankings
            },
        }
        for row in rows
    ]
    event = st.dataframe(
        shown,
        hide_index=True,
        key=key,
        on_select="rerun",
        selection_mode="single-row",
        height=min(640, ROW_PIXELS * (len(rows) + 1) + 3),
        row_height=ROW_PIXELS,
        column_config={"Passage": st.column_config.TextColumn(width="medium")},
    )
    chosen = event.selection.rows
    return rows[chosen[0]].chunk.id if chosen and chosen[0] < len(rows) else None


def example() -> OverlapView:
    """Two invented rankings of the same passages."""
    hits = score_chart.example().hits
    return OverlapView({"Naive": hits, "Fused hybrid": tuple(reversed(hits))})
