"""Artwork without any mark of ours, in several styles: boxed games to try the camera on."""
