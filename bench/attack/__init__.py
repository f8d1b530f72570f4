"""Attacks on a running service, from outside, over loopback: one module a family. See docs/security.md.

Each family has a function that attacks a service and gives outcomes. ``python -m bench.attack`` runs them all
against a service of its own and prints a table; tests/attack runs them with small budgets.
"""
