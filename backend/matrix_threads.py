"""How many threads a matrix product takes."""

from __future__ import annotations

import threadpoolctl


def one_per_product() -> None:
    """Let each product of matrices run in the thread that asks for it, from now on.

    A question makes hundreds of small products. Shared out, each waits for the slowest of its
    threads, which spin meanwhile: a question then takes more than twice the processor time, and
    people who ask at once slow each other down.
    """
    threadpoolctl.threadpool_limits(limits=1, user_api="blas")
