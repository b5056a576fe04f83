"""The workbench for other programs: the Model Context Protocol and HTTP."""
