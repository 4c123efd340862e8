"""Hypothesis tries the same examples on every run and every machine, however slow that machine is."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

os.environ.setdefault("HEOROT_CACHE", str(Path(__file__).parents[1] / ".cache" / "heorot"))

settings.register_profile(
    "heorot",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("heorot")
