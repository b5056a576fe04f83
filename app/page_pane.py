"""The page beside an answer: where the cited words stand, with the other passages in small."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

import streamlit as st

from app import session
from app.shown import PDF, Shown, cited_spans, document_spans
from backend.errors import NotFoundError, WorkbenchError
from backend.types import LABELS, Box, Chunk, Document, Hit, Operand, PageImage, StoredTable
from components import verbatim, wording
from components.page_viewer import PageViewerEvent, PageViewerView, Thumbnail, page_viewer
from components.palette import retriever_color, retriever_order
from components.passage_context import context_of

OPENED_IN_BROWSER = 25_000_000
"""Larger files are only downloaded: each look at a page would read them whole."""
PAGE_PIXELS = 1_500
THUMBNAIL_PIXELS = 190
THUMBNAIL_CHARACTERS = 160
LEAST_REACH = 0.62
"""Share of a page's width that is always seen, so that a cell keeps its row's label."""

Piece = tuple[Literal["around", "here", "mark"], str]


def show(shown: Shown, number: int) -> None:
    """Draws the selected passage's page, or another one that the visitor opened or turned to."""
    passage_id = session.state().passage_id
    try:
        other = session.workbench().evidence.passage(passage_id) if passage_id else None
    except NotFoundError as error:
        st.warning(verbatim.markdown(f"{error.what} {error.remedy}"), icon=":material/delete:")
        return
    chunk = other or shown.hits[number - 1].chunk
    document = session.document_or_none(chunk.document_id)
    if document is None:
        st.markdown(f"**{verbatim.markdown(chunk.title or 'Untitled')}**")
        st.warning(
            "This document has been deleted since. The passage that was cited is kept with the "
            "answer, on the tab Evidence.",
            icon=":material/delete:",
        )
        return
    page = page_shown(shown, chunk, document)
    view = _view(shown, chunk, document, page, 0 if other else number)
    if view is None:
        return
    page_viewer(view, key="page-viewer", on_event=_on_event)
    if not shown.running:
        _draw_ahead(shown, document, page)
    with st.container(horizontal=True, vertical_alignment="center", key="page-buttons"):
        which = f"Passage {number} of {len(shown.hits)}"
        _place_in_document(which if other is None else "Not among those kept", chunk, page)
        st.space("stretch")
        _file_buttons(document, page)


def _draw_ahead(shown: Shown, document: Document, page: int) -> None:
    """Has the pages drawn that a click on a citation or an arrow asks for next."""
    wanted = [(document, page + 1), (document, page - 1)]
    cited = {citation.chunk_id: citation.page for citation in reversed(shown.citations)}
    for hit in shown.hits:
        other = session.document_or_none(hit.chunk.document_id)
        if other is not None and hit.chunk.pages:
            wanted.append((other, cited.get(hit.chunk.id, hit.chunk.pages[0])))
    for each, number in wanted:
        with contextlib.suppress(NotFoundError):
            session.workbench().evidence.draw_ahead(each.id, [number], scale=_scale(each, number))


def _scale(document: Document, page: int) -> float:
    """Pixels per point at which a page is shown."""
    width = document.page_sizes[page].width if 0 <= page < len(document.page_sizes) else 612.0
    return PAGE_PIXELS / max(width, 1.0)


@session.remembering
def _on_event(event: PageViewerEvent) -> None:
    if event.kind == "chosen":
        session.state().select(event.value)
    else:
        session.state().page_flip += event.value


def page_shown(shown: Shown, chunk: Chunk, document: Document) -> int:
    """The page, from 0: where the passage is cited, else where it begins, and the turns since."""
    cell = cell_open(shown)
    if cell is not None and cell.document_id == document.id:
        return min(max(cell.page + session.state().page_flip, 0), max(document.pages, 1) - 1)
    own = next(
        (citation.page for citation in shown.citations if citation.chunk_id == chunk.id),
        chunk.pages[0] if chunk.pages else 0,
    )
    last = max(document.pages, 1) - 1
    return min(max(own + session.state().page_flip, 0), last)


def _view(
    shown: Shown, chunk: Chunk, document: Document, page: int, number: int
) -> PageViewerView | None:
    section = wording.section(chunk)
    draw = partial(
        PageViewerView,
        title=document.title or document.name,
        section=section,
        number=number,
        near=shown.near,
        thumbnails=_thumbnails(shown),
        dark=session.is_dark(),
    )
    if document.media_type != PDF or not document.pages:
        return draw(text=_text(shown, chunk, document))
    try:
        image = _image(shown, chunk, document, page)
    except NotFoundError as error:
        st.info(verbatim.markdown(f"{error.what} {error.remedy}"))
        return None
    shades: tuple[Box, ...] = ()
    if cells := cells_marked(shown, document.id, page):
        image, shades = _with_cells(image, cells, document)
    return draw(
        image=image,
        page=page,
        pages=document.pages,
        reach=reach(replace(image, boxes=(*image.boxes, *shades))),
        shades=shades,
        boxed=bool(shades),
    )


def cell_open(shown: Shown) -> Operand | None:
    """The cell of the calculation that was opened, if it has a place on a page."""
    if shown.calculation is None or not 0 <= shown.cell < len(shown.calculation.operands):
        return None
    cell = shown.calculation.operands[shown.cell]
    return cell if cell.box is not None else None


def cells_marked(shown: Shown, document_id: str, page: int) -> tuple[Operand, ...]:
    """The cells of the calculation that are marked on a page: the one that was opened, or all."""
    if shown.calculation is None:
        return ()
    opened = cell_open(shown)
    return tuple(
        operand
        for operand in ((opened,) if opened is not None else shown.calculation.operands)
        if operand.box is not None and (operand.document_id, operand.page) == (document_id, page)
    )


def _with_cells(
    image: PageImage, cells: Sequence[Operand], document: Document
) -> tuple[PageImage, tuple[Box, ...]]:
    """The page with nothing but the cells marked, and their labels and heads to shade."""
    scale = image.width / document.page_sizes[cells[0].page].width

    def drawn(boxes: Iterable[Box | None]) -> tuple[Box, ...]:
        return tuple(
            Box(box.left * scale, box.top * scale, box.right * scale, box.bottom * scale)
            for box in dict.fromkeys(boxes)
            if box is not None
        )

    heads: list[Box] = []
    for table_id in dict.fromkeys(operand.table_id for operand in cells):
        with contextlib.suppress(NotFoundError):
            table = session.workbench().evidence.table(table_id)
            for cell in cells:
                if cell.table_id == table_id:
                    heads += heads_of(table, cell.row, cell.column)
    marked = drawn(operand.box for operand in cells)
    return replace(image, boxes=marked), drawn(heads) or marked


def heads_of(table: StoredTable, row: int, column: int) -> tuple[Box, ...]:
    """Where a cell's label and the head of its column stand, in points of the cell's page.

    The head is what lies above the column's first cell within the table; None is given on pages
    after the table's first.
    """
    if column == LABELS:  # the label is the cell
        return ()
    label, cell = table.rows[row].label_cell, table.rows[row].cells[column]
    found = [label.box] if label is not None and label.box is not None else []
    boxes = [
        each.cells[column].box  # type: ignore[union-attr]
        for each in table.rows
        if each.cells[column] is not None and each.cells[column].page == table.pages[0]  # type: ignore[union-attr]
    ]
    placed = [box for box in boxes if box is not None]
    if table.box is None or not placed or cell is None or cell.page != table.pages[0]:
        return tuple(found)
    top = min(
        [box.top for box in placed]
        + [
            each.label_cell.box.top
            for each in table.rows
            if each.label_cell and each.label_cell.box and each.label_cell.page == table.pages[0]
        ]
    )
    if top - table.box.top > 2:
        found.append(
            Box(
                min(box.left for box in placed),
                table.box.top,
                max(box.right for box in placed),
                top,
            )
        )
    return tuple(found)


def _image(shown: Shown, chunk: Chunk, document: Document, page: int) -> PageImage:
    """The page with what is quoted of any passage on it; without a quote the passage is marked."""
    quoted = [
        span
        for hit in shown.hits
        if hit.chunk.document_id == document.id and page in hit.chunk.pages
        for span in document_spans(shown, hit.chunk)
    ]
    own = document_spans(shown, chunk)
    ordered = [*own, *(span for span in quoted if span not in own)]
    marked = not ordered and page in chunk.pages
    return session.workbench().evidence.page_image(
        document.id,
        page,
        chunk_id=chunk.id if marked else "",
        spans=ordered,
        scale=_scale(document, page),
    )


def reach(image: PageImage) -> tuple[float, float]:
    """Left and right end of what is marked, with air, as shares of the page's width.

    At least `LEAST_REACH` of the page's width; the usual text's width where nothing is marked.
    """
    if not image.boxes:
        return 0.06, 0.94
    left = min(box.left for box in image.boxes) / image.width - 0.03
    right = max(box.right for box in image.boxes) / image.width + 0.03
    missing = max(0.0, LEAST_REACH - (right - left)) / 2
    left, right = left - missing, right + missing
    if left < 0.0:
        left, right = 0.0, max(right, LEAST_REACH)
    if right > 1.0:
        left, right = min(left, 1.0 - LEAST_REACH), 1.0
    return max(left, 0.0), min(right, 1.0)


def _thumbnails(shown: Shown) -> list[Thumbnail]:
    cited = {citation.number for citation in shown.citations}
    return [
        Thumbnail(
            number,
            _short(hit.chunk),
            shown.names.get(number, f"Source {number}"),
            _small(hit.chunk),
            number in cited,
            shares(hit, dark=session.is_dark()),
            verbatim.clipped(hit.chunk.text, THUMBNAIL_CHARACTERS),
        )
        for number, hit in enumerate(shown.hits, start=1)
    ]


def _short(chunk: Chunk) -> str:
    page = f"p. {chunk.pages[0] + 1} " if chunk.pages else ""
    return f"{page}{verbatim.clipped(chunk.title or 'Untitled', 14)}"


def _small(chunk: Chunk) -> PageImage | None:
    document = session.document_or_none(chunk.document_id)
    if document is None or document.media_type != PDF or not chunk.pages:
        return None
    page = chunk.pages[0]
    width = document.page_sizes[page].width if page < len(document.page_sizes) else 612.0
    try:
        return session.workbench().evidence.page_image(
            document.id, page, scale=THUMBNAIL_PIXELS / max(width, 1.0)
        )
    except WorkbenchError:
        return None  # the large page says why; a thumbnail less is no reason to stop


def shares(hit: Hit, *, dark: bool) -> tuple[tuple[float, str], ...]:
    """What each retriever gave to a passage, in per cent of all that spoke for it, with colours."""
    given = sorted(
        (signal for signal in hit.signals if signal.contribution > 0.0),
        key=lambda signal: retriever_order(signal.retriever),
    )
    whole = sum(signal.contribution for signal in given)
    return tuple(
        (
            round(100.0 * signal.contribution / whole, 2),
            retriever_color(signal.retriever, dark=dark),
        )
        for signal in given
    )


# --- documents without pages ---------------------------------------------------------------------


def _text(shown: Shown, chunk: Chunk, document: Document) -> list[Piece]:
    before, after = context_of(chunk, session.workbench().library.document_chunks(document.id))
    pieces: list[Piece] = [("around", before)] if before else []
    text, spans = chunk.text, cited_spans(shown, chunk)
    if chunk.is_composed:  # its own text repeats the header, which stands further up here
        text = session.workbench().library.document_text(document.id, chunk.start, chunk.end)
        spans = [(0, len(text))] if spans else []
    pieces += inside(text, spans, marked=not shown.near)
    return [*pieces, ("around", after)] if after else pieces


def inside(text: str, spans: Sequence[tuple[int, int]], *, marked: bool) -> list[Piece]:
    """A passage in pieces: those that are quoted, and those between them."""
    if not marked:
        return [("here", text)]
    pieces: list[Piece] = []
    position = 0
    for start, end in sorted(spans):
        first, last = max(start, position), min(end, len(text))
        if last <= first:
            continue
        if first > position:
            pieces.append(("here", text[position:first]))
        pieces.append(("mark", text[first:last]))
        position = last
    if position < len(text):
        pieces.append(("here", text[position:]))
    return pieces


# --- below the page ------------------------------------------------------------------------------


def _place_in_document(which: str, chunk: Chunk, page: int) -> None:
    facts = [which]
    if chunk.pages and page not in chunk.pages:
        facts.append("on another page")
    st.caption(
        " · ".join(verbatim.markdown(fact) for fact in facts),
        width="content",
    )
    if session.state().page_flip:
        st.button(
            "Back to the passage",
            icon=":material/undo:",
            type="tertiary",
            key="flip-undo",
            on_click=_flip_back,
        )


def _flip_back() -> None:
    session.state().page_flip = 0


def _file_buttons(document: Document, page: int) -> None:
    workbench = session.workbench()
    if document.media_type == PDF and document.size <= OPENED_IN_BROWSER and st.runtime.exists():
        st.link_button(
            "Open PDF",
            f"{_address(document.id, document.sha256)}#page={page + 1}",
            icon=":material/open_in_new:",
            type="tertiary",
        )
    content: Callable[[], bytes] = lambda: workbench.library.source_file(document.id)[1]  # noqa: E731
    st.download_button(
        "Download",
        content,
        file_name=verbatim.printable(document.name),
        mime=document.media_type,
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        key="source-file",
    )


def _address(document_id: str, sha256: str) -> str:
    """Where the browser finds the file, for as long as this tab shows it."""
    content = session.workbench().library.source_file(document_id)[1]
    manager = st.runtime.get_instance().media_file_mgr
    return str(manager.add(content, PDF, f"source-{sha256}"))
