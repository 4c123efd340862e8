"""Heorot: the digital home of two board games about Beowulf. An unofficial fan edition."""
