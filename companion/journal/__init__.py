"""The journal: append-only events of every game in SQLite, committed durably before anything is shown."""
