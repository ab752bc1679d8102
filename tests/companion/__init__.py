"""Tests of companion/."""
