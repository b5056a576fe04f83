"""Lines of plain text files as they were printed: words cut at their ends, pages with headers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

MIN_PAGES = 3
MIN_SHARE = 0.2
_LEAST_LINE = 30
"""Characters of a line that may end in a cut word: shorter ones are cells and lists."""
_CUT = re.compile(
    rf"(?m)^(?P<line>(?=[^\n]{{{_LEAST_LINE}}})[^\n]*?(?<![\w-])(?P<head>[^\W\d_]{{2,}}))[-\u2010]\n"
    r"(?P<indent>[ \t]*)(?P<tail>[^\W\d_]+)(?P<sign>[^\s]*)[ \t]*(?P<rest>\n?)"
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_NOT_LETTERS = re.compile(r"[\d\W_]+")
_UNFINISHED = re.compile(r"[\w,)\]–—-][ \t]*$")


def without_cut_words(pages: Sequence[str]) -> list[str]:
    """Pages with the words that were cut at a line's end whole again, on the upper line.

    The document itself says which hyphens are the words' own: a word that it also writes without a
    hyphen was cut, one that it also writes with a hyphen within a line keeps it. Of the others,
    those whose parts are both words of the document keep theirs, unless most were cut.
    """
    found = [[each for each in _CUT.finditer(page) if each["tail"][0].islower()] for page in pages]
    if not any(found):
        return list(pages)
    known = _vocabulary(pages)
    verdicts = [[_was_cut(each["head"], each["tail"], known) for each in page] for page in found]
    sure = [verdict for page in verdicts for verdict in page if verdict is not None]
    mostly_cut = bool(sure) and sum(sure) > 0.5 * len(sure)
    whole: list[str] = []
    for page, matches, decided in zip(pages, found, verdicts, strict=True):
        parts: list[str] = []
        position = 0
        for match, verdict in zip(matches, decided, strict=True):
            cut = verdict if verdict is not None else mostly_cut or not _are_words(match, known)
            # What followed the word stays on its own line, at its place.
            after = match["rest"] or "\n" + match["indent"]
            parts += [page[position : match.start()], match["line"], "" if cut else "-"]
            parts += [match["tail"], match["sign"], after]
            position = match.end()
        whole.append("".join([*parts, page[position:]]))
    return whole


def _vocabulary(pages: Sequence[str]) -> Counter[str]:
    """How often each word, hyphens included, stands within a line."""
    counts: Counter[str] = Counter()
    for page in pages:
        for line in page.replace("\u2010", "-").split("\n"):
            words = _WORD.findall(line.casefold())
            if line.endswith("-") and words:
                words.pop()  # the first part of what may be a cut word says nothing
            counts.update(words)
    return counts


def _was_cut(head: str, tail: str, known: Counter[str]) -> bool | None:
    """True if the document writes the word in one, False if with a hyphen, None if neither."""
    whole, hyphened = known[(head + tail).casefold()], known[f"{head}-{tail}".casefold()]
    return None if whole == hyphened else whole > hyphened


def _are_words(found: re.Match[str], known: Counter[str]) -> bool:
    # the tail was counted once where it stands
    return known[found["head"].casefold()] > 0 and known[found["tail"].casefold()] > 1


def without_running_lines(pages: Sequence[str]) -> list[str]:
    """Pages (parted by form feeds) without the first and last lines that run through them.

    A line runs if, digits left out, it begins or ends at least three pages and a fifth of all.
    """
    if len(pages) < MIN_PAGES:
        return list(pages)
    edges = [_edges(page) for page in pages]
    counts = Counter(key for page in edges for key in {key for _, key in page})
    needed = max(MIN_PAGES, MIN_SHARE * len(pages))
    running = {key for key, count in counts.items() if count >= needed}
    return [
        _without(page, {number for number, key in edge if key in running})
        for page, edge in zip(pages, edges, strict=True)
    ]


def _edges(page: str) -> list[tuple[int, str]]:
    """Number and key of the first and last line that is not blank, where each stands alone."""
    lines = page.split("\n")
    written = [number for number, line in enumerate(lines) if line.strip()]
    if len(written) < 3:
        return []
    found = []
    first, last = written[0], written[-1]
    if written[1] > first + 1:
        found.append((first, _key(lines[first])))
    if written[-2] < last - 1:
        found.append((last, _key(lines[last])))
    return found


def _key(line: str) -> str:
    """What a line says apart from its figures; a page's number alone says "#"."""
    return _NOT_LETTERS.sub(" ", line.casefold()).strip() or "#"


def _without(page: str, dropped: set[int]) -> str:
    if not dropped:
        return page
    lines = page.split("\n")
    kept = "\n".join(line for number, line in enumerate(lines) if number not in dropped)
    return kept.strip("\n")


def page_break(upper: str, lower: str) -> str:
    """What stands between two pages: a line's end where a sentence goes on, else a blank line."""
    last, first = upper.rstrip().rsplit("\n", 1)[-1], lower.lstrip()
    goes_on = len(last) >= _LEAST_LINE and _UNFINISHED.search(last) and first[:1].islower()
    return "\n" if goes_on else "\n\n"
