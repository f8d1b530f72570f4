"""How the comparer of pieces is made: drawn boxes in many styles, seen by many cameras in many lights."""
