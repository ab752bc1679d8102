"""Property tests are the same on every run: hypothesis draws from a fixed seed and keeps no database."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fixed", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fixed")
