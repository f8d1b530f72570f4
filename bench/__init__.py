"""The figures that README and docs state, each with the data it was measured on."""
