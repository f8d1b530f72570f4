"""Many tables together: one screen, one league, one archive. docs/hub.md describes it."""
