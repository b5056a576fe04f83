"""Why a figure that a list gives may not be what was asked for, and is left open."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.asked_of_one import adds_up_for_one
from backend.tasks.calculate.programs.counted_once import counted_once
from backend.tasks.calculate.programs.deed_headers import means_deed_header
from backend.tasks.calculate.programs.denying_headers import denies_by_header
from backend.tasks.calculate.programs.headed_elsewhere import headed_elsewhere
from backend.tasks.calculate.programs.merged_figures import of_shared_figures
from backend.tasks.calculate.programs.own_rows import is_of_several
from backend.tasks.calculate.programs.packs import counts_packs
from backend.tasks.calculate.programs.recurring_amounts import falls_due_again
from backend.tasks.calculate.programs.rest_of_countries import is_rest_for_country
from backend.tasks.calculate.programs.rows_for_pieces import counts_rows_for_pieces
from backend.tasks.calculate.programs.sides_of_money import is_of_other_side
from backend.tasks.calculate.programs.unpaid_rows import unpaid_rows
from backend.tasks.calculate.programs.whole_bill import is_before_tax
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable


def doubt_of(
    question: str, made: Calculation, tables: Sequence[StoredTable], about: str
) -> Refusal | None:
    """The first reason to leave it open; None where there is none."""
    is_sum = made.operation is Operation.SUM  # it was asked before if it has all rows
    shared = None if is_sum else of_shared_figures(made.operands, tables)
    return (
        shared
        or counts_packs(question, made, tables)
        or is_before_tax(question, made, tables)
        or falls_due_again(question, made, tables, about)
        or is_of_several(question, made, tables)
        or counted_once(question, made, tables)
        or unpaid_rows(question, made, tables)
        or denies_by_header(question, made, tables)
        or means_deed_header(question, made, tables)
        or is_rest_for_country(question, made)
        or is_of_other_side(question, made, tables, about)
        or adds_up_for_one(question, made)
        or counts_rows_for_pieces(question, made, tables)
        or headed_elsewhere(question, made, tables)
    )
