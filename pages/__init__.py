"""One question each: a page is one file here, found and placed by app/main.py."""
