"""The tests mirror the packages: tests/engine for engine/, and so on."""
