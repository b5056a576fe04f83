"""Characters that a document's text may hold."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufeff\ufffe\uffff\u00ad\u200b\ud800-\udfff]"
)
_LIGATURES = re.compile("[\ufb00-\ufb06]")
_TEX = {
    "\x0b": "\ufb00", "\x0c": "\ufb01", "\r": "\ufb02", "\x0e": "\ufb03", "\x0f": "\ufb04",
    "\x1b": "\ufb00", "\x1c": "\ufb01", "\x1d": "\ufb02", "\x1e": "\ufb03", "\x1f": "\ufb04",
}  # fmt: skip
_HIDDEN = r"(?:[\x0b\x0c\x0e\x0f\x1b-\x1f]|\r(?!\n))"
_IN_WORD = re.compile(
    rf"(?<=[^\W\d_]){_HIDDEN}(?=[^\W\d_])"  # de?ned
    rf"|(?<![^\W\d_]){_HIDDEN}(?=[^\W\d_]{{2}})"  # ?rst
    rf"|(?<=[^\W\d_]{{2}}){_HIDDEN}(?![^\W\d_])"  # sti?
)

_OPTION_MINUS = re.compile("(?<![^\\W_])\u2212(?=[^\\W\\d_]|\u2212)")
_HOME_TILDE = re.compile("\u02dc(?=/)")

_ACCENTS = {"\u00a8": "\u0308", "\u00b4": "\u0301"}
_ACCENT = re.compile("([\u00a8\u00b4])([aeiouyAEIOUY\u0131])")


def with_accents(text: str) -> str:
    """A text whose vowels are printed behind their dots or acute, as TeX's old fonts do, with the
    letters themselves: “B¨arenreiter” is Bärenreiter. Circumflex and tilde stand for powers and
    folders as well and stay."""
    return _ACCENT.sub(_accented, text)


def _accented(found: re.Match[str]) -> str:
    letter = found[2].replace("\u0131", "i")  # a dotless i takes its dots from the accent
    return unicodedata.normalize("NFC", letter + _ACCENTS[found[1]])


def with_typed_marks(text: str) -> str:
    """A text with the marks that people type for those that manuals are typeset with: a minus
    before an option's name (“−q”, “−−quiet”) is a hyphen, a small tilde before a slash one that
    names the home folder. A minus before a figure stays. Positions do not change."""
    return _HOME_TILDE.sub("~", _OPTION_MINUS.sub("-", text))


def with_ligatures(text: str) -> str:
    """A text whose font maps ligatures to control bytes, with the ligatures' own characters.

    The bytes are those of TeX's encodings: OT1 has ff, fi, fl, ffi and ffl at 11 to 15 (octal 013
    to 017), T1 at 27 to 31 (033 to 037). One inside a word is a ligature; one that stands alone
    stays. Positions do not change.
    """
    return _IN_WORD.sub(lambda found: _TEX[found[0]], text)


def clean(text: str) -> str:
    """A text without control characters, lone surrogates and invisible marks; ligatures opened,
    and marks as they are typed (`with_typed_marks`).

    Pairs of surrogates become the character that they stand for.
    """
    if text.isascii() and text.isprintable():
        return text
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = with_typed_marks(_CONTROL.sub("", text))
    return _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
