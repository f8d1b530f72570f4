"""Cameras in the network: what an address may be, where it may lead, and how pictures come from there."""
