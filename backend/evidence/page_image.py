"""Pictures of PDF pages, and where a passage stands on them.

PDFium draws in a child process that stays up between pictures: a hostile page may crash it, which
costs that picture and a new child, never the app.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from backend.errors import NotFoundError
from backend.guarded_process import ChildDiedError, ChildTimeoutError, GuardedProcess, Message
from backend.types import Box, Line, PageImage, PageSize

MODULE = "backend.evidence.page_painter"
MAX_PIXELS = 12_000_000
"""Larger pictures are drawn at a smaller scale."""

Picture = tuple[bytes, int, int]
"""A PNG, its width and its height in pixels."""


class PageRenderer:
    """Draws pages of PDF files. Safe to share between threads.

    Args:
        megabytes: most memory that drawing may take.
        seconds: longest time that one picture may take.
        cached: how many pictures are kept.
    """

    def __init__(self, *, megabytes: int = 1_024, seconds: float = 20.0, cached: int = 48) -> None:
        self._megabytes = megabytes
        self._seconds = seconds
        self._cached = cached
        self._cache: OrderedDict[tuple[object, ...], Picture] = OrderedDict()
        self._child: GuardedProcess | None = None
        self._lock = threading.Lock()
        self._ahead = ThreadPoolExecutor(1, thread_name_prefix="pages-ahead")
        self._waiting: set[tuple[object, ...]] = set()

    def render_ahead(self, path: Path, page: int, scale: float) -> None:
        """Draw a page soon, while nobody waits for it; one that cannot be drawn is passed over.

        Args:
            path, page, scale: as for `render`.
        """
        wanted = (str(path), page, round(scale, 3))
        with self._lock:
            if wanted in self._waiting or len(self._waiting) >= self._cached // 4:
                return
            self._waiting.add(wanted)
        with contextlib.suppress(RuntimeError):  # closed meanwhile
            self._ahead.submit(self._drawn_ahead, wanted, path, page, scale)

    def _drawn_ahead(self, wanted: tuple[object, ...], path: Path, page: int, scale: float) -> None:
        try:
            with contextlib.suppress(NotFoundError):
                self.render(path, page, scale)
        finally:
            with self._lock:
                self._waiting.discard(wanted)

    def render(self, path: Path, page: int, scale: float, clip: Box | None = None) -> Picture:
        """Draw a page, or the part of it inside `clip`.

        Args:
            path: a PDF that opens without a password.
            page: counted from 0.
            scale: pixels per point.
            clip: in points from the top left corner of the page.

        Raises:
            NotFoundError: if the file, the page or a picture of it cannot be had.
        """
        try:
            state = path.stat()
        except OSError:
            raise NotFoundError(
                "The file of this document is not in the library any more.",
                "Run check and repair on the status page, or add the document again.",
            ) from None
        key = (str(path), state.st_size, state.st_mtime_ns, page, round(scale, 3), clip)
        with self._lock:
            if key in self._cache:
                self._cache.move_to_end(key)
                return self._cache[key]
            picture = self._draw(path, page, scale, clip)
            self._cache[key] = picture
            while len(self._cache) > self._cached:
                self._cache.popitem(last=False)
            return picture

    def close(self) -> None:
        """End the child."""
        self._ahead.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._end_child()

    def __enter__(self) -> PageRenderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _draw(self, path: Path, page: int, scale: float, clip: Box | None) -> Picture:
        request = {
            "path": str(path.resolve()),
            "page": page,
            "scale": scale,
            "clip": [clip.left, clip.top, clip.right, clip.bottom] if clip else None,
            "max_pixels": MAX_PIXELS,
        }
        fresh = self._child is None
        try:
            header, payload = self._ask(request)
        except ChildDiedError:
            self._end_child()
            if fresh:
                raise _no_picture(page) from None
            # It may have died long ago, or at its limit of processor time: once more, afresh.
            try:
                header, payload = self._ask(request)
            except (ChildDiedError, ChildTimeoutError):
                self._end_child()
                raise _no_picture(page) from None
        except ChildTimeoutError:
            self._end_child()
            raise _no_picture(page) from None
        if "refused" in header:
            raise _no_picture(page)
        return payload, int(header["width"]), int(header["height"])

    def _ask(self, request: dict[str, object]) -> Message:
        child = self._running_child()
        child.send(request)
        return child.receive(time.monotonic() + self._seconds)

    def _running_child(self) -> GuardedProcess:
        if self._child is None or not self._child.alive:
            self._end_child()
            self._child = GuardedProcess(
                MODULE, megabytes=self._megabytes, seconds=60 * self._seconds
            )
        return self._child

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None


def _no_picture(page: int) -> NotFoundError:
    return NotFoundError(
        f"Page {page + 1} cannot be drawn; its text is not affected.",
        "Read the passage in the evidence, or download the file and open it in a PDF program.",
    )


# --- where a passage stands ----------------------------------------------------------------------


def boxes_of(lines: Iterable[Line], start: int, end: int, page: int) -> list[Box]:
    """Boxes of the lines of a page that hold a part of `[start, end)` of the document's text.

    A line that the span covers only in part gives the matching share of its width.
    """
    boxes: list[Box] = []
    for line in lines:
        if line.page != page or line.end <= start or line.start >= end:
            continue
        length = max(line.end - line.start, 1)
        first = max(start - line.start, 0) / length
        last = min(end - line.start, length) / length
        width = line.box.right - line.box.left
        boxes.append(
            Box(
                line.box.left + first * width,
                line.box.top,
                line.box.left + last * width,
                line.box.bottom,
            )
        )
    return boxes


def outline(boxes: Sequence[Box], padding: float = 2.0) -> list[Box]:
    """Boxes of neighbouring lines merged to one box per column of text, with a little air.

    Lines belong together if they overlap sideways by a third of the narrower one and the gap
    between them is less than the usual line's height.
    """
    if not boxes:
        return []
    height = median(box.bottom - box.top for box in boxes)
    groups: list[Box] = []
    for box in sorted(boxes, key=lambda each: (each.top, each.left)):
        for position, group in enumerate(groups):
            shared = min(box.right, group.right) - max(box.left, group.left)
            narrower = min(box.right - box.left, group.right - group.left)
            if box.top - group.bottom <= height and shared >= narrower / 3:
                groups[position] = union([group, box])
                break
        else:
            groups.append(box)
    return [
        Box(box.left - padding, box.top - padding, box.right + padding, box.bottom + padding)
        for box in groups
    ]


def union(boxes: Sequence[Box]) -> Box:
    """The smallest box around boxes, of which there is at least one."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def crop_around(
    boxes: Sequence[Box],
    size: PageSize,
    lines: Iterable[Line] = (),
    *,
    air: float = 0.12,
    margin: float = 12.0,
) -> Box:
    """The part of the page to show for a passage, with some lines around it.

    Args:
        boxes: of the passage; without any the whole page is shown.
        lines: of the page, if they are known: they say where its white margins begin. Without
            them most of the page's width is kept.
        air: share of the page's height to show above and below the passage.
        margin: points of white to leave around the text.
    """
    if not boxes:
        return Box(0.0, 0.0, size.width, size.height)
    passage = union(boxes)
    known = [line.box for line in lines]
    text = union([passage, *known]) if known else _usual_text_area(passage, size)
    return Box(
        max(0.0, text.left - margin),
        max(0.0, text.top - margin, passage.top - air * size.height),
        min(size.width, text.right + margin),
        min(size.height, text.bottom + margin, passage.bottom + air * size.height),
    )


def _usual_text_area(passage: Box, size: PageSize) -> Box:
    """The page without margins of a twentieth, and whatever of the passage lies outside."""
    aside, over = size.width / 20, size.height / 20
    return union([passage, Box(aside, over, size.width - aside, size.height - over)])


def to_pixels(boxes: Iterable[Box], scale: float, clip: Box | None = None) -> list[Box]:
    """Boxes in points as boxes in pixels of a picture drawn at `scale` of the page or of `clip`."""
    left, top = (clip.left, clip.top) if clip else (0.0, 0.0)
    return [
        Box(
            (box.left - left) * scale,
            (box.top - top) * scale,
            (box.right - left) * scale,
            (box.bottom - top) * scale,
        )
        for box in boxes
    ]


def passage_image(
    renderer: PageRenderer,
    path: Path,
    page: int,
    size: PageSize,
    boxes: Sequence[Box],
    *,
    scale: float,
    around: Iterable[Line] | None = None,
) -> PageImage:
    """A page, or the part round a passage, with the boxes to mark on it.

    Args:
        boxes: of the passage on this page, in points; without any nothing is marked or cropped.
        scale: pixels per point.
        around: the page's lines, to show only the part round the passage; None shows the page.

    Raises:
        NotFoundError: if the page cannot be drawn.
    """
    clip = crop_around(boxes, size, around) if around is not None and boxes else None
    png, width, height = renderer.render(path, page, scale, clip)
    drawn = width / ((clip.right - clip.left) if clip else size.width)  # less where it was reduced
    return PageImage(png, width, height, tuple(to_pixels(boxes, drawn, clip)))
