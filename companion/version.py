"""The one place that names the version."""

VERSION = "0.1.0"
