"""Run the command `heorot` as `python -m heorot`."""

from heorot.cli import main

main()
