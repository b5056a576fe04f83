"""Parts of the summary tree pipeline."""
