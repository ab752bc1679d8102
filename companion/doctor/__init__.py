"""`companion doctor`: what is wrong with this machine, its camera, its light or its calibration, and how to fix it."""
