"""What pages show, ready for their templates."""
