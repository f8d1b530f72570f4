"""What is looked at while a box is being taught: pieces that lie apart, names for them, hands in the way."""
