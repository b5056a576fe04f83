"""What came of a training: measures before and after on questions that it had not seen."""

from __future__ import annotations

import time
from collections.abc import Sequence

from backend.evaluation.intervals import difference_interval, mean_interval
from backend.types import MeasuredMean, TuningReport

Measured = Sequence[Sequence[float]]
"""By question, its measures."""


def report_of(
    measures: Sequence[str],
    before: Measured,
    after: Measured,
    asked: str,
    unchanged: str,
    importance: tuple[tuple[str, MeasuredMean], ...] = (),
) -> TuningReport:
    """The report; what was learned is to be kept if the first measure is better beyond chance.

    Args:
        measures: their names, in the order of each question's.
        asked: what the questions are, as in “questions it had not seen”.
        unchanged: says that all stays as it was, where it is not better beyond chance.
        importance: what each retriever is worth.
    """
    difference = difference_interval([each[0] for each in after], [each[0] for each in before])
    is_better = difference.low > 0.0
    change = f"{100 * difference.mean:+.1f} points [{100 * difference.low:+.1f}, "
    change = f"{change}{100 * difference.high:+.1f}]".replace("-", "−")
    how = "Better" if is_better else "Worse" if difference.high < 0.0 else None
    reason = f"{how or 'No difference beyond chance'}: {change} over {len(before)} {asked}."
    return TuningReport(
        len(before),
        tuple(
            (
                name,
                mean_interval([each[place] for each in before]).measured,
                mean_interval([each[place] for each in after]).measured,
            )
            for place, name in enumerate(measures)
        ),
        difference.measured,
        importance,
        is_better,
        reason if is_better else f"{reason} {unchanged}",
        time.time(),
    )
