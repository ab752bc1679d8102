"""The examples in the engine's docstrings are true."""

import doctest
import importlib
import pkgutil

import engine


def test_every_example_in_the_docstrings_holds():
    tried = 0
    for module in pkgutil.iter_modules(engine.__path__):
        result = doctest.testmod(importlib.import_module(f"engine.{module.name}"))
        assert result.failed == 0, module.name
        tried += result.attempted
    assert tried >= 3
