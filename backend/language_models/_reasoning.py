"""Takes a reasoning model's thoughts out of its stream, so that only the answer is shown."""

from __future__ import annotations

_OPEN = "<think>"
_CLOSE = "</think>"


class ReasoningFilter:
    """Drops every `<think>…</think>` span, however the stream cuts the tags into pieces.

    White space before the first visible character is dropped as well. Thoughts that are never
    closed are dropped to the end. A closing tag without an opening one is left as it is: what came
    before it has been shown already.
    """

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._begun = False

    def feed(self, piece: str) -> str:
        """The visible text that can be shown after this piece; may be empty."""
        text = self._held + piece
        self._held = ""
        visible: list[str] = []
        while text:
            tag = _CLOSE if self._thinking else _OPEN
            before, found, text = text.partition(tag)
            if not found:
                keep = _unfinished_tag(before, tag)
                self._held = before[len(before) - keep :]
                before = before[: len(before) - keep]
            if not self._thinking:
                visible.append(before)
            if found:
                self._thinking = not self._thinking
        return self._trimmed("".join(visible))

    def finish(self) -> str:
        """What was held back as the possible beginning of a tag and turned out to be text."""
        held, self._held = self._held, ""
        return "" if self._thinking else self._trimmed(held)

    def _trimmed(self, text: str) -> str:
        if not self._begun:
            text = text.lstrip()
            self._begun = bool(text)
        return text


def _unfinished_tag(text: str, tag: str) -> int:
    """Length of the longest end of `text` that may grow into `tag`."""
    longest = min(len(text), len(tag) - 1)
    return next((n for n in range(longest, 0, -1) if tag.startswith(text[-n:])), 0)
