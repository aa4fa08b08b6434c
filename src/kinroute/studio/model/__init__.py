"""What the studio knows, without any page: instances, runs, plans and campaigns."""
