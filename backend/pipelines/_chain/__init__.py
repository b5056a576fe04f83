"""The parts of the chain of thought: its limits, its guard against drift, its merging."""
