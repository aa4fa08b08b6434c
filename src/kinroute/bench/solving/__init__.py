"""One solve on a cluster: rounds of parts, or of islands, that go to Dask workers and come back."""
