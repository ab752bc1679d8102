"""How a camera and a board become a calibration: geometry, lens, palette, quality report."""
