"""How a chain of thought is led by rules: what is asked, what is covered, what bridges."""
