"""Heorot: the digital home of two board games about Beowulf. An unofficial fan edition."""

from importlib.metadata import version

__version__ = version("heorot")
