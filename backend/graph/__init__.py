"""The stored graph: groups of passages and their links, names and sections as nodes, themes, what
is learned of them, and how they are drawn and exported."""
