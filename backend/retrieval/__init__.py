"""How retrievers are asked: every list and every score that is shown comes from here."""
