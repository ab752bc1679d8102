"""The live table: from camera frames to changes of the board."""
