"""How long calls take, by the clock and of processor; also for children that hold numpy alone."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np


def milliseconds(run: Callable[[int], object], count: int) -> dict[str, float]:
    """p50 and p95 by the clock, and p50 of processor, of calls with 0 .. count - 1, after one that
    is not counted."""
    run(0)
    clock, processor = [], []
    for number in range(count):
        start, used = time.perf_counter(), time.process_time()
        run(number)
        processor.append(1_000 * (time.process_time() - used))
        clock.append(1_000 * (time.perf_counter() - start))
    return {
        "p50_ms": float(np.percentile(clock, 50)),
        "p95_ms": float(np.percentile(clock, 95)),
        "p50_processor_ms": float(np.percentile(processor, 50)),
    }
