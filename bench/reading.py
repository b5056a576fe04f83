"""Reading PDF: speed, memory, words, rows of tables and headings on public filings.

`python -m bench.reading [--documents N] [--slow-pages N]`. In one run: this reader; pypdf as
LangChain's PyPDFLoader uses it; pdfplumber's text and its tables on the first pages of each file.

- Words: share of the words of the set's own page texts that a page's reading holds.
- Rows: on pages whose text names a statement, lines of pdfplumber's text that end in two or more
  figures; a row is right if a table's row has the same figures in order and the label's words.
  PDFium and pdfplumber share no code, so neither sets the other's exam.
- Headings: share of the "Item N." headings of annual and quarterly reports that are headings.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import multiprocessing
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import pdfplumber
import psutil
import pypdf

from backend.calendar_words import FULL_MONTH
from backend.evaluation.intervals import mean_interval
from backend.readers.pdf import build
from backend.settings import load_settings
from backend.types import Reading
from bench.report import table, write_results

SET = "financebench_small"
STATEMENT = re.compile(
    r"(?i)(?:consolidated\s+)?(?:condensed\s+)?(?:consolidated\s+)?"
    r"(?:statements?\s+of\s+(?:income|operations|earnings|cash\s+flows|comprehensive)|balance\s+sheets?)"
)
FIGURE = re.compile(r"\(?\$?\(?\d[\d,]*(?:\.\d+)?\)?%?\)?|[—–-]")
MONTH = re.compile(rf"(?i)^(?:{FULL_MONTH})$")
ITEM = re.compile(r"(?im)^item\s+(\d{1,2}[abc]?)[.:]?\s+\S")
WORD = re.compile(r"\w+")


Text = Reading | list[str] | None


class Run(NamedTuple):
    """How one way of reading fared on one file, and what it read."""

    pages: int
    seconds: float
    processor_seconds: float
    text: Text


class Way(NamedTuple):
    """How one way of reading fared on all files, in a process of its own."""

    runs: list[Run]
    megabytes: float


def main() -> None:
    """Read, compare, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--slow-pages", type=int, default=3)
    arguments = parser.parse_args()
    folder = load_settings().benchmarks / SET
    if not folder.is_dir():
        sys.exit(f"The question set {SET} is not in {folder.parent}.")
    paths = sorted((folder / "pdfs").glob("*.pdf"))[: arguments.documents]
    slow = arguments.slow_pages
    ways = {
        "this reader": apart(this_reader, paths),
        "pypdf (PyPDFLoader)": apart(pypdf_pages, paths),
        f"pdfplumber text, first {slow} pages": apart(partial(plumber_text, pages=slow), paths),
        f"pdfplumber text and tables, first {slow} pages": apart(
            partial(plumber_tables, pages=slow), paths
        ),
    }
    print(speed_table(ways), flush=True)
    expected = page_texts(folder / "corpus.jsonl.gz")
    readings = [run.text for run in ways["this reader"].runs if isinstance(run.text, Reading)]
    plain_texts = [run.text for run in ways["pypdf (PyPDFLoader)"].runs]
    names = [path.stem for path in paths]
    words = {
        "this reader": word_recall(zip(names, map(page_slices, readings), strict=True), expected),
        "pypdf (PyPDFLoader)": word_recall(
            (
                (name, text)
                for name, text in zip(names, plain_texts, strict=True)
                if isinstance(text, list)
            ),
            expected,
        ),
    }
    rows = [row_quality(path, reading) for path, reading in zip(paths, readings, strict=True)]
    wanted, found, plumber = (sum(row[k] for row in rows) for k in range(3))
    items, marked = item_headings(readings)
    quality = [
        ("words of the page texts, this reader", mean_interval(words["this reader"]).percent()),
        ("words of the page texts, pypdf", mean_interval(words["pypdf (PyPDFLoader)"]).percent()),
        ("statement rows right, this reader", f"{found} of {wanted}"),
        ("statement rows right, pdfplumber's tables", f"{plumber} of {wanted}"),
        ("“Item N.” lines that are headings", f"{marked} of {items}"),
    ]
    print()
    print(table("What is read", ("measure", "result"), quality))
    write_results(
        "reading",
        {
            "set": SET,
            "documents": len(paths),
            "speed": {name: summary(way) for name, way in ways.items()},
            "word_recall": {name: interval(values) for name, values in words.items()},
            "statement_rows": {"wanted": wanted, "this_reader": found, "pdfplumber": plumber},
            "item_headings": {"lines": items, "headings": marked},
        },
    )


# --- speed and memory ----------------------------------------------------------------------------


def apart(read: Callable[[Path], tuple[int, Text]], paths: Sequence[Path]) -> Way:
    """Read all files in a fresh process; memory is the peak of it and its children together."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(target=measure_all, args=(read, paths, sender))
    worker.start()
    sender.close()
    watched = psutil.Process(worker.pid)
    runs: list[Run] = []
    most = 0
    while len(runs) < len(paths):
        if receiver.poll(0.02):
            runs.append(receiver.recv())
        total = 0
        for process in (watched, *watched.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                total += process.memory_info().rss
        most = max(most, total)
    worker.join()
    return Way(runs, most / 1024 / 1024)


def measure_all(
    read: Callable[[Path], tuple[int, Text]], paths: Sequence[Path], sender: Connection
) -> None:
    """Read file by file and send how each fared."""
    for path in paths:
        used = sum(os.times()[:4])  # children that have ended are counted
        started = time.perf_counter()
        pages, text = read(path)
        seconds = time.perf_counter() - started
        sender.send(Run(pages, seconds, sum(os.times()[:4]) - used, text))


def summary(way: Way) -> dict[str, float]:
    """Pages per second over all files, start of a child included, and the peak of memory."""
    pages = sum(run.pages for run in way.runs)
    return {
        "pages": pages,
        "pages_per_second": pages / sum(run.seconds for run in way.runs),
        "pages_per_processor_second": pages
        / max(sum(run.processor_seconds for run in way.runs), 1e-9),
        "peak_megabytes": way.megabytes,
    }


def speed_table(ways: dict[str, Way]) -> str:
    """The summaries side by side."""
    rows = []
    for name, way in ways.items():
        figures = summary(way)
        rows.append((name, *(f"{value:.1f}" for value in figures.values())))
    columns = ("way", "pages", "pages/s", "pages/processor s", "peak MB")
    return table("Speed", columns, rows)


def this_reader(path: Path) -> tuple[int, Text]:
    """The whole reading with its layout."""
    reading = build(load_settings()).read(path, path.name, None, lambda *_: None)
    return len(reading.page_starts), reading


def pypdf_pages(path: Path) -> tuple[int, Text]:
    """Page texts as PyPDFLoader takes them."""
    texts = [page.extract_text() for page in pypdf.PdfReader(path).pages]
    return len(texts), texts


def plumber_text(path: Path, pages: int) -> tuple[int, Text]:
    """Text of the first pages."""
    with pdfplumber.open(path, pages=list(range(1, pages + 1))) as document:
        for page in document.pages:
            page.extract_text()
            page.close()
        return len(document.pages), None


def plumber_tables(path: Path, pages: int) -> tuple[int, Text]:
    """Text and tables of the first pages."""
    with pdfplumber.open(path, pages=list(range(1, pages + 1))) as document:
        for page in document.pages:
            page.extract_text()
            page.extract_tables()
            page.close()
        return len(document.pages), None


# --- what is read --------------------------------------------------------------------------------


def page_texts(corpus: Path) -> dict[str, dict[int, str]]:
    """The set's page texts by document and page."""
    found: dict[str, dict[int, str]] = {}
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            name, page = record["doc_id"].rsplit("#p", 1)
            found.setdefault(name, {})[int(page)] = record["text"]
    return found


def page_slices(reading: Reading) -> list[str]:
    """A reading's text by page."""
    bounds = [*reading.page_starts, len(reading.text)]
    return [reading.text[bounds[k] : bounds[k + 1]] for k in range(len(reading.page_starts))]


def word_recall(
    documents: Iterable[tuple[str, Sequence[str]]], expected: dict[str, dict[int, str]]
) -> list[float]:
    """Per page the share of the expected words that were read."""
    shares: list[float] = []
    for name, pages in documents:
        for number, text in expected.get(name, {}).items():
            wanted = Counter(WORD.findall(text.casefold()))
            if wanted and number < len(pages):
                read = Counter(WORD.findall(pages[number].casefold()))
                shares.append(sum((wanted & read).values()) / sum(wanted.values()))
    return shares


def row_quality(path: Path, reading: Reading) -> tuple[int, int, int]:
    """Rows on the statement pages, those that our tables hold, those that pdfplumber's hold."""
    pages = [
        number
        for number, text in enumerate(page_slices(reading))
        if STATEMENT.search(text[:400])
        and sum(1 for each in reading.tables if each.page == number and len(each.rows) >= 8)
    ]
    if not pages:
        return 0, 0, 0
    wanted = ours = plumber = 0
    with pdfplumber.open(path, pages=[number + 1 for number in pages]) as document:
        for number, page in zip(pages, document.pages, strict=True):
            mine = [
                row.cells for each in reading.tables if each.page == number for row in each.rows
            ]
            theirs = [
                [cell or "" for cell in row] for each in page.extract_tables() for row in each
            ]
            for label, figures in figure_lines(page.extract_text()):
                wanted += 1
                ours += any(holds(cells, label, figures) for cells in mine)
                plumber += any(holds(cells, label, figures) for cells in theirs)
            page.close()
    return wanted, ours, plumber


def figure_lines(text: str) -> list[tuple[str, str]]:
    """Lines that end in at least two figures: label and figures, run together.

    Page numbers ("A - 3") and sentences that break off behind a date are left out.
    """
    found: list[tuple[str, str]] = []
    for line in text.split("\n"):
        words = [word for word in line.split() if word != "$"]
        figures: list[str] = []
        while words and FIGURE.fullmatch(words[-1]):
            figures.insert(0, words.pop())
        years = all(re.fullmatch(r"(?:19|20)\d\d", figure) for figure in figures)
        label = "".join(WORD.findall(" ".join(words))).casefold()
        if len(figures) >= 2 and not years and len(label) > 2 and not MONTH.search(words[-1]):
            found.append((label, plain("".join(figures))))
    return found


def plain(figures: str) -> str:
    """Figures without currency, brackets and separators."""
    return re.sub(r"[$,()%\s]", "", figures).replace("–", "—").replace("-", "—")


def holds(cells: Sequence[str], label: str, figures: str) -> bool:
    """Whether a row's cells are these figures in order, behind a label that holds this one.

    Letters are compared without blanks, since pdfplumber tears some figures and words apart.
    """
    found = "".join(WORD.findall(cells[0])).casefold()
    return plain("".join(cells[1:])) == figures and label in found


def item_headings(readings: Iterable[Reading]) -> tuple[int, int]:
    """Lines “Item N. …” outside tables that stand at a block's beginning, and those marked."""
    lines = marked = 0
    for reading in readings:
        for block in reading.blocks:
            text = reading.text[block.start : block.end]
            if block.kind == "table" or len(text) > 120 or not ITEM.match(text):
                continue
            lines += 1
            marked += block.kind == "heading"
    return lines, marked


def interval(values: Sequence[float]) -> dict[str, float]:
    """Mean with its 95 % interval."""
    found = mean_interval(values)
    return {"mean": found.mean, "low": found.low, "high": found.high}


if __name__ == "__main__":
    main()
