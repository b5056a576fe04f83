"""How a section reads when nothing but its headings is known."""

from __future__ import annotations

from backend.types import Section


def heading_of(title: str, section: Section) -> str:
    """A section's document and the headings down to it."""
    return " › ".join(part for part in (title, *section.path) if part.strip())
