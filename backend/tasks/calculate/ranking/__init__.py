"""Programs over the cells of a table, every one that a question may mean, ranked by a model."""
