"""The names over columns whose places are known, between two rules.

Names of one column stand over each other, whatever the heights of their lines; what stands over
several of them is a name of all these, and so is what stands on a rule of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.readers.layout.cells import is_amount, is_number, is_period, is_scale
from backend.readers.layout.line_ends import joined
from backend.readers.layout.rule_runs import NEAR, RuleRun
from backend.readers.layout.shapes import FragmentRow, Word
from backend.readers.layout.spanned_cells import is_figure
from backend.readers.layout.table_columns import ColumnSpan
from backend.readers.layout.table_header import header_paths
from backend.readers.layout.white_columns import Zone, words_in

Path = tuple[str, ...]
APART = 0.5
"""Two names stand at least so many font boxes apart where a column ends between them."""
LONGEST_NAME = 90
NOTHING = frozenset("-–—−")
"""What stands for no figure."""
NUMBERED = 2.5
"""What numbers rows is no wider than so many font boxes."""


@dataclass(slots=True)
class _Name:
    """A text of the header, or several under each other."""

    left: float
    right: float
    top: float
    bottom: float
    texts: list[str]

    @property
    def text(self) -> str:
        text = self.texts[0]
        for each in self.texts[1:]:
            text = joined(text, each)
        return text


def header_of(
    names: Sequence[FragmentRow], zones: Sequence[Zone], partial: Sequence[RuleRun]
) -> tuple[Path, ...] | None:
    """The path of names over each column, from the top down; None where it is open what stands
    over what.

    Args:
        names: the header's printed rows, from top to bottom.
        zones: where the columns have their ink.
        partial: rules within the header: what stands on one is a name of all columns below it.
    """
    lines = [_parted(row, zones) for row in names]
    spanning = _on_rules(lines, zones, partial)
    lines = [
        [name for name in line if all(name is not known for known, _ in spanning)] for line in lines
    ]
    lines = [line for line in lines if line]
    if not spanning and _may_reach_over(lines, len(zones)):
        return _told(_laid_over(names, zones)) if max(map(len, lines)) <= len(zones) else None
    stacks = _stacks(lines)
    if stacks is None:
        return None
    places = _places(stacks, zones)
    if places is None:
        return None
    paths: list[list[str]] = [[] for _ in zones]
    for name, below in sorted(spanning, key=lambda each: each[0].top):
        for place in below:
            paths[place].append(name.text)
    for stack, place in zip(stacks, places, strict=True):
        paths[place].append(stack.text)
    if sum(map(bool, paths)) < len(zones) - 1 or not all(paths[1:]):
        return None
    return _told([tuple(path) for path in paths])


def _on_rules(
    lines: Sequence[Sequence[_Name]], zones: Sequence[Zone], partial: Sequence[RuleRun]
) -> list[tuple[_Name, frozenset[int]]]:
    """The names that stand on rules of their own, each with the columns below that."""
    spanning: list[tuple[_Name, frozenset[int]]] = []
    for rule in partial:
        begin, end = rule.begin - NEAR, rule.end + NEAR
        below = [place for place, zone in enumerate(zones) if begin <= zone.middle <= end]
        on = [
            name
            for line in lines
            for name in line
            if name.bottom <= rule.at + NEAR
            and begin <= (name.left + name.right) / 2 <= end
            and all(name is not known for known, _ in spanning)
        ]
        if len(below) > 1 and on:
            spanning.extend((name, frozenset(below)) for name in on if _is_one(on))
            spanning.extend(_beside_each_other(on, below, zones))
    return spanning


def _told(paths: Sequence[Path] | None) -> tuple[Path, ...] | None:
    """The paths, if all are names: none is as long as a sentence, or says what rows hold."""
    texts = [text for path in paths or () for text in path]
    if not texts or max(map(len, texts)) > LONGEST_NAME:
        return None
    if any(_says_a_figure(text) or _is_sentence(text) for text in texts):
        return None
    return tuple(paths or ())


def with_label_numbers(zones: Sequence[Zone], names: Sequence[FragmentRow]) -> list[Zone]:
    """The columns, of which the first two are one where rows are numbered and one name begins over
    the numbers and reaches over what they number."""
    if len(zones) < 3:
        return list(zones)
    first, second, *others = zones
    begun = [
        name
        for row in names
        for name in _parted(row, zones)
        if name.left < first.right + NEAR and name.right > first.left
    ]
    narrow = first.right - first.left <= NUMBERED * max(row.size for row in names)
    if not narrow or not begun or any(name.right <= second.left for name in begun):
        return list(zones)
    return [Zone(first.left, second.right), *others]


def _parted(row: FragmentRow, zones: Sequence[Zone]) -> list[_Name]:
    """The texts of a row, parted where a wide gap is, or a column ends in a less wide one."""
    words = sorted(words_in(row), key=lambda each: each.left)
    edges = [(one.right, other.left) for one, other in pairwise(zones)]
    parts: list[list[Word]] = [[words[0]]]
    for word in words[1:]:
        before = parts[-1][-1]
        gap = word.left - before.right
        ends = any(before.right < begin + gap and end - gap < word.left for end, begin in edges)
        if gap > 0.9 * word.size or (gap >= APART * word.size and ends):
            parts.append([word])
        else:
            parts[-1].append(word)
    return [
        _Name(
            min(word.left for word in part),
            max(word.right for word in part),
            min(word.top for word in part),
            max(word.bottom for word in part),
            [" ".join(word.text for word in part)],
        )
        for part in parts
    ]


def _beside_each_other(
    names: Sequence[_Name], below: Sequence[int], zones: Sequence[Zone]
) -> list[tuple[_Name, frozenset[int]]]:
    """Names that stand on one rule, of as many columns each; none if a name does not stand over
    its own."""
    length, left = divmod(len(below), len(names))
    if len(names) < 2 or left or length < 2:
        return []
    found = []
    for number, name in enumerate(sorted(names, key=lambda each: each.left)):
        own = below[number * length : (number + 1) * length]
        if not zones[own[0]].left <= (name.left + name.right) / 2 <= zones[own[-1]].right:
            return []
        found.append((name, frozenset(own)))
    return found


def _says_a_figure(text: str) -> bool:
    """Whether a text is what a row holds and a name does not; "Level 1" and "2022" are names."""
    words = [word for word in text.split() if not is_scale(word)]
    numbers = [word for word in words if is_number(word) and not is_period(word)]
    return (
        is_figure(" ".join(words))
        or any(map(is_amount, words))
        or len(numbers) > 1
        or (len(words) > 1 and words[-1] in NOTHING)
        or any(len(number) > 2 for number in numbers)
    )


def _is_sentence(text: str) -> bool:
    """Whether a text of several words ends as a sentence does; "Topic No." is a name."""
    return text.endswith((".", ";")) and len(text.split()) > 2


def _is_one(names: Sequence[_Name]) -> bool:
    """Whether texts stand over each other, as the lines of one name do."""
    return max(name.left for name in names) < min(name.right for name in names)


def _may_reach_over(lines: Sequence[Sequence[_Name]], columns: int) -> bool:
    """Whether names of an upper row may be of several columns each: it has fewer than a lower one,
    which names all columns, and stands wholly above it."""
    for number, upper in enumerate(lines):
        end = max(name.bottom for name in upper) - 1.0
        for lower in lines[number + 1 :]:
            apart = end <= min(name.top for name in lower)
            if apart and len(lower) >= columns - 1 > 1 and len(upper) < columns - 1:
                return True
    return False


def _laid_over(names: Sequence[FragmentRow], zones: Sequence[Zone]) -> tuple[Path, ...] | None:
    spans = [ColumnSpan(zone.left, zone.right, zone.right) for zone in zones[1:]]
    label, paths = header_paths(names, spans)
    return (label, *paths) if all(paths) else None


def _stacks(lines: Sequence[Sequence[_Name]]) -> list[_Name] | None:
    """Names that stand over each other as one, from left to right; None where one stands over
    several."""
    stacks: list[_Name] = []
    for line in lines:
        for name in line:
            under = [
                stack for stack in stacks if name.left < stack.right and stack.left < name.right
            ]
            if len(under) > 1:
                return None
            if under:
                stack = under[0]
                stack.left, stack.right = min(stack.left, name.left), max(stack.right, name.right)
                stack.bottom = max(stack.bottom, name.bottom)
                stack.texts.extend(name.texts)
            else:
                stacks.append(name)
    stacks.sort(key=lambda stack: stack.left)
    if any(one.right > other.left for one, other in pairwise(stacks)):
        return None
    return stacks


def _places(stacks: Sequence[_Name], zones: Sequence[Zone]) -> list[int] | None:
    """The column of each name: every one has its own, the labels may have none."""
    first = len(zones) - len(stacks)
    if first not in (0, 1):
        return None
    places = list(range(first, len(zones)))
    for stack, place in zip(stacks, places, strict=True):
        left = zones[place - 1].right if place else float("-inf")
        right = zones[place + 1].left if place + 1 < len(zones) else float("inf")
        if not left < (stack.left + stack.right) / 2 < right:
            return None
    return places
