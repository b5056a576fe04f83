"""What a year in a question may mean where the years of a table do not end with December."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.rewording import period_said, places_of, words_for_year
from backend.types.calculations import Operand, period_words
from backend.types.choices import Interpretation


def reading_of_periods(
    question: str, years: Sequence[str], operands: Sequence[Operand], shift: int
) -> Interpretation | None:
    """The reading that takes each year of the question for the period of the operands that ends
    `shift` years later; None where the question or the periods do not allow it.

    Args:
        question: its text.
        years: that it names.
        operands: the cells of this reading.
        shift: years between the name of a period and the year in which it ends.
    """
    ends = {operand.period[:4]: operand.period for operand in operands}
    pairs: list[tuple[str, str]] = []
    for year in sorted(years, reverse=True):
        said = words_for_year(question, year)
        instead = period_said(ends.get(str(int(year) + shift), ""))
        before = period_said(ends.get(str(int(year) + shift - 1), ""))
        if not said or not instead:
            return None
        first = said.split()[0].casefold()
        if len(years) == 1 and len(operands) > 1 and before:
            instead = f"from {_bare(before)} to {_bare(instead)}"  # "grew in 2022"
        elif first in ("of", "for") and instead.startswith("in "):
            instead = f"{first} {_bare(instead)}"  # "the revenue of fiscal 2022"
        elif first not in ("in", "at", "on", "during", "of", "for"):
            instead = _bare(instead)  # "from 2021 to 2022"
        pairs.append((said, instead))
    if not pairs:
        return None
    periods = list(dict.fromkeys(operand.period for operand in operands))
    label = " and ".join(period_words(period) for period in periods)
    return Interpretation(f"{label[:1].upper()}{label[1:]}", (tuple(pairs),), places_of(operands))


def _bare(period: str) -> str:
    return period.partition(" ")[2]
