"""Large tables in files of columns, one file for each: written once, then only read."""
