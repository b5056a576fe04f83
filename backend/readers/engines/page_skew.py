"""Whether a scanned page lies sideways, and by how much it lies askew."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

MOST_DEGREES = 5.0
STEP = 0.1
DARK = 110
"""Grey levels from 0 (black) to 255 below which a point is ink."""
LEAST_INK = 100
"""Fewer dark points say nothing."""
_MOST_POINTS = 60_000


def skew_of(page: npt.NDArray[np.uint8]) -> float:
    """Degrees by which the lines of a grey picture fall to the right; 0 for one without lines.

    Lines that lie level put their ink into few rows and leave the rows between them empty: the
    angle is the one whose rows differ most (W. Postl, 1986: sum of squared projections).

    Args:
        page: grey levels, some 600 points wide: more only takes time.
    """
    return _levelled(page)[0]


def lies_sideways(page: npt.NDArray[np.uint8]) -> bool:
    """Whether the lines of a grey picture run from top to bottom."""
    return _levelled(page.T)[1] > _levelled(page)[1]


def _levelled(page: npt.NDArray[np.uint8]) -> tuple[float, float]:
    """The angle at which a picture's rows differ most, and how much: 1 if all hold alike."""
    rows, columns = np.nonzero(page < DARK)
    if len(rows) < LEAST_INK:
        return 0.0, 0.0
    if len(rows) > _MOST_POINTS:
        chosen = np.linspace(0, len(rows) - 1, _MOST_POINTS).astype(np.int64)
        rows, columns = rows[chosen], columns[chosen]
    best, most = 0.0, 0.0
    steps = round(MOST_DEGREES / STEP)
    # Small angles first: of two that fit alike the smaller one is taken.
    for step in sorted(range(-steps, steps + 1), key=abs):
        level = rows - columns * np.tan(np.radians(step * STEP))
        profile = np.bincount((level - level.min()).astype(np.int64)).astype(np.float64)
        # The fine structure alone: margins and columns of text differ as well, but slowly.
        squared = float(np.sum(np.diff(profile) ** 2))
        if squared > 1.001 * most:
            best, most = step * STEP, squared
    return best, most * page.shape[0] / len(rows) ** 2
