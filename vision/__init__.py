"""From pixels to cells and placed pieces: sources, finding the board, reading, settling, explaining."""
