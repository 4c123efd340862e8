"""Deadlines of tests. A deadline only ends a test that would otherwise hang: no test passes or fails by speed.

`HEOROT_PATIENCE` scales every deadline; raise it on a very slow machine. `tests/conftest.py` renames it.
"""

import os

PATIENCE = round(180 * float(os.environ.get("PATIENCE", "1")))  # seconds that a test waits for a condition
PATIENCE_MS = 1000 * PATIENCE  # the same for Playwright
