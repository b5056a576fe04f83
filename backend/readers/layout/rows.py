"""Words to fragments, fragments to rows, rows to lines of text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from statistics import median_low

from backend.readers.layout.shapes import Fragment, FragmentRow, PrintedLine, Word

WORD_GAP = 0.9
"""A gap wider than this share of the font's box parts two cells or columns."""
SAME_ROW = 0.4
"""Two middles closer than this share of the font's box stand on one line."""


def fragments(words: Iterable[Word]) -> list[Fragment]:
    """Join words, in the order in which the file draws them, to runs without a wide gap.

    A second pass joins runs that the file drew apart (a bold word inside a sentence).
    """
    found: list[Fragment] = []
    current: Fragment | None = None
    for word in words:
        if current is not None and _continues(current, word):
            current.words.append(word)
            current.left = min(current.left, word.left)
            current.right = max(current.right, word.right)
            current.top = min(current.top, word.top)
            current.bottom = max(current.bottom, word.bottom)
            current.size = max(current.size, word.size)
            continue
        current = Fragment([word], word.left, word.top, word.right, word.bottom, word.size)
        found.append(current)
    return found


def _continues(fragment: Fragment, word: Word) -> bool:
    last = fragment.words[-1]
    size = min(last.size, word.size)
    if abs((last.top + last.bottom) - (word.top + word.bottom)) > 2 * SAME_ROW * max(
        last.size, word.size
    ):
        return False
    forward = word.left - last.right
    backward = last.left - word.right  # right-to-left scripts
    return -0.3 * size <= forward <= WORD_GAP * size or -0.3 * size <= backward <= WORD_GAP * size


def rows(pieces: Iterable[Fragment]) -> list[FragmentRow]:
    """Group fragments of one column of text by height, top to bottom."""
    fragment_rows: list[FragmentRow] = []
    middle = 0.0
    for piece in sorted(pieces, key=lambda fragment: (fragment.centre, fragment.left)):
        if fragment_rows:
            row = fragment_rows[-1]
            if abs(piece.centre - middle) <= SAME_ROW * max(row.size, piece.size):
                row.fragments.append(piece)
                row.top = min(row.top, piece.top)
                row.bottom = max(row.bottom, piece.bottom)
                if piece.size > row.size:
                    row.size, middle = piece.size, piece.centre
                continue
        fragment_rows.append(FragmentRow([piece], piece.top, piece.bottom, piece.size))
        middle = piece.centre
    for row in fragment_rows:
        row.fragments.sort(key=lambda fragment: fragment.left)
    return fragment_rows


def words_of(row: FragmentRow) -> list[Word]:
    """A row's words in the order in which they are read."""
    words = [word for fragment in row.fragments for word in fragment.words]
    if not _right_to_left(words):
        words.sort(key=lambda word: word.left)
    else:
        words.sort(key=lambda word: -word.right)
    return words


def line_of(
    row: FragmentRow, column: int = 0, left: float = 0.0, right: float = 0.0
) -> PrintedLine:
    """A row as a line of text inside a column that reaches from `left` to `right`."""
    words = words_of(row)
    letters = sum(len(word.text) for word in words)
    bold = sum(len(word.text) for word in words if word.bold)
    fixed = sum(len(word.text) for word in words if word.fixed)
    line_left, line_right = row.left, row.right
    return PrintedLine(
        " ".join(word.text for word in words),
        line_left,
        row.top,
        line_right,
        row.bottom,
        # A bracket or a word set in another font may have a taller box than the line's other words.
        median_low(word.size for word in words),
        bold > 0.8 * letters,
        column,
        max(0.0, line_left - left),
        max(0.0, right - line_right),
        fixed=fixed > 0.8 * letters,
    )


def _right_to_left(words: list[Word]) -> bool:
    if all(word.text.isascii() for word in words):
        return False
    balance = 0
    for word in words:
        for character in word.text:
            direction = unicodedata.bidirectional(character)
            if direction in ("R", "AL"):
                balance += 1
            elif direction == "L":
                balance -= 1
    return balance > 0
