"""The pages of the studio, in NiceGUI."""
