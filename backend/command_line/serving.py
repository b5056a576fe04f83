"""`mcp`: the library for assistants, over standard input and output."""

from __future__ import annotations

import argparse

from backend.interfaces import model_context
from backend.workbench import Workbench


def mcp(workbench: Workbench, options: argparse.Namespace) -> int:
    """Answer until the client goes away."""
    model_context.serve(workbench)
    return 0
