"""Every call and control name of the Raspberry Pi camera against the real library, where it can be had.

`make test` fetches Picamera2's package without what it depends on: its source tells the signatures. The names of the
controls come from libcamera itself, where its Python package is installed; `make test-pi` has both at work.
"""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from tests.vision.sources.spied_camera import spied_calls, used_controls

PACKAGE = Path(sys.prefix) / "picamera2-source" / "picamera2"


@pytest.fixture(scope="module")
def calls():
    return spied_calls()


def methods(path, name):
    """The methods of a class in a source file, by name; of overloads the last one, which is the method."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kind = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return {node.name: node for node in kind.body if isinstance(node, ast.FunctionDef)}


def signature(node):
    """A definition's signature, without its types and defaults."""
    given = node.args
    kinds = inspect.Parameter
    needed = len(given.args) - len(given.defaults)
    found = [
        kinds(a.arg, kinds.POSITIONAL_OR_KEYWORD, default=kinds.empty if n < needed else None)
        for n, a in enumerate(given.args)
    ]
    if given.vararg:
        found.append(kinds(given.vararg.arg, kinds.VAR_POSITIONAL))
    if given.kwarg:
        found.append(kinds(given.kwarg.arg, kinds.VAR_KEYWORD))
    return inspect.Signature(found)


needs_source = pytest.mark.skipif(
    not PACKAGE.is_dir(), reason="needs the source of Picamera2, which `make test` fetches where it can"
)


@needs_source
def test_every_call_fits_the_real_signature(calls):
    real = methods(PACKAGE / "picamera2.py", "Picamera2")
    assert len({name for name, _, _ in calls}) > 8
    for name, args, kwargs in calls:
        assert name in real, name
        if args is not None:
            signature(real[name]).bind("self", *args, **kwargs)


@needs_source
def test_requests_and_the_class_itself_have_what_is_used():
    request = methods(PACKAGE / "request.py", "CompletedRequest")
    signature(request["make_array"]).bind("self", "main")
    signature(request["get_metadata"]).bind("self")
    real = methods(PACKAGE / "picamera2.py", "Picamera2")
    signature(real["__init__"]).bind("self", 0)
    signature(real["global_camera_info"]).bind()


@needs_source
def test_the_sentences_that_failures_are_known_by_are_still_said():
    text = (PACKAGE / "picamera2.py").read_text(encoding="utf-8")
    for sentence in ("No camera number", "Camera __init__ sequence did not complete.", "Camera(s) not found"):
        assert sentence in text


def real_controls():
    """The names of libcamera's controls, from the first Python that has it."""
    code = "import libcamera.controls as c; print(' '.join(n for n in dir(c) if not n.startswith('_')))"
    for python in (sys.executable, "/usr/bin/python3"):
        if not Path(python).exists():
            continue
        run = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False, timeout=60)
        if run.returncode == 0:
            return set(run.stdout.split())
    return None


def test_every_control_is_one_of_libcamera(calls):
    names = real_controls()
    if names is None:
        pytest.skip("no Python here has libcamera; `make test-pi` checks the same names against the real one")
    assert used_controls(calls) <= names


def test_the_controls_that_are_set(calls):
    assert used_controls(calls) == {
        "AeEnable",
        "AwbEnable",
        "ExposureTime",
        "AnalogueGain",
        "ColourGains",
        "FrameDurationLimits",
        "AfMode",
        "AfTrigger",
        "LensPosition",
    }
