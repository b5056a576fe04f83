"""What a language model is sent of a table, and what of its reply holds."""
