"""What a document says of pages, and pictures on them, that were read by text recognition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from backend.readers.engines.protocol import listed


@dataclass(slots=True)
class Recognised:
    """What was read in a document of `total` pages: by page, counted from 0, how sure its words
    are, 0 to 1; `pages` from their picture, `pictures` on pages of text. On the pages `left`,
    pictures were not read."""

    total: int
    pages: dict[int, float] = field(default_factory=dict)
    pictures: dict[int, float] = field(default_factory=dict)
    left: list[int] = field(default_factory=list)

    def told(self) -> tuple[dict[str, str], tuple[str, ...]]:
        """Entries of the document's metadata, and sentences."""
        entries: dict[str, str] = {}
        notes: list[str] = []
        if self.pages:
            entries["Recognised pages"] = _numbers(self.pages)
            entries["Recognition"] = f"{_mean(self.pages):.0%} sure"
            many = len(self.pages) > 1
            said = f"{len(self.pages)} of {self.total} pages were" if self.total > 1 else ""
            which = f" ({listed(sorted(self.pages))})" if self.total > 1 else ""
            notes.append(
                f"{said or 'The page was'} read from {'their' if many else 'its'} picture by text "
                f"recognition{which}: {_sure(self.pages)}. Check figures against the page."
            )
        if self.pictures:
            entries["Pages with recognised pictures"] = _numbers(self.pictures)
            entries["Recognition of pictures"] = f"{_mean(self.pictures):.0%} sure"
            pages = listed(sorted(self.pictures))
            notes.append(
                f"Pictures on {pages if self.total > 1 else 'the page'} were read by text "
                f"recognition beside the text: {_sure(self.pictures)}. What is small, slanted or "
                "light in them may be missing. Check figures against the page."
            )
        if self.left:
            notes.append(
                f"Some pictures on {listed(self.left)} were not read by text recognition: the file "
                "has more than are read, or they take too long. What they say may not be found."
            )
        return entries, tuple(notes)


def _numbers(sure: Mapping[int, float]) -> str:
    return listed(sorted(sure)).split(" ", 1)[1]


def _mean(sure: Mapping[int, float]) -> float:
    return sum(sure.values()) / len(sure)


def _sure(sure: Mapping[int, float]) -> str:
    """How sure pages are, and the least sure of several."""
    if len(sure) == 1:
        return f"{_mean(sure):.0%} sure"
    least = min(sorted(sure), key=lambda page: sure[page])
    return f"{_mean(sure):.0%} sure on average, least on page {least + 1} ({sure[least]:.0%})"
