"""The real page beside the answer: zoomed to what is quoted, with the other pages as thumbnails.

A component of its own because zooming and scrolling must answer at once, and because a mark has to
stand on the print at every zoom. Text reaches the page through `textContent` alone.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Literal

import streamlit as st
from PIL import Image

from backend.types import Box, PageImage
from components import verbatim
from components.element import ELEMENT

THUMBNAIL_PIXELS = 150
"""Width of a thumbnail: twice of what it takes on the screen."""
JOINED = 0.006
"""Marks whose lower edges lie within this share of the page's height are one line."""
_QUALITY = 82

_CSS = """
:host { font-family: var(--st-font); color: var(--st-text-color); }
.viewer { display: flex; flex-direction: column; height: calc(100vh - 13rem); min-height: 22rem;
  border: 1px solid var(--st-border-color); border-radius: .5rem; overflow: hidden;
  background: var(--st-background-color); }
.bar { display: flex; align-items: center; gap: .35rem; padding: .45rem .6rem .45rem .9rem;
  border-bottom: 1px solid var(--st-border-color); }
.what { flex: 1; min-width: 0; line-height: 1.3; }
.what b, .what span { display: block; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.what b { font-size: .95rem; font-weight: 600; }
.what span { font-size: .82rem; color: color-mix(in srgb, var(--st-text-color) 68%, transparent); }
button { font: 500 .84rem/1 var(--st-font); color: var(--st-text-color); background: none;
  border: 0; border-radius: .35rem; height: 2rem; padding: 0 .55rem; cursor: pointer; }
button:hover:not(:disabled) { background: var(--st-secondary-background-color); }
button:disabled { opacity: .4; cursor: default; }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 1px; }
.zoom { display: flex; border: 1px solid var(--st-border-color); border-radius: .5rem;
  overflow: hidden; }
.zoom button { border-radius: 0; }
.zoom button[aria-pressed="true"] { color: var(--st-primary-color); font-weight: 600;
  background: color-mix(in srgb, var(--st-primary-color) 12%, var(--st-background-color)); }
.place { font-size: .86rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
.step { font-size: 1.15rem; padding: 0 .5rem; }
.body { flex: 1; display: flex; min-height: 0; }
.thumbs { width: 5.4rem; flex: none; overflow-y: auto; padding: .6rem .55rem;
  background: var(--st-secondary-background-color); scrollbar-width: thin; }
.thumb { display: block; width: 100%; height: auto; padding: 0; margin: 0 0 .75rem;
  text-align: left; border-radius: .4rem; }
.thumb .picture { position: relative; display: block; border: 1px solid var(--st-border-color);
  border-radius: .35rem; overflow: hidden; background: #fff; min-height: 3.2rem; }
.thumb[aria-current="true"] .picture { border-color: var(--st-primary-color);
  box-shadow: 0 0 0 1px var(--st-primary-color); }
.thumb img { display: block; width: 100%; }
.thumb .words { display: block; height: 3.2rem; overflow: hidden; padding: .3rem .35rem;
  text-indent: 1.3rem; font: 400 .42rem/1.45 var(--st-font);
  color: color-mix(in srgb, var(--st-text-color) 75%, var(--st-background-color));
  background: var(--st-background-color); }
.thumb i { position: absolute; left: .2rem; top: .2rem; min-width: 1.15rem; height: 1.15rem;
  font: 700 .72rem/1.15rem var(--st-font); text-align: center; border-radius: .25rem;
  color: var(--st-primary-color); background:
    color-mix(in srgb, var(--st-primary-color) 16%, var(--st-background-color)); }
.thumb.cited i { color: var(--st-background-color); background: var(--st-primary-color); }
.thumb small { display: block; font: 400 .72rem/1.3 var(--st-font); margin-top: .2rem;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.shares { display: flex; height: .22rem; margin-top: .2rem; border-radius: .1rem;
  overflow: hidden; }
.shares u { display: block; }
.paper { flex: 1; min-width: 0; overflow: auto; position: relative; scrollbar-width: thin;
  background: color-mix(in srgb, var(--st-secondary-background-color) 60%,
    var(--st-background-color)); }
.sheet { position: relative; margin: 0 auto; background: #fff; }
.sheet img { display: block; width: 100%; height: auto; }
.dark .sheet img, .dark .thumb img { filter: brightness(.9); }
/* Yellow on a coloured band of a table would turn green: its colour goes first. */
.wash { position: absolute; backdrop-filter: saturate(0); }
.mark { position: absolute; background: #FFDF70; mix-blend-mode: darken; border-radius: 2px; }
.edge { position: absolute; width: 3px; background: #24409A; border-radius: 2px; }
.mark.boxed { outline: 2px solid #24409A; outline-offset: 2px; }
.shade { position: absolute; background: #DDE3F3; mix-blend-mode: multiply; border-radius: 2px; }
.near .mark { background: #DDE3F3; }
.text { padding: 1.1rem 1.3rem; line-height: 1.65; white-space: pre-line; overflow-wrap: anywhere;
  max-width: 78ch; }
.text .around { color: color-mix(in srgb, var(--st-text-color) 62%, transparent); }
.text mark { background: light-dark(#FFE27A, #5C4A10); color: light-dark(#1C2230, #FFF3C4);
  padding: .06em .1em; border-radius: .2rem; box-decoration-break: clone; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 640px) {
  .viewer { height: 82vh; }
  .body { flex-direction: column; }
  .thumbs { width: auto; display: flex; gap: .5rem; overflow-x: auto; padding: .45rem .6rem; }
  .thumb { width: 3.4rem; flex: none; margin: 0; }
  .bar { flex-wrap: wrap; } .what { flex-basis: 100%; }
}
"""

_JS = """
const ZOOMS = [["passage", "Passage"], ["width", "Width"], ["page", "Page"]];
const remembered = () => {
  try { return localStorage.getItem("quire-zoom"); } catch { return ""; }
};
const remember = (zoom) => { try { localStorage.setItem("quire-zoom", zoom); } catch {} };

function thumbnail(each, current) {
  const button = element("button", each.cited ? "thumb cited" : "thumb");
  button.type = "button";
  button.dataset.number = each.number;
  button.title = each.name;
  button.append(element("span", "unseen", each.name));
  button.setAttribute("aria-current", String(each.number === current));
  const picture = element("span", "picture");
  if (each.image) { const img = element("img"); img.src = each.image; img.alt = "";
    picture.append(img); }
  else { const words = element("span", "words", each.words); words.ariaHidden = "true";
    picture.append(words); }
  picture.append(element("i", "", String(each.number)));
  const shares = element("span", "shares");
  for (const [share, colour] of each.shares) {
    const bar = element("u"); bar.style.width = share + "%"; bar.style.background = colour;
    shares.append(bar);
  }
  button.append(picture, shares, element("small", "", each.label));
  return button;
}

function sheet(data) {
  const made = element("div", data.near ? "sheet near" : "sheet");
  const img = element("img");
  img.src = data.image; img.alt = data.description;
  made.append(img);
  for (const [left, top, width, height] of data.shades) {
    const shade = element("div", "shade");
    Object.assign(shade.style, { left: left + "%", top: top + "%", width: width + "%",
      height: height + "%" });
    made.append(shade);
  }
  for (const [left, top, width, height] of data.marks) {
    const mark = element("div", data.boxed ? "mark boxed" : "mark"), edge = element("div", "edge");
    Object.assign(mark.style, { left: left + "%", top: top + "%", width: width + "%",
      height: height + "%" });
    Object.assign(edge.style, { left: `calc(${left}% - 9px)`, top: top + "%",
      height: height + "%" });
    if (!data.near) {
      const wash = element("div", "wash");
      wash.style.cssText = mark.style.cssText;
      made.append(wash, mark);
    }
    if (!data.boxed) made.append(edge);
  }
  return made;
}

function words(data) {
  const made = element("div", "text");
  made.dir = "auto";
  for (const [kind, text] of data.text)
    made.append(kind === "mark" ? element("mark", "", text) : element("span", kind, text));
  return made;
}

// Sets the width of the sheet for the zoom and brings the mark to a third of the height.
function settle(paper, data, zoom, jump) {
  const page = paper.querySelector(".sheet");
  if (!page) {
    const mark = paper.querySelector("mark");
    if (mark && jump) paper.scrollTop = Math.max(0, mark.offsetTop - paper.clientHeight / 3);
    return;
  }
  const inner = paper.clientWidth;
  if (!inner) return;
  const [from, to] = data.reach;
  const ratio = data.height / data.width;
  let width = inner;
  if (zoom === "passage") width = Math.min(inner / Math.max(to - from, .3), inner * 2.3);
  if (zoom === "page") width = Math.min(inner, (paper.clientHeight - 4) / ratio);
  page.style.width = width + "px";
  if (!jump) return;
  const mark = data.marks[0];
  paper.scrollLeft = zoom === "passage" ? from * width - (inner - (to - from) * width) / 2 : 0;
  paper.scrollTop = mark && zoom !== "page"
    ? Math.max(0, mark[1] / 100 * width * ratio - paper.clientHeight / 3) : 0;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let box = parentElement.querySelector(".viewer");
  if (!box) {
    box = element("div", "viewer");
    parentElement.append(box);
    new ResizeObserver(() => box.settle && box.settle(true)).observe(box);
  }
  box.classList.toggle("dark", data.dark);
  // all that is drawn, but for pictures: a page is told by its id, a thumbnail by its name
  const small = data.thumbs.map(({ image, ...rest }) => rest);
  const state = JSON.stringify([data.page_id, data.title, data.section, data.number, data.marks,
    data.shades, data.text, small, data.dark, data.near]);
  if (box.dataset.state === state) return;
  box.dataset.state = state;

  let zoom = remembered() || "passage";
  const bar = element("div", "bar"), what = element("div", "what");
  what.dir = "auto";
  what.append(element("b", "", data.title), element("span", "", data.section));
  bar.append(what);
  const group = element("div", "zoom");
  group.setAttribute("role", "group");
  group.ariaLabel = "Zoom";
  if (data.image) {
    for (const [name, label] of ZOOMS) {
      const button = element("button", "", label);
      button.type = "button"; button.dataset.zoom = name;
      group.append(button);
    }
    const back = element("button", "step", "‹"), on = element("button", "step", "›");
    back.type = on.type = "button";
    back.ariaLabel = "Page before"; on.ariaLabel = "Page after";
    back.disabled = !data.before; on.disabled = !data.after;
    back.onclick = () => setTriggerValue("turned", -1);
    on.onclick = () => setTriggerValue("turned", 1);
    bar.append(group, back, element("span", "place", data.place), on);
  }
  const body = element("div", "body"), thumbs = element("div", "thumbs");
  thumbs.setAttribute("role", "group");
  thumbs.ariaLabel = "Passages found";
  thumbs.append(...data.thumbs.map((each) => thumbnail(each, data.number)));
  thumbs.onclick = (event) => {
    const button = event.target.closest("button");
    if (button) setTriggerValue("chosen", Number(button.dataset.number));
  };
  const paper = element("div", "paper");
  paper.tabIndex = 0;
  paper.ariaLabel = data.description;
  paper.append(data.image ? sheet(data) : words(data));
  if (data.thumbs.length) body.append(thumbs);
  body.append(paper);
  box.replaceChildren(bar, body);
  const press = () => group.querySelectorAll("button").forEach((each) =>
    each.setAttribute("aria-pressed", String(each.dataset.zoom === zoom)));
  group.onclick = (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    zoom = button.dataset.zoom;
    remember(zoom); press(); settle(paper, data, zoom, true);
  };
  press();
  box.settle = (jump) => settle(paper, data, zoom, jump);
  const img = paper.querySelector("img");
  if (img) img.decode().catch(() => {}).then(() => settle(paper, data, zoom, true));
  requestAnimationFrame(() => settle(paper, data, zoom, true));
}
"""

_mount = st.components.v2.component("quire_page_viewer", css=_CSS, js=ELEMENT + _JS)


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A found passage's page in small.

    `shares` are the retrievers' parts of its score, each in per cent of the strip's width with its
    colour. `image` is None for a text without pages, whose first `words` stand there instead.
    """

    number: int
    label: str
    name: str
    image: PageImage | None = None
    cited: bool = False
    shares: Sequence[tuple[float, str]] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class PageViewerView:
    """A page, or a stretch of text where there is no page.

    Args:
        number: the passage shown, from 1; 0 for none of the thumbnails.
        image: the page with the boxes to mark on it, in its pixels.
        reach: left and right end of what must be seen, as shares of the page's width.
        near: nothing here answers the question: a bar in the margin instead of a mark.
        shades: what is shaded beside the mark, in the image's pixels: a cell's label and head.
        boxed: the mark is one cell, which gets a frame.
        text: pieces of the text where there is no page: (around, here or mark; the words).
    """

    title: str
    section: str = ""
    number: int = 0
    image: PageImage | None = None
    page: int = 0
    pages: int = 0
    reach: tuple[float, float] = (0.06, 0.94)
    near: bool = False
    thumbnails: Sequence[Thumbnail] = ()
    text: Sequence[tuple[Literal["around", "here", "mark"], str]] = ()
    dark: bool = False
    shades: Sequence[Box] = ()
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class PageViewerEvent:
    """A thumbnail was chosen, or the page turned by `value` pages."""

    kind: Literal["chosen", "turned"]
    value: int


def page_viewer(
    data: PageViewerView, *, key: str, on_event: Callable[[PageViewerEvent], None]
) -> None:
    """Draws the viewer.

    Args:
        data: what to show.
        key: the widget's key.
        on_event: called before the run that a click causes.
    """

    def tell(kind: Literal["chosen", "turned"]) -> None:
        value = getattr(st.session_state[key], kind)
        if value is not None:
            on_event(PageViewerEvent(kind, int(value)))

    _mount(
        key=key,
        data=as_plain(data),
        on_chosen_change=lambda: tell("chosen"),
        on_turned_change=lambda: tell("turned"),
    )


def as_plain(data: PageViewerView) -> dict[str, object]:
    """What the browser's part is given."""
    image = data.image
    return {
        "title": verbatim.printable(verbatim.clipped(data.title, 300)),
        "section": verbatim.printable(verbatim.clipped(data.section, 300)),
        "number": data.number,
        "image": _address(image.png, None) if image else "",
        "width": image.width if image else 0,
        "height": image.height if image else 0,
        "page_id": f"{data.title}|{data.page}|{len(image.png) if image else len(data.text)}",
        "marks": marks_in_percent(image) if image else [],
        "shades": marks_in_percent(replace(image, boxes=tuple(data.shades))) if image else [],
        "boxed": data.boxed,
        "reach": list(data.reach),
        "near": data.near,
        "place": f"{data.page + 1} / {data.pages}",
        "before": data.page > 0,
        "after": data.page < data.pages - 1,
        "description": _description(data),
        "thumbs": [
            {
                "number": thumbnail.number,
                "label": verbatim.printable(thumbnail.label),
                "name": verbatim.printable(thumbnail.name),
                "image": _address(thumbnail.image.png, THUMBNAIL_PIXELS) if thumbnail.image else "",
                "cited": thumbnail.cited,
                "shares": [list(share) for share in thumbnail.shares],
                "words": verbatim.printable(thumbnail.words),
            }
            for thumbnail in data.thumbnails
        ],
        "text": [[kind, verbatim.printable(words)] for kind, words in data.text],
        "dark": data.dark,
    }


def _description(data: PageViewerView) -> str:
    if data.image is None:
        return verbatim.printable(f"Text of {data.title}")
    words = "the quoted part is marked" if data.image.boxes else "nothing is marked here"
    return verbatim.printable(f"{data.title}, page {data.page + 1} of {data.pages}: {words}")


def marks_in_percent(image: PageImage) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of each mark in per cent of the page, lines in reading order.

    Boxes of one line, which some files give word by word, become one mark.
    """
    lines: list[Box] = []
    for box in sorted(image.boxes, key=lambda each: (each.bottom, each.left)):
        last = lines[-1] if lines else None
        near = last is not None and box.left - last.right < 0.03 * image.width
        if last and near and abs(box.bottom - last.bottom) <= JOINED * image.height:
            lines[-1] = Box(
                min(last.left, box.left),
                min(last.top, box.top),
                max(last.right, box.right),
                max(last.bottom, box.bottom),
            )
        else:
            lines.append(box)
    return [
        (
            round(100 * line.left / image.width, 3),
            round(100 * line.top / image.height, 3),
            round(100 * (line.right - line.left) / image.width, 3),
            round(100 * (line.bottom - line.top) / image.height, 3),
        )
        for line in lines
    ]


@st.cache_data(max_entries=120, show_spinner=False)
def _address(png: bytes, width: int | None) -> str:
    """The picture as a data URI, reduced to `width` pixels where one is given."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    if width is not None and picture.width > width:
        height = max(1, round(picture.height * width / picture.width))
        picture = picture.resize((width, height), Image.Resampling.BILINEAR)
    content = BytesIO()
    picture.save(content, "WEBP", quality=_QUALITY, method=0)
    return "data:image/webp;base64," + base64.b64encode(content.getvalue()).decode()


def example() -> PageViewerView:
    """An empty page with one marked line and a thumbnail of it."""
    content = BytesIO()
    Image.new("RGB", (300, 400), (255, 255, 255)).save(content, "PNG")
    image = PageImage(content.getvalue(), 300, 400, (Box(40, 40, 260, 60),))
    return PageViewerView(
        "Annual report",
        "Sales",
        1,
        image,
        page=0,
        pages=3,
        thumbnails=(Thumbnail(1, "Report p. 1", "Source 1", image, True, ((60.0, "#3249AA"),)),),
    )
