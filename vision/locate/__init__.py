"""Finding the board in a picture by its geometry: lines, lattice, window, refinement."""
