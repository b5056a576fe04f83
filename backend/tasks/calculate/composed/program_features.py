"""What speaks for a program: which words of the question it accounts for, and how."""

from __future__ import annotations

import re

from backend.dates import span_of
from backend.tasks.calculate.composed.asked_nouns import counted_noun, is_noun, noun_of
from backend.tasks.calculate.composed.derived_columns import DerivedTable
from backend.tasks.calculate.composed.explained_words import JOINT_CUES, TIME_PARTS, ExplainedWords
from backend.tasks.calculate.composed.header_kinds import (
    any_pieces,
    kinds_of,
    place_stems,
    state_stems,
)
from backend.tasks.calculate.composed.list_programs import Program
from backend.tasks.calculate.composed.list_steps import (
    ANSWERED_BY_A_COLUMN,
    DECIDED,
    GROUPED,
    WITH_FIGURES,
    ListStep,
)
from backend.tasks.calculate.composed.mentions import ValueMention
from backend.tasks.calculate.composed.question_cues import QuestionCues
from backend.tasks.calculate.composed.wanted_headers import wanted_stems
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    LABEL,
    WORD,
    content,
    says_of_one,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import units_in_words
from backend.tasks.calculate.programs.plain_verbs import is_level
from backend.tasks.calculate.programs.who_did import column_of_people
from backend.types.calculations import Calculation
from backend.types.tables import CellKind

_ALL_CUES = (
    *("total", "mean", "how many", "how much", "high", "low", "first", "last", "share", "more"),
    *("per", "who", "when", "where", "which", "how long", "list", "not", "yes or no"),
    *("late", "early", "beyond", "below", "best"),
    *("nothing", "left", "oldest", "youngest", "upward", "downward", "again", "gap", "with"),
    *("each", "worth", "wait", "every"),
)
_NAME = re.compile(r"[A-Z][\w'’.-]*(?: (?:[a-z]{1,3} )?[A-Z][\w'’.-]*){1,2}")
MOST_NAMES = 0.6
"""The share of a column's texts above which it is one of names."""
FEW_WORDS = 5
_QUESTION_WORDS = frozenset(
    ["who", "when", "where", "which", "how many", "how much", "how long", "yes or no"]
)
LONG_VALUE = 3
"""Words from which a value is rather a sentence in which the words happen to stand."""
Features = dict[str, float]
FIGURES_UNNAMED = "figures, unnamed"
"""The feature of a program over a column of figures that no word of the question is of."""
RIVAL_NAMED = "figures, rival"
"""The feature of a program of another column of figures than that which words name."""
NOUN_LEFT = "noun left"
"""The feature of a program that leaves a noun over."""
NO_PERSON = tuple(f"{how}, who|other" for how in ("answer", "group", "other"))
"""The features of a program that answers "who" with another column than that of people."""
TELLS_NAMES = "tells names"
"""The feature of a program that answers with a column that the question names, of names of people
or firms."""
TELLS_DAY = "tells a day"
"""The feature of a program that answers with a day, or a part of time."""
STATE_NAMED = "state named"
"""The feature of a program over the rows of a state that the question names, of a list that says
how far each row is: "still pending"."""
STATE_UNSAID = "state unsaid"
"""The feature of a program that tells whether something is so, of a list that says how far each row
is, and asks for no state: that a job is in the list does not say that it is done."""
ROWS_COUNTED = "rows counted"
"""The feature of a program that counts rows, where no column says how many there are of what is
counted."""
LOOKS_UP = "looks up a figure"
"""The feature of a program that tells a figure of a row."""


def _kind_of_answer(outcome: Calculation) -> str:
    """Whether a result is a figure, with a unit or without, a day, one name or several."""
    if outcome.listed:
        return "several" if len(outcome.listed) > 1 else "one"
    if outcome.unit:
        return "measured"
    if span_of(outcome.answer) is not None:
        return "day"
    is_figure = outcome.answer[:1].isdigit() or outcome.answer[:1] == "−"
    return "figure" if is_figure else "words"


class ProgramFeatures:
    """The features of the programs of one question over one list."""

    def __init__(
        self, question: str, mentions: Meanings, cues: QuestionCues, derived: DerivedTable
    ) -> None:
        self._mentions = mentions
        self._derived = derived
        self._cues = cues
        self._question = question
        self._kinds = {at: kinds_of(mentions, at) for at in mentions.figure_columns}
        self._units = {
            at: frozenset(
                place
                for place, word in enumerate(mentions.words)
                if word.stems & mentions.unit_stems(at)
            )
            for at in mentions.figure_columns
        }
        self._words = ExplainedWords(mentions, cues, derived, self._kinds, self._units)
        self._people = column_of_people(mentions.table)
        self._of_names = frozenset(filter(self._holds_names, mentions.text_columns))
        self._fit = {each.column: each.fit for each in mentions.columns}
        self._noun = noun_of(question)
        self._named_by_noun = {
            at for at in mentions.headers.all() if self._noun & mentions.header_stems(at)
        }
        self._of_states = {
            at for at in mentions.headers.all() if mentions.header_stems(at) & state_stems()
        }
        self._asked_units = self._units_asked()
        self._said = {value: self._share_said(value) for value in mentions.values}
        self._in_sentences = {
            value
            for value in mentions.values
            if any(len(WORD.findall(text)) > LONG_VALUE for text in value.texts)
        }

    def _holds_names(self, column: int) -> bool:
        """Whether most texts of a column are names of two words or three: "Ida Moor"."""
        mentions = self._mentions
        texts = {value_of(mentions.table.rows[at], column) for at in mentions.entries} - {""}
        names = sum(_NAME.fullmatch(text) is not None for text in texts)
        return names > MOST_NAMES * len(texts)

    def _units_asked(self) -> frozenset[str]:
        """The units that words of the question are, of columns or not."""
        known = units_in_words()
        said = {known.get(word.text.casefold(), "") for word in self._mentions.words}
        return frozenset(said - {""})

    def of(self, program: Program) -> Features:
        """The features of a program, by name."""
        step, cues = program.step, self._cues
        found: Features = {f"step={step}": 1.0}
        for cue in _ALL_CUES:
            if cue in cues.names:
                found[f"step={step}|{cue}"] = 1.0
        explained = self._words.of(program)
        left = self._words.content - explained
        values = frozenset(at for value in program.values for at in range(value.first, value.last))
        kinds = self._kinds.get(program.figures, frozenset()) if program.figures is not None else ()
        for at in self._words.content - values:
            for stem in self._mentions.words[at].stems:
                found[f"word={stem}|{step}"] = 1.0
                for kind in kinds:
                    found[f"word={stem}|{kind}"] = 1.0
        found["left"] = float(len(left))
        found["left, share"] = len(left) / max(1, len(self._words.content))
        found["left, none"] = float(not left)
        found[NOUN_LEFT] = float(any(is_noun(at, self._mentions.words, cues) for at in left))
        self._of_rows(program, explained, found)
        if step in WITH_FIGURES and program.figures is not None:
            self._of_figures(program, found)
        if program.answer is not None:
            self._of_answer(program, found)
        for column in {program.figures, program.answer}:
            self._of_derived(column, program, found)
        if program.is_narrowed:
            found[f"narrowed|{step}"] = 1.0
        self._of_noun(program, found)
        few = len(self._mentions.words) <= FEW_WORDS
        found[f"few words|{step}"] = float(few and not cues.names & _QUESTION_WORDS)
        return found

    def _of_noun(self, program: Program, found: Features) -> None:
        """Whether what a question asks for by a noun is what the program tells or works out."""
        if not self._noun:
            return
        mentions, step, held = self._mentions, program.step, self._named_by_noun
        told = program.answer if program.answer is not None else program.figures
        found[f"noun, told|{step}"] = float(told in held)
        found[f"noun, of words|{step}"] = float(
            told not in held and any(at in mentions.text_columns for at in held)
        )
        found[f"noun, of figures|{step}"] = float(
            told not in held and any(at in self._kinds for at in held)
        )
        found[f"noun, nowhere|{step}"] = float(
            not held and not self._noun & mentions.headers.around and not program.part
        )

    def of_outcome(self, program: Program, outcome: Calculation) -> Features:
        """What speaks for a program by its result: how many rows it is of, and a tie."""
        rows = len({operand.row for operand in outcome.operands})
        step = program.step
        many = "one" if rows == 1 else "few" if rows <= 3 else "many"
        found = {f"rows={many}|{step}": 1.0}
        found["tie"] = float("(a tie)" in outcome.answer)
        found["nought"] = float(outcome.value == 0)
        values = [operand.value for operand in outcome.operands]
        is_same = len(values) > 1 and len(set(values)) == 1 and step is ListStep.SUM
        if program.figures is not None and program.figures in self._kinds and rows > 1:
            head = self._mentions.table.columns[program.figures].name
            found[f"of one, of many|{step}"] = float(says_of_one(head))
        found["one figure again"] = float(is_same and "total" not in self._cues.names)
        found[TELLS_DAY] = float(
            bool(program.part) or program.answer in self._mentions.headers.dates
        )
        found[f"result|{step}|{_kind_of_answer(outcome)}"] = 1.0
        found[LOOKS_UP] = float(step is ListStep.LOOK_UP and program.answer in self._kinds)
        if step is ListStep.COUNT:
            counted = [at for at, own in self._kinds.items() if "number" in own]
            found["pieces beside"] = float(bool(counted))
            found[ROWS_COUNTED] = float(not any(map(self._may_count, counted)))
            named = (self._fit.get(at, 0.0) for at in self._mentions.figure_columns)
            found["count, figures named"] = max(named, default=0.0)
        if step in (ListStep.ANY, ListStep.EVERY):
            found[STATE_UNSAID] = float(self._leaves_state(program))
        named_states = self._of_states & {value.column for value in program.values}
        found[STATE_NAMED] = float(bool(named_states))
        if step in DECIDED:
            said = outcome.answer[:3]
            found[f"{step}, {said}"] = 1.0
            found[f"{step}, {said}, values"] = float(len(program.values))
            found[f"{step}, {said}, in part"] = float(any(each.fit < 1 for each in program.values))
            columns = [each.column for each in program.values]
            found[f"{step}, {said}, of one column"] = float(len(set(columns)) < len(columns))
        found["all rows"] = float(rows >= len(self._mentions.entries))
        return found

    def _may_count(self, column: int) -> bool:
        """Whether the figures of a column may be how many there are of what is counted: it is
        called by that, or by a word for any pieces. How many weddings there were is not told by
        the guests of each."""
        header = self._mentions.header_stems(column)
        counted = counted_noun(self._question)
        return bool(header & any_pieces()) or not counted or bool(header & counted)

    def _leaves_state(self, program: Program) -> bool:
        """Whether the list has a column of states of which a program asks none."""
        asked = {value.column for value in program.values}
        asked |= {state.column for state in program.states}
        return bool(self._of_states) and self._of_states.isdisjoint(asked)

    def left(self, program: Program) -> int:
        """How many words of the question a program does not account for."""
        return self._words.left(program)

    def _of_rows(self, program: Program, explained: frozenset[int], found: Features) -> None:
        mentions = self._mentions
        found["values"] = float(len(program.values))
        if program.values:
            found["value, worst"] = 1.0 - min(value.fit for value in program.values)
            said = [self._said[value] for value in program.values if value in self._said]
            found["value, least said"] = 1.0 - min(said, default=1.0)
            found["value, of a sentence"] = float(not self._in_sentences.isdisjoint(program.values))
            found["value, several"] = float(sum(value.is_several for value in program.values))
            found["value, part"] = float(sum(value.fit < 1 for value in program.values))
            # a word that is the noun of the rows or a header as well is a doubtful value
            doubtful = [
                value
                for value in program.values
                if set(range(value.first, value.last)) <= self._words.rows
            ]
            found["value, of rows"] = float(len(doubtful))
            unsaid = [value.likeness for value in program.values if value.likeness]
            found["value, unsaid"] = float(bool(unsaid))
            found["value, likeness"] = max(unsaid, default=0.0)
            found[f"value, unsaid|{program.step}"] = float(bool(unsaid))
        unused = {
            (value.first, value.last)
            for value in mentions.values
            if value.fit == 1.0 and not set(range(value.first, value.last)) <= explained
        }
        found["value, unused"] = float(len(unused))
        for state in program.states:
            is_denied = bool(self._cues.names & {"not", "left out"})
            found["state"] = found.get("state", 0.0) + 1.0
            found["state, agrees"] = float(is_denied != state.is_yes)
            found["state, named"] = self._fit.get(state.column, 0.0)
            found["state, empty"] = float(state.is_empty)
            found[f"state, yes={state.is_yes}|not={is_denied}"] = 1.0
        found["different"] = float(
            program.step is ListStep.COUNT_KINDS and "different" in self._question.casefold()
        )
        found["pair"] = float(len(program.pairs))
        found["pair, unused"] = float(
            not program.pairs and bool(self._cues.names & {"late", "early", "beyond", "below"})
        )
        found["bound"] = float(len(program.bounds))
        for bound in program.bounds:
            column = bound.bound.column
            found["bound, named"] = self._fit.get(column, 0.0)
            kinds = self._kinds.get(column, frozenset())
            found["bound, kind"] = float(bool(kinds & frozenset(self._cues.kinds)))
            for cue in ("how long", "late", "beyond", "below"):
                if cue in self._cues.names:
                    for kind in kinds:
                        found[f"bound, {kind}|{cue}"] = 1.0
            if bound.bound.comparison.sign == "=" and bound.bound.comparison.bound:
                found["number"] = 1.0
                found["number, named"] = self._fit.get(bound.bound.column, 0.0)
                kind = self._mentions.table.columns[bound.bound.column].kind
                found[f"number|{kind}"] = 1.0
        found["date"] = float(len(program.dates))
        days = [each.dated.column for each in program.dates]
        found["date, first"] = float(bool(days) and days[0] == min(mentions.headers.dates))
        found["date, named"] = max((self._fit.get(at, 0.0) for at in days), default=0.0)
        found["date, a word"] = float(not days and bool(mentions.day_sets[0]))
        found["date, as answer"] = float(bool(days) and program.answer in days)
        found["not, unused"] = float("not" in self._cues.names and not program.states)

    def _share_said(self, value: ValueMention) -> float:
        """The share of the words of a value that the question says; of several values the most."""
        places = range(value.first, value.last)
        said = sum(self._mentions.words[at].is_content for at in places)
        return max(min(1.0, said / max(1, len(content(text)))) for text in value.texts)

    def _of_derived(self, column: int | None, program: Program, found: Features) -> None:
        """What speaks for a column that is derived of two others."""
        derived = self._derived.of(column)
        if derived is None:
            return
        joint = derived.unit or derived.joint
        found[f"derived={joint}"] = 1.0
        found[f"derived={joint}|{program.step}"] = 1.0
        for cue in JOINT_CUES[joint]:
            if cue in self._cues.names:
                found[f"derived={joint}|{cue}"] = 1.0
        wanted = wanted_stems()
        for side, at in (("left", derived.left), ("right", derived.right)):
            found[f"derived, {side} named"] = self._fit.get(at, 0.0)
            is_wanted = bool(self._mentions.header_stems(at) & wanted)
            found[f"derived={joint}, {side} wanted"] = float(is_wanted)
            for kind in self._kinds.get(at, frozenset()):
                found[f"derived={joint}, {side} {kind}"] = 1.0
                if kind in self._cues.kinds:
                    found[f"derived, {side} asked"] = 1.0
        apart = abs(derived.left - derived.right)
        found[f"derived={joint}, side by side"] = float(apart == 1)

    def _of_figures(self, program: Program, found: Features) -> None:
        column = program.figures
        assert column is not None
        mentions = self._mentions
        if column not in mentions.figure_columns:
            found["figures, days"] = 1.0
            dated = self._cues.names & {"first", "last"}
            found["figures, days|first or last"] = float(bool(dated))
            return
        fit = self._fit.get(column, 0.0)
        found["figures, no days|first or last"] = float(bool(self._cues.names & {"first", "last"}))
        if says_of_one(mentions.table.columns[column].name):
            found[f"of one|{program.step}"] = 1.0
        found["figures, named"] = fit
        found[FIGURES_UNNAMED] = float(not fit)
        found["figures, unit"] = float(bool(self._units[column]))
        own_unit = units_in_words().get(mentions.table.columns[column].unit.casefold(), "")
        others = self._asked_units - {own_unit}
        found[f"figures, other unit|{program.step}"] = float(
            bool(others) and not self._units[column]
        )
        is_of_money = "money" in self._kinds[column]
        found[f"how many, money|{program.step}"] = float(
            is_of_money and "how many" in self._cues.names
        )
        rivals = [self._fit.get(at, 0.0) for at in mentions.figure_columns if at != column]
        found[RIVAL_NAMED] = float(bool(rivals) and max(rivals) > fit)
        found["figures, money|how much"] = float(
            "money" in self._kinds[column] and "how much" in self._cues.names
        )
        found["figures, time|how long"] = float(
            "time" in self._kinds[column] and "how long" in self._cues.names
        )
        found["figures, only"] = float(len(mentions.figure_columns) == 1)
        own = self._kinds[column]
        asked = frozenset(self._cues.kinds)
        found["figures, kind"] = float(bool(own & asked))
        found["figures, other kind"] = float(bool(asked) and not own & asked)
        for kind in own & asked:
            found[f"figures, {kind}"] = 1.0
        alike = [at for at in mentions.figure_columns if self._kinds[at] & own & asked]
        found["figures, kind alone"] = float(bool(own & asked) and len(alike) == 1)
        if is_level(mentions.table, column):
            found[f"level|{program.step}"] = 1.0

    def _of_answer(self, program: Program, found: Features) -> None:
        column, step = program.answer, program.step
        assert column is not None
        mentions, cues = self._mentions, self._cues
        how = "group" if step in GROUPED else "answer" if step in ANSWERED_BY_A_COLUMN else "other"
        fit = self._fit.get(column, 0.0)
        found[f"{how}, named"] = fit
        found[f"{how}, label"] = float(column == LABEL)
        rival = max((self._fit.get(at, 0.0) for at in self._fit if at != column), default=0.0)
        found[f"{how}, rival"] = float(rival > fit)
        header = mentions.header_stems(column)
        if self._noun:
            found[f"{how}, noun"] = float(bool(self._noun & header))
            found[f"{how}, noun of rows"] = float(
                column == LABEL and self._noun <= mentions.headers.around
            )
            others = [at for at in mentions.headers.all() if at != column]
            found[f"{how}, noun of another"] = float(
                any(self._noun & mentions.header_stems(at) for at in others)
                and not self._noun & header
            )
        kind = CellKind.TEXT if column < 0 else mentions.table.columns[column].kind
        is_date = column in mentions.headers.dates
        is_figure = kind in FIGURES
        is_of_names = column in self._of_names
        found[f"{how}, names"] = float(is_of_names)
        found[f"{how}, who|names"] = float("who" in cues.names and is_of_names)
        found[TELLS_NAMES] = float(is_of_names and bool(fit))
        found[f"{how}, who|person"] = float("who" in cues.names and column == self._people)
        found[f"{how}, who|other"] = float("who" in cues.names and column != self._people)
        found[f"{how}, when|day"] = float("when" in cues.names and is_date)
        found[f"{how}, when|other"] = float("when" in cues.names and not is_date)
        is_place = bool(header & place_stems())
        found[f"{how}, where|place"] = float("where" in cues.names and is_place)
        found[f"{how}, where|other"] = float("where" in cues.names and not is_place)
        if is_figure:
            much = bool(cues.names & {"how much", "how many", "how long"})
            found[f"{how}, figure|how much"] = float(much)
            found[f"{how}, figure|other"] = float(not much)
            asked = frozenset(cues.kinds)
            found[f"{how}, figure|kind"] = float(bool(self._kinds[column] & asked))
        if program.part:
            stems = TIME_PARTS[program.part]
            said = any(word.stems & stems for word in mentions.words)
            found[f"part|{'said' if said else 'unsaid'}"] = 1.0
        elif is_date:
            found[f"{how}, day"] = 1.0
        texts = {value.column for value in program.values}
        found[f"{how}, of a value"] = float(column in texts)
