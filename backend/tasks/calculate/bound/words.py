"""The words of a question, and which rows and headers each of them stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from backend.tasks.calculate.programs.column_words import FUNCTION, WORD, stemmed, terms

_ASKING = frozenset(
    [
        *("how", "much", "many", "what", "which", "tell", "me", "give", "show", "please"),
        *(
            "list",
            "name",
            "number",
            "than",
            "as",
            "between",
            "and",
            "or",
            "versus",
            "vs",
            *("against", "about", "regarding", "concerning"),
        ),
        *("relative", "figure", "figures", "value", "values", "those", "it", "this", "these"),
        *("count", "case", "cases", "so", "both", "did", "see", "saw"),
    ]
)
_LIGHT = FUNCTION | _ASKING
"""Words that say nothing of which figure is meant. None of "not", "without", "before" or "net" is
among them: they choose other figures."""


@dataclass(frozen=True, slots=True)
class QuestionWord:
    """A word of a question, with its stems and its place in the text."""

    text: str
    stems: tuple[str, ...]
    start: int
    end: int

    @property
    def is_light(self) -> bool:
        """Whether it says nothing of which figure is meant."""
        return self.text.casefold() in _LIGHT


@dataclass(slots=True)
class OpenWords:
    """The words of a question of which some stand for something already: those whose places are
    `taken`."""

    text: str
    words: tuple[QuestionWord, ...]
    taken: set[int] = field(default_factory=set)

    def free(self) -> list[int]:
        """The places of words that may still choose a figure and stand for nothing yet."""
        return [
            at for at, word in enumerate(self.words) if at not in self.taken and not word.is_light
        ]

    def stems(self, at: int) -> frozenset[str]:
        """The stems of one word."""
        return frozenset(self.words[at].stems)

    def left_as_it_is(self) -> str:
        """The text in small letters, what is taken replaced by dots."""
        text = self.text.lower()
        for at in self.taken:
            start, end = self.words[at].start, self.words[at].end
            text = f"{text[:start]}{'·' * (end - start)}{text[end:]}"
        return text


def words_of_question(text: str) -> tuple[QuestionWord, ...]:
    """The words of a text in their order."""
    return tuple(
        QuestionWord(match[0], terms(match[0]), match.start(), match.end())
        for match in WORD.finditer(text)
    )


def named_whole(words: Sequence[QuestionWord], names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """The names that stand in a question with all their words, side by side but for light words,
    in whatever order; with the places of their words. Of two that share a word the longer one
    stands, else that whose words stand closer; where nothing tells them apart, neither does. A name
    of light words alone ("A", "All") may be no name there.

    Args:
        words: of the question.
        names: those that may stand there.
    """
    found: list[tuple[str, tuple[int, ...]]] = []
    for name in dict.fromkeys(names):
        wanted = _content(name)
        if wanted and not all(word.casefold() in _LIGHT for word in WORD.findall(name)):
            found += [(name, run) for run in _runs(words, wanted)]
    found.sort(key=lambda each: (-len(each[1]), each[1][-1] - each[1][0], each[1]))
    kept: dict[str, tuple[int, ...]] = {}
    used: set[int] = set()
    for name, places in found:
        rivals = [
            other
            for other, at in found
            if other != name
            and len(at) == len(places)
            and at[-1] - at[0] <= places[-1] - places[0]
            and set(at) & set(places)
        ]
        if used.isdisjoint(places) and not rivals:
            kept.setdefault(name, places)
            used.update(places)
    return dict(sorted(kept.items(), key=lambda each: each[1]))


def _content(name: str) -> frozenset[str]:
    said = [word for word in WORD.findall(name) if word.casefold() not in FUNCTION]
    return stemmed(said or WORD.findall(name))


def _runs(words: Sequence[QuestionWord], wanted: frozenset[str]) -> Iterable[tuple[int, ...]]:
    """The places of words that have exactly some stems, side by side but for light words."""
    for start in range(len(words)):
        held: set[str] = set()
        places: list[int] = []
        for at in range(start, len(words)):
            stems = frozenset(words[at].stems)
            if stems and stems <= wanted and not stems <= held:
                held |= stems
                places.append(at)
                if held == wanted:
                    yield tuple(places)
                    break
            elif not words[at].is_light or not places:
                break
