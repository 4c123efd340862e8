"""Build hook: put the browser's client into wheels and source archives. For editable installs ./dev builds it."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))
import bundle


class Bundle(BuildHookInterface[Any]):
    """Hook that hatchling calls before every build."""

    def needed(self) -> bool:
        has_sources = (bundle.WEB / "package.json").exists()  # a wheel made from a source archive has the bundle alone
        return has_sources and not bundle.is_fresh()

    def dependencies(self) -> list[str]:
        return [bundle.NODE_WHEEL] if self.needed() and not bundle.system_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and self.needed():
            bundle.build()
