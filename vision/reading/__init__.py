"""Reading the cells of a board that has been found: samples, colours, probabilities, shapes."""
