"""The words of a PDF page with their boxes, straight from PDFium's text page.

PDFium gives a page's characters in drawing order with blanks where it sees gaps. A word's box comes
from its first and last character alone; only words that turn out to run over two lines are looked
at letter by letter.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from backend.readers.engines.pdfium_frames import (
    Frame,
    Rectangle,
    Stored,
    frame_of,
    quarter_turned,
)
from backend.readers.engines.pdfium_pictures import (
    UnreadPictures,
    placed_pictures,
    unread_pictures,
)
from backend.readers.engines.pdfium_rules import drawn_rules
from backend.readers.layout.characters import clean, with_accents, with_ligatures
from backend.readers.layout.overlaid import without_overlaid
from backend.readers.layout.raised import (
    FRACTION_LINES,
    HIGHER,
    SMALLER,
    led_by_mark,
    told_apart,
    with_raised,
)
from backend.readers.layout.rule_runs import Rule
from backend.readers.layout.shapes import Word
from backend.readers.layout.tiny_leaders import level_with_words

BOLD = 600
_WORD = re.compile("[^\\s\x00\x02\ufffe]+[\x02\ufffe]?")
_SPACED = re.compile(r"(?m)(?<![^\r\n])[^\W\d_](?: {1,3}[^\W\d_]){4,}(?= *(?:[\r\n]|\Z))")
"""A line of single letters: within other text they are names of variables."""
_LOOSEST = 0.6
"""Widest gap between letters of one word that are set apart, in heights of the font's box."""
_WORD_GAP = 1.6
"""So many times the usual gap is one between words."""
_BLANK = 0.23
"""Narrowest gap between two words that PDFium runs together, in heights of the font's box. In files
made of PostScript the words of a line are set one by one, and it misses the blank between some: in
what troff sets the gaps of such words are .25 and wider, and those within a word of other files
.21 at most, in formulas."""
_FEWEST_LETTERS = 3
"""Letters that words of letters set apart have on average, at least."""
_BEHIND_MARK = ".,;:!?)]’”"
_MARK_END = re.compile(rf"[^\W\d_]{{3}}\d{{1,2}}[{re.escape(_BEHIND_MARK)}]+")
"""A word that may end in a raised mark and what closes the sentence."""
_HYPHEN = re.compile("[\x02\ufffe]$")  # PDFium's mark for a hyphen at a line's end
_OTHER_LINE = 1.6
"""Twice the distance of two middles, in font boxes, above which they are on different lines."""
_TORN_DOUBLE = re.compile(r"(?i)\b(?:un|in|co)?(?:a|e|di|su|indi)(?-i:f (?=[a-z]))")
"""Beginnings of words (affect, effect, differ, suffer) cut behind an f; none is a word itself."""
_BOLD_NAME = re.compile(
    r"(?i)bold|black|heavy|semibold|demi|(?:^|\+)(?:cm|ec|sf)(?:ss)?b(?:x|xti|xsl)?\d"
)
_PLAIN_NAME = re.compile(
    r"(?i)(?:^|\+)(?:cm|ec|sf)[a-z]+\d|roman(?!.*(?:italic|oblique))|(?<!dings-)regular|book$|light"
)
"""Names of fonts that are not bold, those of TeX among them: the weight that stands in a file is
often wrong for them (744 for Computer Modern Roman)."""


_FIXED_NAME = re.compile(
    r"(?i)mono(?!type|prop)|courier|typewriter|consolas|menlo|sourcecode|nimbusmon"
    r"|(?:^|\+)(?:cm|ec|sf)(?:sl|i|bx)?tt\d"
)
"""Names of fonts whose letters are all of one width: most files do not say it of them otherwise."""
_FIXED_FLAG = 1
"""ISO 32000-1, table 123: the flag of a font whose letters are of one width."""


class PageWords(NamedTuple):
    """A page's size as shown and its words, upright as they are read.

    `turn` is by how many quarter turns (clockwise) most of the text lies on the page as shown:
    layout works on words as if the page were turned back; `shown` maps a box to the page as shown.
    `pictures` are those that somebody asked for and the words do not tell; `rules` are the lines
    that are drawn, upright as the words are.
    """

    width: float
    height: float
    words: list[Word]
    turn: int
    pictures: UnreadPictures = UnreadPictures()
    rules: tuple[Rule, ...] = ()


_FAR = 1e6
_NOWHERE = (0.0, 0.0, 0.0, 0.0)


def is_bold(name: str, weight: int) -> bool:
    """Whether a font is bold: its name goes before the weight that the file states (100 to 900,
    -1 or 0 where it states none)."""
    if _BOLD_NAME.search(name):
        return True
    return not _PLAIN_NAME.search(name) and weight >= BOLD


def is_fixed(name: str, flags: int) -> bool:
    """Whether the letters of a font are all of one width, by its flags or its name."""
    return bool(flags & _FIXED_FLAG) or _FIXED_NAME.search(name) is not None


class Font(NamedTuple):
    """What a font tells of its words, and how wide the letters are that were measured, in heights
    of the font's box."""

    bold: bool
    fixed: bool
    widths: dict[str, float]


class Fonts:
    """The fonts of a document, remembered by name."""

    def __init__(self) -> None:
        self._known: dict[bytes, Font] = {}
        self._name = (ctypes.c_char * 256)()
        self._flags = ctypes.c_int()

    def of(self, textpage: Any, index: int) -> Font:
        """The font in which the character at the index is set."""
        pdfium.FPDFText_GetFontInfo(textpage, index, self._name, 256, self._flags)
        name = self._name.value
        known = self._known.get(name)
        if known is None:
            weight = pdfium.FPDFText_GetFontWeight(textpage, index)
            said = name.decode("latin-1")
            known = Font(is_bold(said, weight), is_fixed(said, self._flags.value), {})
            self._known[name] = known
        return known


def page_words(document: Any, number: int, fonts: Fonts, *, pictures: bool = False) -> PageWords:
    """Words of one page.

    Args:
        pictures: whether to look for pictures whose text they do not tell.

    Raises:
        ValueError: if PDFium cannot load the page.
    """
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        raise ValueError(f"page {number} cannot be loaded")
    try:
        textpage = pdfium.FPDFText_LoadPage(page)
        if not textpage:
            raise ValueError(f"page {number} has no text page")
        try:
            found = _read(page, textpage, fonts)
        finally:
            pdfium.FPDFText_ClosePage(textpage)
        return found._replace(pictures=_unread(page, found)) if pictures else found
    finally:
        pdfium.FPDF_ClosePage(page)


def _unread(page: Any, found: PageWords) -> UnreadPictures:
    boxes = [picture.box for picture in placed_pictures(page)]
    if not boxes:
        return UnreadPictures()
    return unread_pictures(boxes, word_boxes(found), found.width, found.height)


def word_boxes(page: PageWords) -> list[Rectangle]:
    """Where a page's words stand on it as it is shown."""
    turn = shown(page)
    return [turn(Rectangle(*word[1:5])) for word in page.words]


def _read(page: Any, textpage: Any, fonts: Fonts) -> PageWords:
    width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    rotation = pdfium.FPDFPage_GetRotation(page) % 4
    bounds = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, bounds)
    text = _characters(textpage)
    source = _Source(textpage, text, fonts)
    found = [word for span in _word_spans(source) for word in source.words(*span)]
    turn = Counter(word.turn for word in found).most_common(1)[0][0] if found else 0
    frame = frame_of(bounds, turn)
    words: list[Word] = []
    aside: list[Word] = []
    for word in found:
        if word.turn != turn:
            aside.extend(_placed(word, frame, source, split=False))
        else:
            words.extend(_placed(word, frame, source))
    rules = tuple(Rule(*frame.place(rule)) for rule in drawn_rules(page))
    once = with_raised(without_overlaid(level_with_words(words))) + without_overlaid(aside)
    return PageWords(width, height, once, (turn + rotation) % 4, rules=rules)


def _word_spans(source: _Source) -> Iterator[tuple[int, int]]:
    """The characters of each word. Letters that are set far apart, which PDFium takes for words of
    one letter each, are the words that the wider gaps among them make."""
    spaced = {run.start(): run.end() for run in _SPACED.finditer(source.text)}
    behind = 0
    for match in _WORD.finditer(source.text):
        if match.start() < behind:
            continue
        end = spaced.get(match.start())
        words = _of_spaced(source, match.start(), end) if end is not None else []
        if end is None or not words:
            yield match.span()
            continue
        yield from words
        behind = end


def _of_spaced(source: _Source, start: int, end: int) -> list[tuple[int, int]]:
    """The words of a run of single letters; none where they are letters in columns or variables:
    then the gaps are far wider than letters, or leave no word of several letters."""
    places = [at for at in range(start, end) if not source.text[at].isspace()]
    boxes = [source.box(at) for at in places]
    if any(abs(box[1] - boxes[0][1]) > 1.0 for box in boxes):
        return []  # letters of several lines, or of a text that is turned
    size = boxes[0][3] - boxes[0][1]
    gaps = [right[0] - left[2] for left, right in itertools.pairwise(boxes)]
    usual = median(gaps)
    if not 0 < usual < _LOOSEST * size:
        return []
    cuts = [at for at, gap in enumerate(gaps, start=1) if gap > _WORD_GAP * usual]
    bounds = list(itertools.pairwise([0, *cuts, len(places)]))
    if len(places) < _FEWEST_LETTERS * len(bounds):
        return []
    return [(places[left], places[right - 1] + 1) for left, right in bounds]


def shown(page: PageWords) -> Callable[[Rectangle], Rectangle]:
    """From the upright layout to the page as shown."""
    return quarter_turned(page.turn, *layout_size(page))


def layout_size(page: PageWords) -> tuple[float, float]:
    """Width and height of the page when its text is upright."""
    return (page.height, page.width) if page.turn % 2 else (page.width, page.height)


def _characters(textpage: Any) -> str:
    """The page's characters; position k is PDFium's character k."""
    count = pdfium.FPDFText_CountChars(textpage)
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (2 * count + 2))()
    written = pdfium.FPDFText_GetText(textpage, 0, count, buffer)
    units = bytes(buffer)[: 2 * max(0, written - 1)]
    text = units.decode("utf-16-le", "surrogatepass")
    if len(text) == count == written - 1:
        return text
    # Positions differ where characters were left out or lie beyond the basic plane.
    codes = (pdfium.FPDFText_GetUnicode(textpage, index) for index in range(count))
    return "".join(chr(code) if 0 < code < 0x110000 else "\x00" for code in codes)


class _StoredWord(NamedTuple):
    """A word as PDFium has it: its characters [start, end) and the boxes of its ends, as stored.
    `text` is what it says where that is not just its characters."""

    start: int
    end: int
    first: Stored
    last: Stored
    turn: int
    font: Font
    text: str = ""


class _Source:
    """A page's characters, from which words are made."""

    def __init__(self, textpage: Any, text: str, fonts: Fonts) -> None:
        self._textpage = textpage
        self._fonts = fonts
        self._buffer = pdfium.FS_RECTF()
        self.text = _TORN_DOUBLE.sub(self._mended, with_ligatures(text))

    def word(self, start: int, end: int) -> _StoredWord:
        """The word of the characters [start, end)."""
        first = self.box(start)
        last = self.box(end - 1) if end - start > 1 else first
        # A word that runs to the right at one height lies as it is read; others are asked.
        plain = last[0] > first[0] and -1.0 < last[1] - first[1] < 1.0
        turn = 0 if plain else self._turn(start)
        return _StoredWord(start, end, first, last, turn, self._fonts.of(self._textpage, start))

    def words(self, start: int, end: int) -> list[_StoredWord]:
        """The words of the characters [start, end): one, or several that PDFium ran together."""
        whole = self.word(start, end)
        if end - start > 1 and whole.turn == 0:
            marked = self._with_raised_end(whole) or self._with_raised_beginning(whole)
            if marked:
                return marked
        if end - start <= _FEWEST_LETTERS or not self._has_room(whole):
            return [whole]
        cuts = [start]
        left = whole.first
        for index in range(start + 1, end):
            right = self.box(index)
            level = -1.0 < right[1] - left[1] < 1.0
            if level and right[0] - left[2] > _BLANK * (left[3] - left[1]):
                cuts.append(index)
            left = right
        return [self.word(*span) for span in itertools.pairwise([*cuts, end])]

    def _with_raised_end(self, word: _StoredWord) -> list[_StoredWord]:
        """A word that ends in raised characters as it is kept, in one or two; none if it does not.

        Only digits are looked for, and what closes a bracket or sentence behind them: the boxes of
        a word's ends tell most others without a look at its letters.
        """
        end = word.end
        closing = self.text[end - 1]
        if closing in _BEHIND_MARK:
            if not self.text[end - 2].isdecimal():
                return []
            if not _MARK_END.search(self.text, max(word.start, end - 8), end):
                return []
            while self.text[end - 1] in _BEHIND_MARK:
                end -= 1
        elif not closing.isdecimal() or not _is_raised(word.first, word.last):
            return []
        start = end
        while start > word.start and (self.text[start - 1] in "0123456789,-−–"):
            if not _is_raised(word.first, self.box(start - 1)):
                break
            start -= 1
        if start in (word.start, end) or not _is_raised(self.box(start - 1), self.box(start)):
            return []
        following = self.text[word.end : word.end + 4].lstrip()
        if self.text[start - 1].isdecimal() and following.startswith(FRACTION_LINES):
            return []
        texts = told_apart(self.text[word.start : start], self.text[start : word.end])
        if texts is None:
            return []
        if len(texts) == 1:
            return [word._replace(text=texts[0])]
        base, mark = self.word(word.start, start), self.word(start, word.end)
        return [base, _level_with(base, mark)._replace(text=texts[1])]

    def _with_raised_beginning(self, word: _StoredWord) -> list[_StoredWord]:
        """A footnote's first word behind its raised mark as two; none if it has no mark."""
        if not self.text[word.start].isdecimal() or not _is_raised(word.last, word.first):
            return []
        end = word.start
        while end < word.end and self.text[end].isdecimal():
            end += 1
        mark = led_by_mark(self.text[word.start : end])
        rest = self.text[end : word.end]
        if mark is None or not rest[:1].isalpha() or (len(rest) == 1 and not rest.isascii()):
            return []  # 2Φ is of a formula
        first = self.word(end, word.end)
        return [_level_with(first, self.word(word.start, end))._replace(text=mark), first]

    def _has_room(self, word: _StoredWord) -> bool:
        """Whether a word is wider than its letters are, by half a blank: only such are looked at
        letter by letter."""
        letters, widths = self.text[word.start : word.end], word.font.widths
        size = max(word.first[3] - word.first[1], 0.1)
        for letter in set(letters).difference(widths):
            box = self.box(word.start + letters.index(letter))
            widths[letter] = (box[2] - box[0]) / size
        room = (word.last[2] - word.first[0]) / size - sum(map(widths.__getitem__, letters))
        return room > _BLANK / 2

    def box(self, index: int) -> Stored:
        """Left, bottom, right and top of a character as stored."""
        box = self._buffer
        if not pdfium.FPDFText_GetLooseCharBox(self._textpage, index, box):
            return _NOWHERE
        found = (box.left, box.bottom, box.right, box.top)
        return found if -_FAR < sum(found) < _FAR else _NOWHERE

    def _mended(self, found: re.Match[str]) -> str:
        """Give back the second f of "dif erent", which PDFium takes for a copy of the first.

        It does so in fonts whose f reaches far over its neighbour; the blank that it puts in
        its place begins inside the first f.
        """
        blank = found.end() - 1
        left, bottom, right, top = self.box(blank - 1)
        height = top - bottom
        overhangs = right - left > 0.5 * height and self.box(blank)[0] < right
        follows = self.box(found.end())[0] - right < 0.2 * height
        return found[0][:-1] + "f" if overhangs and follows else found[0]

    def _turn(self, index: int) -> int:
        """Quarter turns, clockwise, of the character on the page as stored."""
        angle = pdfium.FPDFText_GetCharAngle(self._textpage, index)
        return round(angle / (math.pi / 2)) % 4 if angle > 0 else 0


def _is_raised(base: Stored, raised: Stored) -> bool:
    """Whether a character is smaller than another one and stands higher."""
    height = base[3] - base[1]
    return (
        raised[3] - raised[1] <= SMALLER * height and HIGHER * height < raised[1] - base[1] < height
    )


def _level_with(base: _StoredWord, mark: _StoredWord) -> _StoredWord:
    """A mark that fills the height of the word beside it: it is of the same line."""
    bottom, top = base.first[1], base.first[3]
    first = (mark.first[0], bottom, mark.first[2], top)
    last = first if mark.last is mark.first else (mark.last[0], bottom, mark.last[2], top)
    return mark._replace(first=first, last=last)


def _placed(
    found: _StoredWord, frame: Frame, source: _Source, *, split: bool = True
) -> Iterator[Word]:
    """The word on the upright page; two words if its characters stand on two lines."""
    letters = found.text or source.text[found.start : found.end].replace(" ", "")
    if not letters.isascii() or not letters.isprintable():
        letters = with_accents(clean(_HYPHEN.sub("-", letters)))
        if not letters:
            return
    left, top, right, bottom = frame.place(found.first)
    size = max(bottom - top, 0.1)
    if found.last is not found.first:
        last = frame.place(found.last)
        if split and abs(top + bottom - last.top - last.bottom) > _OTHER_LINE * size:
            middle = _line_break(found, frame, source)
            yield from _placed(source.word(found.start, middle), frame, source, split=False)
            yield from _placed(source.word(middle, found.end), frame, source)
            return
        left, top = min(left, last.left), min(top, last.top)
        right, bottom = max(right, last.right), max(bottom, last.bottom)
    # Fonts of Chinese and Japanese are of one width as well: only other letters tell a listing.
    fixed = found.font.fixed and letters.isascii()
    yield Word(letters, left, top, right, bottom, size, found.font.bold, fixed)


def _line_break(found: _StoredWord, frame: Frame, source: _Source) -> int:
    """The first character of a word that stands on another line than its first one."""
    first = frame.place(found.first)
    size = max(first.bottom - first.top, 0.1)
    for index in range(found.start + 1, found.end):
        box = frame.place(source.box(index))
        if abs(first.top + first.bottom - box.top - box.bottom) > _OTHER_LINE * size:
            return index
    return found.end - 1
