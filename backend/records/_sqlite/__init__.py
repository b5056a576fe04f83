"""The parts of the SQLite record store; `backend.records.sqlite` puts them together."""
