"""Where sentences begin and end: fast rules with exact offsets.

The rules look at a full stop's left neighbour (abbreviation, initial, list number) and its right
neighbour (lower case continues a sentence), as the orthographic heuristics of Kiss and Strunk
("Unsupervised Multilingual Sentence Boundary Detection", 2006, section 4) do, with a fixed list of
abbreviations instead of a trained one. A single line break is a printed line's end and no
boundary; a blank line, a bullet, or the end of a row of figures is one.
"""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_ABBREVIATIONS, MONTHS, MONTHS_ABROAD

_CLOSERS = "\"'”’»)\\]}›」』）】》"
_OPENERS = "\"'“‘«([{‹「『（【《¿¡"
_BULLETS = "•◦▪●○■□‣⁃·∙➢➤✓*–—-"
_NOTES = "⁰¹²³⁴⁵⁶⁷⁸⁹"
"""Raised figures behind a full stop are the mark of a footnote to the sentence before it."""
_CELL = r"[$€£¥(]*-?\d[\d,.]*[)%]*"

_MARKS = ".!?…؟۔।॥。！？．｡"
"""What ends sentences, in several scripts."""
_CANDIDATE = re.compile(
    rf"(?=[\s{_MARKS}])(?:"  # looked at first: every way begins so, and few characters are that
    rf"(?P<wide>[。！？．｡]+[{_CLOSERS}]*)"
    rf"|(?P<stop>[.!?…؟۔।॥]+[{_CLOSERS}]*(?:[{_NOTES}][{_NOTES},]{{0,8}})?(?=\s|$))"
    r"|(?P<blank>\n[^\S\n]*\n\s*)"
    rf"|(?P<item>\n(?=[^\S\n]*(?:[{_BULLETS}]|\(?(?:\d{{1,2}}|[a-z]|[ivx]{{1,4}})[.)])[^\S\n]+\S))"
    rf"|(?P<row>(?<=[\d)%—–-])(?<![\s\d]\d{{4}})[^\S\n]*\n)"
    r"|(?P<cells>\t[^\n]*\n)"
    r"|(?P<laid>(?<=\S)[^\S\n]{2,}[$€£(−–—-]*\d[\d,.%)]*[^\S\n]*\n))"
)
_ROW_END = re.compile(rf"(?:{_CELL}|[—–-])(?:\s+(?:[$€£¥%]+\s*)?(?:{_CELL}|[—–-]))+[^\S\n]*$")
_LAST_WORD = re.compile(r"[^\s(\[{\"“‘«'—–/]+$")
_NEXT_WORD = re.compile(rf"\s*(?P<open>[{re.escape(_OPENERS)}]*)(?P<word>[^\W_]+)?")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
_ENUMERATOR = re.compile(r"\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})")

# Followed by a name, a number or more of the same sentence, practically never the end of one.
_NEVER_LAST = frozenset(
    [
        *("mr", "mrs", "ms", "mx", "dr", "prof", "rev", "hon", "st", "ste", "mt", "ft", "sen"),
        *("rep", "gov", "pres", "gen", "col", "lt", "capt", "sgt", "cpl", "maj", "adm", "cmdr"),
        *("messrs", "mme", "mlle", "sr", "sra", "srta", "herr", "fr", "vs", "v", "cf", "viz"),
        *("e.g", "i.e", "eg", "ie", "resp", "approx", "ca", "fig", "figs", "eq", "eqs", "sec"),
        *("secs", "ch", "chap", "art", "arts", "tab", "pp", "pg", "vol", "vols", "nos", "ed"),
        *("eds", "par", "para", "ref", "refs", "app", "op", "al", "incl", "excl", "est", "nr"),
        *("z.b", "d.h", "u.a", "bzw", "vgl", "p.es", "ecc", "cit", "ibid", "supp", "ser", "cl"),
    ]
)
# May end a sentence: they do when a word follows that usually begins one.
_MAYBE_LAST = frozenset(
    [
        *("inc", "corp", "co", "ltd", "llc", "plc", "lp", "bros", "assn", "dept", "univ", "div"),
        *("etc", "jr", "esq", "no", "p", "a.m", "p.m", "am", "pm", "b.c", "a.d", "b.c.e", "c.e"),
        *("u.s", "u.k", "u.n", "e.u", "u.s.a", "d.c", "ph.d", "m.d", "b.a", "m.a", "m.s", "b.s"),
        *MONTH_ABBREVIATIONS,
        *("mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "ave", "blvd", "rd", "dist"),
        *("dep", "arr", "tel", "ext"),  # timetables and letter heads
        *("ct", "cir", "supra", "infra", "s.a", "n.v", "s.p.a", "l.p", "l.l.c", "f.2d", "u.s.c"),
    ]
)
_BEFORE_FIGURES = frozenset(["no", "p", "dep", "arr", "tel", "ext"])
"""Of these, what a number behind them goes on with."""
_STARTERS = frozenset(
    [
        *("a", "about", "after", "all", "also", "although", "an", "and", "another", "any", "as"),
        *("at", "because", "before", "besides", "both", "but", "by", "consequently", "despite"),
        *("during", "each", "even", "every", "few", "finally", "first", "for", "from", "further"),
        *("furthermore", "given", "hence", "he", "her", "here", "his", "how", "however", "i"),
        *("if", "in", "indeed", "instead", "it", "its", "later", "many", "meanwhile", "moreover"),
        *("most", "my", "nevertheless", "next", "no", "nor", "not", "now", "of", "on", "once"),
        *("one", "only", "other", "our", "over", "second", "she", "several", "similarly"),
        *("since", "so", "some", "still", "such", "that", "the", "their", "them", "then"),
        *("there", "therefore", "these", "they", "this", "those", "though", "through", "thus"),
        *("to", "today", "together", "under", "unlike", "until", "upon", "we", "were", "what"),
        *("when", "where", "whereas", "whether", "which", "while", "who", "why", "with"),
        *("within", "without", "yet", "you", "your"),
    ]
)

# A German ordinal is a number with a point: "am 1. März", "im 19. Jahrhundert".
_ORDINAL = re.compile(r"\d{1,2}")
_GERMAN_MONTHS = frozenset(MONTHS_ABROAD["de"].split())
_BEFORE_A_DAY = frozenset(
    [
        *("am", "vom", "zum", "den", "dem", "der", "bis", "ab", "seit", "und", "oder", "beim"),
        *("des", "zwischen", "montag", "dienstag", "mittwoch", "donnerstag", "freitag"),
        *("samstag", "sonnabend", "sonntag"),
    ]
)
_BEHIND_A_MONTH = re.compile(
    r"(?i)[^\S\n]*(?:$|[,.;:!?)\]–—\n-]|\d{4}\b|\d{1,2}(?:[.:]\d\d)? ?uhr\b"
    r"|(?:und|oder|bis|an|ab|auf|aus|bei|beim|für|gegen|im|in|"
    r"mit|nach|seit|um|vom|von|vor|zu|zum|zur|zwischen)\b)"
)
"""What goes on or ends after a date, where no German word before it tells that it is one."""
_BEFORE_AN_ORDINAL = frozenset(["im", "vom", "zum", "dem", "der", "beim", "ins", "zur"])
"""German words that no English sentence has; what follows a number behind them goes on with it."""
_GERMAN_STARTERS = frozenset(
    [
        *("der", "die", "das", "den", "dem", "ein", "eine", "er", "sie", "es", "wir", "ich"),
        *("ihr", "man", "in", "im", "am", "auf", "an", "bei", "nach", "vor", "mit", "für", "wenn"),
        *("alle", "auch", "dann", "danach", "diese", "dieser", "dieses", "hier", "dort", "wer"),
        *("heute", "morgen", "gestern", "bis", "so", "nun", "aber", "jetzt"),
    ]
)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a text as half-open spans, without the white space around them.

    Spans are in order, do not overlap, and together hold every character that is not white space.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _CANDIDATE.finditer(text):
        if match.end() > start and _is_boundary(text, start, match):
            _append_trimmed(spans, text, start, match.end())
            start = match.end()
    _append_trimmed(spans, text, start, len(text))
    return spans


def reads_as_sentence(text: str) -> bool:
    """Whether a text is a sentence and no row of figures or heading: it ends as one, and at most a
    quarter of its words, of which there are more than three, hold figures."""
    words = text.split()
    if len(words) <= 3 or text.rstrip(f"{_CLOSERS}{_NOTES} ")[-1:] not in tuple(_MARKS):
        return False
    figures = sum(not word.isalpha() and any(letter.isdigit() for letter in word) for word in words)
    return 4 * figures <= len(words)


def _append_trimmed(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        begin = start + len(piece) - len(piece.lstrip())
        spans.append((begin, begin + len(stripped)))


def _is_boundary(text: str, start: int, match: re.Match[str]) -> bool:
    kind = match.lastgroup
    if kind == "stop":
        return _stop_ends_sentence(text, start, match)
    if kind == "row":
        line = text[max(start, text.rfind("\n", 0, match.start()) + 1) : match.start()]
        return bool(_ROW_END.search(line[-200:]))
    return True


def _stop_ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    mark = match.group()
    following = _NEXT_WORD.match(text, match.end())
    word = (following and following.group("word")) or ""
    if word[:1].islower():
        return False
    if mark[0] != "." or mark[:2] == "..":
        return True
    left = _LAST_WORD.search(text, max(start, match.start() - 40), match.start())
    if left is None:
        return True
    before = left.group()
    if (
        not text[start : left.start()].strip()
        and _ENUMERATOR.fullmatch(before)
        and "\n" not in text[match.end() : match.end() + 2]
    ):
        return False  # "2. Revenue" begins a list item
    if _ORDINAL.fullmatch(before) and _is_german_ordinal(
        text[start : left.start()], word.lower(), text, following.end() if following else len(text)
    ):
        return False
    lowered = before.lower()
    if lowered in _NEVER_LAST:
        return len(mark) > 1 and word.lower() in _STARTERS
    if lowered in _MAYBE_LAST:
        return word.lower() in _STARTERS if not word.isdigit() else lowered not in _BEFORE_FIGURES
    if _INITIALS.fullmatch(before) and before[0].isupper():
        return word.lower() in _STARTERS
    return True


def _is_german_ordinal(ahead: str, following: str, text: str, behind: int) -> bool:
    """Whether a number with a point behind it is a German ordinal: a month follows ("am 1. März"),
    or a noun where a German article stands before it ("im 19. Jahrhundert").

    Args:
        ahead: the sentence up to the number.
        following: the word behind the point, in small letters.
        text: all of it.
        behind: where in it that word ends.
    """
    before = ahead.rsplit(maxsplit=1)[-1].strip('(,„“"').lower() if ahead.strip() else ""
    if following in _GERMAN_MONTHS:
        return before in _BEFORE_A_DAY or (
            following not in MONTHS and _BEHIND_A_MONTH.match(text, behind) is not None
        )
    return before in _BEFORE_AN_ORDINAL and bool(following) and following not in _GERMAN_STARTERS
