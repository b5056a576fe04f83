"""Fields of options: what each may be, what it is called, and how a screen offers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from backend.errors import QuestionError

ON = "on"
OFF = "off"
_DECLARED = "declared"
Kind = Literal["switch", "choice", "number", "whole", "text"]


@dataclass(frozen=True, slots=True)
class OptionCard:
    """One option of a pipeline that the screen offers: `choices` empty means a number.

    `expected` says in words what can be given.
    """

    name: str
    label: str
    help: str
    default: str
    choices: tuple[str, ...] = ()
    minimum: float = 0.0
    maximum: float = 1.0
    step: float = 0.05
    expected: str = ""


@dataclass(frozen=True, slots=True)
class DeclaredOption:
    """What a field of options may be, and how it is shown."""

    kind: Kind
    label: str
    help: str
    choices: tuple[str, ...] = ()
    bounds: tuple[float, float] = (0.0, 1.0)
    step: float = 0.05
    shown: bool = True

    def value(self, name: str, text: str) -> Any:
        """The value that a text stands for; its bounds and choices are not checked yet.

        Raises:
            QuestionError: if it is none of the kind.
        """
        if self.kind == "switch":
            if text not in (ON, OFF):
                raise _no_choice(name, text, (ON, OFF))
            return text == ON
        if self.kind in {"choice", "text"}:
            return text
        try:
            number = float(text)
        except ValueError as error:
            raise self._no_number(name, text) from error
        if self.kind == "number":
            return number
        if not number.is_integer():
            raise self._no_number(name, text)
        return int(number)

    def text(self, value: Any) -> str:
        """The text that stands for a value."""
        if self.kind == "switch":
            return ON if value else OFF
        short = f"{value:g}" if isinstance(value, float) else str(value)
        return short if not isinstance(value, float) or float(short) == value else repr(value)

    def check(self, name: str, value: Any) -> None:
        """Say what is wrong with a value, if anything is.

        Raises:
            QuestionError: if the option cannot have this value.
        """
        if self.kind == "switch" and not isinstance(value, bool):
            raise _no_choice(name, str(value), (ON, OFF))
        if self.kind == "choice" and value not in self.choices:
            raise _no_choice(name, value, self.choices)
        if self.kind == "whole" and not isinstance(value, int):
            raise self._no_number(name, str(value))
        if self.kind in {"number", "whole"} and not self.bounds[0] <= value <= self.bounds[1]:
            raise QuestionError(
                f"The option {name} cannot be {self.text(value)}.", f"Give {self.expected}."
            )

    def card(self, name: str, default: Any) -> OptionCard:
        """The option as a screen offers it."""
        choices = (ON, OFF) if self.kind == "switch" else self.choices
        text = "" if default is None else self.text(default)  # None: whoever uses it decides
        return OptionCard(
            name, self.label, self.help, text, choices, *self.bounds, self.step, self.expected
        )

    @property
    def expected(self) -> str:
        """What can be given, in words."""
        if self.kind == "text":
            return "a word"
        if self.kind in {"switch", "choice"}:
            return ", ".join((ON, OFF) if self.kind == "switch" else self.choices)
        return f"{self._number} from {self.bounds[0]:g} to {self.bounds[1]:g}"

    @property
    def _number(self) -> str:
        return "a whole number" if self.kind == "whole" else "a number"

    def _no_number(self, name: str, text: str) -> QuestionError:
        return QuestionError(
            f"The option {name} takes {self._number}, and “{text}” is none.",
            f"Give {self.expected}.",
        )


@dataclass(frozen=True, slots=True)
class DeclaredSwitches:
    """A field that holds a switch for each of some names; `PREFIX_NAME` switches one."""

    prefix: str
    names: tuple[str, ...]
    help: str

    def cards(self) -> tuple[OptionCard, ...]:
        """The switches as a screen offers them."""
        return tuple(
            OptionCard(
                f"{self.prefix}_{name}",
                f"{self.prefix} {name}".replace("_", " ").capitalize(),
                self.help,
                ON,
                (ON, OFF),
                expected=f"{ON}, {OFF}",
            )
            for name in self.names
        )


def option(
    default: Any,
    label: str,
    explanation: str,
    *,
    choices: Sequence[str] = (),
    bounds: tuple[float, float] = (0.0, 1.0),
    step: float = 0.05,
    kind: Kind | None = None,
    shown: bool = True,
) -> Any:
    """A field of `Options`.

    Args:
        default: its type says the kind: bool is a switch, int a whole number, float a number, str
            one of the choices. It need not be one of them: a default may mean "as it comes".
        bounds: least and greatest number.
        step: of the slider by which a screen chooses a number.
        kind: where the default does not say it.
        shown: whether screens offer it.
    """
    of_default: dict[type, Kind] = {bool: "switch", int: "whole", float: "number", str: "choice"}
    declared = DeclaredOption(
        kind or of_default[type(default)], label, explanation, tuple(choices), bounds, step, shown
    )
    return field(default=default, metadata={_DECLARED: declared})


def switches(prefix: str, names: Sequence[str], explanation: str) -> Any:
    """A field of `Options` that maps names to whether they are on; a missing one is on.

    Its texts are `PREFIX_NAME` = on or off.
    """
    declared = DeclaredSwitches(prefix, tuple(names), explanation)
    return field(default_factory=dict, metadata={_DECLARED: declared})


def _no_choice(name: str, value: str, choices: Sequence[str]) -> QuestionError:
    return QuestionError(
        f"“{value}” is not a choice of the option {name}.", f"Choose one of: {', '.join(choices)}."
    )


def declared_fields(
    options: Any,
) -> Iterator[tuple[str, Any, DeclaredOption | DeclaredSwitches]]:
    """Name, default and declaration of the fields that were declared, of a class or a value."""
    for each in fields(options):
        declared = each.metadata.get(_DECLARED)
        if declared is not None:
            yield each.name, each.default, declared
