"""Characters that a document's text may hold."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufeff\ufffe\uffff\u00ad\u200b\ud800-\udfff]"
)
_LIGATURES = re.compile("[\ufb00-\ufb06]")


def clean(text: str) -> str:
    """A text without control characters, lone surrogates and invisible marks; ligatures opened.

    Pairs of surrogates become the character that they stand for.
    """
    if text.isascii() and text.isprintable():
        return text
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = _CONTROL.sub("", text)
    return _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
