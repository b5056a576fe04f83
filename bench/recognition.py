"""Text recognition: words and figures of scanned pages that are read right.

`python -m bench.recognition`. One page of each of the set's 20 filings (the one nearest to its
middle with at least 150 words) is drawn at 150 dots an inch, turned by up to 1.5 degrees, and put
into a PDF of pictures; the reader reads that. Right is what the text layer of the filing says:

- Recall: share of the layer's words (figures: words with a digit) that were read on the page.
- Precision: share of the words (figures) that were read which the layer has.

Both count every word as often as it stands there. Means over pages with 95 % intervals.
"""

from __future__ import annotations

import re
import resource
import sys
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pypdfium2
from PIL import Image

from backend.evaluation.intervals import Interval, mean_interval
from backend.readers.pdf import build
from backend.settings import load_settings
from bench.report import table, write_results

SET = "financebench_small"
DOTS = 150
DEGREES = (-1.5, -0.75, 0.0, 0.75, 1.5)
LEAST_WORDS = 150
_WORD = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")


def main() -> None:
    """Draw, read, compare, print and write."""
    settings = load_settings()
    folder = settings.benchmarks / SET
    if not folder.is_dir():
        sys.exit(f"The question set {SET} is not in {folder.parent}.")
    truths: list[str] = []
    pictures: list[Image.Image] = []
    for number, path in enumerate(sorted((folder / "pdfs").glob("*.pdf"))):
        text, picture = middle_page(path)
        truths.append(text)
        pictures.append(
            picture.rotate(DEGREES[number % len(DEGREES)], Image.Resampling.BICUBIC, fillcolor=255)
        )
    with tempfile.TemporaryDirectory() as kept:
        scan = Path(kept) / "scan.pdf"
        pictures[0].save(scan, save_all=True, append_images=pictures[1:], resolution=DOTS)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        reading = build(settings).read(scan, scan.name, None, lambda *_: None)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    starts = [*reading.page_starts, len(reading.text)]
    found = [reading.text[a:b] for a, b in pairwise(starts)]
    figures: dict[str, Interval] = {}
    for kind, keep in (("words", str.strip), ("numbers", has_digit)):
        pairs = [
            (counted(truth, keep), counted(text, keep))
            for truth, text in zip(truths, found, strict=True)
        ]
        figures[f"{kind}_recall"] = mean_interval([shared(a, b, a) for a, b in pairs if a])
        figures[f"{kind}_precision"] = mean_interval([shared(a, b, b) for a, b in pairs if b])
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    rows = [(name.replace("_", ", "), value.percent()) for name, value in figures.items()]
    rows.append(("processor seconds a page", f"{seconds / len(truths):.1f}"))
    print(table("Scanned pages", ("measure", "result"), rows))
    print(*reading.warnings, sep="\n")
    write_results(
        "recognition",
        {
            "set": SET,
            "pages": len(truths),
            "dots_per_inch": DOTS,
            "degrees": list(DEGREES),
            "said": reading.metadata.get("Recognition", ""),
            "processor_seconds_per_page": round(seconds / len(truths), 2),
            **{
                name: {"mean": value.mean, "low": value.low, "high": value.high}
                for name, value in figures.items()
            },
        },
    )


def middle_page(path: Path) -> tuple[str, Image.Image]:
    """Text layer and picture of the page nearest to a file's middle that holds prose or figures."""
    document = pypdfium2.PdfDocument(path)
    middle = len(document) // 2
    for number in sorted(range(len(document)), key=lambda each: abs(each - middle)):
        text = document[number].get_textpage().get_text_bounded()
        if len(text.split()) >= LEAST_WORDS:
            return text, document[number].render(scale=DOTS / 72).to_pil().convert("L")
    raise ValueError(f"{path.name} has no page of {LEAST_WORDS} words")


def has_digit(word: str) -> bool:
    """Whether a word holds a figure."""
    return any(map(str.isdigit, word))


def counted(text: str, keep: object) -> Counter[str]:
    """How often each word stands in a text; a word cut at a line's end counts as one."""
    whole = re.sub(r"[\u00ad\u0002\ufffe]\s*|(?<=[a-z])-\s*\r?\n\s*(?=[a-z])", "", text)
    assert callable(keep)
    return Counter(word for word in _WORD.findall(whole) if keep(word))


def shared(one: Counter[str], other: Counter[str], of: Counter[str]) -> float:
    """Share of the words of `of` that stand in both."""
    return sum((one & other).values()) / sum(of.values())


if __name__ == "__main__":
    main()
