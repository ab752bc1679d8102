"""The rules of the game, and nothing else: no clock, no files, no pictures."""
