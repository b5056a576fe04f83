"""Where paragraphs and sentences end, and a text on one line, for all that cut passages."""

from __future__ import annotations

import re

_SPACE = re.compile(r"\s+")
PARAGRAPH_END = "\n\n"
ENDS_A_SENTENCE = re.compile(r"[.!?…:;,。！？：；؟۔।][\"'”’»)\]]*$")


def collapse(text: str) -> str:
    """The text on one line: runs of white space and control characters become one space."""
    printable = "".join(
        character if character.isprintable() or character.isspace() else " " for character in text
    )
    return _SPACE.sub(" ", printable).strip()
