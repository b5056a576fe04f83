"""What the interface counts about itself, as text for Prometheus (exposition format 0.0.4)."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict

MEDIA_TYPE = "text/plain; version=0.0.4"


class Measures:
    """Requests by operation and status, and the seconds they took. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def count(self, operation: str, status: int, seconds: float) -> None:
        """One request that was answered."""
        with self._lock:
            self._requests[operation, status] += 1
            self._seconds[operation] += seconds

    def text(self, sizes: dict[str, int]) -> str:
        """All counts; `sizes` are further numbers by name."""
        with self._lock:
            requests, seconds = dict(self._requests), dict(self._seconds)
        lines = ["# TYPE quire_requests_total counter"]
        lines += [
            f'quire_requests_total{{operation="{operation}",status="{status}"}} {number}'
            for (operation, status), number in sorted(requests.items())
        ]
        lines.append("# TYPE quire_request_seconds_total counter")
        lines += [
            f'quire_request_seconds_total{{operation="{operation}"}} {value:.6f}'
            for operation, value in sorted(seconds.items())
        ]
        for name, number in sorted(sizes.items()):
            lines += [f"# TYPE quire_{name} gauge", f"quire_{name} {number}"]
        return "\n".join(lines) + "\n"
