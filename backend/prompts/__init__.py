"""Prompts as Markdown files, one per task.

A prompt may have a part for the system message and one for the user's, divided by a line of three
dashes. Values are put in for `{{name}}`, in one pass: what stands in a value, braces and dashes
included, is never read as a part of the prompt.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from backend.ports import Message

_PLACEHOLDER = re.compile(r"\{\{([a-z_]+)\}\}")
_DIVIDER = "\n---\n"


@cache
def load(name: str) -> str:
    """The text of the prompt `name`, read once.

    Raises:
        FileNotFoundError: if there is no such prompt.
    """
    return resources.files(__name__).joinpath(f"{name}.md").read_text("utf-8")


def fill(prompt: str, **values: str) -> str:
    """The prompt with each `{{name}}` replaced by its value.

    Raises:
        ValueError: if the prompt's names and the given ones are not the same.
    """
    wanted = set(_PLACEHOLDER.findall(prompt))
    if wanted != set(values):
        raise ValueError(f"the prompt wants {sorted(wanted)}, but got {sorted(values)}")
    return _PLACEHOLDER.sub(lambda match: values[match.group(1)], prompt)


def instruction(name: str, **values: str) -> Message:
    """The system message of a prompt that has two parts."""
    return Message("system", fill(_parts(name)[0], **values))


def request(name: str, **values: str) -> Message:
    """The user message of a prompt that has two parts."""
    return Message("user", fill(_parts(name)[1], **values))


def _parts(name: str) -> tuple[str, str]:
    first, divider, second = load(name).partition(_DIVIDER)
    if not divider:
        raise ValueError(f"the prompt {name} has no divider between its two parts")
    return first.strip(), second.strip()
