"""`migrate`: brings the library to another engine."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields

from backend.services.migration import migrate as bring
from backend.workbench import Workbench


def migrate(workbench: Workbench, options: argparse.Namespace) -> int:
    """Copy the library, compare, and say which settings use the copy."""
    before = workbench.parts.settings
    moved, wanted = bring(workbench.parts, options.to, _print_progress)
    if moved is not None:
        print(
            f"copied and compared {moved.documents} documents with {moved.chunks} passages in "
            f"{moved.collections} collections ({moved.copied} documents in this run), "
            f"{moved.conversations} conversations, {moved.marks} marks, "
            f"{moved.evaluations} entries of evaluations, {moved.jobs} waiting files"
        )
    print("The search index is complete. To use it, set in settings.toml:")
    for field in fields(wanted):
        if getattr(before, field.name) != getattr(wanted, field.name):
            print(f'{field.name} = "{getattr(wanted, field.name)}"')
    return 0


def _print_progress(stage: str, done: int, total: int) -> None:
    if done == total or done % 100 == 0:
        print(f"{stage}: {done} of {total}", file=sys.stderr, flush=True)
