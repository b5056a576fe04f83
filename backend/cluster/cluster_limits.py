"""How much is under way on a cluster, and how long it is waited for."""

from __future__ import annotations

MOST_AT_ONCE = 256
"""Pieces of work under way at most: each is waited for by a thread of this process."""
AT_ONCE = 15.0
"""Seconds to wait for a scheduler and a worker where a person waits: what is not there is told."""
