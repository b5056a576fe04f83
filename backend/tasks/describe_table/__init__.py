"""What a table shows, in sentences."""
