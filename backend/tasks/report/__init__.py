"""Reports on groups of names."""
