"""Puts an answer together from quotations: its text, its sentences, and the spans they rest on."""

from __future__ import annotations

from backend.types import Draft, Usage, Verdict


class Quoting:
    """Grows piece by piece; each verb gives the text that it added. Pieces stand in paragraphs."""

    def __init__(self) -> None:
        self.text = ""
        self._sentences: list[tuple[int, int, tuple[int, ...]]] = []
        self._spans: list[tuple[int, int, int]] = []

    def say(self, words: str) -> str:
        """Words that claim nothing of the documents: a heading, a list of titles."""
        return self._add(words)

    def quote(self, words: str, number: int, start: int, end: int, lead: str = "") -> str:
        """Words of passage `number` (from 1), that stand at start to end in its document.

        Args:
            lead: said before them and not part of what is checked.
        """
        piece = f"{lead}{words} [{number}]"
        added = self._add(piece)
        begin = len(self.text) - len(piece) + len(lead)
        self._sentences.append((begin, len(self.text), (number,)))
        self._spans.append((number, start, end))
        return added

    def draft(
        self,
        answered_by: str,
        *,
        found: bool = True,
        verdict: Verdict = Verdict.LIKELY,
        notices: tuple[str, ...] = (),
    ) -> Draft:
        """The finished draft."""
        return Draft(
            text=self.text,
            short="",
            found=found,
            sentences=tuple(self._sentences),
            spans=tuple(self._spans),
            usage=Usage(),
            answered_by=answered_by,
            notices=notices,
            verdict=verdict,
        )

    def _add(self, piece: str) -> str:
        added = f"\n\n{piece}" if self.text else piece
        self.text += added
        return added
