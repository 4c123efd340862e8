"""The text of `heorot --version`, which needs no extra."""

from heorot import __version__

VERSION = f"heorot {__version__}"
