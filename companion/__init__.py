"""The wiring: command line, settings, the match that owns a game, the journal and the live page."""
