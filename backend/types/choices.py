"""What a question could have meant that can be read in several ways, as questions to ask next."""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[str, int, int]
"""A cell: its table's id, its row and its column, both from 0."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One reading of a question: `label` says it in a few words, `question` is the whole question
    that has this reading alone, `answer` what it comes to where that is told at once, from the
    documents `document_ids`."""

    label: str
    question: str
    answer: str = ""
    document_ids: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The label, with what it comes to where that is known."""
        return f"{self.label} = {self.answer}" if self.answer else self.label


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One reading of a question that was refused, before it is known how to ask for it.

    Each of `wordings` is a way to ask for it, the best first: pairs of words of the question and of
    what is said in their place; a pair without words of the question is put behind it. A wording
    counts where its question is computed from `cells`, all of them and no other; where these are
    not known, `over` must stand in what the calculation is of.
    """

    label: str
    wordings: tuple[tuple[tuple[str, str], ...], ...]
    cells: frozenset[Place] = frozenset()
    over: str = ""


_MEANT = " (meant: "


def as_meant(question: str, title: str, meaning: str) -> str:
    """A question together with the reading of a list that is meant by it, as one text, so that it
    can be kept, sent and asked again like any other."""
    return f"{question}{_MEANT}{title}: {meaning})"


def meant_in(text: str) -> tuple[str, str]:
    """A question, and what stands behind it as meant; empty where nothing does."""
    at = text.rfind(_MEANT)
    question, meant = text[:at].strip(), text.rstrip()[at + len(_MEANT) : -1]
    if at < 0 or not question or not meant or not text.rstrip().endswith(")"):
        return text, ""
    return question, meant


def is_meant(meant: str, title: str, meaning: str) -> bool:
    """Whether that is the meaning over the list of a title, in capital letters or small ones."""
    return _plain(meant) == _plain(f"{title}: {meaning}")


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
