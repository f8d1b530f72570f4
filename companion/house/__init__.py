"""The table told to others: to the house, and to a hub where many tables come together."""
