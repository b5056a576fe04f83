"""scipy's sparse matrices, loaded when the first one is made.

Loading them takes half as long as all of Quire, and neither the first page nor a command that
stores or lists needs one. Importing this module costs nothing; its attributes are scipy's. A
program that will be asked questions loads them ahead.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

Matrix = Any
"""A scipy sparse matrix (the library has no types)."""


def load() -> ModuleType:
    """Load them now."""
    return importlib.import_module("scipy.sparse")


def __getattr__(name: str) -> Any:
    return getattr(load(), name)
