"""What the pages are built of: one component per file, `name(data, *, key) -> event | None`."""
