"""Measured figures: each with its target, as ratios within one run, never as tests against the clock."""
