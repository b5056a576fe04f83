"""What a program does with the rows of a list that are meant, and which such steps are alike."""

from __future__ import annotations

from enum import StrEnum

from backend.tasks.calculate.programs.column_requests import ColumnOperation


class ListStep(StrEnum):
    """What is done with the rows that are meant."""

    LOOK_UP = "look up"
    LIST = "list"
    COUNT = "count"
    SUM = "sum"
    MEAN = "mean"
    MOST = "most"
    LEAST = "least"
    TOP = "top"
    BOTTOM = "bottom"
    TOP_SUM = "top sum"
    BOTTOM_SUM = "bottom sum"
    TOP_COUNT = "top count"
    BOTTOM_COUNT = "bottom count"
    TOP_MEAN = "top mean"
    BOTTOM_MEAN = "bottom mean"
    SUM_EACH = "sum each"
    COUNT_EACH = "count each"
    MEAN_EACH = "mean each"
    PART = "part"
    SHARE = "share"
    DIFFERENCE = "difference"
    COUNT_KINDS = "count kinds"
    ANY = "any"
    EVERY = "every"
    """Whether no row is otherwise: the rows that are meant are those that are."""
    IS_MORE = "is more"
    IS_LESS = "is less"
    MORE_OF_TWO = "more of two"
    """Which of two that are joined by "or" comes to more."""
    LESS_OF_TWO = "less of two"
    REPEATED = "repeated"
    NEVER = "never"
    """Which names have rows, and none of them of something."""
    RATE = "rate"
    BEYOND = "beyond"
    """How far what was spent is over or under what was planned."""
    BEYOND_EACH = "beyond each"
    """Which groups are over it, or under it."""
    LEFT_OF = "left of"
    """What is left of what was planned."""


NAMED_OR_COUNTED = frozenset(
    [ListStep.LIST, ListStep.COUNT, ListStep.COUNT_KINDS, ListStep.ANY, ListStep.LOOK_UP]
)
"""Operations that tell or count rows, and work out nothing of their figures."""
BY_RULE = frozenset([ListStep.BEYOND, ListStep.BEYOND_EACH, ListStep.LEFT_OF])
"""Operations that a rule finds, which accounts for every word of the question."""
_ONE_FIGURE = (
    *(ListStep.SUM, ListStep.MEAN, ListStep.MOST, ListStep.LEAST, ListStep.PART, ListStep.RATE),
)
DECIDED = frozenset([ListStep.ANY, ListStep.EVERY, ListStep.IS_MORE, ListStep.IS_LESS])
"""Operations that are answered by yes or no."""
CHOSEN = (ListStep.MORE_OF_TWO, ListStep.LESS_OF_TWO)
"""Operations that are answered by one of two that the question names."""
OF_TWO = (ListStep.DIFFERENCE, ListStep.IS_MORE, ListStep.IS_LESS, *CHOSEN)
_OF_GROUPS = (
    *(ListStep.TOP_SUM, ListStep.BOTTOM_SUM, ListStep.TOP_MEAN, ListStep.BOTTOM_MEAN),
    *(ListStep.SUM_EACH, ListStep.MEAN_EACH),
)
_COUNTS = (ListStep.COUNT, ListStep.COUNT_KINDS, ListStep.SHARE)
_ROWS = (ListStep.TOP, ListStep.BOTTOM)
_EACH = (ListStep.SUM_EACH, ListStep.COUNT_EACH, ListStep.MEAN_EACH)
WITH_FIGURES = frozenset([*_ONE_FIGURE, *OF_TWO, *_OF_GROUPS, *_ROWS])
FIGURES_TOLD = frozenset([*_ONE_FIGURE, ListStep.DIFFERENCE, *_COUNTS, *_EACH])
"""Operations whose answer is a figure, or one for each group."""
ANSWERED_BY_A_COLUMN = frozenset([ListStep.LOOK_UP, ListStep.LIST, *_ROWS])
GROUPED = {
    ListStep.TOP_SUM: (ColumnOperation.SUM, "high"),
    ListStep.BOTTOM_SUM: (ColumnOperation.SUM, "low"),
    ListStep.TOP_COUNT: (ColumnOperation.COUNT, "high"),
    ListStep.BOTTOM_COUNT: (ColumnOperation.COUNT, "low"),
    ListStep.TOP_MEAN: (ColumnOperation.MEAN, "high"),
    ListStep.BOTTOM_MEAN: (ColumnOperation.MEAN, "low"),
    ListStep.SUM_EACH: (ColumnOperation.SUM, ""),
    ListStep.COUNT_EACH: (ColumnOperation.COUNT, ""),
    ListStep.MEAN_EACH: (ColumnOperation.MEAN, ""),
}
