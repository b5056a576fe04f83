"""Which pages there are: files that name their place with the constants ORDER, TITLE and ICON, and
where not everybody sees them with AUDIENCE and HIDDEN."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PageFile:
    """A page as the navigation shows it."""

    path: Path
    order: int
    title: str
    icon: str
    audience: str = "everybody"
    """`everybody`, `administrators` (everybody where nobody signs in), or where people sign in
    `signed_in` and `auditors`."""
    hidden: bool = False
    """Whether it is reached by its address alone."""


def page_files(folder: Path) -> list[PageFile]:
    """The pages of a folder in their order, read from their constants without running them."""
    found = []
    for path in folder.glob("[!_]*.py"):
        constants = {
            target.id: node.value.value
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        found.append(
            PageFile(
                path,
                int(str(constants["ORDER"])),
                str(constants["TITLE"]),
                str(constants["ICON"]),
                str(constants.get("AUDIENCE", "everybody")),
                bool(constants.get("HIDDEN", False)),
            )
        )
    return sorted(found, key=lambda each: each.order)
