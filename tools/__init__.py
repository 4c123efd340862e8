"""Helpers of `./dev` that need Python alone: progress output, the choice of tests, and the bare Debian root."""
