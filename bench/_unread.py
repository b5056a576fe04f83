"""Fused hybrid without reading passages together with the question, as it is asked by benches that
measure what the retrievers find by themselves."""

from __future__ import annotations

from collections.abc import Mapping

from backend.pipelines._fused.read_together import NEVER
from backend.pipelines.fused_hybrid import FusedOptions

UNREAD = FusedOptions(cross_encoder=NEVER)
UNREAD_TEXTS: Mapping[str, str] = {"cross_encoder": NEVER}
"""The same as options are read from texts."""
