"""What stands before and after a passage in its document."""

from __future__ import annotations

from collections.abc import Sequence

from backend.types import Chunk

MOST_BLANK = 8
"""Characters between two pieces that may be blank lines alone."""


def context_of(chunk: Chunk, siblings: Sequence[Chunk], reach: int = 1) -> tuple[str, str]:
    """What stands before and after a passage in its document.

    Passages may overlap and table rows repeat their table, so pieces are cut by their offsets.

    Args:
        chunk: the passage.
        siblings: all passages of its document.
        reach: how many passages to look at on each side.
    """
    flowing = sorted(
        (sibling for sibling in siblings if not sibling.is_composed),
        key=lambda sibling: sibling.start,
    )
    earlier = [sibling for sibling in flowing if sibling.start < chunk.start][-reach:]
    later = [
        sibling for sibling in flowing if sibling.end > chunk.end and sibling.start >= chunk.start
    ]
    before, position = "", None
    for each in earlier:
        text = each.text if position is None else each.text[max(0, position - each.start) :]
        before += text if position is None else _gap(each.start - position) + text
        position = each.end
    if position is not None:
        surplus = position - chunk.start
        before = before[:-surplus] if surplus > 0 else before + _gap(-surplus)
    after, position = "", chunk.end
    for each in later[:reach]:
        after += _gap(each.start - position) + each.text[max(0, position - each.start) :]
        position = each.end
    return before, after


def _gap(characters: int) -> str:
    """What stands for so many characters between two pieces: blank lines are no more than that,
    and more, such as rows of a table, are told to be left out."""
    if characters <= 0:
        return ""
    return "\n\n" if characters <= MOST_BLANK else "\n\n…\n\n"
