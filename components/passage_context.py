"""What stands before and after a passage in its document."""

from __future__ import annotations

from collections.abc import Sequence

from backend.types import Chunk


def context_of(chunk: Chunk, siblings: Sequence[Chunk], reach: int = 1) -> tuple[str, str]:
    """What stands before and after a passage in its document.

    Passages may overlap and table rows repeat their table, so pieces are cut by their offsets.

    Args:
        chunk: the passage.
        siblings: all passages of its document.
        reach: how many passages to look at on each side.
    """
    flowing = sorted(
        (each for each in siblings if not each.is_composed), key=lambda each: each.start
    )
    earlier = [each for each in flowing if each.start < chunk.start][-reach:]
    later = [each for each in flowing if each.end > chunk.end and each.start >= chunk.start]
    before, position = "", None
    for each in earlier:
        text = each.text if position is None else each.text[max(0, position - each.start) :]
        before += text if position is None or each.start <= position else "\n\n" + text
        position = each.end
    if position is not None:
        surplus = position - chunk.start
        before = before[:-surplus] if surplus > 0 else before + "\n\n" * (surplus < 0)
    after, position = "", chunk.end
    for each in later[:reach]:
        gap = "\n\n" if each.start > position else ""
        after += gap + each.text[max(0, position - each.start) :]
        position = each.end
    return before, after
