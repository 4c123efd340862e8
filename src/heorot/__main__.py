"""`python -m heorot` is `heorot`."""

from heorot.cli import main

main()
