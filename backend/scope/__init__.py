"""Where a question is to be searched: which documents it means, which pages, which tables."""
