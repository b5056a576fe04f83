"""The graph as one page of HTML that draws itself offline and runs nothing that a title says.

The drawing is vis-network, as the package pyvis brings it. The HTML that pyvis makes is not used:
it asks other servers for styles and puts titles in as markup. Here the page may not ask anybody for
anything (its content security policy says so), and texts only ever become text.
"""

from __future__ import annotations

import importlib.util
import json
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from backend.types import CollectionGraph, Edge, GraphNode
from components import graph_words, verbatim
from components.graph_layout import Extent, layout

_FONT = 15
"""Pixels: a picture of sixty nodes is shown at about two thirds of its size."""
_PIXELS = 13
"""Height of a label's letters on the screen, whatever the picture's size."""
_LINE = 20
"""Characters of a label's line; a label has at most two."""
_LETTER = 7.4
"""Pixels of an average letter."""
_LINE_HEIGHT = 19
_MOST_LABELS = 30
_ROOM = 12_000
"""Square pixels of the picture for each label: in a small one fewer are larger."""
_LIGHT_GROUND, _DARK_GROUND = "#FAF9F5", "#1A1E24"
DRAWING = "<script>/* vis-network */</script>"
"""Stands in a page that was made without the script of the drawing, where that belongs."""
_PULLS = 2
"""Links of likeness of each node that draw it towards others: more would make one heap of all."""

_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"

_STYLE = """
html, body, #graph { margin: 0; height: 100%; overflow: hidden; }
.vis-network { outline: none; }
div.vis-tooltip { position: absolute; visibility: hidden; padding: 6px 10px; max-width: 300px;
  font: 13px/1.45 sans-serif; border-radius: 6px; pointer-events: none; z-index: 5;
  box-shadow: 0 2px 10px rgba(0, 0, 0, .25); overflow-wrap: anywhere; white-space: normal; }
"""

_SCRIPT = """
const shown = JSON.parse(document.getElementById("shown").textContent);
const text = (words) => {
  const element = document.createElement("div");
  element.textContent = words;
  return element;
};
const nodes = new vis.DataSet(shown.nodes.map((node) => ({ ...node, title: text(node.title) })));
const edges = new vis.DataSet(shown.edges.map((edge) => ({ ...edge, title: text(edge.title) })));
const network = new vis.Network(document.getElementById("graph"), { nodes, edges }, shown.options);
// Labels stand outside of their nodes and stay in the picture: nodes come closer until both fit.
const inside = () => {
  const box = document.getElementById("graph"), room = box.clientWidth - 12;
  const ruler = document.createElement("canvas").getContext("2d");
  ruler.font = `${shown.pixels}px sans-serif`;
  const places = network.getPositions(), begun = network.getScale();
  const wide = (node) => node.fixed || !node.label ? node.half * begun + 4
    : Math.max(...node.label.split("\\n").map((line) => ruler.measureText(line).width)) / 2 + 4;
  const edge = (scale, side) => Math.max(...shown.nodes.map((node) =>
    side * places[node.id].x * scale + wide(node)));
  let scale = begun * 0.9;
  while (edge(scale, 1) + edge(scale, -1) > room && scale > begun * 0.45) scale *= 0.96;
  const x = (edge(scale, 1) - edge(scale, -1)) / 2 / scale;
  network.moveTo({ scale, position: { x, y: network.getViewPosition().y } });
};
const whole = () => {
  network.fit({ maxZoomLevel: 1.6 });
  inside();
  if (!shown.matches.length) return;
  const found = Object.values(network.getPositions(shown.matches));
  const mean = (axis) => found.reduce((sum, each) => sum + each[axis], 0) / found.length;
  const middle = { x: mean("x"), y: mean("y") }, box = document.getElementById("graph");
  // what was found stands in the middle, and what is linked to it stays in the picture
  const far = (axis) => Math.max(1, ...Object.values(network.getPositions()).map((each) =>
    Math.abs(each[axis] - middle[axis])));
  const scale = Math.min(network.getScale(), (box.clientWidth / 2 - 50) / far("x"),
    (box.clientHeight / 2 - 40) / far("y"));
  network.moveTo({ position: middle, scale: Math.max(scale, .2) });
};
// Labels: as large on the screen at every zoom, the chosen node's and the most connected first,
// and only where no other label and no node stands.
const stated = shown.edges.filter((edge) => edge.words);
const ruler = document.createElement("canvas").getContext("2d");
let chosen = "";
const near = () => new Set(nodes.get(chosen) ? [chosen, ...network.getConnectedNodes(chosen)] : []);
const label = () => {
  const scale = network.getScale(), size = shown.pixels / scale, lit = near(), taken = [];
  ruler.font = `${shown.pixels}px sans-serif`;
  const edge = document.getElementById("graph").clientWidth;
  const free = (box, own) => taken.every((each) => each.id === own
    || box.right < each.left || box.left > each.right
    || box.bottom < each.top || box.top > each.bottom);
  const places = network.getPositions();
  for (const node of shown.nodes) {
    const { x, y } = network.canvasToDOM(places[node.id]), half = node.half * scale;
    taken.push({ id: node.id, left: x - half, right: x + half, top: y - half, bottom: y + half });
  }
  const rank = (node) => (lit.has(node.id) ? 0 : shown.matches.includes(node.id) ? 1 : 2);
  const ordered = shown.nodes.map((node, place) => [rank(node), node.order, place, node])
    .sort((one, two) => one[0] - two[0] || one[1] - two[1] || one[2] - two[2]);
  const changes = [];
  for (const [, , , node] of ordered) {
    const said = node.words.split("\\n"), { x, y } = network.canvasToDOM(places[node.id]);
    const wide = Math.max(...said.map((line) => ruler.measureText(line).width)) / 2 + 3;
    const top = y + node.half * scale + 2, bottom = top + said.length * shown.pixels * 1.25;
    const box = { id: node.id, left: x - wide, right: x + wide, top, bottom };
    const cut = box.left < 0 || box.right > edge;
    const fits = node.fixed || (node.words && !cut && free(box, node.id));
    if (fits && !node.fixed) taken.push(box);
    const strong = !lit.size || lit.has(node.id);
    const look = [fits, Math.round(size * 10), strong].join();
    if (node.look === look) continue;
    node.look = look;
    changes.push({ id: node.id, label: fits ? (node.fixed || node.words) : undefined,
      opacity: strong ? 1 : 0.45,
      font: node.fixed ? node.font : { ...node.font, size,
        color: strong ? node.font.color : shown.quiet } });
  }
  if (changes.length) nodes.update(changes);
  // what is stated of two names stands on their link, those of the chosen node first
  const said = [], own = (edge) => Number(edge.from === chosen || edge.to === chosen);
  for (const edge of stated.sort((one, two) => own(two) - own(one))) {
    const from = network.canvasToDOM(places[edge.from]), to = network.canvasToDOM(places[edge.to]);
    const x = (from.x + to.x) / 2, y = (from.y + to.y) / 2, high = shown.pixels * .7;
    const wide = ruler.measureText(edge.words).width / 2 + 4;
    const box = { id: "", left: x - wide, right: x + wide, top: y - high, bottom: y + high };
    const fits = free(box, null) && (!lit.size || own(edge));
    if (fits) taken.push(box);
    const look = [fits, Math.round(size * 10)].join();
    if (edge.look === look) continue;
    edge.look = look;
    const font = { size, color: shown.ink, background: shown.ground, strokeWidth: 0,
      align: "horizontal" };
    said.push({ id: edge.id, label: fits ? edge.words : undefined, font });
  }
  if (said.length) edges.update(said);
};
whole();
label();
addEventListener("resize", () => { whole(); label(); });
network.on("zoom", label);
network.on("dragEnd", label);
const light = (id) => {
  chosen = id;
  if (nodes.get(id)) network.selectNodes([id]); else network.unselectAll();
  label();
};
const hush = () => {
  const tip = document.querySelector(".vis-tooltip");
  if (tip) tip.style.visibility = "hidden";
};
document.addEventListener("mouseout", (event) => { if (!event.relatedTarget) hush(); });
network.on("click", (event) => {
  setTimeout(hush, 250);  // what is chosen is told beside the picture
  if (event.nodes.length) parent.postMessage({ clicked: event.nodes[0] }, "*");
});
addEventListener("message", (event) => {
  if (event.source === parent && event.data && "select" in event.data) light(event.data.select);
});
document.body.dataset.drawn = String(nodes.length);
"""


def graph_page(
    graph: CollectionGraph,
    *,
    numbers: Mapping[str, int],
    dark: bool,
    width: int,
    height: int,
    matches: Sequence[str] = (),
    whole: bool = True,
) -> str:
    """A whole HTML page.

    Args:
        numbers: those of cited passages, shown in their nodes.
        matches: ids of what a search found: it is ringed, and the picture is centred on it.
        whole: with the script of the drawing; else `DRAWING` stands in its place.
    """
    drawing = f"<script>{drawing_script()}</script>" if whole else DRAWING
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><title>Graph</title>'
        f"<style>{_STYLE}{_theme(dark)}</style></head><body>"
        '<div id="graph" role="img" aria-label="Graph"></div>'
        f'<script type="application/json" id="shown">'
        f"{_json(_shown(graph, numbers, dark, width, height, matches))}</script>"
        f"{drawing}<script>{_SCRIPT}</script></body></html>"
    )


def page_scripts() -> tuple[str, str]:
    """The scripts that run in such a page, to the letter, for who decides which may."""
    return drawing_script(), _SCRIPT


@cache
def drawing_script() -> str:
    """The script that draws, vis-network, from the files of pyvis, which need not be imported for
    that."""
    found = importlib.util.find_spec("pyvis")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("The package pyvis is not installed.")
    folder = Path(next(iter(found.submodule_search_locations)))
    script = (folder / "lib" / "vis-9.1.2" / "vis-network.min.js").read_text("utf-8")
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _theme(dark: bool) -> str:
    ground, tip, line, words = (
        (_DARK_GROUND, "#1F242B", "#363D47", "#E9E6DF")
        if dark
        else (_LIGHT_GROUND, "#FFFFFF", "#DDD8CD", "#1C2230")
    )
    return (
        f"body {{ background: {ground}; }} div.vis-tooltip {{ background: {tip}; "
        f"color: {words}; border: 1px solid {line}; }}"
    )


def _json(value: object) -> str:
    """JSON that cannot end the script that it stands in."""
    text = json.dumps(value, ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _shown(
    graph: CollectionGraph,
    numbers: Mapping[str, int],
    dark: bool,
    width: int,
    height: int,
    matches: Sequence[str],
) -> dict[str, Any]:
    labels = _labels(graph, numbers, min(_MOST_LABELS, width * height // _ROOM))
    words = _labels(graph, numbers, len(graph.nodes))
    degrees = Counter(end for edge in graph.edges for end in (edge.source, edge.target))
    found = [node.id for node in graph.nodes if node.id in matches]
    place = {node.id: position for position, node in enumerate(graph.nodes)}
    links = [(place[edge.source], place[edge.target]) for edge in _pulling(graph)]
    extents = [_extent(node, labels[node.id], node.id in numbers) for node in graph.nodes]
    positions = _positions(tuple(extents), tuple(links), width, height)
    nodes = [
        {
            **_node(node, labels[node.id], numbers, dark, found=node.id in found),
            "x": round(x, 1),
            "y": round(y, 1),
            "words": words[node.id],
            "fixed": labels[node.id] if node.id in numbers else "",
            "half": 15 if node.id in numbers else graph_words.NODES[node.kind].size,
            "order": (node.kind != "document") * 1000 - degrees[node.id],
        }
        for node, (x, y) in zip(graph.nodes, positions, strict=True)
    ]
    edges = [
        _edge(edge, number, dark, edge.source in numbers or edge.target in numbers)
        for number, edge in enumerate(graph.edges)
    ]
    options = {
        "physics": {"enabled": False},
        "layout": {"randomSeed": 7},
        "interaction": {
            "hover": True,
            "tooltipDelay": 120,
            "keyboard": {"enabled": True, "bindToWindow": False},
        },
        "nodes": {"borderWidth": 1, "borderWidthSelected": 3},
        "edges": {"smooth": False, "selectionWidth": 1.5},
    }
    return {
        "nodes": nodes,
        "edges": edges,
        "options": options,
        "matches": found,
        "pixels": _PIXELS,
        "quiet": "#8B919C" if dark else "#7A7F8A",
        "ink": "#A9C0FF" if dark else "#24409A",
        "ground": _DARK_GROUND if dark else _LIGHT_GROUND,
    }


@lru_cache(maxsize=16)
def _positions(
    extents: tuple[Extent, ...], links: tuple[tuple[int, int], ...], width: int, height: int
) -> tuple[tuple[float, float], ...]:
    """Where nodes stand; kept, since a click draws the same picture again."""
    return tuple((float(x), float(y)) for x, y in layout(extents, links, width, height))


def _pulling(graph: CollectionGraph) -> list[Edge]:
    """What draws nodes together: what belongs together, and the strongest likeness of each."""
    alike = [edge for edge in graph.edges if edge.kind in graph_words.LIKENESS]
    pulls: Counter[str] = Counter()
    kept = [edge for edge in graph.edges if edge.kind not in graph_words.LIKENESS]
    for edge in sorted(alike, key=lambda each: (-each.weight, each.source, each.target)):
        if min(pulls[edge.source], pulls[edge.target]) < _PULLS:
            pulls.update((edge.source, edge.target))
            kept.append(edge)
    return kept


def _labels(graph: CollectionGraph, numbers: Mapping[str, int], most: int) -> dict[str, str]:
    """Documents, groups and names are labelled, the most connected first; passages by number.

    Of those with the same label the most connected one alone has it: the others say it on hover.
    """
    degrees = Counter(end for edge in graph.edges for end in (edge.source, edge.target))
    ordered = sorted(
        (node for node in graph.nodes if node.kind != "chunk"),
        key=lambda node: (node.kind != "document", -degrees[node.id], node.id),
    )
    first = {(node.kind, node.label): node.id for node in reversed(ordered)}
    distinct = [node.id for node in ordered if first[node.kind, node.label] == node.id]
    labelled = set(distinct[:most])
    labels = {}
    for node in graph.nodes:
        if node.id in numbers:
            labels[node.id] = str(numbers[node.id])
        elif node.id in labelled:
            lines = textwrap.wrap(verbatim.clipped(node.label, 2 * _LINE - 4), _LINE)
            labels[node.id] = "\n".join(lines[:2])
        else:
            labels[node.id] = ""
    return labels


def _extent(node: GraphNode, label: str, numbered: bool) -> Extent:
    size = 15.0 if numbered else float(graph_words.NODES[node.kind].size)
    if numbered or not label:
        return Extent(size + 3, size + 2, size + 2)
    lines = label.split("\n")
    return Extent(
        max(size, max(map(len, lines)) * _LETTER / 2), size + 2, size + _LINE_HEIGHT * len(lines)
    )


def _node(
    node: GraphNode, label: str, numbers: Mapping[str, int], dark: bool, *, found: bool
) -> dict[str, Any]:
    look = graph_words.NODES[node.kind]
    fill = graph_words.color(node.kind, dark=dark)
    ink = "#E9E6DF" if dark else "#1C2230"
    ground = _DARK_GROUND if dark else _LIGHT_GROUND
    color = {
        "background": fill,
        "border": ground,
        "highlight": {"background": fill, "border": ink},
        "hover": {"background": fill, "border": ink},
    }
    made: dict[str, Any] = {
        "id": node.id,
        "label": label,
        "title": f"{look.word}: {verbatim.clipped(node.label, 160)}",
        "color": color,
        "font": {"size": _FONT, "color": ink, "strokeWidth": 4, "strokeColor": ground},
    }
    if node.id in numbers:
        made |= {"shape": "circle", "margin": 6}
        made["font"] = {"size": 14, "color": ground}
    else:
        made |= {"shape": look.shape, "size": look.size}
    if found:
        ring = {"background": fill, "border": "#E0A800"}
        made |= {"borderWidth": 5, "size": 1.4 * look.size}
        made["color"] = {**color, "border": "#E0A800", "highlight": ring, "hover": ring}
    return made


def _edge(edge: Edge, number: int, dark: bool, near: bool) -> dict[str, Any]:
    quiet, middle, strong = (
        ("#5D6673", "#848C99", "#C4C9D2") if dark else ("#B3AEA1", "#8A8C97", "#4A4F5B")
    )
    alike = edge.kind in graph_words.LIKENESS
    word = graph_words.EDGES[edge.kind]
    stated = verbatim.clipped(edge.words, 40)
    color = middle if stated or edge.kind == "COMM_SIMILAR_TO" else quiet
    return {
        "id": number,
        "words": stated,
        "from": edge.source,
        "to": edge.target,
        "title": f"{word} ({edge.weight:.2f})" if alike else stated or word,
        "arrows": {"to": {"enabled": bool(stated), "scaleFactor": 0.45}},
        "dashes": [2, 5] if edge.kind == "NEXT" else [6, 4] if alike else False,
        "width": _width(edge, near=near),
        "color": {"color": strong if near else color, "highlight": strong},
    }


def _width(edge: Edge, *, near: bool) -> float:
    """Links between groups are few and count; those between passages are many and stay fine."""
    if edge.kind == "COMM_SIMILAR_TO":
        return round(0.4 + 1.8 * edge.weight**2, 2)
    return 0.8 if edge.kind == "SIMILAR_TO" else 1.4 if near else 1.0
