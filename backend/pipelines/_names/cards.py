"""How the screens tell what the graph of names says of a passage."""

from __future__ import annotations

from backend.types import RetrieverCard

NAMED = RetrieverCard(
    "graph_name",
    plain="names near",
    clause="which names near to the question it mentions",
    family="graph",
    place=110,
    asked="never",
)
FACT = RetrieverCard(
    "graph_fact",
    plain="facts",
    clause="whether it states something of these names",
    family="graph",
    place=111,
    asked="never",
)
REPORT = RetrieverCard(
    "graph_report",
    plain="reports",
    clause="whether a report on a group of names cites it",
    family="graph",
    place=112,
    asked="never",
)
CARDS = (NAMED, FACT, REPORT)
