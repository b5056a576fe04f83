"""A graph as a file that other programs read: JSON, or GraphML.

Equal graphs give equal files, byte for byte: everything is sorted, and nothing in them tells a time
or a place. GraphML follows http://graphml.graphdrawing.org/specification.html.
"""

from __future__ import annotations

import json
import re
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from backend.types import CollectionGraph

GraphForm = Literal["json", "graphml"]

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 §2.2 does not allow."""
_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_KEYS = (
    ("kind", "node", "kind", "string"),
    ("label", "node", "label", "string"),
    ("link", "edge", "kind", "string"),
    ("weight", "edge", "weight", "double"),
)


def as_file(graph: CollectionGraph, form: GraphForm) -> str:
    """The graph as the text of a file."""
    return as_json(graph) if form == "json" else as_graphml(graph)


def as_json(graph: CollectionGraph) -> str:
    """An object with `nodes` (id, kind, label) and `links` (source, target, kind, weight)."""
    nodes = [_line({"id": node.id, "kind": node.kind, "label": node.label}) for node in graph.nodes]
    links = [
        _line(
            {
                "source": edge.source,
                "target": edge.target,
                "kind": edge.kind,
                "weight": edge.weight,
            }
        )
        for edge in graph.edges
    ]
    return f'{{"nodes": [{_lines(nodes)}], "links": [{_lines(links)}]}}\n'


def _line(value: dict[str, str | float]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(lines: list[str]) -> str:
    return "\n" + ",\n".join(lines) + "\n" if lines else ""


def as_graphml(graph: CollectionGraph) -> str:
    """GraphML with `kind` and `label` on nodes, `kind` and `weight` on edges; all are directed."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<graphml xmlns="{_NAMESPACE}">']
    lines += [
        f'  <key id="{key}" for="{domain}" attr.name="{name}" attr.type="{sort}"/>'
        for key, domain, name, sort in _KEYS
    ]
    lines.append('  <graph id="collection" edgedefault="directed">')
    for node in graph.nodes:
        lines.append(
            f'    <node id={_attribute(node.id)}><data key="kind">{_text(node.kind)}</data>'
            f'<data key="label">{_text(node.label)}</data></node>'
        )
    for edge in graph.edges:
        lines.append(
            f"    <edge source={_attribute(edge.source)} target={_attribute(edge.target)}>"
            f'<data key="link">{_text(edge.kind)}</data>'
            f'<data key="weight">{edge.weight!r}</data></edge>'
        )
    lines += ["  </graph>", "</graphml>", ""]
    return "\n".join(lines)


def _text(value: str) -> str:
    return escape(_FORBIDDEN.sub(" ", value))


def _attribute(value: str) -> str:
    return quoteattr(_FORBIDDEN.sub(" ", value))
