"""A question's options, checked against its pipeline's cards before anything is searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backend.errors import QuestionError
from backend.scope.question import GLOSSARY_OPTION, OFF, OPTION
from backend.types import OptionCard, PipelineCard

UNDERNEATH = "retrieval"
"""The option that names the pipeline whose search another one uses: that one's options hold too."""
OF_ALL = {
    card.name: card
    for card in (
        OptionCard(
            "answerer", "Who answers", "“local” asks no language model.", "", choices=("local",)
        ),
        OptionCard(OPTION, "Where", "“off” searches every document.", "on", choices=("on", OFF)),
        OptionCard(
            "k0", "k0", "The constant of reciprocal rank fusion.", "60", minimum=1, maximum=1000
        ),
    )
}
"""Options that no pipeline's card shows and every pipeline takes, by name."""


def checked(pipeline: str, cards: Sequence[PipelineCard], options: Mapping[str, str]) -> None:
    """Say what is wrong with the options, if anything is.

    Args:
        cards: of all pipelines.

    Raises:
        QuestionError: for a name that the pipeline does not know, a value that is none of the
            choices, or a number that is none or out of bounds.
    """
    known = _known(pipeline, {card.name: card for card in cards}, options)
    for name, value in options.items():
        if name in known:
            _check_value(known[name], value)
        elif name in OF_ALL:
            _check_value(OF_ALL[name], value)
        elif name != GLOSSARY_OPTION:
            raise QuestionError(
                f"“{name}” is not an option of the pipeline {pipeline}.",
                f"Its options are: {', '.join(sorted(known))}.",
            )


def possible(card: OptionCard, value: str) -> bool:
    """Whether an option can have a value: answers of older versions hold values that were not
    checked.
    """
    try:
        _check_value(card, value)
    except QuestionError:
        return False
    return True


def _known(
    pipeline: str, cards: Mapping[str, PipelineCard], options: Mapping[str, str]
) -> dict[str, OptionCard]:
    if pipeline not in cards:
        return {}
    known = {each.name: each for each in cards[pipeline].options}
    if UNDERNEATH in known:
        beneath = options.get(UNDERNEATH, known[UNDERNEATH].default)
        for each in cards[beneath].options if beneath in cards else ():
            known.setdefault(each.name, each)
    return known


def _check_value(card: OptionCard, value: str) -> None:
    if card.choices:
        if value not in card.choices:
            raise QuestionError(
                f"“{value}” is not a choice of the option {card.name}.",
                f"Choose one of: {', '.join(card.choices)}.",
            )
        return
    expected = f"Give a number from {card.minimum:g} to {card.maximum:g}."
    try:
        number = float(value)
    except ValueError as error:
        raise QuestionError(
            f"The option {card.name} takes a number, and “{value}” is none.", expected
        ) from error
    if not card.minimum <= number <= card.maximum:
        raise QuestionError(f"The option {card.name} cannot be {value}.", expected)
