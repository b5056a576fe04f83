"""From the wording of a question to cells, arithmetic and the working of a figure."""
