"""Which words of a question a program over a list accounts for."""

from __future__ import annotations

from collections.abc import Mapping

from backend.tasks.calculate.composed.derived_columns import DerivedTable
from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.mentions import content_places
from backend.tasks.calculate.composed.question_cues import QuestionCues, is_courtesy
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_words import stemmed, words_for_rows

_STEP_CUES = {
    ListStep.COUNT: ("how many",),
    ListStep.SUM: ("total", "how much", "how many"),
    ListStep.MEAN: ("mean",),
    ListStep.MOST: ("high", "last", "best", "oldest", "youngest"),
    ListStep.LEAST: ("low", "first", "best", "oldest", "youngest"),
    ListStep.TOP: ("high", "last", "low", "best", "oldest", "youngest"),
    ListStep.BOTTOM: ("low", "first", "high", "best", "oldest", "youngest"),
    ListStep.TOP_SUM: ("high", "total", "best"),
    ListStep.BOTTOM_SUM: ("low", "total", "best"),
    ListStep.TOP_COUNT: ("high", "best"),
    ListStep.BOTTOM_COUNT: ("low", "best"),
    ListStep.TOP_MEAN: ("high", "mean", "best"),
    ListStep.BOTTOM_MEAN: ("low", "mean", "best"),
    ListStep.PART: ("share",),
    ListStep.SHARE: ("share",),
    ListStep.SUM_EACH: ("per",),
    ListStep.COUNT_EACH: ("per",),
    ListStep.MEAN_EACH: ("per", "mean"),
    ListStep.DIFFERENCE: ("more", "upward", "downward", "gap"),
    ListStep.COUNT_KINDS: ("how many",),
    ListStep.ANY: ("yes or no",),
    ListStep.EVERY: ("yes or no", "every"),
    ListStep.RATE: ("mean", "total", "share", "each"),
    ListStep.IS_MORE: ("more", "upward", "yes or no"),
    ListStep.IS_LESS: ("more", "downward", "yes or no"),
    ListStep.MORE_OF_TWO: ("more", "upward", "how much", "how many"),
    ListStep.LESS_OF_TWO: ("more", "downward", "how much", "how many"),
    ListStep.REPEATED: ("again",),
}
"""The cues whose words an operation accounts for."""
_ASKING = frozenset(["who", "when", "where", "which", "how long", "list", "yes or no"])
JOINT_CUES = {
    "−": ("more", "left", "beyond", "below", "gap", "upward", "downward"),
    "+": ("total", "with"),
    "×": ("worth", "total"),
    "÷": ("per", "each", "share"),
    "days": ("how long", "late", "early", "wait", "more"),
    "hours": ("how long", "late", "early", "wait", "more"),
    "minutes": ("how long", "late", "early", "wait", "more"),
}
"""The cues whose words a derived column accounts for."""
TIME_PARTS = {"month": stemmed(["month", "monthly"]), "year": stemmed(["year", "yearly"])}
"""The words for each part of time."""


def _is_of_this_year(at: int, mentions: Meanings) -> bool:
    """Whether a word is the year of "this year", which a list means that has days of one year alone
    or names none."""
    before = mentions.words[at - 1].text.casefold() if at else ""
    word = mentions.words[at].text.casefold()
    is_year = before == "this" and word in ("year", "year's", "year’s")
    return is_year and mentions.is_of_one_year


class ExplainedWords:
    """What the programs of one question over one list account for. `kinds` and `units` are of the
    columns of figures: the kinds of each, and the places of the words for its unit."""

    def __init__(
        self,
        mentions: Meanings,
        cues: QuestionCues,
        derived: DerivedTable,
        kinds: Mapping[int, frozenset[str]],
        units: Mapping[int, frozenset[int]],
    ) -> None:
        self._mentions = mentions
        self._cues = cues
        self._derived = derived
        self._kinds = kinds
        self._units = units
        self.content = frozenset(
            at
            for at in content_places(mentions.words)
            if not is_courtesy(mentions.words[at].text) and not _is_of_this_year(at, mentions)
        )
        """The places of the words that a program should account for."""
        rows = words_for_rows(mentions.headers) | mentions.headers.own | mentions.headers.around
        self.rows = frozenset(
            at for at, word in enumerate(mentions.words) if word.stems and word.stems <= rows
        )
        """The places of the words for rows."""

    def left(self, program: Program) -> int:
        """How many words of the question a program does not account for."""
        return len(self.content - self.of(program))

    def of(self, program: Program) -> frozenset[int]:
        """The places of the words that a program accounts for."""
        places = set(self.rows) | self._places_of_conditions(program)
        for cue in (*_STEP_CUES.get(program.step, ()), *_ASKING):
            places |= self._cues.places.get(cue, frozenset())
        for column in (program.figures, program.answer):
            if column is None:
                continue
            places |= self._places_of(column)
            if (derived := self._derived.of(column)) is not None:
                places |= self._places_of(derived.left) | self._places_of(derived.right)
                for cue in JOINT_CUES[derived.unit or derived.joint]:
                    places |= self._cues.places.get(cue, frozenset())
        if program.part:
            stems = TIME_PARTS[program.part]
            places |= {at for at, word in enumerate(self._mentions.words) if word.stems & stems}
        return frozenset(places)

    def _places_of(self, column: int) -> frozenset[int]:
        """The words that name a column, its unit, or the kind of its figures."""
        kinds = self._kinds.get(column, frozenset())
        return self._mentions.named_places(column).union(
            self._units.get(column, frozenset()),
            *(self._cues.kinds.get(kind, frozenset()) for kind in kinds),
        )

    def _places_of_conditions(self, program: Program) -> frozenset[int]:
        """The words that say which rows are meant."""
        places: set[int] = set()
        for value in program.values:
            places.update(range(value.first, value.last))
            places |= self._mentions.named_places(value.column)
        for date in program.dates:
            places |= date.places
        for state in program.states:
            places |= state.places
        for pair in program.pairs:
            places |= pair.places | self._mentions.named_places(pair.pair.left)
            places |= self._mentions.named_places(pair.pair.right)
        for bound in program.bounds:
            places |= bound.places | self._mentions.named_places(bound.bound.column)
        return frozenset(places)
