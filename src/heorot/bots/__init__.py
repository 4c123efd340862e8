"""Players made of code. They are given a View and a source of chance, never a state, so none of them can peek.

A module `heorot.bots.<game>` offers BOTS: functions from (box, view, rng) to an action, by name.
"""
