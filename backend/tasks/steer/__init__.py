"""Leads a chain of thought: what the evidence states, what is missing, what to ask next."""
