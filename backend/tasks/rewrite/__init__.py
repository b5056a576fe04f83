"""Making a follow-up question stand alone, so that it can be searched."""
