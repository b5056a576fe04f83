"""Rules of English that tell what a follow-up question leaves out."""
