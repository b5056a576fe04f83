"""The rules of a page along its two directions, their parts put together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

MOST_RULES = 20_000
"""Rules of a page that are looked at."""
NEAR = 3.0
"""Points by which rules that meet or go on may miss each other: double ones are one."""


class Rule(NamedTuple):
    """A straight line on the page as its text is read, in points from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float


class RuleRun(NamedTuple):
    """A rule along one direction: where it stands, and from where to where it runs."""

    at: float
    begin: float
    end: float


def runs_of(rules: Iterable[Rule]) -> tuple[list[RuleRun], list[RuleRun]]:
    """The runs along the page, and those up the page, each by where they stand."""
    level, upright = [], []
    for rule in islice(rules, MOST_RULES):
        if rule.right - rule.left >= rule.bottom - rule.top:
            level.append(RuleRun((rule.top + rule.bottom) / 2, rule.left, rule.right))
        else:
            upright.append(RuleRun((rule.left + rule.right) / 2, rule.top, rule.bottom))
    return _put_together(level), _put_together(upright)


def _put_together(runs: Iterable[RuleRun]) -> list[RuleRun]:
    """Runs at one place, which meet or nearly do, as one."""
    rule_runs: list[RuleRun] = []
    for run in sorted(runs):
        number = len(rule_runs) - 1
        while (
            number >= 0
            and run.at - rule_runs[number].at <= NEAR
            and not _meet(rule_runs[number], run)
        ):
            number -= 1
        if number < 0 or run.at - rule_runs[number].at > NEAR:
            rule_runs.append(run)
        else:
            other = rule_runs[number]
            rule_runs[number] = RuleRun(
                other.at, min(run.begin, other.begin), max(run.end, other.end)
            )
    return rule_runs


def _meet(one: RuleRun, other: RuleRun) -> bool:
    return other.begin <= one.end + NEAR and other.end >= one.begin - NEAR
