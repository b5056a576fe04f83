"""A row of a page as a label and the cells that follow it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from backend.calendar_words import MONTH_BEGINNING
from backend.readers.layout.shapes import FragmentRow, Word

_NUMBER = re.compile(
    r"[(\[]?[-–—−+]?(?:[$€£¥]|[A-Z]{1,3}\$)?[(\[]?[-–—−+]?"
    r"(?:\d(?:[\d,.'\u00a0\u2009\u202f]*\d)?|\.\d+)"
    r"[)\]]?(?:%|x|X|bps?|pts?|pp)?[)\]]?\*{0,2}"
)
_RAISED = "[⁰¹²³⁴-⁹]{1,2}(?:,[⁰¹²³⁴-⁹]{1,2})*"
"""Raised marks of footnotes, as `raised` keeps them."""
_NOTE_BEHIND = re.compile(rf"\s*(?:\((?:\d{{1,2}}|[a-z])\)|{_RAISED})$")
_AMOUNT = re.compile(r"\(?(?:[A-Z]{1,3})?[$€£¥]\d[\d,.]*\)?")
_SCALE = re.compile(r"[(\[]?(?:[A-Z]{1,3})?[$€£¥]0{3}(?:,?0{3})?[)\]]?")
_NOTHING = frozenset(
    ["-", "–", "—", "−", "--", "—%", "–%", "-%", "n/a", "N/A", "n/m", "N/M", "NM", "nm", "NA"]
)
_OPENING = frozenset(["$", "€", "£", "¥", "(", "$(", "US$", "C$", "A$", "-$", "($"])
_CLOSING = frozenset([")", "%", ")%", "%)", "x", "bps", "pts", "pp"])
_LEADER = re.compile(r"(?:[.·…_]\s*){3,}$")
_YEAR = re.compile(r"(?:FY|CY)?['’]?(?:19|20)\d\d[AEF]?")
_DATE = re.compile(r"\d{1,2}/\d{1,2}/(?:\d\d){1,2}|Q[1-4]['’]?(?:\d\d){0,2}|[1-4]Q(?:\d\d){0,2}")
_DAY_MONTH = r"(?:0?[1-9]|[12]\d|3[01])"
_WHOLE_DAY = re.compile(
    rf"{_DAY_MONTH}(?P<sign>[./-]){_DAY_MONTH}(?P=sign)(?:19|20)\d\d"
    rf"|{_DAY_MONTH}(?P<short>[/-]){_DAY_MONTH}(?P=short)\d\d|(?:19|20)\d\d-[01]\d-[0-3]\d"
)
"""“3.12.20” may be the number of a section."""
_NAMED_MONTH = re.compile(rf"(?i)(?:{MONTH_BEGINNING})[a-z]*\.?,?")
_DAY = re.compile(r"(?:[12]?\d|3[01]),?")
_DAY_ALONE = re.compile(r"(?:[12]?\d|3[01])\.?")
_YEAR_BEHIND = re.compile(r"(?:19|20)\d\d[,.;:]?")
_NOTE = re.compile(rf"\((?:\d{{1,2}}|[a-z])(?:[,)(]{{1,2}}(?:\d{{1,2}}|[a-z]))*\)|{_RAISED}")
_MONTH = re.compile(
    rf"(?i)\b(?:{MONTH_BEGINNING})[a-z]*\.?\b"
    r"|\b(?:months|weeks|quarter|year|years|fiscal|ended|ending|as of)\b"
    r"|\bin (?:millions|thousands|billions)\b"
)


_DASHES = ("-", "–", "—", "−")
WORD_SPACE = 0.45
"""Words of one text stand no further apart than this share of the font's box."""
MAX_FIGURE_WORDS = 4
"""A cell of more words is a sentence, whatever it begins with."""


class RowCell(NamedTuple):
    """A cell of a table's row. `edge` is where its digits end, the mark after them left out."""

    text: str
    left: float
    right: float
    edge: float
    numeric: bool


class RowCells(NamedTuple):
    """A row's label and the cells right of it."""

    label: str
    label_right: float
    cells: tuple[RowCell, ...]
    pieces: tuple[RowCell, ...] = ()
    """What the label is made of, where wide gaps part it."""

    @property
    def numeric(self) -> int:
        """How many of the cells are numbers."""
        return sum(1 for cell in self.cells if cell.numeric)


def is_number(text: str) -> bool:
    """Whether a word is a figure or the dash that stands for none."""
    return text in _NOTHING or (_NUMBER.fullmatch(text) is not None and not is_scale(text))


def is_amount(text: str) -> bool:
    """Whether a word is an amount with its currency, as no header has them: "$10.95"."""
    return _AMOUNT.fullmatch(text) is not None and not is_scale(text)


def is_scale(text: str) -> bool:
    """Whether a word says by how much figures are to be multiplied, as "£000" over them does; "$0"
    is an amount."""
    return _SCALE.fullmatch(text) is not None


def is_period(text: str) -> bool:
    """Whether a cell names a year, quarter or date, as the headers of tables do."""
    text = _NOTE_BEHIND.sub("", text)
    return _YEAR.fullmatch(text) is not None or _DATE.fullmatch(text) is not None


def speaks_of_periods(text: str) -> bool:
    """Whether a text has the words of a header: months, years ended, units."""
    return _MONTH.search(text) is not None


def date_spans(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Where dates that are written in words stand: "June 30, 2022", "31 December", "May 2021"."""
    spans: list[tuple[int, int]] = []
    position = 0
    while position < len(words):
        end = _date_end(words, position)
        if end:
            spans.append((position, end))
        position = max(end, position + 1)
    return spans


def _date_end(words: Sequence[Word], start: int) -> int:
    """End of the date that begins with a word; 0 if none does."""
    texts = [word.text for word in words[start : start + 3]]
    if len(texts) > 1 and _NAMED_MONTH.fullmatch(texts[0]):
        if _YEAR_BEHIND.fullmatch(texts[1]):
            return start + 2
        if _DAY.fullmatch(texts[1]):
            return start + (3 if len(texts) > 2 and _YEAR_BEHIND.fullmatch(texts[2]) else 2)
    if len(texts) > 1 and _DAY_ALONE.fullmatch(texts[0]) and _NAMED_MONTH.fullmatch(texts[1]):
        return start + (3 if len(texts) > 2 and _YEAR_BEHIND.fullmatch(texts[2]) else 2)
    return 0


def is_note(text: str) -> bool:
    """Whether a text is the mark of a footnote: "(1)", "(2,3)", "(a)", "¹,²"."""
    return _NOTE.fullmatch(text) is not None


def cells_of(row: FragmentRow) -> RowCells:
    """Part a row into its label and cells: wide gaps part them, and so does every number."""
    cells: list[RowCell] = []
    runs: list[list[Word]] = []
    for position, fragment in enumerate(row.fragments):
        words = [word for word in fragment.words if _LEADER.fullmatch(word.text) is None]
        if position == 0 and any(_has_letter(word.text) for word in words[:2]):
            split = _label_end(words)
            cells.append(_join(words[:split], numeric=False))
            words = words[split:]
        if words and cells and not runs and _is_label_note(words, cells[-1], row.size):
            cells[-1] = cells[-1]._replace(
                text=f"{cells[-1].text} {words[0].text}", right=words[0].right
            )
            words = words[1:]
        if words:
            runs.append(words)
    cells.extend(_cells_of_runs(runs))
    opening = 1 if _opens_with_a_day(cells) else 0
    return _labelled(cells, opening, row.left)


def opened_by_number(cells: RowCells) -> RowCells:
    """A row whose first figure is its number: with the texts behind it, it is the row's label."""
    return _labelled(cells.cells, 1, cells.cells[0].left)


def _labelled(cells: Sequence[RowCell], opening: int, left: float) -> RowCells:
    """The cells of a row, of which the first ones are its label: so many as open it, and the texts
    behind those."""
    pieces = [cell._replace(numeric=False) for cell in cells[:opening]]
    label_right = pieces[-1].right if pieces else left
    cells = cells[opening:]
    while cells and not cells[0].numeric and _has_letter(cells[0].text):
        piece = cells[0]._replace(text=_LEADER.sub("", cells[0].text).rstrip())
        if pieces and is_note(piece.text):
            text = f"{pieces[-1].text} {piece.text}"
            pieces[-1] = pieces[-1]._replace(text=text, right=piece.right)
        else:
            pieces.append(piece)
        label_right = cells[0].right
        cells = cells[1:]
    # two spaces keep the cells of a label apart, as they keep the figures apart
    label = "  ".join(piece.text for piece in pieces)
    return RowCells(label, label_right, tuple(cells), tuple(pieces))


def _opens_with_a_day(cells: Sequence[RowCell]) -> bool:
    """Whether a row is what a journal or a bank writes down of a day: a date with day, month and
    year stands first, and figures that are none behind it. The header of a table of several days
    has only dates, or words behind one."""
    first, *others = cells or [RowCell("", 0.0, 0.0, 0.0, False)]
    return _WHOLE_DAY.fullmatch(first.text) is not None and any(
        other.numeric and not is_period(other.text) and not _WHOLE_DAY.fullmatch(other.text)
        for other in others
    )


def _is_label_note(words: Sequence[Word], label: RowCell, size: float) -> bool:
    """Whether the first word is the mark of a footnote behind a label: smaller than its row, or
    close; a figure in brackets is neither."""
    word = words[0]
    return is_note(word.text) and (word.size < 0.85 * size or word.left - label.right < 0.5 * size)


def _label_end(words: list[Word]) -> int:
    """Where figures begin that stand close behind the label: after a currency sign or a leader."""
    for position in range(1, len(words)):
        previous, word = words[position - 1], words[position]
        opened = word.text in _OPENING and position + 1 < len(words)
        if opened and is_number(words[position + 1].text):
            return position
        if is_number(word.text) and _LEADER.search(previous.text):
            return position
    return len(words)


def _cells_of_runs(runs: list[list[Word]]) -> list[RowCell]:
    """Each number a cell, with the sign before and the mark after it; other words by run."""
    cells: list[RowCell] = []
    opening: list[Word] = []
    text: list[Word] = []

    def flush() -> None:
        if text:
            cells.append(_join(text, numeric=False))
            text.clear()

    for run in runs:
        dated = {place for start, end in date_spans(run) for place in range(start, end)}
        for place, word in enumerate(run):
            before = run[place - 1] if place else None
            close = before is not None and word.left - before.right < WORD_SPACE * word.size
            last = cells[-1] if cells and not text and not opening else None
            if word.text in _OPENING and place not in dated and not (close and _is_range(last)):
                flush()
                opening.append(word)
            elif text and is_note(word.text):
                text.append(word)
            elif last is not None and (
                _marks(last, word) or (close and _goes_on(last, word, run, place))
            ):
                cells[-1] = last._replace(text=f"{last.text} {word.text}", right=word.right)
            elif is_number(word.text) and place not in dated and not (close and _ends_word(text)):
                flush()
                cells.append(_join([*opening, word], numeric=True, glue=""))
                opening.clear()
            elif word.text in _CLOSING and last is not None and _closes(last):
                cells[-1] = last._replace(text=last.text + word.text, right=word.right)
            else:
                text.extend([*opening, word])
                opening.clear()
        flush()
    text.extend(opening)
    flush()
    return [cell._replace(numeric=cell.numeric and _may_be_figure(cell.text)) for cell in cells]


def _may_be_figure(text: str) -> bool:
    """Whether a cell that begins with a figure is one: no sentence, and no scale whose sign was
    written apart from it."""
    return len(text.split()) <= MAX_FIGURE_WORDS and not is_scale(text)


def _ends_word(text: Sequence[Word]) -> bool:
    """Whether a text's last word makes a figure behind it a part of the text: "Level 1"."""
    return bool(text) and _has_letter(text[-1].text)


def _goes_on(cell: RowCell, word: Word, run: Sequence[Word], place: int) -> bool:
    """Whether a word close behind a figure belongs to it: "10 years", "4% to 5%", "3% - 9%"."""
    if not cell.numeric or is_period(cell.text):
        return False
    if _has_letter(word.text):
        return not is_number(word.text)
    if is_number(word.text) and word.text not in _NOTHING:
        return _is_range(cell)
    following = run[place + 1] if place + 1 < len(run) else None
    return (
        word.text in _DASHES
        and following is not None
        and is_number(following.text)
        and following.left - word.right < WORD_SPACE * word.size
    )


def _is_range(cell: RowCell | None) -> bool:
    """Whether a cell waits for the end of a range: "4% to", "3% -"."""
    return cell is not None and cell.text.endswith((" to", *(f" {dash}" for dash in _DASHES)))


def _marks(cell: RowCell, word: Word) -> bool:
    """Whether a word is the mark of a footnote that stands small and close behind a figure."""
    return (
        cell.numeric
        and is_note(word.text)
        and word.left - cell.right < 0.35 * word.size
        and word.left >= cell.right - 0.35 * word.size
    )


def _closes(cell: RowCell) -> bool:
    """Whether a sign belongs to the figure before it; that of "2021  % change" does not."""
    return cell.numeric and not is_period(cell.text)


_WIDTHS = {")": 0.3, "]": 0.3, "%": 0.7, "*": 0.35, "x": 0.45}
"""Widths of what may stand behind the digits, in font boxes."""


def _join(words: list[Word], *, numeric: bool, glue: str = " ") -> RowCell:
    text = glue.join(word.text for word in words)
    left, right = min(word.left for word in words), max(word.right for word in words)
    edge = right
    if numeric:
        behind = text[len(text.rstrip(")%]*x")) :]
        edge -= words[-1].size * sum(_WIDTHS[letter] for letter in behind)
    return RowCell(text, left, right, edge, numeric)


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text) and text not in _NOTHING
