"""The heavy steps of a large import on other machines, through a Dask scheduler.

Files and records are sent to workers, prepared there by the same functions as here, and come back
as bundles. The records are written here alone.
"""
