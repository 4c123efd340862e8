"""Configures Hypothesis: the same examples on every run and on every machine, without deadlines."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

for name in ("HEOROT_PATIENCE", "HEOROT_TEST_VOLUME"):  # a server refuses settings that it does not know
    if name in os.environ:
        os.environ[name.removeprefix("HEOROT_")] = os.environ.pop(name)

CACHE = Path(__file__).parents[1] / ".cache"  # as in ./dev, also when pytest is started directly

os.environ.setdefault("HEOROT_CACHE", str(CACHE / "heorot"))
set_hypothesis_home_dir(os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY", CACHE / "hypothesis"))

settings.register_profile(
    "heorot",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("heorot")
