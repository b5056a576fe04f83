"""Rankings in which several have the same figure: they are told as a tie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.tasks.calculate.programs.column_answers import MOST_LISTED, said_list
from backend.types import Refusal, enumeration

FEWEST_OF_NO_RANK = 3
"""Where so many or more all have one figure, none of them has the most."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Whom a ranking names: `best` are those asked for and all that tie with the last of them, in
    their order, `answer` says them."""

    best: tuple[int, ...]
    answer: str


def ranks_of(
    names: Sequence[str], figures: Sequence[Decimal], most: int, many: int = 0
) -> Ranks | Refusal:
    """The first of a ranking, and those that tie for the last place.

    Args:
        names: in the order of their figures, those asked for first.
        figures: of each name.
        most: how many are asked for, 1 or more, and no more than there are names.
        many: how many are ranked, where not all of their names are here.
    """
    last = figures[most - 1]
    sure = [at for at in range(most) if figures[at] != last]
    tied = [at for at, figure in enumerate(figures) if figure == last]
    best = (*sure, *tied)
    if len(best) == most:
        return Ranks(best, said_list([names[at] for at in best]))
    all_tie = len(tied) == (many or len(names)) >= FEWEST_OF_NO_RANK
    if all_tie or len(tied) > MOST_LISTED:
        those = f"All {len(tied)} of them" if all_tie else f"More than {MOST_LISTED} of them"
        nearest = tuple(names[at] for at in tied[:MOST_LISTED])
        return Refusal(f"{those} have the same figure.", nearest, is_open=True)
    together = enumeration([names[at] for at in tied])
    if most == 1:
        return Ranks(best, f"{together} (a tie)")
    place = f"{together} (a tie for place {len(sure) + 1})"
    return Ranks(best, ", ".join((*(names[at] for at in sure), place)))


def ranked_groups(
    figures: Sequence[Decimal], listed: Sequence[tuple[str, str]], most: int
) -> tuple[str, tuple[tuple[str, str], ...]] | Refusal:
    """Which groups a ranking names, and the figures that are told: of one that is asked for those
    of all groups, of several only their own.

    Args:
        figures: of the groups, those asked for first.
        listed: the groups in the same order, each with its figure in words.
        most: how many are asked for.
    """
    if len(listed) <= most:
        return Refusal("There are too few groups to compare.")
    ranks = ranks_of([name for name, _ in listed], figures, most)
    if isinstance(ranks, Refusal):
        return ranks
    return ranks.answer, tuple(listed if most == 1 else (listed[at] for at in ranks.best))
