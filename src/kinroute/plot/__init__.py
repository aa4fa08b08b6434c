"""Pictures of routes, of relatedness and of a crossover."""
